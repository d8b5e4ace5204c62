// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../../src-shared/sound/fft-js.d.ts" />
import FFT from 'fft.js';
import { Windows, type Samples } from './windows.ts';

/** Numbers in a frame: the first mel-frequency cepstral coefficients, level included. */
const coefficients = 13;
const bands = 26;
const lowestHz = 80;
const highestHz = 7600;
/** Seconds of sound behind one frame. */
const windowSeconds = 0.025;
/** How much longer than a power of two a window may be to be cut to it. */
const windowSlack = 1.1;
/** What lies this far below the loud parts counts as silence in every band, so that noise and digital silence look alike. */
const floorDb = 30;
/** A frame is speech when its level is above this share of the way from the quiet frames to the loud ones. */
const speechLevel = 0.3;

/**
 * Speech as its timbre over time: `count` frames, 10 ms apart, of `width` numbers each, normalised over the frames of speech so that voices,
 * microphones and levels matter little.
 */
export interface Frames {
  count: number;
  width: number;
  values: Float32Array;
  /** 1 where somebody speaks. */
  isSpeech: Uint8Array;
}

/** Frames whose energies are kept in one block. */
const blockFrames = 4096;

/**
 * Measures speech as it comes, at any sample rate of at least 16 kHz, and keeps no sound. `stretches`: each gives frames of its own, all bands of
 * which lie so many times higher, as they do in the speech of a shorter throat; together they are cheaper than one after another.
 */
export class FrameMeter {
  readonly #windows: Windows;
  readonly #fft: FFT;
  readonly #banks: Filter[][];
  /** Energy of each mel band, frame by frame, in blocks; for each stretch. */
  readonly #energies: Float32Array[][];
  readonly #levels: Float32Array[] = [];
  readonly #window: Float64Array;
  readonly #windowed: Float64Array;
  readonly #power: Float64Array;
  readonly #spectrum: number[];
  #frame = 0;

  constructor(sampleRate: number, stretches: readonly number[] = [1]) {
    const { width, size } = findWindow(sampleRate);
    this.#fft = new FFT(size);
    this.#spectrum = this.#fft.createComplexArray();
    this.#banks = stretches.map((stretch) => melFilters(sampleRate, size, stretch));
    this.#energies = stretches.map(() => []);
    this.#windowed = new Float64Array(size);
    this.#window = Float64Array.from({ length: width }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / width));
    this.#power = new Float64Array(size / 2);
    this.#windows = new Windows(sampleRate, width, (samples, from) => this.#measure(samples, from));
  }

  push(samples: Samples): void {
    this.#windows.push(samples);
  }

