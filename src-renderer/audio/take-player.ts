import { sampleRate } from '#shared/narration/take.ts';
import { levelMatch, loudnessOf } from './loudness.ts';
import { createAudio } from './output.ts';

/** One take to be heard. */
export interface TakeSound {
  takeId: string;
  url: string;
}

export interface TakePlaying {
  /** What can be heard now: one take, or the two that are compared. */
  takeIds: readonly string[];
  /** The one of them that is heard. */
  heard: string | undefined;
  paused: boolean;
  /** How far each of `takeIds` is turned down so that none wins by being louder, in decibels. */
  decibels: readonly number[];
}

/** Seconds of a take, from its start, that its loudness is measured over at most. */
const measuredSeconds = 60;
const headerBytes = 44;
const nothing: TakePlaying = { takeIds: [], heard: undefined, paused: true, decibels: [] };

interface Slot {
  sound: TakeSound;
  element: HTMLAudioElement;
}

/** Plays single takes, and two of them in turn. Only one of its elements sounds at a time. */
export class TakePlayer {
  #slots: readonly Slot[] = [];
  #heard = 0;
  #decibels: readonly number[] = [];
  #loading: AbortController | undefined;
  readonly #loudness = new Map<string, number | undefined>();
  readonly #onChange: (playing: TakePlaying) => void;
  readonly #onFailure: (takeId: string) => void;

  constructor(onChange: (playing: TakePlaying) => void, onFailure: (takeId: string) => void) {
    this.#onChange = onChange;
    this.#onFailure = onFailure;
  }

  /** Plays a take from its start; pauses it, or goes on, where it is the one that is heard. To be called in a gesture. */
  toggle(sound: TakeSound): void {
    // A take that was edited since it was loaded is another sound.
    const slot = this.#slots.findIndex((each) => each.sound.url === sound.url);
    if (slot < 0) {
      this.#load([sound]);
      this.#play();
    } else if (slot === this.#heard) this.pauseOrGoOn();
    else this.switch();
  }

  pauseOrGoOn(): void {
    const element = this.#slots[this.#heard]?.element;
    if (element?.paused === false) element.pause();
    else this.#play();
  }

  pause(): void {
    this.#slots[this.#heard]?.element.pause();
  }

  /** Loads two takes and plays the first, both as loud as the softer of them as soon as that is known. */
  compare(one: TakeSound, other: TakeSound): void {
    this.#load([one, other]);
    this.#play();
    const { signal } = (this.#loading = new AbortController());
    void Promise.all([this.#measure(one, signal), this.#measure(other, signal)]).then(
      ([first, second]) => {
        if (signal.aborted) return;
        this.#decibels = levelMatch(first, second);
        this.#slots.forEach(({ element }, index) => (element.volume = 10 ** ((this.#decibels[index] ?? 0) / 20)));
        this.#tell();
      },
      () => undefined, // a take that cannot be read says so when it is played
    );
  }

  /** The other of two, at the same place: as much of it has passed as of the one that was heard. */
  switch(): void {
    const [from, to] = [this.#slots[this.#heard], this.#slots[1 - this.#heard]];
    if (!from || !to) return;
    const { duration, currentTime, ended } = from.element;
    const passed = ended || !(duration > 0) ? 0 : currentTime / duration;
    from.element.pause();
    this.#heard = 1 - this.#heard;
    if (to.element.duration > 0) to.element.currentTime = passed * to.element.duration;
    else to.element.addEventListener('loadedmetadata', () => (to.element.currentTime = passed * to.element.duration), { once: true });
    this.#play();
  }

  stop(): void {
    this.#unload();
    this.#tell();
  }

  #load(sounds: readonly TakeSound[]): void {
    this.#unload();
    this.#heard = 0;
    this.#decibels = sounds.map(() => 0);
    this.#slots = sounds.map((sound) => {
      const element = createAudio();
      element.preload = 'auto';
      for (const event of ['play', 'pause', 'ended'])
        element.addEventListener(event, () => {
          if (this.#slots.some((slot) => slot.element === element)) this.#tell();
        });
      element.addEventListener('error', () => {
        if (this.#slots.some((slot) => slot.element === element)) this.#onFailure(sound.takeId);
      });
      element.src = sound.url;
      return { sound, element };
    });
  }

  #unload(): void {
    this.#loading?.abort();
    const slots = this.#slots;
    this.#slots = [];
    for (const { element } of slots) {
      element.pause();
      element.removeAttribute('src');
      element.load();
    }
  }

  #play(): void {
    const element = this.#slots[this.#heard]?.element;
    // What keeps it from playing is reported by the element's own error; a pause in between is none.
    element?.play().catch(() => undefined);
    this.#tell();
  }

  #tell(): void {
    const heard = this.#slots[this.#heard];
    if (!heard) this.#onChange(nothing);
    else
      this.#onChange({
        takeIds: this.#slots.map((slot) => slot.sound.takeId),
        heard: heard.sound.takeId,
        paused: heard.element.paused,
        decibels: this.#decibels,
      });
  }

  /** Takes do not change, so each is measured once; `undefined` for one that is silent. */
  async #measure({ takeId, url }: TakeSound, signal: AbortSignal): Promise<number | undefined> {
    if (this.#loudness.has(takeId)) return this.#loudness.get(takeId);
    const last = headerBytes + measuredSeconds * sampleRate * 2 - 1;
    const response = await fetch(url, { signal, headers: { Range: `bytes=${String(headerBytes)}-${String(last)}` } });
    if (!response.ok) return undefined;
    const bytes = await response.arrayBuffer();
    const loudness = loudnessOf(new Int16Array(bytes, 0, bytes.byteLength >> 1));
    this.#loudness.set(takeId, loudness);
    return loudness;
  }
}
