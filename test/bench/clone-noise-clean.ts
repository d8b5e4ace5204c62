import { NoiseReducer } from '#main/features/clone/noise-reducer.ts';
import { distanceFrom, reduceByFfmpeg, requireNoisySpeech, speakCleanly } from '../helpers/noisy-speech.ts';
import type { Bench } from './run.ts';

/** What noise reduction does to speech that has no noise, against what ffmpeg's does to it. Decibels, the mean of all. */
async function run(): Promise<{ ours: number; peer: number }> {
  requireNoisySpeech();
  let [ours, peer, count] = [0, 0, 0];
  for (const { samples } of await speakCleanly()) {
    const reducer = await NoiseReducer.create();
    const reduced = Float32Array.from([...reducer.push(samples).samples, ...reducer.finish().samples]);
    reducer.free();
    const harm = distanceFrom(samples, reduced);
    // Half a decibel is less than anybody hears.
    if (harm > 1) throw new Error(`Clean speech was changed by ${harm.toFixed(2)} dB.`);
    ours += harm;
    peer += distanceFrom(samples, reduceByFfmpeg(samples));
    count += 1;
  }
  return { ours: ours / count, peer: peer / count };
}

export default {
  name: 'clone-noise-clean: spectral distance of clean speech to itself after noise reduction, against ffmpeg’s; decibels',
  atMost: 1,
  run,
} satisfies Bench;
