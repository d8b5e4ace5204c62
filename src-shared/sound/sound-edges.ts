/** Levels that the edges are known at, in decibels of full scale. */
const highest = -10;
const lowest = -90;
const step = 2;
const levels = (highest - lowest) / step + 1;
const hopsPerSecond = 100;

/** Finds where a sound first and last is louder than some level, which may be chosen when all of it is known; to the hundredth of a second. */
export class SoundEdges {
  readonly #hopSamples: number;
  readonly #first = new Float64Array(levels).fill(-1);
  readonly #last = new Float64Array(levels).fill(-1);
  #hop = 0;
  #filled = 0;
  #sum = 0;

  /** `rate` in Hz. */
  constructor(rate: number) {
    this.#hopSamples = Math.round(rate / hopsPerSecond);
  }

  /** Mono samples in the scale of 16 bit. */
  push(samples: Int16Array | Float32Array): void {
    for (let from = 0; from < samples.length;) {
      const to = Math.min(samples.length, from + this.#hopSamples - this.#filled);
      let sum = 0;
      for (let at = from; at < to; at += 1) sum += (samples[at] ?? 0) ** 2;
      this.#sum += sum;
      this.#filled += to - from;
      from = to;
      if (this.#filled === this.#hopSamples) this.#close();
    }
  }

  /** `startMs` and `endMs` of all that is louder than the level, in decibels of full scale; `undefined` where nothing is. */
  above(decibels: number): { startMs: number; endMs: number } | undefined {
    const at = Math.max(0, Math.min(levels - 1, Math.round((decibels - lowest) / step)));
    const [first = -1, last = -1] = [this.#first[at], this.#last[at]];
    if (first < 0) return undefined;
    return { startMs: (first * 1000) / hopsPerSecond, endMs: ((last + 1) * 1000) / hopsPerSecond };
  }

  #close(): void {
    const decibels = 10 * Math.log10(this.#sum / this.#hopSamples / 32_768 ** 2);
    for (let at = 0; at < levels && lowest + at * step <= decibels; at += 1) {
      if ((this.#first[at] ?? 0) < 0) this.#first[at] = this.#hop;
      this.#last[at] = this.#hop;
    }
    this.#hop += 1;
    this.#sum = 0;
    this.#filled = 0;
  }
}
