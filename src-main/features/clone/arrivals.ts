import { open, rm, type FileHandle } from 'node:fs/promises';
import { maximumSamples, type Recording } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { fileFailure, writeAll } from '../../infra/files.ts';
import type { ThreadClient } from '../../infra/thread-call.ts';
import { recognizeKind, streams } from '../../media/recordings/kinds.ts';
import type { CleaningPaths } from './cleaning-files.ts';
import type { OpenedSound, SoundPaths } from './opening.ts';
import type { RecordingThread } from './recording-thread.ts';
import { message } from '#shared/messages/message.ts';

/** One piece of a file. */
export const maximumPieceBytes = 8 * 1024 * 1024;
/** A film whose sound is wanted has to be read in any order, and so is kept until it was. */
const maximumSpoolBytes = 2 * 1024 ** 3;
const recordedBytesMaximum = maximumSamples * 2;

export interface RecordingPaths extends SoundPaths, CleaningPaths {
  original: string;
}
export interface Taken {
  taken: number;
  /** No more is needed: the rest of it need not be sent. */
  enough: boolean;
}

/**
 * A recording that is coming in, piece after piece. A file that may be sent as it is is kept; a larger one that streams is decoded as it comes, and
 * never kept, so that ten gigabytes cost no more of the disk than their sound; what was recorded is on the disk, synced, with each piece.
 */
export class Arrival {
  readonly #recording: Recording;
  readonly #paths: RecordingPaths;
  readonly #thread: () => ThreadClient<RecordingThread>;
  #way: 'spool' | 'stream' | 'recording' | undefined;
  #file: FileHandle | undefined;
  #taken = 0;
  #enough = false;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(recording: Recording, paths: RecordingPaths, thread: () => ThreadClient<RecordingThread>) {
    this.#recording = recording;
    this.#paths = paths;
    this.#thread = thread;
    if (recording.kind === 'recording') this.#way = 'recording';
    else if (recording.bytes <= cloneLimits.fileBytes) this.#way = 'spool';
  }

  /** `at` is where the piece belongs; one that is there already, sent again after a lost answer, changes nothing. */
  push(at: number, piece: Uint8Array): Promise<Taken> {
    const result = this.#tail.then(() => this.#push(at, piece));
    this.#tail = result.catch(() => undefined);
    return result;
  }

  async finish(): Promise<{ opened: OpenedSound; original: boolean; bytes: number }> {
    await this.#tail;
    await this.#file?.sync();
    await this.#close();
    const { pcm, peaks, original } = this.#paths;
    const bytes = this.#recording.kind === 'recording' ? 0 : Math.max(this.#taken, this.#recording.bytes);
    if (this.#way === 'stream') return { opened: await this.#thread().call('finish', this.#recording.id), original: false, bytes };
    if (this.#taken === 0) throw fail('invalid-input', message('clone.recordingEmpty'));
    if (this.#way === 'recording') return { opened: await this.#thread().call('openPcm', pcm, { pcm, peaks }), original: false, bytes };
    if (this.#taken < this.#recording.bytes) throw fail('stream-interrupted', message('clone.recordingIncomplete'), { next: 'retry' });
    const opened = await this.#thread().call('openFile', original, { pcm, peaks });
    return { opened, original: true, bytes };
  }

  /** Leaves nothing. */
  async abort(): Promise<void> {
    await this.#tail;
    await this.#close();
    if (this.#way === 'stream') await this.#thread().call('abort', this.#recording.id);
  }

  async #push(at: number, piece: Uint8Array): Promise<Taken> {
    if (at > this.#taken) throw fail('conflict', message('clone.pieceMissing'), { field: 'at', next: 'retry' });
    if (at < this.#taken || this.#enough) return { taken: this.#taken, enough: this.#enough };
    this.#way ??= await this.#chooseWay(piece);
    try {
      if (this.#way === 'stream') this.#enough = !(await this.#thread().call('push', this.#recording.id, piece));
      else await this.#write(piece);
    } catch (thrown) {
      throw fileFailure(thrown, this.#recording.name);
    }
    this.#taken += piece.byteLength;
    return { taken: this.#taken, enough: this.#enough };
  }

  async #chooseWay(piece: Uint8Array): Promise<'spool' | 'stream'> {
    const kind = recognizeKind(piece);
    if (kind === undefined) throw fail('unsupported-media', message('clone.noReadableSound'));
    if (streams(kind)) {
      const { pcm, peaks } = this.#paths;
      await this.#thread().call('begin', this.#recording.id, { pcm, peaks });
      return 'stream';
    }
    if (this.#recording.bytes > maximumSpoolBytes) throw fail('too-large', message('clone.filmTooLarge'));
    return 'spool';
  }

  async #write(piece: Uint8Array): Promise<void> {
    const recorded = this.#way === 'recording';
    const most = recorded ? recordedBytesMaximum : Math.max(this.#recording.bytes, 0);
    if (this.#taken + piece.byteLength > most) {
      if (!recorded) throw fail('too-large', message('clone.moreThanTheFile'));
      this.#enough = true;
      return;
    }
    this.#file ??= await open(recorded ? this.#paths.pcm : this.#paths.original, 'w', 0o600);
    await writeAll(this.#file, piece, this.#taken);
    if (recorded) await this.#file.datasync();
  }

  async #close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

export const removeFiles = async (paths: RecordingPaths): Promise<void> => {
  for (const path of Object.values(paths) as string[]) await rm(path, { force: true });
};
