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
/** One thing that is wrong in a take: times in ms from the take's start, score from 0 to 1, 1 the worst. `text` is the words concerned, may be empty. */
export interface Finding {
  kind: PickupKind;
  startMs: number;
  endMs: number;
  text: string;
  score: number;
}
