import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogueVoiceSchema, type CatalogueVoice } from '#shared/catalogue/voices.ts';
import { errorCode, replaceFile } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';

const listSchema = z.object({ connectionId: z.string(), voices: z.array(catalogueVoiceSchema) });

interface KeptList {
  voices: CatalogueVoice[];
  /** When the service said so; Unix milliseconds. */
  asOf: number;
}

/**
 * The voices of each service as they were read last, in `voices/` of the profile: for a start without a service, and for one that is quick.
 * A list may be lost without harm, and so nothing here fails.
 */
export interface KeptLists {
  read(connectionId: string): Promise<KeptList | undefined>;
  write(connectionId: string, list: KeptList): void;
  /** The same list was read again. */
  touch(connectionId: string, asOf: number): Promise<void>;
}

export const keepNoLists: KeptLists = {
  read: () => Promise.resolve(undefined),
  write: () => undefined,
  touch: () => Promise.resolve(),
};

export function openKeptLists(profileDirectory: string, log: Log): KeptLists {
  const directory = join(profileDirectory, 'voices');
  const pathOf = (connectionId: string): string =>
    join(directory, `${createHash('sha256').update(connectionId).digest('hex').slice(0, 32)}.json`);
  return {
    read: async (connectionId) => {
      const path = pathOf(connectionId);
      try {
        const list = listSchema.parse(JSON.parse(await readFile(path, 'utf8')));
        if (list.connectionId !== connectionId) return undefined;
        return { voices: list.voices, asOf: Math.floor((await stat(path)).mtimeMs) };
      } catch (thrown) {
        if (errorCode(thrown) !== 'ENOENT') log.warn('the kept voices could not be read', { path });
        return undefined;
      }
    },
    write: (connectionId, { voices }) => {
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        replaceFile(pathOf(connectionId), Buffer.from(JSON.stringify({ connectionId, voices })));
      } catch (thrown) {
        log.warn('the voices could not be kept', { error: String(thrown) });
      }
    },
    touch: async (connectionId, asOf) => {
      await utimes(pathOf(connectionId), asOf / 1000, asOf / 1000).catch(() => undefined);
    },
  };
}
