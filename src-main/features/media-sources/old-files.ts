import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How long a file is kept after it was last handed out, in milliseconds, and how many bytes are kept altogether; beyond that the oldest go. */
export const keeping = { longest: 30 * 24 * 60 * 60_000, bytes: 20 * 1024 ** 3 } as const;

/** Drops what has not been used for long from a folder of kept files. A file is used when its time of change is set again. */
export async function dropOld(directory: string, now = Date.now(), limits: { longest: number; bytes: number } = keeping): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files: { path: string; bytes: number; usedAt: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !/^[0-9a-f]{64}\./u.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found) files.push({ path, bytes: found.size, usedAt: found.mtimeMs });
  }
  files.sort((one, other) => other.usedAt - one.usedAt);
  let kept = 0;
  for (const { path, bytes, usedAt } of files) {
    kept += bytes;
    if (kept > limits.bytes || now - usedAt > limits.longest) await rm(path, { force: true });
  }
}
