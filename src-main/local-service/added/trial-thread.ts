import { parentPort, workerData } from 'node:worker_threads';
import { sampleRate } from '../sound/engine.ts';
import { Flite } from '../sound/flite/flite.ts';
import { measure } from '../voices/measure.ts';
import { gainFor } from './trial-loudness.ts';
import { type Trial, type TrialOrder, type TrialSpeech } from './trial.ts';

/**
 * A thread that says something: with a voice file, which it measures (damage in the file ends this thread alone), or with a voice of the service, for a
 * recogniser.
 */

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

async function say(): Promise<TrialSpeech> {
  const flite = await Flite.start();
  const parts: Int16Array[] = [];
  flite.speak({ name: 'en-us+flite-slt', rate: 165, pitch: 50, range: 50 }, text.split(' '), (samples) => parts.push(samples));
  const spoken = parts.flatMap((part) => Array.from(part, (sample) => sample / 32_768));
  return { samples: Float32Array.from(spoken), rate: sampleRate };
}

const order = workerData as TrialOrder;
const answer = 'file' in order ? await listen(order.file).catch((): Trial => ({ works: false })) : await say();
parentPort?.postMessage(answer);
