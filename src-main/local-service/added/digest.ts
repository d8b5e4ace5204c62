import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of files, one after the other, in hexadecimal digits. */
export async function digestOfFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) for await (const bytes of createReadStream(path)) hash.update(bytes as Uint8Array);
  return hash.digest('hex');
}
