import { create } from 'zustand';
import { wavHeader } from '#shared/sound/wav-header.ts';

/** Sound that is held at most, in bytes: some ten minutes. */
const mostBytes = 64 * 1024 * 1024;
/** Of speech at its usual pace. */
const charactersPerSecond = 14;

interface SpokenState {
  /** Addresses of the sound of phrases, by the phrase's id. */
  urls: ReadonlyMap<string, string>;
  /** The phrase that is heard now, and how much of it, from 0 to 1: measured once all of its sound is here, until then by its length in characters. */
  progress: { id: string; part: number } | undefined;
}

interface Arriving {
  rate: number;
  pieces: Uint8Array<ArrayBuffer>[];
  bytes: number;
}

/** The sound of phrases that were spoken since this window was opened: each can be heard again while its session goes on. The oldest goes where there is no room. */
export class SpokenStore {
  readonly store = create<SpokenState>(() => ({ urls: new Map(), progress: undefined }));
  #current: { id: string; characters: number; from: number } | undefined;
  readonly #arriving = new Map<string, Arriving>();
  /** Of what is whole, the oldest first. */
  readonly #held = new Map<string, number>();

  /** Sound of a phrase, as it comes: samples of 16 bits, mono, of a rate in Hz. */
  readonly collect = (id: string, bytes: Uint8Array, rate: number): void => {
    const known = this.#arriving.get(id) ?? { rate, pieces: [], bytes: 0 };
    this.#arriving.set(id, known);
    known.bytes += bytes.byteLength;
    // What came in two rates is not one sound, and what is too long is not held: nothing more of it is.
    if (known.rate !== rate) known.bytes = Infinity;
    if (known.bytes > mostBytes) known.pieces = [];
    else known.pieces.push(bytes.slice());
  };

  /** A phrase begins to be heard, after so many bytes of sound. */
  readonly begin = (id: string, characters: number, from: number): void => {
    this.#current = { id, characters, from };
    this.store.setState({ progress: { id, part: 0 } });
  };

  /** So many bytes were heard since sound began; `undefined` once nothing is. */
  readonly follow = (bytes: number | undefined): void => {
    const current = this.#current;
    if (bytes === undefined) {
      this.#current = undefined;
      if (this.store.getState().progress !== undefined) this.store.setState({ progress: undefined });
    } else if (current !== undefined) {
      const heard = Math.max(0, bytes - current.from);
      const arriving = this.#arriving.get(current.id);
      const expected = arriving && (current.characters / charactersPerSecond) * arriving.rate * 2;
      const all = arriving && expected !== undefined ? Math.max(arriving.bytes, expected) : this.#held.get(current.id);
      const part = all === undefined || all === 0 ? 0 : Math.min(1, heard / all);
      // It never goes back, also where the sound turns out to be longer than expected.
      const { progress } = this.store.getState();
      if (progress?.id === current.id && part > progress.part) this.store.setState({ progress: { id: current.id, part } });
    }
  };

  /** No more of it comes. */
  readonly finish = (id: string): void => {
    const sound = this.#arriving.get(id);
    this.#arriving.delete(id);
    if (!sound || sound.bytes > mostBytes) return;
    const { rate, pieces, bytes } = sound;
    const url = URL.createObjectURL(new Blob([wavHeader(bytes / 2, rate), ...pieces], { type: 'audio/wav' }));
    const urls = new Map(this.store.getState().urls).set(id, url);
    this.#held.set(id, bytes);
    let all = [...this.#held.values()].reduce((sum, one) => sum + one, 0);
    for (const [oldest, its] of this.#held) {
      if (all <= mostBytes) break;
      all -= its;
      this.#held.delete(oldest);
      URL.revokeObjectURL(urls.get(oldest) ?? '');
      urls.delete(oldest);
    }
    this.store.setState({ urls });
  };

  /** No more comes of any. */
  readonly finishAll = (): void => {
    for (const id of [...this.#arriving.keys()]) this.finish(id);
  };
}
