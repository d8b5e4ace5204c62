import { sampleRate } from '#shared/narration/take.ts';
import type { Level } from './level.ts';
import { createContext } from './output.ts';
import workletUrl from './program.worklet.ts?worker&url';

/** At most this much sound waits in the audio thread, in seconds; past it, `push` waits. */
const maximumQueuedSeconds = 3;
/** The audio thread posts the position some forty times a second; between, it is reckoned on, by this much at most. */
const reckonedSeconds = 0.1;
/** This much of what was pushed is left when what comes after it is taken back, so that the sound goes on meanwhile; in seconds. */
const aheadSeconds = 0.25;

interface Report {
  played: number;
  frame: number;
  running: boolean;
  ended: boolean;
  /** Of what left since the report before. */
  level?: Level;
  /** How often the true peak had been reset by then. */
  resets: number;
}

/** What a stretch of samples is: a block's own, from `offset` of it on; `step` is -1 where it is played backwards. */
export interface Place {
  blockId: string;
  /** Samples from the start of the block; past its sound, its pause. */
  offset: number;
  step: 1 | -1;
  /** It came from the stream of a block that is still arriving. */
  live: boolean;
}
interface Span extends Place {
  /** Its first sample among all that were pushed. */
  at: number;
  samples: number;
}

interface ProgramListeners {
  /** Everything that was pushed has left, and no more is to come. */
  onEnded(): void;
  onFailed(thrown: unknown): void;
  /** The audio thread posted its position. */
  onReport(): void;
  onLevel(level: Level): void;
}

let shared: { context: AudioContext; ready: Promise<void> } | undefined;

/**
 * Readies the page's one audio context. Call it in the person's gesture: a context that is made later may be kept silent.
 */
export function prepareAudio(): { context: AudioContext; ready: Promise<void> } {
  if (!shared) {
    const context = createContext({ sampleRate, latencyHint: 'interactive' });
    const ready = context.audioWorklet.addModule(workletUrl);
    ready.catch(() => undefined); // reported by the first program that needs it
    shared = { context, ready };
  }
  if (shared.context.state === 'suspended') void shared.context.resume();
  return shared;
}

/**
 * One run of sound without a seam: whatever is pushed, be it a stream that arrives or a stretch of the chapter, leaves the
 * audio thread sample after sample. It knows of each sample what it was.
 */
export class Program {
  readonly #listeners: ProgramListeners;
  readonly #context: AudioContext;
  #node: AudioWorkletNode | undefined;
  readonly #ready: Promise<void>;
  #rate: number;
  /** The last of the samples that was said to be heard. */
  #furthest = 0;
  #report: Report = { played: 0, frame: 0, running: false, ended: false, resets: 0 };
  #spans: Span[] = [];
  #pushed = 0;
  #wake: (() => void) | undefined;
  /** Who asked to keep no more than so much, in the order in which they are answered. */
  #keepers: ((kept: number | undefined) => void)[] = [];
  #closed = false;
  #paused = false;
  /** From a pause to the first sound after it: that silence is none that came of slowness. */
  #isHeld = false;
  #resets = 0;

