import { rm } from 'node:fs/promises';
import type { Recording } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { fileFailure } from '../../infra/files.ts';
import type { ThreadClient } from '../../infra/thread-call.ts';
import { wasListenedTo, type CleaningPaths } from './cleaning-files.ts';
import type { RecordingThread } from './recording-thread.ts';

type OnProgress = (done: number, total: number) => void;

/** Recordings that are listened to, so that they can be cleaned up: each once, in steps of the thread between which others have their turn. */
export class Listening {
  readonly #thread: () => ThreadClient<RecordingThread>;
  readonly #stops = new Map<string, AbortController>();

  constructor(thread: () => ThreadClient<RecordingThread>) {
    this.#thread = thread;
  }

  isUnderWay(id: string): boolean {
    return this.#stops.has(id);
  }

  /** Ends it; nothing of it is left. */
  stop(id: string): void {
    this.#stops.get(id)?.abort();
  }

  /** Its files are whole when this settles. Fails with `conflict` while it is done already. */
  async listen({ id, name, samples }: Recording, paths: CleaningPaths, signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    if (this.#stops.has(id)) throw fail('conflict', message('clone.stillCleaning', name), { field: 'recordingId' });
    if (wasListenedTo(paths, samples)) return;
    const own = new AbortController();
    this.#stops.set(id, own);
    try {
      await this.#work(id, paths, AbortSignal.any([signal, own.signal]), onProgress);
    } catch (thrown) {
      for (const path of [paths.voice, paths.reduced]) await rm(path, { force: true });
      throw fileFailure(thrown, name);
    } finally {
      this.#stops.delete(id);
    }
  }

  async #work(id: string, paths: CleaningPaths, signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    const thread = this.#thread();
    signal.throwIfAborted();
    await thread.call('beginCleaning', id, paths);
    try {
      for (;;) {
        signal.throwIfAborted();
        const { done, total } = await thread.call('cleanOn', id);
        onProgress(done, total);
        if (done >= total) return;
      }
    } finally {
      // A thread that has ended has nothing open any more.
      await thread.call('endCleaning', id).catch(() => undefined);
    }
  }
}
