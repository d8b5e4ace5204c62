import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import { bytesOf, resourceResponse } from '../infra/byte-response.ts';
import { fileFailure, keepAlso, noteUse, syncDirectory, writeAll } from '../infra/files.ts';
import { Landing } from '../infra/file-lock.ts';
import { message } from '#shared/messages/message.ts';

/** The files that a person may be shown, by the ending that they are kept under. Anything else is kept as `bin`, and never shown as more. */
const types: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  json: 'application/json',
  bin: 'application/octet-stream',
};
const aliases: Readonly<Record<string, string>> = {
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'application/mp4': 'mp4',
  'audio/mp3': 'mp3',
};
const subject = message('library.theResult');
const namePattern = /^[0-9a-f]{64}\.[0-9a-z]{2,5}$/u;

/**
 * Paid results that are no sound of a block: pictures, videos, previews, speech that was saved from a dubbing, texts. Files by the SHA-256 of
 * their bytes in the profile; a file is whole and synced, or not there. What each is, the ledger says.
 */
export class KeptFiles {
  /** What comes, and what a removal must let alone. */
  readonly landing = new Landing();
  readonly #folder: string;
  readonly #directory: string;
  readonly #arriving: string;

  /** `folder`: of the profile, and in the address: `/bytes/FOLDER/…`. */
  constructor(profileDirectory: string, folder = 'media') {
    this.#folder = folder;
    this.#directory = join(profileDirectory, folder);
    this.#arriving = join(this.#directory, 'arriving');
    // What a crash left of a download: the service is asked for it again.
    rmSync(this.#arriving, { recursive: true, force: true });
    mkdirSync(this.#arriving, { recursive: true });
  }

  /** Takes a file in. Fails with `disk-full` and the like, and with whatever its source fails with; then nothing of it stays. */
  async keep(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, contentType: string, expectedBytes?: number): Promise<KeptFile> {
    const spool = join(this.#arriving, newId());
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      const file = await open(spool, 'wx', 0o600);
      try {
        for await (const piece of source) {
          await writeAll(file, piece, bytes);
          hash.update(piece);
          bytes += piece.byteLength;
        }
        if (bytes === 0 || (expectedBytes !== undefined && bytes !== expectedBytes))
          throw fail('stream-interrupted', message('library.resultIncomplete'), { next: 'retry' });
        await file.sync();
      } finally {
        await file.close();
      }
      const name = `${hash.digest('hex')}.${endingOf(contentType)}`;
      const path = this.path(name);
      await this.landing.come(name, async () => {
        mkdirSync(dirname(path), { recursive: true });
        await keepAlso(spool, path);
        await noteUse(path); // one that was there already is young again
        await syncDirectory(dirname(path));
        await syncDirectory(this.#directory);
      });
      return { url: `/bytes/${this.#folder}/${name}`, contentType: typeOf(name), bytes };
    } catch (thrown) {
      throw fileFailure(thrown, subject);
    } finally {
      await rm(spool, { force: true });
    }
  }

  /** The address that a file of these bytes has, or would have: nothing is taken in. */
  async findAddress(source: AsyncIterable<Uint8Array>, contentType: string): Promise<string> {
    const hash = createHash('sha256');
    for await (const piece of source) hash.update(piece);
    return `/bytes/${this.#folder}/${hash.digest('hex')}.${endingOf(contentType)}`;
  }

  /** Where a kept file is, by the last part of its address. */
  path(name: string): string {
    return join(this.#directory, name.slice(0, 2), name);
  }

  /** Of everything that is here. */
  async names(): Promise<string[]> {
    const entries = await readdir(this.#directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && namePattern.test(entry.name)).map(({ name }) => name);
  }

  /** Whether the whole of it is on the disk. */
  async has({ url, bytes }: KeptFile): Promise<boolean> {
    const path = this.path(url.slice(url.lastIndexOf('/') + 1));
    const found = await stat(path).catch(() => undefined);
    if (found) await noteUse(path, found.mtimeMs);
    return found?.size === bytes;
  }

  /** `undefined` for what is no address of a kept file. */
  async respond(request: Request, name: string): Promise<Response | undefined> {
    if (!namePattern.test(name)) return undefined;
    const path = this.path(name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return undefined;
    await noteUse(path, found.mtimeMs);
    return resourceResponse(request, {
      type: typeOf(name),
      bytes: found.size,
      tag: name,
      read: (start, end) => bytesOf(path, start, end),
    });
  }
}

/** The type of a file by its name's ending, as far as it is one that a person may be shown. */
export function typeByName(name: string): string | undefined {
  return types[/\.([0-9a-z]+)$/iu.exec(name)?.[1]?.toLowerCase() ?? ''];
}

function endingOf(contentType: string): string {
  return aliases[contentType] ?? Object.entries(types).find(([, type]) => type === contentType)?.[0] ?? 'bin';
}

const typeOf = (name: string): string => types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
