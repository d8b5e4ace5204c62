import { randomUUID } from 'node:crypto';
import { decode, encode } from '@msgpack/msgpack';
import type { RawData, WebSocket } from 'ws';
import { Failure } from './failure.ts';
import { type JsonObject, countCharacters, isObject } from './fields.ts';
import type { Account } from './ledger.ts';
import { LiveError } from './live-error.ts';
import { LiveFrames } from './live-frames.ts';
import { type LiveVersion, clientFields, fromClient, toClient } from './live-names.ts';
import { readLiveOrder } from './live-order.ts';
import { type LiveRequest, type LiveRequests, type LiveSegment, unitsOf } from './live-requests.ts';
import { speakSegment } from './live-speech.ts';
import type { World } from './world.ts';

/** One event of one realtime connection, as sent or received. Audio is replaced by its length. */
export interface LoggedFrame {
  direction: 'in' | 'out';
  version: LiveVersion;
  event: string;
  frame: JsonObject;
}

export interface SessionSetup {
  world: World;
  socket: WebSocket;
  version: LiveVersion;
  requests: LiveRequests;
  log: LoggedFrame[];
  /** The account of the handshake; absent until a browser has sent its ticket. */
  account: Account | undefined;
  redeem: (ticket: unknown) => Account | undefined;
}

const longestQueue = 512;

/** One realtime connection, which carries one request. */
export class LiveSession {
  readonly frames: LiveFrames;
  private readonly setup: SessionSetup;
  private account: Account | undefined;
  private request: LiveRequest | undefined;
  private readonly seenEventIds = new Set<string>();
  private buffer = '';
  private nextSequence = 1;
  private nextSegment = 0;
  private audioSequence: number;
  private ended = false;
  private queue = Promise.resolve();
  private queued = 0;

