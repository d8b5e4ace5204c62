import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleaning } from '#main/features/clone/cleaning.ts';
import { inNoise, makeNoise, reduceByFfmpeg, requireNoisySpeech, speakCleanly, toPcm } from '../helpers/noisy-speech.ts';
import type { Bench } from './run.ts';

const seconds = 120;

/** Seconds of sound for a second of work: all of listening to a recording, with its files, against ffmpeg's noise reduction alone. */
async function run(): Promise<{ ours: number; peer: number }> {
  requireNoisySpeech();
  const [speech] = await speakCleanly();
  const noise = makeNoise('pink', 30);
  const samples = inNoise(
    Float32Array.from({ length: seconds * 48_000 }, (_, at) => speech!.samples[at % speech!.samples.length] ?? 0),
    noise,
    20,
  );
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  try {
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('pcm'), toPcm(samples));
    let before = performance.now();
    const cleaning = await Cleaning.begin({ pcm: at('pcm'), reduced: at('reduced'), voice: at('voice') });
    for (let share = 0; share < 1;) {
      const { done, total } = cleaning.step();
      share = done / total;
    }
    cleaning.free();
    const ours = (seconds * 1000) / (performance.now() - before);
    before = performance.now();
    reduceByFfmpeg(samples);
    return { ours, peer: (seconds * 1000) / (performance.now() - before) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export default {
  name: 'clone-noise-speed: seconds of a recording in a second of work, listened to and written, against ffmpeg’s noise reduction',
  atLeast: 0.3,
  run,
} satisfies Bench;
