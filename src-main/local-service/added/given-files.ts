import { constants } from 'node:fs';
import { copyFile, mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addedLimits, type AddModelRequest } from '#shared/wire/added-models.ts';
import { findLicenceFile, licenceBytes, readLicence, type Licence } from './licence.ts';
import { Refused } from './refused.ts';

/** A file that is added: its name within the folder, and where it lies. */
export type Given = AddModelRequest['files'][number];

export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** What is dropped as a folder has that folder's name before every other. */
export function withoutCommonFolder(files: readonly Given[]): readonly Given[] {
  const [top = ''] = files[0]?.name.split('/') ?? [];
  const isCommon = files.every(({ name }) => name.startsWith(`${top}/`));
  return isCommon ? withoutCommonFolder(files.map(({ name, path }) => ({ name: name.slice(top.length + 1), path }))) : files;
}

/** Runs work on a file. Throws {@link Refused} where it cannot be read, and where the disk is full. */
export async function reading<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Refused) throw thrown;
    const isFull = thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT');
    throw isFull ? new Refused('disk-full') : new Refused('unreadable-file', name);
  }
}

export const sizeOf = ({ name, path }: Given): Promise<number> => reading(name, async () => (await stat(path)).size);

/** Of all files of a model. Throws {@link Refused} where they are too large. */
export async function totalBytes(files: readonly Given[]): Promise<number> {
  let sum = 0;
  for (const file of files) sum += await sizeOf(file);
  if (sum > addedLimits.folderBytes) throw new Refused('too-large', files[0]?.name ?? null);
  return sum;
}

/** Copies files into a folder, by their names. */
export async function copyInto(files: readonly Given[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const path = join(folder, file.name);
    await mkdir(dirname(path), { recursive: true });
    await copyThrough(file, path);
  }
}

/** Copies a file and writes it through to the disk. */
const copyThrough = ({ name, path }: Given, to: string): Promise<void> =>
  reading(name, async () => {
    await copyFile(path, to, constants.COPYFILE_EXCL);
    const copy = await open(to, 'r+');
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
  });

/** Of a file beside the voice, else `own`: what the voice says of itself. */
export async function licenceOf(files: readonly Given[], own?: string): Promise<Licence> {
  const wanted = findLicenceFile(files.map(({ name }) => name));
  const file = files.find(({ name }) => name === wanted);
  if (file !== undefined) return readLicence(await beginningOf(file), file.name);
  return readLicence(own === undefined ? undefined : Buffer.from(own));
}

const beginningOf = ({ name, path }: Given): Promise<Uint8Array> =>
  reading(name, async () => {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(licenceBytes), 0, licenceBytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  });
