import { create } from 'zustand';
import type { Failure, FailureKind } from '#shared/failure.ts';
import { serviceInUse, type KnownConnection } from '#shared/operations/connections.ts';
import { type Operations } from '#shared/operations/index.ts';
import type { In, Out } from '#shared/rpc.ts';
import { attempt } from '../host/attempt.ts';
import { studio, whenOpened } from '../host/host.ts';
import { useStudio } from '../studio/studio.ts';
import { messages } from '#shared/messages/index.ts';

export type ConnectionTest = Out<Operations['connections.test']>;
export type NewConnection = In<Operations['connections.add']>;

interface ConnectionsState {
  list: readonly KnownConnection[] | undefined;
  /** Whether this system keeps a key for the next start. */
  keepsKeys: boolean;
  failure: Failure | undefined;
}

export const useConnections = create<ConnectionsState>(() => ({ list: undefined, keepsKeys: false, failure: undefined }));

/** Everything below answers with why it failed; nothing of a key is kept on this side of the wire. */
type Outcome = Promise<Failure | undefined>;

export async function loadConnections(): Promise<void> {
  const answer = await attempt(() => studio().run('connections.list', null));
  useConnections.setState(
    answer.ok ? { list: answer.value.connections, keepsKeys: answer.value.keepsKeys, failure: undefined } : { failure: answer.failure },
  );
}

async function change(work: () => Promise<unknown>): Outcome {
  const answer = await attempt(work);
  await loadConnections();
  return answer.ok ? undefined : answer.failure;
}

/** With `use` it is tested first, and not added where that fails, unless `anyway` is set. */
export const addConnection = (wanted: NewConnection, signal: AbortSignal): Outcome =>
  change(() => studio().run('connections.add', wanted, { signal }));
export const updateConnection = (wanted: In<Operations['connections.update']>): Outcome =>
  change(() => studio().run('connections.update', wanted));
export const removeConnection = (id: string): Outcome => change(() => studio().run('connections.remove', { id }));
/** It is tested first, and what is in use stays so where that fails, unless `anyway` is set. */
export const connectTo = (wanted: In<Operations['connections.use']>): Outcome => change(() => studio().run('connections.use', wanted));
export const trustOrigin = (id: string, origin: string): Outcome => change(() => studio().run('connections.trust', { id, origin }));
export const distrustOrigin = (id: string, origin: string): Outcome => change(() => studio().run('connections.distrust', { id, origin }));

/** Of a kept connection, or of one that is only typed. Charges nothing, keeps nothing. */
export const testConnection = (wanted: In<Operations['connections.test']>, signal: AbortSignal) =>
  attempt(() => studio().run('connections.test', wanted, { signal }));

/** What a connection is called, by its id; the id itself for one that was removed. */
export function connectionName(id: string, list = useConnections.getState().list): string {
  return list?.find((one) => one.id === id)?.name ?? (id === 'local' ? messages.connections.localService : id.replace(/^https?:\/\//u, ''));
}

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

export function watchConnections(): void {
  whenOpened(() => void loadConnections());
  useStudio.subscribe((now, before) => {
    const idOf = ({ connection }: typeof now) => connection && serviceInUse(connection).id;
    if (idOf(now) !== idOf(before)) void loadConnections();
  });
}
