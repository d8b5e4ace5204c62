import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { codes } from '#shared/wire/common.ts';
import { ServiceError } from '../http/service-error.ts';

/** A decoder that takes longer hangs on damaged data. */
const patienceMs = 120_000;

/** What the thread is given, and what it answers with: why it could not decode. */
export interface DecodeOrder {
  bytes: Uint8Array<ArrayBuffer>;
  path: string;
}
export type Decoded = { ok: true } | { ok: false; message: string };

const entry = () => new URL(import.meta.url.endsWith('.ts') ? './decode-thread.ts' : './decode-thread.js', import.meta.url);

/** Decodes a recording into a WAV that a recogniser reads, in a thread of its own. Throws 400 for what cannot be decoded. */
export async function decodeApart(bytes: Uint8Array<ArrayBuffer>, path: string, signal: AbortSignal): Promise<void> {
  const order: DecodeOrder = { bytes, path };
  const thread = new Worker(entry(), { name: 'decode', workerData: order, transferList: [bytes.buffer] });
  try {
    const [decoded] = (await once(thread, 'message', { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) })) as [Decoded];
    if (!decoded.ok) throw new ServiceError(400, codes.invalidRequest, `audio_url: the sound cannot be decoded: ${decoded.message}`);
  } finally {
    await thread.terminate();
  }
}
