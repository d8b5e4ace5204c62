import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { operation } from './operation.ts';
import { accountSchema } from './account.ts';

const typedKey = z.string().min(1).max(8192);
const address = z.string().trim().min(1).max(2048);
const connectionName = z.string().trim().min(1).max(100);
const connectionId = z.string().min(1).max(2048);
const connectionNames = z.object({
  /** Stable: `local`, or the origin of a hosted service. */
  id: z.string(),
  kind: z.enum(['local', 'account']),
  name: z.string(),
});
/** `id`, `kind` and `name` are those of the service that answered last: its voices and takes are shown, whether it can be reached or not. */
export const connectionSchema = connectionNames.extend({
  /** The service in use, where it has not answered yet: it becomes the one that is shown when it does. */
  awaited: connectionNames.optional(),
  state: z.enum(['starting', 'ready', 'failed']),
  failure: failureSchema.optional(),
  /** With `failed`: the studio tries to reach it again by itself. */
  isRetried: z.boolean().optional(),
});
export type Connection = z.infer<typeof connectionSchema>;
/** The service that requests go to, or will go to when it answers. */
export const serviceInUse = ({ awaited, id, kind, name }: Connection): z.infer<typeof connectionNames> => awaited ?? { id, kind, name };

/** A service that the studio can be connected to, as it is kept. The key goes in, and never comes out. */
const knownConnectionSchema = z.object({
  /** As in `Connection.id`. */
  id: z.string(),
  kind: z.enum(['local', 'account']),
  name: z.string(),
  baseUrl: z.string().nullable(),
  realtimeUrl: z.string().nullable(),
  /** Where its key is: the system's secret store, this session alone, the environment of this run, the local service's own, or nowhere. */
  key: z.enum(['system', 'session', 'environment', 'own', 'none']),
  current: z.boolean(),
  /** Origins that this connection's key may follow a redirect to. */
  trustedOrigins: z.array(z.string()),
});
export type KnownConnection = z.infer<typeof knownConnectionSchema>;

/** The services that the studio can be connected to. */
export const connectionOperations = {
  /** Starts the local service again, or tries the account's address again. */
  'connection.restart': operation({}),
  /** Every service that is known, the local one first. */
  'connections.list': operation({
    out: z.object({
      connections: z.array(knownConnectionSchema),
      /** Whether this system keeps a key for the next start; without, keys last for the session. */
      keepsKeys: z.boolean(),
    }),
  }),
  /**
   * One for each origin: a second is a `conflict`. With `use` it is tested and connected too; where the test fails, nothing is added and the
   * failure names the field that is wrong, unless `anyway` is set.
   */
  'connections.add': operation({
    in: z.object({
      name: connectionName.optional(),
      baseUrl: address,
      realtimeUrl: address.nullable(),
      key: typedKey.optional(),
      use: z.boolean().optional(),
      anyway: z.boolean().optional(),
    }),
    out: knownConnectionSchema,
  }),
  /** A change of the connection in use is tested first, and nothing changes where that fails, unless `anyway` is set. */
  'connections.update': operation({
    in: z.object({
      id: connectionId,
      name: connectionName.optional(),
      realtimeUrl: address.nullable().optional(),
      key: typedKey.optional(),
      anyway: z.boolean().optional(),
    }),
    out: knownConnectionSchema,
  }),
  /** Its key is removed too. What was paid there stays in the ledger. */
  'connections.remove': operation({ in: z.object({ id: connectionId }) }),
  /** Tests it first; where that fails, what was in use stays so, and the failure names what is wrong, unless `anyway` is set. */
  'connections.use': operation({ in: z.object({ id: connectionId, anyway: z.boolean().optional() }) }),
  /**
   * Reads the profile and the models of a kept connection, or of one that is only typed, with its own key, and connects to its realtime
   * address. Charges nothing, keeps nothing. Where the address, the key or the realtime address is wrong, `field` of the failure is
   * `baseUrl`, `key` or `realtimeUrl`.
   */
  'connections.test': operation({
    in: z.union([
      z.object({ id: connectionId }),
      z.object({ baseUrl: address, realtimeUrl: address.nullable().optional(), key: typedKey }),
    ]),
    out: z.object({
      account: accountSchema,
      /** `null` where the service does not say. */
      models: z.int().nullable(),
      declares: z.boolean(),
      /** Whether Live works with it: false where it has no realtime address. */
      live: z.boolean(),
    }),
  }),
  'connections.trust': operation({ in: z.object({ id: connectionId, origin: address }), out: knownConnectionSchema }),
  'connections.distrust': operation({ in: z.object({ id: connectionId, origin: address }), out: knownConnectionSchema }),
} as const;
