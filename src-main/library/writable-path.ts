import { constants } from 'node:fs';
import { link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { maximumChapters } from '#shared/narration/outline.ts';
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

  constructor(place: Place) {
    this.#place = place;
    this.temporary = join(dirname(place.real), `.${newId()}.voicewright-partial`);
  }

  get path(): string {
    return this.#place.path;
  }

  get name(): string {
    return basename(this.#place.path);
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

/** The paths that the system's dialog has returned. Each may be written to once; the window cannot add one. */
export class DialogGrants {
  readonly #grants = new Map<string, { mayReplace: boolean; used: Set<string> }>();

  /** `mayReplace`: the dialog has asked before a file of this very name is written over. */
  add(path: string, mayReplace: boolean): void {
    this.#grants.delete(path);
    this.#grants.set(path, { mayReplace, used: new Set() });
    for (const oldest of this.#grants.keys()) {
      if (this.#grants.size <= maximumGrants) break;
      this.#grants.delete(oldest);
    }
  }

  /** Uses a path up; with `part`, only the one of the files beside it that has this name. Undefined for a path that was not chosen. */
  claim(path: string, part: string | undefined): { mayReplace: boolean } | undefined {
    const grant = this.#grants.get(path);
    if (grant === undefined) return undefined;
    if (part === undefined) {
      this.#grants.delete(path);
      return grant.used.size === 0 ? { mayReplace: grant.mayReplace } : undefined;
    }
    if (grant.used.has(part) || grant.used.size >= maximumChapters) return undefined;
    grant.used.add(part);
    return { mayReplace: false }; // the dialog did not show that name
  }
}

export interface WantedFile {
  path: string;
  /** The ending of the format, with its dot; the name must have it. */
  ending: string;
  overwrite?: boolean | undefined;
  /** One of several files beside `path`: what its name has behind that of `path`. */
  part?: string | undefined;
  subject?: Message;
}

/** Judges the paths that a window names. */
export class OutputFiles {
  readonly #options: { profileDirectory: string; projectsDirectory: string; grants: DialogGrants | undefined };

  /** `grants`: where the host has dialogs, whose paths alone are taken. Without, what the studio's own picker shows. */
  constructor(options: { profileDirectory: string; projectsDirectory: string; grants?: DialogGrants | undefined }) {
    this.#options = { ...options, grants: options.grants };
  }

  /** Fails with `invalid-input`, `file-exists` or `file-failed`. Uses up what the dialog granted. */
  async judge({ path, ending, overwrite = false, part, subject = message('library.theExport') }: WantedFile): Promise<WritablePath> {
    checkAbsolute(path);
    const { grants } = this.#options;
    const granted = grants?.claim(path, part);
    if (grants !== undefined && granted === undefined)
      throw fail('invalid-input', message('library.choosePlaceFirst', subject), { field: 'path' });
    const named = part === undefined ? path : join(dirname(path), `${basename(path, extname(path))}${part}${ending}`);
    checkName(named, ending, subject);
    const mayReplace = overwrite && ending !== projectExtension && (granted === undefined || granted.mayReplace);
    const place = await placeOf(named, mayReplace, subject);
    await this.#checkFolder(dirname(place.real), grants === undefined);
    await checkTarget(place);
    return new WritablePath(place);
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
