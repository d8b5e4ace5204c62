import { alignAndCheck, alignWords, leastConfidence, type CheckedText, type CheckedWord } from './align.ts';
import { cutFrames } from './frames.ts';
import type { MeasuredRecording } from './measured-recording.ts';
import { findEnd } from './open-end.ts';
import { reportPart, type Report } from './progress.ts';
import type { ReferenceSpeech, ReferenceVoice } from './reference-voice.ts';
import { frameRate } from './windows.ts';

/** The end of a long recording is looked for coarsely first, and then finely in its last seconds. */
const fineSeconds = 25;
/** A last word that is said in less than this share of the reference's time is not said at all: what the end of a recording squeezes in. */
const leastShare = 0.4;

/** As `alignAndCheck`, for a recording that may end before its text does: `words` are then the first ones of the text, those that it says. */
export function alignWholeOrBeginning(
  recording: MeasuredRecording,
  text: string,
  language: string,
  voice: ReferenceVoice,
  report: Report = () => undefined,
): CheckedText {
  const whole = alignAndCheck(recording, text, language, voice, reportPart(report, 0, 0.5));
  if (whole.isMatch && isSure(whole.words.at(-1))) return whole;
  const beginning = alignBeginning(recording, text, language, voice, reportPart(report, 0.5, 1));
  const isBetter = beginning.isMatch && countSure(beginning.words) >= countSure(whole.words);
  return isBetter ? beginning : whole;
}

const isSure = (word: CheckedWord | undefined): boolean => word === undefined || word.confidence >= leastConfidence;
const countSure = (words: readonly CheckedWord[]): number => words.filter(isSure).length;

function alignBeginning(recording: MeasuredRecording, text: string, language: string, voice: ReferenceVoice, report: Report): CheckedText {
  const tokens = text.split(/\s+/u).filter((token) => token !== '');
  const reference = voice.speakReference(tokens, language, reportPart(report, 0, 0.2));
  let count = countUntil(reference, findEnd(reference.frames, recording.frames));
  const first = (some: number): string => tokens.slice(0, some).join(' ');
  if (recording.durationMs > fineSeconds * 1000)
    count = refineEnd(alignWords(recording, first(count), language, voice), reference, recording) ?? count;
  count = endSentence(tokens, countSaid(alignWords(recording, first(count), language, voice), reference));
  return alignAndCheck(recording, first(count), language, voice, reportPart(report, 0.5, 1));
}

const toMs = (frames: number): number => (frames * 1000) / frameRate;
const toFrame = (milliseconds: number): number => Math.round((milliseconds * frameRate) / 1000);

/** The tokens that have begun at a frame of a reference; at least one. */
const countUntil = ({ starts }: ReferenceSpeech, frame: number): number =>
  Math.max(1, starts.filter((start) => start < toMs(frame)).length);

/** How many tokens a recording says, where `words` are the first of them at about their times; `undefined` where its last seconds have none. */
function refineEnd(
  words: readonly { startMs: number }[],
  reference: ReferenceSpeech,
  { frames, durationMs }: MeasuredRecording,
): number | undefined {
  const from = words.findIndex(({ startMs }) => startMs >= durationMs - fineSeconds * 1000);
  const [word, start] = [words[from], reference.starts[from]];
  if (word === undefined || start === undefined) return undefined;
  const first = toFrame(start);
  const end = findEnd(cutFrames(reference.frames, first, reference.frames.count), cutFrames(frames, toFrame(word.startMs), frames.count));
  return countUntil(reference, first + end);
}

/** Without the last words that have hardly any time. */
function countSaid(words: readonly { startMs: number; endMs: number }[], { starts, length, sampleRate }: ReferenceSpeech): number {
  const spokenMs = (index: number): number => (starts[index + 1] ?? (length * 1000) / sampleRate) - (starts[index] ?? 0);
  return Math.max(1, words.findLastIndex(({ startMs, endMs }, index) => endMs - startMs >= leastShare * spokenMs(index)) + 1);
}

/** Recordings end where sentences do, or at least where a reader pauses: at such a place that is this near. */
const near = { before: 2, after: 1 } as const;
const sentenceEnd = /[.!?…।]["'”’»)\]]*$/u;
const pause = /[,;:—–]["'”’»)\]]*$/u;

function endSentence(tokens: readonly string[], count: number): number {
  const ends = [
    ...Array.from({ length: near.before + 1 }, (_, back) => count - back),
    ...Array.from({ length: near.after }, (_, on) => count + on + 1),
  ].filter((end) => end > 0 && end <= tokens.length);
  const isAfter = (sign: RegExp) => (end: number) => sign.test(tokens[end - 1] ?? '');
  return ends.find(isAfter(sentenceEnd)) ?? ends.find(isAfter(pause)) ?? count;
}
