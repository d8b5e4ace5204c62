import { join } from 'node:path';
import { z } from 'zod';
import { bucketSettingsSchema } from '#shared/operations/bucket.ts';
import { JsonFile } from '../../infra/json-file.ts';
import type { Log } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

/** Connections, and origins that one of them trusts, at most. */
export const connectionLimits = { connections: 100, trustedOrigins: 50 } as const;

const amount = z.number().nonnegative().nullable();

/** A hosted service as it is stored. Its id is its origin: what was paid there is found by it. Never a key. */
const storedConnection = z.object({
  id: z.url(),
  name: z.string().min(1).max(100),
  realtimeUrl: z.url().nullable(),
  trustedOrigins: z.array(z.url()).max(connectionLimits.trustedOrigins),
});
export type StoredConnection = z.infer<typeof storedConnection>;

const storedSchema = z.object({
  /** `local`, or the id of a connection. */
  current: z.string(),
  /** The service that answered last. Its voices and takes are shown until the one in use answers. */
  lastAnswered: z
    .object({ id: z.string(), kind: z.enum(['local', 'account']), name: z.string() })
    .nullable()
    .default(null),
  connections: z.array(storedConnection).max(connectionLimits.connections),
  /** Credits, at most; `null` for no cap. */
  budget: z.object({ perBatch: amount, perDay: amount }),
  /** The person's own, for all hosted connections; its secret is with the keys. */
  bucket: bucketSettingsSchema.nullable().default(null),
});
export type StoredConnections = z.infer<typeof storedSchema>;

const empty: StoredConnections = {
  current: 'local',
  lastAnswered: null,
  connections: [],
  budget: { perBatch: null, perDay: null },
  bucket: null,
};

/** The connections of a profile and its caps, in `connections.json`. */
export interface ConnectionStore {
  read(): StoredConnections;
  /** Durable when it returns; throws `disk-full` or `file-failed`, and then nothing has changed. */
  write(next: StoredConnections): void;
}

export const connectionsFile = 'connections.json';

/** Opens the store of a profile. A file that cannot be read is set aside, and the log says so: caps and addresses are to be entered again. */
export function openConnectionStore(profileDirectory: string, log: Log): ConnectionStore {
  const file = new JsonFile<StoredConnections>(join(profileDirectory, connectionsFile), {
    schema: storedSchema,
    empty,
    subject: message('connections.list'),
    damaged: 'The list of connections could not be read and was set aside; its caps are gone too.',
    log,
  });
  return { read: () => file.read(), write: (next) => file.write(storedSchema.parse(next)) };
}
