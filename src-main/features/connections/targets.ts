import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { Secret } from '../../infra/platform.ts';
import type { Keys } from '../../infra/secrets/keys.ts';
import type { Target } from '../../service-client/connection.ts';
import type { ConnectionStore, StoredConnection } from './store.ts';

/** What a person has typed and not saved. */
export interface TypedService {
  key?: Secret | undefined;
  /** `null` for none. */
  realtimeUrl?: string | null | undefined;
}

/** A stored connection as something to connect to. Its key is asked for at that moment, by its own origin. */
export function createTarget({ id, name }: StoredConnection, { store, keys }: { store: ConnectionStore; keys: Keys }): Target {
  const readNow = (): StoredConnection | undefined => store.read().connections.find((one) => one.id === id);
  return {
    id,
    name,
    trustedOrigins: () => readNow()?.trustedOrigins ?? [],
    hosted: async () => {
      const key = await keys.get(id);
      if (key === undefined) throw fail('unauthorized', message('connections.noKey', name), { field: 'key' });
      return { origin: id, realtimeUrl: readNow()?.realtimeUrl ?? undefined, key };
    },
  };
}

/** What was connected last; `undefined` for the local service. */
export function lastTarget(parts: { store: ConnectionStore; keys: Keys }): Target | undefined {
  const { current, connections } = parts.store.read();
  const stored = connections.find(({ id }) => id === current);
  return stored === undefined ? undefined : createTarget(stored, parts);
}

/** What a target is reached with; what is typed goes before what is stored, which then need not be there. */
export async function findService(
  { id, hosted }: Target,
  { key, realtimeUrl }: TypedService,
): Promise<{ origin: string; realtimeUrl: string | undefined; key: Secret }> {
  if (key !== undefined && realtimeUrl !== undefined) return { origin: id, realtimeUrl: realtimeUrl ?? undefined, key };
  if (hosted === undefined) throw fail('invalid-input', message('connections.localNeedsNoKey'), { field: 'key' });
  const stored = await hosted();
  return {
    origin: stored.origin,
    realtimeUrl: realtimeUrl === undefined ? stored.realtimeUrl : (realtimeUrl ?? undefined),
    key: key ?? stored.key,
  };
}
