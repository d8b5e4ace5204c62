import { randomUUID } from 'node:crypto';
import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { ClientEvent } from '#shared/wire/realtime.ts';
import { backoff } from '../service/exchange.ts';
import type { HeardAudio, HeardEvent, RealtimeSocket } from '../service/realtime/socket.ts';
import { headerLength } from './keep.ts';
import type { LogRecord } from './log-records.ts';
import { readyNews } from './news.ts';
import { FrameOrder, type Ordered } from './order.ts';
import { failureOfError, failureOfStatus } from './refusals.ts';
import { maximumRunning, type LiveRequest, type RequestEnd } from './request.ts';
import type { Segment } from './segments.ts';
import { Telling } from './telling.ts';
import { writeSegments, type Reply } from './writer.ts';

export type ConversationEnd =
  | {
      kind: 'finished';
      reason: RequestEnd['reason'];
      failure?: FailureError;
      because?: NonNullable<RequestEnd['because']>;
      /** The service said so on this connection: what it has not accepted by now, it never got. */
      orderly?: boolean;
    }
  /** It may go on over another connection. `came`: a phrase came through on this one. */
  | { kind: 'lost'; failure: FailureError; came: boolean }
  | { kind: 'failed'; failure: FailureError };

const usualPatienceMs = 180_000;

type Sound = Pick<HeardAudio, 'segmentId' | 'sequence' | 'audio'>;
type Heard<Name extends HeardEvent['event']> = Extract<HeardEvent, { event: Name }>;

/**
 * One connection of a request. What came since the last turn is put in order and into the log together, with one sync, and is then told in
 * its order. While that is on its way to the disk and the listener, more is read, and then goes there together; no more of it than a bound,
 * so that a service that is faster than either is held back by its socket.
 */
export class Conversation {
  readonly request: LiveRequest;
  readonly socket: RealtimeSocket;
  readonly #attempt: number;
  readonly #order = new FrameOrder<Sound>();
  readonly #over = new AbortController();
  readonly #outstanding: { eventId: string; answer: (reply: Reply) => void }[] = [];
  #moved: (() => void)[] = [];
  #writing: Promise<void> | undefined;
  readonly #telling: Telling;
  #end: ConversationEnd | undefined;
  #error: FailureError | undefined;
  #retryable = true;
  #ready = false;
  #running = 0;
  #heardAt = performance.now();
  #patience: NodeJS.Timeout | undefined;
  #came = false;
  /** Why the writer stopped sending: what waits goes into another request, or nowhere. */
  stopping: RequestEnd | undefined;

  constructor(request: LiveRequest, socket: RealtimeSocket, attempt: number) {
    this.request = request;
    this.socket = socket;
    this.#attempt = attempt;
    this.#telling = new Telling(request, () => socket.terminate());
  }

  get over(): AbortSignal {
    return this.#over.signal;
  }

  async hold(): Promise<ConversationEnd> {
    const end = await this.#listen();
    if (end.kind === 'finished' && end.orderly === true) await this.#takeBackUnsent();
    return end;
  }

  async #listen(): Promise<ConversationEnd> {
    const leave = (): void => this.socket.terminate();
    this.request.signal.addEventListener('abort', leave, { once: true });
    try {
      while (this.#end === undefined) {
        this.#wait();
        const events = await this.socket.take();
        clearTimeout(this.#patience);
        if (events.length === 0) return await this.#lost();
        if (events.some(({ event }) => event !== 'pong')) this.#heardAt = performance.now();
        await this.#turn(events);
      }
      await this.#telling.done();
      return this.#end;
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (!(thrown instanceof FailureError) && failure.kind === 'internal')
        this.request.tools.log.error('a realtime conversation failed', { error: String(thrown) });
      if (failure.kind === 'stream-interrupted') return await this.#lost(); // something was to be sent on a connection that is gone
      return { kind: 'failed', failure: new FailureError({ ...failure, charged: this.request.charged }, { cause: thrown }) };
    } finally {
      clearTimeout(this.#patience);
      this.request.signal.removeEventListener('abort', leave);
      this.#over.abort();
      for (const { answer } of this.#outstanding.splice(0)) answer({ kind: 'gone' });
      this.#wake();
      await this.#writing;
      this.socket.terminate();
    }
  }

  /** A service that answers pings and does nothing of what is waited for is lost too. */
  #wait(): void {
    const patience = this.request.plan.patienceMs ?? usualPatienceMs;
    const left = Math.max(1, this.#heardAt + patience - performance.now());
    this.#patience = setTimeout(() => {
      const waits = !this.#ready || this.#outstanding.length > 0 || this.inFlight > 0 || this.stopping !== undefined;
      if (waits) this.socket.terminate();
      else {
        this.#heardAt = performance.now();
        this.#wait();
      }
    }, left);
  }

