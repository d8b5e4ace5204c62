import { randomUUID } from 'node:crypto';
import { decode, encode } from '@msgpack/msgpack';
import type { RawData, WebSocket } from 'ws';
import { type JsonObject, isObject } from './fields.ts';
import type { Account } from './ledger.ts';
import { LiveError, toLiveError } from './live-error.ts';
import { LiveFrames } from './live-frames.ts';
import { type LiveVersion, clientFields, fromClient, toClient } from './live-names.ts';
import { readLiveOrder } from './live-order.ts';
import type { LiveRequest, LiveRequests } from './live-requests.ts';
import { type LiveChannel, LiveRun } from './live-run.ts';
import type { World } from './world.ts';

/** One event of one realtime connection, as sent or received. Audio is replaced by its length. */
export interface LoggedFrame {
  direction: 'in' | 'out';
  version: LiveVersion;
  event: string;
  frame: JsonObject;
}

interface SessionSetup {
  world: World;
  socket: WebSocket;
  version: LiveVersion;
  requests: LiveRequests;
  log: LoggedFrame[];
  /** The account of the handshake; absent until a browser has sent its ticket. */
  account: Account | undefined;
  redeem: (ticket: unknown) => Account | undefined;
}

/** One realtime connection, which carries one request. */
export class LiveSession implements LiveChannel {
  readonly frames: LiveFrames;
  readonly world: World;
  readonly socket: WebSocket;
  readonly version: LiveVersion;
  private readonly setup: SessionSetup;
  private account: Account | undefined;
  private run: LiveRun | undefined;
  private readonly seenEventIds = new Set<string>();
  private ended = false;

  constructor(setup: SessionSetup) {
    this.setup = setup;
    this.world = setup.world;
    this.socket = setup.socket;
    this.version = setup.version;
    this.account = setup.account;
    this.frames = new LiveFrames(setup.world, setup.version);
    setup.socket.on('message', (data, binary) => this.receive(data, binary));
    setup.socket.on('error', () => undefined);
    setup.socket.on('close', () => this.lost());
    if (this.account !== undefined) this.send('authenticated', this.frames.authenticated(this.account));
    else this.awaitAuthentication();
  }

  /** Ends the connection as a service does that is about to restart. */
  drain(): void {
    this.finish('server_draining', 1001);
  }

  private awaitAuthentication(): void {
    const timer = setTimeout(() => {
      if (this.account === undefined)
        this.fail(new LiveError('authentication_required', 'No auth event came in time.', { terminal: true }));
    }, this.world.settings.authenticationTimeoutMs);
    timer.unref();
    this.socket.once('close', () => clearTimeout(timer));
  }

