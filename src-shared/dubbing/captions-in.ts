import { fail } from '../failure.ts';
import { captionRules } from '../narration/caption-breaks.ts';
import { cuesOf, toSrt, toVtt, withVoice, type Cue } from '../narration/captions.ts';
import { wordsOf } from '../narration/document.ts';
import { nameTurns } from '../narration/named-lines.ts';
import { estimatedWords } from '../narration/spread-words.ts';
import { sampleRate } from '../narration/take.ts';
import { clean, findNames, turnsOf, type Turn } from '../narration/caption-turns.ts';
import { forecast, heardOf } from './fit.ts';
import { dubLimits, inOrder, type Dub, type DubTake, type Segment } from './timeline.ts';
import { message, type Message } from '../messages/message.ts';

/** SRT and WebVTT into segments and out of them. What is damaged is named by its line; nothing of it is then taken. */

export const captionLimits = { bytes: 4 * 1024 * 1024 } as const;

/** Samples at 48 kHz. */
export interface ReadCue {
  start: number;
  end: number;
  text: string;
  speaker: string | null;
  /** Where it begins in the file, from 1. */
  line: number;
}

const clockPattern = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})$/u;

/** What is read of a file: the lines that are spoken, and the sounds and music that nobody speaks, in words. */
interface ReadFile {
  cues: ReadCue[];
  sounds: string[];
}

/**
 * Fails with `invalid-input`, `field` `captions`, whose message names the line. The format is recognized by the content. A caption in which several
 * speak is a cue for each of them.
 */
export function readCaptions(content: string): ReadFile {
  if (content.length > captionLimits.bytes) throw wrong(message('dubbing.captionsTooLarge', captionLimits.bytes / 1024 / 1024));
  const captions = readTimed(content.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u));
  const names = findNames(captions.map(({ lines }) => lines));
  const cues: NamedCue[] = [];
  const sounds: string[] = [];
  for (const caption of captions) {
    const read = turnsOf(caption.lines, names);
    sounds.push(...read.sounds);
    cues.push(...shareTime(caption, read.turns));
    if (cues.length > dubLimits.segments) throw wrong(message('dubbing.tooManyCaptions', dubLimits.segments));
  }
  if (!cues.some(({ text }) => text !== '')) throw wrong(message('dubbing.noCaptionsInFile'));
  const named = nameTurns(cues).filter(({ text }) => text !== '');
  return { cues: named.map(({ start, end, text, speaker, line }) => ({ start, end, text, speaker, line })), sounds };
}

/** A caption as it stands in the file; `line` is that of its times, from 1. */
interface Caption {
  start: number;
  end: number;
  line: number;
  lines: readonly string[];
}

function readTimed(lines: readonly string[]): Caption[] {
  const isVtt = /^WEBVTT(?:$|[ \t])/u.test(lines[0] ?? '');
  const captions: Caption[] = [];
  for (let at = isVtt ? endOfBlock(lines, 0) : 0; at < lines.length;) {
    if ((lines[at] ?? '').trim() === '') {
      at += 1;
      continue;
    }
    if (isVtt && /^(?:NOTE|STYLE|REGION)(?:$|[ \t])/u.test(lines[at] ?? '')) {
      at = endOfBlock(lines, at);
      continue;
    }
    const timed = (lines[at] ?? '').includes('-->') ? at : at + 1;
    const timing = lines[timed] ?? '';
    if (!timing.includes('-->')) {
      const found = (lines[at] ?? '').trim().slice(0, 40);
      if (timed !== at && /^\d+$/u.test(found)) throw wrong(message('dubbing.captionTimesMissing', timed + 1, found));
      throw wrong(message('dubbing.notACaption', at + 1, found));
    }
    const end = endOfCaption(lines, timed);
    captions.push(captionOf(timing, lines.slice(timed + 1, end), timed + 1));
    at = end;
  }
  return captions;
}

type NamedCue = ReadCue & { isTurn: boolean; isAlone: boolean };

/** The time of a caption goes to its turns by their length, at least the shortest time of a segment to each. */
function shareTime({ start, end, line }: Caption, turns: readonly Turn[]): NamedCue[] {
  const said = turns.filter(({ text }) => text !== '');
  const least = dubLimits.shortestSamples;
  const time = Math.max(end - start, least * said.length);
  const characters = said.reduce((sum, { text }) => sum + text.length, 0);
  const isTight = said.some(({ text }) => (time * text.length) / characters < least);
  const base = isTight ? least : 0;
  let at = start;
  let count = 0;
  let before = 0;
  return turns.map((turn) => {
    const from = at;
    if (turn.text !== '') {
      count += 1;
      before += turn.text.length;
      at = Math.round(start + base * count + ((time - base * said.length) * before) / characters);
    }
    return { ...turn, start: from, end: at, line };
  });
}

function endOfBlock(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() !== '') at += 1;
  return at;
}

