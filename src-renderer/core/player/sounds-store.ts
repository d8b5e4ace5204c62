import { create } from 'zustand';
import { createAudio } from '../../audio/output.ts';
import { messages } from '#shared/messages/index.ts';
import type { PlayerStore } from './player-store.ts';
import type { announce } from '../../lib/live-region.tsx';

interface SoundsState {
  /** The studio address of what is heard, or paused. */
  url: string | undefined;
  paused: boolean;
}

export interface SoundsDependencies {
  player: Pick<PlayerStore, 'store' | 'player'>;
  announce: typeof announce;
}

/** Sounds outside the script: lines of voices, previews, recordings. One at a time, and never together with the chapter. */
export class SoundsStore {
  readonly store = create<SoundsState>(() => ({ url: undefined, paused: true }));
  readonly #deps: SoundsDependencies;
  #element: HTMLAudioElement | undefined;
  /** Seconds at which the current sound stops before its end. */
  #until: number | undefined;
  /** What follows the end of the current sound; nothing once another one plays. */
  #onEnd: (() => void) | undefined;

  constructor(dependencies: SoundsDependencies) {
    this.#deps = dependencies;
  }

  #audio(): HTMLAudioElement {
    if (this.#element) return this.#element;
    this.#element = createAudio();
    this.#element.preload = 'auto';
    const own = this.#element;
    const tell = (): void => {
      this.store.setState({ paused: own.paused });
      this.#stopAtEnd();
    };
    for (const event of ['play', 'pause', 'ended']) own.addEventListener(event, tell);
    own.addEventListener('ended', () => {
      const onEnd = this.#onEnd;
      this.#onEnd = undefined;
      onEnd?.();
    });
    own.addEventListener('error', () => {
      if (!own.hasAttribute('src')) return;
      this.#deps.announce(messages.player.audioNotRead);
      this.stopSounds();
    });
    // The chapter is started by its own keys at any time; then this one gives way.
    this.#deps.player.store.subscribe(({ mode, paused }) => {
      if (mode !== 'stopped' && !paused) own.pause();
    });
    return own;
  }

  /** Plays from its start, or from `at` (0 to 1), whatever sounded before. To be called in a gesture. */
  readonly playSound = (url: string, at = 0): void => this.#play(url, at === 0 ? undefined : (length) => at * length);

  /** Plays from its start; `onEnd` follows once it is over, unless another sound plays, it is played from elsewhere, or stopped before. */
  readonly playToEnd = (url: string, onEnd: () => void): void => {
    this.playSound(url);
    this.#onEnd = onEnd;
  };

  /** Plays from so many seconds on. To be called in a gesture. */
  readonly playSoundFrom = (url: string, seconds: number): void => this.#play(url, () => seconds);

  /** Plays the part of a sound from one second to another, pauses it, or goes on; the same part again from its start where it is over. */
  readonly togglePart = (url: string, from: number, to: number): void => {
    const part = partAddress(url, from, to);
    const own = this.#audio();
    const isOver = own.ended || own.currentTime >= to - overSeconds;
    if (this.store.getState().url === part && !isOver) this.toggleSound(part);
    else this.#play(part, () => from, to);
  };

  /** Called once a frame while a part sounds. */
  readonly #stopAtEnd = (): void => {
    const own = this.#element;
    if (own === undefined || this.#until === undefined || own.paused) return;
    if (own.currentTime >= this.#until) own.pause();
    else requestAnimationFrame(this.#stopAtEnd);
  };

  #play(url: string, placeIn: ((length: number) => number) | undefined, until?: number): void {
    const own = this.#audio();
    this.#until = until;
    this.#onEnd = undefined;
    if (this.#deps.player.store.getState().mode !== 'stopped') this.#deps.player.player.pause();
    if (this.store.getState().url !== url) own.src = url;
    this.store.setState({ url });
    const seek = (): void => {
      own.currentTime = placeIn?.(Number.isFinite(own.duration) ? own.duration : 0) ?? 0;
    };
    if (own.readyState >= HTMLMediaElement.HAVE_METADATA) seek();
    else if (placeIn) own.addEventListener('loadedmetadata', seek, { once: true });
    // What keeps it from playing is reported by the element's own error; a pause in between is none.
    own.play().catch(() => undefined);
  }

  /** Plays, pauses, or goes on. */
  readonly toggleSound = (url: string): void => {
    const own = this.#audio();
    if (this.store.getState().url !== url || own.ended) this.playSound(url);
    else if (own.paused) {
      if (this.#deps.player.store.getState().mode !== 'stopped') this.#deps.player.player.pause();
      own.play().catch(() => undefined);
    } else own.pause();
  };

  readonly stopSounds = (): void => {
    if (!this.#element) return;
    this.#onEnd = undefined;
    this.#element.pause();
    this.#element.removeAttribute('src');
    this.#element.load();
    this.store.setState({ url: undefined, paused: true });
  };

  /** How much of the sound has passed, 0 to 1; 0 for one that is not the current one. */
  readonly passedOf = (url: string): number => {
    if (!this.#element || this.store.getState().url !== url || !(this.#element.duration > 0)) return 0;
    return this.#element.ended ? 1 : this.#element.currentTime / this.#element.duration;
  };

  /** Seconds of the sound that have passed; 0 for one that is not the current one. */
  readonly secondsOf = (url: string): number => (this.#element && this.store.getState().url === url ? this.#element.currentTime : 0);
}

/** What is left of a part when it counts as over, in seconds: less than a frame of sound. */
const overSeconds = 0.02;

/** The address of a part of a sound, as media fragments have it: a player keeps to it by itself where no frame is drawn. */
export const partAddress = (url: string, from: number, to: number): string => `${url}#t=${from.toFixed(3)},${to.toFixed(3)}`;
