// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../../src-shared/sound/fft-js.d.ts" />
import FFT from 'fft.js';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { frameRate, Windows, type Samples } from '../alignment/windows.ts';
import { findRuns, quantile, type SpeechLevels } from './speech-levels.ts';

/** Hertz: the hum of mains, then bands that speech fills and empties in turn. */
const bandEdges = [
  [40, 135],
  [200, 700],
  [700, 1300],
  [1300, 2200],
  [2200, 3600],
  [3600, 6000],
] as const;
/** Bands whose sound is the voice's; hiss of consonants lies above. */
const voiceBands = [1, 2, 3] as const;
/** Evenness of a spectrum, as its geometric mean by its arithmetic one: white noise has 0.56. */
const evenness = 0.45;
/** What a short burst reaches somewhere: some consonants are nearly as even as noise for a moment. */
const shortEvenness = 0.52;
const shortBurst = 50;
/** Frames that are judged together. */
const burstFrames = 20;
const leastBurst = 27;
/** Speech without a stop falls quiet less often than every second. */
const hissFrames = 160;
const humFrames = 90;
/** Decibels below the speech from which on noise is heard. */
const burstBelow = 18;
const hissBelow = 28;
const humBelow = 30;
const humSwing = 7;

/** Levels of a sound in bands of frequency. */
export interface Bands {
  count: number;
  /** Decibels, by band and frame. */
  levels: Float32Array[];
  /** Mean evenness of the bands that are not the hum's. */
  even: Float32Array;
}

/** Bursts, hiss and hum in a take of speech. */
export function findNoise(bands: Bands, { speechDb }: Pick<SpeechLevels, 'speechDb'>): Finding[] {
  const found: Finding[] = [];
  for (const { from, to } of [...findBursts(bands, speechDb), ...findHiss(bands, speechDb), ...findHum(bands, speechDb)]) {
    const [startMs, endMs] = [Math.round((from * 1000) / frameRate), Math.round((to * 1000) / frameRate)];
    const other = found.find((each) => each.startMs <= endMs && startMs <= each.endMs);
    if (other === undefined) found.push({ kind: 'noise', startMs, endMs, text: '', score: Math.min(1, 0.5 + (endMs - startMs) / 6000) });
    else Object.assign(other, { startMs: Math.min(startMs, other.startMs), endMs: Math.max(endMs, other.endMs) });
  }
  return found;
}

function findBursts({ count, levels, even }: Bands, speechDb: number): { from: number; to: number }[] {
  const smooth = average(even, burstFrames);
  const voice = Float32Array.from({ length: count }, (_, frame) => {
    const powers = voiceBands.map((band) => 10 ** ((levels[band]?.[frame] ?? -100) / 10));
    return 10 * Math.log10(powers.reduce((sum, power) => sum + power, 0));
  });
  const steady = minimum(voice, burstFrames);
  const isBurst = (frame: number): boolean => (smooth[frame] ?? 0) >= evenness && (steady[frame] ?? -100) >= speechDb - burstBelow;
  return findRuns(count, isBurst, 8)
    .filter(({ from, to }) => to - from + burstFrames >= shortBurst || Math.max(...smooth.subarray(from, to)) >= shortEvenness)
    .map(({ from, to }) => ({ from: Math.max(0, from - burstFrames / 2), to: Math.min(count, to + burstFrames / 2) }))
    .filter(({ from, to }) => to - from >= leastBurst);
}

/** Where the bands of the voice never empty, and what fills them in the quietest moments has an even spectrum. */
function findHiss({ count, levels, even }: Bands, speechDb: number): { from: number; to: number }[] {
  const floors = levels.map((band) => minimum(average(band, 4), hissFrames));
  const isNoisy = (frame: number): boolean => {
    const full = floors.slice(1).filter((floor) => (floor[frame] ?? -100) >= speechDb - hissBelow - 10);
    return full.length >= 4 && Math.max(...full.map((floor) => floor[frame] ?? -100)) >= speechDb - hissBelow - 6;
  };
  return findRuns(count, isNoisy, 20)
    .filter(({ from, to }) => to - from >= hissFrames / 2)
    .filter(({ from, to }) => quantile(even.subarray(from, to), 0.75) >= evenness - 0.02);
}

