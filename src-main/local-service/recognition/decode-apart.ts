import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { codes } from '#shared/wire/common.ts';
import { ServiceError } from '../http/service-error.ts';

/** A decoder that takes longer hangs on damaged data. */
const patienceMs = 120_000;

/** What the thread is given. `voice`: whether it also looks for speech. */
export interface DecodeOrder {
  bytes: Uint8Array<ArrayBuffer>;
  path: string;
  voice: boolean;
}
/** `voice`: how probable one is in each hundredth of a second, 0 to 255; empty where it was not asked for. `message`: why it could not decode. */
export type Decoded = { ok: true; voice: Uint8Array } | { ok: false; message: string };

const entry = () => new URL(import.meta.url.endsWith('.ts') ? './decode-thread.ts' : './decode-thread.js', import.meta.url);

/**
 * Decodes a recording into a WAV that a recogniser reads, in a thread of its own, and finds out where somebody speaks if `voice` is set. Throws 400 for what cannot
 * be decoded.
 */
export async function decodeApart(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
  { signal, voice = false }: { signal: AbortSignal; voice?: boolean },
): Promise<Uint8Array> {
  const order: DecodeOrder = { bytes, path, voice };
  const thread = new Worker(entry(), { name: 'decode', workerData: order, transferList: [bytes.buffer] });
  try {
    const [decoded] = (await once(thread, 'message', { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) })) as [Decoded];
    if (!decoded.ok) throw new ServiceError(400, codes.invalidRequest, `audio_url: the sound cannot be decoded: ${decoded.message}`);
    return decoded.voice;
  } finally {
    await thread.terminate();
  }
}
