import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { serviceInUse, type KnownConnection } from '#shared/operations/connections.ts';
import type { ConnectionEnvironment } from '../../infra/platform.ts';
import type { Keys } from '../../infra/secrets/keys.ts';
import { environmentTarget, localTarget, type ConnectionKeeper, type Target } from '../../service-client/connection.ts';
import { connectionLimits, type ConnectionStore, type StoredConnection } from './store.ts';
import { createTarget } from './targets.ts';

/** The connections that can be chosen: the local service, that of the environment, and those of the profile. */
export class KnownConnections {
  readonly #store: ConnectionStore;
  readonly #keys: Keys;
  readonly #connection: ConnectionKeeper;
  readonly #environment: ConnectionEnvironment;
  /** Of this run alone; not stored. */
  readonly #environmentTarget: Target | undefined;

  constructor(options: { store: ConnectionStore; keys: Keys; connection: ConnectionKeeper; environment: ConnectionEnvironment }) {
    this.#store = options.store;
    this.#keys = options.keys;
    this.#connection = options.connection;
    this.#environment = options.environment;
    this.#environmentTarget = environmentTarget(options.environment);
  }

  isCurrent(id: string): boolean {
    return serviceInUse(this.#connection.current()).id === id;
  }

  /** That of the environment is for this run, and never changed or stored. */
  isOfEnvironment(id: string): boolean {
    return this.#environmentTarget?.id === id;
  }

  async list(): Promise<KnownConnection[]> {
    const stored = this.#store.read().connections.filter(({ id }) => !this.isOfEnvironment(id));
    const ofEnvironment = this.#environmentTarget === undefined ? [] : [this.#describeEnvironment(this.#environmentTarget)];
    return [this.#describeLocal(), ...ofEnvironment, ...(await Promise.all(stored.map((one) => this.describe(one))))];
  }

  /** Fails with `not-found` for one that is not stored. */
  find(id: string): StoredConnection {
    const found = this.#store.read().connections.find((one) => one.id === id);
    if (found === undefined) throw fail('not-found', message('connections.gone'), { field: 'id' });
    return found;
  }

  target(id: string): Target {
    if (id === localTarget.id) return localTarget;
    return this.#environmentTarget?.id === id ? this.#environmentTarget : this.toTarget(this.find(id));
  }

  toTarget(stored: StoredConnection): Target {
    return createTarget(stored, { store: this.#store, keys: this.#keys });
  }

  async describe({ id, name, realtimeUrl, trustedOrigins }: StoredConnection): Promise<KnownConnection> {
    return {
      id,
      kind: 'account',
      name,
      baseUrl: id,
      realtimeUrl,
      trustedOrigins,
      key: await this.#keys.place(id),
      current: this.isCurrent(id),
    };
  }

  /** Fails with `conflict` where it is stored already, and with `overloaded` where no more can be. */
  assertRoomFor(id: string): void {
    const { connections } = this.#store.read();
    if (connections.some((one) => one.id === id))
      throw fail('conflict', message('connections.alreadyThere', id), { field: 'baseUrl', next: 'fix-input' });
    if (connections.length >= connectionLimits.connections)
      throw fail('overloaded', message('connections.tooMany', connectionLimits.connections), { next: 'none' });
  }

  add(added: StoredConnection): void {
    const stored = this.#store.read();
    this.#store.write({ ...stored, connections: [...stored.connections, added] });
  }

  change(id: string, to: (stored: StoredConnection) => StoredConnection): StoredConnection {
    const changed = to(this.find(id));
    const stored = this.#store.read();
    this.#store.write({ ...stored, connections: stored.connections.map((one) => (one.id === id ? changed : one)) });
    return changed;
  }

  /** The local service is in use where it was. */
  remove(id: string): void {
    const stored = this.#store.read();
    const connections = stored.connections.filter((one) => one.id !== id);
    this.#store.write({ ...stored, connections, current: stored.current === id ? localTarget.id : stored.current });
  }

  /** The next run begins with it; with that of the environment only where it names it again. */
  setCurrent(target: Target): void {
    if (target !== this.#environmentTarget) this.#store.write({ ...this.#store.read(), current: target.id });
  }

  #describeLocal(): KnownConnection {
    return {
      id: localTarget.id,
      kind: 'local',
      name: localTarget.name,
      baseUrl: null,
      realtimeUrl: null,
      key: 'own',
      current: this.isCurrent(localTarget.id),
      trustedOrigins: [],
    };
  }

  #describeEnvironment({ id, name }: Target): KnownConnection {
    const { baseUrl, realtimeUrl = null, apiKey } = this.#environment;
    return {
      id,
      kind: 'account',
      name,
      baseUrl: URL.parse(baseUrl ?? '')?.origin ?? null,
      realtimeUrl: realtimeUrl === null ? null : (URL.parse(realtimeUrl)?.origin ?? null),
      key: apiKey === undefined ? 'none' : 'environment',
      current: this.isCurrent(id),
      trustedOrigins: [],
    };
  }
}
