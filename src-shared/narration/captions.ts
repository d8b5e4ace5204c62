import { breakCues, breakLines, captionRules, type TimedText } from './caption-breaks.ts';
import { wordsOf } from './document.ts';
import type { Word } from './take.ts';

/** Captions of what is heard: the text that was spoken, as it is written, also where the script has changed since. Pure. */

/** Whole milliseconds from the start of the chapter; `startMs < endMs`, and no cue begins before the one before it ends. */
export interface Cue {
  startMs: number;
  endMs: number;
  lines: string[];
  /** Who speaks; WebVTT has a tag for it. */
  voice?: string;
}

/** A cue with the words of its lines, in order, and which of the blocks it is of. Without words where the block has none with times. */
export interface TimedCue extends Cue {
  words: readonly TimedText[];
  block: number;
}

/** One take as it is heard. */
export interface SpokenBlock {
  startMs: number;
  endMs: number;
  text: string;
  /** Of the take: milliseconds from its start. Empty where some words have no times; the block is then one cue. */
  words: readonly Word[];
}

/** Cues by the rules of `caption-breaks.ts`, from a cue's first word to its last; one cue for a block without word times. */
export function cuesOf(blocks: readonly SpokenBlock[]): Cue[] {
  return timedCuesOf(blocks).map(({ startMs, endMs, lines }) => ({ startMs, endMs, lines }));
}

/** The same cues with their words; the times of the words are not those of the settled cues yet, see `linesOfWords`. */
export function timedCuesOf(blocks: readonly SpokenBlock[]): TimedCue[] {
  const cues: TimedCue[] = [];
  blocks.forEach((block, index) => {
    const { startMs, endMs, text } = block;
    if (block.words.length > 0) cues.push(...cutCues(block, index));
    else if (text.trim() !== '') cues.push({ startMs, endMs, lines: breakLines(split(text)), words: [], block: index });
  });
  return settleTimes(cues);
}

function cutCues(spoken: SpokenBlock, block: number): TimedCue[] {
  return breakCues(shownWords(spoken)).flatMap((words) => {
    const first = words[0];
    if (!first) return [];
    const endMs = words.reduce((latest, word) => Math.max(latest, word.endMs), first.endMs);
    const shownUntil = Math.min(endMs, first.startMs + captionRules.longestMs); // one drawn-out word can be longer
    return [{ startMs: first.startMs, endMs: shownUntil, lines: breakLines(words.map(({ text }) => text)), words, block }];
  });
}

/** The words of a cue as its lines hold them, within its time: whole milliseconds, in order, and none over another. */
export function linesOfWords({ startMs, endMs, lines, words }: TimedCue): TimedText[][] {
  let free = startMs;
  const starts = words.map((word) => (free = Math.min(endMs, Math.max(free, Math.round(word.startMs)))));
  const fitted = words.map(({ text, endMs: ends }, index) => {
    const from = starts[index] ?? startMs;
    return { text, startMs: from, endMs: Math.min(starts[index + 1] ?? endMs, Math.max(from, Math.round(ends))) };
  });
  let at = 0;
  return lines.map((line) => fitted.slice(at, (at += line.split(' ').length)));
}

/** The spoken words with the text's own marks where they agree in number; what is longer than a line is cut. */
function shownWords(block: SpokenBlock): TimedText[] {
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

/**
 * Whole milliseconds, no overlap, none empty. Short cues stay on as long as the next one allows, and two frames part one from the next: where words touch, the
 * earlier cue ends early by as much.
 */
function settleTimes(cues: readonly TimedCue[]): TimedCue[] {
  const settled: TimedCue[] = [];
  let free = 0;
  cues.forEach((cue, index) => {
    const startMs = Math.max(free, Math.round(cue.startMs));
    const next = cues[index + 1];
    const room = next ? Math.round(next.startMs) - captionRules.gapMs : Infinity;
    const wanted = Math.max(Math.round(cue.endMs), startMs + captionRules.shortestMs);
    const endMs = Math.max(startMs + 1, Math.min(wanted, room));
    settled.push({ ...cue, startMs, endMs });
    free = endMs;
  });
  return settled;
}

export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, index) => `${index + 1}\r\n${clock(cue.startMs, ',')} --> ${clock(cue.endMs, ',')}\r\n${cue.lines.join('\r\n')}\r\n\r\n`)
    .join('');
}

/** A cue that WebVTT names the voice of. */
export const withVoice = <One extends Cue>(cue: One, speaker: string | null): One => (speaker === null ? cue : { ...cue, voice: speaker });

export function toVtt(cues: readonly Cue[]): string {
  const body = cues.map(({ startMs, endMs, lines, voice }) => {
    const tag = voice === undefined ? '' : `<v ${escapeMarkup(voice)}>`;
    return `\n${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${tag}${lines.map(escapeMarkup).join('\n')}\n`;
  });
  return `WEBVTT\n${body.join('')}`;
}

/** For text in WebVTT, and in elements of XML. */
export const escapeMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function clock(ms: number, point: string): string {
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const seconds = Math.floor(ms / 1000);
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}${point}${pad(ms % 1000, 3)}`;
}
