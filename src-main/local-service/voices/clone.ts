import { createHash } from 'node:crypto';
import { wavHeader } from '../sound/encode.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { type Synthesis } from '../sound/synthesis.ts';
import { measuredBases } from './measured-bases.ts';
import { soundLike } from './calibration.ts';
import { engineLanguage } from './catalogue.ts';
import { type Recording } from './forms.ts';
import {
  basesFor,
  distance,
  farFetched,
  melodyDistance,
  nearest,
  plain,
  withMelody,
  withPitchAndBrightness,
  withTimbre,
  type Base,
  type Likeness,
} from './likeness.ts';
import { type Measured } from './measure.ts';
import { type Listener, type References } from './references.ts';
import { bandHertz } from './timbre.ts';
import { type VoiceSound } from './voices.ts';

/** The pace that a transcript is spoken at, to be compared with the recording, in words a minute. */
const plainRate = 165;
/** A transcript whose pace is further than this from the counted one is not of this recording. */
const plausible = 1.6;
/** What is taken of a voice that could not be heard (see `NotHeard`): a middle one. */
const unheard: Measured & { hertz: number } = { hertz: 150, spreadSemitones: 2.75, syllablesPerSecond: 5.1, spokenMs: 0 };

/** What bases say, and what a clone without a transcript is tried with. The vowels are English; a throat sounds the same in any language. */
const trialText = 'The old boat lay quiet in the harbour, and nobody had thought to paint her. Please bring me the book above the door.';
/** Pitch, range and pace need more of them. */
const melodyText = `${trialText} How far can we go before it rains? My uncle keeps four bees and a very small cow behind the house, where the grass is long. We should leave at once, he said, or we shall not see the lights of the town tonight.`;
/** So much of a transcript is said to find the timbre, and so much to find pitch, range and pace. */
const trialCharacters = { timbre: 320, melody: 500 };
/** Bases that are spoken with, those of them that are brought nearer, and how often. */
const tries = { bases: 3, best: 2, rounds: 1, melody: 3 };

/** What makes and hears sound for a clone. */
interface CloneTools {
  synthesis: Synthesis;
  references: References;
}

/** What was found for recordings that measure the same, the newest last: a clone of the same recordings is the same voice. */
const knownClones = new Map<string, Promise<VoiceSound>>();
const mostKnownClones = 50;

/** Those of one search: its own speech is heard in one thread. */
interface SearchTools {
  synthesis: Synthesis;
  listener: Listener;
}

interface SimpleSound {
  sound: VoiceSound;
  matches: boolean;
}

/**
 * The engine's settings for the voice of some recordings. Pitch, range, pace, long-term spectrum and formants are measured; the base that can come
 * nearest by the size of its throat and its brightness is spoken with, heard again and corrected a few times. With a transcript of all of it the pace
 * is that which takes the same time for it, which is closer than counting syllables. Recordings in a codec that is not decoded here give nothing but
 * their duration: without others the voice has a middle pitch.
 */
export async function soundOf(
  recordings: readonly Recording[],
  referenceText: string,
  languages: readonly string[],
  tools: CloneTools,
): Promise<VoiceSound> {
  const language = languages[0] ?? 'en-US';
  const wanted = together(recordings);
  const simple = await simpleSound(recordings, referenceText, language, tools.synthesis);
  if (wanted === undefined) return simple.sound;
  const transcript = referenceText.trim();
  const key = createHash('sha256')
    .update(JSON.stringify([wanted, simple, languages, transcript]))
    .digest('hex');
  const found = knownClones.get(key) ?? search(wanted, simple, { transcript, languages }, tools);
  knownClones.delete(key);
  knownClones.set(key, found);
  const [oldest] = knownClones.keys();
  if (knownClones.size > mostKnownClones && oldest !== undefined) knownClones.delete(oldest);
  return found.catch((reason: unknown) => {
    knownClones.delete(key);
    throw reason;
  });
}

/** What is known of a recording's words. */
interface Said {
  transcript: string;
  languages: readonly string[];
}

