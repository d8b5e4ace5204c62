import { fail } from '#shared/failure.ts';
import type { KnownConnection, Services } from '#shared/operations.ts';
import { accountOf, type AccountKeeper } from './account.ts';
import type { Budget } from './budget.ts';
import { environmentTarget, localTarget, type ConnectionKeeper, type Target } from './connection.ts';
import { baseOrigin, realtimeOriginOf } from './connections/addresses.ts';
import { bookLimits, type ConnectionBook, type KeptConnection } from './connections/book.ts';
import { keyOf, type Keys } from './connections/keys.ts';
import type { ConnectionEnvironment, Log, Secret, SecretStore } from './platform.ts';
import { createServiceClient, type ServiceClient } from './service/client.ts';

type ConnectionOperations =
  | 'connections.list'
  | 'connections.add'
  | 'connections.update'
  | 'connections.remove'
  | 'connections.use'
  | 'connections.test'
  | 'connections.trust'
  | 'connections.distrust'
  | 'budget.read'
  | 'budget.update';

/** A kept connection as something to connect to. Its key is asked for at that moment, by its own origin. */
export function targetOf(kept: KeptConnection, parts: { book: ConnectionBook; keys: Keys }): Target {
  const now = (): KeptConnection | undefined => parts.book.read().connections.find((one) => one.id === kept.id);
  return {
    id: kept.id,
    name: kept.name,
    trustedOrigins: () => now()?.trustedOrigins ?? [],
    hosted: async () => {
      const key = await parts.keys.get(kept.id);
      if (key === undefined) throw fail('unauthorized', `No key is kept for ${kept.name}. Enter it in Account.`);
      return { origin: kept.id, realtimeUrl: now()?.realtimeUrl ?? undefined, key };
    },
  };
}

/** What was connected last; `undefined` for the local service. */
export function lastTarget(parts: { book: ConnectionBook; keys: Keys }): Target | undefined {
  const { current, connections } = parts.book.read();
  const kept = connections.find(({ id }) => id === current);
  return kept === undefined ? undefined : targetOf(kept, parts);
}

