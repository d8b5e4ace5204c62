import type { Segment } from './read.ts';

/** What a recogniser may round, in milliseconds. */
const rounding = 500;

/**
 * Takes away what cannot be: times after the end of the sound. A segment that is said to begin there has no times; one that only ends there ends with the
 * sound. `seconds` of the sound; `undefined` where they are not known, and then everything stays.
 */
export function withinSound(segments: readonly Segment[], seconds: number | undefined): Segment[] {
  if (seconds === undefined || seconds <= 0) return [...segments];
  const end = seconds * 1000;
  return segments.map((segment) => {
    const { startMs, endMs, words } = segment;
    if (startMs !== null && startMs >= end + rounding) return { ...segment, startMs: null, endMs: null, words: [], isOutside: true };
    if ((endMs ?? 0) <= end && words.every((word) => word.endMs <= end)) return segment;
    const limit = (time: number): number => Math.min(time, end);
    const isOneOutside = words.some((word) => word.startMs >= end + rounding);
    return {
      ...segment,
      startMs: startMs === null ? null : limit(startMs),
      endMs: endMs === null ? null : limit(endMs),
      // Words of which some have no times say nothing of where the others end.
      words: isOneOutside ? [] : words.map((word) => ({ ...word, startMs: limit(word.startMs), endMs: limit(word.endMs) })),
    };
  });
}
