import { randomUUID } from 'node:crypto';
import { fail, FailureError, toFailure, type Charged } from '#shared/failure.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { ClientEvent, RealtimeFormat, RealtimeMode, RealtimeRequest, RealtimeVersion } from '#shared/wire/realtime.ts';
import type { Clock } from '../ledger/attempts.ts';
import type { Log } from '../platform.ts';
import { cleanText } from '../service/answers.ts';
import { backoff } from '../service/exchange.ts';
import type { RealtimeSocket } from '../service/realtime/socket.ts';
import type { RealtimeResource } from '../service/resources/realtime.ts';
import { Conversation, type ConversationEnd } from './conversation.ts';
import type { Feed } from './feed.ts';
import { headerLength } from './keep.ts';
import type { LiveLog } from './log.ts';
import { Segment } from './segments.ts';

/** Connections that may be lost one after another without a single phrase coming through. */
const maximumLosses = 5;
/** How often a request that is still `running` elsewhere is asked for. */
export const maximumRunning = 30;

export interface RequestPlan {
  operationId: string;
  requestId: string;
  version: RealtimeVersion;
  mode: RealtimeMode;
  request: RealtimeRequest & { modelId: string; format: RealtimeFormat };
  /** Units of one session, and characters of one segment, at most. */
  sessionUnits: number;
  segmentCharacters: number;
  /** Milliseconds without a word of what is waited for, after which a connection counts as lost. */
  patienceMs?: number;
}

export interface RequestTools {
  realtime: RealtimeResource;
  log: Log;
  clock: Clock;
  /** What the service may say back is cleaned of it. */
  clean?: (said: string) => string;
}

/** How a request ended that did not fail. `more`: the service ended it, and what waits goes into another. */
export interface RequestEnd {
  reason: 'completed' | 'more' | 'quota';
  failure?: FailureError;
  /** Why there is more to come in another one. */
  because?: 'draining' | 'timeout' | 'units';
}

/**
 * One realtime request, over as many connections as it takes (failure rules, "realtime simple" and "realtime reliable"). What is sent is in
 * the log before it leaves, what comes is in it before it is told on, and what was told is never told again.
 */
export class LiveRequest {
  readonly plan: RequestPlan;
  readonly log: LiveLog;
  readonly feed: Feed;
  readonly tools: RequestTools;
  readonly segments: Segment[] = [];
  readonly #tell: (event: LiveEvent) => Promise<void> | undefined;
  readonly #signal: AbortSignal;
  /** The service may know of this request. */
  started = false;
  headerTold = false;
  quotaRemaining: number | undefined;
  attempt: number;
  #sequence = 0;
  #losses = 0;

  constructor(parts: {
    plan: RequestPlan;
    log: LiveLog;
    feed: Feed;
    tools: RequestTools;
    tell: (event: LiveEvent) => Promise<void> | undefined;
    signal: AbortSignal;
  }) {
    this.plan = parts.plan;
    this.log = parts.log;
    this.feed = parts.feed;
    this.tools = parts.tools;
    this.#tell = parts.tell;
    this.#signal = parts.signal;
    for (const logged of parts.log.standing()) {
      const segment = new Segment(logged);
      if (parts.log.isWhole(logged.segmentId)) segment.known();
      this.segments.push(segment);
      this.#sequence = logged.first + logged.texts.length - 1;
    }
    this.attempt = parts.log.nextAttempt();
  }

  get signal(): AbortSignal {
    return this.#signal;
  }

  get isReliable(): boolean {
    return this.plan.mode === 'reliable';
  }

  get units(): number {
    return this.segments.reduce((sum, segment) => sum + segment.text.length, 0);
  }

  async tell(events: readonly LiveEvent[]): Promise<void> {
    for (const event of events) {
      const room = this.#tell(event);
      if (room !== undefined) await room;
    }
  }

  clean(said: string): string {
    return this.tools.clean?.(said) ?? cleanText(said, undefined);
  }

  /** What is known of the charge when the request fails now: of all of it, so that what is open can be gone on with. */
  get charged(): Charged {
    if (this.segments.length === 0) return 'no';
    return this.segments.every((segment) => segment.state === 'complete') ? 'yes' : 'unknown';
  }

  find(segmentId: string): Segment | undefined {
    // A simple request has one segment, which the service names as it likes.
    return this.isReliable ? this.segments.find((segment) => segment.logged.segmentId === segmentId) : this.segments[0];
  }

