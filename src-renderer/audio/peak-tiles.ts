import { peaksPerSecond, sampleRate } from '#shared/narration/take.ts';

/** Pairs in one tile. */
const tilePairs = 512;
/** Tiles kept: some sixty screens of them, 64 KiB. */
const maximumTiles = 64;
const coarsest = 12;
/** A tile that could not be had is asked for again after this, then after twice as long each time, in milliseconds. */
const firstWait = 500;
const longestWait = 30_000;
const askedAgainWithin = 2_000;

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
  /** Tiles that could not be had: how often in a row, and when they may be asked for again. */
  readonly #refused = new Map<string, { times: number; until: number }>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #abort = new AbortController();
  #isRetired = false;
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

  /** Something that was asked for could not be had, and is asked for again while it is in sight. */
  get failing(): boolean {
    // What was not asked for again when its time had come is out of sight.
    const latest = performance.now() - askedAgainWithin;
    return [...this.#refused.values()].some(({ until }) => until >= latest);
  }

  /** Another sound takes its place: what it has still stands in for that, and nothing more of it is asked for. */
  retire(): void {
    this.#isRetired = true;
  }

  close(): void {
    this.#abort.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #tile(level: number, index: number): Int8Array | undefined {
    const key = `${String(level)}/${String(index)}`;
    const known = this.#tiles.get(key);
    if (known) {
      this.#tiles.delete(key);
      this.#tiles.set(key, known);
      return known;
    }
    const isDue = !this.#isRetired && (this.#refused.get(key)?.until ?? 0) <= performance.now();
    if (isDue && !this.#tiles.has(key)) void this.#fetch(key, level, index);
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
      if (!response.ok) throw new Error(`The peaks answered ${String(response.status)}.`);
      this.#tiles.set(key, new Int8Array(await response.arrayBuffer()));
      this.#refused.delete(key);
    } catch {
      if (this.#abort.signal.aborted) return;
      this.#tiles.delete(key);
      this.#refuse(key);
    }
    this.version = nextVersion();
    this.#onArrived();
  }

  #refuse(key: string): void {
    const times = (this.#refused.get(key)?.times ?? 0) + 1;
    const wait = Math.min(longestWait, firstWait * 2 ** (times - 1));
    this.#refused.delete(key);
    this.#refused.set(key, { times, until: performance.now() + wait });
    for (const oldest of this.#refused.keys()) {
      if (this.#refused.size <= maximumTiles) break;
      this.#refused.delete(oldest);
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.version = nextVersion();
      this.#onArrived();
    }, wait);
    this.#timers.add(timer);
  }
}
