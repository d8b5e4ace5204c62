import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';

/** Generations of one project that wait for one another, at most. */
const maximumQueued = 32;

/** One generation at a time for a project; the others wait for it, or leave. */
export class ProjectQueues {
  readonly #queues = new Map<string, { last: Promise<unknown>; length: number }>();

  /** Fails with `overloaded` where too many wait, and with the signal's reason where it is aborted before it begins. */
  async run<T>(projectId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(projectId) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= maximumQueued) throw fail('overloaded', message('speech.tooManyWaiting'));
    this.#queues.set(projectId, queue);
    queue.length++;
    const running = queue.last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    queue.last = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      queue.length--;
      if (queue.length === 0) this.#queues.delete(projectId);
    }
  }

  /** Settles when nothing runs any more. */
  async idle(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.last));
  }
}