async function search(wanted: Likeness, simple: SimpleSound, said: Said, { synthesis, references }: CloneTools): Promise<VoiceSound> {
  const listener = references.open();
  try {
    return await approach(wanted, simple, said, { synthesis, listener });
  } finally {
    await listener.close();
  }
}

/** The voice that comes nearest to what is wanted. */
async function approach(
  wanted: Likeness,
  { sound: first, matches }: SimpleSound,
  { transcript, languages }: Said,
  tools: SearchTools,
): Promise<VoiceSound> {
  const language = languages[0] ?? 'en-US';
  const variants = basesFor(languages);
  const bases = measuredBases.filter(({ variant }) => variants.includes(variant));
  const begin = { rate: first.rate, range: first.range };
  const attempt = async (sound: VoiceSound): Promise<Attempt | undefined> => {
    const heard = await hear(sound, beginningOf(transcript, trialCharacters.timbre) || melodyText, language, tools);
    return heard && { sound, heard, apart: distance(heard, wanted) + farFetched(sound) };
  };
  const found = await inTurn(nearest(wanted, bases, begin).slice(0, tries.bases), attempt);
  let all = byDistance(found).slice(0, tries.best);
  for (let round = 0; round < tries.rounds; round += 1) {
    all = [
      ...all,
      ...(await inTurn(byDistance(all).slice(0, tries.best), ({ sound, heard }) => attempt(withTimbre(sound, heard, wanted)))),
    ];
  }
  let sound = byDistance(all)[0]?.sound ?? first;
  // Pitch, range and pace last, with more words, as they move on their own.
  let closest: Attempt | undefined;
  for (let round = 0; round < tries.melody; round += 1) {
    const heard = await hear(sound, beginningOf(transcript, trialCharacters.melody) || melodyText, language, tools);
    if (heard === undefined) break;
    const quicker = matches && transcript.length <= trialCharacters.melody ? heard.measured.spokenMs / wanted.measured.spokenMs : 1;
    const apart = melodyDistance(heard, wanted, quicker);
    if (closest === undefined || apart < closest.apart) closest = { sound, heard, apart };
    sound = withMelody(sound, heard, wanted, quicker);
  }
  return closest === undefined ? sound : withPitchAndBrightness(closest.sound, closest.heard, wanted);
}

interface Attempt {
  sound: VoiceSound;
  heard: Likeness;
  /** From what is wanted. */
  apart: number;
}

const byDistance = (attempts: readonly Attempt[]): Attempt[] => attempts.toSorted((one, other) => one.apart - other.apart);

/** One after the other, so that a clone takes one place of the engine; without those that give nothing. */
async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result | undefined>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    const result = await work(item);
    if (result !== undefined) results.push(result);
  }
  return results;
}

/** Whole words. */
function beginningOf(text: string, characters: number): string {
  return text.length <= characters ? text : text.slice(0, characters).replace(/\s+\S*$/u, '');
}

/** One measurement of all that was heard, each recording counting by its length; undefined when nothing was. */
function together(recordings: readonly Recording[]): Likeness | undefined {
  const heard = recordings.flatMap(({ heard }) => (heard.kind === 'heard' ? [heard] : []));
  const measured = measuredTogether(heard.map((one) => one.measured));
  if (measured === unheard) return undefined;
  const mean = (values: readonly (readonly [value: number, weight: number])[]) => {
    const known = values.filter(([value]) => !Number.isNaN(value));
    return known.reduce((sum, [value, weight]) => sum + value * weight, 0) / known.reduce((sum, [, weight]) => sum + weight, 0);
  };
  const voiced = heard.filter(({ timbre }) => timbre.formants.length > 0);
  return {
    measured,
    timbre: {
      bands: bandHertz.map((_, band) => mean(heard.map(({ timbre, measured: { spokenMs } }) => [timbre.bands[band] ?? NaN, spokenMs]))),
      formants: [0, 1, 2]
        .map((formant) => mean(voiced.map(({ timbre, measured: { spokenMs } }) => [timbre.formants[formant] ?? NaN, spokenMs])))
        .filter((hertz) => !Number.isNaN(hertz)),
    },
  };
}

