import { accessSync, constants, statSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { fileFailure, publish, writeAll } from '../library/files.ts';
import { usageError, type Output } from './output.ts';

/** Where a sound goes: a file, which is there whole or not at all, or standard output. */
export interface SoundFile {
  /** As it is told; `null` for standard output. */
  readonly path: string | null;
  write(bytes: Uint8Array): Promise<void>;
  /** Bytes at the front anew, as many: a header that now knows the length. Of standard output nothing is changed any more. */
  front(bytes: Uint8Array): Promise<void>;
  /** Synced and under its name. What stood there before is replaced only now. */
  complete(): Promise<void>;
  /** Keeps what arrived beside the name, and answers where; `undefined` when nothing did. */
  keepPart(): Promise<string | undefined>;
}

/** Looks at `--out` before anything is paid for: a folder that is missing or closed is bad usage, and so is standard output with `--json`. */
export function checkOut(out: string | undefined, { json }: { json?: true }): void {
  if (out === undefined) return;
  if (out === '-') {
    if (json === true) throw usageError('--json and --out - both want standard output.', '--json');
    return;
  }
  const directory = dirname(resolve(out));
  try {
    accessSync(directory, constants.W_OK);
  } catch {
    throw usageError(`--out: nothing can be written into ${directory}.`, '--out');
  }
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === true) throw usageError(`--out: ${out} is a folder.`, '--out');
}

export async function openSoundFile(out: string, output: Output): Promise<SoundFile> {
  if (out === '-')
    return {
      path: null,
      write: (bytes) => output.bytes(bytes),
      front: () => Promise.resolve(),
      complete: () => Promise.resolve(),
      keepPart: () => Promise.resolve(undefined),
    };
  const part = `${out}.part`;
  let file: FileHandle;
  try {
    file = await open(part, 'w');
  } catch (thrown) {
    throw fileFailure(thrown, 'The sound');
  }
  let length = 0;
  return {
    path: out,
    write: async (bytes) => {
      try {
        await writeAll(file, bytes, length);
      } catch (thrown) {
        await file.truncate(length).catch(() => undefined);
        throw fileFailure(thrown, 'The sound');
      }
      length += bytes.byteLength;
    },
    front: async (bytes) => {
      await writeAll(file, bytes, 0).catch((thrown: unknown) => {
        throw fileFailure(thrown, 'The sound');
      });
    },
    complete: async () => {
      try {
        await file.sync();
        await file.close();
        await publish(part, out, true);
      } catch (thrown) {
        throw fileFailure(thrown, 'The sound');
      }
    },
    keepPart: async () => {
      await file.close().catch(() => undefined);
      if (length > 0) return part;
      await rm(part, { force: true });
      return undefined;
    },
  };
}

/** Beside the sound: `chapter.mp3` has its words in `chapter.words.json`. */
export const wordsPathFor = (out: string): string => `${out.slice(0, out.length - extname(out).length)}.words.json`;
