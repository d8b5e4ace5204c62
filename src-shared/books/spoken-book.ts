import { scriptOf, visible, type ScriptBlock } from '../captions/script.ts';
import type { BlockFacts, Timeline } from '../narration/chapter-timeline.ts';
import { attributesOf, isOneParagraph, wordsOf } from '../narration/document.ts';
import { sentencesOf } from '../narration/sentences.ts';
import { controlsOf, type ProjectDefaults } from '../narration/shape.ts';
import { spaceAfter } from '../narration/speech-parts.ts';
import { sampleRate } from '../narration/take.ts';

/** A project as a book to read along: what is written, and when each word is heard. Pure. */

/** A stretch of the chapter's sound in whole milliseconds, `startMs < endMs`. */
export interface Clip {
  startMs: number;
  endMs: number;
}

/** A whitespace token as it is written. */
export interface BookWord {
  text: string;
  /** The whitespace before it. */
  space: string;
  /** `undefined` where its block has no word times, or no sound. */
  clip: Clip | undefined;
}

export interface BookBlock {
  id: string;
  /** Among all blocks of its chapter, from 1. */
  number: number;
  /** Its sound in milliseconds: where it begins in that of the chapter, and how much of its take is cut away before it. `undefined` without sound. */
  heard: { startMs: number; cutMs: number } | undefined;
  /** BCP 47, where it is another one than the book's. */
  language: string | undefined;
  /** Every word of the block, by its sentences. */
  sentences: readonly (readonly BookWord[])[];
  /** Of the whole block, where it is heard and the times of its words are not known. */
  clip: Clip | undefined;
  /** It says the title of its chapter, and stands for it. */
  isTitle: boolean;
  /** What stands between it and the block before it, where both are one paragraph. */
  joinedBy: string | undefined;
}

export interface BookChapter {
  number: number;
  id: string;
  title: string;
  /** Of its sound; 0 where it has none. */
  durationMs: number;
  blocks: readonly BookBlock[];
}

export interface SpokenBook {
  title: string;
  author: string | undefined;
  narrator: string | undefined;
  /** BCP 47. */
  language: string;
  /** Where word times come from: the service, this machine, or both. `none` where no block has any. */
  wordTimes: 'measured' | 'estimated' | 'mixed' | 'none';
  /** With sound or not. */
  chapters: readonly BookChapter[];
}

interface Source {
  title: string;
  author?: string | undefined;
  narrator?: string | undefined;
  /** Of blocks that name none: English unless given. */
  language?: string | undefined;
  chapters: readonly { number: number; id: string; title: string; timeline: Timeline }[];
  defaults: ProjectDefaults;
}

/**
 * A book of these chapters. A heard block has the text that its take says, as it is written; a block without sound has its text and no clips. Clips of
 * a chapter follow one another without gaps, so that a reader plays the pauses too: each lasts until the next one begins, the last until the sound ends.
 */
export function spokenBookOf({ title, author, narrator, language: usual, chapters, defaults }: Source): SpokenBook {
  const sources = new Set<'measured' | 'estimated'>();
  const language = mostUsedLanguage(chapters, defaults, languageTag(usual) ?? 'en');
  const written = chapters.map((chapter): BookChapter => {
    const { number, id, title: name, timeline } = chapter;
    const script = scriptOf({ title, chapters: [chapter], defaults, betweenChaptersMs: 0 });
    const heard = new Map(script.chapters[0]?.blocks.map((block) => [block.id, block]));
    const durationMs = timeline.blocks.length === 0 ? 0 : script.durationMs;
    const clipEnds = endsOfClips([...heard.values()], durationMs);
    for (const { hasWordTimes, words } of heard.values())
      if (hasWordTimes) for (const { estimated } of words) sources.add(estimated ? 'estimated' : 'measured');
    const places = new Map(timeline.blocks.map((block) => [block.blockId, block]));
    const blocks = timeline.facts.flatMap((facts, index) => {
      const block = writeBlock(facts, { heard, clipEnds, defaults, language });
      if (block === undefined) return [];
      const place = places.get(block.id);
      const sound = place && { startMs: (place.start * 1000) / sampleRate, cutMs: place.take.edit?.trimStartMs ?? 0 };
      return [{ ...block, number: index + 1, heard: sound }];
    });
    const [first, ...rest] = joinParagraphs(blocks, timeline.facts);
    const isTitle = first !== undefined && textOf(first) === visible(name.trim());
    return { number, id, title: visible(name.trim()), durationMs, blocks: first ? [{ ...first, isTitle }, ...rest] : [] };
  });
  const [one = 'none', other] = sources;
  const names = { title: visible(title), author: author && visible(author), narrator: narrator && visible(narrator) };
  return { ...names, language, wordTimes: other === undefined ? one : 'mixed', chapters: written };
}

