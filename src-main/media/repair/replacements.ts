import type { RepairRun } from '#shared/narration/repair.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { Replacement } from './splice.ts';

/** When the words of a take are spoken: milliseconds from its start. */
export interface WordPlace {
  startMs: number;
  endMs: number;
}

/** Where a take of so many samples is cut for each run. `parts`: what comes in the place of each; none for one whose words only go. */
export function toReplacements(
  runs: readonly RepairRun[],
  words: readonly WordPlace[],
  samples: number,
  parts: readonly (Int16Array | undefined)[],
): Replacement[] {
  const at = (ms: number | undefined, otherwise: number): number =>
    ms === undefined ? otherwise : Math.min(samples, Math.max(0, Math.round((ms * sampleRate) / 1000)));
  return runs.map(({ oldFrom, oldTo }, index) => {
    const part = parts[index];
    const before = at(words[oldFrom - 1]?.endMs, 0);
    const after = at(words[oldTo]?.startMs, samples);
    // Where nothing goes, the new words come between two that stay.
    const first = oldFrom === oldTo ? after : at(words[oldFrom]?.startMs, samples);
    const last = oldFrom === oldTo ? before : at(words[oldTo - 1]?.endMs, 0);
    return {
      before: { from: before, to: first },
      after: { from: last, to: after },
      isFirst: oldFrom === 0,
      isLast: oldTo === words.length,
      ...(part ? { part } : {}),
    };
  });
}