function findHum({ count, levels }: Bands, speechDb: number): { from: number; to: number }[] {
  const hum = average(levels[0] ?? new Float32Array(), 4);
  const low = minimum(hum, humFrames);
  const high = minimum(
    hum.map((level) => -level),
    humFrames,
  );
  const isHum = (frame: number): boolean =>
    (low[frame] ?? -100) >= speechDb - humBelow && -(high[frame] ?? 0) - (low[frame] ?? -100) <= humSwing;
  return findRuns(count, isHum, 20).map(({ from, to }) => ({
    from: Math.max(0, from - humFrames / 2),
    to: Math.min(count, to + humFrames / 2),
  }));
}

/** Measures the bands of a sound as it comes, mono, at 16 kHz or more. */
export class BandMeter {
  readonly #size: number;
  readonly #windows: Windows;
  readonly #fft: FFT;
  readonly #spectrum: number[];
  readonly #window: Float64Array;
  readonly #windowed: Float64Array;
  readonly #bins: (readonly [number, number])[];
  readonly #levels: number[][] = bandEdges.map(() => []);
  readonly #even: number[] = [];

  constructor(sampleRate: number) {
    const size = 2 ** Math.ceil(Math.log2(sampleRate * 0.03));
    this.#size = size;
    this.#fft = new FFT(size);
    this.#spectrum = this.#fft.createComplexArray();
    this.#windowed = new Float64Array(size);
    this.#window = Float64Array.from({ length: size }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / size));
    this.#bins = bandEdges.map(
      ([low, high]) => [Math.max(1, Math.round((low / sampleRate) * size)), Math.round((high / sampleRate) * size)] as const,
    );
    this.#windows = new Windows(sampleRate, size, (samples, from) => this.#measure(samples, from));
  }

  push(samples: Samples): void {
    this.#windows.push(samples);
  }

  finish(): Bands {
    const count = this.#windows.finish();
    return { count, levels: this.#levels.map((levels) => Float32Array.from(levels)), even: Float32Array.from(this.#even) };
  }

  #measure(samples: Float32Array, start: number): void {
    const [size, spectrum] = [this.#size, this.#spectrum];
    for (let index = 0; index < size; index++) this.#windowed[index] = (samples[start + index] ?? 0) * (this.#window[index] ?? 0);
    this.#fft.realTransform(spectrum, this.#windowed);
    let total = 0;
    this.#bins.forEach(([from, to], band) => {
      let [logarithms, sum] = [0, 0];
      for (let bin = from; bin < to; bin++) {
        const power = (spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2 + 1e-9;
        logarithms += Math.log(power);
        sum += power;
      }
      const width = to - from;
      if (band > 0) total += Math.exp(logarithms / width) / (sum / width);
      // The window takes 3/8 of the power; a wave's power lies in both halves of the spectrum.
      this.#levels[band]?.push(10 * Math.log10((sum * 2) / (size * size * 0.375) + 1e-10));
    });
    this.#even.push(total / (this.#bins.length - 1));
  }
}

/** Means over `width` frames around each. */
function average(values: Float32Array, width: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, index) => (sums[index + 1] = (sums[index] ?? 0) + value));
  return Float32Array.from(values, (_, index) => {
    const [from, to] = [Math.max(0, index - (width >> 1)), Math.min(values.length, index + ((width + 1) >> 1))];
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / Math.max(1, to - from);
  });
}

/** Least values of `width` frames around each, all of them within the recording. */
function minimum(values: Float32Array, width: number): Float32Array {
  const whole = Math.min(width, values.length);
  return Float32Array.from(values, (_, index) => {
    const from = Math.min(Math.max(0, index - (whole >> 1)), values.length - whole);
    let least = Infinity;
    for (let at = from; at < from + whole; at++) least = Math.min(least, values[at] ?? Infinity);
    return least;
  });
}
