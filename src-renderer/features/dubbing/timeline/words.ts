import { forecast, heardOf, strainOf, type Mark } from '#shared/dubbing/fit.ts';
import type { DubTake, Fit, Segment } from '#shared/dubbing/timeline.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { Failure } from '#shared/failure.ts';

/** What is said of segments, the same in the list, on the lane and in the inspector. */

export const seconds = (samples: number): string => `${(samples / sampleRate).toFixed(1)} s`;

export const fitNames: Readonly<Record<Fit, { name: string; note: string }>> = {
  tighten: { name: 'Faster where too long', note: 'Spoken as it is where it fits; up to twice as fast where it is too long.' },
  natural: { name: 'As spoken', note: 'Never changed: it may run on over the end.' },
  stretch: { name: 'Fill the time', note: 'Faster or slower, from half to double, until it lasts exactly as long.' },
  cut: { name: 'Cut at the end', note: 'As spoken, and faded out where the time is over.' },
};

export const markWords: Readonly<Record<Mark, string>> = {
  'no-text': 'no text',
  'no-voice': 'no voice',
  overlap: 'overlaps another',
  'beyond-end': 'past the video’s end',
  'too-long': 'too long to fit',
  'too-short': 'too short to fill',
  cut: 'end is cut',
};

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
  if (under === 'saying') return { status: 'generating', word: 'Generating' };
  if (under === 'waiting') return { status: 'queued', word: 'Queued' };
  const heard = heardOf(segment, takes);
  if (heard?.state === 'done') return { status: 'done', word: 'Done' };
  if (failure) return { status: 'failed', word: 'Failed' };
  return heard ? { status: 'stale', word: 'Changed' } : { status: 'empty', word: 'No sound' };
}

export interface FitWords {
  strain: 'easy' | 'audible' | 'far';
  words: string;
}

const paceWords = (pace: number): string => (pace > 1 ? `${pace.toFixed(2)}× faster` : `${pace.toFixed(2)}×, slower`);

/** How a segment fits, or is expected to before it is made. */
export function fitWords(segment: Segment, takes: readonly DubTake[]): FitWords | undefined {
  const room = segment.end - segment.start;
  const heard = heardOf(segment, takes);
  if (heard?.state === 'done') {
    const length = heard.to - heard.from;
    const measured = `${seconds(length)} of speech in ${seconds(room)}`;
    if (heard.beyond !== undefined && heard.beyond > 1)
      return { strain: 'far', words: `${measured}: too long. Even at double pace it runs ${seconds(heard.samples - room)} over.` };
    if (heard.beyond !== undefined)
      return { strain: 'far', words: `${measured}: too short. At half pace ${seconds(room - heard.samples)} stay empty.` };
    if (heard.pace === 1 && length > room && segment.fit === 'natural')
      return { strain: 'far', words: `${measured}: it runs ${seconds(length - room)} over.` };
    if (heard.samples < length && segment.fit === 'cut')
      return { strain: 'audible', words: `${measured}: ${seconds(length - heard.samples)} are cut.` };
    if (Math.abs(heard.pace - 1) < 0.005) return { strain: 'easy', words: `${measured}: fits as spoken.` };
    const strain = strainOf(heard.pace);
    return { strain, words: `${measured}: ${paceWords(heard.pace)}, ${strain === 'easy' ? 'hardly to be heard' : 'which is heard'}.` };
  }
  const expected = forecast(segment, takes);
  if (!expected) return undefined;
  const basis = expected.learned ? 'by this voice’s pace so far' : 'by the usual pace';
  const measured = `About ${seconds(expected.samples)} expected in ${seconds(room)}, ${basis}`;
  const strain = expected.pace <= 1 && segment.fit !== 'stretch' ? 'easy' : strainOf(expected.pace);
  const verdict =
    strain === 'easy'
      ? 'should fit'
      : strain === 'audible'
        ? `${paceWords(expected.pace)} would be needed`
        : expected.pace > 1
          ? 'too long, even at double pace'
          : 'too short, even at half pace';
  return { strain, words: `${measured}: ${verdict}.` };
}
