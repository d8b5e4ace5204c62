import type { VoicePrint } from '#shared/clone/speakers.ts';

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
const leastFrames = 60;
/** Five minutes. A voice is known by then. */
const mostFrames = 9_375;

/** Turns of a whole circle by a bin. */
const turns = Array.from({ length: frameSamples / 2 }, (_, at) => {
  const angle = (-2 * Math.PI * at) / frameSamples;
  return { cosine: Math.cos(angle), sine: Math.sin(angle) };
});
const hann = Float64Array.from({ length: frameSamples }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / frameSamples));
const toMel = (hertz: number): number => 2_595 * Math.log10(1 + hertz / 700);
const toHertz = (mel: number): number => 700 * (10 ** (mel / 2_595) - 1);
/** Bins of the spectrum at which the triangles begin, peak and end. */
const edges = Array.from(
  { length: filters + 2 },
  (_, index) => (toHertz(toMel(lowest) + ((toMel(highest) - toMel(lowest)) * index) / (filters + 1)) * frameSamples) / rate,
);
const cosines = Array.from({ length: coefficients }, (_, order) =>
  Float64Array.from({ length: filters }, (_filter, filter) => Math.cos((Math.PI * (order + 1) * (filter + 0.5)) / filters)),
);

export class VoicePrintMeter {
  readonly #frame = new Float64Array(frameSamples);
  #filled = 0;
  #sum = 0;
  #summed = 0;
  readonly #levels: number[] = [];
  readonly #cepstra: Float32Array[] = [];

  push(samples: Float32Array): void {
    for (const sample of samples) {
      this.#sum += sample;
      this.#summed += 1;
      if (this.#summed < step) continue;
      this.#frame[this.#filled] = this.#sum / step;
      this.#sum = 0;
      this.#summed = 0;
      this.#filled += 1;
      if (this.#filled === frameSamples) this.#read();
    }
  }

  /** `null` where too little is said. */
  finish(): VoicePrint | null {
    const loudest = this.#levels.toSorted((one, other) => other - one)[Math.floor(this.#levels.length * 0.05)];
    if (loudest === undefined) return null;
    const counted = this.#cepstra.filter((_, frame) => (this.#levels[frame] ?? -Infinity) > loudest - underLoudest);
    if (counted.length < leastFrames) return null;
    const mean = averageOf(counted, (cepstrum, order) => cepstrum[order] ?? 0);
    const spread = averageOf(counted, (cepstrum, order) => ((cepstrum[order] ?? 0) - (mean[order] ?? 0)) ** 2).map(Math.sqrt);
    return { mean: mean.map(rounded), spread: spread.map(rounded) };
  }

  #read(): void {
    if (this.#cepstra.length < mostFrames) {
      const power = powerSpectrum(this.#frame);
      const level = power.reduce((sum, value) => sum + value, 0);
      if (level > 1e-6) {
        this.#levels.push(10 * Math.log10(level));
        this.#cepstra.push(cepstrumOf(power));
      }
    }
    this.#filled = 0;
  }
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

function averageOf(cepstra: readonly Float32Array[], value: (cepstrum: Float32Array, order: number) => number): number[] {
  return Array.from({ length: coefficients }, (_, order) => cepstra.reduce((sum, one) => sum + value(one, order), 0) / cepstra.length);
}

function cepstrumOf(power: Float64Array): Float32Array {
  const bands = Float64Array.from({ length: filters }, (_, filter) => {
    const [from = 0, peak = 0, to = 0] = [edges[filter], edges[filter + 1], edges[filter + 2]];
    let sum = 0;
    for (let bin = Math.ceil(from); bin < to; bin += 1)
      sum += (power[bin] ?? 0) * (bin < peak ? (bin - from) / (peak - from) : (to - bin) / (to - peak));
    return sum;
  });
  const floor = bandFloor * bands.reduce((most, band) => Math.max(most, band), 1e-9);
  bands.forEach((band, filter) => (bands[filter] = Math.log(band + floor)));
  return Float32Array.from(
    cosines,
    (cosine) => (cosine.reduce((sum, value, filter) => sum + value * (bands[filter] ?? 0), 0) * 2) / filters,
  );
}

/** Of the lower half of the bins, by a fast Fourier transform in place (radix 2). */
function powerSpectrum(frame: Float64Array): Float64Array {
  const real = frame.map((value, at) => value * (hann[at] ?? 0));
  const imaginary = new Float64Array(frameSamples);
  for (let at = 1, swap = 0; at < frameSamples; at += 1) {
    let bit = frameSamples >> 1;
    for (; swap & bit; bit >>= 1) swap ^= bit;
    swap ^= bit;
    if (at < swap) [real[at], real[swap]] = [real[swap] ?? 0, real[at] ?? 0];
  }
  for (let length = 2; length <= frameSamples; length *= 2) {
    for (let place = 0; place < length / 2; place += 1) {
      const { cosine, sine } = turns[(place * frameSamples) / length] ?? { cosine: 1, sine: 0 };
      for (let at = place; at < frameSamples; at += length) {
        const other = at + length / 2;
        const re = real[other] ?? 0;
        const im = imaginary[other] ?? 0;
        const turnedRe = re * cosine - im * sine;
        const turnedIm = re * sine + im * cosine;
        const ownRe = real[at] ?? 0;
        const ownIm = imaginary[at] ?? 0;
        real[at] = ownRe + turnedRe;
        imaginary[at] = ownIm + turnedIm;
        real[other] = ownRe - turnedRe;
        imaginary[other] = ownIm - turnedIm;
      }
    }
  }
  return Float64Array.from({ length: frameSamples / 2 }, (_, bin) => (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2);
}
