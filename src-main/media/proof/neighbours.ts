import type { Finding } from '#shared/narration/pickup-kinds.ts';

/** What a take is compared with its neighbours by. */
export interface TakeFacts {
  voiceId: string;
  durationMs: number;
  words: number;
  /** Level of its speech, in decibels of full scale. */
  speechDb: number;
  /** How long its speech takes, by what its text would take; takes of one voice and language can be compared. */
  pace: number;
}

/** Takes on either side that a take is compared with, at most. */
const reach = 6;
/** Fewer neighbours of the same voice say too little. */
const leastNeighbours = 2;
const leastDb = 4.5;
const leastPace = 1.21;
/** Shorter texts are spoken at any pace. */
const leastWords = 6;

/** What one take of a chapter has otherwise than its neighbours of the same voice. `takes`: in the chapter's order; `undefined` where nothing is known. */
export function compareWithNeighbours(takes: readonly (TakeFacts | undefined)[], index: number): Finding[] {
  const take = takes[index];
  if (take === undefined) return [];
  const alike = (others: readonly (TakeFacts | undefined)[]): TakeFacts[] =>
    others.flatMap((other) => (other?.voiceId === take.voiceId ? [other] : [])).slice(0, reach);
  const neighbours = [...alike(takes.slice(0, index).toReversed()), ...alike(takes.slice(index + 1))];
  if (neighbours.length < leastNeighbours) return [];
  const found: Finding[] = [];
  const whole = { startMs: 0, endMs: take.durationMs, text: '' };
  const levels = neighbours.map(({ speechDb }) => speechDb);
  const louder = take.speechDb - findUsual(levels, take.speechDb);
  const db = Math.abs(louder);
  if (db >= leastDb) found.push({ kind: 'level', ...whole, score: Math.min(1, db / 15), difference: louder });
  const steady = neighbours.filter(({ words }) => words >= leastWords);
  if (take.words < leastWords || steady.length < leastNeighbours) return found;
  const ratio =
    take.pace /
    findUsual(
      steady.map(({ pace }) => pace),
      take.pace,
    );
  const change = Math.max(ratio, 1 / ratio);
  if (change >= leastPace) found.push({ kind: 'pace', ...whole, score: Math.min(1, change - 0.8), difference: 1 / ratio - 1 });
  return found;
}

/** Whether a take is one of these or compared with one of them. `voiceIds`: of the takes of a chapter, in order. */
export function addNeighbours(voiceIds: readonly string[], isOne: readonly boolean[]): boolean[] {
  const near = [...isOne];
  for (const order of [[...voiceIds.keys()], [...voiceIds.keys()].reverse()]) {
    /** By voice, the takes of it that were passed since the last one of these. */
    const passed = new Map<string, number>();
    for (const index of order) {
      const voiceId = voiceIds[index] ?? '';
      const count = isOne[index] === true ? 0 : (passed.get(voiceId) ?? reach) + 1;
      passed.set(voiceId, count);
      if (count <= reach) near[index] = true;
    }
  }
  return near;
}

/** The median; of an even number of values, that of the two in the middle which is nearer to `own`. */
function findUsual(values: readonly number[], own: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? own, sorted[sorted.length >> 1] ?? own];
  return Math.abs(own - low) <= Math.abs(own - high) ? low : high;
}
