import { sampleRate } from '#shared/narration/take.ts';
import { createFirKernel, type FirKernel } from './fir-kernel.ts';

/**
 * Resampling, to 48 kHz unless another rate is asked for, by a polyphase filter: a sinc in a Kaiser window, a row of taps for each place that a new sample can have between two
 * old ones. Exact places and no state but the samples themselves, so that no split can be heard and equal sounds are equal bit by bit.
 */

/** Of the lower of both Nyquist frequencies: what lies under 0.9 passes, what lies over 1 is gone (both to better than 90 dB). */
const cutoff = 0.95;
const kaiserBeta = 10;
/** Taps of the longer of both steps between samples: enough for that transition. */
const tapsAcross = 128;
/** Rows at most: 11,025 Hz has as many. A rate with more has no plain relation to 48 kHz. */
const maximumPhases = 640;

/** About as many samples come out of one run of the kernel, at most. */
const piece = 32_768;
const floatBytes = 4;

interface Ratio {
  /** New samples for each `step` old ones, in lowest terms. */
  phases: number;
  step: number;
}

/** `undefined` for a rate that this has no table for. */
function ratioOf(rate: number, target: number): Ratio | undefined {
  if (!Number.isInteger(rate) || rate <= 0) return undefined;
  const common = greatestCommonDivisor(target, rate);
  const phases = target / common;
  return phases > maximumPhases || rate > 4 * target ? undefined : { phases, step: rate / common };
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

interface Table {
  taps: number;
  rows: Float32Array;
}
/** By rates, `44100>48000`. */
const tables = new Map<string, Table>();

function tableOf(rates: string, { phases, step }: Ratio): Table {
  const known = tables.get(rates);
  if (known) return known;
  const narrower = Math.min(1, phases / step);
  const taps = 16 * Math.ceil(tapsAcross / narrower / 16);
  const half = taps / 2;
  const rows = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase += 1) {
    const row = Array.from({ length: taps }, (_, tap) => {
      const distance = tap - (half - 1) - phase / phases;
      return sinc(distance, cutoff * narrower) * kaiser(distance / half);
    });
    const sum = row.reduce((total, value) => total + value, 0);
    row.forEach((value, tap) => (rows[phase * taps + tap] = value / sum)); // a constant stays what it is
  }
  const table = { taps, rows };
  tables.set(rates, table);
  return table;
}

const sinc = (distance: number, band: number): number =>
  distance === 0 ? band : Math.sin(Math.PI * band * distance) / (Math.PI * distance);

const kaiser = (place: number): number => (Math.abs(place) >= 1 ? 0 : bessel(kaiserBeta * Math.sqrt(1 - place ** 2)) / bessel(kaiserBeta));

/** The modified Bessel function of order zero, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let index = 1; term > sum * 1e-17; index += 1) {
    term *= (x / (2 * index)) ** 2;
    sum += term;
  }
  return sum;
}

/** Kernels with their tables that nobody uses at the moment; a sound is over in seconds, and the next has the same rate. */
const idle = new Map<string, FirResampler[]>();
const maximumIdle = { ofARate: 4, rates: 8 } as const;

export class FirResampler {
  readonly #rates: string;
  readonly #ratio: Ratio;
  readonly #taps: number;
  readonly #kernel: FirKernel;
  readonly #window: Float32Array;
  readonly #out: Float32Array;
  readonly #outAddress: number;
  /** Samples in the window, and where the next run of taps begins among them; behind them where samples are left out. */
  #held = 0;
  #at = 0;
  #phase = 0;

  private constructor(rates: string, ratio: Ratio) {
    const { taps, rows } = tableOf(rates, ratio);
    const windowSamples = taps + Math.ceil((piece * ratio.step) / ratio.phases);
    const outSamples = Math.ceil(((windowSamples - taps + 1) * ratio.phases) / ratio.step) + 1;
    const windowAddress = rows.byteLength;
    this.#outAddress = windowAddress + windowSamples * floatBytes;
    this.#kernel = createFirKernel(this.#outAddress + outSamples * floatBytes);
    const { memory } = this.#kernel;
    new Float32Array(memory, 0, rows.length).set(rows);
    this.#window = new Float32Array(memory, windowAddress, windowSamples);
    this.#out = new Float32Array(memory, this.#outAddress, outSamples);
    this.#rates = rates;
    this.#ratio = ratio;
    this.#taps = taps;
  }

  /** `undefined` for a rate that has too many places between its samples. */
  static create(rate: number, target = sampleRate): FirResampler | undefined {
    const ratio = ratioOf(rate, target);
    if (!ratio) return undefined;
    const rates = `${rate}>${target}`;
    const resampler = idle.get(rates)?.pop() ?? new FirResampler(rates, ratio);
    resampler.#begin();
    return resampler;
  }

  /** Silence before the sound, so that its first sample lies in the middle of the taps. */
  #begin(): void {
    this.#window.fill(0);
    this.#held = this.#taps / 2 - 1;
    this.#at = 0;
    this.#phase = 0;
  }

  push(samples: Float32Array): Float32Array {
    const pieces: Float32Array[] = [];
    let count = 0;
    for (let from = 0; from < samples.length;) {
      const taken = samples.subarray(from, from + this.#window.length - this.#held);
      this.#window.set(taken, this.#held);
      this.#held += taken.length;
      from += taken.length;
      const made = this.#run();
      pieces.push(made);
      count += made.length;
    }
    if (pieces.length === 1 && pieces[0]) return pieces[0];
    const all = new Float32Array(count);
    let at = 0;
    for (const made of pieces) {
      all.set(made, at);
      at += made.length;
    }
    return all;
  }

  /** Makes what the window has all samples for, and moves what is still needed to its start. */
  #run(): Float32Array {
    const { phases, step } = this.#ratio;
    const room = this.#held - this.#taps - this.#at;
    const count = room < 0 ? 0 : Math.floor((room * phases + phases - 1 - this.#phase) / step) + 1;
    if (count > 0) {
      const from = this.#window.byteOffset + this.#at * floatBytes;
      this.#kernel.run(from, 0, this.#outAddress, count, this.#taps * floatBytes, phases, step, this.#phase);
      const advanced = this.#phase + count * step;
      this.#at += Math.floor(advanced / phases);
      this.#phase = advanced % phases;
    }
    const over = Math.min(this.#at, this.#held);
    this.#window.copyWithin(0, over, this.#held);
    this.#held -= over;
    this.#at -= over;
    return this.#out.slice(0, count);
  }

  /** It is not to be used after this. */
  free(): void {
    const others = idle.get(this.#rates) ?? [];
    if (others.length < maximumIdle.ofARate) idle.set(this.#rates, [...others, this]);
    for (const rates of idle.keys()) {
      if (idle.size <= maximumIdle.rates) break;
      idle.delete(rates);
      tables.delete(rates);
    }
  }
}
