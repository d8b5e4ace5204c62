import type { SoundFacts } from './recordings.ts';
import { clock, fixed } from '../messages/figures.ts';
import { messages } from '../messages/index.ts';

/** Advice on a recording, from what was measured of it. Advice and nothing more: only one without any speech is not sent. */

export const adviceTopics = ['length', 'clipping', 'noise', 'clearness', 'silence', 'loudness', 'speakers'] as const;
export type AdviceTopic = (typeof adviceTopics)[number];
/** `good`: as it should be. `note`: could be better. `warn`: the voice will suffer. */
export const adviceLevels = ['good', 'note', 'warn'] as const;
export type AdviceLevel = (typeof adviceLevels)[number];

export interface Advice {
  topic: AdviceTopic;
  level: AdviceLevel;
  /** What was found, with its figure. */
  finding: string;
  /** Why it matters and what helps; empty where nothing needs to be done. */
  reason: string;
}

/** Seconds. */
const lengths = { short: 10, fair: 30, long: 600 } as const;
/** Decibels of full scale. */
const noise = { warn: -45, note: -58 } as const;
/** Decibels of the voice above the noise. */
const clearness = { warn: 20, note: 32 } as const;
const silence = { warn: 0.6, note: 0.4 } as const;
/** LUFS. Speech that is made for listening is at about -19. */
const loudness = { tooSoft: -36, soft: -29, loud: -12 } as const;
/** Clipped places in a minute. */
const clippingWarn = 6;

const decibels = (value: number): string => messages.clone.decibels(Math.round(value)).replace('-', '−');

const stepped = (value: number, note: number, warn: number): AdviceLevel => (value >= warn ? 'warn' : value >= note ? 'note' : 'good');

/** One advice for each topic that could be measured, in a fixed order. `all`: seconds of all recordings of the voice together, this one included. */
export function adviceOn(facts: SoundFacts, all = facts.seconds): Advice[] {
  const found = [adviceOnLength(facts.seconds, all), clippingOf(facts)];
  if (facts.noiseDb !== null) found.push(noiseOf(facts.noiseDb));
  if (facts.noiseDb !== null && facts.speechDb !== null) found.push(clearnessOf(facts.speechDb - facts.noiseDb));
  found.push(silenceOf(facts));
  if (facts.loudnessLufs !== null) found.push(loudnessOf(facts.loudnessLufs));
  // Where nothing sings or speaks, nothing is known of who does.
  if (facts.ranges !== null || facts.hertz !== null) found.push(speakersOf(facts.ranges, facts.hertz));
  return found;
}

/** The worst of several. */
export const worst = (all: readonly { level: AdviceLevel }[]): AdviceLevel =>
  all.reduce<AdviceLevel>((found, { level }) => (adviceLevels.indexOf(level) > adviceLevels.indexOf(found) ? level : found), 'good');

/** True where no speech was found. */
export const isSilent = ({ speechDb }: SoundFacts): boolean => speechDb === null;

/** True where the advice says that there is noise. Clean speech is better left as it is: noise reduction takes some of its soft sounds for noise. */
export const hasNoise = (facts: SoundFacts): boolean =>
  adviceOn(facts).some(({ topic, level }) => (topic === 'noise' || topic === 'clearness') && level !== 'good');

/** A recording may be short where the others make up for it. */
export function adviceOnLength(seconds: number, all = seconds): Advice {
  const finding =
    all - seconds > 0.05 ? messages.clone.lengthOfAll(clock(seconds), clock(all)) : messages.clone.lengthFound(clock(seconds));
  const advice = (level: AdviceLevel, reason: string): Advice => ({ topic: 'length', level, finding, reason });
  if (all < lengths.short) return advice('warn', messages.clone.tooLittleSpeech);
  if (all < lengths.fair) return advice('note', messages.clone.thirtySecondsBetter);
  if (seconds > lengths.long) return advice('note', messages.clone.fewMinutesEnough);
  return advice('good', '');
}

function clippingOf({ clippedPlaces, seconds }: SoundFacts): Advice {
  if (clippedPlaces === 0) return { topic: 'clipping', level: 'good', finding: messages.clone.noClipping, reason: '' };
  const perMinute = clippedPlaces / Math.max(seconds / 60, 1 / 6);
  return {
    topic: 'clipping',
    level: perMinute >= clippingWarn ? 'warn' : 'note',
    finding: messages.clone.clippedIn(clippedPlaces),
    reason: messages.clone.clippingHarms,
  };
}

function noiseOf(level: number): Advice {
  const found = stepped(level, noise.note, noise.warn);
  return {
    topic: 'noise',
    level: found,
    finding: messages.clone.noiseFloor(decibels(level)),
    reason: found === 'good' ? '' : messages.clone.noiseHarms,
  };
}

function clearnessOf(ratio: number): Advice {
  const found = ratio < clearness.warn ? 'warn' : ratio < clearness.note ? 'note' : 'good';
  return {
    topic: 'clearness',
    level: found,
    finding: messages.clone.voiceAboveNoise(decibels(Math.max(0, ratio))),
    reason: found === 'good' ? '' : messages.clone.voiceNearNoise,
  };
}

function silenceOf({ silence: share, speechDb }: SoundFacts): Advice {
  if (speechDb === null)
    return {
      topic: 'silence',
      level: 'warn',
      finding: messages.clone.nothingAudible,
      reason: messages.clone.noSpeechHere,
    };
  const found = stepped(share, silence.note, silence.warn);
  return {
    topic: 'silence',
    level: found,
    finding: messages.clone.silentShare(Math.round(share * 100)),
    reason: found === 'good' ? '' : messages.clone.mostlyPause,
  };
}

function loudnessOf(level: number): Advice {
  const finding = `${fixed(level, 1)} LUFS`.replace('-', '−');
  const advice = (found: AdviceLevel, reason: string): Advice => ({ topic: 'loudness', level: found, finding, reason });
  if (level < loudness.tooSoft) return advice('warn', messages.clone.verySoft);
  if (level < loudness.soft) return advice('note', messages.clone.soft);
  if (level > loudness.loud) return advice('note', messages.clone.loud);
  return advice('good', '');
}

function speakersOf(ranges: SoundFacts['ranges'], hertz: number | null): Advice {
  if (ranges === null) return { topic: 'speakers', level: 'good', finding: messages.clone.onePitch(Math.round(hertz ?? 0)), reason: '' };
  return {
    topic: 'speakers',
    level: 'warn',
    finding: messages.clone.twoPitchRanges(Math.round(ranges.low), Math.round(ranges.high)),
    reason: messages.clone.twoSpeakers,
  };
}
