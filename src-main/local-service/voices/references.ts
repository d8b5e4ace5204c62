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

/** Hears recordings in one thread, which is started with the first and again after one that ended it. */
export interface Listener {
  /** `bytes` are given away. Never rejects. */
  hear(bytes: Uint8Array<ArrayBuffer>): Promise<Heard>;
  close(): Promise<void>;
}

/** Hears recordings one at a time, in threads: neither their length nor damage in them holds up the service. */
export class References {
  readonly #threads = new Set<Worker>();
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** In a thread of its own: what decoders keep of the memory ends with it. `bytes` are given away. Who calls bounds how many wait. */
  async hear(bytes: Uint8Array<ArrayBuffer>): Promise<Heard> {
    const listener = this.open();
    try {
      return await listener.hear(bytes);
    } finally {
      await listener.close();
    }
  }

  /** For several that are known to be whole, such as speech of the engine: a thread takes longer to start than to hear one. The caller that opens it closes it. */
  open(): Listener {
    let thread: Worker | undefined;
    const close = async (): Promise<void> => {
      if (thread === undefined) return;
      this.#threads.delete(thread);
      await thread.terminate();
      thread = undefined;
    };
    const listen = async (bytes: Uint8Array<ArrayBuffer>): Promise<Heard> => {
      if (this.#closed) return { kind: 'refused' };
      if (thread === undefined) this.#threads.add((thread = new Worker(entry(), { name: 'reference' })));
      try {
        thread.postMessage(bytes, [bytes.buffer]);
        const [heard] = (await once(thread, 'message', { signal: AbortSignal.timeout(patienceMs) })) as [Heard];
        return heard;
      } catch {
        // A decoder that crashed its thread or never came back: the recording is at fault.
        await close();
        return { kind: 'refused' };
      }
    };
    const hear = (bytes: Uint8Array<ArrayBuffer>): Promise<Heard> => {
      const heard = this.#last.then(() => listen(bytes));
      this.#last = heard;
      return heard;
    };
    return { hear, close };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }
}
