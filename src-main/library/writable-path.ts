import { constants, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { link, lstat, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fail } from '#shared/failure.ts';
import { idPattern, newId } from '#shared/ids.ts';
import { errorCode, fileFailure, syncDirectory } from '../infra/files.ts';
import { isProjectFile } from './project-checks.ts';
import { message, type Message } from '#shared/messages/message.ts';

/**
 * Every file that is written outside the profile goes through here. A `WritablePath` is a place that was judged; only this module makes one,
 * and only a `WritablePath` can give a finished file its name.
 */
export type { WritablePath };

export const projectExtension = '.voicewright';
/** Paths from the dialog that nothing was written to yet; the oldest are dropped. */
const maximumGrants = 16;
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

interface Place {
  /** As it was asked for. */
  path: string;
  /** In the folder where it really is. */
  real: string;
  /** Whether a file that is there is replaced. */
  overwrite: boolean;
  /** Begins the sentence of a failure. */
  subject: Message;
}

class WritablePath {
  readonly #place: Place;
  /** Where the file is written until it is whole: beside its name, and no file that anybody sees. */
  readonly temporary: string;

  readonly #unfinished: UnfinishedFiles | undefined;

  constructor(place: Place, unfinished?: UnfinishedFiles) {
    this.#place = place;
    this.#unfinished = unfinished;
    this.temporary = join(dirname(place.real), `.${newId()}${partialEnding}`);
  }

  get path(): string {
    return this.#place.path;
  }

  get name(): string {
    return basename(this.#place.path);
  }

  /** Nothing is going to be written here any more; what was is removed. */
  async discard(): Promise<void> {
    await rm(this.temporary, { force: true });
    await this.#unfinished?.remove(this.temporary);
  }

  /** Removes the file that stands here, which may be replaced, and writes nothing. */
  async remove(): Promise<void> {
    await this.discard();
    await checkTarget(this.#place);
    await rm(this.#place.real, { force: true });
  }

  /**
   * Gives a finished file its name. A file that is there stays, unless it may be replaced; this then fails with `file-exists`, also when it
   * appears at the last moment. What stands there is judged again: writing may have taken hours.
   */
  async publish(temporary: string = this.temporary): Promise<void> {
    const { real, overwrite } = this.#place;
    await checkTarget(this.#place);
    try {
      if (overwrite) await rename(temporary, real);
      else await linkOrRename(temporary, real);
    } catch (thrown) {
      throw errorCode(thrown) === 'EEXIST' ? exists(real) : thrown;
    }
    await syncDirectory(dirname(real));
    await this.#unfinished?.remove(this.temporary);
  }
}

/** A link is refused by the system where the name is taken. */
async function linkOrRename(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (thrown) {
    if (!noLinks.has(errorCode(thrown) ?? '')) throw thrown;
    // Disks without links (exFAT): an exclusive create reserves the name, and the finished file then takes its place.
    await (await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY)).close();
    await rename(temporary, path);
  }
  await rm(temporary, { force: true });
}

const partialEnding = '.voicewright-partial';

/**
 * The temporary files of this profile, on the disk: what a run that was killed has left is removed by the next one. A file for each; its text is
 * the path.
 */
export class UnfinishedFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(directory)) {
      const note = join(directory, name);
      const path = readFileSync(note, 'utf8');
      if (isAbsolute(path) && basename(path) === `.${name}${partialEnding}` && idPattern.test(name)) rmSync(path, { force: true });
      rmSync(note, { force: true });
    }
  }

  /** Where the disk is full, the file that this is about is not written either. */
  async add(path: string): Promise<void> {
    await writeFile(this.#note(path), path).catch(() => this.remove(path));
  }

  async remove(path: string): Promise<void> {
    await rm(this.#note(path), { force: true });
  }

  readonly #note = (path: string): string => join(this.#directory, basename(path, partialEnding).slice(1));
}

/** The paths that the system's dialog has returned. Each may be written to once; the window cannot add one. */
export class DialogGrants {
  readonly #folders = new Set<string>();
  readonly #grants = new Map<string, { mayReplace: boolean }>();

  /** `mayReplace`: the dialog has asked before a file of this very name is written over. */
  add(path: string, mayReplace: boolean): void {
    this.#grants.delete(path);
    this.#grants.set(path, { mayReplace });
    for (const oldest of this.#grants.keys()) {
      if (this.#grants.size <= maximumGrants) break;
      this.#grants.delete(oldest);
    }
  }

  /** Every file in the folder may be written to, and replaced where a person agrees, for as long as the program runs. */
  addFolder(path: string): void {
    this.#folders.delete(path);
    this.#folders.add(path);
    for (const oldest of this.#folders) {
      if (this.#folders.size <= maximumGrants) break;
      this.#folders.delete(oldest);
    }
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Uses a path up, but not the files of a folder. Undefined for a path that was not chosen. */
  claim(path: string): { mayReplace: boolean } | undefined {
    const grant = this.#grants.get(path);
    this.#grants.delete(path);
    return grant ?? (this.#folders.has(dirname(path)) ? { mayReplace: true } : undefined);
  }
}

export interface WantedFile {
  path: string;
  /** The ending of the format, with its dot; the name must have it. */
  ending: string;
  overwrite?: boolean | undefined;
  subject?: Message;
}

/** Judges the paths that a window names. */
export class OutputFiles {
  readonly #options: { profileDirectory: string; projectsDirectory: string; grants: DialogGrants | undefined };
  readonly #unfinished: UnfinishedFiles | undefined;

  /** `grants`: where the host has dialogs, whose paths alone are taken. Without, what the studio's own picker shows. */
  constructor(options: {
    profileDirectory: string;
    projectsDirectory: string;
    grants?: DialogGrants | undefined;
    unfinished?: UnfinishedFiles;
  }) {
    this.#options = { ...options, grants: options.grants };
    this.#unfinished = options.unfinished;
  }

  /** Fails with `invalid-input`, `file-exists` or `file-failed`. Uses up what the dialog granted. */
  async judge({ path, ending, overwrite = false, subject = message('library.theExport') }: WantedFile): Promise<WritablePath> {
    checkAbsolute(path);
    const { grants } = this.#options;
    const granted = grants?.claim(path);
    if (grants !== undefined && granted === undefined)
      throw fail('invalid-input', message('library.choosePlaceFirst', subject), { field: 'path' });
    checkName(path, ending, subject);
    const mayReplace = overwrite && ending !== projectExtension && (granted === undefined || granted.mayReplace);
    const place = await placeOf(path, mayReplace, subject);
    await this.#checkFolder(dirname(place.real), grants === undefined);
    await checkTarget(place);
    const writable = new WritablePath(place, this.#unfinished);
    await this.#unfinished?.add(writable.temporary);
    return writable;
  }

  /** A name that main has made, in the projects' folder. */
  async ownProject(path: string): Promise<WritablePath> {
    checkName(path, projectExtension, message('library.theProject'));
    const place = await placeOf(path, false, message('library.theProject'));
    await checkTarget(place);
    return new WritablePath(place);
  }

  async #checkFolder(folder: string, onlyShown: boolean): Promise<void> {
    const { profileDirectory, projectsDirectory } = this.#options;
    if ((await isWithin(folder, profileDirectory)) && !(await isWithin(folder, projectsDirectory)))
      throw fail('invalid-input', message('library.studioFolder'), { field: 'path' });
    if (onlyShown && (await isHidden(folder, [homedir(), projectsDirectory])))
      throw fail('invalid-input', message('library.hiddenFolder'), { field: 'path' });
  }
}

/**
 * A path that a person gave on the command line: any name, and a file of that name is replaced. Fails with `file-failed` for a project, and
 * for a file of the profile.
 */
export async function pathNamedByUser(path: string, profileDirectory: string, subject: Message): Promise<WritablePath> {
  const place = await placeOf(resolve(path), true, subject);
  await checkNamedByUser(path, profileDirectory);
  return new WritablePath(place);
}

/** The same check alone, also for what is behind a link. */
export async function checkNamedByUser(path: string, profileDirectory: string): Promise<void> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || !(await stat(real)).isFile()) return;
  if (real.toLowerCase().endsWith(projectExtension) || isProjectFile(real))
    throw fail('file-failed', message('library.projectNotReplaced', path), { next: 'fix-input' });
  if (await isWithin(dirname(real), profileDirectory))
    throw fail('file-failed', message('library.profileNotReplaced', path), { next: 'fix-input' });
}

export function checkAbsolute(path: string): void {
  if (!isAbsolute(path) || path.includes('\0')) throw fail('invalid-input', message('library.pathNotFull'), { field: 'path' });
}

function checkName(path: string, ending: string, subject: Message): void {
  const name = basename(path);
  if (name.startsWith('.')) throw fail('invalid-input', message('library.nameBeginsWithDot', subject), { field: 'path' });
  if (!name.toLowerCase().endsWith(ending.toLowerCase()) || name.length === ending.length)
    throw fail('invalid-input', message('library.nameNeedsEnding', subject, ending), { field: 'path' });
  // On NTFS what follows a colon is a stream of another file.
  if (process.platform === 'win32' && name.includes(':'))
    throw fail('invalid-input', message('library.nameHasColon', subject), { field: 'path' });
}

async function placeOf(path: string, overwrite: boolean, subject: Message): Promise<Place> {
  try {
    const folder = await realpath(dirname(path));
    return { path, real: join(folder, basename(path)), overwrite, subject };
  } catch (thrown) {
    throw fileFailure(thrown, subject);
  }
}

/** What stands under the name: nothing, or a file that may be replaced. Links are not followed. */
async function checkTarget({ real, overwrite, subject }: Place): Promise<void> {
  const found = await lstat(real).catch((thrown: unknown) => {
    if (errorCode(thrown) === 'ENOENT') return undefined;
    throw fileFailure(thrown, subject);
  });
  if (found === undefined) return;
  if (found.isDirectory()) throw fail('file-failed', message('library.needsFileName', subject), { field: 'path' });
  if (!overwrite) throw exists(real);
  if (!found.isFile()) throw fail('file-failed', message('library.linkUntouched', basename(real)), { field: 'path' });
  if (isProjectFile(real)) throw fail('file-failed', message('library.projectUntouched', basename(real)), { field: 'path' });
}

function exists(path: string): Error {
  return fail('file-exists', message('library.fileUntouched', basename(path)), { field: 'path' });
}

/** By what the folders are, not by what they are called: names differ in case, and by mounts. */
async function isWithin(folder: string, root: string): Promise<boolean> {
  const wanted = await stat(root, { bigint: true }).catch(() => undefined);
  if (wanted === undefined) return false;
  for (let at = folder; ; at = dirname(at)) {
    const found = await stat(at, { bigint: true }).catch(() => undefined);
    if (found?.dev === wanted.dev && found.ino === wanted.ino) return true;
    if (dirname(at) === at) return false;
  }
}

/** Whether the studio's picker leaves the folder out: one of its names, below where the picker begins, starts with a dot. */
async function isHidden(folder: string, roots: readonly string[]): Promise<boolean> {
  const below = await Promise.all(
    roots.map(async (root) => {
      const path = relative(await realpath(root).catch(() => root), folder);
      return path.startsWith('..') || isAbsolute(path) ? folder : path;
    }),
  );
  const shortest = below.reduce((one, other) => (other.length < one.length ? other : one), folder);
  return shortest.split(sep).some((name) => name.startsWith('.'));
}
