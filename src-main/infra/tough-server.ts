import type { Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What a server of ours bounds, beside the bounds that Node's own options set. */
export interface ServerBounds {
  /** Connections at a time. */
  maxConnections: number;
  /** Milliseconds from the connection to its admission. */
  admissionMs: number;
}

export interface Connections {
  /** The other end has shown that it may be here: the connection makes room for nobody and is not timed. */
  admit(socket: Duplex): void;
}

/**
 * Keeps a server answering whatever its connections do. Beyond `maxConnections` the oldest connection that was not admitted makes room for
 * the new one, so that half-open connections cannot lock out a window; where all are admitted, the new one is closed. Errors of the server
 * and of its sockets have a listener from the start: without one they would end the process.
 */
export function boundConnections(
  server: Server,
  { maxConnections, admissionMs }: ServerBounds,
  onServerError: (error: Error) => void = () => undefined,
): Connections {
  const strangers = new Map<Duplex, NodeJS.Timeout>();
  let open = 0;
  const forget = (socket: Duplex): void => {
    clearTimeout(strangers.get(socket));
    strangers.delete(socket);
  };
  server.on('error', onServerError);
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy());
    if (open >= maxConnections) {
      const [oldest = socket] = strangers.keys();
      forget(oldest);
      oldest.destroy();
      if (oldest === socket) return;
    }
    open += 1;
    strangers.set(
      socket,
      setTimeout(() => socket.destroy(), admissionMs).unref(), // prettier-ignore
    );
    socket.once('close', () => {
      open -= 1;
      forget(socket);
    });
  });
  return { admit: forget };
}

/** Answers what is no HTTP with a 400, as far as anybody listens, and closes the connection. */
export function refuseBadRequests(server: HttpServer): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
    refuseRaw(socket, status, 'This is not a request that can be read.');
  });
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  421: 'Misdirected Request',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/** An answer on a socket that no HTTP server looks after; a peer that goes on sending is not read any more. */
export function refuseRaw(socket: Duplex, status: number, message: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = `${message}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Refused'}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
