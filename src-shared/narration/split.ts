import type { Transform } from '@tiptap/pm/transform';
import { newId, type BlockId } from '../ids.ts';
import { blocksOf, createBlock, schema, type Block } from './document.ts';
import { splitAroundWords, splitSpeech, type SpeechPart } from './speech-parts.ts';

/** Text that is too long for a model, parted where a person would: at sentences, else at words, else wherever a character ends. Pure. */

/**
 * Where to cut `text` so that each part, without the white space around it, has at most `limit` UTF-16 units: ascending offsets, none at
 * either end. No part is empty. A sentence that is too long by itself is cut between words, a word that is, between the characters that
 * people see; one of those is cut only when it alone is longer than `limit`. `language` is a BCP 47 tag; one that is not known counts as none.
 */
export function splitPlaces(text: string, limit: number, language?: string): number[] {
  if (!Number.isInteger(limit) || limit < 2) throw new RangeError('limit: a whole number of at least 2 UTF-16 units.');
  if (text.trim().length <= limit) return [];
  const places: number[] = [];
  let start = 0;
  const take = (pieces: Iterable<Piece>, finer: readonly Granularity[]): void => {
    for (const { from, to } of pieces) {
      if (spoken(text, start, to) <= limit) continue;
      if (spoken(text, start, from) > 0) {
        places.push(from);
        start = from;
        if (spoken(text, start, to) <= limit) continue;
      }
      const [next, ...rest] = finer;
      if (next !== undefined) take(segments(text, from, to, next, language), rest);
      else {
        for (let at = from + wholePoints(text, from, limit); at < to; at += wholePoints(text, at, limit)) {
          places.push(at);
          start = at;
        }
      }
    }
  };
  take(segments(text, 0, text.length, 'sentence', language), ['word', 'grapheme']);
  return places;
}

/** The parts of `text` that `splitPlaces` makes, without the white space around them. */
export function splitText(text: string, limit: number, language?: string): string[] {
  const places = splitPlaces(text, limit, language);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length).trim());
}

/** How a block is to be parted. */
export interface SplitRule {
  limit: number;
  language?: string | undefined;
}

/**
 * Parts the blocks of a chapter for which `ruleOf` names a limit that they pass. The first part keeps the block's id, each part its
 * settings; the pause that a person set stays after the last. Answers with the number of blocks that came of them.
 */
export function splitBlocks(transform: Transform, ruleOf: (blockId: BlockId) => SplitRule | undefined): number {
  let made = 0;
  for (const { attributes, text, position } of blocksOf(transform.doc).reverse()) {
    const rule = ruleOf(attributes.id);
    const places = rule ? splitPlaces(text, rule.limit, rule.language) : [];
    if (places.length === 0) continue;
    made += places.length + 1;
    const inside = position + 1;
    for (const [index, place] of places.toReversed().entries()) {
      const isLast = index === 0;
      const from = text.slice(0, place).trimEnd().length;
      const to = text.length - text.slice(place).trimStart().length;
      if (from < to) transform.delete(inside + from, inside + to);
      const attrs = { ...attributes, id: newId(), takeId: null, note: null, pauseMs: isLast ? attributes.pauseMs : null };
      transform.split(inside + from, 1, [{ type: schema.nodes.block, attrs }]);
    }
    if (attributes.pauseMs !== null) transform.setNodeAttribute(position, 'pauseMs', null);
    if (attributes.takeId !== null) transform.setNodeAttribute(position, 'takeId', null);
  }
  return made;
}

/** Gives what is quoted in a block to a character; the rest of it becomes blocks of the same paragraph. */
export function assignSpeech(transform: Transform, block: Block, characterId: string): void {
  assignParts(transform, block, splitSpeech(block.text), characterId);
}

/**
 * Gives the words that a range of a block's text touches to a character, or to nobody; the rest of it becomes blocks of the same paragraph. Answers with
 * the id of the block that has the words.
 */
export function assignWords(transform: Transform, block: Block, range: { from: number; to: number }, characterId: string | null): BlockId {
  const nodes = assignParts(transform, block, splitAroundWords(block.text, range), characterId);
  return nodes.find(({ part }) => part.isSpeech)?.id ?? block.attributes.id;
}

/** The first part keeps the block's id and note, each part its settings; the pause that a person set stays after the last. */
function assignParts(
  transform: Transform,
  { attributes, text, position }: Block,
  parts: readonly SpeechPart[],
  characterId: string | null,
): { part: SpeechPart; id: BlockId }[] {
  const isSplit = parts.length > 1;
  const paragraphId = isSplit ? (attributes.paragraphId ?? newId()) : attributes.paragraphId;
  const identified = parts.map((part, index) => ({ part, id: index > 0 ? newId() : attributes.id }));
  const nodes = identified.map(({ part, id }, index) =>
    createBlock(part.text, {
      ...attributes,
      ...(index > 0 && { id, note: null }),
      ...(isSplit && { takeId: null, paragraphId }),
      pauseMs: index === parts.length - 1 ? attributes.pauseMs : null,
      characterId: isSplit && !part.isSpeech ? attributes.characterId : characterId,
    }),
  );
  if (isSplit) transform.replaceWith(position, position + text.length + 2, nodes);
  else transform.setNodeAttribute(position, 'characterId', characterId);
  return identified;
}

type Granularity = 'sentence' | 'word' | 'grapheme';
interface Piece {
  from: number;
  to: number;
}

function* segments(text: string, from: number, to: number, granularity: Granularity, language: string | undefined): Generator<Piece> {
  let locale: string | undefined;
  try {
    locale = language === undefined ? undefined : Intl.Segmenter.supportedLocalesOf(language)[0];
  } catch {
    // Not a tag at all.
  }
  for (const { index, segment } of new Intl.Segmenter(locale, { granularity }).segment(text.slice(from, to)))
    yield { from: from + index, to: from + index + segment.length };
}

/** UTF-16 units that would be sent of a stretch. */
function spoken(text: string, from: number, to: number): number {
  return text.slice(from, to).trim().length;
}

/** Units of as many whole code points as fit into `limit`. */
function wholePoints(text: string, from: number, limit: number): number {
  const unit = text.charCodeAt(from + limit - 1);
  return unit >= 0xd800 && unit <= 0xdbff && from + limit < text.length ? limit - 1 : limit;
}
