import { wordsOf } from './document.ts';
import { spreadWords } from './spread-words.ts';
import { sampleRate, type Word } from './take.ts';
import type { Timeline } from './timeline.ts';

/** Captions of what is heard: the text that was spoken, also where the script has changed since. Pure. */

export const captionRules = {
  lines: 2,
  charactersPerLine: 42,
  longestMs: 7_000,
  /** A cue stays at least this long where the next one leaves room. */
  shortestMs: 800,
  /** A pause this long inside a sentence begins a new cue. */
  pauseMs: 1_500,
} as const;

/** Whole milliseconds from the start of the chapter; `startMs < endMs`, and no cue begins before the one before it ends. */
export interface Cue {
  startMs: number;
  endMs: number;
  lines: string[];
}

/** One take as it is heard. */
export interface SpokenBlock {
  startMs: number;
  endMs: number;
  text: string;
  /** Of the take: milliseconds from its start. Empty where no times are known for certain; the block is then one cue. */
  words: readonly Word[];
}

/** Words that were timed without a length have their share, as where they are lit: a caption begins when its first word does. */
export function spokenBlocks(timeline: Timeline): SpokenBlock[] {
  return timeline.blocks.map(({ take, start, samples }) => ({
    startMs: (start * 1000) / sampleRate,
    endMs: ((start + samples) * 1000) / sampleRate,
    text: take.text,
    words: take.alignment === 'complete' ? spreadWords(take.words) : [],
  }));
}

/** Cues of at most two lines of 42 characters and seven seconds, split where sentences end; one for a block without word times. */
export function cuesOf(blocks: readonly SpokenBlock[]): Cue[] {
  const cues: Cue[] = [];
  for (const block of blocks) {
    if (block.words.length > 0) cues.push(...timedCues(block));
    else if (block.text.trim() !== '') cues.push({ startMs: block.startMs, endMs: block.endMs, lines: wrap(split(block.text)) });
  }
  return settleTimes(cues);
}

interface Piece {
  text: string;
  startMs: number;
  endMs: number;
}

function timedCues(block: SpokenBlock): Cue[] {
  const cues: Cue[] = [];
  let open: Piece[] = [];
  const close = (count = open.length): void => {
    const pieces = open.slice(0, count);
    open = open.slice(count);
    const first = pieces[0];
    if (!first) return;
    const endMs = pieces.reduce((latest, piece) => Math.max(latest, piece.endMs), first.endMs);
    const shown = Math.min(endMs, first.startMs + captionRules.longestMs); // one drawn-out word can be longer
    cues.push({ startMs: first.startMs, endMs: shown, lines: wrap(pieces.map(({ text }) => text)) });
  };
  const fits = (pieces: readonly Piece[]): boolean => {
    const start = pieces[0]?.startMs ?? 0;
    const end = pieces.at(-1)?.endMs ?? 0;
    return end - start <= captionRules.longestMs && wrap(pieces.map(({ text }) => text)).length <= captionRules.lines;
  };
  const pieces = piecesOf(block);
  pieces.forEach((piece, index) => {
    const before = open.at(-1);
    if (before && piece.startMs - before.endMs >= captionRules.pauseMs) close();
    while (open.length > 0 && !fits([...open, piece])) close(breakingPoint(open));
    open.push(piece);
    if (endsSentence(piece.text) && index + 1 < pieces.length) close();
  });
  close();
  return cues;
}

/** After the last comma or dash of the second half, else all. */
function breakingPoint(pieces: readonly Piece[]): number {
  for (let count = pieces.length - 1; count > pieces.length / 2; count -= 1)
    if (/[,;:–—]["'”’»)\]]*$/u.test(pieces[count - 1]?.text ?? '')) return count;
  return pieces.length;
}

const abbreviation = /^["'“‘«([]*(mr|mrs|ms|dr|prof|st|sr|sra|jr|vs|no|nr|mme|mlle|bzw|ca|e\.g|i\.e|z\.b|d\.h|\p{Lu})\.$/iu;

export function endsSentence(text: string): boolean {
  return /[.!?…。！？।]["'”’»)\]]*$/u.test(text) && !abbreviation.test(text);
}

/** The spoken words with the text's own marks where they agree in number; what is longer than a line is cut. */
function piecesOf(block: SpokenBlock): Piece[] {
  const tokens = wordsOf(block.text);
  return block.words.flatMap((word, index) => {
    const text = (tokens.length === block.words.length ? tokens[index]?.text : undefined) ?? word.text.trim();
    const parts = split(text);
    const startMs = clamp(block.startMs + word.startMs, block);
    const endMs = Math.max(startMs, clamp(block.startMs + word.endMs, block));
    const step = (endMs - startMs) / Math.max(1, parts.length);
    return parts.map((part, place) => ({ text: part, startMs: startMs + place * step, endMs: startMs + (place + 1) * step }));
  });
}

function clamp(ms: number, block: SpokenBlock): number {
  return Math.min(Math.max(ms, block.startMs), block.endMs);
}

/** Words, each at most a line long. */
function split(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    const characters = Array.from(word.text);
    const parts: string[] = [];
    for (let at = 0; at < characters.length; at += captionRules.charactersPerLine)
      parts.push(characters.slice(at, at + captionRules.charactersPerLine).join(''));
    return parts;
  });
}

function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && Array.from(longer).length > captionRules.charactersPerLine) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** Whole milliseconds, no overlap, none empty; short ones stay on as long as the next one allows. */
function settleTimes(cues: readonly Cue[]): Cue[] {
  const settled: Cue[] = [];
  let free = 0;
  cues.forEach((cue, index) => {
    const startMs = Math.max(free, Math.round(cue.startMs));
    const next = cues[index + 1];
    const room = next ? Math.max(startMs + 1, Math.round(next.startMs)) : Infinity;
    const wanted = Math.max(Math.round(cue.endMs), startMs + captionRules.shortestMs);
    const endMs = Math.max(startMs + 1, Math.min(wanted, room));
    settled.push({ startMs, endMs, lines: cue.lines });
    free = endMs;
  });
  return settled;
}

export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, index) => `${index + 1}\r\n${clock(cue.startMs, ',')} --> ${clock(cue.endMs, ',')}\r\n${cue.lines.join('\r\n')}\r\n\r\n`)
    .join('');
}

export function toVtt(cues: readonly Cue[]): string {
  const escaped = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const body = cues.map((cue) => `\n${clock(cue.startMs, '.')} --> ${clock(cue.endMs, '.')}\n${cue.lines.map(escaped).join('\n')}\n`);
  return `WEBVTT\n${body.join('')}`;
}

function clock(ms: number, point: string): string {
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const seconds = Math.floor(ms / 1000);
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}${point}${pad(ms % 1000, 3)}`;
}