function measuredTogether(heard: readonly Measured[]): Measured & { hertz: number } {
  const spokenMs = heard.reduce((sum, one) => sum + one.spokenMs, 0);
  if (spokenMs === 0) return unheard;
  const mean = (value: (one: Measured) => number) => heard.reduce((sum, one) => sum + value(one) * one.spokenMs, 0) / spokenMs;
  return {
    hertz: 2 ** mean((one) => Math.log2(one.hertz ?? unheard.hertz)),
    spreadSemitones: mean((one) => one.spreadSemitones),
    syllablesPerSecond: mean((one) => one.syllablesPerSecond),
    spokenMs,
  };
}

/** A voice with the measured pitch, range and pace, and nothing else: what the search begins with, and all that an unheard recording gives. `matches`: whether the text is of these recordings. */
export async function simpleSound(
  recordings: readonly Recording[],
  referenceText: string,
  language: string,
  synthesis: Synthesis,
): Promise<SimpleSound> {
  const measured = measuredTogether(recordings.flatMap(({ heard }) => (heard.kind === 'heard' ? [heard.measured] : [])));
  const counted = { sound: soundLike(measured), matches: false };
  const whole = recordings.every(({ heard }) => heard.kind === 'not-heard' || heard.whole);
  const spokenMs = recordings.reduce(
    (sum, { heard }) => sum + (heard.kind === 'heard' ? heard.measured.spokenMs : heard.seconds * 1_000),
    0,
  );
  if (referenceText.trim() === '' || !whole || spokenMs === 0) return counted;
  const rate = (plainRate * (await plainMs(referenceText, language, synthesis))) / spokenMs;
  const compared = measured === unheard ? 1 : rate / counted.sound.rate;
  if (compared > plausible || compared < 1 / plausible) return counted;
  return { sound: soundLike(measured, rate), matches: recordings.every(({ heard }) => heard.kind === 'heard') };
}

/** How a base sounds by itself, in American English: a throat sounds the same in any language. Undefined when no voice is heard. */
export async function measureBase(variant: string, tools: SearchTools): Promise<Base | undefined> {
  const likeness = await hear({ variant, ...plain }, trialText, 'en-US', tools);
  return likeness && { variant, likeness };
}

/** Speaks a text with a voice and measures it as a recording is; undefined when no voice is heard. */
async function hear(
  sound: VoiceSound,
  text: string,
  language: string,
  { synthesis, listener }: SearchTools,
): Promise<Likeness | undefined> {
  const { variant, ...engine } = sound;
  const voice = { name: `${engineLanguage(language) ?? 'en-us'}+${variant}`, ...engine };
  const order: SpeechOrder = { text, voice, format: 'wav', gain: 0, speed: 1, normalise: true };
  const parts: Uint8Array[] = [];
  for await (const piece of synthesis.speak(order)) if (piece.kind === 'audio') parts.push(piece.bytes);
  const sizes = parts.reduce((sum, part) => sum + part.length, 0);
  const heard = await listener.hear(new Uint8Array(Buffer.concat([wavHeader(sizes), ...parts])));
  if (heard.kind !== 'heard' || heard.measured.hertz === undefined) return undefined;
  return { measured: { ...heard.measured, hertz: heard.measured.hertz }, timbre: heard.timbre };
}

/** How long the engine speaks a text at its plain pace, pauses not counted, in milliseconds. */
async function plainMs(text: string, language: string, synthesis: Synthesis): Promise<number> {
  const voice = { name: `${engineLanguage(language) ?? 'en-us'}+m3`, rate: plainRate, pitch: 50, range: 50 };
  const order: SpeechOrder = { text, voice, format: 'wav', gain: 0, speed: 1, normalise: true };
  let spokenMs = 0;
  for await (const piece of synthesis.speak(order)) {
    if (piece.kind !== 'words' || !piece.final) continue;
    for (const word of piece.words) spokenMs += word.endMs - word.startMs;
  }
  return spokenMs;
}
