import { randomUUID } from 'node:crypto';
import { Server } from 'node:http';
import { type Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { codes, headers } from '#shared/wire/common.ts';
import { type ErrorBody } from '#shared/wire/responses/common.ts';
import { type App } from './environment.ts';

/** Connections at a time; more are closed at once. */
const connectionsMaximum = 2_000;
/** All headers of one request together. */
const headerBytesMaximum = 16 * 1024;
const headerSeconds = 10;
/** An idle connection stays open longer than clients reuse theirs, so that none is closed under a request that is on its way. */
const idleSeconds = 75;

/** What the parser refuses before there is a request: the code of Node's error, and how it is answered. */
const refusals: Readonly<Record<string, [status: number, name: string, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', codes.requestTimeout, 'The request did not arrive in time'],
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    codes.invalidRequest,
    `The headers are larger than ${headerBytesMaximum} bytes`,
  ],
};

/**
 * The HTTP server with bounds on what a client may leave hanging: headers and bodies that never end, headers without end,
 * connections without number. What is no HTTP is answered with the error body as far as somebody listens.
 */
export function createBoundedServer(app: App, requestSeconds: number): Server {
  const server = createAdaptorServer({
    fetch: (request, bindings) => app.fetch(request, bindings),
    serverOptions: {
      maxHeaderSize: headerBytesMaximum,
      headersTimeout: Math.min(headerSeconds, requestSeconds) * 1000,
      keepAliveTimeout: idleSeconds * 1000,
      requestTimeout: requestSeconds * 1000,
      connectionsCheckingInterval: Math.min(1_000, requestSeconds * 500),
    },
  });
  if (!(server instanceof Server)) throw new TypeError('The adapter made another server than one for HTTP/1.1');
  server.maxConnections = connectionsMaximum;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket));
  return server;
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, name, code, message] = refusals[error.code ?? ''] ?? [
    400,
    'Bad Request',
    codes.invalidRequest,
    'This is not an HTTP request',
  ];
  const requestId = `req_${randomUUID()}`;
  const body = JSON.stringify({ code, message, requestId } satisfies ErrorBody);
  socket.end(
    `HTTP/1.1 ${status} ${name}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${headers.requestId}: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
    // A client that still sends is not read any more.
    () => socket.destroy(),
  );
}
