import { fail } from '#shared/failure.ts';
import { serviceInUse, type KnownConnection } from '#shared/operations/connections.ts';
import { type Services } from '#shared/operations/index.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { Budget } from '../../paid-requests/budget/budget.ts';
import { environmentTarget, localTarget, type ConnectionKeeper, type Target } from '../../service-client/connection.ts';
import { baseOrigin, realtimeOriginOf } from '../../service-client/addresses.ts';
import { connectionLimits, type ConnectionStore, type KeptConnection } from './store.ts';
import { checkService, type ServiceCheck } from './check.ts';
import { keyOf, type Keys } from '../../infra/secrets/keys.ts';
import type { ConnectionEnvironment, Log, Secret, SecretStore } from '../../infra/platform.ts';
import { message } from '#shared/messages/message.ts';

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

/** What a target is reached with; what is typed goes before what is kept, which then need not be there. */
async function serviceOf(
  { id, hosted }: Target,
  { key, realtimeUrl }: { key?: Secret | undefined; realtimeUrl?: string | null | undefined },
): Promise<{ origin: string; realtimeUrl: string | undefined; key: Secret }> {
  if (key !== undefined && realtimeUrl !== undefined) return { origin: id, realtimeUrl: realtimeUrl ?? undefined, key };
  if (hosted === undefined) throw fail('invalid-input', message('connections.localNeedsNoKey'), { field: 'key' });
  const known = await hosted();
  return {
    origin: known.origin,
    realtimeUrl: realtimeUrl === undefined ? known.realtimeUrl : (realtimeUrl ?? undefined),
    key: key ?? known.key,
  };
}

/** A kept connection as something to connect to. Its key is asked for at that moment, by its own origin. */
export function targetOf(kept: KeptConnection, parts: { book: ConnectionStore; keys: Keys }): Target {
  const now = (): KeptConnection | undefined => parts.book.read().connections.find((one) => one.id === kept.id);
  return {
    id: kept.id,
    name: kept.name,
    trustedOrigins: () => now()?.trustedOrigins ?? [],
    hosted: async () => {
      const key = await parts.keys.get(kept.id);
      if (key === undefined) throw fail('unauthorized', message('connections.noKey', kept.name), { field: 'key' });
      return { origin: kept.id, realtimeUrl: now()?.realtimeUrl ?? undefined, key };
    },
  };
}

/** What was connected last; `undefined` for the local service. */
export function lastTarget(parts: { book: ConnectionStore; keys: Keys }): Target | undefined {
  const { current, connections } = parts.book.read();
  const kept = connections.find(({ id }) => id === current);
  return kept === undefined ? undefined : targetOf(kept, parts);
}

