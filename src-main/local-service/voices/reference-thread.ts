import { parentPort } from 'node:worker_threads';
import { measure } from './measure.ts';
import { NoDecoder } from '../recognition/decode-sound.ts';
import { decodeReference, heardSeconds } from './reference-sound.ts';
import { type Heard } from './references.ts';
import { timbreOf } from './timbre.ts';

/** A thread that decodes and measures recordings, one at a time, and says of each what it heard. */
async function hear(bytes: Uint8Array<ArrayBuffer>): Promise<Heard> {
  try {
    const sound = await decodeReference(bytes);
    const whole = sound.samples.length < heardSeconds * sound.rate;
    return { kind: 'heard', measured: measure(sound.samples, sound.rate), timbre: timbreOf(sound.samples, sound.rate), whole };
  } catch (error) {
    return error instanceof NoDecoder ? { kind: 'not-heard', seconds: error.seconds } : { kind: 'refused' };
  }
}

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => void hear(bytes).then((heard) => parentPort?.postMessage(heard)));
