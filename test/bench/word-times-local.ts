import { sampleRate } from '#main/local-service/sound/engine.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { readPcm, type TimedSpeech } from '../helpers/other-voices.ts';
import { spokenTexts } from '../helpers/spoken-texts.ts';
import { measureWordErrors, type Spoken } from '../helpers/word-errors.ts';
import type { Bench } from './run.ts';

const engineVoices: Readonly<Record<string, string>> = { en: 'en-us', de: 'de', es: 'es', fr: 'fr', hi: 'hi' };
/** Variant, words a minute (0.8 to 1.25 of the reference's 175) and pitch. */
const manners = [
  ['f2', 140, 60],
  ['m3', 219, 35],
  ['f4', 175, 70],
  ['croak', 160, 40],
] as const;

async function speeches(): Promise<Spoken[]> {
  const synthesis = new Synthesis(1);
  const spoken: Spoken[] = [];
  try {
    for (const [language, texts] of Object.entries(spokenTexts))
      for (const text of texts)
        for (const [variant, rate, pitch] of manners) {
          const voice = { name: `${engineVoices[language]}+${variant}`, rate, pitch, range: 50 };
          spoken.push({ text, language, speech: await speak(synthesis, text, voice) });
        }
  } finally {
    await synthesis.close();
  }
  return spoken;
}

async function speak(
  synthesis: Synthesis,
  text: string,
  voice: { name: string; rate: number; pitch: number; range: number },
): Promise<TimedSpeech> {
  const bytes: Uint8Array[] = [];
  const starts: number[] = [];
  for await (const piece of synthesis.speak({ text, voice, format: 'pcm', gain: 0, speed: 1, normalise: true })) {
    if (piece.kind === 'audio') bytes.push(piece.bytes);
    if (piece.kind === 'words' && piece.final) starts.push(...piece.words.map(({ startMs }) => startMs));
  }
  return { starts, samples: readPcm(Buffer.concat(bytes)), sampleRate };
}

export default {
  name: 'word-times-local: errors of word starts in local voices of five languages with noise at 20 dB, against 10 (median) or 30 (90th percentile); milliseconds',
  atMost: 1,
  run: async () => measureWordErrors(await speeches(), { median: 10, ninetieth: 30 }),
} satisfies Bench;
