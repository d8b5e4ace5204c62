import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#shared/operations/index.ts';
import type { Storage, StoragePart } from '#shared/operations/office.ts';
import type { LibraryService } from '../../library/library.ts';

type Held = { bytes: number; files: number };

/**
 * What the studio keeps on the disk beside the projects, and dropping what of it can be made again. Paid results are never among that: a
 * project holds its own takes, and what the profile's store holds besides saves paying for the same again.
 */
export function createStorage(options: {
  profileDirectory: string;
  library: Pick<LibraryService, 'exports' | 'cache'>;
  /** Called with the bytes of paid results whenever they were counted. */
  onPaid: (bytes: number) => void;
}): {
  services: Pick<Services, 'storage.read' | 'storage.clean'>;
  read: () => Promise<Storage>;
  countPaid: () => Promise<unknown>;
} {
  const { profileDirectory, library, onPaid } = options;

  const countPaid = async (): Promise<{ sound: Held; media: Held }> => {
    const [sound, media] = [
      await heldIn(join(profileDirectory, 'results'), /^(?!index\.sqlite)/u),
      await heldIn(join(profileDirectory, 'media')),
    ];
    onPaid(sound.bytes + media.bytes);
    return { sound, media };
  };

  const read = async (): Promise<Storage> => {
    const of = (part: StoragePart, held: Held): Storage['parts'][number] => ({ part, ...held });
    const paid = await countPaid();
    return {
      folder: profileDirectory,
      parts: [
        of('decoded', library.cache.held()),
        of('downloads', library.exports.held()),
        of('uploads', await heldIn(join(profileDirectory, 'uploads'))),
        of('paid-sound', paid.sound),
        of('paid-media', paid.media),
        of('sources', await heldIn(join(profileDirectory, 'sources'))),
        of('dubs', await heldIn(join(profileDirectory, 'dubbing'))),
        of('undo', await heldIn(join(profileDirectory, 'undo'))),
        of('ledger', await heldIn(profileDirectory, /^ledger/u, false)),
      ],
    };
  };
  const cleaners = { decoded: library.cache, downloads: library.exports } as const;

  return {
    read,
    countPaid,
    services: {
      'storage.read': read,
      'storage.clean': async ({ parts }) => {
        let freedBytes = 0;
        for (const part of new Set(parts)) {
          const before = cleaners[part].held().bytes;
          await cleaners[part].drop();
          freedBytes += Math.max(0, before - cleaners[part].held().bytes);
        }
        return { freedBytes, storage: await read() };
      },
    },
  };
}

/** The files of a folder that are called so, and of those `below` it. A file that goes meanwhile counts as nothing. */
async function heldIn(folder: string, name = /./u, below = true): Promise<Held> {
  const entries = await readdir(folder, { recursive: below, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && name.test(entry.name));
  let bytes = 0;
  // A store may hold a hundred thousand: few at a time, so that others who use the disk wait no longer than they must.
  for (let at = 0; at < files.length; at += 64) {
    const some = await Promise.all(
      files.slice(at, at + 64).map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    bytes += some.reduce((sum, size) => sum + size, 0);
  }
  return { bytes, files: files.length };
}
