import { sampleRate } from '#main/local-service/sound/engine.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { toReplacements } from '#main/media/repair/replacements.ts';
import { Resampler } from '#main/media/resampler.ts';
import { splice, type SplicedPart } from '#main/media/repair/splice.ts';
import { planRepair } from '#shared/narration/repair.ts';
import { readPcm } from './other-voices.ts';
import { spokenTexts } from './spoken-texts.ts';

/** A paragraph of which one sentence was read again, as the studio puts it into the take. */
export interface RepairedSpeech {
  base: Int16Array;
  result: Int16Array;
  part: SplicedPart;
  /** What was replaced, and the new reading before it was fitted. */
  replaced: Int16Array;
  fresh: Int16Array;
}

interface Manner {
  name: string;
  rate: number;
  pitch: number;
  /** Decibels of the reading, and amplitude of the noise of its room in units of a sample. */
  gain: number;
  noise: number;
}

/** The reading of the take, and the one of the sentence: another level, pace and room. */
const manners: readonly (readonly [Manner, Manner])[] = [
  [
    { name: 'f2', rate: 140, pitch: 60, gain: 0, noise: 0 },
    { name: 'f2', rate: 150, pitch: 55, gain: -4, noise: 0 },
  ],
  [
    { name: 'm3', rate: 200, pitch: 35, gain: -4, noise: 12 },
    { name: 'm3', rate: 190, pitch: 40, gain: 0, noise: 3 },
  ],
  [
    { name: 'm3', rate: 160, pitch: 45, gain: 0, noise: 3 },
    { name: 'm3', rate: 175, pitch: 45, gain: -5, noise: 9 },
  ],
];
const engineVoices: Readonly<Record<string, string>> = { en: 'en-us', de: 'de', es: 'es', fr: 'fr', hi: 'hi' };

/** Each sentence of each paragraph of five languages, read again in another manner. */
export async function repairSpeech(): Promise<RepairedSpeech[]> {
  const synthesis = new Synthesis(1);
  const repaired: RepairedSpeech[] = [];
  try {
    for (const [language, texts] of Object.entries(spokenTexts))
      for (const text of texts)
        for (const [manner, other] of manners) {
          const take = await speak(synthesis, text, language, manner);
          for (let place = 0; place < text.length;) {
            const { runs } = planRepair(text, text, { from: place, to: place }, language);
            const [run] = runs;
            if (run === undefined) break;
            place = text.indexOf(run.text, place) + run.text.length + 1;
            const fresh = (await speak(synthesis, run.text, language, other)).samples;
            const { samples, parts } = splice(take.samples, toReplacements(runs, take.words, take.samples.length, [fresh]));
            const [part] = parts;
            if (!part) throw new Error('nothing was replaced');
            const replaced = take.samples.subarray(part.from, take.samples.length - (samples.length - part.to));
            repaired.push({ base: take.samples, result: samples, part, replaced, fresh });
          }
        }
    return repaired;
  } finally {
    await synthesis.close();
  }
}

async function speak(synthesis: Synthesis, text: string, language: string, { name, rate, pitch, gain, noise }: Manner) {
  const bytes: Uint8Array[] = [];
  const words: { startMs: number; endMs: number }[] = [];
  const voice = { name: `${engineVoices[language]}+${name}`, rate, pitch, range: 50 };
  for await (const piece of synthesis.speak({ text, voice, format: 'pcm', gain: 0, speed: 1, normalise: true })) {
    if (piece.kind === 'audio') bytes.push(piece.bytes);
    if (piece.kind === 'words' && piece.final) words.push(...piece.words);
  }
  const resampler = await Resampler.create(sampleRate);
  const pieces = [resampler.push(readPcm(Buffer.concat(bytes))), resampler.finish()];
  resampler.free();
  let state = text.length;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const factor = 32_768 * 0.7 * 10 ** (gain / 20);
  const samples = Int16Array.from(
    pieces.flatMap((piece) => [...piece]),
    (sample) => Math.round(sample * factor + (random() * 2 - 1) * noise),
  );
  return { samples, words };
}
