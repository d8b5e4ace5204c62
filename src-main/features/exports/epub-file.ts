import { BlobReader, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { coverPath, epubTexts, mimetype, soundPath } from '#shared/books/epub.ts';
import { spokenBookOf } from '#shared/books/spoken-book.ts';
import type { MasterTags } from '#shared/masters/formats.ts';
import { messages } from '#shared/messages/index.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import { writeAll } from '../../infra/files.ts';
import type { LibraryService } from '../../library/library.ts';
import type { MasterRun } from '../../media/masters/make-master.ts';
import { durationOf, encodeSounds } from './book-sounds.ts';
import type { SpokenChapter } from './plan.ts';

export interface BookOrder {
  projectId: string;
  title: string;
  author?: string | undefined;
  narrator?: string | undefined;
  /** Of blocks that name none. */
  language?: string | undefined;
  cover: MasterTags['cover'];
  /** With sound or not; one of them has some. */
  chapters: readonly SpokenChapter[];
  defaults: ProjectDefaults;
  file: { name: string; path?: string | undefined; overwrite?: boolean | undefined };
}

export interface WrittenBook {
  name: string;
  path: string | null;
  url: string | null;
  bytes: number;
  durationMs: number;
}

/** An archive that grows in a file: its size in memory does not depend on the book. */
class ArchiveFile {
  readonly #file: FileHandle;
  readonly #zip: ZipWriter<unknown>;
  #written = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
    const sink = new WritableStream<Uint8Array>({
      write: async (bytes) => {
        await writeAll(file, bytes, this.#written);
        this.#written += bytes.byteLength;
      },
    });
    // Without times of its own, an entry has no extra field: EPUB forbids one for its first entry.
    this.#zip = new ZipWriter(sink, { useWebWorkers: false, extendedTimestamp: false });
  }

  static async open(path: string): Promise<ArchiveFile> {
    return new ArchiveFile(await open(path, 'wx'));
  }

  async addText(path: string, content: string): Promise<void> {
    await this.#zip.add(path, new TextReader(content));
  }

  /** Not compressed, and its size stands before it, as readers want of the mimetype and of media. */
  async addBytes(path: string, bytes: Uint8Array): Promise<void> {
    await this.#zip.add(path, new Uint8ArrayReader(bytes), stored(crc32(bytes), bytes.byteLength));
  }

  /** The same for a file on the disk, which is read twice and never held whole. */
  async addFile(path: string, from: string, signal: AbortSignal): Promise<void> {
    let sum = 0;
    for await (const chunk of createReadStream(from, { signal })) sum = crc32(chunk as Buffer, sum);
    const blob = await openAsBlob(from);
    await this.#zip.add(path, new BlobReader(blob), { ...stored(sum, (await stat(from)).size), signal });
  }

  async finish(): Promise<void> {
    await this.#zip.close();
    await this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const stored = (sum: number, bytes: number) => ({ passThrough: true, compressionMethod: 0, crc32: sum, uncompressedSize: bytes }) as const;

/**
 * Writes a book with its sound, MP3 for each chapter, as EPUB 3 with media overlays. It appears whole or not at all. Fails as `Masters.write` does.
 */
export async function writeEpub(
  library: Pick<LibraryService, 'exports' | 'masters' | 'temporaryPath'>,
  order: BookOrder,
  run: MasterRun,
): Promise<WrittenBook> {
  const { file, projectId, chapters } = order;
  const book = spokenBookOf(order);
  const written = await library.exports.file({ ...file, type: 'application/epub+zip' }, async (path) => {
    const archive = await ArchiveFile.open(path);
    try {
      await archive.addBytes(mimetype.path, Buffer.from(mimetype.content));
      const cover = order.cover?.type;
      const identifier = identify(projectId, chapters);
      for (const { path: part, content } of epubTexts({ book, identifier, modified: new Date(), cover, words: messages.exports.epub })) {
        run.signal.throwIfAborted();
        await archive.addText(part, content);
      }
      if (order.cover) await archive.addBytes(coverPath(order.cover.type), order.cover.bytes);
      for await (const { chapter, path: sound } of encodeSounds(library, { projectId, book }, run))
        await archive.addFile(soundPath(chapter), sound, run.signal);
      await archive.finish();
    } finally {
      await archive.close();
    }
  });
  return { ...written, durationMs: durationOf(book) };
}

/** A UUID (version 8) of a project's chapters: exported again, the book is the same publication. */
export function identify(projectId: string, chapters: readonly SpokenChapter[]): string {
  const hash = createHash('sha256').update(JSON.stringify([projectId, ...chapters.map(({ id }) => id)]));
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}
