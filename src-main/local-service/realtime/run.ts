import {
  type ClientEvent,
  livePaths,
  type RealtimeMode,
  realtimeLimits,
  type RealtimeVersion,
  type RequestState,
  type Said,
} from '#shared/wire/realtime.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Struck } from '../faults/faults.ts';
import { type Service } from '../service.ts';
import { sampleRate } from '../sound/engine.ts';
import { type RealtimePlan } from './plan.ts';
import { spelled } from './read-event.ts';
import { Refusal } from './refusal.ts';
import { type KeptSegment, type RealtimeRequests } from './requests.ts';
import { headerOf, speakSegment, type Segment } from './speaker.ts';

interface RunParts {
  service: Service;
  requests: RealtimeRequests;
  providerMs: number;
  version: RealtimeVersion;
  account: Account;
  sessionId: string;
  /** The request's number in the file. */
  number: number;
  requestId: string;
  mode: RealtimeMode;
  plan: RealtimePlan;
  /** Segments of the run that failed, which this one must repeat. */
  kept: readonly KeptSegment[];
  say(said: Said, inReplyTo?: string, written?: () => void): void;
  room(): Promise<void>;
  trim(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  drop(): void;
  /** Every accepted segment is complete and no more will come. */
  finished(): void;
  failed(error: unknown): void;
}

type Input = Exclude<ClientEvent, { event: 'auth' | 'start' | 'ping' }>;

/** The one request of a session: its buffer, its segments in their order, and its end. */
export class Run {
  readonly requestId: string;
  readonly mode: RealtimeMode;
  readonly #parts: RunParts;
  readonly #left = new AbortController();
  readonly #waiting: Segment[] = [];
  readonly #segmentIds = new Set<string>();
  #texts: [sequence: number, text: string][] = [];
  #buffered = 0;
  #sequence = 0;
  #places = 0;
  #frames = 0;
  #accepted = 0;
  #spoken = 0;
  #speaking = false;
  /** No more input comes: the client stopped, or committed its one input. */
  #stopped = false;
  #draining = false;
  open = true;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.requestId = parts.requestId;
    this.mode = parts.mode;
  }

  /** Units of the segments that are complete. */
  get units(): number {
    return this.#spoken;
  }

  get busy(): boolean {
    return this.#speaking || this.#waiting.length > 0;
  }

  /** Whether the request ended as its client wanted. */
  get completed(): boolean {
    return this.#stopped;
  }

  get pcm(): { sampleRate?: number; channels?: number; bitDepth?: number } {
    return this.#parts.plan.format === 'pcm' ? { sampleRate, channels: 1, bitDepth: 16 } : {};
  }

  take(event: Input, struck: Struck, inReplyTo: string | undefined): void {
    this.#checkState(event);
    if (event.event === 'input') this.#input(event, struck, inReplyTo);
    else if (event.event === 'text') this.#text(event, inReplyTo);
    else if (event.event === 'flush') this.#flush(event, struck, inReplyTo);
    else this.#stop(struck);
  }

