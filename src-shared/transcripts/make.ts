import type { ReadCue } from '../dubbing/captions-in.ts';
import { dubLimits } from '../dubbing/timeline.ts';
import { captionRules } from '../narration/caption-breaks.ts';
import { cuesOf, timedCuesOf, toSrt, toVtt, withVoice, type Cue, type SpokenBlock } from '../narration/captions.ts';
import { wordsOf } from '../narration/document.ts';
import { nameSpeakers } from '../narration/named-lines.ts';
import { readingSpeed, readingSpeeds } from '../narration/reading-speed.ts';
import { estimatedWords } from '../narration/spread-words.ts';
import { sampleRate, type Word } from '../narration/take.ts';
import type { Segment } from './read.ts';

/** What is made of a transcript: captions with their checks, plain text, and the blocks of a chapter. Pure; of segments as they are read now. */

export const transcriptFormats = ['txt', 'srt', 'vtt'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

export interface CaptionChoice {
  /** Long segments become several cues; without, each segment is one cue, however long it is. */
  split: boolean;
  /** The speaker's name stands before the text wherever the speaker changes; WebVTT names the voice of each caption instead. */
  speakers: boolean;
}

export interface CaptionCheck {
  /** Lines beyond the two that a caption has; 0 where it fits. */
  linesOver: number;
  /** Of the segment, in characters a second, however it is cut into cues. */
  speed: number;
  pace: 'easy' | 'brisk' | 'too-fast';
}

type Timed = Segment & { startMs: number; endMs: number };
const isTimed = (segment: Segment): segment is Timed =>
  segment.startMs !== null && segment.endMs !== null && segment.endMs > segment.startMs;
const isSaid = ({ text }: Segment): boolean => text.trim() !== '';

/** Captions need times: true where every segment with words has them. */
export const hasTimes = (segments: readonly Segment[]): boolean => segments.some(isSaid) && segments.filter(isSaid).every(isTimed);

/** Cues of the segments that have times; see `cuesOf` for what holds of them. Ready for SRT, for VTT, and for a dubbing's time line. */
export function transcriptCues(segments: readonly Segment[], choice: CaptionChoice): Cue[] {
  return cuesOf([...withTurns(segments)].flatMap(([segment, isNew]) => (isTimed(segment) ? [spokenBlock(segment, isNew, choice)] : [])));
}

/** The same cues with the name of the speaker apart from the text, as WebVTT has it. */
function voicedCues(segments: readonly Segment[], { split, speakers }: CaptionChoice): Cue[] {
  const timed = segments.filter((segment) => isSaid(segment)).filter(isTimed);
  return timedCuesOf(timed.map((segment) => spokenBlock(segment, false, { split, speakers: false }))).map((cue) =>
    withVoice(cue, speakers ? (timed[cue.block]?.speaker ?? null) : null),
  );
}

/** How each segment does as captions, by its index; segments without times or words are not among them. */
export const checkCaptions = (segments: readonly Segment[], choice: CaptionChoice): Map<number, CaptionCheck> =>
  captionChecker()(segments, choice);

/** The same, asked again and again of a transcript that is being corrected: a segment that is the same object is not looked at again. */
export function captionChecker(): (segments: readonly Segment[], choice: CaptionChoice) => Map<number, CaptionCheck> {
  const known = new WeakMap<Segment, { key: string; check: CaptionCheck }>();
  return (segments, choice) => {
    const checks = new Map<number, CaptionCheck>();
    for (const [segment, isNew] of withTurns(segments)) {
      if (!isTimed(segment)) continue;
      const key = `${String(choice.split)} ${String(choice.speakers && isNew)}`;
      const before = known.get(segment);
      const check = before?.key === key ? before.check : checkOf(segment, cuesOf([spokenBlock(segment, isNew, choice)]));
      known.set(segment, { key, check });
      checks.set(segment.index, check);
    }
    return checks;
  };
}

function checkOf({ text, startMs, endMs }: Timed, cues: readonly Cue[]): CaptionCheck {
  const linesOver = Math.max(0, ...cues.map(({ lines }) => lines.length - captionRules.lines));
  const speed = readingSpeed(text, (endMs - startMs) / 1000) ?? 0;
  return { linesOver, speed, pace: speed > readingSpeeds.most ? 'too-fast' : speed > readingSpeeds.ease ? 'brisk' : 'easy' };
}

/** The segments that say something, and whether another spoke before. */
function* withTurns(segments: readonly Segment[]): Generator<[segment: Segment, isNew: boolean]> {
  let before: string | null = null;
  for (const segment of segments) {
    if (!isSaid(segment)) continue;
    yield [segment, segment.speaker !== before];
    before = segment.speaker;
  }
}

function spokenBlock(segment: Timed, isNew: boolean, { split, speakers }: CaptionChoice): SpokenBlock {
  const { startMs, endMs } = segment;
  const text = speakers && isNew && segment.speaker !== null ? `${segment.speaker}: ${segment.text.trim()}` : segment.text.trim();
  return { startMs, endMs, text, words: split ? timedWords(segment, text) : [] };
}

/** Words of a text from the segment's start on: their own times where the service named as many, else shared out. */
function timedWords({ startMs, endMs, text: own, words }: Timed, text: string): Word[] {
  const tokens = wordsOf(text).map((token) => token.text);
  const said = wordsOf(own).length;
  if (words.length !== said) return estimatedWords(tokens, 0, endMs - startMs);
  const times = words.map((word) => ({ startMs: word.startMs - startMs, endMs: Math.max(word.startMs, word.endMs) - startMs }));
  const first = times[0]?.startMs ?? 0;
  // What stands before the words, a speaker's name, is there with the first of them.
  return tokens.map((token, at) => ({ text: token, ...(times[at - (tokens.length - said)] ?? { startMs: first, endMs: first }) }));
}

/** A pause this long between two segments begins a paragraph, in milliseconds. */
const paragraphPauseMs = 2_000;
/** A paragraph that has this many characters takes no further segment. */
const paragraphCharacters = 1_200;

export interface Paragraph {
  speaker: string | null;
  text: string;
}

/** Segments as they belong together: one speaker, no long pause, no endless text. */
export function toParagraphs(segments: readonly Segment[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let endMs: number | null = null;
  for (const segment of segments.filter(isSaid)) {
    const last = paragraphs.at(-1);
    const paused = endMs !== null && segment.startMs !== null && segment.startMs - endMs >= paragraphPauseMs;
    const text = segment.text.trim();
    // Lines that came without times were lines of the service's own.
    const joins = last && segment.startMs !== null && last.speaker === segment.speaker && !paused && last.text.length < paragraphCharacters;
    if (joins) last.text = `${last.text} ${text}`;
    else paragraphs.push({ speaker: segment.speaker, text });
    endMs = segment.endMs;
  }
  return paragraphs;
}

/** `MARIA: …` names the speaker of a segment that has none; the name is neither spoken nor paid for. */
const nameSegments = (segments: readonly Segment[]): Segment[] =>
  nameSpeakers(segments.map((segment) => ({ ...segment, text: segment.text.trim() }))).map((segment, index) => {
    const before = wordsOf(segments[index]?.text ?? '').length;
    return { ...segment, words: segment.words.slice(before - wordsOf(segment.text).length) };
  });

/** The blocks of a chapter. */
export function blocksFrom(segments: readonly Segment[], by: 'segment' | 'paragraph'): Paragraph[] {
  const named = nameSegments(segments);
  if (by === 'paragraph') return toParagraphs(named);
  return named.filter(isSaid).map(({ speaker, text }) => ({ speaker, text: text.trim() }));
}

const samplesOf = (ms: number): number => Math.round((ms * sampleRate) / 1000);
const speakerCharacters = 80;

/** Lines for the time line of a dub: one for each segment, or for each of its captions where it is longer than a line may be. */
export function dubbingCues(segments: readonly Segment[]): ReadCue[] {
  return nameSegments(segments.filter(isSaid)).flatMap((segment, index) => {
    if (!isTimed(segment)) return [];
    const text = segment.text.trim();
    const cues: readonly Cue[] =
      text.length <= dubLimits.characters
        ? [{ startMs: segment.startMs, endMs: segment.endMs, lines: [text] }]
        : transcriptCues([segment], { split: true, speakers: false });
    return cues.map(({ startMs, endMs, lines }): ReadCue => {
      const start = samplesOf(startMs);
      const end = Math.max(samplesOf(endMs), start + dubLimits.shortestSamples);
      return { start, end, text: lines.join(' '), speaker: segment.speaker?.slice(0, speakerCharacters) ?? null, line: index + 1 };
    });
  });
}

/** The file's content. */
export function transcriptFile(segments: readonly Segment[], format: TranscriptFormat, choice: CaptionChoice): string {
  if (format === 'srt') return toSrt(transcriptCues(segments, choice));
  if (format === 'vtt') return toVtt(voicedCues(segments, choice));
  const paragraphs = toParagraphs(segments);
  return paragraphs
    .map(({ speaker, text }, index) => {
      const isNew = speaker !== (paragraphs[index - 1]?.speaker ?? null);
      return `${choice.speakers && isNew && speaker !== null ? `${speaker}: ` : ''}${text}\n`;
    })
    .join('\n');
}
