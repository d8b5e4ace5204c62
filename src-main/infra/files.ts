import { closeSync, constants, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { copyFile, link, open, rename, utimes, type FileHandle } from 'node:fs/promises';
import { fail, FailureError, isAbort } from '#shared/failure.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** What is precious is written with plain file calls here: helpers that hide short writes report success on a full disk. */

/** Full, over quota, or at the largest size that a file may have here. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const deniedCodes = new Set(['EACCES', 'EPERM', 'EROFS']);

export function errorCode(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** What was thrown, in words for the log. */
export function errorText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Whatever a file call threw, as the failure that a person reads. `subject` starts the sentence: "The export". */
export function fileFailure(thrown: unknown, subject: Message | string): FailureError {
  if (thrown instanceof FailureError) return thrown;
  if (isAbort(thrown)) return fail('cancelled', message('failures.stopped'));
  const code = errorCode(thrown) ?? '';
  if (fullCodes.has(code)) return fail('disk-full', message('files.diskFull', subject), { cause: thrown });
  if (deniedCodes.has(code)) return fail('file-failed', message('files.notAllowed', subject), { cause: thrown });
  if (code === 'ENOENT' || code === 'ENOTDIR') return fail('file-missing', message('files.missing', subject), { cause: thrown });
  if (code === 'EEXIST') return fail('file-exists', message('files.nameTaken', subject), { cause: thrown });
  if (code === 'EISDIR') return fail('file-failed', message('files.isFolder', subject), { cause: thrown });
  if (code === 'ENAMETOOLONG') return fail('file-failed', message('files.nameTooLong', subject), { cause: thrown });
  if (code === 'EMFILE' || code === 'ENFILE') return fail('overloaded', message('files.tooManyOpen', subject), { cause: thrown });
  return fail('file-failed', message('files.readOrWriteFailed', subject, code === '' ? '' : ` (${code})`), { cause: thrown });
}

/** Writes all of `bytes` at `position`, however little the system takes at a time. Throws what the system says. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength;) {
    const result = await file.write(bytes, written, bytes.byteLength - written, position + written);
    written += result.bytesWritten;
  }
}

/** The same for pieces that follow one another, in one call of the system where that takes them all. */
export async function writePieces(file: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<void> {
  const { bytesWritten } = await file.writev(pieces, position);
  let at = 0;
  for (const piece of pieces) {
    const missing = piece.subarray(Math.max(0, Math.min(piece.byteLength, bytesWritten - at)));
    at += piece.byteLength;
    if (missing.byteLength > 0) await writeAll(file, missing, position + at - missing.byteLength);
  }
}

/** Makes a name that was just created, renamed or removed in `directory` outlive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows has no such call; NTFS journals names
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Milliseconds within which a use of a kept file is not noted again. */
const notedFor = 3_600_000;

/** Notes in its time that a kept file is used. Where that cannot be written, the file is as it was. */
export async function noteUse(path: string, lastUsed = 0): Promise<void> {
  if (Date.now() - lastUsed < notedFor) return;
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
}

const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Keeps `from` under a second, final name, so that a crash leaves one of the two. An existing `to` is left as it is. */
export async function keepAlso(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST') return;
    if (!noLinks.has(errorCode(thrown) ?? '')) throw thrown;
    const partial = `${to}.partial`;
    await copyFile(from, partial);
    const handle = await open(partial, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, to);
  }
}

/** Replaces a file with bytes that are whole, synced and readable by this person alone, or leaves it as it was. Throws what the system throws. */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    for (let written = 0; written < bytes.byteLength;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
