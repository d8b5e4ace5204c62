import type { AudioFormat } from '#shared/wire/common.ts';
import { threadUrl } from '../infra/threads.ts';
import type { SoundThread } from './sound-thread.ts';
import type { WrittenSound } from './sound-writer.ts';
import { ThreadClient } from '../infra/thread-call.ts';

export interface DecodeSession {
  /** Samples in the file once these bytes are decoded. */
  push(bytes: Uint8Array): Promise<number>;
  finish(): Promise<WrittenSound>;
  abort(): Promise<void>;
}

/** A call that takes longer hangs: the longest honest one decodes a few hundred kilobytes. */
const patienceMs = 60_000;

/**
 * A few threads that decode. A sound stays with the thread it began on, for its decoder and its filter have
 * state; a pool that hands each task to whichever thread is free (piscina) cannot do that, and a thread for each sound would cost its start
 * before the first sound of every block.
 */
export class SoundPool {
  readonly #threads: (ThreadClient<SoundThread> | undefined)[];
  readonly #sessions: number[];
  readonly #onUnexpected: (message: string, facts: Record<string, unknown>) => void;
  #nextSession = 1;

  constructor(options: { threads: number; onUnexpected: (message: string, facts: Record<string, unknown>) => void }) {
    this.#threads = Array.from({ length: options.threads }, () => undefined);
    this.#sessions = Array.from({ length: options.threads }, () => 0);
    this.#onUnexpected = options.onUnexpected;
  }

  /** Starts the first thread, so that the first sound does not wait for it. */
  warm(): void {
    this.#thread(0);
  }

  decode(format: AudioFormat, paths: { pcm: string; peaks: string }): DecodeSession {
    const { thread, id, release } = this.#begin();
    const opened = thread.call('open', id, format, paths);
    opened.catch(() => undefined); // the calls that follow tell
    return {
      push: (bytes) => thread.call('push', id, bytes),
      finish: async () => {
        try {
          return await thread.call('finish', id);
        } finally {
          release();
        }
      },
      abort: async () => {
        release();
        await thread.call('abort', id).catch(() => undefined);
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(async (thread) => thread?.close()));
  }

  #begin(): { thread: ThreadClient<SoundThread>; id: number; release: () => void } {
    let index = 0;
    this.#sessions.forEach((count, candidate) => {
      if (count < (this.#sessions[index] ?? 0)) index = candidate;
    });
    this.#sessions[index] = (this.#sessions[index] ?? 0) + 1;
    let held = true;
    const release = (): void => {
      if (held) this.#sessions[index] = (this.#sessions[index] ?? 1) - 1;
      held = false;
    };
    return { thread: this.#thread(index), id: this.#nextSession++, release };
  }

  #thread(index: number): ThreadClient<SoundThread> {
    const running = this.#threads[index];
    if (running?.alive === true) return running;
    const started = new ThreadClient<SoundThread>(threadUrl('sound-thread'), {
      name: `sound-${index}`,
      patienceMs,
      onUnexpected: this.#onUnexpected,
    });
    this.#threads[index] = started;
    return started;
  }
}
