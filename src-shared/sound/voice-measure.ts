// The package ships no types and an ambient module cannot be imported: this is the one way to bring its declaration along.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./fft-js.d.ts" />
import FFT from 'fft.js';
import { z } from 'zod';
import { sampleRate } from '../narration/take.ts';
import { PitchMeter } from './pitch-meter.ts';

/** Bands of a measured spectrum, from low to high at equal intervals. */
export const measureBands = 24;

const hertz = z.number().min(20).max(2000);

/** What a voice sounds like, measured from a sample of it. */
export const voiceMeasureSchema = z.object({
  /** The median of its pitch, and what a tenth of it is below and above; in hertz. Null where nothing of the sample is voiced. */
  pitch: z.object({ median: hertz, low: hertz, high: hertz }).nullable(),
  /** How strong each band is: 1 for the strongest, 0 for what is 30 dB below it or less. */
  bands: z.array(z.number().min(0).max(1)).length(measureBands),
});
export type VoiceMeasure = z.infer<typeof voiceMeasureSchema>;

/** The sample rate that is measured at: the spectrum of speech ends below half of it. */
const step = 3;
const rate = sampleRate / step;
const frame = 1024;
const hop = 512;
/** Hertz. */
const lowest = 120;
const highest = 6500;
/** Frames this far below the loudest are no speech, as a factor of their power. */
const softest = 10 ** (-30 / 10);
/** Of what is measured, in seconds: a voice does not change after it. */
const longestSeconds = 20;
const rangeDb = 30;
/** Speech loses so much with each octave; without it the picture would be of the low bands alone. */
const tiltDb = 5;
/** Fewer figures than these say nothing of a pitch. */
const figuresMinimum = 10;

/** Measures mono sound at `sampleRate`; at most its first twenty seconds. `undefined` for silence. */
export function measureVoice(samples: Float32Array): VoiceMeasure | undefined {
  const heard = samples.subarray(0, longestSeconds * sampleRate);
  const bands = bandsOf(heard);
  return bands && { pitch: pitchOf(heard), bands };
}

function pitchOf(samples: Float32Array): VoiceMeasure['pitch'] {
  const meter = new PitchMeter();
  meter.push(samples);
  meter.finish();
  const figures = meter.figures.toSorted((one, other) => one - other);
  if (figures.length < figuresMinimum) return null;
  const at = (share: number): number => Math.round((figures[Math.floor(share * (figures.length - 1))] ?? 0) * 10) / 10;
  return { median: at(0.5), low: at(0.1), high: at(0.9) };
}

function bandsOf(samples: Float32Array): number[] | undefined {
  const low = decimated(samples);
  const powers = framePowers(low);
  const loudest = Math.max(0, ...powers);
  if (loudest < 1e-6) return undefined;
  const spectrum = new Float64Array(frame / 2);
  powers.forEach((power, index) => {
    if (power >= loudest * softest) addSpectrum(spectrum, low, index * hop);
  });
  const strengths = Array.from({ length: measureBands }, (_, band) => strengthOf(spectrum, band));
  const strongest = Math.max(...strengths);
  return strengths.map((strength) => Math.round(1000 * Math.min(1, Math.max(0, 1 + (strength - strongest) / rangeDb))) / 1000);
}

function decimated(samples: Float32Array): Float32Array {
  const low = new Float32Array(Math.floor(samples.length / step));
  for (let at = 0; at < low.length; at += 1) {
    let sum = 0;
    for (let from = at * step; from < (at + 1) * step; from += 1) sum += samples[from] ?? 0;
    low[at] = sum / step;
  }
  return low;
}

/** The mean power of each frame. */
function framePowers(low: Float32Array): number[] {
  const powers: number[] = [];
  for (let from = 0; from + frame <= low.length; from += hop) {
    let power = 0;
    for (let at = from; at < from + frame; at += 1) power += (low[at] ?? 0) ** 2;
    powers.push(power / frame);
  }
  return powers;
}

const fft = new FFT(frame);
const hann = Float64Array.from({ length: frame }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / frame));

function addSpectrum(spectrum: Float64Array, low: Float32Array, from: number): void {
  const windowed = hann.map((weight, at) => weight * (low[from + at] ?? 0));
  const bins = fft.createComplexArray();
  fft.realTransform(bins, windowed);
  for (let bin = 0; bin < spectrum.length; bin += 1)
    spectrum[bin] = (spectrum[bin] ?? 0) + (bins[2 * bin] ?? 0) ** 2 + (bins[2 * bin + 1] ?? 0) ** 2;
}

/** The mean power of a band, in decibels, with the tilt of speech taken out. */
function strengthOf(spectrum: Float64Array, band: number): number {
  const hertzOf = (place: number): number => lowest * (highest / lowest) ** (place / measureBands);
  const binOf = (place: number): number => (hertzOf(place) * frame) / rate;
  const from = Math.floor(binOf(band));
  const to = Math.max(from + 1, Math.round(binOf(band + 1)));
  let power = 0;
  for (let bin = from; bin < to; bin += 1) power += spectrum[bin] ?? 0;
  return 10 * Math.log10(power / (to - from) + 1e-12) + tiltDb * Math.log2(hertzOf(band) / lowest);
}
