// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="../../../src-shared/sound/fft-js.d.ts" />
import FFT from 'fft.js';

/** Room tone: what fills pauses in place of digital silence, with the spectrum of the sound's own quietest stretches. */

const blockSamples = 4096;
const bins = blockSamples / 2 + 1;
/** Quietest stretches whose spectra are averaged. */
const blocksAveraged = 8;
/** Samples of the tone before it begins again, 2.7 s: too long for an ear to notice in noise this soft. */
const loopSamples = 131_072;
/** Stretches that are no more than this below the sound are no room tone. */
const leastBelowSoundDb = 20;
/** Decibels of full scale that the tone lies between: below what shops allow, above what coders make digital silence of. */
export const toneLevels = { least: -72, most: -64, usual: -68 } as const;

export interface RoomToneProfile {
  /** Magnitudes of the spectrum from 0 Hz to half the rate. */
  spectrum: Float32Array;
  /** Root mean square of the stretches, decibels of full scale; `null` where the sound has none and the spectrum is that of a quiet room. */
  levelDb: number | null;
}

const fullScale = 32_768;
const hann = Float32Array.from({ length: blockSamples }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / blockSamples));

/** Keeps the quietest stretches of a sound that are not digital silence. */
export class RoomToneFinder {
  readonly #block = new Float32Array(blockSamples);
  #filled = 0;
  #zeros = 0;
  #energy = 0;
  #quietest: { power: number; samples: Float32Array }[] = [];

  /** Mono, in the scale of 16 bit. */
  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += 1) {
      const sample = samples[at] ?? 0;
      this.#block[this.#filled++] = sample;
      this.#energy += sample * sample;
      if (sample === 0) this.#zeros += 1;
      if (this.#filled === blockSamples) this.#close();
    }
  }

  /** `soundDb`: root mean square of the whole sound. */
  finish(soundDb: number): RoomToneProfile {
    const quiet = this.#quietest.filter(({ power }) => decibelsOf(power) < soundDb - leastBelowSoundDb);
    if (quiet.length === 0) return { spectrum: quietRoom(), levelDb: null };
    const power = new Float64Array(bins);
    const fft = new FFT(blockSamples);
    const out = fft.createComplexArray();
    for (const { samples } of quiet) {
      fft.realTransform(
        out,
        samples.map((sample, at) => sample * (hann[at] ?? 0)),
      );
      for (let bin = 0; bin < bins; bin += 1) power[bin] = (power[bin] ?? 0) + (out[2 * bin] ?? 0) ** 2 + (out[2 * bin + 1] ?? 0) ** 2;
    }
    const mean = quiet.reduce((sum, one) => sum + one.power, 0) / quiet.length;
    return { spectrum: Float32Array.from(power, Math.sqrt), levelDb: decibelsOf(mean) };
  }

  #close(): void {
    const power = this.#energy / blockSamples;
    // Half silence is the edge of a pause.
    if (this.#zeros < blockSamples / 2 && power > 0) {
      const worst = this.#quietest.at(-1)?.power ?? Infinity;
      if (this.#quietest.length < blocksAveraged || power < worst) {
        this.#quietest.push({ power, samples: this.#block.slice() });
        this.#quietest.sort((one, other) => one.power - other.power).splice(blocksAveraged);
      }
    }
    this.#filled = 0;
    this.#zeros = 0;
    this.#energy = 0;
  }
}

const decibelsOf = (power: number): number => 10 * Math.log10(power / fullScale ** 2);

/** Falls by 3 dB an octave, as the noise of rooms does. */
const quietRoom = (): Float32Array => Float32Array.from({ length: bins }, (_, bin) => 1 / Math.sqrt(Math.max(4, bin)));

