/** Loudness of a mono sound at 48 kHz by ITU-R BS.1770-4: K-weighted, gated, in LUFS; `undefined` where there is only silence. */

const blockSamples = 19_200; // 400 ms
const hopSamples = blockSamples / 4;
const absoluteGate = -70;
const relativeGate = 10;

/** The filter's two stages as the recommendation gives them for 48 kHz: the head's shelf, then the high pass. */
const stages = [
  { b0: 1.53512485958697, b1: -2.69169618940638, b2: 1.19839281085285, a1: -1.69065929318241, a2: 0.73248077421585 },
  { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 },
];

/** `samples` are signed 16 bit. */
export function loudnessOf(samples: Int16Array): number | undefined {
  const powers = hopPowers(samples);
  const whole = powers.length - 3;
  const blocks: number[] = [];
  for (let at = 0; at < Math.max(1, whole); at += 1) {
    const hops = powers.slice(at, at + 4);
    if (hops.length > 0) blocks.push(hops.reduce((sum, power) => sum + power, 0) / hops.length);
  }
  const loud = blocks.filter((power) => decibels(power) > absoluteGate);
  if (loud.length === 0) return undefined;
  const gate = decibels(mean(loud)) - relativeGate;
  return decibels(mean(loud.filter((power) => decibels(power) > gate)));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const decibels = (power: number): number => (power <= 0 ? -Infinity : -0.691 + 10 * Math.log10(power));

/** The mean square of each hop of the weighted sound; a last one that is shorter counts for what it has. */
function hopPowers(samples: Int16Array): number[] {
  const powers: number[] = [];
  const memory = stages.map(() => ({ z1: 0, z2: 0 }));
  let sum = 0;
  let count = 0;
  for (const sample of samples) {
    let value = sample / 32_768;
    for (let stage = 0; stage < stages.length; stage += 1) {
      const filter = stages[stage];
      const held = memory[stage];
      if (!filter || !held) continue;
      const out = filter.b0 * value + held.z1;
      held.z1 = filter.b1 * value - filter.a1 * out + held.z2;
      held.z2 = filter.b2 * value - filter.a2 * out;
      value = out;
    }
    sum += value * value;
    count += 1;
    if (count === hopSamples) {
      powers.push(sum / count);
      sum = 0;
      count = 0;
    }
  }
  if (powers.length === 0 && count > 0) powers.push(sum / count);
  return powers;
}

/** How far each of two sounds is turned down, in decibels, so that both are as loud as the softer one. */
export function levelMatch(one: number | undefined, other: number | undefined): [number, number] {
  if (one === undefined || other === undefined) return [0, 0];
  return [Math.min(0, other - one), Math.min(0, one - other)];
}
