import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idPattern } from '#shared/ids.ts';
import { errorCode } from '../../infra/files.ts';

/** A folder's name has the id of its process, so that what a killed one left is never taken for what another one works in. */
const namePattern = /^take-(?:(\d+)-)?[^-]+$/u;

/** Begins the name of a file that names a sound which was arriving. */
const arrivalPrefix = 'arrival-';

export async function createWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, `take-${process.pid}-`));
}

/** Before the file of `arriving` is there: no ledger knows it, so that nothing else would ever remove it. */
export async function noteArrival(workFolder: string, operationId: string): Promise<void> {
  await writeFile(join(workFolder, `${arrivalPrefix}${operationId}`), '');
}

/** Removes the folders of processes that have ended, and what of `arriving` was theirs. What cannot be removed now is removed another time. */
export async function removeLeftWorkFolders(parent: string, arriving: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    const match = namePattern.exec(name);
    if (match === null || (match[1] !== undefined && isRunning(Number(match[1])))) continue;
    await removeArrivals(join(parent, name), arriving);
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function removeArrivals(workFolder: string, arriving: string): Promise<void> {
  for (const name of await readdir(workFolder).catch(() => [])) {
    const operationId = name.startsWith(arrivalPrefix) ? name.slice(arrivalPrefix.length) : '';
    if (idPattern.test(operationId)) await rm(join(arriving, operationId), { force: true }).catch(() => undefined);
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
