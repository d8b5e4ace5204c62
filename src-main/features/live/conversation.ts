import { fail, FailureError, toFailure } from '#shared/failure.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { SentEvent } from '../../service-client/realtime/codec.ts';
import { socketLimits, type ReceivedEvent, type RealtimeSocket } from '../../service-client/realtime/socket.ts';
import { IncomingSound } from './incoming-sound.ts';
import type { LogRecord } from './log-records.ts';
import { inSequence } from './order.ts';
import { cleanWarning, readyEvent } from './ready-event.ts';
import { failureOfError, failureOfStatus, mayRetry } from './refusals.ts';
import type { ConversationEnd, RequestEnd } from './request-end.ts';
import type { LiveRequest } from './request.ts';
import type { Segment } from './segments.ts';
import { EventWriter } from './event-writer.ts';
import { writeSegments, type Outlet, type Reply } from './writer.ts';
import { message } from '#shared/messages/message.ts';

const usualPatienceMs = 180_000;

/** A client event that is not answered yet. */
interface Outstanding {
  event: SentEvent & { eventId: string };
  answer: (reply: Reply) => void;
}
type Received<Name extends ReceivedEvent['event']> = Extract<ReceivedEvent, { event: Name }>;

/**
 * One connection of a request. What came since the last turn is put in order and into the log together, with one sync, and is then sent in
 * its order. While that is on its way to the disk and the listener, more is read, and then goes there together; no more of it than a bound,
 * so that a service that is faster than either is held back by its socket.
 */
export class Conversation implements Outlet {
  readonly request: LiveRequest;
  readonly socket: RealtimeSocket;
  readonly #sound: IncomingSound;
  readonly #over = new AbortController();
  readonly #outstanding: Outstanding[] = [];
  #moved: (() => void)[] = [];
  #writing: Promise<void> | undefined;
  readonly #eventWriter: EventWriter;
  #end: ConversationEnd | undefined;
  /** An error that ends the connection; one that does not say so ends it where nothing follows but the close. */
  #error: { failure: FailureError; isTerminal: boolean; mayRetry: boolean } | undefined;
  #started = false;
  #ready = false;
  readonly #openedAt = performance.now();
  #receivedAt = performance.now();
  #patience: NodeJS.Timeout | undefined;
  #came = false;
  /** Why the writer stopped sending: what waits goes into another request, or nowhere. */
  stopping: RequestEnd | undefined;

