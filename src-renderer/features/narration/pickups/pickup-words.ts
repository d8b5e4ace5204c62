import type { Timeline } from '#shared/narration/chapter-timeline.ts';
import { wordsOf } from '#shared/narration/document.ts';
import { maximumPickupText, type Pickup, type PlacedPickup } from '#shared/narration/pickups.ts';
import type { TextRange } from '#shared/narration/repair.ts';
import { sampleRate, type Word } from '#shared/narration/take.ts';
import type { RangeInBlock } from '../script/caret.ts';

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

/**
 * The words of a block that a pickup names, of several alike those that are said nearest to it; where the text has none of them, those that sound
 * while it lasts, as `findPickupWords` gives them.
 */
export function findNamedWords(
  text: string,
  words: readonly Word[],
  placed: Pick<PlacedPickup, 'startMs' | 'endMs'> & { pickup: Pick<Pickup, 'text'> },
): TextRange | undefined {
  const tokens = wordsOf(text);
  const named = wordsOf(placed.pickup.text).map((word) => word.text);
  const found = tokens.flatMap(({ start }, index) => {
    const last = tokens[index + named.length - 1];
    if (!last || named.length === 0 || named.some((word, at) => tokens[index + at]?.text !== word)) return [];
    return [{ from: start, to: last.end, away: Math.abs((words[index]?.startMs ?? Number.NaN) - (placed.startMs ?? Number.NaN)) }];
  });
  const timed = found.filter(({ away }) => !Number.isNaN(away)).toSorted((one, other) => one.away - other.away);
  const [best] = timed.length > 0 || found.length > 1 ? timed : found;
  return best ? { from: best.from, to: best.to } : findPickupWords(text, words, placed);
}

/**
 * Where words of a block with this text are in the take that sounds for it: those that the range touches, or, in white space, the one before it.
 * A word that the take does not say is where the timed word before it begins; one of a take without word times, at its start. `undefined` where
 * no take sounds.
 */
export function findPlaceOfWords(
  timeline: Pick<Timeline, 'blocks' | 'sampleOfWord' | 'readWords'>,
  text: string,
  { blockId, from, to }: RangeInBlock,
): Pick<Pickup, 'takeId' | 'startMs' | 'endMs' | 'text'> | undefined {
  const block = timeline.blocks.find((one) => one.blockId === blockId);
  if (!block) return undefined;
  const words = wordsOf(text);
  const touches = ({ start, end }: { start: number; end: number }): boolean =>
    from === to ? start <= to && from <= end : start < to && from < end;
  const before = words.findLastIndex(({ end }) => end <= from);
  const first = Math.max(0, words.some(touches) ? words.findIndex(touches) : before);
  const last = from === to ? first : Math.max(first, words.findLastIndex(touches));
  const sample = timeline.sampleOfWord(block.firstWord + first) ?? block.start;
  const offsetMs = block.take.edit?.trimStartMs ?? 0;
  const startMs = Math.floor(((sample - block.start) * 1000) / sampleRate);
  const endMs = Math.ceil(timeline.readWords(block)[last]?.endMs ?? Number.NaN);
  return {
    takeId: block.take.id,
    startMs: startMs + offsetMs,
    endMs: (endMs > startMs ? endMs : startMs) + offsetMs,
    text: text.slice(words[first]?.start, words[last]?.end).slice(0, maximumPickupText),
  };
}