  constructor(rate: number, listeners: ProgramListeners) {
    this.#rate = rate;
    this.#listeners = listeners;
    const { context, ready } = prepareAudio();
    this.#context = context;
    this.#ready = ready.then(() => this.#begin());
    this.#ready.catch((thrown: unknown) => {
      if (!this.#closed) listeners.onFailed(thrown);
    });
  }

  #begin(): void {
    if (this.#closed) return;
    const node = new AudioWorkletNode(this.#context, 'voicewright-program', { numberOfInputs: 0, outputChannelCount: [1] });
    this.#node = node;
    node.port.onmessage = ({ data }: MessageEvent<Report | { kept: number }>) => {
      if ('kept' in data) this.#keepers.shift()?.(data.kept);
      else this.#heard(data);
    };
    node.port.postMessage({ rate: this.#rate, resetPeak: this.#resets });
    node.connect(this.#context.destination);
  }

  /** Hands samples to the audio thread, and waits while it has enough. They are not to be touched afterwards. */
  async push(samples: Int16Array<ArrayBuffer>, place: Place): Promise<void> {
    await this.#ready;
    if (this.#closed || samples.length === 0) return;
    const last = this.#spans.at(-1);
    const goesOn =
      last?.blockId === place.blockId &&
      last.live === place.live &&
      last.step === place.step &&
      last.offset + last.step * last.samples === place.offset;
    const count = samples.length;
    if (goesOn) last.samples += count;
    else this.#spans.push({ ...place, at: this.#pushed, samples: count });
    this.#pushed += count;
    this.#node?.port.postMessage({ samples }, [samples.buffer]);
    while (this.#isFull()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  #isFull(): boolean {
    return !this.#closed && this.#pushed - this.#report.played > maximumQueuedSeconds * sampleRate;
  }

  /**
   * Takes back what was pushed for later: what comes after `end` of a block, where that is on its way, else what is more than a moment
   * ahead. Nothing may be pushed until it settles: with the place that what is kept ends at and whether that is `end` or already past
   * it, or with `undefined` where nothing has been pushed, or no more can be.
   */
  async takeBack(end: { blockId: string; offset: number } | undefined): Promise<{ place: Place; atEnd: boolean } | undefined> {
    await this.#ready;
    if (this.#closed || this.#pushed === 0) return undefined;
    const now = this.#report.played;
    const moment = now + aheadSeconds * sampleRate * Math.max(1, this.#rate);
    const ends = end && this.#spans.flatMap((span) => placeIn(span, end) ?? []).find((at) => at > now);
    const kept = await new Promise<number | undefined>((resolve) => {
      this.#keepers.push(resolve);
      this.#node?.port.postMessage({ keep: Math.min(ends ?? moment, this.#pushed) });
    });
    if (kept === undefined) return undefined;
    this.#pushed = kept;
    this.#spans = this.#spans.flatMap((span) => (span.at < kept ? [{ ...span, samples: Math.min(span.samples, kept - span.at) }] : []));
    this.#wake?.();
    const last = this.#spans.at(-1);
    if (!last) return undefined;
    const { blockId, live, step } = last;
    return { place: { blockId, live, step, offset: last.offset + step * last.samples }, atEnd: ends !== undefined };
  }

  /** Whether what comes next is not to be had yet: a silence until then is none that came of slowness. */
  set waits(waits: boolean) {
    this.#say({ waits });
  }

  /** No more is pushed. */
  end(): void {
    this.#say({ end: true });
  }

  set rate(rate: number) {
    if (rate === this.#rate) return;
    this.#rate = rate;
    this.#node?.port.postMessage({ rate });
  }
  get rate(): number {
    return this.#rate;
  }

  /** The true peak is that of what leaves from now on. */
  resetPeak(): void {
    this.#resets += 1;
    this.#node?.port.postMessage({ resetPeak: this.#resets });
  }

  /** True when everything that was pushed has been heard. */
  get dry(): boolean {
    return this.#report.played >= this.#pushed;
  }

  /** True while silence stands in for samples that come too late. */
  get late(): boolean {
    return this.#report.played > 0 && !this.#report.running && !this.#report.ended && !this.#isHeld;
  }

  /** What is heard now; `undefined` before the first sample was pushed. */
  heard(): Place | undefined {
    const now = this.#now();
    while (this.#spans.length > 1 && (this.#spans[1]?.at ?? Infinity) <= now) this.#spans.shift();
    const span = this.#spans[0];
    if (!span) return undefined;
    const within = Math.min(Math.max(0, now - span.at), span.samples);
    return { blockId: span.blockId, live: span.live, step: span.step, offset: span.offset + span.step * within };
  }

  #now(): number {
    const context = this.#context;
    const { played, frame, running } = this.#report;
    const since = running ? Math.max(0, context.currentTime - frame / sampleRate) : 0;
    const ahead = Math.min(since, reckonedSeconds) - (context.outputLatency || 0);
    const now = Math.floor(Math.max(0, Math.min(played + ahead * this.#rate * sampleRate, this.#pushed)));
    // What was reckoned may be ahead of the next report, when samples came late: the place waits for the sound, and never goes back.
    this.#furthest = Math.min(Math.max(this.#furthest, now), this.#pushed);
    return this.#furthest;
  }

  /** Holds this run alone: the context is that of the whole page, and goes on for whatever else sounds. */
  pause(): void {
    this.#paused = true;
    this.#isHeld = true;
    this.#say({ paused: true });
  }
  resume(): void {
    prepareAudio();
    this.#paused = false;
    this.#say({ paused: false });
  }

  #say(message: object): void {
    void this.#ready.then(() => this.#node?.port.postMessage(message)).catch(() => undefined);
  }

  /** Silent at once. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#node?.port.postMessage({ stop: true });
    this.#wake?.();
    this.#letKeepersGo();
  }

  #letKeepersGo(): void {
    for (const keeper of this.#keepers.splice(0)) keeper(undefined);
  }

  #heard(report: Report): void {
    if (report.ended) this.#node?.disconnect();
    if (this.#closed) return;
    this.#report = report;
    if (report.running && !this.#paused) this.#isHeld = false;
    this.#wake?.();
    if (report.level && report.resets === this.#resets) this.#listeners.onLevel(report.level);
    this.#listeners.onReport();
    if (!report.ended) return;
    this.#closed = true;
    this.#letKeepersGo();
    this.#listeners.onEnded();
  }
}

/** Where a place of a block stands among all that was pushed, if a stretch of the sound that is played forwards goes up to it or past it. */
function placeIn({ blockId, offset, step, at, samples }: Span, place: { blockId: string; offset: number }): number | undefined {
  const within = place.offset - offset;
  return blockId === place.blockId && step === 1 && within > 0 && within <= samples ? at + within : undefined;
}
