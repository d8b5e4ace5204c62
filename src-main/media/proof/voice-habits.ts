import { partsOfPhone } from './phone-model.ts';

/** A state counts as having been said for so many frames besides at the level of all. */
const priorFrames = 6;

/** How loud a voice says each state: decibels by those of a take's speech. */
export function learnLevels(
  phones: ReadonlyMap<string, number>,
  speech: readonly { states: Int32Array; levels: Float32Array }[],
): Float32Array {
  const silence = phones.size * partsOfPhone;
  const [sums, counts] = [new Float64Array(silence + 1), new Float64Array(silence + 1)];
  for (const { states, levels } of speech)
    states.forEach((state, frame) => {
      sums[state] = (sums[state] ?? 0) + (levels[frame] ?? 0);
      counts[state] = (counts[state] ?? 0) + 1;
    });
  const [all, frames] = [total(sums.subarray(0, silence)), total(counts.subarray(0, silence))];
  return Float32Array.from(sums, (sum, state) =>
    state === silence ? 0 : (sum + (priorFrames * all) / Math.max(1, frames)) / ((counts[state] ?? 0) + priorFrames),
  );
}

function total(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
