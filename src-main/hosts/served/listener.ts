import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { boundConnections, type Connections, refuseBadRequests } from '../../infra/tough-server.ts';
import { Admission } from './admission.ts';
import { type KeptSessions, noSessions } from './session-store.ts';

export const listenerLimits: ListenerLimits = {
  maxConnections: 256,
  /** For a request's line and headers. */
  headersTimeoutMs: 10_000,
  /** From the connection to the first request that is admitted: a page may wait as long for a studio that is still starting. */
  admissionMs: 120_000,
};

type ListenerLimits = Readonly<Record<'maxConnections' | 'headersTimeoutMs' | 'admissionMs', number>>;

type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The open port, and who may come in. What comes before there is an answer to give waits. */
export interface Listener {
  readonly server: Server;
  readonly port: number;
  readonly admission: Admission;
  /** What is admitted makes room for nobody. */
  readonly connections: Connections;
  readonly answer: (onRequest: AnswerRequest, onUpgrade: UpgradeListener) => void;
}

/**
 * Opens a port of 127.0.0.1, 0 a free one, before the studio is loaded: a window can be opened meanwhile. Fails with
 * `EADDRINUSE` when another program has it.
 */
export async function openListener(
  port: number,
  sessions: KeptSessions = noSessions,
  { maxConnections, headersTimeoutMs, admissionMs }: ListenerLimits = listenerLimits,
): Promise<Listener> {
  const { promise, resolve } = Promise.withResolvers<{ onRequest: AnswerRequest; onUpgrade: UpgradeListener }>();
  const server = createServer(
    {
      // The size of a body is bounded, the time it takes is not: a large file may come from a slow disk.
      requestTimeout: 0,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.ceil(headersTimeoutMs / 10),
    },
    (request, response) => {
      promise.then(({ onRequest }) => onRequest(request, response)).catch(() => response.destroy());
    },
  );
  const connections = boundConnections(server, { maxConnections, admissionMs });
  refuseBadRequests(server);
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    promise.then(({ onUpgrade }) => onUpgrade(request, socket, head)).catch(() => socket.destroy());
  });
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
    connections,
    answer: (onRequest, onUpgrade) => {
      resolve({ onRequest, onUpgrade });
    },
  };
}
