import { parentPort } from 'node:worker_threads';
import { measure } from './measure.ts';
import { decodeReference, heardSeconds, NotHeard } from './reference-sound.ts';
import { type Heard } from './references.ts';
import { timbreOf } from './timbre.ts';

/** A thread that decodes and measures one recording after the other and says what it heard. */
async function hear(bytes: Uint8Array): Promise<Heard> {
  try {
    const sound = await decodeReference(bytes);
    const whole = sound.samples.length < heardSeconds * sound.rate;
    return { kind: 'heard', measured: measure(sound.samples, sound.rate), timbre: timbreOf(sound.samples, sound.rate), whole };
  } catch (error) {
    if (error instanceof NotHeard) return { kind: 'not-heard', seconds: error.seconds };
    return { kind: 'refused' };
  }
}

parentPort?.on('message', (bytes: Uint8Array) => {
  void hear(bytes).then((heard) => parentPort?.postMessage(heard));
});
