import { randomUUID } from 'node:crypto';
import { type WebSocket } from 'ws';
import {
  type ClientEvent,
  type FinishReason,
  realtimeLimits,
  type RealtimeVersion,
  type RequestState,
  type Said,
  type StartEvent,
} from '#shared/wire/realtime.ts';
import { snakeNames } from '#shared/wire/realtime-spelling.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Struck } from '../faults/faults.ts';
import { type Service } from '../service.ts';
import { Cut } from './cut.ts';
import { Outlet } from './outlet.ts';
import { decodeFrame, readEvent, spelled, type ReadEvent } from './read-event.ts';
import { asRefusal, Refusal, refusalOfStatus } from './refusal.ts';
import { type RealtimeRequests } from './requests.ts';
import { Run } from './run.ts';
import { type RealtimeSettings } from './settings.ts';
import { readStart, readyOf, statusOf } from './start.ts';
import { type Tickets } from './tickets.ts';

/** Events that wait for the one before them; beyond that the socket is not read. */
const inboxMaximum = 32;

export interface SessionParts {
  service: Service;
  requests: RealtimeRequests;
  tickets: Tickets;
  settings: RealtimeSettings;
  version: RealtimeVersion;
  /** The bearer's account; undefined for a browser, whose ticket is to come. */
  account: Account | undefined;
  origin: string | undefined;
  host: string | undefined;
  traceId: string;
  /** Called when the account of a browser is known; false when it has too many sessions. */
  admit: (account: Account) => boolean;
}

/**
 * One realtime connection (interface, "Realtime TTS v2", "v3"): authentication, the start of its one request, and the order of its
 * events. Both versions are the same machine; names are spelled at the edges.
 */
export class Session {
  readonly id = `ses_${randomUUID()}`;
  readonly #parts: SessionParts;
  readonly #socket: WebSocket;
  readonly #outlet: Outlet;
  readonly #cut: Cut;
  readonly #inbox: { bytes: Buffer; binary: boolean }[] = [];
  readonly #eventIds = new Set<string>();
  #account: Account | undefined;
  #run: Run | undefined;
  #busy = false;
  #ended = false;
  #draining = false;
  #refused = 0;
  #taken = 0;
  #timer: NodeJS.Timeout | undefined;
  #missedBeats = 0;

