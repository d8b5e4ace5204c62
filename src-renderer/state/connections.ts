import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { KnownConnection, Operations } from '#shared/operations.ts';
import type { In, Out } from '#shared/rpc.ts';
import { attempt, studio, whenOpened } from './host.ts';
import { useStudio } from './studio.ts';

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

export const addConnection = (wanted: NewConnection): Outcome => change(() => studio().run('connections.add', wanted));
export const updateConnection = (wanted: In<Operations['connections.update']>): Outcome =>
  change(() => studio().run('connections.update', wanted));
export const removeConnection = (id: string): Outcome => change(() => studio().run('connections.remove', { id }));
export const connectTo = (id: string): Outcome => change(() => studio().run('connections.use', { id }));
export const trustOrigin = (id: string, origin: string): Outcome => change(() => studio().run('connections.trust', { id, origin }));
export const distrustOrigin = (id: string, origin: string): Outcome => change(() => studio().run('connections.distrust', { id, origin }));

/** Of a kept connection, or of one that is only typed. Charges nothing, keeps nothing. */
export const testConnection = (wanted: In<Operations['connections.test']>, signal: AbortSignal) =>
  attempt(() => studio().run('connections.test', wanted, { signal }));

/** What a connection is called, by its id; the id itself for one that was removed. */
export function connectionName(id: string, list = useConnections.getState().list): string {
  return list?.find((one) => one.id === id)?.name ?? (id === 'local' ? 'Local service' : id.replace(/^https?:\/\//u, ''));
}

export function watchConnections(): void {
  whenOpened(() => void loadConnections());
  useStudio.subscribe((now, before) => {
    if (now.connection?.id !== before.connection?.id) void loadConnections();
  });
}
