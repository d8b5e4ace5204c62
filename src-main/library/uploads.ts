import { mkdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { failureResponse, jsonResponse, notAllowed } from '../infra/byte-response.ts';
import { fileFailure, writeAll } from '../infra/files.ts';
import { message } from '#shared/messages/message.ts';

/** One dropped file. */
const maximumUploadBytes = 2 * 1024 ** 3;
const subject = message('library.droppedFile');

/** Files that a window hands over. They last as long as the studio runs. */
export class Uploads {
  readonly #directory: string;
  readonly #limit: number;

  constructor(directory: string, limit = maximumUploadBytes) {
    this.#directory = directory;
    this.#limit = limit;
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
  }

  /** Answers `{ "uploadId" }`; the file is then at `path(uploadId)`. A body that is too large or breaks off leaves nothing. */
  async receive(request: Request): Promise<Response> {
    if (request.method !== 'POST') return notAllowed('POST');
    const id = newId();
    try {
      if (Number(request.headers.get('Content-Length') ?? 0) > this.#limit) throw this.#tooLarge();
      await this.#write(this.path(id), request.body);
      return jsonResponse({ uploadId: id });
    } catch (thrown) {
      await rm(this.path(id), { force: true });
      return failureResponse(fileFailure(thrown, subject));
    }
  }

  path(id: string): string {
    return join(this.#directory, id);
  }

  async #write(path: string, body: ReadableStream<Uint8Array> | null): Promise<void> {
    const file = await open(path, 'wx');
    try {
      let written = 0;
      for await (const chunk of body ?? []) {
        if (written + chunk.byteLength > this.#limit) throw this.#tooLarge();
        await writeAll(file, chunk, written);
        written += chunk.byteLength;
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }

  #tooLarge(): Error {
    return fail('too-large', message('library.fileTooLarge', Math.floor(this.#limit / 1024 / 1024)));
  }
}
