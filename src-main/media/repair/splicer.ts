import { ThreadClient, type ThreadOptions } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import type { JoinOrder, JoinedFile, SplicedFile, SpliceOrder, SpliceThread } from './splice-thread.ts';

/** A splice takes a moment; one that takes longer hangs. */
const patienceMs = 60_000;

/** Cuts and joins takes, each in a thread that ends with it. Fails as writing a file does. */
export class Splicer {
  readonly #onUnexpected: ThreadOptions['onUnexpected'];

  constructor(onUnexpected: ThreadOptions['onUnexpected']) {
    this.#onUnexpected = onUnexpected;
  }

  splice(order: SpliceOrder): Promise<SplicedFile> {
    return this.#with((thread) => thread.call('splice', order));
  }

  join(order: JoinOrder): Promise<JoinedFile> {
    return this.#with((thread) => thread.call('join', order));
  }

  async #with<T>(work: (thread: ThreadClient<SpliceThread>) => Promise<T>): Promise<T> {
    const thread = new ThreadClient<SpliceThread>(threadUrl('splice-thread'), {
      name: 'splice',
      onUnexpected: this.#onUnexpected,
      patienceMs,
    });
    try {
      return await work(thread);
    } finally {
      await thread.close();
    }
  }
}
