import { lstat, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FinalPlace } from '../../library/exports.ts';
import type { UnclaimedFile, UnclaimedFiles } from '../../library/unclaimed-files.ts';

/** Projects of audio editors, also the copies that they keep. */
const projectEnding = /\.(?:rpp|rpp-bak|otio)$/iu;
const soundEnding = '.wav';
/** Of a project that is read. A larger one counts as referring to every sound. */
const maximumBytes = 256e6;
const chunkBytes = 1 << 20;

/**
 * The sounds beside a project for an audio editor. A sound that a project in the folder refers to is never changed, so that each project has the sounds that it
 * was written for, wherever an export ends: the new project gets sounds of other names, and what it replaces is removed once it is whole. So is what an export
 * of it that did not end has left.
 */
export class EditSounds {
  readonly #project: EditProjectPlace;
  readonly #unclaimed: UnclaimedFiles;
  /** By the name of a project, the sounds of these names that it refers to. */
  readonly #referred: ReadonlyMap<string, ReadonlySet<string>>;

  private constructor(project: EditProjectPlace, unclaimed: UnclaimedFiles, referred: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#project = project;
    this.#unclaimed = unclaimed;
    this.#referred = referred;
  }

  /** `names`: of the sounds, with their ending. A folder that is not there has none. */
  static async read(project: EditProjectPlace, names: readonly string[], unclaimed: UnclaimedFiles): Promise<EditSounds> {
    return new EditSounds(project, unclaimed, await findReferred(project.folder, names));
  }

  /** Those of the project that is there. */
  existing(): string[] {
    return [...(this.#referred.get(this.#project.name) ?? [])].sort();
  }

  /** Where a sound goes that was made at `made`: to its own name, or beside what must stay. With `mayReplace`, a file of that name that no project needs does not. */
  async choosePlace(name: string, made: string, mayReplace: boolean): Promise<FinalPlace> {
    const place = await this.#findPlace(name, made, mayReplace);
    if (place.isThere !== true) await this.#unclaimed.add(await this.#owner(), { name: place.name, ...(await factsOf(made)) });
    return place;
  }

  /** The project is whole, with these sounds: what exports of it have left that did not end, and no project refers to, goes. */
  async removeUnclaimed(sounds: readonly string[]): Promise<void> {
    const owner = await this.#owner();
    const left = (await this.#unclaimed.list(owner)).filter(({ name }) => !sounds.includes(name));
    const { folder } = this.#project;
    const referred = await findReferred(
      folder,
      left.map(({ name }) => name),
    );
    for (const file of left)
      if (!isIn(referred, file.name) && (await isUnchanged(folder, file))) await rm(join(folder, file.name)).catch(() => undefined);
    await this.#unclaimed.clear(owner);
  }

  async #findPlace(name: string, made: string, mayReplace: boolean): Promise<FinalPlace> {
    const { folder } = this.#project;
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? name : `${basename(name, soundEnding)} (${number})${soundEnding}`;
      const there = await lstat(join(folder, free)).catch(() => undefined);
      if (there === undefined) return { name: free };
      if (there.isFile() && (await areSame(made, join(folder, free)))) return { name: free, isThere: true };
      if (number === 1 && mayReplace && !isIn(this.#referred, free)) return { name: free, overwrite: true };
    }
  }

  /** The project that was there is replaced by one with these sounds: its own, which no other project refers to, go. */
  async removeReplaced(sounds: readonly string[]): Promise<void> {
    const { folder, name: project } = this.#project;
    for (const name of this.#referred.get(project) ?? [])
      // One that is in use, which some systems do not remove, does no harm.
      if (!sounds.includes(name) && !isIn(this.#referred, name, project)) await rm(join(folder, name)).catch(() => undefined);
  }

  async #owner(): Promise<string> {
    const { folder, name } = this.#project;
    return join(await realpath(folder), name);
  }
}

/** Where a project for an audio editor is written; its name has its ending. */
interface EditProjectPlace {
  folder: string;
  name: string;
}

/** By the name of a project in the folder, those of these sounds, also with a number behind their names, that it refers to. */
async function findReferred(folder: string, names: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  const wanted = new Set(names);
  const inFolder = await readdir(folder).catch((): string[] => []);
  const sounds = inFolder
    .map((name) => name.normalize('NFC'))
    .filter((name) => wanted.has(name) || wanted.has(name.replace(/ \(\d+\)(?=\.wav$)/iu, '')));
  const referred = new Map<string, ReadonlySet<string>>();
  if (sounds.length > 0)
    for (const name of inFolder.filter((one) => projectEnding.test(one)))
      referred.set(name, await readReferred(join(folder, name), sounds));
  return referred;
}

const isIn = (referred: ReadonlyMap<string, ReadonlySet<string>>, name: string, except?: string): boolean =>
  [...referred].some(([project, sounds]) => project !== except && sounds.has(name));

async function factsOf(path: string): Promise<Omit<UnclaimedFile, 'name'>> {
  const { size, mtimeMs } = await stat(path);
  return { bytes: size, modifiedMs: mtimeMs };
}

/** Whether a file stands as it was written: somebody's own is of another time. */
async function isUnchanged(folder: string, { name, bytes, modifiedMs }: UnclaimedFile): Promise<boolean> {
  const found = await lstat(join(folder, name)).catch(() => undefined);
  return found?.isFile() === true && found.size === bytes && found.mtimeMs === modifiedMs;
}

/** Which of these names a project holds, as they are or as a part of an address. One that cannot be read may hold any. */
async function readReferred(path: string, names: readonly string[]): Promise<Set<string>> {
  try {
    if ((await stat(path)).size > maximumBytes) return new Set(names);
    const text = (await readFile(path, 'utf8')).normalize('NFC');
    const isInText = (name: string): boolean => [name, encodeURI(name), encodeURIComponent(name)].some((one) => text.includes(one));
    return new Set(names.filter(isInText));
  } catch {
    return new Set(names);
  }
}

/** Whether two files have the same bytes. */
async function areSame(one: string, other: string): Promise<boolean> {
  if ((await stat(one)).size !== (await stat(other)).size) return false;
  const files = [await open(one), await open(other)] as const;
  try {
    const [first, second] = [Buffer.alloc(chunkBytes), Buffer.alloc(chunkBytes)];
    for (let at = 0; ;) {
      const [a, b] = await Promise.all([files[0].read(first, 0, chunkBytes, at), files[1].read(second, 0, chunkBytes, at)]);
      if (a.bytesRead !== b.bytesRead || !first.subarray(0, a.bytesRead).equals(second.subarray(0, b.bytesRead))) return false;
      if (a.bytesRead === 0) return true;
      at += a.bytesRead;
    }
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}