  constructor(setup: SessionSetup) {
    this.setup = setup;
    this.account = setup.account;
    this.frames = new LiveFrames(setup.world, setup.version);
    this.audioSequence = setup.world.character === 'rich' ? 7 : setup.world.character === 'odd' ? 0 : 1;
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
        this.fail(new LiveError('authentication_required', 'No auth event came in time.', { terminal: true }), undefined);
    }, this.setup.world.settings.authenticationTimeoutMs);
    timer.unref();
    this.setup.socket.once('close', () => clearTimeout(timer));
  }

  private receive(data: RawData, binary: boolean): void {
    if (this.ended) return;
    this.queued += 1;
    if (this.queued > longestQueue) {
      this.fail(new LiveError('client_backpressure', 'Too many events are waiting.', { terminal: true, retryable: true }), undefined);
      return;
    }
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    this.queue = this.queue
      .then(() => this.handleBytes(bytes, binary))
      .catch(() => this.setup.socket.terminate())
      .finally(() => (this.queued -= 1));
  }

  private async handleBytes(bytes: Buffer, binary: boolean): Promise<void> {
    if (this.ended) return;
    let replyTo: unknown;
    try {
      if (!binary) throw new LiveError('invalid_message', 'Frames must be binary.', { terminal: true });
      const frame = readFrame(bytes, this.setup.version);
      replyTo = frame['event_id'];
      this.note('in', frame);
      await this.handle(frame);
    } catch (error) {
      this.fail(asLiveError(error), replyTo);
    }
  }

  private async handle(frame: JsonObject): Promise<void> {
    const event = frame['event'];
    if (typeof event !== 'string' || clientFields[event] === undefined)
      throw new LiveError('invalid_message', 'Unknown event.', { path: 'event' });
    if (this.setup.version === 'v2') {
      const unknown = Object.keys(frame).find((name) => !clientFields[event]?.includes(name));
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
    else if (this.request === undefined) throw new LiveError('invalid_state', 'Send start first.');
    else await this.handleWork(event, this.request, frame);
  }

  private async handleWork(event: string, request: LiveRequest, frame: JsonObject): Promise<void> {
    if (event === 'input') await this.input(request, frame);
    if (event === 'text') this.text(request, frame);
    if (event === 'flush') await this.flush(request, frame);
    if (event === 'stop') this.stop(request);
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
    const order = readLiveOrder(this.setup.world, account, this.setup.version, frame['request']);
    const { request, work } = this.setup.requests.open(account, { id, mode, order, raw: frame['request'], retry });
    if (!work) {
      this.reportOld(request, frame['event_id']);
      return;
    }
    this.request = request;
    this.send('ready', this.frames.ready(request), frame['event_id']);
    if (this.setup.version === 'v2') for (const warning of order.warnings) this.send('warning', warning);
    if (this.setup.world.character === 'rich') this.send('provider_switched', { from: 'theta-cloud', to: 'iota-cloud', after_ms: 3.5 });
  }

  /** A request that exists gets its status; what follows is not shown, and differs. */
  private reportOld(request: LiveRequest, replyTo: unknown): void {
    this.send('request_status', this.frames.status(request), replyTo);
    const { character } = this.setup.world;
    if (character === 'odd') return;
    if (character === 'rich') this.send('finish', this.frames.finish(request, 'completed'));
    this.end(1000);
  }

  private async input(request: LiveRequest, frame: JsonObject): Promise<void> {
    if (request.mode !== 'simple') throw new LiveError('invalid_state', 'input is for simple mode.');
    const text = requireFrameText(frame, 10_000);
    const commit = frame['commit'] ?? true;
    if (typeof commit !== 'boolean') throw new LiveError('invalid_message', 'commit must be true or false.', { path: 'commit' });
    this.fill(text);
    if (this.setup.world.character === 'rich')
      this.send('input_ack', this.frames.inputAck(request, undefined, text.length, this.buffer.length), frame['event_id']);
    if (!commit) return;
    await this.speak(request, `simple-${this.nextSegment + 1}`);
    this.complete(request);
  }

  private text(request: LiveRequest, frame: JsonObject): void {
    if (request.mode !== 'reliable') throw new LiveError('invalid_state', 'text is for reliable mode.');
    const { sequence } = frame;
    if (sequence !== this.nextSequence)
      throw new LiveError('invalid_message', `sequence must be ${this.nextSequence}.`, { path: 'sequence' });
    const text = requireFrameText(frame, 2000);
    const before = request.texts[this.nextSequence - 1];
    if (before !== undefined && before !== text) throw conflict();
    this.fill(text);
    request.texts[this.nextSequence - 1] = text;
    this.nextSequence += 1;
    const accepted = countCharacters(text);
    this.send('input_ack', this.frames.inputAck(request, this.nextSequence - 1, accepted, countCharacters(this.buffer)), frame['event_id']);
  }

  private fill(text: string): void {
    if (countCharacters(this.buffer + text) > 10_000)
      throw new LiveError('segment_too_large', 'A segment has at most 10,000 characters.', { path: 'text' });
    this.buffer += text;
  }

  private async flush(request: LiveRequest, frame: JsonObject): Promise<void> {
    const simple = request.mode === 'simple';
    if (simple && this.setup.version === 'v2') throw new LiveError('invalid_state', 'flush is for reliable mode.');
    const id = frame['segment_id'] ?? (simple ? `simple-${this.nextSegment + 1}` : undefined);
    if (typeof id !== 'string' || id.length < 1 || id.length > 128)
      throw new LiveError('invalid_message', 'segment_id must have 1 to 128 characters.', { path: 'segment_id' });
    await this.speak(request, id, frame['event_id']);
  }

  /** Accepts the buffer as a segment, charges for it once, and sends its sound. */
  private async speak(request: LiveRequest, id: string, replyTo?: unknown): Promise<void> {
    const { world } = this.setup;
    const segment = this.acceptSegment(request, id);
    if (segment.charge === undefined || segment.charge.refunded) {
      if (unitsOf(request) + segment.units > 100_000)
        throw new LiveError('session_limit_exceeded', 'A session has at most 100,000 units.', { terminal: true });
      segment.charge = world.ledger.charge(
        request.account,
        'live',
        { credits: segment.units, quota: countCharacters(segment.text) },
        request.id,
      );
    }
    this.buffer = '';
    this.nextSegment += 1;
    if (request.mode === 'reliable') this.send('segment_accepted', this.frames.segmentAccepted(request, segment), replyTo);
    try {
      await this.sendSound(request, segment);
    } catch (error) {
      const failure = asLiveError(error);
      if (!failure.terminal) throw error;
      world.ledger.refund(request.account, segment.charge);
      request.state = failure.retryable ? 'failed_retryable' : 'failed_terminal';
      throw failure;
    }
  }

  private acceptSegment(request: LiveRequest, id: string): LiveSegment {
    if (this.buffer.trim() === '') throw new LiveError('empty_segment', 'There is no text to speak.');
    const before = request.segments[this.nextSegment];
    if (before !== undefined) {
      if (before.id !== id || before.text !== this.buffer) throw conflict();
      return before;
    }
    if (request.segments.some((each) => each.id === id))
      throw new LiveError('idempotency_conflict', 'segment_id was used before.', { path: 'segment_id' });
    const units = this.setup.world.character === 'rich' ? countCharacters(this.buffer) * 1.25 : countCharacters(this.buffer);
    const segment: LiveSegment = { id, text: this.buffer, units, charge: undefined, audio: undefined, completed: false };
    request.segments.push(segment);
    return segment;
  }

  private async sendSound(request: LiveRequest, segment: LiveSegment): Promise<void> {
    const { world, socket } = this.setup;
    const { character } = world;
    const packets = await speakSegment(world, request, segment, this.nextSegment === 1);
    const drop = world.faults.take('liveDrop');
    if (character === 'rich') this.send('usage', this.frames.usage(request, segment));
    for (const [index, packet] of packets.entries()) {
      if (this.ended) return;
      this.send('audio', this.frames.audio(request, segment, this.audioSequence, packet));
      this.audioSequence += character === 'rich' ? 3 : 1;
      if (character === 'rich' && index === 0)
        this.send('warning', { request_id: request.id, code: 'VOICE_BLEND', message: 'Two voices were blended.', ratio: 0.25 });
      if (drop) {
        socket.terminate();
        return;
      }
      do await new Promise((resolve) => setTimeout(resolve, world.settings.paceMs));
      while (socket.bufferedAmount > 4_000_000 && socket.readyState === socket.OPEN);
    }
    segment.completed = true;
    // Simple mode shows no events between audio and finish; the rich one sends them all the same.
    if (request.mode === 'simple' && character !== 'rich') return;
    if (character === 'bare') this.send('usage', this.frames.usage(request, segment));
    this.send('segment_completed', this.frames.segmentCompleted(request, segment));
    if (character === 'odd') this.send('usage', this.frames.usage(request, segment));
  }

  private stop(request: LiveRequest): void {
    if (request.mode === 'simple' && this.setup.version === 'v2') throw new LiveError('invalid_state', 'stop is for reliable mode.');
    this.complete(request);
  }

  private complete(request: LiveRequest): void {
    if (this.ended) return;
    request.state = 'completed';
    this.finish('completed', 1000);
  }

  private finish(reason: string, code: number): void {
    if (this.ended) return;
    this.send('finish', this.frames.finish(this.request, reason));
    this.end(code);
  }

  private fail(error: LiveError, replyTo: unknown): void {
    if (this.ended) return;
    this.send('error', this.frames.error(error, this.request), replyTo);
    if (!error.terminal) return;
    if (this.request !== undefined) this.finish('error', 1011);
    else this.end(1008);
  }

  private end(code: number): void {
    this.ended = true;
    this.setup.socket.close(code);
  }

  private lost(): void {
    this.ended = true;
    if (this.request?.state === 'running') this.request.state = 'failed_retryable';
  }

  private send(event: string, fields: JsonObject, replyTo?: unknown): void {
    const frame = this.frames.frame(event, fields, replyTo);
    this.note('out', frame);
    if (this.setup.socket.readyState === this.setup.socket.OPEN) this.setup.socket.send(encode(toClient(this.setup.version, frame)));
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

function requireFrameText(frame: JsonObject, most: number): string {
  const text = frame['text'];
  if (typeof text !== 'string' || text === '') throw new LiveError('invalid_message', 'text must not be empty.', { path: 'text' });
  if (countCharacters(text) > most) throw new LiveError('segment_too_large', `text has at most ${most} characters.`, { path: 'text' });
  return text;
}

function conflict(): LiveError {
  return new LiveError('idempotency_conflict', 'A retry must repeat the text, sequence and segment of the request.', { terminal: true });
}

function asLiveError(error: unknown): LiveError {
  if (error instanceof LiveError) return error;
  if (error instanceof Failure && error.status === 402) return new LiveError('quota_exceeded', error.message);
  return new LiveError('internal_error', error instanceof Error ? error.message : 'Unknown.', { terminal: true, retryable: true });
}
