import { BlobReader, configure, ERR_UNSAFE_FILENAME, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { fail, FailureError } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { manuscriptLimits } from './limits.ts';

// This is a thread already.
configure({ useWebWorkers: false });

/** The zip file that a Word or EPUB document is. Fails with `unprocessable` or `too-large`; a failure names `name`, the file. */
export class Archive {
  readonly #name: string;
  readonly #entries: ReadonlyMap<string, FileEntry>;
  readonly #reader: ZipReader<unknown>;
  #unpacked = 0;

  private constructor(name: string, reader: ZipReader<unknown>, entries: ReadonlyMap<string, FileEntry>) {
    this.#name = name;
    this.#reader = reader;
    this.#entries = entries;
  }

  static async open(file: Blob, name: string): Promise<Archive> {
    if (file.size > manuscriptLimits.archiveBytes) throw tooLarge(name, manuscriptLimits.archiveBytes);
    const reader = new ZipReader(new BlobReader(file));
    const entries = new Map<string, FileEntry>();
    try {
      for await (const entry of reader.getEntriesGenerator()) {
        if (entries.size >= manuscriptLimits.archiveEntries) throw hostile(name);
        if (leadsOutside(entry.filename) || isLink(entry.externalFileAttributes)) throw hostile(name);
        if (!entry.directory) entries.set(entry.filename, entry);
      }
    } catch (thrown) {
      if (thrown instanceof Error && thrown.message.startsWith(ERR_UNSAFE_FILENAME)) throw hostile(name);
      throw thrown instanceof FailureError ? thrown : damaged(name, thrown);
    }
    return new Archive(name, reader, entries);
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** The bytes of a part; `undefined` where there is none of this name. */
  async read(path: string): Promise<Uint8Array | undefined> {
    const entry = this.#entries.get(path);
    if (entry === undefined) return undefined;
    if (entry.encrypted) throw fail('unprocessable', message('manuscript.encrypted', this.#name), { next: 'choose-file' });
    const { compressedSize, uncompressedSize } = entry;
    if (uncompressedSize > manuscriptLimits.partBytes) throw tooLarge(this.#name, manuscriptLimits.partBytes);
    if (uncompressedSize > 1e6 && uncompressedSize > compressedSize * manuscriptLimits.packingRatio) throw hostile(this.#name);
    // What the archive states may be a lie, so that what comes out is counted too.
    const chunks: Uint8Array[] = [];
    let size = 0;
    const take = (chunk: Uint8Array): void => {
      size += chunk.length;
      this.#unpacked += chunk.length;
      if (size > uncompressedSize || this.#unpacked > manuscriptLimits.unpackedBytes) throw hostile(this.#name);
      chunks.push(chunk);
    };
    try {
      await entry.getData(new WritableStream<Uint8Array>({ write: take }), { checkCrc32: true });
    } catch (thrown) {
      throw thrown instanceof FailureError ? thrown : damaged(this.#name, thrown);
    }
    return Buffer.concat(chunks);
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }
}

/** `../` and absolute names, in the spelling of any system. */
const leadsOutside = (name: string): boolean => /^(?:[\\/]|[a-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/iu.test(name);
const isLink = (attributes: number): boolean => ((attributes >>> 16) & 0o170000) === 0o120000;

export const tooLarge = (name: string, bytes: number): FailureError =>
  fail('too-large', message('manuscript.tooLarge', name, Math.floor(bytes / 1e6)), { next: 'choose-file' });
export const hostile = (name: string): FailureError => fail('unprocessable', message('manuscript.hostile', name), { next: 'choose-file' });
export const damaged = (name: string, cause?: unknown): FailureError =>
  fail('unprocessable', message('manuscript.damaged', name), { next: 'choose-file', cause });
