import { mkdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { failureResponse, jsonResponse, notAllowed } from '../infra/byte-response.ts';
import { errorCode, fileFailure, writeAll } from '../infra/files.ts';
import { message } from '#shared/messages/message.ts';

/** One dropped file. */
const maximumUploadBytes = 2 * 1024 ** 3;
/** One piece of what comes in pieces. */
const maximumPieceBytes = 8 * 1024 ** 2;
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

  /**
   * `POST …/<id>?at=N`: adds a piece to an upload that has N bytes, and answers `{ "bytes" }`. A piece that is there already changes nothing, so that one
   * whose answer was lost may come again. `DELETE …/<id>`: removes the upload, if it is there.
   */
  async change(request: Request, id: string): Promise<Response> {
    const path = this.path(id);
    try {
      if (request.method === 'DELETE') {
        await rm(path, { force: true });
        return jsonResponse({ bytes: 0 });
      }
      if (request.method !== 'POST') return notAllowed('POST, DELETE');
      const at = new URL(request.url).searchParams.get('at') ?? '';
      if (!/^\d{1,15}$/u.test(at)) throw fail('invalid-input', message('library.pieceHasNoPlace'), { field: 'at' });
      return jsonResponse({ bytes: await this.#add(path, Number(at), await this.#readPiece(request)) });
    } catch (thrown) {
      return failureResponse(fileFailure(thrown, subject));
    }
  }

  async #readPiece(request: Request): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maximumPieceBytes) throw fail('too-large', message('library.pieceTooLarge', maximumPieceBytes / 1024 ** 2));
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async #add(path: string, at: number, piece: Uint8Array): Promise<number> {
    const file = await open(path, 'r+').catch((thrown: unknown) => {
      throw errorCode(thrown) === 'ENOENT' ? fail('not-found', message('library.noSuchUpload')) : thrown;
    });
    try {
      const { size } = await file.stat();
      if (at > size) throw fail('conflict', message('library.pieceMissing'), { field: 'at', next: 'retry' });
      if (at < size) return size;
      if (size + piece.byteLength > this.#limit) throw this.#tooLarge();
      await writeAll(file, piece, size);
      return size + piece.byteLength;
    } finally {
      await file.close();
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
