import { appendFileSync } from 'node:fs';
import { Server, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { decode } from '@msgpack/msgpack';
import { WebSocketServer, type WebSocket } from 'ws';

/**
 * The local service with a recorder in front of it: each request that reaches it, and each event of a realtime session, is one line of
 * `requests.jsonl` in its data folder, written when the last byte is there or the connection is lost.
 */
const folder = process.argv[process.argv.indexOf('--data') + 1];
if (folder === undefined) throw new Error('--data is missing.');
const path = join(folder, 'requests.jsonl');

/** What is recorded of one request. `body` is base64; `isWhole` is false where the connection ended before the request did. */
export interface RecordedRequest {
  authorization: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  isWhole: boolean;
  /** The same for all events of one realtime connection. */
  session?: number;
}

let sessions = 0;
const write = (request: RecordedRequest): void => appendFileSync(path, `${JSON.stringify(request)}\n`);

function factsOf(request: IncomingMessage): Omit<RecordedRequest, 'body' | 'isWhole'> {
  const { authorization = '', ...rest } = request.headers;
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return { authorization, method: request.method ?? '', url: request.url ?? '', headers };
}

/** Sees the body on its way to its reader. */
function record(request: IncomingMessage): void {
  const pieces: Uint8Array[] = [];
  let isWritten = false;
  const end = (isWhole: boolean): void => {
    if (isWritten) return;
    isWritten = true;
    write({ ...factsOf(request), body: Buffer.concat(pieces).toString('base64'), isWhole });
  };
  const push = request.push.bind(request);
  request.push = (chunk: Uint8Array | null, ...rest: [BufferEncoding?]) => {
    if (chunk === null) end(true);
    else pieces.push(Uint8Array.from(chunk));
    return push(chunk, ...rest);
  };
  request.once('close', () => end(false));
}

/** A method that does something more before it does what it did. */
function before<Name extends string, Work extends (...args: never[]) => unknown>(
  owner: Record<Name, Work>,
  name: Name,
  first: (...args: Parameters<Work>) => void,
): void {
  const work = owner[name];
  owner[name] = function (this: unknown, ...args: Parameters<Work>) {
    first(...args);
    return work.apply(this, args);
  } as Work;
}

before(Server.prototype as { emit: (...args: unknown[]) => boolean }, 'emit', (name, request) => {
  if (name === 'request') record(request as IncomingMessage);
});

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, open: (webSocket: WebSocket) => void) => void;
const sockets = WebSocketServer.prototype as { handleUpgrade: Upgrade };
const { handleUpgrade } = sockets;
sockets.handleUpgrade = function (request, socket, head, open) {
  handleUpgrade.call(this, request, socket, head, (webSocket) => {
    const session = ++sessions;
    write({ ...factsOf(request), body: '', isWhole: true, session });
    webSocket.prependListener('message', (data: Buffer) => {
      const event = decode(data) as Record<string, unknown>;
      const method = `realtime:${String(event['event'])}`;
      write({ ...factsOf(request), method, body: Buffer.from(JSON.stringify(event)).toString('base64'), isWhole: true, session });
    });
    open(webSocket);
  });
};

await import('../../../src-main/local-service/main.ts');
