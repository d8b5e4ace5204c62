import { closeSync, constants, fstatSync, lstatSync, openSync } from 'node:fs';

/**
 * Opens a file from outside for reading and runs `read` on it; `undefined` where it is no regular file. A pipe or a device would
 * otherwise hold the calling thread forever.
 */
export function readRegular<T>(path: string, read: (file: number) => T): T | undefined {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return fstatSync(file).isFile() ? read(file) : undefined;
  } finally {
    closeSync(file);
  }
}

/** Whether SQLite may use what has this name: nothing, or a regular file of no other name. It follows links and waits for pipes. */
export function isPlainOrAbsent(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.nlink === 1);
}
