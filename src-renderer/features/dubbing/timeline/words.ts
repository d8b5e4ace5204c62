import { fixed } from '../../../lib/format.ts';
import { forecast, heardOf, judgeStrain, overrunOf, type Mark, type Overrun, type Strain } from '#shared/dubbing/fit.ts';
import type { DubTake, Fit, Segment } from '#shared/dubbing/timeline.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { Failure } from '#shared/failure.ts';
import { shortenToLine } from '#shared/cut-text.ts';
import { messages } from '#shared/messages/index.ts';

/** What is said of segments, the same in the list, on the lane and in the inspector. */

export const seconds = (samples: number): string => messages.shapes.s(fixed(samples / sampleRate, 1));

export const fitNames: Readonly<Record<Fit, { name: string; note: string }>> = {
  tighten: { name: messages.dubbing.fasterWhereTooLong, note: messages.dubbing.fasterNote },
  natural: { name: messages.dubbing.asSpoken, note: messages.dubbing.asSpokenNote },
  stretch: { name: messages.dubbing.fillTheTime, note: messages.dubbing.fillNote },
  cut: { name: messages.dubbing.cutAtTheEnd, note: messages.dubbing.cutNote },
};

const markWords: Readonly<Record<Mark, string>> = {
  'no-text': messages.dubbing.noText,
  'no-voice': messages.dubbing.noVoice,
  'voice-gone': messages.dubbing.voiceGoneInShort,
  overlap: messages.dubbing.overlapsAnother,
  'beyond-end': messages.dubbing.pastVideoEnd,
  'will-not-fit': messages.dubbing.expectTooLong,
  'too-long': messages.dubbing.tooLongToFit,
  'too-short': messages.dubbing.tooShortToFill,
  cut: messages.dubbing.endIsCut,
};

export interface MarkSign {
  /** Where a row has room for a few words. */
  sign: string;
  /** What it means. */
  words: string;
}

/** A mark of a segment in words; one that is too long says by how much. */
export function markSign(mark: Mark, segment: Segment, takes: readonly DubTake[]): MarkSign {
  const overrun = mark === 'too-long' || mark === 'will-not-fit' ? overrunOf(segment, takes) : undefined;
  if (!overrun) return { sign: markWords[mark], words: markWords[mark] };
  const over = formatOverrun(overrun);
  return { sign: messages.dubbing.tooLongBy(over), words: messages.dubbing.tooLongEvenFast(over) };
}

/** By how much a segment is too long, for its bar: `+0.9 s`. Undefined where it fits, and of audio that its line has left behind. */
export function overrunFigure(segment: Segment, takes: readonly DubTake[]): string | undefined {
  const overrun = overrunOf(segment, takes);
  return overrun && overrun.of !== 'stale' ? formatOverrun(overrun, messages.dubbing.overBy) : undefined;
}

/** Of a take that is not there yet it is about so much. */
function formatOverrun({ samples, of }: Overrun, figure = (over: string): string => over): string {
  const over = figure(seconds(Math.max(samples, leastOverrun)));
  return of === 'expected' ? messages.shapes.about(over) : over;
}

/** What does not fit is never said to be too long by nothing, in samples. */
const leastOverrun = sampleRate / 10;

export interface SegmentStatus {
  status: 'empty' | 'stale' | 'queued' | 'generating' | 'done' | 'failed';
  word: string;
}

export function statusOf(
  segment: Segment,
  takes: readonly DubTake[],
  under: 'waiting' | 'saying' | undefined,
  failure: Failure | undefined,
): SegmentStatus {
  if (under === 'saying') return { status: 'generating', word: messages.dubbing.generating };
  if (under === 'waiting') return { status: 'queued', word: messages.dubbing.queued };
  const heard = heardOf(segment, takes);
  if (heard?.state === 'done') return { status: 'done', word: messages.dubbing.done };
  if (failure)
    return { status: 'failed', word: failure.kind === 'outcome-unknown' ? messages.dubbing.outcomeUnknown : messages.dubbing.failed };
  return heard ? { status: 'stale', word: messages.dubbing.changed } : { status: 'empty', word: messages.dubbing.noAudio };
}

/** Why a line is changed: what its audio says instead, or that its voice is another one now; undefined where it is not. */
export function changedWords(segment: Segment, takes: readonly DubTake[]): string | undefined {
  const heard = heardOf(segment, takes);
  if (heard?.state !== 'stale') return undefined;
  const { take } = heard;
  const now = segment.text.trim();
  const before = (segment.part?.takeId === take.id ? segment.part.text : take.text).trim();
  if (now === before) return messages.dubbing.changedVoice;
  const quoted = shortenToLine(before);
  return now.startsWith(`${before} `) ? messages.dubbing.changedLonger(quoted) : messages.dubbing.changedText(quoted);
}

export interface FitWords {
  /** `likely`: easy, by a pace that is not of this voice. */
  strain: Strain | 'likely';
  words: string;
}

/** From here on nobody speaks so by nature. */
const rushedPace = 1.75;

