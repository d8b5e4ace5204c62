import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { KnownConnection } from '#shared/operations/connections.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { Parsed } from '#shared/rpc.ts';
import type { ConnectionEnvironment, Log, SecretStore } from '../../infra/platform.ts';
import { readKey, type Keys } from '../../infra/secrets/keys.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { Budget } from '../../paid-requests/budget/budget.ts';
import { baseOrigin, realtimeOrigin } from '../../service-client/addresses.ts';
import { localTarget, type ConnectionKeeper, type Target } from '../../service-client/connection.ts';
import { checkService, type ServiceCheck } from './check.ts';
import { KnownConnections } from './known.ts';
import { connectionLimits, type ConnectionStore, type StoredConnection } from './store.ts';
import { findService, type TypedService } from './targets.ts';

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

interface Options {
  connection: ConnectionKeeper;
  store: ConnectionStore;
  keys: Keys;
  secrets: SecretStore;
  environment: ConnectionEnvironment;
  account: AccountKeeper;
  budget: Pick<Budget, 'spentToday'>;
  log: Log;
}

/** The connections of a profile, and its caps: what Account shows and changes. */
export class Connections {
  readonly #options: Options;
  readonly #known: KnownConnections;

  constructor(options: Options) {
    this.#options = options;
    this.#known = new KnownConnections(options);
  }

