import { lstat, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FinalPlace } from '../../library/exports.ts';

/** Projects of audio editors, also the copies that they keep. */
const projectEnding = /\.(?:rpp|rpp-bak|otio)$/iu;
const soundEnding = '.wav';
/** Of a project that is read. A larger one counts as referring to every sound. */
const maximumBytes = 256e6;
const chunkBytes = 1 << 20;

/**
 * The sounds beside a project for an audio editor. A sound that a project in the folder refers to is never changed, so that each project has the sounds that it
 * was written for, wherever an export ends: the new project gets sounds of other names, and what it replaces is removed once it is whole.
 */
export class EditSounds {
  readonly #folder: string;
  /** By the name of a project, the sounds of these names that it refers to. */
  readonly #referred: ReadonlyMap<string, ReadonlySet<string>>;

  private constructor(folder: string, referred: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#folder = folder;
    this.#referred = referred;
  }

  /** `names`: of the sounds, with their ending. A folder that is not there has none. */
  static async read(folder: string, names: readonly string[]): Promise<EditSounds> {
    const wanted = new Set(names);
    const inFolder = await readdir(folder).catch((): string[] => []);
    const sounds = inFolder
      .map((name) => name.normalize('NFC'))
      .filter((name) => wanted.has(name) || wanted.has(name.replace(/ \(\d+\)(?=\.wav$)/iu, '')));
    const referred = new Map<string, ReadonlySet<string>>();
    if (sounds.length > 0)
      for (const name of inFolder.filter((one) => projectEnding.test(one)))
        referred.set(name, await readReferred(join(folder, name), sounds));
    return new EditSounds(folder, referred);
  }

  /** The sounds of a project that is there. */
  soundsOf(project: string): string[] {
    return [...(this.#referred.get(project) ?? [])].sort();
  }

  /** Where a sound goes that was made at `made`: to its own name, or beside what must stay. With `mayReplace`, a file of that name that no project needs does not. */
  async choosePlace(name: string, made: string, mayReplace: boolean): Promise<FinalPlace> {
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? name : `${basename(name, soundEnding)} (${number})${soundEnding}`;
      const there = await lstat(join(this.#folder, free)).catch(() => undefined);
      if (there === undefined) return { name: free };
      if (there.isFile() && (await areSame(made, join(this.#folder, free)))) return { name: free, isThere: true };
      if (number === 1 && mayReplace && !this.#isReferred(free)) return { name: free, overwrite: true };
    }
  }

  /** The project of this name was replaced by one with these sounds: those of the one before, which no other project refers to, go. */
  async removeReplaced(project: string, sounds: readonly string[]): Promise<void> {
    for (const name of this.#referred.get(project) ?? [])
      // One that is in use, which some systems do not remove, does no harm.
      if (!sounds.includes(name) && !this.#isReferred(name, project)) await rm(join(this.#folder, name)).catch(() => undefined);
  }

  #isReferred(name: string, except?: string): boolean {
    return [...this.#referred].some(([project, sounds]) => project !== except && sounds.has(name));
  }
}

/** Which of these names a project holds, as they are or as a part of an address. One that cannot be read may hold any. */
async function readReferred(path: string, names: readonly string[]): Promise<Set<string>> {
  try {
    if ((await stat(path)).size > maximumBytes) return new Set(names);
    const text = (await readFile(path, 'utf8')).normalize('NFC');
    const isIn = (name: string): boolean => [name, encodeURI(name), encodeURIComponent(name)].some((one) => text.includes(one));
    return new Set(names.filter(isIn));
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
