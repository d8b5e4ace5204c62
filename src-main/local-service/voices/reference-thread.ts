import { parentPort } from 'node:worker_threads';
import { measure } from './measure.ts';
import { decodeReference, heardSeconds, NotHeard } from './reference-sound.ts';
import { type Heard, type HeardInThread } from './references.ts';
import { timbreOf } from './timbre.ts';

/** A thread that decodes and measures one recording after the other and says what it heard. */
async function hear(bytes: Uint8Array): Promise<HeardInThread> {
  try {
    const sound = await decodeReference(bytes);
    const whole = sound.samples.length < heardSeconds * sound.rate;
    const heard: Heard = {
      kind: 'heard',
      measured: measure(sound.samples, sound.rate),
      timbre: timbreOf(sound.samples, sound.rate),
      whole,
    };
    return { heard, spent: sound.leavesMemory };
  } catch (error) {
    if (error instanceof NotHeard) return { heard: { kind: 'not-heard', seconds: error.seconds }, spent: false };
    return { heard: { kind: 'refused' }, spent: true };
  }
}

parentPort?.on('message', (bytes: Uint8Array) => {
  void hear(bytes).then((heard) => parentPort?.postMessage(heard));
});
