import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../infra/files.ts';

/** A folder's name has the id of its process, so that what a killed one left is never taken for what another one works in. */
const namePattern = /^take-(?:(\d+)-)?[^-]+$/u;

export async function createWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, `take-${process.pid}-`));
}

/** Removes the folders of processes that have ended. What cannot be removed now is removed another time. */
export async function removeLeftWorkFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const match = namePattern.exec(name);
    if (match === null || (match[1] !== undefined && isRunning(Number(match[1])))) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // It is somebody else's.
    return errorCode(thrown) === 'EPERM';
  }
}
