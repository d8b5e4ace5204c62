import type { Manuscript } from '../manuscript/manuscript.ts';
import { wordsOf } from '../narration/document.ts';
import { namedLines, nameSpeakers, nameTurns } from '../narration/named-lines.ts';
import { sentencesOf } from '../narration/sentences.ts';
import type { Segment } from './read.ts';

/** A sentence of a text, or a caption, that becomes a segment of a transcript. */
export interface KnownPiece {
  text: string;
  speaker: string | null;
}

/** A word of the text, where it was found in the recording. Milliseconds; confidence from 0 to 1. */
interface FoundWord {
  text: string;
  startMs: number;
  endMs: number;
  confidence: number;
}

/**
 * What is read aloud of a manuscript: a piece for each caption, and for each sentence of other texts. Titles and front matter are not, and neither are the
 * names of speakers before what they say. Where the format itself names speakers, what has none is the narrator’s.
 */
export function piecesOfManuscript({ chapters }: Manuscript, language?: string): KnownPiece[] {
  const blocks = chapters.flatMap(({ isFrontMatter, blocks: own }) => (isFrontMatter === true ? [] : own));
  const lines = blocks.map(({ text, speaker }) => ({ text, speaker: speaker ?? null }));
  return piecesOfLines(blocks.some(({ speaker }) => speaker !== undefined) ? nameSpeakers(lines) : nameTurns(lines), language);
}

/** The sentences of a text; a line break ends one. The name of a speaker before a line is that of all its sentences until the next name, and is none of their words. */
export const piecesOfText = (text: string, language?: string): KnownPiece[] => piecesOfLines(namedLines(text), language);

const piecesOfLines = (lines: readonly KnownPiece[], language: string | undefined): KnownPiece[] =>
  lines.flatMap(({ text, speaker }) => piecesOfBlock(text, speaker, language));

function piecesOfBlock(text: string, speaker: string | null, language: string | undefined): KnownPiece[] {
  const tokens = wordsOf(text);
  return sentencesOf(text, tokens, language).map(({ from, to }) => ({
    text: text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0).replaceAll(/\s+/gu, ' '),
    speaker,
  }));
}

/** Words with less confidence than this may not be said. */
const leastConfidence = 0.5;

/**
 * Segments of the pieces, with the times of their words. `words`: one for each whitespace token of all pieces, in order; where they are fewer, the
 * recording ends with the last one, and what follows has no segment.
 */
export function toSegments(pieces: readonly KnownPiece[], words: readonly FoundWord[]): Segment[] {
  let at = 0;
  return pieces.flatMap(({ text, speaker }, index) => {
    const count = wordsOf(text).length;
    const own = words.slice(at, (at += count));
    if (own.length === 0) return [];
    const found = own.filter(({ confidence }) => confidence >= leastConfidence).length;
    const segment = {
      index,
      text: own.length < count ? own.map((word) => word.text).join(' ') : text,
      speaker,
      startMs: own[0]?.startMs ?? null,
      endMs: own.at(-1)?.endMs ?? null,
      words: own.map(({ text: word, startMs, endMs }) => ({ text: word, startMs, endMs, estimated: true })),
      rest: {},
      ...(found * 2 < own.length && { unsure: true }),
    };
    return [segment];
  });
}
