import { basename } from 'node:path';
import { fail } from '#shared/failure.ts';
import { threadUrl } from '../infra/threads.ts';
import type { ProjectThread } from './project-thread.ts';
import { ThreadClient, type ThreadOptions } from '../infra/thread-call.ts';
import { message } from '#shared/messages/message.ts';

export type ProjectThreadClient = ThreadClient<ProjectThread>;

/** How long one call on a project's file may take, in milliseconds: the largest sound on the slowest disk is copied in less. */
const patienceMs = 60_000;
/** What one project may take up in its thread. */
const memoryMegabytes = 1024;

/**
 * The threads of project files: one for each that is open, and a spare one that is ready for the next. What one file does to its thread
 * touches no other project.
 */
export class ProjectThreads {
  readonly #options: ThreadOptions;
  readonly #entry: URL;
  readonly #all = new Set<ProjectThreadClient>();
  #spare: ProjectThreadClient | undefined;
  #closed = false;

  constructor(options: { onUnexpected: ThreadOptions['onUnexpected']; patienceMs?: number | undefined; entry?: URL | undefined }) {
    this.#options = {
      name: 'project',
      onUnexpected: options.onUnexpected,
      patienceMs: options.patienceMs ?? patienceMs,
      memoryMegabytes,
    };
    this.#entry = options.entry ?? threadUrl('project-thread');
    this.#spare = this.#start();
  }

  /** A thread for one file; `release` it when the file is closed. */
  acquire(): ProjectThreadClient {
    const spare = this.#spare;
    this.#spare = undefined;
    return spare?.alive === true ? spare : this.#start();
  }

  async release(thread: ProjectThreadClient): Promise<void> {
    if (!this.#closed && thread.alive && this.#spare === undefined) this.#spare = thread;
    else await thread.close();
  }

  /** One piece of work on the file at `path`, which is not open, in a thread of its own, and closed after it. Fails with `file-failed` where the file hangs it. */
  async use<T>(path: string, work: (thread: ProjectThreadClient) => Promise<T>): Promise<T> {
    const thread = this.acquire();
    try {
      return await work(thread);
    } catch (thrown) {
      throw thread.alive ? thrown : doesNotAnswer(path, thrown);
    } finally {
      await thread.call('close').catch(() => undefined);
      await this.release(thread);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((thread) => thread.close()));
  }

  #start(): ProjectThreadClient {
    const thread: ProjectThreadClient = new ThreadClient(this.#entry, this.#options);
    this.#all.add(thread);
    void thread.lost.then(() => this.#all.delete(thread));
    return thread;
  }
}

export function doesNotAnswer(path: string, cause: unknown): Error {
  return fail('file-failed', message('library.projectHangs', basename(path)), {
    next: 'choose-file',
    cause,
  });
}
