import type { MasterMeasures } from '#shared/masters/report.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import { GrowingFile, type MeasuredFile } from './growing-file.ts';
import type { MeasuringThread } from './measuring-thread.ts';

/** A call that takes longer hangs: one may have much of a long file to measure. */
const patienceMs = 600_000;
/** Samples of a file that is measured in less time than a thread takes to start. */
const shortSamples = 20 * 48_000;

/**
 * Measures a file while it is written, in a thread of its own unless the file is short. Nobody waits for that thread before the file is whole; what waits
 * for it is lengths of packets, never sound, which is in the file.
 */
export class Follower {
  readonly #file: MeasuredFile;
  #lengths: number[] = [];
  #measured: Measured | undefined;
  #following: Promise<void> | undefined;
  #failure: { reason: unknown } | undefined;

  constructor({ format, path, samples }: MeasuredFile) {
    this.#file = { format, path, samples };
  }

  /** The length of the next packet of a file of AAC, in bytes. */
  readonly expect = (bytes: number): void => {
    this.#lengths.push(bytes);
  };

  /** Lets what the file has by now be measured. Throws what went wrong with what it had before. */
  follow(): void {
    this.#throwFailure();
    if (this.#following || this.#file.samples <= shortSamples) return;
    this.#following = this.#opened()
      .follow(this.#takeLengths())
      .catch((reason: unknown) => void (this.#failure = { reason }))
      .finally(() => (this.#following = undefined));
  }

  /** Measures a part of the rest of a file that is whole. Answers with how much of all was measured, 0 to 1. */
  async step(): Promise<number> {
    await this.#following;
    this.#throwFailure();
    try {
      return await this.#opened().step(this.#takeLengths());
    } catch (thrown) {
      await this.#opened().close();
      throw thrown;
    }
  }

  async finish(): Promise<MasterMeasures> {
    const measured = this.#opened();
    try {
      return await measured.finish();
    } finally {
      await measured.close();
    }
  }

  #opened(): Measured {
    return (this.#measured ??= this.#file.samples <= shortSamples ? new GrowingFile(this.#file) : measureInThread(this.#file));
  }

  #takeLengths(): number[] {
    const taken = this.#lengths;
    this.#lengths = [];
    return taken;
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.reason;
  }
}

interface Measured {
  follow: (lengths: number[]) => Promise<void>;
  step: (lengths: number[]) => Promise<number>;
  finish: () => Promise<MasterMeasures>;
  close: () => Promise<void>;
}

function measureInThread(file: MeasuredFile): Measured {
  // Its failures come here, and from here they are known.
  const thread = new ThreadClient<MeasuringThread>(threadUrl('measuring-thread'), {
    name: 'measuring',
    patienceMs,
    onUnexpected: () => undefined,
  });
  const opened = thread.call('open', file);
  opened.catch(() => undefined); // the next call fails too
  return {
    follow: (lengths) => thread.call('follow', lengths),
    step: (lengths) => thread.call('step', lengths),
    finish: () => thread.call('finish'),
    close: () => thread.close(),
  };
}
