import { wordsOf } from '#shared/narration/document.ts';
import type { PlacedPickup } from '#shared/narration/pickups.ts';
import type { TextRange } from '#shared/narration/repair.ts';
import type { Word } from '#shared/narration/take.ts';

/**
 * The words of a block that a pickup is about: those that sound while it lasts, or, where it lies in a pause, the ones on both sides. A place without
 * length in a pause is about the word before it. `words`: of each whitespace token of the text, as `Timeline.readWords` gives them.
 */
export function findPickupWords(
  text: string,
  words: readonly Word[],
  { startMs, endMs }: Pick<PlacedPickup, 'startMs' | 'endMs'>,
): TextRange | undefined {
  if (startMs === undefined || endMs === undefined) return undefined;
  const timed = wordsOf(text).flatMap(({ start, end }, index) => {
    const word = words[index];
    return word && !Number.isNaN(word.startMs) ? [{ start, end, startMs: word.startMs, endMs: word.endMs }] : [];
  });
  const isLong = endMs > startMs;
  const sounding = timed.filter((word) => word.endMs > startMs && (isLong ? word.startMs < endMs : word.startMs <= startMs));
  const before = timed.findLast((word) => word.endMs <= startMs);
  const after = isLong ? timed.find((word) => word.startMs >= endMs) : undefined;
  const first = sounding[0] ?? before ?? after;
  const last = sounding.at(-1) ?? after ?? before;
  return first && last && { from: first.start, to: last.end };
}
