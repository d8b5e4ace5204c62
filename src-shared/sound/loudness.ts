import { sampleRate } from '../narration/take.ts';

/** Blocks of 400 ms overlap by three quarters: one power for each 100 ms, and four of them make a block. */
const hopsPerSecond = 10;
const hopsInBlock = 4;
const absoluteGate = -70;
const relativeGate = 10;

interface Stage {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * The two stages of K-weighting, the shelf of the head and the high pass. The recommendation prints numbers for 48 kHz; these are the analogue
 * filters behind them, which give the same numbers there.
 */
function kWeighting(rate: number): readonly [Stage, Stage] {
  const shelf = (() => {
    const k = Math.tan((Math.PI * 1681.974450955533) / rate);
    const q = 0.7071752369554196;
    const high = 10 ** (3.999843853973347 / 20);
    const band = high ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    return {
      b0: (high + (band * k) / q + k * k) / a0,
      b1: (2 * (k * k - high)) / a0,
      b2: (high - (band * k) / q + k * k) / a0,
      a1: (2 * (k * k - 1)) / a0,
      a2: (1 - k / q + k * k) / a0,
    };
  })();
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [shelf, { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }];
}

/**
 * Loudness of a sound by ITU-R BS.1770-4: K-weighted, gated, in LUFS; mono or left and right. Takes interleaved samples in pieces of any size,
 * and keeps one figure for each tenth of a second.
 */
export class LoudnessMeter {
  readonly #stages: readonly [Stage, Stage];
  readonly #channels: number;
  readonly #hopFrames: number;
  readonly #powers: number[] = [];
  /** Of each channel: its filters, and last the sum of squares of the hop so far, so that no cut of the pieces changes the order of additions. */
  readonly #memories: Float64Array[];
  #count = 0;

  /** `rate` in Hz. */
  constructor({ rate = sampleRate, channels = 1 }: { rate?: number; channels?: number } = {}) {
    this.#stages = kWeighting(rate);
    this.#channels = channels;
    this.#hopFrames = Math.round(rate / hopsPerSecond);
    this.#memories = Array.from({ length: channels }, () => new Float64Array(5));
  }

  /** `scale` brings a sample to ±1. */
  push(samples: Float32Array | Int16Array, scale = 1): void {
    const frames = Math.floor(samples.length / this.#channels);
    for (let from = 0; from < frames;) {
      const to = Math.min(frames, from + this.#hopFrames - this.#count);
      this.#memories.forEach((memory, channel) => this.#add(memory, samples, { channel, from, to, scale }));
      this.#count += to - from;
      from = to;
      if (this.#count < this.#hopFrames) continue;
      this.#endHop();
    }
  }

  /** Adds the squares of some frames of a channel, weighted. */
  #add(
    memory: Float64Array,
    samples: Float32Array | Int16Array,
    { channel, from, to, scale }: { channel: number; from: number; to: number; scale: number },
  ): void {
    const [head, pass] = this.#stages;
    const step = this.#channels;
    // In locals: a field read and written for each sample costs three times as long.
    let [head1 = 0, head2 = 0, pass1 = 0, pass2 = 0, sum = 0] = memory;
    for (let at = from * step + channel; at < to * step; at += step) {
      const value = (samples[at] ?? 0) * scale;
      const shelved = head.b0 * value + head1;
      head1 = head.b1 * value - head.a1 * shelved + head2;
      head2 = head.b2 * value - head.a2 * shelved;
      const out = pass.b0 * shelved + pass1;
      pass1 = pass.b1 * shelved - pass.a1 * out + pass2;
      pass2 = pass.b2 * shelved - pass.a2 * out;
      sum += out * out;
    }
    memory.set([head1, head2, pass1, pass2, sum]);
  }

  #endHop(): void {
    let sum = 0;
    for (const memory of this.#memories) {
      sum += memory[4] ?? 0;
      memory[4] = 0;
    }
    this.#powers.push(sum / this.#count);
    this.#count = 0;
  }

  /** `undefined` where there is only silence. */
  finish(): number | undefined {
    if (this.#powers.length === 0 && this.#count > 0) this.#endHop();
    const blocks: number[] = [];
    for (let at = 0; at < Math.max(1, this.#powers.length - hopsInBlock + 1); at += 1) {
      const hops = this.#powers.slice(at, at + hopsInBlock);
      if (hops.length > 0) blocks.push(mean(hops));
    }
    const loud = blocks.filter((power) => decibels(power) > absoluteGate);
    if (loud.length === 0) return undefined;
    const gate = decibels(mean(loud)) - relativeGate;
    return decibels(mean(loud.filter((power) => decibels(power) > gate)));
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const decibels = (power: number): number => (power <= 0 ? -Infinity : -0.691 + 10 * Math.log10(power));
