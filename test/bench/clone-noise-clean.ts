import { NoiseReducer } from '#main/features/clone/noise-reducer.ts';
import { distanceFrom, reduceByFfmpeg, requireNoisySpeech, speakCleanly } from '../helpers/noisy-speech.ts';
import type { Bench } from './run.ts';

/** `CLONE_NOISE=1` prints the figures of each voice and sentence. */
const verbose = process.env['CLONE_NOISE'] !== undefined;

/**
 * What noise reduction does to speech that has no noise, against what ffmpeg's does to it. Decibels, the mean of all. It is no nothing: of one voice, the
 * sounds of s and sh are taken for noise (3.6 dB). Therefore it is offered only where a recording has noise.
 */
async function run(): Promise<{ ours: number; peer: number }> {
  requireNoisySpeech();
  let [ours, peer, count] = [0, 0, 0];
  for (const { name, samples } of await speakCleanly()) {
    const reducer = await NoiseReducer.create();
    const first = reducer.push(samples).samples;
    const reduced = Float32Array.from([...first, ...reducer.finish().samples]);
    reducer.free();
    const figures = [distanceFrom(samples, reduced), distanceFrom(samples, reduceByFfmpeg(samples))] as const;
    if (verbose) process.stderr.write(`${name}: ${figures.map((figure) => figure.toFixed(2)).join(' / ')}\n`);
    ours += figures[0];
    peer += figures[1];
    count += 1;
  }
  return { ours: ours / count, peer: peer / count };
}

export default {
  name: 'clone-noise-clean: spectral distance of clean speech to itself after noise reduction, against ffmpeg’s; decibels',
  atMost: 1,
  run,
} satisfies Bench;
