import { peaksPerSecond, sampleRate } from '#shared/narration/take.ts';

/** Pairs in one tile. */
const tilePairs = 512;
/** Tiles kept: some sixty screens of them, 64 KiB. */
const maximumTiles = 64;
const coarsest = 12;

let versions = 0;
const nextVersion = (): number => (versions += 1);

/**
 * The peaks of a sound, asked for as they come into sight and only as fine as they are shown: the memory they take does not
 * depend on the chapter's length.
 */
export class PeakTiles {
  readonly #url: string;
  readonly #onArrived: () => void;
  /** In order of last use, the oldest first; a tile that is under way is `undefined`. */
  readonly #tiles = new Map<string, Int8Array | undefined>();
  readonly #abort = new AbortController();
  /** Another one whenever what `between` answers may have changed; no two sounds share one. */
  version = nextVersion();

  constructor(url: string, onArrived: () => void) {
    this.#url = url;
    this.#onArrived = onArrived;
  }

  /**
   * Lowest and highest from `from` to `to` seconds, as -1 to 1, where about `pairsPerSecond` are enough; `undefined` while they
   * are under way.
   */
  between(from: number, to: number, pairsPerSecond: number): [number, number] | undefined {
    const level = Math.min(coarsest, Math.max(0, Math.floor(Math.log2(peaksPerSecond / pairsPerSecond))));
    const rate = peaksPerSecond / 2 ** level;
    let [low, high] = [0, 0];
    const last = Math.max(Math.floor(from * rate), Math.ceil(to * rate) - 1);
    for (let pair = Math.floor(from * rate); pair <= last; pair += 1) {
      const tile = this.#tile(level, Math.floor(pair / tilePairs));
      if (!tile) return undefined;
      const at = (pair % tilePairs) * 2;
      low = Math.min(low, tile[at] ?? 0);
      high = Math.max(high, tile[at + 1] ?? 0);
    }
    return [low / 128, high / 127];
  }

  close(): void {
    this.#abort.abort();
  }

  #tile(level: number, index: number): Int8Array | undefined {
    const key = `${String(level)}/${String(index)}`;
    const known = this.#tiles.get(key);
    if (known) {
      this.#tiles.delete(key);
      this.#tiles.set(key, known);
      return known;
    }
    if (!this.#tiles.has(key)) void this.#fetch(key, level, index);
    return undefined;
  }

  async #fetch(key: string, level: number, index: number): Promise<void> {
    this.#tiles.set(key, undefined);
    for (const oldest of this.#tiles.keys()) {
      if (this.#tiles.size <= maximumTiles) break;
      this.#tiles.delete(oldest);
    }
    const samples = tilePairs * 2 ** level * (sampleRate / peaksPerSecond);
    const query = `from=${String(index * samples)}&to=${String((index + 1) * samples)}&width=${String(tilePairs)}`;
    try {
      const response = await fetch(`${this.#url}?${query}`, { signal: this.#abort.signal });
      if (!response.ok) return;
      this.#tiles.set(key, new Int8Array(await response.arrayBuffer()));
      this.version = nextVersion();
      this.#onArrived();
    } catch {
      // The wire is gone, which is said elsewhere, or another sound came; what comes into sight next is asked for anew.
      this.#tiles.delete(key);
    }
  }
}
