import { Engine, sampleRate } from '#main/local-service/sound/engine.ts';
import { type SpeechOrder } from '#main/local-service/sound/speech.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';

const voice = { name: 'en-us', rate: 175, pitch: 50, range: 50 };
const text =
  'The lamp had burned since dusk, and nobody in the house could say who had lit it. "Leave it," she said; "it keeps better time than we do." By 3:30 the rain had stopped, and 12 boats lay at the quay. '.repeat(
    16,
  );
const tokens = text.trim().split(/\s+/u).length;
const order: SpeechOrder = { text, voice, format: 'wav', gain: 0, speed: 1, normalise: true };
const rounds = 7;

/** Ours: the service's own path, a speech thread that marks every word, cuts silences and hands over samples and words. Seconds of audio. */
async function speakWithWords(synthesis: Synthesis): Promise<number> {
  let durationMs = 0;
  let words = 0;
  for await (const piece of synthesis.speak(order)) {
    if (piece.kind === 'done') durationMs = piece.durationMs;
    if (piece.kind === 'words' && piece.final) words += piece.words.length;
  }
  if (words !== tokens) throw new Error('Words were lost: this figure would mean nothing');
  return durationMs / 1000;
}

/** Peer: the engine alone with the same plain text, its samples counted. Seconds of audio. */
function speakAlone(engine: Engine): number {
  let samples = 0;
  engine.use(voice);
  engine.speak(text, (heard) => (samples += heard.length));
  return samples / sampleRate;
}

async function factorOf(work: () => number | Promise<number>): Promise<number> {
  const before = performance.now();
  const seconds = await work();
  return (seconds * 1000) / (performance.now() - before);
}

/**
 * Real-time factors: seconds of audio for a second of work. The rounds take turns and the best of each counts, so that what else
 * the machine does falls on both alike; the first round of each only warms up.
 */
export default {
  name: 'local-synthesis-real-time',
  atLeast: 0.7,
  run: async (): Promise<{ ours: number; peer: number }> => {
    const synthesis = new Synthesis(1);
    try {
      const engine = await Engine.start();
      await speakWithWords(synthesis);
      speakAlone(engine);
      let [ours, peer] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        ours = Math.max(ours, await factorOf(() => speakWithWords(synthesis)));
        peer = Math.max(peer, await factorOf(() => speakAlone(engine)));
      }
      return { ours, peer };
    } finally {
      await synthesis.close();
    }
  },
};
