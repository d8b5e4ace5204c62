import type { Log } from '../../infra/platform.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import type { DubbingThread } from './dubbing-thread.ts';

/** Between two questions how far a long call is, in milliseconds. */
const progressEveryMs = 150;

/** Who waits for a long call. */
export interface Follower {
  /** Stops the call. */
  signal: AbortSignal;
  /** How much of it is done, from 0 to 1. */
  onFraction: (fraction: number) => void;
}

/** The thread that opens videos, fits takes and writes dubs. It starts with the first call, and again after it died; to be closed. */
export class DubbingWorker {
  readonly #log: Log;
  #thread: ThreadClient<DubbingThread> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  readonly call: ThreadClient<DubbingThread>['call'] = (method, ...args) => this.#alive().call(method, ...args);

  /** Waits for a long call that the thread knows by `id`, reports how far it is, and stops it with its caller. */
  async follow<T>(id: string, call: Promise<T>, { signal, onFraction }: Follower): Promise<T> {
    const stop = (): void => void this.call('stop', id).catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    const timer = setInterval(() => {
      this.call('fraction', id).then(
        (fraction) => fraction !== null && onFraction(fraction),
        () => undefined,
      );
    }, progressEveryMs);
    try {
      if (signal.aborted) stop();
      return await call;
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  #alive(): ThreadClient<DubbingThread> {
    if (this.#thread?.alive !== true)
      this.#thread = new ThreadClient<DubbingThread>(threadUrl('dubbing-thread'), {
        name: 'dubbing',
        onUnexpected: (message, facts) => this.#log.error(message, facts),
      });
    return this.#thread;
  }
}
