import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { ThreadClient, type ThreadOptions } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import type { CheckedTake } from '../proof/check-take.ts';
import type { DecodedRecording } from '../recordings/decode-recording.ts';
import type { AlignmentOrder, AlignmentThread, CheckOrder, LearnedVoice, LearnOrder, TextAlignment } from './alignment-thread.ts';
import { ProgressCounter, type Report } from './progress.ts';

/** Two hours of sound take some minutes; one that takes longer hangs. */
const patienceMs = 20 * 60_000;
/** The engine and its voices are let go when nobody needs them. */
const idleMs = 30_000;
const maximumWaiting = 64;
const reportMs = 250;
const memoryMegabytes = 2048;

/** The thread writes how far it is into `counter`. */
type Work<Answer> = (thread: AlignmentClient, counter: SharedArrayBuffer | undefined) => Promise<Answer>;

interface Followed {
  signal?: AbortSignal | undefined;
  /** Hears every now and then how far the work is, from 0 to 1. */
  report?: Report | undefined;
}

type AlignmentClient = Pick<ThreadClient<AlignmentThread>, 'alive' | 'call' | 'close'>;

interface Options {
  onUnexpected: ThreadOptions['onUnexpected'];
  /** For tests. */
  start?: () => AlignmentClient;
  idleMs?: number;
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Aligns and checks one recording after another in a thread of its own, which starts when it is needed and ends when it is not. */
export class Aligner {
  readonly #start: () => AlignmentClient;
  readonly #idleMs: number;
  #thread: AlignmentClient | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ onUnexpected, start, idleMs: idle = idleMs }: Options) {
    this.#start =
      start ??
      (() =>
        new ThreadClient<AlignmentThread>(threadUrl('alignment-thread'), { name: 'alignment', onUnexpected, patienceMs, memoryMegabytes }));
    this.#idleMs = idle;
  }

  /**
   * Fails as the thread's `align` does, with `overloaded` where too much waits, and with `cancelled` as soon as `signal` aborts. A thread that crashes
   * is started once more for the same order.
   */
  align(order: AlignmentOrder, signal?: AbortSignal, report?: Report): Promise<TextAlignment> {
    return this.#queue((thread, counter) => thread.call('align', order, counter), { signal, report });
  }

  /** As `decodeRecording`, in the thread. */
  decode(path: string, pcmPath: string, signal?: AbortSignal, report?: Report): Promise<DecodedRecording> {
    return this.#queue((thread, counter) => thread.call('decode', path, pcmPath, counter), { signal, report });
  }

  /** Fails as the thread's `check` does, else as `align` does. */
  check(order: CheckOrder, signal?: AbortSignal, report?: Report): Promise<CheckedTake> {
    return this.#queue((thread, counter) => thread.call('check', order, counter), { signal, report });
  }

  /** Fails as `align` does for reasons of the thread alone. */
  learn(order: LearnOrder): Promise<LearnedVoice | undefined> {
    return this.#queue((thread) => thread.call('learn', order));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  #queue<Answer>(work: Work<Answer>, followed: Followed = {}): Promise<Answer> {
    if (this.#closed) return Promise.reject(fail('cancelled', message('alignment.ended')));
    if (this.#waiting >= maximumWaiting) return Promise.reject(fail('overloaded', message('alignment.tooMuchWaits'), { next: 'wait' }));
    this.#waiting += 1;
    const result = this.#tail
      .then(() => this.#run(work, followed))
      .finally(() => {
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#endWhenIdle();
      });
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async #run<Answer>(work: Work<Answer>, { signal, report }: Followed): Promise<Answer> {
    clearTimeout(this.#idle);
    const counter = report && new ProgressCounter();
    const timer = counter && setInterval(() => report(counter.read()), reportMs);
    try {
      return await this.#call((thread) => work(thread, counter?.memory), signal);
    } finally {
      clearInterval(timer);
    }
  }

  async #call<Answer>(work: (thread: AlignmentClient) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    for (let isSecond = false; ; isSecond = true) {
      if (this.#closed || isAborted(signal)) throw fail('cancelled', message('alignment.ended'));
      const thread = this.#thread?.alive === true ? this.#thread : (this.#thread = this.#start());
      // The thread looks at nothing while it works: it is ended, and another one starts for the callers that wait.
      const stop = (): void => void thread.close();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        return await work(thread);
      } catch (thrown) {
        if (!isAborted(signal) && (thread.alive || isSecond)) throw thrown;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    }
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), this.#idleMs).unref();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }
}
