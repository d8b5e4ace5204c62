import { mkdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { keptFileSchema, type KeptFile } from '#shared/operations/kept-file.ts';
import { editsSchema, noEdits, type TranscriptEdits } from '#shared/transcripts/edits.ts';
import { errorCode, fileFailure, syncDirectory, writeAll } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

const pageSchema = z.object({
  name: z.string().nullable(),
  sound: keptFileSchema.nullable(),
  seconds: z.number().optional(),
  isForClone: z.boolean().optional(),
  edits: editsSchema,
});

/** What is written down beside a transcription of the ledger. */
export interface TranscriptPage {
  /** Of the file that was dropped; `null` where the ledger's own words serve. */
  name: string | null;
  sound: KeptFile | null;
  /** Of the sound, as its file says; not known of what older versions kept. */
  seconds?: number | undefined;
  /** It was made for the form of Clone, which has its text. */
  isForClone?: boolean | undefined;
  edits: TranscriptEdits;
}

const emptyPage: TranscriptPage = { name: null, sound: null, edits: noEdits };

/** A file for each transcript that something is written down of, in `transcripts` of the profile. What was paid for, the ledger holds. */
export class TranscriptStore {
  readonly #directory: string;
  readonly #log: Log;
  /** What is being written, by the operation's id: one after the other. */
  readonly #writing = new Map<string, Promise<unknown>>();

  constructor(profileDirectory: string, log: Log) {
    this.#directory = join(profileDirectory, 'transcripts');
    this.#log = log;
    mkdirSync(this.#directory, { recursive: true });
  }

  /** A page that cannot be read is set aside: the transcript is there as the service sent it. */
  async read(operationId: string): Promise<TranscriptPage> {
    const path = this.#path(operationId);
    try {
      return pageSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    } catch (thrown) {
      if (errorCode(thrown) === 'ENOENT') return emptyPage;
      this.#log.error('The edits of a transcript could not be read and were set aside.', { path });
      await rename(path, `${path}.damaged`).catch(() => undefined);
      return emptyPage;
    }
  }

  /** Durable when it settles; fails with `disk-full` or `file-failed`, and then nothing has changed. */
  async change(operationId: string, change: Partial<TranscriptPage>): Promise<TranscriptPage> {
    const before = this.#writing.get(operationId) ?? Promise.resolve();
    const written = before
      .catch(() => undefined)
      .then(async () => {
        const page = { ...(await this.read(operationId)), ...change };
        await this.#write(this.#path(operationId), Buffer.from(`${JSON.stringify(page)}\n`));
        return page;
      });
    this.#writing.set(operationId, written);
    try {
      return await written;
    } finally {
      if (this.#writing.get(operationId) === written) this.#writing.delete(operationId);
    }
  }

  #path(operationId: string): string {
    return join(this.#directory, `${operationId}.json`);
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const partial = `${path}.new`;
    try {
      const file = await open(partial, 'w', 0o600);
      try {
        await writeAll(file, bytes, 0);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partial, path);
      await syncDirectory(this.#directory);
    } catch (thrown) {
      // What failed first is what the person should know.
      await rm(partial, { force: true }).catch(() => undefined);
      throw fileFailure(thrown, message('transcribe.edits'));
    }
  }
}