/** Noise with the spectrum of a profile, in the scale of 16 bit, that can be played round and round. */
export function makeRoomTone({ spectrum }: RoomToneProfile, levelDb: number): Float32Array {
  const fft = new FFT(loopSamples);
  const [coefficients, out] = [fft.createComplexArray(), fft.createComplexArray()];
  const random = randomNumbers();
  const binsOfLoop = loopSamples / 2;
  const perBin = (bins - 1) / binsOfLoop;
  for (let bin = 1; bin < binsOfLoop; bin += 1) {
    const amplitude = spectrum[Math.max(1, Math.round(bin * perBin))] ?? 0;
    const phase = 2 * Math.PI * random();
    // The negative frequencies are the conjugates: the real part of half a spectrum is the same wave.
    coefficients[2 * bin] = amplitude * Math.cos(phase);
    coefficients[2 * bin + 1] = amplitude * Math.sin(phase);
  }
  for (const at of [0, 1]) coefficients[at] = 0;
  for (let at = loopSamples; at < 2 * loopSamples; at += 1) coefficients[at] = 0;
  fft.inverseTransform(out, coefficients);
  const tone = Float32Array.from({ length: loopSamples }, (_, at) => out[2 * at] ?? 0);
  const power = tone.reduce((sum, sample) => sum + sample * sample, 0) / loopSamples;
  const gain = power === 0 ? 0 : (fullScale * 10 ** (levelDb / 20)) / Math.sqrt(power);
  return tone.map((sample) => sample * gain);
}

/** The same numbers for every export, so that the same sound gives the same file (mulberry32). */
function randomNumbers(): () => number {
  let state = 0x5eed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** 5 ms: the shortest silence that is filled, and how long the tone takes to come and to go. */
const fillSamples = 240;

/**
 * Adds room tone to digital silence as it streams. What is silent is judged on the samples before any gain; the tone comes and goes within the sound
 * beside the silence. Goes out later by two steps of 5 ms.
 */
export class SilenceFiller {
  readonly #tone: Float32Array;
  #at = 0;
  #block = new Float32Array(fillSamples);
  #filled = 0;
  #isSilent = true;
  #waiting: { samples: Float32Array; isSilent: boolean } | undefined;
  /** Of the tone, where the waiting block begins. */
  #weight = 1;

  constructor(tone: Float32Array) {
    this.#tone = tone;
  }

  push(samples: Int16Array, gain: number): Float32Array<ArrayBuffer> {
    const out = new Float32Array(samples.length + 2 * fillSamples);
    let given = 0;
    for (let at = 0; at < samples.length; at += 1) {
      const sample = samples[at] ?? 0;
      if (sample > 1 || sample < -1) this.#isSilent = false;
      this.#block[this.#filled++] = sample * gain;
      if (this.#filled === fillSamples) given += this.#close(out, given);
    }
    return out.slice(0, given);
  }

  finish(): Float32Array<ArrayBuffer> {
    const out = new Float32Array(3 * fillSamples);
    let given = 0;
    const rest = this.#filled;
    this.#block = this.#block.slice(0, rest);
    if (rest > 0) given += this.#close(out, given);
    given += this.#give(out, given, this.#waiting?.isSilent === true ? 1 : 0);
    return out.slice(0, given);
  }

  #close(out: Float32Array, at: number): number {
    const next = { samples: this.#block, isSilent: this.#isSilent };
    const given = this.#give(out, at, this.#waiting?.isSilent === true || next.isSilent ? 1 : 0);
    this.#waiting = next;
    this.#block = new Float32Array(fillSamples);
    this.#filled = 0;
    this.#isSilent = true;
    return given;
  }

  /** The waiting block, its tone going on to a weight at its end. */
  #give(out: Float32Array, to: number, weight: number): number {
    if (this.#waiting === undefined) return 0;
    const { samples } = this.#waiting;
    this.#waiting = undefined;
    const from = this.#weight;
    for (let at = 0; at < samples.length; at += 1) {
      const share = from + ((weight - from) * at) / samples.length;
      out[to + at] = (samples[at] ?? 0) + share * (this.#tone[this.#at] ?? 0);
      this.#at = (this.#at + 1) % this.#tone.length;
    }
    this.#weight = weight;
    return samples.length;
  }
}
