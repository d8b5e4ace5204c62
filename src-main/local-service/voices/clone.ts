import { type SpeechOrder } from '../sound/speech.ts';
import { type Synthesis } from '../sound/synthesis.ts';
import { soundLike } from './calibration.ts';
import { engineLanguage } from './catalogue.ts';
import { type Recording } from './forms.ts';
import { type Measured } from './measure.ts';
import { type VoiceSound } from './voices.ts';

/** The pace that a transcript is spoken at, to be compared with the recording, in words a minute. */
const plainRate = 165;
/** A transcript whose pace is further than this from the counted one is not of this recording. */
const plausible = 1.6;
/** What is taken of a voice that could not be heard (see `NotHeard`): a middle one. */
const unheard: Measured & { hertz: number } = { hertz: 150, spreadSemitones: 2.75, syllablesPerSecond: 5.1, spokenMs: 0 };

/**
 * The engine's settings for the voice of some recordings. Pitch, liveliness and pace are measured; with a transcript the pace is that at which the
 * engine needs the same time for it, which is closer than counting syllables. Recordings in a codec that is not decoded here give
 * nothing but their duration: without others the voice has a middle pitch.
 */
export async function soundOf(
  recordings: readonly Recording[],
  referenceText: string,
  language: string,
  synthesis: Synthesis,
): Promise<VoiceSound> {
  const measured = together(recordings);
  const counted = soundLike(measured);
  const whole = recordings.every(({ heard }) => heard.kind === 'not-heard' || heard.whole);
  const spokenMs = recordings.reduce(
    (sum, { heard }) => sum + (heard.kind === 'heard' ? heard.measured.spokenMs : heard.seconds * 1_000),
    0,
  );
  if (referenceText.trim() === '' || !whole || spokenMs === 0) return counted;
  const rate = (plainRate * (await plainMs(referenceText, language, synthesis))) / spokenMs;
  const compared = measured === unheard ? 1 : rate / counted.rate;
  return compared > plausible || compared < 1 / plausible ? counted : soundLike(measured, rate);
}

/** One measurement of all that was heard, each recording counting by its length. */
function together(recordings: readonly Recording[]): Measured & { hertz: number } {
  const heard = recordings.flatMap((recording) => (recording.heard.kind === 'heard' ? [recording.heard.measured] : []));
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
