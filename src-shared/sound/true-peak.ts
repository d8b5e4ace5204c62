/**
 * True peak by ITU-R BS.1770-4, Annex 2: the greatest magnitude of the wave that the samples stand for, looked for at four times their rate. A
 * sample and the places behind it are compared; `full scale` is 1, or 32,768 of a 16 bit sample.
 */

/** Interleaved, in the scale of 16 bit; floats may go over it. */
type Samples = Int16Array | Float32Array;

const oversampling = 4;
/** Samples on either side of a place that its value is computed from. */
const halfTaps = 12;

/** A windowed sinc for each place between two samples, a quarter, a half and three quarters behind the first. */
const rows = [1, 2, 3].map((place) => {
  const row = Float64Array.from({ length: 2 * halfTaps }, (_, tap) => {
    const distance = tap - (halfTaps - 1) - place / oversampling;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (halfTaps + 0.5));
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
  const sum = row.reduce((total, value) => total + value, 0);
  return row.map((value) => value / sum);
});

const sumOf = (row: Float64Array): number => row.reduce((total, value) => total + Math.abs(value), 0);

/** No place is further from 0 than the greatest sample around it, times this. */
const mostOvershoot = Math.max(...rows.map(sumOf));
/** The taps of the two samples on either side of a place, which have most of the weight; and all others. */
const nearTaps = { first: halfTaps - 2, end: halfTaps + 2 } as const;
const nearWeight = Math.max(...rows.map((row) => sumOf(row.subarray(nearTaps.first, nearTaps.end))));
const farWeight = Math.max(...rows.map((row) => sumOf(row) - sumOf(row.subarray(nearTaps.first, nearTaps.end))));
/** Samples that are looked at together, to pass over those that cannot matter. */
const blockSamples = 32;

/**
 * Calls `found` with every sample's peak, its own and of the places up to the next sample, that is above `floor`; what is certainly below is passed
 * over. Outside of `plane` is silence.
 */
function eachPeakAbove(plane: Float32Array, floor: () => number, found: (index: number, peak: number) => void): void {
  const maxima = blockMaxima(plane);
  for (let block = 0; block < maxima.length; block += 1) {
    // No tap reaches further than the next block.
    const before = block > 0 ? (maxima[block - 1] ?? 0) : 0;
    const after = block + 1 < maxima.length ? (maxima[block + 1] ?? 0) : 0;
    const greatest = Math.max(before, maxima[block] ?? 0, after);
    if (greatest * mostOvershoot <= floor()) continue;
    const far = greatest * farWeight;
    const end = Math.min((block + 1) * blockSamples, plane.length);
    for (let at = block * blockSamples; at < end; at += 1) {
      if (nearest(plane, at) * nearWeight + far <= floor()) continue;
      const peak = peakFrom(plane, at);
      if (peak > floor()) found(at, peak);
    }
  }
}

/** The greatest magnitude of each block. */
function blockMaxima(plane: Float32Array): Float32Array {
  const maxima = new Float32Array(Math.ceil(plane.length / blockSamples));
  for (let block = 0; block < maxima.length; block += 1) {
    const end = Math.min((block + 1) * blockSamples, plane.length);
    let greatest = 0;
    for (let at = block * blockSamples; at < end; at += 1) {
      const sample = plane[at] ?? 0;
      const size = sample < 0 ? -sample : sample;
      if (size > greatest) greatest = size;
    }
    maxima[block] = greatest;
  }
  return maxima;
}

/** The greatest magnitude among the samples of `nearTaps`. A place outside of a typed array is never read: that makes every reading slow. */
function nearest(plane: Float32Array, at: number): number {
  const [from, to] = [Math.max(0, at - 1), Math.min(plane.length - 1, at + 2)];
  let greatest = 0;
  for (let near = from; near <= to; near += 1) {
    const sample = plane[near] ?? 0;
    const size = sample < 0 ? -sample : sample;
    if (size > greatest) greatest = size;
  }
  return greatest;
}

function peakFrom(plane: Float32Array, at: number): number {
  let peak = Math.abs(plane[at] ?? 0);
  const first = at - (halfTaps - 1);
  const [from, to] = [Math.max(0, -first), Math.min(2 * halfTaps, plane.length - first)];
  for (const row of rows) {
    let value = 0;
    for (let tap = from; tap < to; tap += 1) value += (plane[first + tap] ?? 0) * (row[tap] ?? 0);
    const size = value < 0 ? -value : value;
    if (size > peak) peak = size;
  }
  return peak;
}

/** One channel of interleaved samples of the scale of 16 bit, with full scale 1. */
function toPlane(pcm: Samples, channels: number, channel: number): Float32Array {
  const plane = new Float32Array(Math.floor(pcm.length / channels));
  for (let at = 0; at < plane.length; at += 1) plane[at] = (pcm[at * channels + channel] ?? 0) / 32_768;
  return plane;
}

/** Decibels of full scale (dBTP); `null` for silence. */
export const toDecibels = (peak: number): number | null => (peak > 0 ? 20 * Math.log10(peak) : null);

/** The true peak of a sound that comes in pieces of any size, of interleaved samples. */
export class TruePeakMeter {
  readonly #channels: number;
  /** The end of what came, to go on from; the first of it has no neighbours here any more once something was dropped before it. */
  #context = new Float32Array(0);
  #dropped = false;
  #peak = 0;

  constructor(channels = 1) {
    this.#channels = channels;
  }

  push(pcm: Samples): void {
    const context = this.#context;
    const all = new Float32Array(context.length + pcm.length);
    all.set(context);
    all.set(pcm, context.length);
    const [first, last] = [this.#dropped ? halfTaps : 0, all.length / this.#channels - halfTaps];
    for (let channel = 0; channel < this.#channels; channel += 1)
      eachPeakAbove(
        toPlane(all, this.#channels, channel),
        () => this.#peak,
        // The last samples lack what follows them: they are seen again, with the next piece.
        (at, peak) => {
          if (at >= first && at < last) this.#peak = peak;
        },
      );
    const from = Math.max(0, all.length - 2 * halfTaps * this.#channels);
    this.#dropped ||= from > 0;
    this.#context = all.slice(from);
  }

  /** So far, without the last samples, which lack what follows them; full scale is 1. */
  get peak(): number {
    return this.#peak;
  }

  /** Looks for the peak of what comes from here on. */
  reset(): void {
    this.#peak = 0;
  }

  /** Full scale is 1. */
  finish(): number {
    this.push(new Int16Array(halfTaps * this.#channels));
    return this.#peak;
  }
}

/** How far around a peak it is turned down, in samples at 48 kHz: 5 ms, too slow to be heard as distortion and too short to be heard as a dip. */
const reach = 240;
/** A gain that changes moves the peaks between samples a little: what that leaves above the ceiling is turned down in a second pass. */
const passes = 2;
/** Samples on either side that decide about a sample's gain. */
export const limiterMargin = passes * (2 * reach + 1 + halfTaps);
/** Samples of each channel that are worth being looked at together. */
const leastSamples = 4_096;

/** Weights of a raised cosine that sum to 1. */
const smoothing = (() => {
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, at) => 1 + Math.cos((Math.PI * (at - reach)) / (reach + 1)));
  const sum = weights.reduce((total, value) => total + value, 0);
  return weights.map((value) => value / sum);
})();

/** Below the ceiling, in decibels, where peaks above it are brought: what rounding and other meters make of them stays under it. */
const safety = 0.1;

/**
 * How much each sample is turned down, 0 to 1, so that no true peak is above the ceiling; `undefined` where none is. A sample that is further than
 * the reach from every such peak has exactly 0. Depends on {@link limiterMargin} samples on either side and on nothing else.
 */
export function findReductions(pcm: Samples, channels: number, ceilingDb: number): Float32Array | undefined {
  const ceiling = 10 ** (ceilingDb / 20);
  const target = 10 ** ((ceilingDb - safety) / 20);
  const planes = Array.from({ length: channels }, (_, channel) => toPlane(pcm, channels, channel));
  let total: Float32Array | undefined;
  for (let pass = 0; pass < passes; pass += 1) {
    const held = heldReductions(planes, ceiling, target);
    if (held === undefined) break;
    const found = smooth(held);
    for (const plane of planes) for (let at = 0; at < plane.length; at += 1) plane[at] = (plane[at] ?? 0) * (1 - (found[at] ?? 0));
    total = total === undefined ? found : total.map((one, at) => 1 - (1 - one) * (1 - (found[at] ?? 0)));
  }
  return total;
}

/** What every sample needs around a peak, for as long as the smoothing reaches; with so many places more before the first sample and behind the last. */
function heldReductions(planes: readonly Float32Array[], ceiling: number, target: number): Float32Array | undefined {
  const length = planes[0]?.length ?? 0;
  let held: Float32Array | undefined;
  const hold = (at: number, peak: number): void => {
    const reduction = 1 - target / peak;
    held ??= new Float32Array(length + 2 * reach);
    // A peak lies between its sample and the next one. Place 0 is `reach` before the first sample.
    for (let near = at; near <= Math.min(held.length - 1, at + 1 + 2 * reach); near += 1)
      if ((held[near] ?? 0) < reduction) held[near] = reduction;
  };
  for (const plane of planes) eachPeakAbove(plane, () => ceiling, hold);
  return held;
}

function smooth(held: Float32Array): Float32Array {
  const reductions = new Float32Array(held.length - 2 * reach);
  for (let at = 0; at < held.length; at += 1) {
    const amount = held[at] ?? 0;
    if (amount === 0) continue;
    for (let tap = 0; tap < smoothing.length; tap += 1) {
      const near = at + tap - 2 * reach;
      if (near >= 0 && near < reductions.length) reductions[near] = (reductions[near] ?? 0) + amount * (smoothing[tap] ?? 0);
    }
  }
  return reductions;
}

/** Interleaved samples from the `from`th of each channel up to but without the `to`th, turned down. */
export function turnedDown<S extends Samples>(pcm: S, channels: number, reductions: Float32Array, from: number, to: number): Owned<S> {
  const out = pcm.slice(from * channels, to * channels);
  const isWhole = out instanceof Int16Array;
  for (let at = 0; at < out.length; at += 1) {
    const reduction = reductions[from + Math.floor(at / channels)] ?? 0;
    if (reduction === 0) continue;
    const sample = (out[at] ?? 0) * (1 - reduction);
    out[at] = isWhole ? Math.round(sample) : sample;
  }
  return out as Owned<S>;
}

/** What a limiter did to a sound. Peaks are true peaks, full scale is 1. */
export interface Limited {
  before: number;
  after: number;
}

/**
 * Brings the true peaks of a sound under a ceiling. Comes in pieces of any size, goes out later by {@link limiterMargin} samples; all samples that are
 * not near a peak above the ceiling go out as they came. Samples are 16 bit, or floats in the scale of 16 bit that may go over it: all of a sound are
 * of one kind.
 */
export class PeakLimiter<S extends Int16Array | Float32Array = Int16Array> {
  readonly #channels: number;
  readonly #ceilingDb: number;
  readonly #before: TruePeakMeter;
  readonly #after: TruePeakMeter;
  /** What was given out last, as it came in, and what waits for what follows it. */
  #held: S | undefined;
  #given = 0;

  constructor({ channels = 1, ceilingDb }: { channels?: number; ceilingDb: number }) {
    this.#channels = channels;
    this.#ceilingDb = ceilingDb;
    this.#before = new TruePeakMeter(channels);
    this.#after = new TruePeakMeter(channels);
  }

  push(pcm: S): Owned<S> {
    this.#before.push(pcm);
    return this.#take(joined(this.#held, pcm), limiterMargin, leastSamples);
  }

  /** The rest of the sound; `undefined` where nothing came. */
  finish(): Owned<S> | undefined {
    return this.#held && this.#take(this.#held, 0, 0);
  }

  /** To be asked once, when all was taken. */
  limited(): Limited {
    return { before: this.#before.finish(), after: this.#after.finish() };
  }

  #take(all: S, margin: number, least: number): Owned<S> {
    const channels = this.#channels;
    const end = Math.max(this.#given, Math.floor(all.length / channels) - margin);
    if (end - this.#given < least) {
      this.#held = all;
      return all.slice(0, 0) as Owned<S>;
    }
    const reductions = end > this.#given ? findReductions(all, channels, this.#ceilingDb) : undefined;
    const out =
      reductions === undefined
        ? (all.slice(this.#given * channels, end * channels) as Owned<S>)
        : turnedDown(all, channels, reductions, this.#given, end);
    const keptFrom = Math.max(0, end - limiterMargin);
    this.#held = all.slice(keptFrom * channels) as S;
    this.#given = end - keptFrom;
    this.#after.push(out);
    return out;
  }
}

/** Samples in a buffer of their own. */
type Owned<S extends Samples> = S extends Int16Array ? Int16Array<ArrayBuffer> : Float32Array<ArrayBuffer>;

function joined<S extends Samples>(before: S | undefined, pcm: S): S {
  if (before === undefined) return pcm;
  const length = before.length + pcm.length;
  const all = pcm instanceof Int16Array ? new Int16Array(length) : new Float32Array(length);
  all.set(before);
  all.set(pcm, before.length);
  return all as S;
}