  #checkState(event: Input): void {
    const simple = this.#parts.version === 'v3' ? ['input', 'flush', 'stop'] : ['input'];
    const possible = this.mode === 'simple' ? simple : ['text', 'flush', 'stop'];
    if (!possible.includes(event.event)) throw new Refusal('invalid_state', `${event.event}: does not belong to ${this.mode} mode`);
    if (this.#stopped && !(this.mode === 'simple' && event.event === 'stop')) {
      throw new Refusal('invalid_state', `${event.event}: comes after the request's last input`);
    }
  }

  #capacity(): number {
    return this.mode === 'simple'
      ? Math.min(realtimeLimits.inputCharacters, this.#parts.plan.segmentCharacters)
      : this.#parts.plan.segmentCharacters;
  }

  #input(event: Extract<Input, { event: 'input' }>, struck: Struck, inReplyTo: string | undefined): void {
    this.#checkRoom(event.text);
    const texts: [number, string][] = [...this.#texts, [this.#sequence + 1, event.text]];
    if (event.commit) this.#commit('segment-1', texts, struck, undefined);
    else this.#buffer(event.text, inReplyTo);
  }

  #text(event: Extract<Input, { event: 'text' }>, inReplyTo: string | undefined): void {
    if (event.sequence !== this.#sequence + 1) {
      throw new Refusal('invalid_message', `sequence: the next expected is ${this.#sequence + 1}`, { path: 'sequence' });
    }
    if (event.text.length > realtimeLimits.textCharacters) {
      throw new Refusal('segment_too_large', `text: one event takes at most ${realtimeLimits.textCharacters} characters`, { path: 'text' });
    }
    const kept = this.#parts.kept.flatMap((segment) => segment.texts).find(([sequence]) => sequence === event.sequence);
    if (kept !== undefined && kept[1] !== event.text) {
      throw new Refusal('idempotency_conflict', `text: sequence ${event.sequence} had other text when it was first sent`, { path: 'text' });
    }
    this.#checkRoom(event.text);
    this.#buffer(event.text, inReplyTo);
  }

  #checkRoom(text: string): void {
    if (this.#buffered + text.length <= this.#capacity()) return;
    const message = `text: ${this.#capacity()} characters at most; ${this.#buffered} are buffered, this has ${text.length}`;
    throw new Refusal('segment_too_large', message, { path: 'text' });
  }

  #buffer(text: string, inReplyTo: string | undefined): void {
    this.#sequence += 1;
    this.#texts.push([this.#sequence, text]);
    this.#buffered += text.length;
    this.#parts.say(
      {
        event: 'input_ack',
        requestId: this.requestId,
        acceptedSequence: this.#sequence,
        acceptedCharacters: text.length,
        bufferedCharacters: this.#buffered,
        remainingCapacity: this.#capacity() - this.#buffered,
      },
      inReplyTo,
    );
  }

  #flush(event: Extract<Input, { event: 'flush' }>, struck: Struck, inReplyTo: string | undefined): void {
    const path = spelled(this.#parts.version, 'segmentId');
    if (this.mode === 'simple') {
      this.#commit(event.segmentId ?? 'segment-1', this.#texts, struck, undefined);
      return;
    }
    const id = event.segmentId;
    if (id === undefined) throw new Refusal('invalid_message', `${path}: is required`, { path });
    if (this.#segmentIds.has(id)) throw new Refusal('idempotency_conflict', `${path}: was used before in this request`, { path });
    const kept = this.#parts.kept[this.#places];
    const same =
      kept === undefined || (kept.id === id && kept.texts.length === this.#texts.length && kept.texts[0]?.[0] === this.#texts[0]?.[0]);
    if (!same)
      throw new Refusal('idempotency_conflict', `${path}: the segment is not the one that was first sent here (${kept.id})`, { path });
    if (this.#waiting.length >= realtimeLimits.waitingSegments) {
      throw new Refusal('client_backpressure', `${realtimeLimits.waitingSegments} segments are waiting; flush again when one is complete`, {
        retryable: true,
        stage: 'input',
      });
    }
    this.#commit(id, this.#texts, struck, inReplyTo);
  }

  /** Reserves and accepts a segment. Nothing changes when it is refused. */
  #commit(id: string, texts: [number, string][], struck: Struck, inReplyTo: string | undefined): void {
    const text = texts.map(([, part]) => part).join('');
    if (text.trim() === '') throw new Refusal('empty_segment', 'There is nothing to speak');
    if (this.#accepted + text.length > realtimeLimits.sessionUnits) {
      throw new Refusal(
        'session_limit_exceeded',
        `A session takes at most ${realtimeLimits.sessionUnits} units; ${this.#accepted} are accepted`,
      );
    }
    const { requests, account, plan, kept, number, version } = this.#parts;
    const place = this.#places;
    const earlier = kept[place];
    const stored = earlier?.state === 'completed' && !(requests.audio(number, place).next().done ?? false);
    const request = { number, id: this.requestId };
    const charge = stored ? '' : requests.accept(account, request, { place, id, texts }, `WS ${livePaths[version]}`, plan.priceOf(text));
    this.#places += 1;
    this.#accepted += text.length;
    this.#sequence = texts.at(-1)?.[0] ?? this.#sequence;
    this.#segmentIds.add(id);
    this.#texts = [];
    this.#buffered = 0;
    this.#waiting.push({ place, id, texts, text, charge, stored, struck });
    if (this.mode === 'reliable') {
      const fields = { requestId: this.requestId, segmentId: id, segmentCharacters: text.length, reservedUnits: stored ? 0 : text.length };
      this.#parts.say({ event: 'segment_accepted', ...fields }, inReplyTo);
    } else this.#stopped = true;
    if (!this.#speaking) void this.#speak();
  }

  #stop(struck: Struck): void {
    if (this.#texts.length > 0) {
      const message = `${this.#buffered} characters were never committed and are dropped`;
      this.#parts.say({ event: 'warning', requestId: this.requestId, code: 'uncommitted_text', message });
      this.#texts = [];
    }
    this.#stopped = true;
    if (struck.of('drop-after-charge')) this.#parts.drop();
    this.#endWhenDone();
  }

  /** Ends what was accepted, then the request. */
  drain(): void {
    this.#draining = true;
    this.#endWhenDone();
  }

  #endWhenDone(): void {
    if (!this.open || this.busy || !(this.#stopped || this.#draining)) return;
    if (this.#stopped) {
      this.open = false;
      this.#parts.requests.finish(this.#parts.number);
    } else this.fail('failed_retryable', new Refusal('connection_closed', 'The service was drained before the request was stopped'), false);
    this.#parts.finished();
  }

  async #speak(): Promise<void> {
    this.#speaking = true;
    try {
      for (let segment = this.#waiting.shift(); segment !== undefined && this.open; segment = this.#waiting.shift()) {
        await this.#speakOne(segment);
      }
      this.#speaking = false;
      this.#endWhenDone();
    } catch (error) {
      this.#speaking = false;
      if (!this.open) return;
      if (error instanceof Refusal) this.#parts.failed(error);
      else {
        console.error(error);
        const terms = { retryable: true, terminal: true, stage: 'generation' };
        this.#parts.failed(new Refusal('generation_failed', 'The speech could not be made; its charge was refunded', terms));
      }
    }
  }

  async #speakOne(segment: Segment): Promise<void> {
    const { service, requests, plan, number, providerMs } = this.#parts;
    const audioBytes = await speakSegment({ synthesis: service.synthesis, requests, providerMs }, plan, number, segment, {
      room: async () => {
        await this.#parts.room();
        this.#left.signal.throwIfAborted();
      },
      audio: (from, bytes, written) => this.#audio(from, bytes, written),
      signal: this.#left.signal,
    });
    if (segment.struck.of('drop-after-charge')) {
      this.#parts.drop();
      return;
    }
    this.#spoken += segment.text.length;
    if (this.mode === 'simple') return;
    const segmentUnits = segment.text.length;
    const quotaRemaining = service.accounts.profile(this.#parts.account).api_quota_remaining;
    const fields = { requestId: this.requestId, segmentId: segment.id, segmentUnits };
    this.#parts.say({ event: 'usage', ...fields, sessionUnits: this.#spoken, quotaRemaining, audioBytes });
    this.#parts.say({ event: 'segment_completed', ...fields, audioBytes });
  }

  #audio(segment: Segment, bytes: Uint8Array, written: (() => void) | undefined): void {
    this.#frames += 1;
    const { plan } = this.#parts;
    const header = this.#frames === 1 ? headerOf(plan) : undefined;
    const audio = this.#parts.trim(header ? Buffer.concat([header, bytes]) : bytes);
    const fields = { requestId: this.requestId, sessionId: this.#parts.sessionId, segmentId: segment.id, sequence: this.#frames };
    this.#parts.say({ event: 'audio', ...fields, audio, format: plan.format, ...this.pcm }, undefined, written);
  }

  /** The request does not complete; nothing happens when it is over already. A simple request cannot be retried. */
  fail(state: RequestState, error: Refusal, refundAll: boolean): void {
    if (!this.open) return;
    this.open = false;
    this.#left.abort(new Error('The request is over'));
    this.#waiting.length = 0;
    const end = this.mode === 'simple' ? 'failed_terminal' : state;
    this.#parts.requests.fail(this.#parts.number, end, error.code, error.message, { refundAll });
  }
}