/** The connections of a profile: what Account shows and changes of them. */
export function createConnections(options: {
  connection: ConnectionKeeper;
  book: ConnectionStore;
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
  const isCurrent = (id: string): boolean => serviceInUse(connection.current()).id === id;

  const kept = (id: string): KeptConnection => {
    const found = book.read().connections.find((one) => one.id === id);
    if (found === undefined) throw fail('not-found', message('connections.gone'), { field: 'id' });
    return found;
  };
  const change = (id: string, to: (kept: KeptConnection) => KeptConnection): KeptConnection => {
    const changed = to(kept(id));
    const pages = book.read();
    book.write({ ...pages, connections: pages.connections.map((one) => (one.id === id ? changed : one)) });
    return changed;
  };
  const shown = async ({ id, name, realtimeUrl, trustedOrigins }: KeptConnection): Promise<KnownConnection> => ({
    id,
    kind: 'account',
    name,
    baseUrl: id,
    realtimeUrl,
    trustedOrigins,
    key: await keys.place(id),
    current: isCurrent(id),
  });
  const targetFor = (id: string): Target => {
    if (id === localTarget.id) return localTarget;
    return ofEnvironment?.id === id ? ofEnvironment : targetOf(kept(id), { book, keys });
  };

  /** Tests a hosted service as it would be connected, with what is typed in place of what is kept. */
  const testHosted = async (
    target: Target,
    typed: { key?: Secret | undefined; realtimeUrl?: string | null | undefined },
    signal: AbortSignal,
  ): Promise<ServiceCheck> => {
    const service = await serviceOf(target, typed);
    const { trustedOrigins = () => [] } = target;
    return checkService({ connectionId: target.id, ...service, log, trustedOrigins }, signal);
  };
  const testLocal = async (signal: AbortSignal): Promise<ServiceCheck> => {
    if (!isCurrent(localTarget.id)) throw fail('unreachable', message('connections.testLocalByUsing'), { next: 'none' });
    const { origin, key, realtimeUrl } = await connection.ready(signal);
    return checkService({ connectionId: localTarget.id, origin, key, realtimeUrl, log }, signal);
  };
  const assertRoomFor = (id: string): void => {
    const { connections } = book.read();
    if (connections.some((one) => one.id === id))
      throw fail('conflict', message('connections.alreadyThere', id), { field: 'baseUrl', next: 'fix-input' });
    if (connections.length >= connectionLimits.connections)
      throw fail('overloaded', message('connections.tooMany', connectionLimits.connections), { next: 'none' });
  };
  const connect = async (target: Target, options: { anyway: boolean; signal: AbortSignal }): Promise<void> => {
    await connection.use(target, options);
    // That of the environment is for this run: the next one begins with what it names, or with what was chosen before.
    if (target !== ofEnvironment) book.write({ ...book.read(), current: target.id });
  };

  return {
    'connections.list': async () => {
      const local: KnownConnection = {
        id: localTarget.id,
        kind: 'local',
        name: localTarget.name,
        baseUrl: null,
        realtimeUrl: null,
        key: 'own',
        current: isCurrent(localTarget.id),
        trustedOrigins: [],
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
    'connections.add': async ({ name, baseUrl, realtimeUrl, key, use = false, anyway = false }, { signal }) => {
      const id = baseOrigin(baseUrl, 'baseUrl');
      const realtime = realtimeUrl === null ? null : realtimeOriginOf(realtimeUrl, 'realtimeUrl');
      const typed = key === undefined ? undefined : keyOf(key);
      assertRoomFor(id);
      const added: KeptConnection = { id, name: name ?? new URL(id).host, realtimeUrl: realtime, trustedOrigins: [] };
      const target = targetOf(added, { book, keys });
      if (use && !anyway) await testHosted(target, { key: typed, realtimeUrl: realtime }, signal);
      assertRoomFor(id); // another may have been added while this one was tested
      const pages = book.read();
      book.write({ ...pages, connections: [...pages.connections, added] });
      if (typed !== undefined) await keys.set(id, typed);
      if (use) await connect(target, { anyway, signal });
      return shown(added);
    },
    'connections.update': async ({ id, name, realtimeUrl, key, anyway = false }, { signal }) => {
      const realtime = typeof realtimeUrl === 'string' ? realtimeOriginOf(realtimeUrl, 'realtimeUrl') : realtimeUrl;
      const typed = key === undefined ? undefined : keyOf(key);
      const before = kept(id);
      const isInUse = isCurrent(id) && ofEnvironment?.id !== id;
      const isOther = typed !== undefined || (realtime !== undefined && realtime !== before.realtimeUrl);
      if (isInUse && isOther && !anyway) {
        const wanted = { key: typed, realtimeUrl: realtime === undefined ? before.realtimeUrl : realtime };
        await testHosted(targetFor(id), wanted, signal);
      }
      const changed = change(id, (now) => ({
        ...now,
        name: name ?? now.name,
        realtimeUrl: realtime === undefined ? now.realtimeUrl : realtime,
      }));
      if (typed !== undefined) await keys.set(id, typed);
      if (isInUse && (isOther || changed.name !== before.name)) await connection.use(targetFor(id), { anyway: anyway || !isOther });
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
    'connections.use': async ({ id, anyway = false }, { signal }) => {
      const target = targetFor(id);
      if (target.hosted !== undefined && !anyway) await testHosted(target, {}, signal);
      await connect(target, { anyway, signal });
      return null;
    },
    'connections.test': async (wanted, { signal }) => {
      if ('baseUrl' in wanted) {
        const id = baseOrigin(wanted.baseUrl, 'baseUrl');
        const { realtimeUrl = null } = wanted;
        const realtime = realtimeUrl === null ? null : realtimeOriginOf(realtimeUrl, 'realtimeUrl');
        const added = { id, name: id, realtimeUrl: realtime, trustedOrigins: [] };
        return testHosted(targetOf(added, { book, keys }), { key: keyOf(wanted.key), realtimeUrl: realtime }, signal);
      }
      const target = targetFor(wanted.id);
      return target.hosted === undefined ? testLocal(signal) : testHosted(target, {}, signal);
    },
    'connections.trust': async ({ id, origin }) => {
      const trusted = baseOrigin(origin, 'origin');
      const changed = change(id, (now) => {
        if (now.trustedOrigins.includes(trusted)) return now;
        if (now.trustedOrigins.length >= connectionLimits.trustedOrigins)
          throw fail('overloaded', message('connections.tooManyOrigins', connectionLimits.trustedOrigins), {
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
    id,
    kind: 'account',
    name,
    baseUrl,
    realtimeUrl: realtimeUrl === null ? null : (URL.parse(realtimeUrl)?.origin ?? null),
    key: apiKey === undefined ? 'none' : 'environment',
    current: isCurrent(id),
    trustedOrigins: [],
  };
}
