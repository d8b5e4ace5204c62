// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../../src-shared/sound/fft-js.d.ts" />
import FFT from 'fft.js';
import type { VoicePrint } from '#shared/clone/voice-print.ts';

/**
 * What a voice sounds like, whatever it says and however loud: the mean and the spread of its mel-frequency cepstrum (Davis and Mermelstein, 1980)
 * over the loud frames, which are vowels for the most part. The first coefficient, the level, is left out.
 */

const inputRate = 48_000;
const step = 3;
const rate = inputRate / step;
const frameSamples = 512;
const filters = 26;
const coefficients = 16;
/** Hertz. Telephones and codecs leave what lies between as it is. */
const lowest = 120;
const highest = 5_500;
/** Frames that count stand so close to the loudest, in decibels. */
const underLoudest = 22;
/** Of the strongest band: what is weaker is the room and the recorder as often as it is the voice. */
const bandFloor = 1e-3;
/** Frames of a print: less than two seconds of loud speech say little. */
const leastFrames = 30;
/** Five minutes. A voice is known by then. */
const mostFrames = 4_700;

const fft = new FFT(frameSamples);
/** Room for one frame at a time. */
const windowed = new Float64Array(frameSamples);
const spectrum = fft.createComplexArray();
const hann = Float64Array.from({ length: frameSamples }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / frameSamples));
const toMel = (hertz: number): number => 2_595 * Math.log10(1 + hertz / 700);
const toHertz = (mel: number): number => 700 * (10 ** (mel / 2_595) - 1);
/** Bins of the spectrum at which the triangles begin, peak and end. */
const edges = Array.from(
  { length: filters + 2 },
  (_, index) => (toHertz(toMel(lowest) + ((toMel(highest) - toMel(lowest)) * index) / (filters + 1)) * frameSamples) / rate,
);
const triangles = Array.from({ length: filters }, (_, filter) => {
  const [from = 0, peak = 0, to = 0] = edges.slice(filter, filter + 3);
  const first = Math.ceil(from);
  const weights = Float64Array.from({ length: Math.ceil(to) - first }, (_bin, index) => {
    const bin = first + index;
    return bin < peak ? (bin - from) / (peak - from) : (to - bin) / (to - peak);
  });
  return { first, weights };
});
const cosines = Array.from({ length: coefficients }, (_, order) =>
  Float64Array.from({ length: filters }, (_filter, filter) => Math.cos((Math.PI * (order + 1) * (filter + 0.5)) / filters)),
);

export class VoicePrintMeter {
  readonly #frame = new Float64Array(frameSamples);
  #filled = 0;
  #sum = 0;
  #summed = 0;
  #skips = true;
  readonly #levels: number[] = [];
  readonly #cepstra: Float32Array[] = [];

  push(samples: Float32Array): void {
    if (this.#cepstra.length >= mostFrames) return;
    // In locals: a field read and written for each sample costs three times as long.
    let [sum, summed, filled] = [this.#sum, this.#summed, this.#filled];
    const frame = this.#frame;
    for (let at = 0; at < samples.length; at += 1) {
      sum += samples[at] ?? 0;
      summed += 1;
      if (summed < step) continue;
      frame[filled] = sum / step;
      sum = 0;
      summed = 0;
      filled += 1;
      if (filled < frameSamples) continue;
      this.#read();
      filled = 0;
    }
    [this.#sum, this.#summed, this.#filled] = [sum, summed, filled];
  }

  /** `null` where too little is said. */
  finish(): VoicePrint | null {
    const loudest = this.#levels.toSorted((one, other) => other - one)[Math.floor(this.#levels.length * 0.05)];
    if (loudest === undefined) return null;
    const counted = this.#cepstra.filter((_, frame) => (this.#levels[frame] ?? -Infinity) > loudest - underLoudest);
    if (counted.length < leastFrames) return null;
    const mean = average(counted, (cepstrum, order) => cepstrum[order] ?? 0);
    const spread = average(counted, (cepstrum, order) => ((cepstrum[order] ?? 0) - (mean[order] ?? 0)) ** 2).map(Math.sqrt);
    return { mean: mean.map(rounded), spread: spread.map(rounded) };
  }

  /** Every second frame is enough. */
  #read(): void {
    this.#skips = !this.#skips;
    if (!this.#skips && this.#cepstra.length < mostFrames) {
      const power = powerSpectrum(this.#frame);
      const level = power.reduce((sum, value) => sum + value, 0);
      if (level > 1e-6) {
        this.#levels.push(10 * Math.log10(level));
        this.#cepstra.push(toCepstrum(power));
      }
    }
  }
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

function average(cepstra: readonly Float32Array[], value: (cepstrum: Float32Array, order: number) => number): number[] {
  return Array.from({ length: coefficients }, (_, order) => cepstra.reduce((sum, one) => sum + value(one, order), 0) / cepstra.length);
}

function toCepstrum(power: Float64Array): Float32Array {
  const bands = new Float64Array(filters);
  let floor = 0;
  triangles.forEach(({ first, weights }, filter) => {
    let sum = 0;
    for (let bin = 0; bin < weights.length; bin += 1) sum += (power[first + bin] ?? 0) * (weights[bin] ?? 0);
    bands[filter] = sum;
    floor = Math.max(floor, sum * bandFloor);
  });
  for (let filter = 0; filter < filters; filter += 1) bands[filter] = Math.log((bands[filter] ?? 0) + Math.max(floor, 1e-12));
  const cepstrum = new Float32Array(coefficients);
  cosines.forEach((cosine, order) => {
    let sum = 0;
    for (let filter = 0; filter < filters; filter += 1) sum += (cosine[filter] ?? 0) * (bands[filter] ?? 0);
    cepstrum[order] = (sum * 2) / filters;
  });
  return cepstrum;
}

/** Of the lower half of the bins. */
function powerSpectrum(frame: Float64Array): Float64Array {
  for (let at = 0; at < frameSamples; at += 1) windowed[at] = (frame[at] ?? 0) * (hann[at] ?? 0);
  fft.realTransform(spectrum, windowed);
  return Float64Array.from({ length: frameSamples / 2 }, (_, bin) => (spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2);
}
