// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./fft-js.d.ts" />
import FFT from 'fft.js';

/**
 * Pitch of a voice as its sound comes, by the normalised square difference (McLeod and Wyvill, 2005): one figure for each fiftieth
 * of a second that is voiced, and from them the median of each second.
 */

const inputRate = 48_000;
/** A voice's pitch needs no more than this, and a sixth of the rate is a thirty-sixth of the work. */
const step = 6;
const rate = inputRate / step;
const shortest = Math.floor(rate / 500);
const longest = Math.ceil(rate / 60);
const windowSamples = 256;
const hop = rate / 50;
/** Room for a window and its greatest lag. */
const transformSize = 512;
/** How alike two periods must be for the sound to be voiced. */
const voiced = 0.82;
/** The first peak that is nearly as high as the highest is the period: twice a period is as alike. */
const nearlyHighest = 0.92;
/** Voiced figures that a second needs for a median of its own. */
const figuresMinimum = 8;
/** Frames this far below the loudest so far are no speech, as a factor of their power. */
const softest = 10 ** (-35 / 10);

/** Sums of products of a window with the window of each later place, by their spectra: a third of the work of multiplying them. */
class Correlation {
  readonly #fft = new FFT(transformSize);
  readonly #window = new Float64Array(transformSize);
  readonly #stretch = new Float64Array(transformSize);
  readonly #windowSpectrum = this.#fft.createComplexArray();
  readonly #stretchSpectrum = this.#fft.createComplexArray();
  readonly #product = this.#fft.createComplexArray().fill(0);
  readonly #sums = this.#fft.createComplexArray();

  /** The sum for a lag is at twice the lag, as long as the lag is no more than `longest + 1`. The same array at each call. */
  of(low: Float32Array, from: number): readonly number[] {
    this.#window.set(low.subarray(from, from + windowSamples));
    this.#stretch.set(low.subarray(from, from + windowSamples + longest + 1));
    this.#fft.realTransform(this.#windowSpectrum, this.#window);
    this.#fft.realTransform(this.#stretchSpectrum, this.#stretch);
    const [window, stretch, product] = [this.#windowSpectrum, this.#stretchSpectrum, this.#product];
    // Of half a spectrum the inverse has the sums as real parts, at half their size but for the two bins that have no conjugate.
    for (let at = 0; at <= transformSize; at += 2) {
      const re = window[at] ?? 0;
      const im = window[at + 1] ?? 0;
      const otherRe = stretch[at] ?? 0;
      const otherIm = stretch[at + 1] ?? 0;
      const weight = at === 0 || at === transformSize ? 1 : 2;
      product[at] = weight * (re * otherRe + im * otherIm);
      product[at + 1] = weight * (re * otherIm - im * otherRe);
    }
    this.#fft.inverseTransform(this.#sums, product);
    return this.#sums;
  }
}

export class PitchMeter {
  /** Hertz, one for each voiced figure. */
  readonly figures: number[] = [];
  /** Median hertz of each second that is voiced long enough. */
  readonly seconds: number[] = [];
  readonly #low = new Float32Array(rate);
  readonly #correlation = new Correlation();
  readonly #likeness = new Float32Array(longest + 2);
  #filled = 0;
  #sum = 0;
  #summed = 0;
  #loudest = 0;
  #figureInSecond: number[] = [];
  #inSecond = 0;

  push(samples: Float32Array): void {
    // In locals: a field read and written for each sample costs three times as long.
    let { sum, summed } = { sum: this.#sum, summed: this.#summed };
    for (let at = 0; at < samples.length; at += 1) {
      sum += samples[at] ?? 0;
      summed += 1;
      if (summed < step) continue;
      this.#low[this.#filled] = sum / step;
      this.#filled += 1;
      sum = 0;
      summed = 0;
      if (this.#filled === this.#low.length) this.#read();
    }
    this.#sum = sum;
    this.#summed = summed;
  }

  finish(): void {
    this.#read();
    this.#closeSecond();
  }

  #read(): void {
    let at = 0;
    for (; at + windowSamples + longest + 1 < this.#filled; at += hop) {
      const hertz = this.#pitchAt(at);
      if (hertz !== undefined) {
        this.figures.push(hertz);
        this.#figureInSecond.push(hertz);
      }
      this.#inSecond += 1;
      if (this.#inSecond === 50) this.#closeSecond();
    }
    this.#low.copyWithin(0, at, this.#filled);
    this.#filled -= at;
  }

  #closeSecond(): void {
    if (this.#figureInSecond.length >= figuresMinimum) this.seconds.push(findMedian(this.#figureInSecond));
    this.#figureInSecond = [];
    this.#inSecond = 0;
  }

  #pitchAt(from: number): number | undefined {
    const low = this.#low;
    let power = 0;
    for (let at = from; at < from + windowSamples; at += 1) power += (low[at] ?? 0) ** 2;
    this.#loudest = Math.max(this.#loudest, power);
    if (power <= this.#loudest * softest || power < 1e-5) return undefined;
    const likeness = this.#likeness;
    const products = this.#correlation.of(low, from);
    let highest = 0;
    // The power of the window that is compared, moved on by one sample with each lag.
    let shifted = power;
    for (let lag = 1; lag <= longest + 1; lag += 1) {
      shifted += (low[from + windowSamples + lag - 1] ?? 0) ** 2 - (low[from + lag - 1] ?? 0) ** 2;
      if (lag < shortest - 1) continue;
      const alike = (2 * (products[2 * lag] ?? 0)) / (power + shifted + 1e-12);
      likeness[lag] = alike;
      if (lag >= shortest && lag <= longest && alike > highest) highest = alike;
    }
    if (highest < voiced) return undefined;
    for (let lag = shortest; lag <= longest; lag += 1) {
      const [before = 0, alike = 0, after = 0] = [likeness[lag - 1], likeness[lag], likeness[lag + 1]];
      if (alike < highest * nearlyHighest || alike < before || alike < after) continue;
      const bend = before + after - 2 * alike;
      return rate / (lag + (bend < 0 ? (before - after) / (2 * bend) : 0));
    }
    return undefined;
  }
}

export function findMedian(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
}
