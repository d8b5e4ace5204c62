import { toRecording, toResult, type Cleaned } from '#shared/clone/clean-up.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { levelMatch } from '../../audio/loudness.ts';
import { createAudio } from '../../audio/output.ts';

export type Side = 'before' | 'after';

const events = [
  'play',
  'pause',
  'ended',
  'timeupdate',
  'durationchange',
  'loadedmetadata',
  'canplay',
  'seeking',
  'seeked',
  'emptied',
  'error',
] as const;

/**
 * A recording and what cleaning up made of it, as one media element for wavesurfer: either is heard, at the same place and equally loud. All
 * its times are the recording's, also where pauses are cut out of what is heard.
 */
export class CompareMedia extends EventTarget {
  readonly #elements: Record<Side, HTMLAudioElement>;
  #heard: Side = 'before';
  #cleaned: Cleaned | undefined;
  preservesPitch = true;

  constructor(createElement: () => HTMLAudioElement = createAudio) {
    super();
    this.#elements = { before: createElement(), after: createElement() };
    for (const side of ['before', 'after'] as const)
      for (const name of events)
        this.#elements[side].addEventListener(name, () => {
          if (side === this.#heard) this.dispatchEvent(new Event(name));
        });
  }

  /** What there is to compare with, and where its sound is; nothing, and the recording is heard. */
  setResult(cleaned: Cleaned | undefined, url: string): void {
    if (cleaned?.revision === this.#cleaned?.revision) return;
    const [place, wasHeard, playing] = [this.currentTime, this.#heard === 'after', !this.paused];
    this.#cleaned = cleaned;
    this.#elements.after.pause();
    if (cleaned !== undefined) this.#elements.after.src = url;
    else {
      this.#elements.after.removeAttribute('src');
      this.#elements.after.load();
      this.#heard = 'before';
    }
    const [before, after] = levelMatch(cleaned?.loudness.before ?? undefined, cleaned?.loudness.after ?? undefined);
    this.#elements.before.volume = 10 ** (before / 20);
    this.#elements.after.volume = 10 ** (after / 20);
    if (!wasHeard) return;
    this.currentTime = place;
    if (playing) this.#goOn();
  }

  /** Goes over to the other where it is, playing or not. To be called in a gesture. */
  hear(side: Side): void {
    if (side === this.#heard || (side === 'after' && this.#cleaned === undefined)) return;
    const [place, playing] = [this.currentTime, !this.paused];
    const left = this.#element;
    this.#heard = side;
    left.pause();
    this.currentTime = place;
    if (playing) this.#goOn();
  }

  get currentTime(): number {
    const { currentTime } = this.#element;
    return this.#cleaned === undefined || this.#heard === 'before'
      ? currentTime
      : toRecording(this.#cleaned.kept, Math.floor(currentTime * sampleRate)) / sampleRate;
  }

  set currentTime(seconds: number) {
    this.#element.currentTime =
      this.#cleaned === undefined || this.#heard === 'before'
        ? seconds
        : toResult(this.#cleaned.kept, Math.round(seconds * sampleRate)) / sampleRate;
  }

  play(): Promise<void> {
    return this.#element.play();
  }

  pause(): void {
    this.#element.pause();
  }

  load(): void {
    this.#elements.before.load();
  }

  /** As wavesurfer ends an element that is its own. */
  remove(): void {
    for (const element of Object.values(this.#elements)) {
      element.pause();
      element.removeAttribute('src');
      element.load();
    }
  }

  get duration(): number {
    return this.#elements.before.duration;
  }

  get src(): string {
    return this.#elements.before.src;
  }

  set src(url: string) {
    this.#elements.before.src = url;
  }

  get currentSrc(): string {
    return this.#elements.before.currentSrc;
  }

  removeAttribute(name: string): void {
    this.#elements.before.removeAttribute(name);
  }

  canPlayType(type: string): CanPlayTypeResult {
    return this.#elements.before.canPlayType(type);
  }

  get paused(): boolean {
    return this.#element.paused;
  }

  get ended(): boolean {
    return this.#element.ended;
  }

  get seeking(): boolean {
    return this.#element.seeking;
  }

  get readyState(): number {
    return this.#element.readyState;
  }

  get error(): MediaError | null {
    return this.#element.error;
  }

  /** Each of the two has its own volume, so that neither is louder. */
  readonly volume = 1;
  readonly muted = false;
  readonly playbackRate = 1;

  get #element(): HTMLAudioElement {
    return this.#elements[this.#heard];
  }

  #goOn(): void {
    this.#element.play().catch(() => this.dispatchEvent(new Event('pause')));
  }
}
