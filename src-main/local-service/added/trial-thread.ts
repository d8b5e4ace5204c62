import { parentPort, workerData } from 'node:worker_threads';
import { Flite } from '../sound/flite/flite.ts';
import { measure } from '../voices/measure.ts';
import { gainFor } from './trial-loudness.ts';
import { type Trial } from './trial.ts';

/** A thread that says something with a voice file and measures it: damage in the file ends this thread alone. */

const text = 'The quick brown fox jumps over the lazy dog. Nobody knew where the old road would lead them on that morning.';
/** A voice whose pitch follows by less than half of this has its melody as it was recorded. */
const raised = 1.3;
async function listen(file: string): Promise<Trial> {
  const flite = await Flite.start();
  const own = flite.sample(file, text);
  const heard = measure(own.samples, own.rate);
  if (heard.hertz === undefined || heard.syllablesPerSecond === 0) return { works: false };
  const { hertz } = heard;
  const higher = flite.sample(file, text, { int_f0_target_mean: hertz * raised });
  const follows = (measure(higher.samples, higher.rate).hertz ?? hertz) / hertz > 1 + (raised - 1) / 2;
  const gain = gainFor(own.samples);
  return gain === undefined ? { works: false } : { works: true, gain, fixed: !follows };
}

const answer = await listen(workerData as string).catch((): Trial => ({ works: false }));
parentPort?.postMessage(answer);
