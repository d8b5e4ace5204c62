import type { Finding } from '#shared/narration/pickup-kinds.ts';
import type { MeasuredRecording } from '../alignment/measured-recording.ts';
import { reportPart, type Report } from '../alignment/progress.ts';
import { canAlign, type ReferenceVoice } from '../alignment/reference-voice.ts';
import type { TakeFacts } from './neighbours.ts';
import { findNoise } from './noise.ts';
import { findCutEnd, findLevelSteps, findSilence } from './sound-checks.ts';
import { findRuns, type SpeechLevels } from './speech-levels.ts';
import type { PhoneModel } from './phone-model.ts';
import { learnVoice, readRecording, type Reading } from './voice.ts';
import { findSpokenForms } from './spoken-forms.ts';
import { checkWords, type OtherForms } from './word-checks.ts';
import { languageFamily } from '#shared/language-family.ts';

/** What a take should say. */
export interface Script {
  text: string;
  /** First part of a BCP 47 tag. */
  language: string;
}

/** What is wrong in a take by itself, and what it is compared with its neighbours by. */
export interface CheckedTake {
  findings: Finding[];
  facts: Omit<TakeFacts, 'voiceId'>;
}

/** Findings of one take, at most; the worst are named. */
export const maximumFindings = 50;
const nearMs = 500;
/** A burst of noise changes the level that is measured so far around it. */
const stepReachMs = 2000;
/** Nobody speaks in a take whose loudest parts are quieter than this, in decibels of full scale. */
const silentDb = -60;
/** What a character of a text takes at a usual pace. */
const framesByCharacter = 7;
/** Frames of a pause that does not count as speech. */
const leastPause = 6;

/** What is known of a take besides its recording and script. */
interface Known {
  /** What was found in its samples as they were recorded. */
  clipped: readonly Finding[];
  /** Of its voice; where it is not known, it is learned from the take alone. */
  model: PhoneModel | undefined;
  /** Of the speech that `model` was learned from; not given, it was enough. */
  voiceSeconds?: number | undefined;
  report?: Report;
}

/** Checks a recording against its script. */
export function checkTake(recording: MeasuredRecording, script: Script, voice: ReferenceVoice, known: Known): CheckedTake {
  const { levels, bands } = recording;
  const { clipped, model, voiceSeconds, report = () => undefined } = known;
  const durationMs = Math.round(recording.durationMs);
  const tokens = readTokens(script.text);
  if (levels.speechDb < silentDb) {
    const silence: Finding = { kind: 'silence', startMs: 0, endMs: durationMs, text: script.text.trim(), score: 1 };
    return { findings: [silence], facts: { durationMs, words: 0, speechDb: levels.speechDb, pace: 1 } };
  }
  const reference =
    canAlign(script.language) && tokens.length > 0 ? voice.speakReference(tokens, script.language, reportPart(report, 0, 0.15)) : undefined;
  const silence = findSilence(levels);
  const noise = withoutNear(bands === undefined ? [] : findNoise(bands, levels), clipped);
  const sound = [...clipped, ...silence, ...noise];
  const reading = reference && readRecording(recording, tokens, reference, reportPart(report, 0.2, 0.4));
  const forms: OtherForms = {
    find: (all, index) => findSpokenForms(all, index, languageFamily(script.language)),
    speak: (words) => voice.speakReference(words, script.language),
  };
  const checked =
    reading &&
    checkReading(reading, model, {
      report: reportPart(report, 0.4, 1),
      forms,
      doubt: doubtWords(tokens.length, model && (voiceSeconds ?? Infinity)),
    });
  const seconds = model === undefined ? durationMs / 1000 : (voiceSeconds ?? Infinity);
  const words = withoutNear(withoutBeforeCut(certainOf(checked?.findings ?? [], seconds)), sound);
  const ends = words.some(({ kind }) => kind === 'truncated') ? [] : findCutEnd(levels, tokens.at(-1) ?? '');
  const steps = withoutNear(findLevelSteps(levels, checked?.relativeLevels), sound, stepReachMs);
  const findings = [...sound, ...words, ...withoutNear(ends, sound), ...steps];
  return {
    findings: findings.toSorted((one, other) => other.score - one.score).slice(0, maximumFindings),
    facts: {
      durationMs,
      words: tokens.length,
      speechDb: levels.speechDb,
      pace:
        reading === undefined
          ? countSpeech(levels) / Math.max(1, tokens.join(' ').length * framesByCharacter)
          : (checked?.pace ?? comparePace(reading)),
    },
  };
}

