import { quantile, type SpeechLevels } from '../proof/speech-levels.ts';
import { frameRate } from './windows.ts';

/** Decibels above the noise around a text from which on a frame is speech; never so far below the speech's own level, and never so near to it. */
const aboveNoise = 8;
const belowSpeech = { most: 35, least: 12 };
/** The noise beside a text is as loud as this share of the frames there is at most. */
const noiseShare = 0.3;
/** Fewer frames than this beside a text do not tell its noise. */
const leastFrames = 10;
/** Quiet frames within a word at most, as before a p, t or k. */
const longestGap = 8;

/** Milliseconds from the start of a recording. */
interface Ends {
  startMs: number;
  endMs: number;
}

/**
 * Where speech starts and ends in a recording that may begin and end with silence or noise. `within`: places that are in the first word and in the
 * last one. Noise that goes over into speech without a gap differs from it by its level alone.
 */
export function findSpeechEnds({ frames, speechDb }: SpeechLevels, within: Ends): Ends {
  const [first, last] = [within.startMs, within.endMs].map((ms) =>
    Math.min(frames.length - 1, Math.max(0, Math.round((ms * frameRate) / 1000))),
  );
  if (first === undefined || last === undefined || frames.length === 0) return within;
  const isSpeech = (beside: Float32Array): ((frame: number) => boolean) => {
    const noiseDb = quantile(beside.length < leastFrames ? frames : beside, beside.length < leastFrames ? 0.05 : noiseShare);
    const least = Math.min(speechDb - belowSpeech.least, Math.max(speechDb - belowSpeech.most, noiseDb + aboveNoise));
    return (frame) => (frames[frame] ?? -Infinity) >= least;
  };
  const [isAfterLead, isBeforeEnd] = [isSpeech(frames.subarray(0, first)), isSpeech(frames.subarray(last + 1))];
  const start = followSpeech(findSpeech(first, last, isAfterLead), -1, isAfterLead);
  const end = followSpeech(findSpeech(last, first, isBeforeEnd), 1, isBeforeEnd);
  return { startMs: (start * 1000) / frameRate, endMs: ((end + 1) * 1000) / frameRate };
}

/** The first frame of speech from one on towards another: a place in a short word may have been found beside it. */
function findSpeech(from: number, towards: number, isSpeech: (frame: number) => boolean): number {
  const step = from < towards ? 1 : -1;
  let frame = from;
  while (frame !== towards && !isSpeech(frame)) frame += step;
  return frame === towards ? from : frame;
}

/** The last frame of speech from one on, over gaps that a word may have. */
function followSpeech(from: number, step: 1 | -1, isSpeech: (frame: number) => boolean): number {
  let found = from;
  for (let frame = from; Math.abs(frame - found) <= longestGap; frame += step) if (isSpeech(frame)) found = frame;
  return found;
}
