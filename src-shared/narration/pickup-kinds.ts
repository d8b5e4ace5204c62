/** What can be wrong with a take. `project proof` and `align` name these. */
export const pickupKinds = [
  'missing-words',
  'repeated-words',
  'other-words',
  'truncated',
  'silence',
  'noise',
  'pace',
  'level',
  'clipped',
] as const;
export type PickupKind = (typeof pickupKinds)[number];
/**
 * One thing that is wrong in a take: times in ms from the take's start, score from 0 to 1, 1 the worst. `text` is the words concerned, may be empty.
 * `difference`, of `level`: decibels that it is louder than what is around it, or gets louder there; of `pace`: the part by which it is faster than
 * others, 0.25 for a quarter. Less than 0 where it is quieter, or slower. `tokens`, where it is about words that are written: their places among the
 * whitespace tokens of the take's text, from `from` up to but without `to`.
 */
export interface Finding {
  kind: PickupKind;
  startMs: number;
  endMs: number;
  text: string;
  score: number;
  difference?: number;
  tokens?: { from: number; to: number };
}
