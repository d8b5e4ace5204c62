import type { Recording } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { fileFailure } from '../../infra/files.ts';
import type { ThreadClient } from '../../infra/thread-call.ts';
import type { Taken } from './arrivals.ts';
import type { OpenedSound, SoundPaths } from './opening.ts';
import type { RecordingThread } from './recording-thread.ts';
import { message } from '#shared/messages/message.ts';

/** A recording whose samples a window decodes, for main has no decoder of its codec: they come in pieces, as its file did. */
export class WindowDecoding {
  readonly #recording: Recording;
  readonly #paths: SoundPaths;
  readonly #thread: () => ThreadClient<RecordingThread>;
  #taken = 0;
  #enough = false;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(recording: Recording, { pcm, peaks }: SoundPaths, thread: () => ThreadClient<RecordingThread>) {
    this.#recording = recording;
    this.#paths = { pcm, peaks };
    this.#thread = thread;
  }

  /** Mono floats of 32 bits, little-endian. A piece at 0 begins again: another window decodes it. One that is there already changes nothing. */
  push(at: number, rate: number, piece: Uint8Array): Promise<Taken> {
    const result = this.#tail.then(() => this.#push(at, rate, piece));
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async finish(): Promise<OpenedSound> {
    await this.#tail;
    if (this.#taken === 0) throw fail('not-found', message('clone.samplesMissing'));
    const { id, codec, seconds, aacBytes } = this.#recording;
    return this.#thread().call('finishTaken', id, { codec: codec ?? '', seconds, aacBytes });
  }

  async abort(): Promise<void> {
    await this.#tail;
    await this.#thread().call('abort', this.#recording.id);
  }

  async #push(at: number, rate: number, piece: Uint8Array): Promise<Taken> {
    const { id, name } = this.#recording;
    if (at > this.#taken) throw fail('conflict', message('sound.pieceMissing'), { field: 'at', next: 'retry' });
    if (at === 0) {
      await this.#thread().call('abort', id);
      await this.#thread().call('begin', id, this.#paths);
      [this.#taken, this.#enough] = [0, false];
    }
    if (at < this.#taken || this.#enough) return { taken: this.#taken, enough: this.#enough };
    // A copy of its own: a view of floats begins at a multiple of four bytes.
    const samples = new Float32Array(piece.slice().buffer);
    try {
      this.#enough = !(await this.#thread().call('take', id, samples, rate));
    } catch (thrown) {
      throw fileFailure(thrown, name);
    }
    this.#taken += piece.byteLength;
    return { taken: this.#taken, enough: this.#enough };
  }
}
