import { sampleRate, type EngineVoice } from '#main/local-service/sound/engine.ts';
import { wavHeader } from '#main/local-service/sound/encode.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { simpleSound, soundOf } from '#main/local-service/voices/clone.ts';
import { References } from '#main/local-service/voices/references.ts';
import { type VoiceSound } from '#main/local-service/voices/voices.ts';
import { type Recording } from '#main/local-service/voices/forms.ts';
import { readPcm, type Sound } from '../helpers/other-voices.ts';
import { testSpeakers } from '../helpers/test-speakers.ts';
import { figuresApart, figuresOf, measuresOfLikeness } from '../helpers/voice-likeness.ts';
import type { Bench } from './run.ts';

/** Differences that nobody hears between two sentences: half a semitone, a twentieth of the pace. Two clones within them are alike. */
const unheard = { pitch: 0.5, range: 0, pace: Math.log2(1.05), tilt: 0, formants: 0 };

/** `CLONE_LIKENESS=1` prints each speaker's figures. */
const verbose = process.env['CLONE_LIKENESS'] !== undefined;

/**
 * Speakers whose clone is nearer to their recordings than one of pitch, range and pace alone (what a clone was before), or as near where nobody hears the
 * difference, in the measure where they are fewest, against all speakers. Clones get a transcript.
 */
async function run(): Promise<{ ours: number; peer: number }> {
  const synthesis = new Synthesis(1);
  const references = new References();
  try {
    const nearer: Record<string, number> = Object.fromEntries(measuresOfLikeness.map((measure) => [measure, 0]));
    let speakers = 0;
    for (const { name, recording, transcript, heldOut, heldOutText } of testSpeakers()) {
      speakers += 1;
      const heard = await references.hear(toWav(recording));
      if (heard.kind === 'refused') throw new Error(`The recording of ${name} was refused.`);
      const recordings: Recording[] = [{ filename: 'recording.wav', heard }];
      const wanted = figuresOf(heldOut.samples, heldOut.sampleRate);
      const apart = async (sound: VoiceSound) => figuresApart(await spokenFigures(synthesis, sound, heldOutText), wanted);
      const sound = await soundOf(recordings, transcript, ['en-US'], { synthesis, references });
      const ours = await apart(sound);
      const before = await apart((await simpleSound(recordings, transcript, 'en-US', synthesis)).sound);
      for (const measure of measuresOfLikeness)
        if (ours[measure] < before[measure] || Math.max(ours[measure], before[measure]) < unheard[measure]) nearer[measure]! += 1;
      if (verbose)
        process.stderr.write(`${name}: ${measuresOfLikeness.map((measure) => `${measure} ${ours[measure].toFixed(2)}/${before[measure].toFixed(2)}${ours[measure] < before[measure] ? '' : '!'}`).join(', ')} ${JSON.stringify(sound)}\n`); // prettier-ignore
    }
    return { ours: Math.min(...Object.values(nearer)), peer: speakers };
  } finally {
    await references.close();
    await synthesis.close();
  }
}

async function spokenFigures(synthesis: Synthesis, { variant, ...settings }: VoiceSound, text: string) {
  const voice: EngineVoice = { name: `en-us+${variant}`, ...settings };
  const parts: Uint8Array[] = [];
  for await (const piece of synthesis.speak({ text, voice, format: 'pcm', gain: 0, speed: 1, normalise: true }))
    if (piece.kind === 'audio') parts.push(piece.bytes);
  return figuresOf(readPcm(Buffer.concat(parts)), sampleRate);
}

/** At the engine's rate in its head, and at its own in truth: the head is changed. */
function toWav({ samples, sampleRate: own }: Sound): Uint8Array<ArrayBuffer> {
  const pcm = Buffer.from(Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767)).buffer);
  const wav = new Uint8Array(Buffer.concat([wavHeader(pcm.length), pcm]));
  const head = new DataView(wav.buffer);
  head.setUint32(24, own, true);
  head.setUint32(28, own * 2, true);
  return wav;
}

export default {
  name: 'clone-likeness: of ten speakers, those whose clone is nearer on held-out sentences than one of pitch, range and pace alone (or both within half a semitone or 5 % of the pace), in the least of pitch, range, pace, tilt and formants',
  atLeast: 0.9,
  run,
} satisfies Bench;