/** The whitespace tokens of a text. */
export const readTokens = (text: string): string[] => text.split(/\s+/u).filter((token) => token !== '');

/** Words of a recording that are missing, said twice, or other than its text. */
function checkReading(
  reading: Reading,
  model: PhoneModel | undefined,
  { report, ...options }: { report: Report; forms: OtherForms; doubt: number },
): ReturnType<typeof checkWords> | undefined {
  const known = model ?? learnVoice([reading], reportPart(report, 0, 0.7));
  return known && checkWords(reading, known, { report: reportPart(report, 0.7, 1), ...options });
}

/**
 * What a departure from the text costs besides, in the costs of `decodeWords`: a voice of which little is known says much otherwise than it is expected
 * to, and a few words on their own are spoken in any way. `voiceSeconds`: `undefined` where the voice is known from the take alone.
 */
export function doubtWords(words: number, voiceSeconds: number | undefined): number {
  const unknown = 1 - Math.min(1, (voiceSeconds ?? 0) / knownSeconds);
  return Math.max(unknown * doubts.unknownVoice, words <= fewWords ? doubts.fewWords : 0);
}
const doubts = { unknownVoice: 12, fewWords: 6 } as const;
/** Speech from which a voice is known, in seconds. */
const knownSeconds = 45;
/** Titles, and what is said in between. */
const fewWords = 5;

/**
 * Findings of words that the little that is known of a voice bears out: in its first sentences a word or two sound otherwise than they are expected to.
 * Once much more is known, the take is checked again.
 */
export const certainOf = (findings: readonly Finding[], voiceSeconds: number): Finding[] =>
  findings.filter(({ kind, text }) => voiceSeconds >= leastSeconds || kind === 'truncated' || readTokens(text).length >= certainWords);
/** Speech, in seconds, from which a voice is known well enough for findings of fewer words. */
const leastSeconds = 10;
const certainWords = 3;

/** What is heard in place of the last words that a take has, where it breaks off in them, is the same thing as that. */
export function withoutBeforeCut(findings: readonly Finding[]): Finding[] {
  const cuts = findings.filter(({ kind }) => kind === 'truncated');
  return [
    ...withoutNear(
      findings.filter(({ kind }) => kind !== 'truncated'),
      cuts,
      0,
    ),
    ...cuts,
  ];
}

/** Findings that do not follow from others: what is loud or cut there is so because of them. */
const withoutNear = (findings: readonly Finding[], others: readonly Finding[], reachMs = nearMs): Finding[] =>
  findings.filter(({ startMs, endMs }) => !others.some((other) => other.startMs - reachMs <= endMs && startMs <= other.endMs + reachMs));

/** How long the speech of a recording takes, by what the reference takes for the same words; pauses count for nothing. */
function comparePace({ path, frames: { isSpeech } }: Reading): number {
  let [taken, count] = [0, 0];
  for (let frame = 1; frame < path.length; frame++) {
    const place = path[frame] ?? 0;
    if (isSpeech[Math.round(place)] !== 1) continue;
    taken += place - (path[frame - 1] ?? 0);
    count += 1;
  }
  return count === 0 ? 1 : taken / count;
}

/** Frames of speech, with the short gaps inside it. */
function countSpeech({ frames, speechDb }: SpeechLevels): number {
  return findRuns(frames.length, (frame) => (frames[frame] ?? -100) >= speechDb - 25, leastPause).reduce(
    (sum, { from, to }) => sum + to - from,
    0,
  );
}