  /** Ends the conversation from the writer's side. */
  finish(end: ConversationEnd): void {
    this.#end ??= end;
    this.socket.terminate();
  }

  /** Sends an event, and settles with what answers it, or when the connection is over. */
  async ask(event: ClientEvent & { eventId: string }): Promise<Reply> {
    const reply = new Promise<Reply>((resolve) => this.#outstanding.push({ eventId: event.eventId, answer: resolve }));
    if (this.over.aborted) return { kind: 'gone' };
    await this.socket.send(event);
    return reply;
  }

  /** Settles when a segment was completed, or the connection is over. */
  moved(): Promise<void> {
    return this.over.aborted ? Promise.resolve() : new Promise((resolve) => this.#moved.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#moved.splice(0)) wake();
  }

  get inFlight(): number {
    return this.request.segments.filter((segment) => segment.state === 'accepted').length;
  }

  async #lost(): Promise<ConversationEnd> {
    await this.#release();
    await this.#telling.done();
    if (this.#end !== undefined) return this.#end;
    if (this.#error !== undefined) return this.#asError(this.#error);
    return { kind: 'lost', failure: this.socket.ending(), came: this.#came };
  }

  #asError(failure: FailureError): ConversationEnd {
    return this.#retryable ? { kind: 'lost', failure, came: this.#came } : { kind: 'failed', failure };
  }

  /** First the disk, then whoever listens, then what the service waits for: that is done before anything more is read. */
  async #turn(events: readonly HeardEvent[]): Promise<void> {
    const records: LogRecord[] = [];
    const news: LiveEvent[] = [];
    const actions: (() => void | Promise<void>)[] = [];
    for (const event of events) {
      if (event.event === 'audio') this.#audio(event, records, news);
      else if (event.event === 'segment_completed') this.#completed(event, records, news);
      else {
        if (event.event === 'finish') this.#order.flush().forEach((one) => this.#ordered(one, records, news));
        this.#other(event, records, news, actions);
      }
    }
    await this.#telling.add(records, news);
    if (actions.length > 0) await this.#telling.done();
    for (const action of actions) await action();
    this.#wake();
  }

  #release(): Promise<void> {
    const records: LogRecord[] = [];
    const news: LiveEvent[] = [];
    for (const one of this.#order.flush()) this.#ordered(one, records, news);
    return this.#telling.add(records, news);
  }

  #audio(event: HeardAudio, records: LogRecord[], news: LiveEvent[]): void {
    if (this.#order.isOld(event.sequence)) return;
    const own = this.request.find(event.segmentId);
    const segmentId = own?.logged.segmentId ?? event.segmentId;
    let bytes = event.audio;
    let sum: number | undefined = event.sum;
    const header = event.sequence === 1 ? headerLength(this.request.plan.request.format, bytes) : 0;
    if (header > 0) {
      records.push({ t: 'header', bytes: bytes.subarray(0, header) });
      if (!this.request.headerTold) news.push({ type: 'header', bytes: Uint8Array.from(bytes.subarray(0, header)) });
      this.request.headerTold = true;
      bytes = bytes.subarray(header);
      sum = undefined;
    }
    // It is on the disk as it came, though it may be told later; what is there whole is not written again.
    if (own?.whole !== true) records.push({ t: 'audio', attempt: this.#attempt, sequence: event.sequence, segmentId, bytes, sum });
    for (const one of this.#order.push({ segmentId, sequence: event.sequence, audio: bytes })) this.#ordered(one, records, news);
  }

  #waitingGap: { missing: number } | undefined;

  #ordered(one: Ordered<Sound>, records: LogRecord[], news: LiveEvent[]): void {
    if (!('frame' in one)) {
      records.push({ t: 'gap', attempt: this.#attempt, after: one.after });
      this.#waitingGap = { missing: one.missing };
      return;
    }
    const segment = this.request.find(one.frame.segmentId);
    if (segment === undefined) return; // of no phrase of ours: kept, and told to nobody
    if (this.#waitingGap !== undefined) {
      // Nobody knows whose the missing frames were: the phrase before it may lack its end.
      const before = this.request.segments[this.request.segments.indexOf(segment) - 1];
      if (before !== undefined && before.state !== 'complete') before.gap(this.#waitingGap.missing);
      news.push(segment.gap(this.#waitingGap.missing));
      this.#waitingGap = undefined;
    }
    news.push(...segment.hear(one.frame.audio, this.#attempt));
  }

  #completed(event: Heard<'segment_completed'>, records: LogRecord[], news: LiveEvent[]): void {
    for (const one of this.#order.flush()) this.#ordered(one, records, news);
    const segment = this.request.find(event.segmentId);
    if (segment === undefined) return;
    this.#complete(segment, event.audioBytes, records, news);
  }

  #complete(segment: Segment, audioBytes: number | undefined, records: LogRecord[], news: LiveEvent[]): void {
    const { segmentId, phraseId: id } = segment.logged;
    const whole = !segment.hasGap && segment.arrived > 0 && (audioBytes === undefined || segment.arrived >= audioBytes);
    if (whole) records.push({ t: 'whole', attempt: this.#attempt, segmentId });
    const isNew = segment.state !== 'complete' || (whole && !segment.whole);
    segment.state = 'complete';
    segment.whole ||= whole;
    this.#came = true;
    if (isNew) news.push({ type: 'completed', id, segmentId, bytes: segment.arrived, whole: segment.whole });
  }

  #other(event: HeardEvent, records: LogRecord[], news: LiveEvent[], actions: (() => void | Promise<void>)[]): void {
    const { request } = this;
    switch (event.event) {
      case 'authenticated':
        actions.push(() => this.#start(false));
        break;
      case 'ready':
        if (!this.#ready) {
          const ready = readyNews(this.request.plan.operationId, event);
          news.push(ready, { type: 'state', state: 'ready' });
          if (ready.pcm !== undefined && request.log.pcm === undefined) records.push({ t: 'pcm', ...ready.pcm });
          actions.push(() => this.#begin());
        }
        break;
      case 'request_status':
        actions.push(() => this.#status(event));
        break;
      case 'input_ack':
        actions.push(() => this.#answer(event.inReplyTo, { kind: 'ok' }));
        break;
      case 'segment_accepted': {
        const segment = request.find(event.segmentId);
        if (segment !== undefined) {
          if (segment.state === 'sent') segment.state = 'accepted';
          const { segmentId, phraseId: id } = segment.logged;
          news.push({ type: 'accepted', id, segmentId, reservedUnits: event.reservedUnits });
        }
        actions.push(() => this.#answer(event.inReplyTo, { kind: 'ok' }));
        break;
      }
      case 'usage':
        request.quotaRemaining = event.quotaRemaining;
        news.push({ type: 'usage', sessionUnits: event.sessionUnits, quotaRemaining: event.quotaRemaining });
        break;
      case 'warning':
        news.push({
          type: 'warning',
          code: request.clean(event.code),
          message: request.clean(event.message),
          ...(event.path !== undefined && { path: request.clean(event.path) }),
        });
        break;
      case 'pong':
        if (event.clientTimestamp !== undefined)
          news.push({ type: 'latency', roundTripMs: Math.max(0, Date.now() - event.clientTimestamp) });
        break;
      case 'error':
        actions.push(() => this.#refused(event));
        break;
      case 'finish':
        actions.push(() => this.#finished(event));
        break;
      default:
        break;
    }
  }

  async #start(retryFailed: boolean): Promise<void> {
    this.request.started = true;
    await this.socket.send(this.request.start(retryFailed));
  }

  #begin(): void {
    this.#ready = true;
    void this.socket.send({ event: 'ping', eventId: randomUUID(), timestamp: Date.now() }).catch(() => undefined);
    this.#writing = writeSegments(this).catch((thrown: unknown) => {
      const failure = toFailure(thrown);
      if (failure.kind === 'stream-interrupted' || failure.kind === 'cancelled') return; // the reader tells
      if (!(thrown instanceof FailureError)) this.request.tools.log.error('a realtime writer failed', { error: String(thrown) });
      this.finish({ kind: 'failed', failure: new FailureError({ ...failure, charged: this.request.charged }) });
    });
  }

  /** The request is known: it runs elsewhere, is complete, or may be tried again with exactly the same words. */
  async #status(event: Heard<'request_status'>): Promise<void> {
    const { request } = this;
    if (event.state === 'completed') this.#end = { kind: 'finished', reason: 'more' };
    else if (event.state === 'running' && this.#running++ < maximumRunning) {
      await request.tools.clock.sleep(backoff(Math.min(this.#running, 3)), request.signal);
      await this.#start(false);
    } else if (event.state === 'failed_retryable' && request.isReliable) await this.#start(true);
    else this.#end = { kind: 'failed', failure: failureOfStatus(event, request.plan.requestId, request.charged) };
  }

  #answer(inReplyTo: string | undefined, reply: Reply): void {
    const at = inReplyTo === undefined ? 0 : this.#outstanding.findIndex((one) => one.eventId === inReplyTo);
    if (at < 0) return;
    this.#outstanding.splice(at, 1)[0]?.answer(reply);
  }

  #refused(event: Heard<'error'>): void {
    const { request } = this;
    const failure = failureOfError(event, request.clean(event.message), request.charged);
    if (event.terminal) {
      this.#error = failure;
      this.#retryable = event.retryable;
      return;
    }
    if (!this.#ready) this.#end = { kind: 'failed', failure };
    else if (this.#outstanding.length > 0) this.#answer(event.inReplyTo, { kind: 'refused', failure, code: event.code });
    else request.tools.log.warn('a realtime event was refused', { code: failure.failure.code });
  }

  #finished(event: Heard<'finish'>): Promise<void> | void {
    const { request } = this;
    const open = request.segments.filter((segment) => segment.state === 'accepted');
    if (event.reason === 'error' || this.#error !== undefined) {
      const failure = this.#error ?? fail('service-failed', 'The service ended the session with an error.', { charged: request.charged });
      this.#end = this.#asError(failure);
      return;
    }
    if (!request.isReliable) return this.#simpleFinished(event);
    // Orderly ends have told of every segment that was accepted; a drained or timed out request may leave some to be tried again.
    if (open.length > 0 && event.reason !== 'completed') {
      const failure = fail('stream-interrupted', 'The service ended the session before everything was spoken.', {
        charged: request.charged,
        next: 'retry',
      });
      this.#end = { kind: 'lost', failure, came: this.#came };
      return;
    }
    const because = event.reason === 'server_draining' ? 'draining' : event.reason === 'timeout' ? 'timeout' : undefined;
    this.#end = { kind: 'finished', ...(because && { because }), ...(this.stopping ?? { reason: 'more' }), orderly: true };
  }

  async #takeBackUnsent(): Promise<void> {
    for (const segment of this.request.segments.filter((one) => one.state === 'sent').reverse()) {
      await this.request.takeBack(segment);
      this.request.feed.unshift({ id: segment.logged.phraseId, text: segment.text });
    }
  }

  async #simpleFinished(event: Heard<'finish'>): Promise<void> {
    const segment = this.request.segments[0];
    if (event.reason !== 'completed' || segment === undefined) {
      const failure = fail('stream-interrupted', 'The service ended the session before everything was spoken.', {
        charged: this.request.charged,
      });
      this.#end = { kind: 'failed', failure };
      return;
    }
    const records: LogRecord[] = [];
    const news: LiveEvent[] = [];
    this.#complete(segment, undefined, records, news);
    await this.#telling.add(records, news);
    this.#end = { kind: 'finished', reason: 'more' };
  }
}
