import type { Frames } from './frames.ts';
import { frameRate } from './windows.ts';
import { matchStretches } from './match.ts';
import type { MeasuredRecording } from './measured-recording.ts';
import { reportPart, type Report } from './progress.ts';
import type { ReferenceSpeech, ReferenceVoice } from './reference-voice.ts';
import { findSpeechEnds } from './speech-ends.ts';
import { warp } from './warp.ts';

interface AlignedWord {
  /** The whitespace token of the text. */
  text: string;
  startMs: number;
  endMs: number;
}

/** A word, and how surely the recording says it there, from 0 to 1. Words that stand together have the same confidence. */
export interface CheckedWord extends AlignedWord {
  confidence: number;
}

/** A word with less confidence than this is taken for another one. */
export const leastConfidence = 0.5;

/**
 * Finds where each whitespace token of `text` is spoken: the text is spoken by the reference voice, whose word times are known, and carried over to
 * the recording. One entry for each token, in order; times never run backwards and lie within the recording. Throws `RangeError` for a language
 * that has no reference voice (`canAlign`).
 */
export function alignWords(recording: MeasuredRecording, text: string, language: string, voice: ReferenceVoice): AlignedWord[] {
  return findWords(recording, text, language, voice).words;
}

/** `isMatch`: at least half of the words are found with confidence. */
export interface CheckedText {
  words: CheckedWord[];
  isMatch: boolean;
}

/** As `alignWords`, and checks that the recording says the text. */
export function alignAndCheck(
  recording: MeasuredRecording,
  text: string,
  language: string,
  voice: ReferenceVoice,
  report: Report = () => undefined,
): CheckedText {
  const { words, found } = findWords(recording, text, language, voice, reportPart(report, 0, 0.8));
  if (found === undefined) return { words: [], isMatch: true };
  const checked: CheckedWord[] = [];
  for (const { from, to, confidence } of matchStretches(found, reportPart(report, 0.8, 1)))
    for (const word of words.slice(from, to)) checked.push({ ...word, confidence });
  return { words: checked, isMatch: isSaid(checked) };
}

/** At least half of the words are found with confidence. */
export const isSaid = (words: readonly Pick<CheckedWord, 'confidence'>[]): boolean =>
  words.filter(({ confidence }) => confidence >= leastConfidence).length * 2 >= words.length;

/** What words were found in. */
interface Found {
  reference: ReferenceSpeech;
  frames: Frames;
  starts: number[];
}

function findWords(
  { frames, levels, durationMs: wholeMs }: MeasuredRecording,
  text: string,
  language: string,
  voice: ReferenceVoice,
  report: Report = () => undefined,
): { words: AlignedWord[]; found: Found | undefined } {
  const tokens = text.split(/\s+/u).filter((token) => token !== '');
  if (tokens.length === 0) return { words: [], found: undefined };
  const reference = voice.speakReference(tokens, language, reportPart(report, 0, 0.3));
  const spoken = reference.frames;
  const path = warp(spoken, frames, reportPart(report, 0.5, 1));
  const findPlace = (milliseconds: number): number => {
    const at = Math.min(path.length - 1, (milliseconds / 1000) * frameRate);
    const [low, high] = [path[Math.floor(at)] ?? 0, path[Math.ceil(at)] ?? 0];
    return Math.min(wholeMs, ((low + (high - low) * (at % 1)) * 1000) / frameRate);
  };
  const within = middlesOfEnds(reference.starts, spoken);
  const ends = findSpeechEnds(levels, {
    startMs: findPlace(within.startMs),
    endMs: findPlace(within.endMs),
  });
  let latest = Math.min(wholeMs, ends.startMs);
  const starts = reference.starts.map((milliseconds, index) => (latest = index === 0 ? latest : Math.max(latest, findPlace(milliseconds))));
  const endMs = Math.round(Math.min(wholeMs, Math.max(latest, ends.endMs)));
  const words = tokens.map((token, index) => {
    const startMs = Math.round(starts[index] ?? 0);
    const nextMs = Math.round(starts[index + 1] ?? endMs);
    const isLast = index === tokens.length - 1;
    return { text: token, startMs, endMs: isLast ? endMs : Math.max(startMs, findPause(frames, nextMs) ?? nextMs) };
  });
  return { words, found: { reference, frames, starts } };
}

/** The middles of the first and the last word of a reference, in milliseconds. */
function middlesOfEnds(starts: readonly number[], { isSpeech }: Frames): { startMs: number; endMs: number } {
  const toMs = (frame: number): number => (frame * 1000) / frameRate;
  const [first, end] = [toMs(Math.max(0, isSpeech.indexOf(1))), toMs(isSpeech.lastIndexOf(1) + 1)];
  const lastStart = Math.max(first, starts.at(-1) ?? 0);
  return { startMs: (first + Math.max(first, Math.min(starts[1] ?? end, end))) / 2, endMs: (lastStart + Math.max(lastStart, end)) / 2 };
}

/** Frames without speech, at least, that are a pause between words and not a sound of one. */
const leastPause = 10;

/** Where the pause begins that ends at `untilMs`. */
function findPause({ count, isSpeech }: Frames, untilMs: number): number | undefined {
  const last = Math.min(count, Math.round((untilMs / 1000) * frameRate));
  let first = last;
  while (first > 0 && isSpeech[first - 1] === 0) first--;
  return last - first < leastPause ? undefined : Math.round((first * 1000) / frameRate);
}
