import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of a profile that hold files alone, and what can be made again. */
const withoutDocuments: readonly string[] = ['results', 'media', 'cache', 'exports', 'uploads', 'arriving', 'logs', 'local-service'];
/** Documents whose files may go: a voice whose sample is gone is heard again at its price. */
const withoutClaim: readonly string[] = ['voice-samples.json'];
/** The longest document that is read for what it refers to. */
const maximumBytes = 64 * 1024 * 1024;
/** The name of a kept file, without its ending; also what else is called by a hash, which does no harm. */
const hashes = /[0-9a-f]{64}/gu;

/**
 * The kept files that any document of a profile names: dubs, transcripts, and whatever else is written as JSON, also what was set aside as
 * damaged. `unread`: documents that could not be read; what they refer to is not known.
 */
export async function namedInDocuments(profileDirectory: string, signal: AbortSignal): Promise<{ named: Set<string>; unread: string[] }> {
  const named = new Set<string>();
  const unread: string[] = [];
  const look = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    if (entries === undefined) return void unread.push(folder);
    for (const entry of entries) {
      signal.throwIfAborted();
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (folder !== profileDirectory || !withoutDocuments.includes(entry.name)) await look(path);
      } else if (/\.json(?:\.|$)/u.test(entry.name) && !withoutClaim.includes(entry.name))
        try {
          if ((await stat(path)).size > maximumBytes) throw new Error('too long');
          for (const [hash] of (await readFile(path, 'latin1')).matchAll(hashes)) named.add(hash);
        } catch {
          unread.push(path);
        }
    }
  };
  await look(profileDirectory);
  return { named, unread };
}