  /** Writes a phrase down; only then may it be sent. */
  async record(phraseId: string, texts: string[]): Promise<Segment> {
    const segmentId = this.isReliable ? `s${this.log.segments.length + 1}-${phraseId.slice(0, 64)}` : 'segment-1';
    const logged = { segmentId, phraseId, first: this.#sequence + 1, texts };
    await this.log.append([{ t: 'segment', segment: logged }]);
    this.#sequence += texts.length;
    const segment = new Segment(logged);
    this.segments.push(segment);
    return segment;
  }

  /** The service did not take it: it is none of the request's, and its phrase may be said elsewhere. */
  async takeBack(segment: Segment): Promise<void> {
    const { segmentId } = segment.logged;
    await this.log.append([{ t: 'refused', segmentId }]);
    this.segments.splice(this.segments.indexOf(segment), 1);
  }

  /** Settles when the request is over. Throws `FailureError`, whose `charged` counts all that was sent. */
  async run(): Promise<RequestEnd> {
    for (;;) {
      this.#checkStopped();
      const end = await this.#converse();
      if (end.kind === 'finished') {
        await this.mend();
        await this.#tellUnspoken();
        const { reason, failure, because } = end;
        return { reason, ...(failure !== undefined && { failure }), ...(because !== undefined && { because }) };
      }
      this.#checkStopped();
      if (end.kind === 'failed') throw end.failure;
      await this.#afterLoss(end);
    }
  }

  #checkStopped(): void {
    if (this.#signal.aborted) throw fail('cancelled', 'Stopped.', { charged: this.charged });
  }

  async #converse(): Promise<ConversationEnd> {
    let socket: RealtimeSocket;
    try {
      await this.tell([{ type: 'state', state: this.started ? 'reconnecting' : 'connecting' }]);
      socket = await this.tools.realtime.open(this.plan.version, this.#signal);
    } catch (thrown) {
      if (!this.started) throw thrown;
      const failure = toFailure(thrown);
      const passes = ['unreachable', 'rate-limited', 'service-failed', 'service-unavailable', 'service-timeout'].includes(failure.kind);
      const error = new FailureError({ ...failure, charged: this.charged }, { cause: thrown });
      return passes ? { kind: 'lost', failure: error, came: false } : { kind: 'failed', failure: error };
    }
    for (const segment of this.segments) await segment.again(this.log);
    const conversation = new Conversation(this, socket, this.attempt++);
    return conversation.hold();
  }

  /** A connection was lost. A reliable request waits a little and connects again; a simple one is over. */
  async #afterLoss({ failure, came }: Extract<ConversationEnd, { kind: 'lost' }>): Promise<void> {
    const { charged } = this;
    const over = (): FailureError => new FailureError({ ...failure.failure, charged: charged === 'no' ? 'no' : 'unknown' });
    if (!this.isReliable) {
      if (charged === 'no') throw over();
      throw new FailureError({ ...failure.failure, charged: 'unknown', next: 'generate-anew' }, { cause: failure });
    }
    this.#losses = came ? 1 : this.#losses + 1;
    if (this.#losses > maximumLosses) throw over();
    this.tools.log.info('a realtime connection was lost', {
      operationId: this.plan.operationId,
      losses: this.#losses,
      kind: failure.failure.kind,
    });
    await this.tell([{ type: 'state', state: 'reconnecting', failure: { ...failure.failure, charged } }]);
    try {
      await this.tools.clock.sleep(failure.failure.retryAfterMs ?? backoff(this.#losses), this.#signal);
    } catch {
      throw fail('cancelled', 'Stopped.', { charged: this.charged });
    }
  }

  /** What is not whole is fetched from the service's store, where that has it. Reads cost nothing; what cannot be mended stays as it is. */
  async mend(): Promise<void> {
    const { realtime, log } = this.tools;
    const { version, requestId, request } = this.plan;
    const broken = this.segments.filter((segment) => !segment.whole);
    if (!this.isReliable || version !== 'v3' || broken.length === 0) return;
    try {
      const status = await realtime.request(version, requestId, this.#signal);
      if (!status.resultAvailable) return;
      for (const segment of broken) {
        const { segmentId, phraseId: id } = segment.logged;
        if (status.segments.find((one) => one.segmentId === segmentId)?.stored !== true) continue;
        await segment.again(this.log);
        const answer = await realtime.segmentAudio(requestId, segmentId, this.#signal);
        const attempt = this.attempt++;
        let sequence = 0;
        for await (const part of answer.body) {
          const bytes = sequence === 0 ? part.subarray(headerLength(request.format, part)) : part;
          await this.log.append([{ t: 'audio', attempt, sequence: ++sequence, segmentId, bytes }]);
          await this.tell(segment.hear(bytes, attempt));
        }
        await this.log.append([{ t: 'whole', attempt, segmentId }]);
        segment.state = 'complete';
        segment.whole = true;
        await this.tell([{ type: 'completed', id, segmentId, bytes: segment.arrived, whole: true }]);
      }
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind === 'disk-full') throw thrown;
      log.warn('stored segments could not be fetched', { operationId: this.plan.operationId, kind: failure.kind });
    }
  }

  /** The service said that it is done, and never that these are: no loss is silent. */
  async #tellUnspoken(): Promise<void> {
    for (const segment of this.segments) {
      if (segment.state === 'complete') continue;
      const { phraseId: id, segmentId } = segment.logged;
      segment.state = 'complete';
      await this.tell([{ type: 'completed', id, segmentId, bytes: segment.arrived, whole: false }]);
    }
  }

  start(retryFailed: boolean): ClientEvent {
    const { mode, requestId, request } = this.plan;
    return {
      ...{ event: 'start', eventId: randomUUID(), mode, request },
      ...(this.isReliable ? { requestId, retryFailed } : { requestId, retryFailed: false }),
    };
  }
}
