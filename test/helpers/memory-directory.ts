import { existsSync, statfsSync } from 'node:fs';

/** A file system in memory, where the system has one with room: what is synced often does not wait for a disk there that other tests use. */
export function memoryDirectory(): string | undefined {
  const directory = '/dev/shm';
  if (!existsSync(directory)) return undefined;
  const { bavail, bsize } = statfsSync(directory);
  const leastBytes = 2 ** 31;
  return bavail * bsize >= leastBytes ? directory : undefined;
}
