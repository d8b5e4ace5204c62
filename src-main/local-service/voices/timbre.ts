import FFT from 'fft.js';

/** What one hears of a voice apart from its words and its melody. */
export interface Timbre {
  /** The long-term spectrum of the speech in decibels at each of {@link bandHertz}, its mean taken out. NaN where the recording has no such sound. */
  bands: readonly number[];
  /** Middles of the first three formants, in hertz; empty where too little is voiced. */
  formants: readonly number[];
}

const stepsAnOctave = 6;
/** Middles of the bands, a sixth of an octave apart. */
export const bandHertz: readonly number[] = Array.from({ length: 5 * stepsAnOctave + 1 }, (_, step) => 200 * 2 ** (step / stepsAnOctave));
/** A band reaches this far to both sides: a part of its middle, and so many hertz that the partials of a high voice lie inside. */
const reach = { part: 0.26, hertz: 180 };
/** Frames that count stand so close to the loudest, in decibels. */
const underLoudest = 30;
/** A band this far under the strongest one is the end of what the recorder or the codec let through. */
const bandFloor = 65;

const formantRate = 11_000;
const formantSeconds = 0.03;
const formantRanges = [
  [220, 1_000],
  [850, 2_700],
  [1_800, 3_800],
] as const;
const gridHertz = 20;

export function timbreOf(samples: Float32Array, rate: number): Timbre {
  return { bands: longTermSpectrum(samples, rate), formants: formantsOf(samples, rate) };
}

