import { closeSync, constants, existsSync, fchmodSync, fstatSync, mkdirSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const [ownFolder, ownFile] = [0o700, 0o600];
/** Sticky, set-group-id: a folder that several people share on purpose. */
const sharedBits = 0o3000;

/**
 * Makes the folder of a profile where there is none, and closes one that others can read: it holds what was paid for, what was said and who may
 * come in. On POSIX systems, where the folder is this person's own and no home or shared folder: the folder itself gets 0700, and where it has
 * been a profile (`sign` is in it), its files 0600 and its folders 0700. Links are not followed, and what cannot be changed stays as it is.
 */
export function openProfileFolder(directory: string, sign: string): void {
  mkdirSync(directory, { recursive: true, mode: ownFolder });
  const person = process.getuid?.();
  if (person === undefined || realpathSync(directory) === realpathSync(homedir())) return;
  if (!close(directory, person, 0) || !existsSync(join(directory, sign))) return;
  for (const name of readdirSync(directory)) close(join(directory, name), person, constants.O_NOFOLLOW);
}

/** Takes everybody else's rights to a file or folder away. False where it is not this person's own, or is shared. */
function close(path: string, person: number, flags: number): boolean {
  let opened: number;
  try {
    // A pipe must not be waited for.
    opened = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  } catch {
    return false;
  }
  try {
    const facts = fstatSync(opened);
    const wanted = facts.isDirectory() ? ownFolder : facts.isFile() ? ownFile : undefined;
    if (wanted === undefined || facts.uid !== person || (facts.mode & sharedBits) !== 0) return false;
    if ((facts.mode & 0o077) !== 0) fchmodSync(opened, wanted);
    return true;
  } catch {
    return false;
  } finally {
    closeSync(opened);
  }
}
