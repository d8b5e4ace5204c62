import { readFileSync } from 'node:fs';
import type { Recording } from './recording.ts';

/** What comparing two commits found. */
interface Comparison {
  same: number;
  /** Seeds that do not even repeat on the first commit: they prove nothing, unless the second does what one of its recordings did. */
  unstable: number[];
  /** By seed, the first thing that is not as in any recording of the first commit. */
  different: { seed: number; first: string }[];
  missing: number[];
}

export function readRecordings(path: string): Map<number, Recording> {
  const lines = readFileSync(path, 'utf8').split('\n');
  const recordings = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Recording]));
  return new Map(recordings.map((recording) => [recording.seed, recording]));
}

/** `before`: recordings of the first commit; with several of them a seed whose order is up to chance is known for one. */
export function compare(before: readonly Map<number, Recording>[], after: Map<number, Recording>): Comparison {
  const found: Comparison = { same: 0, unstable: [], different: [], missing: [] };
  const [first] = before;
  for (const seed of first?.keys() ?? []) {
    const known = before.flatMap((recordings) => recordings.get(seed) ?? []);
    const now = after.get(seed);
    if (now === undefined) found.missing.push(seed);
    else if (known.some((recording) => JSON.stringify(recording) === JSON.stringify(now))) found.same++;
    else if (new Set(known.map((recording) => JSON.stringify(recording))).size > 1) found.unstable.push(seed);
    else found.different.push({ seed, first: firstDifference(known[0], now, '') ?? 'nothing' });
  }
  return found;
}

/** The place of the first difference, and what stands there on either side. */
function firstDifference(one: unknown, other: unknown, at: string): string | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined;
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [left, right] = [one, other].map((value) => (value as Record<string, unknown>)[name]);
      const found = firstDifference(left, right, `${at}/${name}`);
      if (found !== undefined) return found;
    }
  }
  return `${at}\n    before ${JSON.stringify(one)}\n    after  ${JSON.stringify(other)}`;
}