  readonly services: Pick<Services, ConnectionOperations> = {
    'connections.list': async () => ({
      connections: await this.#known.list(),
      keepsKeys: await this.#options.secrets.available(),
    }),
    'connections.add': (input, { signal }) => this.#add(input, signal),
    'connections.update': (input, { signal }) => this.#update(input, signal),
    'connections.remove': async ({ id }) => {
      await this.#remove(id);
      return null;
    },
    'connections.use': async ({ id, anyway = false }, { signal }) => {
      const target = this.#known.target(id);
      if (target.hosted !== undefined && !anyway) await this.#testHosted(target, {}, signal);
      await this.#connect(target, { anyway, signal });
      return null;
    },
    'connections.test': (input, { signal }) => this.#test(input, signal),
    'connections.trust': async ({ id, origin }) => this.#known.describe(this.#trust(id, baseOrigin(origin, 'origin'))),
    'connections.distrust': async ({ id, origin }) => {
      const revoked = baseOrigin(origin, 'origin');
      const changed = this.#known.change(id, (now) => ({
        ...now,
        trustedOrigins: now.trustedOrigins.filter((one) => one !== revoked),
      }));
      return this.#known.describe(changed);
    },
    'budget.read': async (_input, { signal }) => {
      const { account, budget, connection, store } = this.#options;
      const spent = await account.userId(signal).then(
        (userId) => budget.spentToday(connection.current().id, userId),
        () => null,
      );
      return { ...store.read().budget, spentToday: spent?.credits ?? null, possibleToday: spent?.possible ?? 0 };
    },
    'budget.update': (wanted) => {
      const { store } = this.#options;
      const stored = store.read();
      const { perBatch = stored.budget.perBatch, perDay = stored.budget.perDay } = wanted;
      store.write({ ...stored, budget: { perBatch, perDay } });
      return Promise.resolve({ perBatch, perDay });
    },
  };

  async #add(input: Parsed<Operations['connections.add']>, signal: AbortSignal): Promise<KnownConnection> {
    const { name, use = false, anyway = false } = input;
    const id = baseOrigin(input.baseUrl, 'baseUrl');
    const realtimeUrl = input.realtimeUrl === null ? null : realtimeOrigin(input.realtimeUrl, 'realtimeUrl');
    const key = input.key === undefined ? undefined : readKey(input.key);
    this.#known.assertRoomFor(id);
    const added: StoredConnection = { id, name: name ?? new URL(id).host, realtimeUrl, trustedOrigins: [] };
    const target = this.#known.toTarget(added);
    if (use && !anyway) await this.#testHosted(target, { key, realtimeUrl }, signal);
    this.#known.assertRoomFor(id); // another may have been added while this one was tested
    this.#known.add(added);
    if (key !== undefined) await this.#options.keys.set(id, key);
    if (use) await this.#connect(target, { anyway, signal });
    return this.#known.describe(added);
  }

  /** What is in use is tested before it is changed, and connected again after. */
  async #update(input: Parsed<Operations['connections.update']>, signal: AbortSignal): Promise<KnownConnection> {
    const { id, name, anyway = false } = input;
    const realtimeUrl = typeof input.realtimeUrl === 'string' ? realtimeOrigin(input.realtimeUrl, 'realtimeUrl') : input.realtimeUrl;
    const key = input.key === undefined ? undefined : readKey(input.key);
    const before = this.#known.find(id);
    const isInUse = this.#known.isCurrent(id) && !this.#known.isOfEnvironment(id);
    const isOther = key !== undefined || (realtimeUrl !== undefined && realtimeUrl !== before.realtimeUrl);
    if (isInUse && isOther && !anyway) {
      const typed = { key, realtimeUrl: realtimeUrl === undefined ? before.realtimeUrl : realtimeUrl };
      await this.#testHosted(this.#known.target(id), typed, signal);
    }
    const changed = this.#known.change(id, (now) => ({
      ...now,
      name: name ?? now.name,
      realtimeUrl: realtimeUrl === undefined ? now.realtimeUrl : realtimeUrl,
    }));
    if (key !== undefined) await this.#options.keys.set(id, key);
    if (isInUse && (isOther || changed.name !== before.name))
      await this.#options.connection.use(this.#known.target(id), { anyway: anyway || !isOther });
    return this.#known.describe(changed);
  }

  async #remove(id: string): Promise<void> {
    this.#known.find(id);
    if (this.#known.isCurrent(id) && !this.#known.isOfEnvironment(id)) await this.#options.connection.use(localTarget);
    this.#known.remove(id);
    await this.#options.keys.remove(id);
  }

  async #connect(target: Target, options: { anyway: boolean; signal: AbortSignal }): Promise<void> {
    await this.#options.connection.use(target, options);
    this.#known.setCurrent(target);
  }

  #test(wanted: Parsed<Operations['connections.test']>, signal: AbortSignal): Promise<ServiceCheck> {
    if ('baseUrl' in wanted) {
      const id = baseOrigin(wanted.baseUrl, 'baseUrl');
      const { realtimeUrl: address = null } = wanted;
      const realtimeUrl = address === null ? null : realtimeOrigin(address, 'realtimeUrl');
      const target = this.#known.toTarget({ id, name: id, realtimeUrl, trustedOrigins: [] });
      return this.#testHosted(target, { key: readKey(wanted.key), realtimeUrl }, signal);
    }
    const target = this.#known.target(wanted.id);
    return target.hosted === undefined ? this.#testLocal(signal) : this.#testHosted(target, {}, signal);
  }

  /** Tests a hosted service as it would be connected, with what is typed in place of what is stored. */
  async #testHosted(target: Target, typed: TypedService, signal: AbortSignal): Promise<ServiceCheck> {
    const service = await findService(target, typed);
    const { trustedOrigins = () => [] } = target;
    return checkService({ connectionId: target.id, ...service, log: this.#options.log, trustedOrigins }, signal);
  }

  async #testLocal(signal: AbortSignal): Promise<ServiceCheck> {
    const { connection, log } = this.#options;
    if (!this.#known.isCurrent(localTarget.id)) throw fail('unreachable', message('connections.testLocalByUsing'), { next: 'none' });
    const { origin, key, realtimeUrl } = await connection.ready(signal);
    return checkService({ connectionId: localTarget.id, origin, key, realtimeUrl, log }, signal);
  }

  #trust(id: string, origin: string): StoredConnection {
    return this.#known.change(id, (now) => {
      if (now.trustedOrigins.includes(origin)) return now;
      if (now.trustedOrigins.length >= connectionLimits.trustedOrigins)
        throw fail('overloaded', message('connections.tooManyOrigins', connectionLimits.trustedOrigins), { next: 'none' });
      return { ...now, trustedOrigins: [...now.trustedOrigins, origin] };
    });
  }
}
