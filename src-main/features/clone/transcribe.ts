import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fail } from '#shared/failure.ts';
import { message, type Message } from '#shared/messages/message.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { sendWithFiles } from '../bucket/file-addresses.ts';
import { whyOutOfReach } from '../bucket/reachable.ts';
import type { TemporaryUploads } from '../bucket/uploads.ts';
import type { Transcriptions } from '../transcripts/transcription.ts';
import type { Recordings } from './recordings.ts';

/** Keeps the sound of a transcript; what comes of it is called with its operation before anything is sent. */
export type KeepSound = (path: string, name: string) => Promise<(operationId: string) => Promise<void>>;

/** Transcribes a recording of the draft, for the text that is sent with it. */
export class RecordingTranscriber {
  readonly #recordings: Recordings;
  readonly #connection: ConnectionKeeper;
  readonly #transcriptions: Pick<Transcriptions, 'transcribe'>;
  /** For a service that is not on this machine. */
  readonly #uploads: TemporaryUploads | undefined;
  readonly #keepSound: KeepSound;

  constructor(
    recordings: Recordings,
    connection: ConnectionKeeper,
    transcriptions: Pick<Transcriptions, 'transcribe'>,
    uploads: TemporaryUploads | undefined,
    keepSound: KeepSound,
  ) {
    this.#recordings = recordings;
    this.#connection = connection;
    this.#transcriptions = transcriptions;
    this.#uploads = uploads;
    this.#keepSound = keepSound;
  }

  /** Why the service could not fetch a recording; `null` where it can. */
  async whyNot(signal: AbortSignal): Promise<Message | null> {
    const reason = whyOutOfReach((await this.#connection.ready(signal)).origin);
    if (reason === null || (this.#uploads?.name() ?? null) !== null) return null;
    return message('clone.setABucket', reason);
  }

  /** Charged. Fails with `conflict` where the service cannot fetch the recording, and with `not-found` where it is not ready. */
  async transcribe(recordingId: string, language: string | undefined, signal: AbortSignal): Promise<{ text: string; draft: boolean }> {
    const reason = await this.whyNot(signal);
    if (reason !== null) throw fail('conflict', reason);
    const { recordings } = await this.#recordings.settled();
    const recording = recordings.find(({ id }) => id === recordingId);
    if (recording?.state !== 'ready') throw fail('not-found', message('clone.recordingRemoved'), { field: 'recordingId' });
    const file = await this.#recordings.fileToSend(recording);
    try {
      const isHere = isOnThisMachine((await this.#connection.ready(signal)).origin);
      const ending = /[^.]+$/u.exec(file.name)?.[0] ?? 'wav';
      const uploaded = { path: file.path, name: `${await digestOf(file.path)}.${ending}`, called: file.name };
      // What was recorded may be gone when its transcript is read: that keeps the sound for itself.
      const keep = await this.#keepSound(file.path, file.name);
      const call = { signal, uploads: isHere ? undefined : this.#uploads };
      const { text, draft } = await sendWithFiles([uploaded], call, ([audioUrl = ''], sending, noted) =>
        this.#transcriptions.transcribe({ fileName: file.name, audioUrl, language }, sending, async (operationId) => {
          await noted(operationId);
          await keep(operationId);
        }),
      );
      return { text, draft };
    } finally {
      await file.done();
    }
  }
}

/** SHA-256 of a file, in hex: what a file is called on its way to the service. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