  constructor(request: LiveRequest, socket: RealtimeSocket, attempt: number) {
    this.request = request;
    this.socket = socket;
    this.#sound = new IncomingSound(request, attempt);
    this.#eventWriter = new EventWriter(request, () => socket.terminate());
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
        if (events.some(({ event }) => event !== 'pong')) this.#receivedAt = performance.now();
        await this.#turn(events);
      }
      await this.#eventWriter.done();
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
    const bound = this.#started ? patience : Math.min(patience, socketLimits.handshakeMs);
    const since = this.#started ? this.#receivedAt : this.#openedAt;
    const left = Math.max(1, since + bound - performance.now());
    this.#patience = setTimeout(() => {
      if (!this.#started) {
        this.finish(this.#neverAuthenticated(bound));
        return;
      }
      const waits = !this.#ready || this.#outstanding.length > 0 || this.inFlight > 0 || this.stopping !== undefined;
      if (waits) this.socket.terminate();
      else {
        this.#receivedAt = performance.now();
        this.#wait();
      }
    }, left);
  }

  /** Nothing of this connection has left yet. What an earlier one has sent may be gone on with. */
  #neverAuthenticated(afterMs: number): ConversationEnd {
    const seconds = Math.max(1, Math.round(afterMs / 1000));
    const failure = fail('service-timeout', message('live.keyNotConfirmed', seconds), {
      charged: this.request.charged,
      next: 'check-connection',
    });
    return this.request.started ? { kind: 'lost', failure, came: false } : { kind: 'failed', failure };
  }

  /** Ends the conversation from the writer's side. */
  finish(end: ConversationEnd): void {
    this.#end ??= end;
    this.socket.terminate();
  }

  /** Sends an event, and settles with what answers it, or when the connection is over. */
  async ask(event: SentEvent & { eventId: string }): Promise<Reply> {
    const reply = new Promise<Reply>((resolve) => this.#outstanding.push({ event, answer: resolve }));
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
    await this.#eventWriter.done();
    if (this.#end !== undefined) return this.#end;
    if (this.#error !== undefined) return this.#asError(this.#error);
    return { kind: 'lost', failure: this.socket.ending(), came: this.#came };
  }

  #asError({ failure, mayRetry: retryable }: { failure: FailureError; mayRetry: boolean }): ConversationEnd {
    return retryable ? { kind: 'lost', failure, came: this.#came } : { kind: 'failed', failure };
  }

  /** First the disk, then the listeners, then what the service waits for: that is done before anything more is read. */
  async #turn(events: readonly ReceivedEvent[]): Promise<void> {
    const records: LogRecord[] = [];
    const outgoing: LiveEvent[] = [];
    const actions: (() => void | Promise<void>)[] = [];
    for (const event of inSequence(events)) {
      if (event.event === 'audio') this.#sound.take(event, records, outgoing);
      else this.#other(event, records, outgoing, actions);
    }
    await this.#eventWriter.add(records, outgoing);
    if (actions.length > 0) await this.#eventWriter.done();
    for (const action of actions) if (this.#end === undefined) await action();
    this.#wake();
  }

  #complete(segment: Segment, audioBytes: number | undefined, records: LogRecord[], outgoing: LiveEvent[]): void {
    const { segmentId, phraseId: id } = segment.logged;
    // Some services count the header of the format too.
    const missing = Math.max(0, (audioBytes ?? 0) - segment.arrived - segment.headerBytes);
    const whole = segment.arrived > 0 && missing === 0;
    if (missing > 0 && segment.arrived > 0 && !segment.whole) outgoing.push(segment.gap(missing));
    if (whole) records.push({ t: 'whole', attempt: this.#sound.attempt, segmentId });
    const isNew = segment.state !== 'complete' || (whole && !segment.whole);
    segment.state = 'complete';
    segment.whole ||= whole;
    this.#came = true;
    if (isNew) outgoing.push({ type: 'completed', id, segmentId, bytes: segment.arrived, whole: segment.whole });
  }

  #other(
    event: Exclude<ReceivedEvent, { event: 'audio' }>,
    records: LogRecord[],
    outgoing: LiveEvent[],
    actions: (() => void | Promise<void>)[],
  ): void {
    const { request } = this;
    const isAfterError = event.event !== 'error' && event.event !== 'finish' && event.event !== 'pong';
    if (isAfterError && this.#error?.isTerminal === false) this.#error = undefined; // it went on
    switch (event.event) {
      case 'authenticated':
        if (!this.#started) actions.push(() => this.#start());
        break;
      case 'ready':
        if (!this.#ready) {
          request.answeredFormat(event.format);
          const ready = readyEvent(request, event);
          outgoing.push(ready, { type: 'state', state: 'ready' });
          if (ready.pcm !== undefined && request.log.pcm === undefined) records.push({ t: 'pcm', ...ready.pcm });
          this.#sound.knowsPcm = ready.pcm !== undefined;
          actions.push(() => this.#begin());
        }
        break;
      case 'request_status':
        actions.push(() => void (this.#end = this.#endOfStatus(event)));
        break;
      case 'input_ack':
        actions.push(() => this.#answer('text', event.inReplyTo));
        break;
      case 'segment_accepted': {
        const segment = this.#acceptedSegment(event);
        if (segment !== undefined) {
          if (segment.state === 'sent') segment.state = 'accepted';
          const { segmentId, phraseId: id } = segment.logged;
          const { reservedUnits } = event;
          outgoing.push({ type: 'accepted', id, segmentId, ...(reservedUnits !== undefined && { reservedUnits }) });
        }
        actions.push(() => this.#answer('flush', event.inReplyTo, segment));
        break;
      }
      case 'segment_completed': {
        const segment = event.segmentId === undefined ? request.current : request.find(event.segmentId);
        if (segment === undefined) break;
        this.#complete(segment, event.audioBytes, records, outgoing);
        actions.push(() => this.#answer('flush', undefined, segment));
        break;
      }
      case 'usage': {
        const { sessionUnits, quotaRemaining } = event;
        request.quotaRemaining = quotaRemaining ?? request.quotaRemaining;
        outgoing.push({
          type: 'usage',
          ...(sessionUnits !== undefined && { sessionUnits }),
          ...(quotaRemaining !== undefined && { quotaRemaining }),
        });
        break;
      }
      case 'warning':
        outgoing.push({ type: 'warning', ...cleanWarning(request, event) });
        break;
      case 'pong':
        if (event.roundTripMs !== undefined) outgoing.push({ type: 'latency', roundTripMs: event.roundTripMs });
        break;
      case 'error':
        actions.push(() => this.#refused(event));
        break;
      case 'finish':
        actions.push(() => this.#finished(event));
        break;
    }
  }

  /** By its id, by the flush that it answers, or the first that waits for it. A service may go on with an id of its own choice. */
  #acceptedSegment({ segmentId, inReplyTo }: Received<'segment_accepted'>): Segment | undefined {
    const { request } = this;
    const named = segmentId === undefined ? undefined : request.find(segmentId);
    const flush = this.#outstanding.find(({ event }) => event.eventId === inReplyTo)?.event;
    const flushed = flush?.event === 'flush' && flush.segmentId !== undefined ? request.find(flush.segmentId) : undefined;
    const segment = named ?? flushed ?? request.segments.find(({ state }) => state === 'sent');
    if (segment !== undefined) segment.serviceId = segmentId ?? segment.serviceId;
    return segment;
  }

  async #start(): Promise<void> {
    this.#started = true;
    await this.socket.send(this.request.start());
  }

  #begin(): void {
    this.#ready = true;
    this.socket.ping();
    this.#writing = writeSegments(this).catch((thrown: unknown) => {
      const failure = toFailure(thrown);
      if (failure.kind === 'stream-interrupted' || failure.kind === 'cancelled') return; // the reader tells
      if (!(thrown instanceof FailureError)) this.request.tools.log.error('a realtime writer failed', { error: String(thrown) });
      this.finish({ kind: 'failed', failure: new FailureError({ ...failure, charged: this.request.charged }) });
    });
  }

  /**
   * The request is known: it runs elsewhere, is complete, or may be tried again with exactly the same words, which takes another connection
   * (interface, "Realtime request status"). A state that nobody knows may be one of a request that runs.
   */
  #endOfStatus(status: Received<'request_status'>): ConversationEnd {
    const { request } = this;
    if (status.state === 'completed') return { kind: 'finished', reason: 'more' };
    const mayBeTried = status.state === 'failed_retryable' && request.isReliable;
    const isOver = status.state === 'failed_terminal' || status.state === 'failed_retryable';
    if (isOver && !mayBeTried) return { kind: 'failed', failure: failureOfStatus(status, request) };
    return { kind: 'again', status, retryFailed: mayBeTried };
  }

  /** Settles what an event of the service answers: by its id, else the first of its kind. What was sent before a segment's flush came with it. */
  #answer(kind: 'text' | 'flush', inReplyTo: string | undefined, segment?: Segment): void {
    const byId = inReplyTo === undefined ? -1 : this.#outstanding.findIndex(({ event }) => event.eventId === inReplyTo);
    const bySegment = ({ event }: Outstanding): boolean =>
      event.event === 'flush' && segment !== undefined && event.segmentId === segment.logged.segmentId;
    const byKind = ({ event }: Outstanding): boolean => event.event === 'text';
    const at = byId >= 0 ? byId : this.#outstanding.findIndex(kind === 'flush' ? bySegment : byKind);
    const answered = this.#outstanding[at]?.event.event;
    // A simple input is answered by its sound, or refused.
    if (answered === undefined || answered === 'input') return;
    const from = answered === 'flush' ? 0 : at;
    for (const { answer } of this.#outstanding.splice(from, at - from + 1)) answer({ kind: 'ok' });
  }

  /** Whether an error refuses one event or ends the connection may not be said: then it does what it answers, and ends what is closed behind it. */
  #refused(event: Received<'error'>): void {
    const { request } = this;
    const failure = failureOfError(event, request.clean(event.message), request.charged);
    if (event.terminal !== false) this.#error = { failure, isTerminal: event.terminal === true, mayRetry: mayRetry(event) };
    if (event.terminal === true) return;
    const at = event.inReplyTo === undefined ? 0 : this.#outstanding.findIndex((one) => one.event.eventId === event.inReplyTo);
    if (!this.#ready) this.#end = this.#error === undefined ? { kind: 'failed', failure } : this.#asError(this.#error);
    else if (this.#outstanding[at] === undefined) request.tools.log.warn('a realtime event was refused', { code: failure.failure.code });
    else this.#outstanding.splice(at, 1)[0]?.answer({ kind: 'refused', failure, code: event.code });
  }

  #finished(event: Received<'finish'>): Promise<void> | void {
    const { request } = this;
    const open = request.segments.filter((segment) => segment.state === 'accepted');
    if (event.reason === 'error' || this.#error?.isTerminal === true) {
      const failure = fail('service-failed', message('live.endedWithError'), { charged: request.charged });
      this.#end = this.#asError(this.#error ?? { failure, mayRetry: true });
      return;
    }
    if (!request.isReliable) return this.#simpleFinished(event);
    // Orderly ends name every segment that was accepted; a drained or timed out request may leave some to be tried again.
    if (open.length > 0 && event.reason !== 'completed') {
      const failure = fail('stream-interrupted', message('live.endedEarly'), {
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

  async #simpleFinished(event: Received<'finish'>): Promise<void> {
    const segment = this.request.segments[0];
    if (event.reason === 'timeout' || event.reason === 'server_draining' || segment === undefined) {
      const failure = fail('stream-interrupted', message('live.endedEarly'), {
        charged: this.request.charged,
      });
      this.#end = { kind: 'failed', failure };
      return;
    }
    const records: LogRecord[] = [];
    const outgoing: LiveEvent[] = [];
    this.#complete(segment, undefined, records, outgoing);
    await this.#eventWriter.add(records, outgoing);
    this.#end = { kind: 'finished', reason: 'more' };
  }
}
