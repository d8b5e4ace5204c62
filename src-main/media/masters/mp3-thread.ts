import { parentPort } from 'node:worker_threads';
import { createMp3Encoder } from 'wasm-media-encoders';
import { serveThread } from '../../infra/thread-call.ts';

/** The thread of one MP3 encoder: coding takes as long as all else that is done to a sound, and so it is done beside it. */

let encoder: Awaited<ReturnType<typeof createMp3Encoder>> | undefined;

const methods = {
  /** `rate` in Hz, `bitrate` in kbit/s. */
  open: async (rate: number, bitrate: number): Promise<void> => {
    encoder = await createMp3Encoder();
    encoder.configure({ sampleRate: rate, channels: 1, bitrate, outputSampleRate: rate === 44_100 ? 44_100 : 48_000 });
  },
  encode: (piece: Int16Array): Uint8Array => {
    const floats = new Float32Array(piece.length);
    for (let at = 0; at < piece.length; at += 1) floats[at] = (piece[at] ?? 0) / 32_768;
    return opened().encode([floats]).slice();
  },
  finish: (): Uint8Array => opened().finalize().slice(),
};
export type Mp3Thread = typeof methods;

function opened(): NonNullable<typeof encoder> {
  if (!encoder) throw new Error('no encoder is open');
  return encoder;
}

if (!parentPort) throw new Error('mp3-thread runs in a worker thread');
serveThread(parentPort, methods);