  /** One for each stretch. */
  finish(): Frames[] {
    const count = this.#windows.finish(1);
    const levels = joinBlocks(this.#levels, count);
    return this.#energies.map((energies) => toFrames(energies, levels, count));
  }

  #measure(samples: Float32Array, from: number): void {
    const [block, at] = [Math.floor(this.#frame / blockFrames), this.#frame % blockFrames];
    this.#frame += 1;
    const [window, windowed, power, spectrum] = [this.#window, this.#windowed, this.#power, this.#spectrum];
    const width = window.length;
    let energy = 0;
    for (let index = 0; index < width; index++) {
      const sample = samples[from + index] ?? 0;
      energy += sample * sample;
      windowed[index] = sample * (window[index] ?? 0);
    }
    (this.#levels[block] ??= new Float32Array(blockFrames))[at] = Math.log(energy / width + 1e-10);
    this.#fft.realTransform(spectrum, windowed);
    for (let bin = 0; bin < power.length; bin++) power[bin] = (spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2;
    this.#banks.forEach((filters, index) => {
      const own = this.#energies[index];
      if (own !== undefined) applyFilters(filters, power, (own[block] ??= new Float32Array(blockFrames * bands)), at * bands);
    });
  }
}

/** The frames of a sound that is there already. */
export function measureFrames(pieces: Iterable<Samples>, sampleRate: number, stretch = 1): Frames {
  const meter = new FrameMeter(sampleRate, [stretch]);
  for (const samples of pieces) meter.push(samples);
  return onlyOne(meter.finish());
}

/** What a meter of one stretch gives. */
export function onlyOne([frames]: readonly Frames[]): Frames {
  if (frames === undefined) throw new Error('one stretch gives frames once');
  return frames;
}

/** The numbers of the first `count` frames. */
function joinBlocks(blocks: readonly Float32Array[], count: number): Float32Array {
  const all = new Float32Array(count);
  blocks.forEach((block, index) => all.set(block.subarray(0, count - index * blockFrames), index * blockFrames));
  return all;
}

/** Lets go of the energies as it goes. */
function toFrames(energies: Float32Array[], levels: Float32Array, count: number): Frames {
  const isSpeech = findSpeech(levels);
  const values = cepstra(energies, count);
  normalise(values, isSpeech);
  return { count, width: coefficients, values, isSpeech };
}

/** A window a little longer than a power of two is cut to that: it takes half of the time. */
function findWindow(sampleRate: number): { width: number; size: number } {
  const wanted = Math.round(sampleRate * windowSeconds);
  const smaller = 2 ** Math.floor(Math.log2(wanted));
  return wanted <= smaller * windowSlack ? { width: smaller, size: smaller } : { width: wanted, size: smaller * 2 };
}

function applyFilters(filters: readonly Filter[], power: Float64Array, energies: Float32Array, at: number): void {
  for (let band = 0; band < bands; band++) {
    const filter = filters[band];
    if (filter === undefined) return;
    const { from, weights } = filter;
    let sum = 0;
    for (let index = 0; index < weights.length; index++) sum += (weights[index] ?? 0) * (power[from + index] ?? 0);
    energies[at + band] = sum;
  }
}

/** Weights of the bins of a spectrum, from one bin on. */
interface Filter {
  from: number;
  weights: Float64Array;
}

/** Triangles of equal width on the mel scale, which rise with frequency as hearing does. */
function melFilters(sampleRate: number, size: number, stretch: number): Filter[] {
  const mel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
  const [low, high] = [mel(lowestHz), mel(Math.min(highestHz, sampleRate / 2))];
  const corners = Array.from({ length: bands + 2 }, (_, index) => {
    const at = low + ((high - low) * index) / (bands + 1);
    return ((700 * (10 ** (at / 2595) - 1) * stretch) / sampleRate) * size;
  });
  return Array.from({ length: bands }, (_, band) => {
    const [left, middle, right] = [corners[band] ?? 0, corners[band + 1] ?? 0, corners[band + 2] ?? 0];
    const from = Math.ceil(left);
    const weights = Float64Array.from({ length: Math.max(0, Math.ceil(right) - from) }, (_, index) => {
      const bin = from + index;
      const slope = bin < middle ? (bin - left) / (middle - left) : (right - bin) / (right - middle);
      // High frequencies of speech are faint: as a pre-emphasis would, for every sample rate alike.
      return slope * (1 + ((bin * sampleRate) / size / 1000) ** 2);
    });
    return { from, weights };
  });
}

function findSpeech(levels: Float32Array): Uint8Array {
  const sorted = levels.toSorted();
  const [quiet, loud] = [sorted[Math.floor(sorted.length * 0.05)] ?? 0, sorted[Math.floor(sorted.length * 0.95)] ?? 0];
  return Uint8Array.from(levels, (level) => (level > quiet + speechLevel * (loud - quiet) ? 1 : 0));
}

/** Logarithms of the energies, as the first terms of their cosine series. Empties `energies`. */
function cepstra(energies: Float32Array[], count: number): Float32Array {
  const totals = new Float32Array(count);
  for (let frame = 0; frame < count; frame++) {
    const [block, at] = [energies[Math.floor(frame / blockFrames)], (frame % blockFrames) * bands];
    let sum = 0;
    for (let band = 0; band < bands; band++) sum += block?.[at + band] ?? 0;
    totals[frame] = sum / bands;
  }
  totals.sort();
  const floor = (totals[Math.floor(count * 0.95)] ?? 0) * 10 ** (-floorDb / 10) + 1e-20;
  const cosines = Float64Array.from({ length: coefficients * bands }, (_, index) => {
    const [term, band] = [Math.floor(index / bands), index % bands];
    return Math.cos((Math.PI * term * (band + 0.5)) / bands);
  });
  const values = new Float32Array(count * coefficients);
  const logarithms = new Float64Array(bands);
  let block: Float32Array | undefined;
  for (let frame = 0; frame < count; frame++) {
    if (frame % blockFrames === 0) block = energies.shift();
    const at = (frame % blockFrames) * bands;
    for (let band = 0; band < bands; band++) logarithms[band] = Math.log((block?.[at + band] ?? 0) + floor);
    for (let term = 0; term < coefficients; term++) {
      let sum = 0;
      for (let band = 0; band < bands; band++) sum += (logarithms[band] ?? 0) * (cosines[term * bands + band] ?? 0);
      values[frame * coefficients + term] = sum;
    }
  }
  return values;
}

/** Mean 0 and variance 1 of each coefficient, over the frames of speech. */
function normalise(values: Float32Array, isSpeech: Uint8Array): void {
  const count = isSpeech.reduce((sum, is) => sum + is, 0);
  for (let term = 0; term < coefficients; term++) {
    let [sum, squares] = [0, 0];
    isSpeech.forEach((is, frame) => {
      const value = values[frame * coefficients + term] ?? 0;
      if (is === 1) [sum, squares] = [sum + value, squares + value * value];
    });
    const mean = count === 0 ? 0 : sum / count;
    const deviation = count === 0 ? 1 : Math.sqrt(Math.max(0, squares / count - mean * mean) + 1e-9);
    for (let frame = 0; frame < isSpeech.length; frame++) {
      const at = frame * coefficients + term;
      values[at] = ((values[at] ?? 0) - mean) / deviation;
    }
  }
}

/** Means of `shrinking` frames that follow one another. */
export function averageFrames({ count, width, values, isSpeech }: Frames, shrinking: number): Frames {
  const fewer = Math.ceil(count / shrinking);
  const means = new Float32Array(fewer * width);
  const speech = new Uint8Array(fewer);
  for (let frame = 0; frame < fewer; frame++) {
    const [from, to] = [frame * shrinking, Math.min(count, (frame + 1) * shrinking)];
    for (let one = from; one < to; one++) {
      speech[frame] = Math.max(speech[frame] ?? 0, isSpeech[one] ?? 0);
      for (let term = 0; term < width; term++) {
        const at = frame * width + term;
        means[at] = (means[at] ?? 0) + (values[one * width + term] ?? 0) / (to - from);
      }
    }
  }
  return { count: fewer, width, values: means, isSpeech: speech };
}

/** Frames `from` up to but without `to`; shares its numbers. */
export function cutFrames({ count, width, values, isSpeech }: Frames, from: number, to: number): Frames {
  const first = Math.min(count, Math.max(0, from));
  const last = Math.min(count, Math.max(first, to));
  return { count: last - first, width, values: values.subarray(first * width, last * width), isSpeech: isSpeech.subarray(first, last) };
}

export function joinFrames(parts: readonly Frames[]): Frames {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const width = parts[0]?.width ?? 0;
  const [values, isSpeech] = [new Float32Array(count * width), new Uint8Array(count)];
  let at = 0;
  for (const part of parts) {
    values.set(part.values, at * width);
    isSpeech.set(part.isSpeech, at);
    at += part.count;
  }
  return { count, width, values, isSpeech };
}

/** How unlike a frame of one sound and a frame of another are. */
export function findDistance(first: Frames, one: number, second: Frames, other: number): number {
  const { width } = first;
  let [left, right] = [one * width, other * width];
  let sum = 0;
  for (const end = left + width; left < end; left++, right++) {
    const difference = (first.values[left] ?? 0) - (second.values[right] ?? 0);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}
