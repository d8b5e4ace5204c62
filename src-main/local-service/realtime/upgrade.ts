import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server } from 'node:http';
import { type Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { codeOfStatus, codes, headers } from '#shared/wire/common.ts';
import { type ErrorBody } from '#shared/wire/responses/common.ts';
import { frozenLivePath, livePaths, realtimeLimits, realtimeVersions, subprotocols, type RealtimeVersion } from '#shared/wire/realtime.ts';
import { type Account } from '../accounts/accounts.ts';
import { ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { Session } from './session.ts';
import { type RealtimeSettings } from './settings.ts';

/** Query parameters that would carry a credential: addresses end up in logs. */
const credentialNames = /^(token|ticket|api_?key|access_?token|authorization|key)$/iu;

export const frozen = () =>
  new ServiceError(410, codes.gone, `${frozenLivePath} is frozen; connect to ${livePaths.v3} with ${subprotocols.v3}`);

/** The WebSocket side of the service: what is refused before the upgrade, and the sessions that are open. */
export class Realtime {
  readonly #service: Service;
  readonly #settings: RealtimeSettings;
  readonly #sessions = new Map<Session, Account | undefined>();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: realtimeLimits.frameBytes,
    clientTracking: false,
    handleProtocols: (offered) => Object.values(subprotocols).find((one) => offered.has(one)) ?? false,
  });

  constructor(service: Service) {
    this.#service = service;
    this.#settings = service.realtime.settings;
    this.#heartbeat = setInterval(() => {
      for (const session of this.#sessions.keys()) session.beat();
    }, this.#settings.heartbeatMs);
    this.#heartbeat.unref();
  }

  attach(server: Server, hosts: () => readonly string[]): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      void this.#upgrade(request, socket, head, hosts());
    });
  }

  /** Ends every session: `finish` with `server_draining`, then the connection. */
  close(): void {
    clearInterval(this.#heartbeat);
    for (const session of this.#sessions.keys()) session.shutDown();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, hosts: readonly string[]): Promise<void> {
    const sent = request.headers[headers.requestId.toLowerCase()];
    const traceId = typeof sent === 'string' && /^[\x21-\x7e]{1,128}$/u.test(sent) ? sent : `req_${randomUUID()}`;
    try {
      const { version, account } = await this.#admit(request, socket, hosts);
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const session: Session = new Session(webSocket, {
          service: this.#service,
          ...this.#service.realtime,
          version,
          account,
          origin: request.headers.origin,
          host: request.headers.host,
          traceId,
          admit: (known) => {
            if (this.#sessionsOf(known) >= this.#settings.sessionsOfAccount) return false;
            this.#sessions.set(session, known);
            return true;
          },
        });
        this.#sessions.set(session, account);
        webSocket.on('close', () => this.#sessions.delete(session));
      });
    } catch (error) {
      if (error instanceof ServiceError) refuse(socket, error, traceId);
      else {
        console.error(error);
        refuse(socket, new ServiceError(500, codes.internal, 'The service failed; keep the request id'), traceId);
      }
    }
  }

  /** Everything that is an HTTP error before the upgrade. */
  async #admit(
    request: IncomingMessage,
    socket: Duplex,
    hosts: readonly string[],
  ): Promise<{ version: RealtimeVersion; account: Account | undefined }> {
    if (!hosts.includes(request.headers.host ?? '')) {
      throw new ServiceError(403, codes.forbidden, 'The Host header does not name this service');
    }
    const address = URL.parse(request.url ?? '', 'ws://service');
    if (address?.pathname === frozenLivePath) throw frozen();
    const version = realtimeVersions.find((one) => livePaths[one] === address?.pathname);
    if (address === null || version === undefined) throw new ServiceError(404, codes.notFound, 'There is nothing at this address');
    const credential = [...address.searchParams.keys()].find((name) => credentialNames.test(name));
    if (credential !== undefined) {
      const instead = 'send the Authorization header, or a browser ticket in the first event';
      throw new ServiceError(400, codes.invalidRequest, `${credential}: credentials are not taken in the address; ${instead}`);
    }
    const authorization = request.headers.authorization;
    const account = authorization === undefined ? undefined : this.#service.accounts.authenticate(authorization);
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
    if (!offered.includes(subprotocols[version])) {
      throw new ServiceError(400, codes.invalidRequest, `Sec-WebSocket-Protocol: must offer ${subprotocols[version]}`);
    }
    // The other version's must not be chosen by mistake.
    request.headers['sec-websocket-protocol'] = subprotocols[version];
    this.#checkLimits(account);
    const struck = this.#service.faults.strike('GET', address.pathname);
    await struck.wait();
    if (struck.of('drop-before-charge')) socket.destroy();
    const status = struck.of('status');
    if (status)
      throw new ServiceError(
        status.status,
        status.code ?? codeOfStatus[status.status] ?? codes.internal,
        status.message ?? 'A fault that was asked for',
        retryAfter(status.retryAfterSeconds),
      );
    return { version, account };
  }

  #checkLimits(account: Account | undefined): void {
    const { sessions, sessionsOfAccount, strangers } = this.#settings;
    const own = this.#sessionsOf(account);
    if (this.#sessions.size < sessions && own < (account === undefined ? strangers : sessionsOfAccount)) return;
    throw new ServiceError(429, codes.rateLimited, 'Too many realtime sessions are open', retryAfter(2));
  }

  #sessionsOf(account: Account | undefined): number {
    let count = 0;
    for (const owner of this.#sessions.values()) if (owner?.id === account?.id) count += 1;
    return count;
  }
}

const retryAfter = (seconds: number | undefined) => (seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } });

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  429: 'Too Many Requests',
};

/** An HTTP answer where there is no HTTP server any more: the socket was handed over for the upgrade. */
function refuse(socket: Duplex, error: ServiceError, requestId: string): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ code: error.code, message: error.message, requestId } satisfies ErrorBody);
  const fields = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    [headers.requestId]: requestId,
    Connection: 'close',
    ...error.headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${reasons[error.status] ?? 'Refused'}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}