/** The connections of a profile: what Account shows and changes of them. */
export function createConnections(options: {
  connection: ConnectionKeeper;
  book: ConnectionBook;
  keys: Keys;
  secrets: SecretStore;
  environment: ConnectionEnvironment;
  account: AccountKeeper;
  budget: Pick<Budget, 'spentToday'>;
  log: Log;
}): Pick<Services, ConnectionOperations> {
  const { connection, book, keys, account, budget, log } = options;
  /** Of this run alone; not in the book. */
  const ofEnvironment = environmentTarget(options.environment);
  const isCurrent = (id: string): boolean => connection.current().id === id;

  const kept = (id: string): KeptConnection => {
    const found = book.read().connections.find((one) => one.id === id);
    if (found === undefined) throw fail('not-found', 'There is no such connection.', { field: 'id' });
    return found;
  };
  const change = (id: string, to: (kept: KeptConnection) => KeptConnection): KeptConnection => {
    const changed = to(kept(id));
    const pages = book.read();
    book.write({ ...pages, connections: pages.connections.map((one) => (one.id === id ? changed : one)) });
    return changed;
  };
  const shown = async ({ id, name, realtimeUrl, trustedOrigins }: KeptConnection): Promise<KnownConnection> => ({
    ...{ id, kind: 'account', name, baseUrl: id, realtimeUrl, trustedOrigins },
    ...{ key: await keys.place(id), current: isCurrent(id) },
  });
  const targetFor = (id: string): Target => {
    if (id === localTarget.id) return localTarget;
    return ofEnvironment?.id === id ? ofEnvironment : targetOf(kept(id), { book, keys });
  };

  const answers = async (client: ServiceClient, signal: AbortSignal) => {
    const account = accountOf(await client.profile(signal), Date.now());
    const { models } = await client.capabilities(signal);
    const declares = await client.documents.read('all', signal).then(
      () => true,
      () => false,
    );
    return { account, models: models.length, declares };
  };
  /** Asks a service what it says with this key; nothing of it is kept. */
  const probe = async (origin: string, key: Secret, signal: AbortSignal) => {
    const client = createServiceClient({ connectionId: origin, origin, key, log });
    try {
      return await answers(client, signal);
    } finally {
      client.close();
    }
  };

  return {
    'connections.list': async () => {
      const local: KnownConnection = {
        ...{ id: localTarget.id, kind: 'local', name: localTarget.name, baseUrl: null, realtimeUrl: null, key: 'own' },
        ...{ current: isCurrent(localTarget.id), trustedOrigins: [] },
      };
      const run: KnownConnection[] = ofEnvironment === undefined ? [] : [runOnly(ofEnvironment, options.environment, isCurrent)];
      const list = await Promise.all(
        book
          .read()
          .connections.filter(({ id }) => id !== ofEnvironment?.id)
          .map(shown),
      );
      return { connections: [local, ...run, ...list], keepsKeys: await options.secrets.available() };
    },
    'connections.add': async ({ name, baseUrl, realtimeUrl, key }) => {
      const id = baseOrigin(baseUrl, 'baseUrl');
      const realtime = realtimeUrl === null ? null : realtimeOriginOf(realtimeUrl, 'realtimeUrl');
      const typed = key === undefined ? undefined : keyOf(key);
      const pages = book.read();
      if (pages.connections.some((one) => one.id === id))
        throw fail('conflict', `There is a connection to ${id} already. Change its key instead.`, { field: 'baseUrl', next: 'fix-input' });
      if (pages.connections.length >= bookLimits.connections)
        throw fail('overloaded', `There are ${bookLimits.connections} connections already. Remove one first.`, { next: 'none' });
      const added = { id, name: name ?? new URL(id).host, realtimeUrl: realtime, trustedOrigins: [] };
      book.write({ ...pages, connections: [...pages.connections, added] });
      if (typed !== undefined) await keys.set(id, typed);
      return shown(added);
    },
    'connections.update': async ({ id, name, realtimeUrl, key }) => {
      const realtime = typeof realtimeUrl === 'string' ? realtimeOriginOf(realtimeUrl, 'realtimeUrl') : realtimeUrl;
      const typed = key === undefined ? undefined : keyOf(key);
      const before = kept(id);
      const changed = change(id, (now) => ({
        ...now,
        name: name ?? now.name,
        realtimeUrl: realtime === undefined ? now.realtimeUrl : realtime,
      }));
      if (typed !== undefined) await keys.set(id, typed);
      const matters = typed !== undefined || changed.name !== before.name || changed.realtimeUrl !== before.realtimeUrl;
      if (isCurrent(id) && matters && ofEnvironment?.id !== id) await connection.use(targetFor(id));
      return shown(changed);
    },
    'connections.remove': async ({ id }) => {
      kept(id);
      if (isCurrent(id) && ofEnvironment?.id !== id) await connection.use(localTarget);
      const pages = book.read();
      const connections = pages.connections.filter((one) => one.id !== id);
      book.write({ ...pages, connections, current: pages.current === id ? localTarget.id : pages.current });
      await keys.remove(id);
      return null;
    },
    'connections.use': async ({ id }) => {
      const target = targetFor(id);
      // That of the environment is for this run: the next one begins with what it names, or with what was chosen before.
      if (target !== ofEnvironment) book.write({ ...book.read(), current: id });
      await connection.use(target);
      return null;
    },
    'connections.test': async (wanted, { signal }) => {
      if ('baseUrl' in wanted) return probe(baseOrigin(wanted.baseUrl, 'baseUrl'), keyOf(wanted.key), signal);
      const { hosted } = targetFor(wanted.id);
      if (hosted !== undefined) {
        const { origin, key } = await hosted();
        return probe(origin, key, signal);
      }
      if (!isCurrent(localTarget.id)) throw fail('unreachable', 'The local service runs while it is connected.', { next: 'none' });
      return answers(await connection.ready(signal), signal);
    },
    'connections.trust': async ({ id, origin }) => {
      const trusted = baseOrigin(origin, 'origin');
      const changed = change(id, (now) => {
        if (now.trustedOrigins.includes(trusted)) return now;
        if (now.trustedOrigins.length >= bookLimits.trustedOrigins)
          throw fail('overloaded', `This connection trusts ${bookLimits.trustedOrigins} origins already. Revoke one first.`, {
            next: 'none',
          });
        return { ...now, trustedOrigins: [...now.trustedOrigins, trusted] };
      });
      return shown(changed);
    },
    'connections.distrust': async ({ id, origin }) => {
      const revoked = baseOrigin(origin, 'origin');
      return shown(change(id, (now) => ({ ...now, trustedOrigins: now.trustedOrigins.filter((one) => one !== revoked) })));
    },
    'budget.read': async (_input, { signal }) => {
      const spentToday = await account.userId(signal).then(
        (userId) => budget.spentToday(connection.current().id, userId),
        () => null,
      );
      return { ...book.read().budget, spentToday };
    },
    'budget.update': (wanted) => {
      const pages = book.read();
      const { perBatch = pages.budget.perBatch, perDay = pages.budget.perDay } = wanted;
      book.write({ ...pages, budget: { perBatch, perDay } });
      return Promise.resolve({ perBatch, perDay });
    },
  };
}

function runOnly({ id, name }: Target, environment: ConnectionEnvironment, isCurrent: (id: string) => boolean): KnownConnection {
  const { realtimeUrl = null, apiKey } = environment;
  const baseUrl = URL.parse(environment.baseUrl ?? '')?.origin ?? null;
  return {
    ...{ id, kind: 'account', name, baseUrl, realtimeUrl: realtimeUrl === null ? null : (URL.parse(realtimeUrl)?.origin ?? null) },
    ...{ key: apiKey === undefined ? 'none' : 'environment', current: isCurrent(id), trustedOrigins: [] },
  };
}
