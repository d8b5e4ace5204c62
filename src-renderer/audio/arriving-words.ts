import type { Word } from '#shared/narration/take.ts';

/**
 * The words of a block that is still arriving, in order of time; a chapter's are in its timeline. Times are seconds from
 * the start of the block.
 */
export interface WordTrack {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Index of each among the chapter's whitespace tokens. */
  readonly index: Int32Array;
}

export const noWords: WordTrack = wordTrack([], 0);

/** One word for each token from the block's first, which has the index `firstWord`; in order of their start. */
export function wordTrack(words: readonly Word[], firstWord: number): WordTrack {
  return {
    starts: Float64Array.from(words, (word) => word.startMs / 1000),
    ends: Float64Array.from(words, (word) => word.endMs / 1000),
    index: Int32Array.from(words, (_word, position) => firstWord + position),
  };
}

/** Position of the last value that is at most `wanted`, or -1. `values` ascend. */
export function lastAtMost(values: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? Infinity) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A gap between two words that is shorter than this leaves the first of them lit, in seconds. */
const bridgedGap = 0.6;
/** A word before a longer gap stays lit this much after its end, in seconds. */
const afterglow = 0.12;

/** Position in the track of the word that is spoken at `seconds`, or -1 in silence. */
export function wordAt(track: WordTrack, seconds: number): number {
  const at = lastAtMost(track.starts, seconds);
  if (at < 0) return -1;
  const end = track.ends[at] ?? 0;
  const next = track.starts[at + 1];
  const until = next !== undefined && next - end < bridgedGap ? next : end + afterglow;
  return seconds < until ? at : -1;
}
