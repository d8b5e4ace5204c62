import { create } from 'zustand';
import type { Failure, FailureKind } from '#shared/failure.ts';
import { serviceInUse, type KnownConnection } from '#shared/operations/connections.ts';
import { type Operations } from '#shared/operations/index.ts';
import type { In, Out } from '#shared/rpc.ts';
import { attempt } from '../host/attempt.ts';
import { withOwnName } from './service-name.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { HostStore } from '../host/host-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';

export type ConnectionTest = Out<Operations['connections.test']>;

export type NewConnection = In<Operations['connections.add']>;

interface ConnectionsState {
  list: readonly KnownConnection[] | undefined;
  /** Whether this system keeps a key for the next start. */
  keepsKeys: boolean;
  failure: Failure | undefined;
}

export interface ConnectionsDependencies {
  client: StudioClient;
  host: Pick<HostStore, 'whenOpened'>;
  studio: Pick<StudioStore, 'store'>;
}

/** The connections that are kept, and the one in use. */
export class ConnectionsStore {
  readonly store = create<ConnectionsState>(() => ({ list: undefined, keepsKeys: false, failure: undefined }));
  readonly #deps: ConnectionsDependencies;

  constructor(dependencies: ConnectionsDependencies) {
    this.#deps = dependencies;
  }

  readonly loadConnections = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('connections.list', null));
    this.store.setState(
      answer.ok
        ? { list: answer.value.connections.map(withOwnName), keepsKeys: answer.value.keepsKeys, failure: undefined }
        : { failure: answer.failure },
    );
  };

  async #change(work: () => Promise<unknown>): Outcome {
    const answer = await attempt(work);
    await this.loadConnections();
    return answer.ok ? undefined : answer.failure;
  }

  /** With `use` it is tested first, and not added where that fails, unless `anyway` is set. */
  readonly addConnection = (wanted: NewConnection, signal: AbortSignal): Outcome =>
    this.#change(() => this.#deps.client.run('connections.add', wanted, { signal }));

  readonly updateConnection = (wanted: In<Operations['connections.update']>): Outcome =>
    this.#change(() => this.#deps.client.run('connections.update', wanted));

  readonly removeConnection = (id: string): Outcome => this.#change(() => this.#deps.client.run('connections.remove', { id }));

  /** It is tested first, and what is in use stays so where that fails, unless `anyway` is set. */
  readonly connectTo = (wanted: In<Operations['connections.use']>): Outcome =>
    this.#change(() => this.#deps.client.run('connections.use', wanted));

  readonly trustOrigin = (id: string, origin: string): Outcome =>
    this.#change(() => this.#deps.client.run('connections.trust', { id, origin }));

  readonly distrustOrigin = (id: string, origin: string): Outcome =>
    this.#change(() => this.#deps.client.run('connections.distrust', { id, origin }));

  /** Of a kept connection, or of one that is only typed. Charges nothing, keeps nothing. */
  readonly testConnection = (wanted: In<Operations['connections.test']>, signal: AbortSignal) =>
    attempt(() => this.#deps.client.run('connections.test', wanted, { signal }));

  /** What a connection is called, by its id; the id itself for one that was removed. */
  readonly connectionName = (id: string, list = this.store.getState().list): string => {
    return (
      list?.find((one) => one.id === id)?.name ?? (id === 'local' ? messages.connections.localService : id.replace(/^https?:\/\//u, ''))
    );
  };

  readonly watchConnections = (): void => {
    this.#deps.host.whenOpened(() => void this.loadConnections());
    this.#deps.studio.store.subscribe((now, before) => {
      const idOf = ({ connection }: typeof now) => connection && serviceInUse(connection).id;
      if (idOf(now) !== idOf(before)) void this.loadConnections();
    });
  };
}

/** Everything below answers with why it failed; nothing of a key is kept on this side of the wire. */
type Outcome = Promise<Failure | undefined>;

/** What the test of a connection says that stops it, and not what keeps the studio from testing or noting it. */
const testFailures: readonly FailureKind[] = [
  'unreachable',
  'unauthorized',
  'forbidden',
  'bad-response',
  'payment-required',
  'rate-limited',
  'service-failed',
  'service-unavailable',
  'service-timeout',
];

/** Whether a connection that failed so can be used all the same, where a person wants that. */
export const canBeUsedAnyway = ({ kind }: Failure): boolean => testFailures.includes(kind);
