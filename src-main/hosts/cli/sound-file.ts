import { closeSync, existsSync, openSync, rmSync, statSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { toFailure, readText } from '#shared/failure.ts';
import { fileFailure, writeAll } from '../../infra/files.ts';
import { checkNamedByUser, pathNamedByUser } from '../../library/writable-path.ts';
import { usageError } from './output.ts';
import type { Work } from './run.ts';
import { message } from '#shared/messages/message.ts';

/** What decides where a file may go. */
type Destination = Pick<Work, 'profileDirectory'> & { common: { json?: true } };

/** Where a sound goes: a file, which is there whole or not at all, or standard output. */
export interface SoundFile {
  /** As it is printed; `null` for standard output. */
  readonly path: string | null;
  write(bytes: Uint8Array): Promise<void>;
  /** Bytes at the front again, as many: a header that now knows the length. Of standard output nothing is changed any more. */
  front(bytes: Uint8Array): Promise<void>;
  /** Synced and under its name. What stood there before is replaced only now. */
  complete(): Promise<void>;
  /** Keeps what arrived beside the name, and answers where; `undefined` when nothing did. */
  keepPart(): Promise<string | undefined>;
}

/**
 * Looks at `--out` before anything is paid for: a place where no file can be made is bad usage, and so is standard output with `--json`. A part that
 * an earlier run has kept there stays as it is.
 */
export async function checkOut(out: string | undefined, { common: { json }, profileDirectory }: Destination): Promise<void> {
  if (out === undefined) return;
  if (out === '') throw usageError(message('cli.input.outEmpty'), '--out');
  if (out === '-') {
    if (json === true) throw usageError(message('cli.input.bothToStdout'), '--json');
    return;
  }
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === true) throw usageError(message('cli.input.outIsFolder', out), '--out');
  await checkNamedByUser(out, profileDirectory).catch((thrown: unknown) => {
    throw usageError(message('cli.input.outInvalid', readText(toFailure(thrown))), '--out');
  });
  const part = partOf(out);
  const stood = existsSync(part);
  try {
    closeSync(openSync(part, 'a'));
    if (!stood) rmSync(part);
  } catch (thrown) {
    throw usageError(message('cli.input.outUnwritable', part, String((thrown as NodeJS.ErrnoException).code)), '--out');
  }
}

/** Where a file is written until it is whole. */
const partOf = (out: string): string => `${out}.part`;

/** Opens `--out` for what `source` brings. Where that fails the source is let go of: an answer that nobody reads would hold the run open. */
export async function openFor(
  source: AsyncIterable<unknown>,
  out: string,
  work: Pick<Work, 'output' | 'profileDirectory'>,
): Promise<SoundFile> {
  try {
    return await openSoundFile(out, work);
  } catch (thrown) {
    const pieces = source[Symbol.asyncIterator]();
    // One that was never begun does not know how to end.
    await pieces.next().catch(() => undefined);
    await pieces.return?.();
    throw thrown;
  }
}

export async function openSoundFile(out: string, work: Pick<Work, 'output' | 'profileDirectory'>): Promise<SoundFile> {
  if (out === '-')
    return {
      path: null,
      write: (bytes) => work.output.bytes(bytes),
      front: () => Promise.resolve(),
      complete: () => Promise.resolve(),
      keepPart: () => Promise.resolve(undefined),
    };
  const part = partOf(out);
  let file: FileHandle;
  try {
    file = await open(part, 'w');
  } catch (thrown) {
    throw fileFailure(thrown, message('cli.input.theSound'));
  }
  let length = 0;
  return {
    path: out,
    write: async (bytes) => {
      try {
        await writeAll(file, bytes, length);
      } catch (thrown) {
        await file.truncate(length).catch(() => undefined);
        throw fileFailure(thrown, message('cli.input.theSound'));
      }
      length += bytes.byteLength;
    },
    front: async (bytes) => {
      await writeAll(file, bytes, 0).catch((thrown: unknown) => {
        throw fileFailure(thrown, message('cli.input.theSound'));
      });
    },
    complete: async () => {
      try {
        await file.sync();
        await file.close();
        await (await pathNamedByUser(out, work.profileDirectory, message('cli.input.theSound'))).publish(part);
      } catch (thrown) {
        throw fileFailure(thrown, message('cli.input.theSound'));
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
