import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Measured } from './measure.ts';
import { type Timbre } from './timbre.ts';

/** What was heard of one recording: measured, of its first minute; sound that there is no decoder for here; or no recording at all. */
export type Heard =
  { kind: 'heard'; measured: Measured; timbre: Timbre; whole: boolean } | { kind: 'not-heard'; seconds: number } | { kind: 'refused' };

/** A decoder that takes longer than this on a minute of sound hangs on damaged data. */
const patienceMs = 60_000;

const entry = () => new URL(import.meta.url.endsWith('.ts') ? './reference-thread.ts' : './reference-thread.js', import.meta.url);

/**
 * Hears recordings one at a time, each in a thread of its own: neither its length nor damage in it holds up the service, and what decoders keep of the
 * memory ends with it.
 */
export class References {
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** `bytes` are given away. Who calls bounds how many wait. */
  hear(bytes: Uint8Array<ArrayBuffer>): Promise<Heard> {
    const heard = this.#last.then(() => this.#listen(bytes));
    this.#last = heard;
    return heard;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.terminate();
  }

  /** Never rejects. */
  async #listen(bytes: Uint8Array<ArrayBuffer>): Promise<Heard> {
    if (this.#closed) return { kind: 'refused' };
    const thread = (this.#thread = new Worker(entry(), { name: 'reference', workerData: bytes, transferList: [bytes.buffer] }));
    try {
      const [heard] = (await once(thread, 'message', { signal: AbortSignal.timeout(patienceMs) })) as [Heard];
      return heard;
    } catch {
      // A decoder that crashed its thread or never came back: the recording is at fault.
      return { kind: 'refused' };
    } finally {
      await thread.terminate();
    }
  }
}
