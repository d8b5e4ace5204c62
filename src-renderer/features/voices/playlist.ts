import type { SoundsStore } from '../../core/player/sounds-store.ts';

interface Entry {
  voiceId: string;
  /** Among the voices of the audition, from 0. */
  place: number;
  url: string;
}

export type PlaylistSounds = Pick<SoundsStore, 'store' | 'playToEnd'>;

/**
 * Plays the lines of one audition in turn: the first that is there, then those that are there in the order of their voices. It ends with any other
 * sound that somebody plays; a pause holds it.
 */
export class Playlist {
  readonly #sounds: PlaylistSounds;
  readonly #isWanted: (voiceId: string) => boolean;
  #ready: Entry[] = [];
  /** The address that was played last. */
  #last: string | undefined;
  #isPlaying = false;
  #hasEnded = false;

  /** @param isWanted false for a voice that is no longer in the audition, which is left out */
  constructor(sounds: PlaylistSounds, isWanted: (voiceId: string) => boolean) {
    this.#sounds = sounds;
    this.#isWanted = isWanted;
  }

  add(entry: Entry): void {
    this.#ready = [...this.#ready, entry].sort((one, other) => one.place - other.place);
    if (!this.#isPlaying) this.#next();
  }

  /** Nothing more is played; what sounds goes on. */
  end(): void {
    this.#hasEnded = true;
  }

  readonly #next = (): void => {
    this.#isPlaying = false;
    this.#hasEnded ||= this.#wasLeft();
    if (this.#hasEnded) return;
    const entry = this.#ready.shift();
    if (!entry) return;
    if (!this.#isWanted(entry.voiceId)) {
      this.#next();
      return;
    }
    this.#isPlaying = true;
    this.#last = entry.url;
    this.#sounds.playToEnd(entry.url, this.#next);
  };

  /** While it waited for a line, somebody played something else or stopped the sound. */
  #wasLeft(): boolean {
    if (this.#last === undefined) return false;
    const { url, paused } = this.#sounds.store.getState();
    return url !== this.#last || !paused;
  }
}
