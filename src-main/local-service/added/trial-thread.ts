import { parentPort, workerData } from 'node:worker_threads';
import { Flite } from '../sound/flite/flite.ts';
import { measure } from '../voices/measure.ts';
import { type Trial } from './trial.ts';

/** A thread that says something with a voice file and measures it: damage in the file ends this thread alone. */

const text = 'The quick brown fox jumps over the lazy dog. Nobody knew where the old road would lead them on that morning.';
/** A voice whose pitch follows by less than half of this has its melody as it was recorded. */
const raised = 1.3;
/** The loudness that the built-in voices have, as root mean square of what sounds. */
const usualLoudness = 0.139;

async function listen(file: string): Promise<Trial> {
  const flite = await Flite.start();
  const own = flite.sample(file, text);
  const heard = measure(own.samples, own.rate);
  if (heard.hertz === undefined || heard.syllablesPerSecond === 0) return { works: false };
  const { hertz } = heard;
  const higher = flite.sample(file, text, { int_f0_target_mean: hertz * raised });
  const follows = (measure(higher.samples, higher.rate).hertz ?? hertz) / hertz > 1 + (raised - 1) / 2;
  const gain = Math.min(12, Math.max(-12, 20 * Math.log10(usualLoudness / loudness(own.samples))));
  return { works: true, gain: Math.round(gain * 2) / 2, fixed: !follows };
}

/** Root mean square, pauses left out. */
function loudness(samples: Float32Array): number {
  let sum = 0;
  let count = 0;
  for (const value of samples) {
    if (Math.abs(value) < 0.01) continue;
    sum += value * value;
    count += 1;
  }
  return Math.max(1e-4, Math.sqrt(sum / Math.max(1, count)));
}

const answer = await listen(workerData as string).catch((): Trial => ({ works: false }));
parentPort?.postMessage(answer);