/** How much a pace is noticed. */
const strainWords = (pace: number): string =>
  judgeStrain(pace) === 'easy'
    ? messages.dubbing.barelyNoticeable
    : pace >= rushedPace
      ? messages.dubbing.clearlyRushed
      : messages.dubbing.noticeable;

/** `1.95×`: what is heard at another pace than it was spoken, or is expected to be, where that is noticed; undefined where a mark says more. */
export function paceSign(segment: Segment, takes: readonly DubTake[]): MarkSign | undefined {
  const heard = heardOf(segment, takes);
  if (heard?.state !== 'done') return expectedPaceSign(segment, takes);
  if (heard.beyond !== undefined || judgeStrain(heard.pace) === 'easy') return undefined;
  return { sign: messages.dubbing.factor(fixed(heard.pace, 2)), words: judgedPace(heard.pace) };
}

function expectedPaceSign(segment: Segment, takes: readonly DubTake[]): MarkSign | undefined {
  const pace = forecast(segment, takes)?.pace;
  if (pace === undefined || segment.fit === 'cut' || expectStrain(segment, pace) !== 'audible') return undefined;
  return {
    sign: messages.shapes.about(messages.dubbing.factor(fixed(pace, 2))),
    words: messages.dubbing.paceRequired(paceWords(pace), strainWords(pace)),
  };
}

const paceWords = (pace: number): string => messages.dubbing.atPace(fixed(pace, 2));

/** A pace, and how much it is noticed: the same of what is heard, of what is expected and of what an offer leads to. */
export const judgedPace = (pace: number): string => `${paceWords(pace)}, ${strainWords(pace)}`;

/** The same without what it is a factor of. */
export const judgedFactor = (pace: number): string => `${messages.dubbing.factor(fixed(pace, 2))}, ${strainWords(pace)}`;

/** How a segment fits, or is expected to before it is made. */
export function fitWords(segment: Segment, takes: readonly DubTake[]): FitWords | undefined {
  const room = segment.end - segment.start;
  const heard = heardOf(segment, takes);
  if (heard?.state === 'done') {
    const length = heard.to - heard.from;
    const measured = messages.dubbing.speechInTime(seconds(length), seconds(room));
    if (heard.beyond !== undefined && heard.beyond > 1)
      return { strain: 'far', words: messages.dubbing.tooLong(measured, seconds(Math.max(heard.samples - room, leastOverrun))) };
    if (heard.beyond !== undefined) return { strain: 'far', words: messages.dubbing.tooShort(measured, seconds(room - heard.samples)) };
    if (heard.pace === 1 && length > room && segment.fit === 'natural')
      return { strain: 'far', words: messages.dubbing.runsOver(measured, seconds(length - room)) };
    if (heard.samples < length && segment.fit === 'cut')
      return { strain: 'audible', words: messages.dubbing.endCut(measured, seconds(length - heard.samples)) };
    if (Math.abs(heard.pace - 1) < 0.005) return { strain: 'easy', words: messages.dubbing.fitsAsSpoken(measured) };
    return { strain: judgeStrain(heard.pace), words: `${measured}: ${judgedPace(heard.pace)}.` };
  }
  const expected = forecast(segment, takes);
  if (!expected) return undefined;
  const basis = expected.learned ? messages.dubbing.byVoicePace : messages.dubbing.byTypicalPace;
  const strain = expectStrain(segment, expected.pace);
  const measured = messages.dubbing.expectedInTime(seconds(expected.samples), seconds(room), basis);
  return {
    strain: !expected.learned && strain === 'easy' ? 'likely' : strain,
    words: `${measured}: ${expectVerdict(segment, expected)}.`,
  };
}

/** So near to the time there is that nothing is changed. */
const isAsSpoken = (pace: number): boolean => Math.abs(pace - 1) < 0.005;

function expectStrain({ fit }: Segment, pace: number): Strain {
  if (isAsSpoken(pace) || (pace < 1 && fit !== 'stretch')) return 'easy';
  if (fit === 'natural') return 'far';
  return fit === 'cut' ? 'audible' : judgeStrain(pace);
}

/** What comes of a text that takes as long as is expected: by its fit, the pace gives way, or the end. */
function expectVerdict(segment: Segment, { samples, pace, learned }: NonNullable<ReturnType<typeof forecast>>): string {
  const { dubbing } = messages;
  const strain = expectStrain(segment, pace);
  if (isAsSpoken(pace) || (pace < 1 && segment.fit !== 'stretch')) return learned ? dubbing.shouldFit : dubbing.probablyFits;
  const over = seconds(samples - (segment.end - segment.start));
  if (segment.fit === 'natural') return dubbing.expectRunsOver(over);
  if (segment.fit === 'cut') return dubbing.expectCut(over);
  if (strain === 'easy') return learned ? dubbing.shouldFitAt(judgedPace(pace)) : dubbing.probablyFitsAt(judgedPace(pace));
  if (strain === 'audible') return dubbing.paceRequired(paceWords(pace), strainWords(pace));
  return pace > 1 ? dubbing.expectTooLong : dubbing.expectTooShort;
}
