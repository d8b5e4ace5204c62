import { randomBytes } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Account } from './ledger.ts';
import type { LiveVersion } from './live-names.ts';
import { LiveRequests } from './live-requests.ts';
import { LiveSession, type LoggedFrame } from './live-session.ts';
import type { World } from './world.ts';

interface Ticket {
  account: Account;
  origin: string;
  expiresAt: number;
}

const protocols: Record<LiveVersion, string> = { v2: 'realtime.tts.msgpack.v2', v3: 'realtime.tts.msgpack.v3' };

/** The WebSocket side of the realtime origin. */
export class LiveServer {
  readonly requests = new LiveRequests();
  readonly log: LoggedFrame[] = [];
  private readonly tickets = new Map<string, Ticket>();
  private readonly sessions = new Set<LiveSession>();
  private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  attach(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => undefined);
      try {
        this.upgrade(request, socket, head);
      } catch {
        refuse(socket, 500);
      }
    });
  }

  subprotocol(version: LiveVersion): string {
    return protocols[version];
  }

  /** A one-time ticket for a browser at `origin`, good for a minute. */
  issue(account: Account, origin: string): string {
    const ticket = randomBytes(24).toString('base64url');
    this.tickets.set(ticket, { account, origin, expiresAt: this.world.now() + 60_000 });
    if (this.tickets.size > 1000) this.tickets.delete(this.tickets.keys().next().value ?? '');
    return ticket;
  }

  /** Ends all connections with `server_draining`. */
  drain(): void {
    for (const session of this.sessions) session.drain();
  }

  stop(): void {
    for (const client of this.sockets.clients) client.terminate();
    this.sockets.close();
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    const path = url?.pathname ?? '';
    const version = path === '/v3/tts/live' ? 'v3' : path === '/v2/tts/live' ? 'v2' : undefined;
    const fault = this.world.faults.takeHttp('GET', path);
    if (fault?.drop !== undefined) {
      socket.destroy();
      return;
    }
    const refusal = url === null || version === undefined ? 404 : (fault?.status ?? this.refusal(request, url, version));
    if (version === undefined || refusal !== undefined) {
      refuse(socket, refusal ?? 404, fault?.headers);
      return;
    }
    const header = request.headers.authorization;
    const account = header === undefined ? undefined : this.world.ledger.authenticate(header);
    const origin = request.headers.origin;
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      const redeem = (ticket: unknown) => this.redeem(ticket, origin);
      const session = new LiveSession({
        world: this.world,
        socket: client,
        version,
        requests: this.requests,
        log: this.log,
        account,
        redeem,
      });
      this.sessions.add(session);
      client.on('close', () => this.sessions.delete(session));
    });
  }

  /** The HTTP status that refuses a handshake: credentials in the URL, no subprotocol, or a wrong key. */
  private refusal(request: IncomingMessage, url: URL, version: LiveVersion): number | undefined {
    if (url.searchParams.has('token') || url.searchParams.has('api_key')) return 400;
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
    if (!offered.includes(protocols[version])) return 400;
    if (request.headers.authorization === undefined) return undefined;
    try {
      this.world.ledger.authenticate(request.headers.authorization);
      return undefined;
    } catch {
      return 401;
    }
  }

  private redeem(token: unknown, origin: string | undefined): Account | undefined {
    const ticket = typeof token === 'string' ? this.tickets.get(token) : undefined;
    if (typeof token === 'string') this.tickets.delete(token);
    if (ticket === undefined || ticket.expiresAt < this.world.now() || ticket.origin !== origin) return undefined;
    return ticket.account;
  }
}

function refuse(socket: Duplex, status: number, headers: Record<string, string> = {}): void {
  const lines = Object.entries({ connection: 'close', 'content-length': '0', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${lines.join('\r\n')}\r\n\r\n`);
}
