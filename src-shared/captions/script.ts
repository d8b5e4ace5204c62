import { mapWords } from '../narration/alignment.ts';
import { timedCuesOf, type TimedCue } from '../narration/captions.ts';
import type { Timeline } from '../narration/chapter-timeline.ts';
import { attributesOf, wordsOf } from '../narration/document.ts';
import { characterOf, controlsOf, type ProjectDefaults } from '../narration/shape.ts';
import { estimatedWords, spreadWords } from '../narration/spread-words.ts';
import { sampleRate, type Word } from '../narration/take.ts';

/** What is heard, word by word, as every caption and word file is written from it. Pure. */

/** A whitespace token of the text as it is written, which may be spoken otherwise. Whole milliseconds of the file, `startMs < endMs`. */
export interface ScriptWord {
  text: string;
  startMs: number;
  endMs: number;
  /** The service did not say the time: it was found on this machine, or shared out over the block. */
  estimated: boolean;
}

export interface ScriptBlock {
  id: string;
  character: { name: string; colour: number } | undefined;
  text: string;
  startMs: number;
  endMs: number;
  /** One for each token; none begins before the one before it ends. */
  words: readonly ScriptWord[];
  /** False where nothing is known of its words: their times are shared out over the block. */
  hasWordTimes: boolean;
}

interface ScriptChapter {
  number: number;
  title: string;
  /** Where it begins in the file. */
  startMs: number;
  endMs: number;
  blocks: readonly ScriptBlock[];
}

export interface WordScript {
  title: string;
  /** BCP 47; the first that a block names, else English. */
  language: string;
  durationMs: number;
  chapters: readonly ScriptChapter[];
}

interface Source {
  title: string;
  chapters: readonly { number: number; title: string; timeline: Timeline }[];
  defaults: ProjectDefaults;
  /** Silence between two chapters in one file. */
  betweenChaptersMs: number;
  /** Where the sound begins in its file, and how long that is; without it, the file is the sound. */
  place?: { startMs: number; durationMs: number } | undefined;
}

/**
 * Chapters with sound, one after another. Words in silence that is cut from the start of the file are at its start. What the text of a block was when it was spoken, as it is written, also where the block has
 * changed since.
 */
export function scriptOf({ title, chapters, defaults, betweenChaptersMs, place }: Source): WordScript {
  let free = 0;
  let durationMs = 0;
  let at = place?.startMs ?? 0;
  let language: string | undefined;
  const written = chapters.map(({ number, title: name, timeline }, index): ScriptChapter => {
    const offset = at;
    // The first one begins with the file.
    const chapterMs = index === 0 ? 0 : Math.max(0, Math.round(offset));
    const endMs = Math.round(offset + (timeline.samples * 1000) / sampleRate);
    at = offset + (timeline.samples * 1000) / sampleRate + betweenChaptersMs;
    const blocks = timeline.blocks.map((block): ScriptBlock => {
      const node = timeline.facts[block.blockIndex]?.node;
      const attributes = node && attributesOf(node);
      const character = attributes && characterOf(attributes, defaults);
      language ??= attributes && controlsOf(attributes, defaults).language;
      const { text } = timeline.writtenTake(block);
      const from = offset + (block.start * 1000) / sampleRate;
      const until = from + (block.samples * 1000) / sampleRate;
      const words = settleWords(wordsIn(timeline, block), from, { free, until: Math.round(until) });
      const startMs = Math.max(free, Math.round(from));
      free = Math.max(startMs + 1, Math.round(until), words.at(-1)?.endMs ?? 0);
      return {
        id: block.blockId,
        character: character && { name: visible(character.name), colour: character.colour },
        text: text.trim(),
        startMs,
        endMs: free,
        words,
        hasWordTimes: hasWordTimes(timeline, block),
      };
    });
    durationMs = Math.max(endMs, free);
    return { number, title: name, startMs: chapterMs, endMs: durationMs, blocks };
  });
  return { title, language: language ?? 'en', durationMs: Math.max(durationMs, Math.round(place?.durationMs ?? 0)), chapters: written };
}

const hasWordTimes = (timeline: Timeline, block: Timeline['blocks'][number]): boolean =>
  timeline.writtenTake(block).words.length > 0 && (block.take.alignment === 'complete' || block.take.alignment === 'estimated');

/** Of the take, one for each token of its text. Where it has no times for all of them, they are shared out over the block. */
function wordsIn(timeline: Timeline, block: Timeline['blocks'][number]): Word[] {
  const { text, words } = timeline.writtenTake(block);
  const { take, samples } = block;
  const tokens = wordsOf(text).map((token) => token.text);
  if (!hasWordTimes(timeline, block)) return estimatedWords(tokens, 0, (samples * 1000) / sampleRate);
  const each = words.length === tokens.length ? words : mapWords(tokens, words);
  return spreadWords(each).map((word, index) => ({
    ...word,
    text: tokens[index] ?? word.text,
    estimated: word.estimated === true || take.alignment === 'estimated',
  }));
}

/** Whole milliseconds after `free`, each word with a length, and none over another. */
function settleWords(words: readonly Word[], offset: number, { free, until }: { free: number; until: number }): ScriptWord[] {
  let earliest = free;
  const starts = words.map((word, index) => {
    const latest = until - (words.length - index); // every word that follows needs a millisecond
    const startMs = Math.max(earliest, Math.min(latest, Math.round(offset + Math.max(0, word.startMs))));
    earliest = startMs + 1;
    return startMs;
  });
  return words.map(({ text, endMs, estimated = false }, index) => {
    const startMs = starts[index] ?? free;
    const most = Math.max(startMs + 1, Math.min(starts[index + 1] ?? Infinity, until));
    return { text: visible(text), startMs, endMs: Math.min(most, Math.max(startMs + 1, Math.round(offset + endMs))), estimated };
  });
}

/** Control characters and halves of pairs, which no format may hold, as U+FFFD. */
export const visible = (text: string): string => text.toWellFormed().replaceAll(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/gu, '\ufffd');

export const blocksIn = ({ chapters }: WordScript): ScriptBlock[] => chapters.flatMap(({ blocks }) => blocks);

/** The captions that SRT, WebVTT, ASS, TTML and the lines of LRC share. `block` is the place among `blocksIn`. */
export function captionsOf(script: WordScript): TimedCue[] {
  return timedCuesOf(
    blocksIn(script).map(({ startMs, endMs, words }) => ({
      startMs,
      endMs,
      text: words.map(({ text }) => text).join(' '),
      words: words.map((word) => ({ ...word, startMs: word.startMs - startMs, endMs: word.endMs - startMs })),
    })),
  );
}