function longTermSpectrum(samples: Float32Array, rate: number): number[] {
  const size = 2 ** Math.round(Math.log2(rate * 0.046));
  const fft = new FFT(size);
  const spectrum = fft.createComplexArray();
  const windowed = new Float64Array(size);
  const weights = bandHertz.map((middle) => bandWeights(middle, rate / size, size / 2));
  const frames: { level: number; bands: number[] }[] = [];
  for (let from = 0; from + size <= samples.length; from += size / 2) {
    for (let at = 0; at < size; at += 1) windowed[at] = (samples[from + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
    fft.realTransform(spectrum, windowed);
    const bands = weights.map(({ first, values }) => values.reduce((sum, weight, bin) => sum + weight * powerAt(spectrum, first + bin), 0));
    frames.push({ level: bands.reduce((sum, value) => sum + value, 0), bands });
  }
  const loudest = frames.map(({ level }) => level).sort((one, other) => other - one)[Math.floor(frames.length * 0.05)] ?? 0;
  const speech = frames.filter(({ level }) => level > loudest * 10 ** (-underLoudest / 10));
  const means = bandHertz.map((_, band) => speech.reduce((sum, { bands }) => sum + (bands[band] ?? 0), 0));
  const strongest = Math.max(...means);
  return levelled(
    means.map((mean, band) =>
      mean > strongest * 10 ** (-bandFloor / 10) && (bandHertz[band] ?? 0) < rate * 0.45 ? 10 * Math.log10(mean) : NaN,
    ),
  );
}

const powerAt = (spectrum: readonly number[], bin: number): number => (spectrum[2 * bin] ?? 0) ** 2 + (spectrum[2 * bin + 1] ?? 0) ** 2;

/** A triangle of area 1. */
function bandWeights(middle: number, hertzABin: number, bins: number): { first: number; values: number[] } {
  const wide = Math.max(middle * reach.part, reach.hertz);
  const first = Math.max(1, Math.ceil((middle - wide) / hertzABin));
  const last = Math.min(bins - 1, Math.floor((middle + wide) / hertzABin));
  const values = Array.from({ length: Math.max(0, last - first + 1) }, (_, bin) =>
    Math.max(0, 1 - Math.abs((first + bin) * hertzABin - middle) / wide),
  );
  const sum = values.reduce((total, value) => total + value, 0);
  return { first, values: values.map((value) => value / sum) };
}

/** With the mean of what is known taken out. */
export function levelled(bands: readonly number[]): number[] {
  const known = bands.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return bands.map((value) => value - mean);
}

/** By linear prediction of each loud voiced frame: the peaks of its envelope, and the median of each over the frames. */
function formantsOf(samples: Float32Array, rate: number): number[] {
  const low = resampled(samples, rate, formantRate);
  const size = Math.round(formantRate * formantSeconds);
  const order = Math.round(formantRate / 1_000) + 2;
  const frames: { power: number; from: number }[] = [];
  for (let from = 1; from + size < low.length; from += size >> 1) {
    let power = 0;
    for (let at = from; at < from + size; at += 1) power += (low[at] ?? 0) ** 2;
    frames.push({ power, from });
  }
  const loudest = frames.map(({ power }) => power).sort((one, other) => other - one)[Math.floor(frames.length * 0.05)] ?? 0;
  const found: number[][] = formantRanges.map(() => []);
  for (const { power, from } of frames) {
    if (power < loudest * 0.01 || power === 0) continue;
    const peaks = envelopePeaks(predictor(low, from, size, order));
    let above = 0;
    for (const [formant, [lowest, highest]] of formantRanges.entries()) {
      const peak = peaks.find((hertz) => hertz >= Math.max(lowest, above) && hertz <= highest);
      if (peak === undefined) break;
      found[formant]?.push(peak);
      above = peak + 150;
    }
  }
  if (found.some((values) => values.length < 10)) return [];
  return found.map((values) => values.sort((one, other) => one - other)[values.length >> 1] ?? 0);
}

/** Averages over each new sample's own time, where the new rate is lower, so that what lies above it does not fold down much. */
function resampled(samples: Float32Array, rate: number, to: number): Float32Array {
  const ratio = rate / to;
  const sums = new Float64Array(samples.length + 1);
  for (let at = 0; at < samples.length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (samples[at] ?? 0);
  const sumUntil = (place: number): number => {
    const whole = Math.min(samples.length, Math.floor(place));
    return (sums[whole] ?? 0) + (place - whole) * (samples[whole] ?? 0);
  };
  return Float32Array.from(
    { length: Math.floor(samples.length / ratio) },
    (_, at) => (sumUntil((at + 1) * ratio) - sumUntil(at * ratio)) / ratio,
  );
}

/** Coefficients of linear prediction (Levinson and Durbin) of a pre-emphasised, windowed frame; the first is 1. */
function predictor(samples: Float32Array, from: number, size: number, order: number): Float64Array {
  const frame = Float64Array.from(
    { length: size },
    (_, at) => ((samples[from + at] ?? 0) - 0.95 * (samples[from + at - 1] ?? 0)) * (0.54 - 0.46 * Math.cos((2 * Math.PI * at) / size)),
  );
  const products = Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let at = lag; at < size; at += 1) sum += (frame[at] ?? 0) * (frame[at - lag] ?? 0);
    return sum;
  });
  const coefficients = new Float64Array(order + 1);
  coefficients[0] = 1;
  let error = (products[0] ?? 0) * 1.000_1 + 1e-12;
  for (let place = 1; place <= order; place += 1) {
    let sum = 0;
    for (let at = 0; at < place; at += 1) sum += (coefficients[at] ?? 0) * (products[place - at] ?? 0);
    const reflection = -sum / error;
    const before = coefficients.slice();
    for (let at = 1; at <= place; at += 1) coefficients[at] = (before[at] ?? 0) + reflection * (before[place - at] ?? 0);
    error *= 1 - reflection ** 2;
  }
  return coefficients;
}

/** Hertz of the peaks of 1 / |A|, ascending. */
function envelopePeaks(coefficients: Float64Array): number[] {
  const sizes = grid.map((cosines) => {
    let real = 0;
    let imaginary = 0;
    coefficients.forEach((coefficient, at) => {
      real += coefficient * (cosines.cos[at] ?? 0);
      imaginary += coefficient * (cosines.sin[at] ?? 0);
    });
    return real ** 2 + imaginary ** 2;
  });
  const peaks: number[] = [];
  for (let place = 1; place + 1 < sizes.length; place += 1) {
    const [before = 0, at = 0, after = 0] = sizes.slice(place - 1, place + 2);
    if (at > before || at >= after) continue;
    const bend = before + after - 2 * at;
    peaks.push(gridHertz * (place + 1 + (bend > 0 ? (before - after) / (2 * bend) : 0)));
  }
  return peaks;
}

/** Turns of each place of the grid, for the most coefficients that there are. */
const grid = Array.from({ length: Math.floor(4_400 / gridHertz) }, (_, place) => {
  const turn = (2 * Math.PI * gridHertz * (place + 1)) / formantRate;
  const turns = Array.from({ length: 16 }, (_turn, at) => turn * at);
  return { cos: turns.map(Math.cos), sin: turns.map(Math.sin) };
});
