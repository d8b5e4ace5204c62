/** Frames a second. */
export const frameRate = 100;

/** Mono: floats from -1 to 1, or the same in 16 bits. */
export type Samples = Float32Array | Int16Array;

/** Samples that are taken in at once. */
const batch = 65_536;

/** Cuts a sound that comes in pieces into windows of `width` samples around the middle of each frame; outside of the sound everything is 0. */
export class Windows {
  readonly #hop: number;
  readonly #width: number;
  readonly #take: (samples: Float32Array, from: number) => void;
  /** The samples from `#first` on, which is below 0 at the beginning. */
  readonly #held: Float32Array;
  #first: number;
  #end = 0;
  #frame = 0;
  #length = 0;

  /** `take` is given each window, which lasts until it returns. `width` is at least a frame. */
  constructor(sampleRate: number, width: number, take: (samples: Float32Array, from: number) => void) {
    this.#hop = sampleRate / frameRate;
    this.#width = width;
    this.#take = take;
    this.#held = new Float32Array(batch + 2 * width);
    this.#first = -width;
  }

  push(samples: Samples): void {
    this.#length += samples.length;
    for (let at = 0; at < samples.length; at += batch) this.#append(samples.subarray(at, at + batch), Infinity);
  }

  /** Cuts the last windows; answers how many there are, at least `least`. */
  finish(least = 0): number {
    const count = Math.max(least, Math.floor(this.#length / this.#hop));
    while (this.#frame < count) this.#append(new Float32Array(this.#width), count);
    return count;
  }

  #append(samples: Samples, count: number): void {
    const scale = samples instanceof Int16Array ? 1 / 32_768 : 1;
    let to = this.#end - this.#first;
    for (let index = 0; index < samples.length; index++) this.#held[to++] = (samples[index] ?? 0) * scale;
    this.#end += samples.length;
    for (; this.#frame < count; this.#frame++) {
      const start = Math.round((this.#frame + 0.5) * this.#hop - this.#width / 2);
      if (start + this.#width > this.#end) {
        this.#held.copyWithin(0, start - this.#first, this.#end - this.#first);
        this.#first = start;
        return;
      }
      this.#take(this.#held, start - this.#first);
    }
  }
}
