import { randomUUID } from 'node:crypto';
import { fail, toFailure, type Charged } from '#shared/failure.ts';
import type { LiveEvent } from '#shared/live.ts';
import {
  realtimeFormats,
  type RealtimeFormat,
  type RealtimeMode,
  type RealtimeRequest,
  type RealtimeVersion,
} from '#shared/wire/realtime.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Log } from '../../infra/platform.ts';
import { cleanText } from '../../service-client/answers.ts';
import type { SentEvent } from '../../service-client/realtime/codec.ts';
import type { RequestStatus } from '../../service-client/realtime/request-status.ts';
import type { RealtimeResource } from '../../service-client/resources/realtime.ts';
import type { Feed } from './feed.ts';
import { headerLength } from './save.ts';
import type { LiveLog } from './log.ts';
import { Segment } from './segments.ts';
import { message } from '#shared/messages/message.ts';

export interface RequestPlan {
  operationId: string;
  requestId: string;
  version: RealtimeVersion;
  mode: RealtimeMode;
  request: RealtimeRequest & { modelId: string; format: RealtimeFormat };
  /** Units of one session, and characters of one segment, at most. */
  sessionUnits: number;
  segmentCharacters: number;
  /** Characters of one text event, at most. */
  textCharacters: number;
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

/**
 * What one realtime request has sent and received, over as many connections as it takes. What is sent is in the log before it leaves; what
 * arrives is in the log before it is passed on, and is passed on once.
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
  headerDelivered = false;
  quotaRemaining: number | undefined;
  attempt: number;
  /** Of the sound: what was asked for, unless the service answers with another one. */
  format: RealtimeFormat;
  #sequence = 0;
  /** The next start tries again what failed. */
  retryFailed = false;

  constructor(parts: {
    plan: RequestPlan;
    log: LiveLog;
    feed: Feed;
    tools: RequestTools;
    tell: (event: LiveEvent) => Promise<void> | undefined;
    signal: AbortSignal;
  }) {
    this.plan = parts.plan;
    this.format = parts.plan.request.format;
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

  /** All that was sent has come to its last byte, and is on the disk. */
  get isSpoken(): boolean {
    return this.segments.length > 0 && this.segments.every(({ logged }) => this.log.isWhole(logged.segmentId));
  }

  /** Some of its sound has come, over whichever connection. */
  get hasSound(): boolean {
    return this.segments.some((segment) => segment.whole || segment.arrived > 0 || this.log.hasSound(segment.logged.segmentId));
  }

  /** The one that is being spoken: segments are spoken in their order. */
  get current(): Segment | undefined {
    return this.isReliable ? this.segments.find(({ state }) => state !== 'complete') : this.segments[0];
  }

  /** `format`: as the service names it in `ready`. */
  answeredFormat(format: string | undefined): void {
    const known = realtimeFormats.find((one) => one === format);
    if (known !== undefined) this.format = known;
  }

  /** By our name for it, or by the service's own. */
  find(segmentId: string): Segment | undefined {
    // A simple request has one segment, which the service names as it likes.
    if (!this.isReliable) return this.segments[0];
    return (
      this.segments.find((segment) => segment.logged.segmentId === segmentId) ??
      this.segments.find((segment) => segment.serviceId === segmentId)
    );
  }

  /** As `find`; an id that is not known yet is the service's own for the segment that is being spoken, where that has none. */
  findSpoken(segmentId: string): Segment | undefined {
    const known = this.find(segmentId);
    if (known !== undefined || this.log.segments.some((logged) => logged.segmentId === segmentId)) return known;
    const { current } = this;
    if (current?.state !== 'accepted' || current.serviceId !== undefined || current.arrived > 0) return undefined;
    current.serviceId = segmentId;
    return current;
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

  /** Throws `cancelled` where it is to stop. */
  throwIfStopped(): void {
    if (this.#signal.aborted) throw fail('cancelled', message('failures.stopped'), { charged: this.charged });
  }

  /** What the service says over HTTP, which costs nothing; `undefined` where it does not answer. */
  async status(): Promise<RequestStatus | undefined> {
    const { version, requestId, operationId } = this.plan;
    try {
      return await this.tools.realtime.request(version, requestId, this.#signal);
    } catch (thrown) {
      this.throwIfStopped();
      this.tools.log.info('a realtime request could not be asked for', { operationId, kind: toFailure(thrown).kind });
      return undefined;
    }
  }

  /** What is not whole is fetched from the service's store, where that has it. Reads cost nothing; what cannot be mended stays as it is. */
  async mend(): Promise<void> {
    if (!this.isReliable || this.segments.every((segment) => segment.whole)) return;
    const status = this.plan.version === 'v3' ? await this.status() : undefined;
    if (status !== undefined) await this.fetchStored(status);
  }

  /** Interface, "Realtime helper HTTP endpoints": version 3 alone has the store. A segment that the manifest does not name may be there all the same. */
  async fetchStored(status: RequestStatus): Promise<void> {
    if (this.plan.version !== 'v3' || status.resultAvailable === false) return;
    for (const segment of this.segments) {
      const segmentId = segment.serviceId ?? segment.logged.segmentId;
      if (segment.whole || status.stored.get(segmentId) === false) continue;
      try {
        await this.#fetchSegment(segment);
      } catch (thrown) {
        this.throwIfStopped();
        const { kind } = toFailure(thrown);
        if (kind === 'disk-full') throw thrown;
        this.tools.log.warn('a stored segment could not be fetched', { operationId: this.plan.operationId, segmentId, kind });
      }
    }
  }

  async #fetchSegment(segment: Segment): Promise<void> {
    const { segmentId, phraseId: id } = segment.logged;
    const answer = await this.tools.realtime.segmentAudio(this.plan.requestId, segment.serviceId ?? segmentId, this.#signal);
    await segment.again(this.log);
    const attempt = this.attempt++;
    let sequence = 0;
    for await (const part of answer.body) {
      const header = sequence === 0 ? headerLength(this.format, part) : 0;
      const bytes = part.subarray(header);
      const record = { t: 'audio' as const, attempt, sequence: ++sequence, segmentId, bytes };
      await this.log.append(header > 0 ? [{ t: 'header', bytes: part.subarray(0, header) }, record] : [record]);
      await this.tell(segment.hear(bytes, attempt));
    }
    if (segment.arrived === 0) return;
    await this.log.append([{ t: 'whole', attempt, segmentId }]);
    segment.state = 'complete';
    segment.whole = true;
    await this.tell([{ type: 'completed', id, segmentId, bytes: segment.arrived, whole: true }]);
  }

  /** The first event of a connection; from here on the service may know of the request. */
  start(): SentEvent {
    this.started = true;
    const { retryFailed } = this;
    this.retryFailed = false;
    const { mode, requestId, request } = this.plan;
    return {
      event: 'start',
      eventId: randomUUID(),
      mode,
      request,
      requestId,
      // Of reliable mode alone.
      ...(retryFailed && { retryFailed }),
    };
  }
}
