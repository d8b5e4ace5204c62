import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bucketSettingsSchema } from '#shared/operations/bucket.ts';
import { errorCode, fileFailure, replaceFile } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** Connections, and origins that one of them trusts, at most. */
export const bookLimits = { connections: 100, trustedOrigins: 50 } as const;

const amount = z.number().nonnegative().nullable();

/** A hosted service as it is kept. Its id is its origin: what was paid there is found by it. Never a key. */
const keptConnection = z.object({
  id: z.url(),
  name: z.string().min(1).max(100),
  realtimeUrl: z.url().nullable(),
  trustedOrigins: z.array(z.url()).max(bookLimits.trustedOrigins),
});
export type KeptConnection = z.infer<typeof keptConnection>;

const bookSchema = z.object({
  /** `local`, or the id of a connection. */
  current: z.string(),
  /** The service that answered last. Its voices and takes are shown until the one in use answers. */
  lastAnswered: z
    .object({ id: z.string(), kind: z.enum(['local', 'account']), name: z.string() })
    .nullable()
    .default(null),
  connections: z.array(keptConnection).max(bookLimits.connections),
  /** Credits, at most; `null` for no cap. */
  budget: z.object({ perBatch: amount, perDay: amount }),
  /** The person's own, for all hosted connections; its secret is with the keys. */
  bucket: bucketSettingsSchema.nullable().default(null),
});
export type BookPages = z.infer<typeof bookSchema>;

const empty: BookPages = { current: 'local', lastAnswered: null, connections: [], budget: { perBatch: null, perDay: null }, bucket: null };

/** The connections of a profile and its caps, in `connections.json`. */
export interface ConnectionBook {
  read(): BookPages;
  /** Durable when it returns; throws `disk-full` or `file-failed`, and then nothing has changed. */
  write(pages: BookPages): void;
}

export const bookName = 'connections.json';

/** Opens the book of a profile. One that cannot be read is set aside, and the log says so: caps and addresses are to be entered again. */
export function openConnectionBook(profileDirectory: string, log: Log): ConnectionBook {
  const path = join(profileDirectory, bookName);
  let pages = empty;
  try {
    pages = bookSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') {
      log.error('The list of connections could not be read and was set aside; its caps are gone too.', { path });
      try {
        renameSync(path, `${path}.damaged`);
      } catch {
        // It cannot be moved either; the next write replaces it.
      }
    }
  }
  return {
    read: () => pages,
    write: (next) => {
      const checked = bookSchema.parse(next);
      try {
        mkdirSync(profileDirectory, { recursive: true, mode: 0o700 });
        replaceFile(path, Buffer.from(`${JSON.stringify(checked, null, 2)}\n`));
      } catch (thrown) {
        throw fileFailure(thrown, message('connections.list'));
      }
      pages = checked;
    },
  };
}
