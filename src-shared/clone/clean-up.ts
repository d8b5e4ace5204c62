import { z } from 'zod';

/** What is done to a recording before it is sent; the file stays as it is. */
export const cleanUpSchema = z.object({
  reduceNoise: z.boolean(),
  /** Shortens the silence before, between and after what is said. */
  trimSilence: z.boolean(),
});
export type CleanUp = z.infer<typeof cleanUpSchema>;

export const noCleanUp: CleanUp = { reduceNoise: false, trimSilence: false };

export const isCleanedUp = ({ reduceNoise, trimSilence }: CleanUp): boolean => reduceNoise || trimSilence;

/** Places of one recording where silence is cut out. Of more, the longest are. */
export const maximumCuts = 500;

/**
 * What is kept of a recording, in samples at 48 kHz: start and end of each stretch, one after the other, ascending. A list of numbers, as a draft
 * may hold many recordings with many stretches.
 */
export type Kept = readonly number[];

export const cleanedSchema = z.object({
  /** Another for each result: part of the address of its sound. */
  revision: z.string(),
  kept: z.array(z.int().min(0)).max(2 * (maximumCuts + 1)),
  /** LUFS of what is said before and after, by ITU-R BS.1770-4; `null` where nothing is. */
  loudness: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
});
export type Cleaned = z.infer<typeof cleanedSchema>;

/** Stretches of what is kept, each with where it begins in the result. Samples. */
export function* listKept(kept: Kept): Generator<{ from: number; to: number; at: number }> {
  let at = 0;
  for (let index = 0; index + 1 < kept.length; index += 2) {
    const [from = 0, to = 0] = [kept[index], kept[index + 1]];
    yield { from, to, at };
    at += to - from;
  }
}

/** Samples of the result. */
export function countKept(kept: Kept): number {
  let samples = 0;
  for (const { from, to } of listKept(kept)) samples += to - from;
  return samples;
}

export function isKept(kept: Kept, sample: number): boolean {
  for (const { from, to } of listKept(kept)) if (sample >= from && sample < to) return true;
  return false;
}

/** What is cut out between the first and the last stretch that is kept, and before and after them, within `from` to `to`. Samples. */
export function listCuts(kept: Kept, { from, to }: { from: number; to: number }): { from: number; to: number }[] {
  const cuts = [];
  let end = from;
  for (const stretch of listKept(kept)) {
    if (stretch.from > end) cuts.push({ from: end, to: stretch.from });
    end = stretch.to;
  }
  if (to > end) cuts.push({ from: end, to });
  return cuts;
}

/** The sample of the result that a sample of the recording is at; of one that is cut out, where what follows it begins. */
export function toResult(kept: Kept, sample: number): number {
  for (const { from, to, at } of listKept(kept)) if (sample < to) return at + Math.max(0, sample - from);
  return countKept(kept);
}

/** The sample of the recording that a sample of the result comes from. */
export function toRecording(kept: Kept, sample: number): number {
  let last = 0;
  for (const { from, to, at } of listKept(kept)) {
    if (sample < at + to - from) return from + Math.max(0, sample - at);
    last = to;
  }
  return last;
}
