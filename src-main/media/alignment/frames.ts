// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./fft-js.d.ts" />
import FFT from 'fft.js';

/** Frames a second. */
export const frameRate = 100;
/** Numbers in a frame: the first mel-frequency cepstral coefficients, level included. */
const coefficients = 13;
const bands = 26;
const lowestHz = 80;
const highestHz = 7600;
/** Seconds of sound behind one frame. */
const windowSeconds = 0.025;
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

/**
 * `samples`: mono, from -1 to 1, at any sample rate of at least 16 kHz. `stretch`: all bands lie so many times higher, as they do in the speech
 * of a shorter throat.
 */
export function measureFrames(samples: Float32Array, sampleRate: number, stretch = 1): Frames {
  const { energies, levels, count } = measureBands(samples, sampleRate, stretch);
  const isSpeech = findSpeech(levels);
  const values = cepstra(energies, count);
  normalise(values, isSpeech);
  return { count, width: coefficients, values, isSpeech };
}

/** Energy of each mel band, and the level, of each frame. */
function measureBands(
  samples: Float32Array,
  sampleRate: number,
  stretch: number,
): { energies: Float32Array; levels: Float32Array; count: number } {
  const hop = sampleRate / frameRate;
  const width = Math.round(sampleRate * windowSeconds);
  const size = 2 ** Math.ceil(Math.log2(width));
  const filters = melFilters(sampleRate, size, stretch);
  const fft = new FFT(size);
  const spectrum = fft.createComplexArray();
  const windowed = new Float64Array(size);
  const window = Float64Array.from({ length: width }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / width));
  const count = Math.max(1, Math.floor(samples.length / hop));
  const energies = new Float32Array(count * bands);
  const levels = new Float32Array(count);
  for (let frame = 0; frame < count; frame++) {
    const start = Math.round((frame + 0.5) * hop - width / 2);
    let energy = 0;
    for (let index = 0; index < width; index++) {
      const sample = samples[start + index] ?? 0;
      energy += sample * sample;
      windowed[index] = sample * (window[index] ?? 0);
    }
    levels[frame] = Math.log(energy / width + 1e-10);
    fft.realTransform(spectrum, windowed);
    filters.forEach(({ from, weights }, band) => {
      let sum = 0;
      for (let index = 0; index < weights.length; index++) {
        const at = 2 * (from + index);
        sum += (weights[index] ?? 0) * ((spectrum[at] ?? 0) ** 2 + (spectrum[at + 1] ?? 0) ** 2);
      }
      energies[frame * bands + band] = sum;
    });
  }
  return { energies, levels, count };
}

/** Triangles of equal width on the mel scale, which rise with frequency as hearing does. */
function melFilters(sampleRate: number, size: number, stretch: number): { from: number; weights: Float64Array }[] {
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

/** Logarithms of the energies, as the first terms of their cosine series. */
function cepstra(energies: Float32Array, count: number): Float32Array {
  const totals = Float32Array.from({ length: count }, (_, frame) => {
    let sum = 0;
    for (let band = 0; band < bands; band++) sum += energies[frame * bands + band] ?? 0;
    return sum / bands;
  }).sort();
  const floor = (totals[Math.floor(count * 0.95)] ?? 0) * 10 ** (-floorDb / 10) + 1e-20;
  const cosines = Float64Array.from({ length: coefficients * bands }, (_, index) => {
    const [term, band] = [Math.floor(index / bands), index % bands];
    return Math.cos((Math.PI * term * (band + 0.5)) / bands);
  });
  const values = new Float32Array(count * coefficients);
  const logarithms = new Float64Array(bands);
  for (let frame = 0; frame < count; frame++) {
    for (let band = 0; band < bands; band++) logarithms[band] = Math.log((energies[frame * bands + band] ?? 0) + floor);
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
