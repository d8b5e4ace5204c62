const hopSamples = 4_800; // 100 ms; a block is four of them
const absoluteGate = -70;
const relativeGate = 10;

/** The filter's two stages as the recommendation gives them for 48 kHz: the head's shelf, then the high pass. */
const stages = [
  { b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285, a1: -1.69065929318241, a2: 0.73248077421585 },
  { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 },
] as const;

/**
 * Loudness of a mono sound at 48 kHz by ITU-R BS.1770-4: K-weighted, gated, in LUFS. Takes the sound in pieces of any size, and keeps
 * one figure for each tenth of a second.
 */
export class LoudnessMeter {
  readonly #powers: number[] = [];
  #memory: [number, number, number, number] = [0, 0, 0, 0];
  #sum = 0;
  #count = 0;

  /** `scale` brings a sample to ±1. */
  push(samples: Float32Array | Int16Array, scale = 1): void {
    const [head, pass] = stages;
    // In locals: a field read and written for each sample costs three times as long.
    let [head1, head2, pass1, pass2] = this.#memory;
    let sum = this.#sum;
    let count = this.#count;
    for (const sample of samples) {
      const value = sample * scale;
      const shelved = head.b0 * value + head1;
      head1 = head.b1 * value - head.a1 * shelved + head2;
      head2 = head.b2 * value - head.a2 * shelved;
      const out = pass.b0 * shelved + pass1;
      pass1 = pass.b1 * shelved - pass.a1 * out + pass2;
      pass2 = pass.b2 * shelved - pass.a2 * out;
      sum += out * out;
      count += 1;
      if (count === hopSamples) {
        this.#powers.push(sum / count);
        sum = 0;
        count = 0;
      }
    }
    this.#memory = [head1, head2, pass1, pass2];
    this.#sum = sum;
    this.#count = count;
  }

  /** `undefined` where there is only silence. */
  finish(): number | undefined {
    if (this.#powers.length === 0 && this.#count > 0) this.#powers.push(this.#sum / this.#count);
    const blocks: number[] = [];
    for (let at = 0; at < Math.max(1, this.#powers.length - 3); at += 1) {
      const hops = this.#powers.slice(at, at + 4);
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