  private receive(data: RawData, binary: boolean): void {
    if (this.ended) return;
    let replyTo: unknown;
    try {
      if (!binary) throw new LiveError('invalid_message', 'Frames must be binary.', { terminal: true });
      const frame = readFrame(Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer), this.version);
      replyTo = frame['event_id'];
      this.note('in', frame);
      this.handle(frame);
    } catch (error) {
      this.fail(toLiveError(error), replyTo);
    }
  }

  private handle(frame: JsonObject): void {
    const event = frame['event'];
    const known = typeof event === 'string' ? clientFields[event] : undefined;
    if (typeof event !== 'string' || known === undefined) throw new LiveError('invalid_message', 'Unknown event.', { path: 'event' });
    if (this.version === 'v2') {
      const unknown = Object.keys(frame).find((name) => !known.includes(name));
      if (unknown !== undefined) throw new LiveError('invalid_message', `Unknown field ${unknown}.`, { path: unknown });
    }
    if (event === 'auth') {
      this.authenticate(frame);
      return;
    }
    if (this.account === undefined) throw new LiveError('authentication_required', 'Send auth first.', { terminal: true });
    this.checkEventId(frame);
    if (event === 'ping') this.send('pong', this.frames.pong(this.request), frame['event_id']);
    else if (event === 'start') this.start(frame, this.account);
    else if (this.run === undefined) throw new LiveError('invalid_state', 'Send start first.');
    else this.run.handle(event, frame);
  }

  private get request(): LiveRequest | undefined {
    return this.run?.request;
  }

  private checkEventId(frame: JsonObject): void {
    const id = frame['event_id'];
    const reliable = (this.request?.mode ?? frame['mode']) === 'reliable';
    if (id === undefined && !reliable) return;
    if (typeof id !== 'string' || id === '')
      throw new LiveError('invalid_message', 'event_id is required in reliable mode.', { path: 'event_id' });
    if (reliable && this.seenEventIds.has(id)) throw new LiveError('invalid_message', 'event_id was used before.', { path: 'event_id' });
    if (this.seenEventIds.size < 100_000) this.seenEventIds.add(id);
  }

  private authenticate(frame: JsonObject): void {
    if (this.account !== undefined) throw new LiveError('already_authenticated', 'The connection is authenticated.');
    this.account = this.setup.redeem(frame['token']);
    if (this.account === undefined) throw new LiveError('authentication_failed', 'The ticket is not valid.', { terminal: true });
    this.send('authenticated', this.frames.authenticated(this.account), frame['event_id']);
  }

  private start(frame: JsonObject, account: Account): void {
    if (this.request !== undefined) throw new LiveError('invalid_state', 'The request has started.');
    const mode = frame['mode'] ?? 'simple';
    if (mode !== 'simple' && mode !== 'reliable')
      throw new LiveError('invalid_message', 'mode must be simple or reliable.', { path: 'mode' });
    const id = frame['request_id'] ?? (mode === 'simple' ? `request-${randomUUID()}` : undefined);
    if (typeof id !== 'string' || id.length < 1 || id.length > 128)
      throw new LiveError('invalid_message', 'request_id must have 1 to 128 characters.', { path: 'request_id' });
    const retry = frame['retry_failed'] === true;
    if (retry && mode !== 'reliable') throw new LiveError('invalid_message', 'retry_failed needs reliable mode.', { path: 'retry_failed' });
    const order = readLiveOrder(this.world, account, this.version, frame['request']);
    const { request, work } = this.setup.requests.open(account, { id, mode, order, raw: frame['request'], retry });
    if (!work) {
      this.reportOld(request, frame['event_id']);
      return;
    }
    this.run = new LiveRun(this, request);
    this.send('ready', this.frames.ready(request), frame['event_id']);
    if (this.version === 'v2') for (const warning of order.warnings) this.send('warning', warning);
    if (this.world.character === 'rich') this.send('provider_switched', { from: 'theta-cloud', to: 'iota-cloud', after_ms: 3.5 });
  }

  /** A request that exists gets its status; what follows is not shown, and differs. */
  private reportOld(request: LiveRequest, replyTo: unknown): void {
    this.send('request_status', this.frames.status(request), replyTo);
    const { character } = this.world;
    if (character === 'odd') return;
    if (character === 'rich') this.send('finish', this.frames.finish(request, 'completed'));
    this.end(1000);
  }

  isOpen(): boolean {
    return !this.ended;
  }

  finish(reason: string, code: number): void {
    if (this.ended) return;
    this.send('finish', this.frames.finish(this.request, reason));
    this.end(code);
  }

  fail(error: LiveError, replyTo?: unknown): void {
    if (this.ended) return;
    this.send('error', this.frames.error(error, this.request), replyTo);
    if (!error.terminal) return;
    if (this.request !== undefined) this.finish('error', 1011);
    else this.end(1008);
  }

  private end(code: number): void {
    this.ended = true;
    this.socket.close(code);
  }

  private lost(): void {
    this.ended = true;
    if (this.request?.state === 'running') this.request.state = 'failed_retryable';
  }

  send(event: string, fields: JsonObject, replyTo?: unknown): void {
    const frame = this.frames.frame(event, fields, replyTo);
    this.note('out', frame);
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(encode(toClient(this.version, frame)));
  }

  private note(direction: LoggedFrame['direction'], frame: JsonObject): void {
    const { log, version } = this.setup;
    const audio = frame['audio'] instanceof Uint8Array ? { audio: frame['audio'].length } : {};
    const event = frame['event'];
    if (log.length >= 20_000) log.shift();
    log.push({ direction, version, event: typeof event === 'string' ? event : '', frame: { ...frame, ...audio } });
  }
}

function readFrame(bytes: Buffer, version: LiveVersion): JsonObject {
  let value: unknown;
  try {
    value = decode(bytes);
  } catch {
    throw new LiveError('invalid_messagepack', 'The frame is not MessagePack.', { terminal: true });
  }
  if (!isObject(value)) throw new LiveError('invalid_message', 'The frame must be a map.', { terminal: true });
  return fromClient(version, value);
}