/** Where each clip ends, by where it starts. */
function endsOfClips(blocks: readonly ScriptBlock[], durationMs: number): ReadonlyMap<number, number> {
  const starts = blocks.flatMap(({ startMs, words, hasWordTimes }) => (hasWordTimes ? words.map((word) => word.startMs) : [startMs]));
  return new Map(starts.map((startMs, index) => [startMs, starts[index + 1] ?? Math.max(durationMs, startMs + 1)]));
}

interface Ground {
  heard: ReadonlyMap<string, ScriptBlock>;
  clipEnds: ReadonlyMap<number, number>;
  defaults: ProjectDefaults;
  /** Of the book. */
  language: string;
}

type WrittenBlock = Omit<BookBlock, 'number' | 'heard'>;

/** Blocks that share a paragraph with the one before them follow it in one. */
function joinParagraphs(blocks: readonly BookBlock[], facts: readonly BlockFacts[]): BookBlock[] {
  return blocks.map((block, index) => {
    const before = blocks[index - 1];
    const isJoined = before && isOneParagraph(facts[before.number - 1]?.node, facts[block.number - 1]?.node);
    return isJoined ? { ...block, joinedBy: spaceAfter(textOf(before)) } : block;
  });
}

/** Blocks of a chapter by their paragraphs. */
export function paragraphsIn(blocks: readonly BookBlock[]): BookBlock[][] {
  const paragraphs: BookBlock[][] = [];
  for (const block of blocks) {
    const last = block.joinedBy === undefined ? undefined : paragraphs.at(-1);
    if (last) last.push(block);
    else paragraphs.push([block]);
  }
  return paragraphs;
}

function writeBlock({ node }: BlockFacts, { heard, clipEnds, defaults, language: ofBook }: Ground): WrittenBlock | undefined {
  const attributes = attributesOf(node);
  const block = heard.get(attributes.id);
  const text = block?.text ?? node.textContent.trim();
  const tokens = wordsOf(text);
  if (tokens.length === 0) return undefined;
  const clipAt = (startMs: number): Clip => ({ startMs, endMs: clipEnds.get(startMs) ?? startMs + 1 });
  const words = tokens.map((token, index): BookWord => {
    const timed = block?.hasWordTimes === true ? block.words[index] : undefined;
    const space = visible(text.slice(tokens[index - 1]?.end ?? token.start, token.start)).replaceAll('\ufffd', ' ');
    return { text: visible(token.text), space, clip: timed && clipAt(timed.startMs) };
  });
  const language = languageTag(controlsOf(attributes, defaults).language);
  return {
    id: attributes.id,
    language: language === ofBook ? undefined : language,
    sentences: sentencesOf(text, tokens, language ?? ofBook).map(({ from, to }) => words.slice(from, to)),
    clip: block && !block.hasWordTimes ? clipAt(block.startMs) : undefined,
    isTitle: false,
    joinedBy: undefined,
  };
}

export const textOf = ({ sentences }: Pick<BookBlock, 'sentences'>): string =>
  sentences
    .flat()
    .map(({ space, text }) => space + text)
    .join('');

/** The language of most words of these chapters; undefined where neither they nor the book name one. */
export function findSpokenLanguage(
  chapters: readonly Pick<Source['chapters'][number], 'timeline'>[],
  defaults: ProjectDefaults,
  usual: string | undefined,
): string | undefined {
  const found = mostUsedLanguage(chapters, defaults, languageTag(usual) ?? '');
  return found === '' ? undefined : found;
}

/** That of most words; a block that names none has the `usual`. */
function mostUsedLanguage(
  chapters: readonly Pick<Source['chapters'][number], 'timeline'>[],
  defaults: ProjectDefaults,
  usual: string,
): string {
  const words = new Map<string, number>();
  for (const { timeline } of chapters)
    for (const { node, words: count } of timeline.facts) {
      const language = languageTag(controlsOf(attributesOf(node), defaults).language) ?? usual;
      words.set(language, (words.get(language) ?? 0) + count);
    }
  return [...words].reduce((most, each) => (each[1] > most[1] ? each : most), [usual, 0])[0];
}

/** A service may know languages by other names, which no format of books takes. */
function languageTag(language: string | undefined): string | undefined {
  if (language === undefined) return undefined;
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}