/** Some programs leave no empty line before the next caption, whose number is no text of this one. */
function endOfCaption(lines: readonly string[], timed: number): number {
  const end = endOfBlock(lines, timed);
  const next = lines.slice(timed + 1, end).findIndex((line) => /^\s*[\d:]+[.,]\d+\s*-->/u.test(line));
  if (next < 0) return end;
  const at = timed + 1 + next;
  return /^\s*\d+\s*$/u.test(lines[at - 1] ?? '') && at - 1 > timed ? at - 1 : at;
}

function captionOf(timing: string, lines: readonly string[], line: number): Caption {
  const [from = '', rest = ''] = timing.split('-->').map((part) => part.trim());
  const start = samplesOf(from);
  const end = samplesOf(rest.split(/\s+/u)[0] ?? '');
  if (start === undefined || end === undefined) throw wrong(message('dubbing.captionTimeUnreadable', line, timing.trim().slice(0, 60)));
  if (end <= start) throw wrong(message('dubbing.captionEndsEarly', line, timing.trim().slice(0, 60)));
  if (end > dubLimits.longestSamples) throw wrong(message('dubbing.captionTooLate', line));
  const { length } = clean(lines.join(' '));
  if (length > dubLimits.characters) throw wrong(message('dubbing.captionTooLong', line, length, dubLimits.characters));
  return { start, end: Math.max(end, start + dubLimits.shortestSamples), line, lines };
}

function samplesOf(text: string): number | undefined {
  const [whole, hours = '0', minutes = '', seconds = '', fraction = ''] = clockPattern.exec(text) ?? [];
  if (whole === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, '0'));
  return Math.round((ms * sampleRate) / 1_000);
}

/** Segments of captions, with the voices that their speakers have already. */
export function toSegments(cues: readonly ReadCue[], newId: () => string, known: readonly Segment[] = []): Segment[] {
  return inOrder(
    cues.map(({ start, end, text, speaker }) => {
      const like = known.find((segment) => segment.speaker === speaker && segment.voiceId !== null);
      const { voiceId = null, modelId = null, speed = 1, gainDb = 0 } = like ?? {};
      return { id: newId(), start, end, text, speaker, voiceId, modelId, speed, fit: 'tighten', gainDb, trim: null, heard: null };
    }),
  );
}

/**
 * The segments as captions, at their own times. One that is longer than a caption may be becomes several within its time, by the rules of
 * `caption-breaks.ts`; its words have their share of what is heard of it, or is expected to be. `speakers`: SRT has the speaker's name before the text wherever the speaker changes, and
 * WebVTT names the voice of each caption.
 */
export function formatCaptions(
  { segments, takes }: Pick<Dub, 'segments' | 'takes'>,
  format: 'srt' | 'vtt',
  { speakers = false }: { speakers?: boolean | undefined } = {},
): string {
  const shown = inOrder(segments).filter(({ text }) => text.trim() !== '');
  if (format === 'vtt')
    return toVtt(
      shown.flatMap((segment) => cuesWithin(segment, takes, '').map((cue) => withVoice(cue, speakers ? segment.speaker : null))),
    );
  const cues = shown.flatMap((segment, index) => {
    const isNew = segment.speaker !== null && segment.speaker !== shown[index - 1]?.speaker;
    return cuesWithin(segment, takes, speakers && isNew ? `${segment.speaker ?? ''}:` : '');
  });
  return toSrt(cues);
}

function cuesWithin(segment: Segment, takes: readonly DubTake[], name: string): Cue[] {
  const startMs = ms(segment.start);
  const endMs = Math.max(ms(segment.end), startMs + 1);
  const text = `${name} ${segment.text}`.trim();
  const whole = cuesOf([{ startMs, endMs, text, words: [] }]).map((cue) => ({ ...cue, endMs }));
  const isShort = endMs - startMs <= captionRules.longestMs && whole.every(({ lines }) => lines.length <= captionRules.lines);
  const tokens = wordsOf(segment.text).map((word) => word.text);
  if (isShort || tokens.length < 2) return whole;
  const spokenMs = Math.min(endMs - startMs, ms((heardOf(segment, takes) ?? forecast(segment, takes))?.samples ?? Infinity));
  // The name is there with the first word.
  const named = wordsOf(name).map((word) => ({ text: word.text, startMs: 0, endMs: 0 }));
  const cues = cuesOf([{ startMs, endMs, text, words: [...named, ...estimatedWords(tokens, 0, spokenMs)] }]).filter(
    (cue) => cue.startMs < endMs,
  );
  return cues.map((cue, index) => {
    // The last stays for as long as its segment does, or a caption may.
    const isLast = index === cues.length - 1;
    return { ...cue, endMs: Math.min(endMs, isLast ? Math.max(cue.endMs, cue.startMs + captionRules.longestMs) : cue.endMs) };
  });
}

const ms = (samples: number): number => Math.round((samples * 1_000) / sampleRate);

const wrong = (why: Message): Error => fail('invalid-input', why, { field: 'captions', next: 'choose-file' });