  constructor(socket: WebSocket, parts: SessionParts) {
    this.#parts = parts;
    this.#socket = socket;
    this.#account = parts.account;
    const { unreadBytes, stallMs } = parts.settings;
    this.#cut = new Cut(() => this.#drop());
    this.#outlet = new Outlet(socket, { unreadBytes, stallMs }, () =>
      this.#refuse(
        new Refusal('client_backpressure', 'The client does not read its audio', { retryable: true, terminal: true, stage: 'delivery' }),
      ),
    );
    socket.on('message', (data, binary) => this.#arrived(data as Buffer, binary));
    socket.on('pong', () => (this.#missedBeats = 0));
    // What the library refuses, such as a frame over the limit, it closes with the right code itself.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#gone());
    if (this.#account === undefined) this.#timer = setTimeout(() => this.#late(), parts.settings.authenticationMs);
    else this.#greet(undefined);
  }

  /** A turn of the heartbeat; a half-open connection does not answer and is dropped. */
  beat(): void {
    if (this.#socket.isPaused) return;
    this.#missedBeats += 1;
    if (this.#missedBeats > 2) this.#socket.terminate();
    else this.#socket.ping();
  }

  /** The service goes away: at once, whatever is under way. */
  shutDown(): void {
    if (this.#ended) return;
    if (this.#run?.open === true) {
      const error = new Refusal('connection_closed', 'The service is closing', { retryable: true, terminal: true });
      this.#say(this.#errorOf(error));
      this.#fail('failed_retryable', error, false);
    }
    this.#finish('server_draining', 1001);
  }

  #greet(inReplyTo: string | undefined): void {
    const account = this.#account;
    if (account === undefined) return;
    const { service, version } = this.#parts;
    const quota = service.accounts.profile(account).api_quota_remaining;
    this.#say({ event: 'authenticated', sessionId: this.id, site: 'local', protocolVersion: version, quota }, inReplyTo);
    this.#waitForClient();
  }

  #late(): void {
    this.#refuse(new Refusal('authentication_required', 'No auth event came in time', { terminal: true, stage: 'authentication' }));
  }

  #waitForClient(): void {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    this.#timer = setTimeout(() => {
      if (this.#run?.busy === true) {
        this.#waitForClient();
        return;
      }
      this.#fail('failed_retryable', new Refusal('connection_closed', 'The client was silent for too long'), false);
      this.#finish('timeout', 1000);
    }, this.#parts.settings.idleMs);
  }

  // — What comes in —

  #arrived(bytes: Buffer, binary: boolean): void {
    this.#missedBeats = 0;
    if (this.#ended) return;
    this.#inbox.push({ bytes, binary });
    if (this.#inbox.length >= inboxMaximum) this.#socket.pause();
    if (this.#busy) return;
    this.#work().catch((error: unknown) => {
      console.error(error);
      this.#drop();
    });
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#inbox.shift(); next !== undefined && !this.#ended; next = this.#inbox.shift()) {
      await this.#take(next.bytes, next.binary);
      // A client that asks without reading the answers is not read either.
      if (this.#outlet.full) {
        this.#socket.pause();
        await this.#outlet.room();
      }
      if (this.#inbox.length < inboxMaximum && this.#socket.isPaused) this.#socket.resume();
    }
    this.#busy = false;
  }

  async #take(bytes: Buffer, binary: boolean): Promise<void> {
    let inReplyTo: string | undefined;
    try {
      if (!binary) throw new Refusal('invalid_message', 'Frames must be binary MessagePack, not text', { terminal: true, closeCode: 1003 });
      this.#taken += 1;
      if (this.#taken > realtimeLimits.eventsOfSession) {
        throw new Refusal('session_limit_exceeded', `A session takes at most ${realtimeLimits.eventsOfSession} events`, { terminal: true });
      }
      const frame = decodeFrame(bytes);
      const eventId = frame[spelled(this.#parts.version, 'eventId')];
      if (typeof eventId === 'string') inReplyTo = eventId.slice(0, realtimeLimits.idCharacters);
      const read = readEvent(this.#parts.version, frame);
      this.#refuseUnknown(read);
      const struck = this.#parts.service.faults.strikeEvent(read.event.event);
      await this.#strike(struck);
      if (this.#ended || this.#draining) return;
      this.#act(read, struck, inReplyTo);
      this.#waitForClientUnlessStranger();
    } catch (error) {
      if (error instanceof Dropped) return;
      this.#refuse(asRefusal(error), inReplyTo);
    }
  }

  #waitForClientUnlessStranger(): void {
    if (this.#account !== undefined) this.#waitForClient();
  }

  /** Faults that come before the event is looked at. */
  async #strike(struck: Struck): Promise<void> {
    await struck.wait();
    if (struck.of('drop-before-charge')) {
      this.#drop();
      throw new Dropped();
    }
    const status = struck.of('status');
    if (status) throw refusalOfStatus(status.status, status.code, status.message);
    this.#cut.set(struck);
    if (struck.of('drain')) this.#drain();
  }

  /** Fields beside `request`; those within are the plan's business. */
  #refuseUnknown({ event, unknown }: ReadEvent): void {
    const own = unknown.filter((path) => !path.startsWith('request.'));
    const first = own[0];
    if (first === undefined) return;
    if (this.#parts.version === 'v2') throw new Refusal('invalid_message', `${first}: is not a field of ${event.event}`, { path: first });
    if (event.event === 'start') return;
    for (const path of own)
      this.#say({ event: 'warning', code: 'unknown_parameter', message: `${path}: is not known; it was ignored`, path });
  }

  #act({ event, unknown }: ReadEvent, struck: Struck, inReplyTo: string | undefined): void {
    if (event.event === 'auth') {
      this.#authenticate(event.token, inReplyTo);
      return;
    }
    if (this.#account === undefined) {
      throw new Refusal('authentication_required', 'The first event must be auth', { terminal: true, stage: 'authentication' });
    }
    if (event.event === 'start') {
      this.#checkIdentity(event, event.mode === 'reliable');
      this.#start(this.#account, event, unknown, inReplyTo);
      return;
    }
    this.#checkIdentity(event, this.#run?.mode === 'reliable');
    const run = this.#run;
    if (event.event === 'ping') {
      const fields = {
        ...(run && { requestId: run.requestId }),
        ...(event.timestamp !== undefined && { clientTimestamp: event.timestamp }),
      };
      this.#say({ event: 'pong', sessionId: this.id, ...fields }, inReplyTo);
      return;
    }
    if (run === undefined) throw new Refusal('invalid_state', `${event.event}: comes after start`);
    run.take(event, struck, inReplyTo);
  }

  /** In reliable mode every event has an id of its own; elsewhere one that is sent twice is a mistake too. */
  #checkIdentity(event: ClientEvent, required: boolean): void {
    const path = spelled(this.#parts.version, 'eventId');
    if (event.eventId === undefined) {
      if (required) throw new Refusal('invalid_message', `${path}: is required in reliable mode`, { path });
      return;
    }
    if (this.#eventIds.has(event.eventId)) throw new Refusal('invalid_message', `${path}: was used before in this session`, { path });
    this.#eventIds.add(event.eventId);
  }

  #authenticate(token: string, inReplyTo: string | undefined): void {
    if (this.#account !== undefined) throw new Refusal('already_authenticated', 'This session is authenticated already');
    const account = this.#parts.tickets.redeem(token, this.#parts.origin, this.#parts.host);
    if (!this.#parts.admit(account)) {
      throw new Refusal('session_limit_exceeded', 'The account has too many sessions', { retryable: true, terminal: true });
    }
    this.#account = account;
    this.#greet(inReplyTo);
  }

  #start(account: Account, event: StartEvent, unknown: readonly string[], inReplyTo: string | undefined): void {
    if (this.#run !== undefined) throw new Refusal('invalid_state', 'One connection carries one request; it was started already');
    const { service, requests, version, settings } = this.#parts;
    const { plan, requestId, fingerprint, found } = readStart(this.#parts, account, event, unknown);
    if (found !== undefined && !(found.state === 'failed_retryable' && event.retryFailed)) {
      this.#say(statusOf(requests, account, found), inReplyTo);
      return;
    }
    const kept = found === undefined ? [] : requests.rerun(found.number);
    const number = found?.number ?? requests.begin(account, requestId, { fingerprint, mode: event.mode, format: plan.format });
    const run = new Run({
      service,
      requests,
      providerMs: settings.providerMs,
      version,
      account,
      sessionId: this.id,
      number,
      requestId,
      mode: event.mode,
      plan,
      kept,
      say: (said, reply, written) => this.#say(said, reply, written),
      room: () => this.#outlet.room(),
      trim: (bytes) => this.#cut.trim(bytes),
      drop: () => this.#drop(),
      finished: () => this.#finish(this.#draining && !run.completed ? 'server_draining' : 'completed', 1000),
      failed: (error) => this.#refuse(asRefusal(error)),
    });
    this.#run = run;
    this.#say(readyOf(event, plan, version, { requestId, sessionId: this.id, ...run.pcm }), inReplyTo);
    if (version === 'v2') for (const warning of plan.warnings) this.#say({ event: 'warning', requestId, ...warning });
  }

  // — What goes out —

  #say(said: Said, inReplyTo?: string, written?: () => void): void {
    if (this.#socket.readyState !== this.#socket.OPEN || this.#cut.isCut) return;
    const fields = {
      ...said,
      eventId: `evt_${randomUUID()}`,
      traceId: this.#parts.traceId,
      timestamp: Date.now(),
      ...(inReplyTo !== undefined && { inReplyTo }),
    };
    const cut = this.#cut.sent();
    this.#outlet.send(this.#parts.version === 'v2' ? (snakeNames(fields) as object) : fields, () => {
      written?.();
      cut?.();
    });
  }

  #errorOf(error: Refusal): Extract<Said, { event: 'error' }> {
    const { code, message, retryable, terminal, stage, path } = error;
    return {
      event: 'error',
      ...(this.#run && { requestId: this.#run.requestId }),
      sessionId: this.id,
      code,
      message,
      retryable,
      terminal,
      ...(stage !== undefined && { stage }),
      ...(path !== undefined && { path }),
    };
  }

  #refuse(error: Refusal, inReplyTo?: string): void {
    if (this.#ended) return;
    this.#refused += 1;
    const last = this.#refused >= realtimeLimits.refusedEvents && !error.terminal;
    const refusal = last
      ? new Refusal(error.code, `${error.message}; too many events were refused`, { terminal: true, stage: error.stage, path: error.path })
      : error;
    this.#say(this.#errorOf(refusal), inReplyTo);
    if (!refusal.terminal) return;
    // A failure that is not the client's doing gives back what was charged for the segment.
    const ours = ['provider_unavailable', 'provider_timeout', 'generation_failed', 'billing_failed', 'internal_error'].includes(
      refusal.code,
    );
    this.#fail(ours && !refusal.retryable ? 'failed_terminal' : 'failed_retryable', refusal, ours);
    if (this.#run === undefined) this.#close(refusal.closeCode);
    else this.#finish('error', ours ? 1011 : refusal.closeCode);
  }

  #drain(): void {
    this.#draining = true;
    if (this.#run === undefined) {
      this.#finish('server_draining', 1001);
      return;
    }
    this.#run.drain();
  }

  #fail(state: RequestState, error: Refusal, refundAll: boolean): void {
    try {
      this.#run?.fail(state, error, refundAll);
    } catch (thrown) {
      // The database of a service that is closing, or a full disk; the next start clears up.
      console.error(thrown);
    }
  }

  #finish(reason: FinishReason, code: number): void {
    if (this.#ended) return;
    this.#say({
      event: 'finish',
      ...(this.#run && { requestId: this.#run.requestId }),
      sessionId: this.id,
      reason,
      units: this.#run?.units ?? 0,
    });
    this.#close(code);
  }

  #close(code: number): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#inbox.length = 0;
    if (this.#socket.isPaused) this.#socket.resume();
    this.#socket.close(code);
    // A client that does not answer the closing is dropped.
    this.#timer = setTimeout(() => this.#socket.terminate(), this.#parts.settings.closeMs);
  }

  /** Cuts the connection without a word; nothing more is taken from it. */
  #drop(): void {
    this.#ended = true;
    this.#inbox.length = 0;
    this.#socket.terminate();
  }

  #gone(): void {
    clearTimeout(this.#timer);
    this.#outlet.close();
    this.#ended = true;
    this.#inbox.length = 0;
    this.#fail('failed_retryable', new Refusal('connection_closed', 'The connection ended before the request did'), false);
  }
}

/** Ends the work on an event without an answer. */
class Dropped extends Error {}
