import { type SpeechOrder } from '#main/local-service/sound/speech.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { sampleText } from '#shared/narration/sample.ts';
import { median } from '../helpers/median.ts';
import type { Bench } from './run.ts';

const rounds = 3;
/** Milliseconds that nobody takes for a delay. */
const unnoticed = 100;

/** Milliseconds from the order to the first piece with sound. The rest is left, as a listener who stops does. */
async function firstSound(synthesis: Synthesis, name: string, text: string): Promise<number> {
  const order: SpeechOrder = { text, voice: { name, rate: 165, pitch: 50, range: 50 }, format: 'wav', gain: 0, speed: 1, normalise: true };
  const started = performance.now();
  for await (const piece of synthesis.speak(order))
    if (piece.kind === 'audio' && piece.bytes.length > 0) return performance.now() - started;
  throw new Error(`${name} gave no sound.`);
}

/** Medians over the paragraphs of the sample. The two voices take turns, so that what else the machine does falls on both alike; the first round warms up. */
async function run(): Promise<{ ours: number; peer: number }> {
  const synthesis = new Synthesis(1);
  const [flite, espeak]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const text of sampleText().paragraphs) {
        const ours = await firstSound(synthesis, 'en-us+flite-slt', text);
        const peer = await firstSound(synthesis, 'en-us+f2', text);
        if (round === 0) continue;
        flite.push(ours);
        espeak.push(peer);
      }
    return { ours: median(flite), peer: median(espeak) + unnoticed };
  } finally {
    await synthesis.close();
  }
}

export default {
  name: 'flite-first-sound: first sound of a paragraph in a voice of Flite, against one of eSpeak NG and the 100 ms that nobody takes for a delay; milliseconds, medians',
  atMost: 1,
  run,
} satisfies Bench;
