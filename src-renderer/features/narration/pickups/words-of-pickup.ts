import type { AnyPickupKind, PlacedPickup } from '#shared/narration/pickups.ts';
import type { TextRange } from '#shared/narration/repair.ts';
import { currentChapter } from '../../../core/chapter/chapter.ts';
import { mostWordsOfName, toEntry, type RangeInBlock } from '../script/caret.ts';
import { findNamedWords } from './pickup-words.ts';
import { wordsOf } from '#shared/narration/document.ts';

/** What is wrong with a whole take, more often than with words of it. */
const ofWholeTakes: readonly AnyPickupKind[] = ['level', 'silence'];
/** What may be said otherwise than it is written. */
const mispronounced: readonly AnyPickupKind[] = ['other-words', 'missing-words', 'mark'];

/** The words of the shown chapter that a pickup is about: those that it names, or else those that sound there. */
export function findWordsOf(placed: PlacedPickup, chapter = currentChapter()): TextRange | undefined {
  const block = chapter.block(placed.blockId);
  const sounding = chapter.timeline.blocks.find(({ blockId }) => blockId === placed.blockId);
  return block && findNamedWords(block.text, sounding ? chapter.timeline.readWords(sounding) : [], placed);
}

/** The same, where the times of its take say which. */
export function findSelection(placed: PlacedPickup, chapter = currentChapter()): TextRange | undefined {
  const sounding = chapter.timeline.blocks.find(({ blockId }) => blockId === placed.blockId);
  return sounding && chapter.timeline.readWords(sounding).length > 0 ? findWordsOf(placed, chapter) : undefined;
}

/** The words that the script marks for a pickup; none for what is wrong with its whole block, which is selected. */
export function findWordsToMark(placed: PlacedPickup | undefined, chapter = currentChapter()): RangeInBlock | undefined {
  if (!placed || placed.pickup.kind === 'pace') return undefined;
  const words = findWordsOf(placed, chapter);
  const text = chapter.block(placed.blockId)?.text;
  if (!words || text === undefined) return undefined;
  const isWhole = text.slice(words.from, words.to) === text.trim();
  return isWhole && ofWholeTakes.includes(placed.pickup.kind) ? undefined : { blockId: placed.blockId, ...words };
}

/** The word or name of a pickup as an entry of the pronunciations has it; `undefined` where it has none, or so many that they are no name. */
export function findWordToSay(placed: PlacedPickup, chapter = currentChapter()): string | undefined {
  const { kind, text } = placed.pickup;
  if (text === '' || !mispronounced.includes(kind)) return undefined;
  const words = findWordsOf(placed, chapter);
  const written = words && chapter.block(placed.blockId)?.text.slice(words.from, words.to);
  return written === undefined || wordsOf(written).length > mostWordsOfName ? undefined : toEntry(written);
}
