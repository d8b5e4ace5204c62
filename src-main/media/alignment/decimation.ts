const tapsBySample = 16;

/** Every `step`-th sample, without what fewer samples cannot carry. */
export class Decimation {
  readonly step: number;
  readonly #taps: Float32Array;
  #rest: Float32Array;

  constructor(step: number) {
    this.step = step;
    const count = step === 1 ? 1 : tapsBySample * step;
    const taps = Float32Array.from({ length: count }, (_, index) => {
      const place = (index - (count - 1) / 2) / step;
      const sinc = place === 0 ? 1 : Math.sin(Math.PI * place) / (Math.PI * place);
      return sinc * (0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / count));
    });
    const sum = taps.reduce((total, tap) => total + tap, 0);
    this.#taps = count === 1 ? Float32Array.of(1) : taps.map((tap) => tap / sum);
    // So that no sample comes later than it was.
    this.#rest = new Float32Array((count - 1) >> 1);
  }

  push(samples: Float32Array): Float32Array {
    const { length: count } = this.#taps;
    const all = new Float32Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    const fewer = new Float32Array(all.length < count ? 0 : Math.floor((all.length - count) / this.step) + 1);
    for (let index = 0; index < fewer.length; index++) {
      let sum = 0;
      for (let tap = 0, at = index * this.step; tap < count; tap++, at++) sum += (this.#taps[tap] ?? 0) * (all[at] ?? 0);
      fewer[index] = sum;
    }
    this.#rest = all.slice(fewer.length * this.step);
    return fewer;
  }
}
