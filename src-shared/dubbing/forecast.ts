import { sampleRate, type Take } from '../narration/take.ts';
import { fitRange } from '../wire/dubbing.ts';
import type { DubTake } from './timeline.ts';

/** How long a text is expected to be when it is spoken, and whether it can be fitted to a video: before anything is paid for. Pure. */

/** As most languages are read. */
export const usualCharactersPerSecond = 15;
/** Fewer characters say nothing of a voice's pace. */
const fewestCharacters = 20;

export interface Pace {
  charactersPerSecond: number;
  /** Of this voice; else of other voices, or usual. */
  learned: boolean;
}

/** What a pace is learned from: a text, and how long its speech is. */
export type SpokenText = Pick<Take, 'text' | 'voiceId' | 'samples' | 'state' | 'controls'> & { modelId: string | null };

/** Takes of a dub, and speech of which only its length is known. */
export const toSpokenText = ({ text, voiceId, modelId, samples, speed }: Omit<DubTake, 'id' | 'contentType' | 'bytes'>): SpokenText => ({
  ...{ text, voiceId, modelId, samples },
  state: 'complete',
  controls: { speed },
});

/** Characters a second at the speed 1: of the takes of this voice and model, else of this voice. */
export function findPace(takes: readonly SpokenText[], voiceId: string | null, modelId: string | null): Pace {
  const of = (some: readonly SpokenText[]): number | undefined => {
    const whole = some.filter(({ state, samples }) => state === 'complete' && samples > 0);
    const characters = whole.reduce((sum, { text }) => sum + text.length, 0);
    if (characters < fewestCharacters) return undefined;
    return characters / whole.reduce((sum, { samples, controls }) => sum + (samples / sampleRate) * (controls?.speed ?? 1), 0);
  };
  const own = takes.filter((take) => take.voiceId === voiceId);
  const found = of(own.filter((take) => take.modelId === modelId)) ?? of(own);
  return { charactersPerSecond: found ?? of(takes) ?? usualCharactersPerSecond, learned: found !== undefined };
}

/** Seconds of a text, at a speed. */
export const speechSeconds = (text: string, { charactersPerSecond }: Pace, speed: number): number =>
  text.trim().length / charactersPerSecond / speed;

/** What a forecast may be wrong by. */
const doubt = 0.15;

export interface Fit {
  /** How many times as fast as by itself it would have to be spoken. */
  pace: number;
  /** `near`: the forecast is too near to an end of the range to say. */
  verdict: 'fits' | 'near' | 'too-long' | 'too-short';
}

export function judgeFit(speech: number, video: number): Fit {
  const pace = speech / video;
  const { slowest, fastest } = fitRange;
  if (pace > fastest * (1 + doubt)) return { pace, verdict: 'too-long' };
  if (pace < slowest * (1 - doubt)) return { pace, verdict: 'too-short' };
  return { pace, verdict: pace > fastest * (1 - doubt) || pace < slowest * (1 + doubt) ? 'near' : 'fits' };
}
