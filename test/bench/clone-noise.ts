import { NoiseReducer } from '#main/features/clone/noise-reducer.ts';
import {
  distanceFrom,
  inNoise,
  makeNoise,
  noiseColours,
  reduceByFfmpeg,
  requireNoisySpeech,
  speakCleanly,
} from '../helpers/noisy-speech.ts';
import type { Bench } from './run.ts';

/** `CLONE_NOISE=1` prints the figures of each noise, and those of ffmpeg's noise reduction. */
const verbose = process.env['CLONE_NOISE'] !== undefined;

/** Our noise reduction over a whole sound. */
async function reduce(samples: Float32Array): Promise<Float32Array> {
  const reducer = await NoiseReducer.create();
  const first = reducer.push(samples).samples;
  const rest = reducer.finish().samples;
  reducer.free();
  return Float32Array.from([...first, ...rest]);
}

/** How far speech is from what it was without noise, after our noise reduction and before it. Decibels, the mean of all. */
async function run(): Promise<{ ours: number; peer: number }> {
  requireNoisySpeech();
  const speeches = await speakCleanly();
  const [before, after]: [number[], number[]] = [[], []];
  for (const colour of noiseColours) {
    const noise = makeNoise(colour, 30);
    for (const decibels of [10, 15, 20]) {
      const figures: number[][] = [];
      for (const { samples } of speeches) {
        const noisy = inNoise(samples, noise, decibels);
        figures.push([
          distanceFrom(samples, noisy),
          distanceFrom(samples, await reduce(noisy)),
          ...(verbose ? [distanceFrom(samples, reduceByFfmpeg(noisy))] : []),
        ]);
      }
      before.push(...figures.map(([one = NaN]) => one));
      after.push(...figures.map(([, one = NaN]) => one));
      if (verbose)
        process.stderr.write(
          `${colour} ${decibels} dB: ${[0, 1, 2].map((place) => mean(figures.map((one) => one[place] ?? NaN)).toFixed(2)).join(' / ')}\n`,
        );
    }
  }
  return { ours: mean(after), peer: mean(before) };
}

const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;

export default {
  name: 'clone-noise: spectral distance to the clean speech after noise reduction, against before it; five voices in pink, brown and white noise at 10 to 20 dB; decibels',
  atMost: 0.65,
  run,
} satisfies Bench;
