import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Admission } from './admission.ts';
import { type KeptSessions, noSessions } from './kept-sessions.ts';

export const listenerLimits = { maxConnections: 256, headersTimeoutMs: 20_000 } as const;

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The open port, and who may come in. What comes before there is an answer to give waits. */
export interface Listener {
  readonly server: Server;
  readonly port: number;
  readonly admission: Admission;
  readonly answer: (onRequest: RequestListener, onUpgrade: UpgradeListener) => void;
}

/**
 * Opens a port of 127.0.0.1, 0 a free one, before the studio is loaded: a window can be opened meanwhile. Fails with
 * `EADDRINUSE` when another program has it.
 */
export async function openListener(port: number, sessions: KeptSessions = noSessions): Promise<Listener> {
  const { promise, resolve } = Promise.withResolvers<{ onRequest: RequestListener; onUpgrade: UpgradeListener }>();
  // The size of a body is bounded, the time it takes is not: a large file may come from a slow disk.
  const server = createServer({ requestTimeout: 0, headersTimeout: listenerLimits.headersTimeoutMs }, (request, response) => {
    void promise.then(({ onRequest }) => {
      onRequest(request, response);
    });
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined);
    void promise.then(({ onUpgrade }) => {
      onUpgrade(request, socket, head);
    });
  });
  server.maxConnections = listenerLimits.maxConnections;
  await new Promise<void>((listening, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      listening();
    });
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    server,
    port: taken,
    admission: new Admission(taken, sessions),
    answer: (onRequest, onUpgrade) => {
      resolve({ onRequest, onUpgrade });
    },
  };
}
