import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { cleanable, Reconciliation, Storage } from '#shared/operations/office.ts';
import type { In, Out } from '#shared/rpc.ts';
import { size } from '../../lib/format.ts';
import { attempt, studio } from '../host/host.ts';
import { useStudio, type Loaded } from '../studio/studio.ts';
import { messages } from '#shared/messages/index.ts';

/** What Account and Jobs show of the account: read when a panel asks, and again when the connection or the balance changes. */

export type Profile = Out<Operations['profile.read']>;
export type Budget = Out<Operations['budget.read']>;

interface AccountState {
  profile: Loaded<Profile>;
  budget: Loaded<Budget>;
  storage: Loaded<Storage>;
  /** `null` while there is no balance to reckon from. */
  reconciliation: Loaded<Reconciliation | null>;
}

const loading = { state: 'loading' } as const;
export const useAccount = create<AccountState>(() => ({ profile: loading, budget: loading, storage: loading, reconciliation: loading }));

/** Counts the readings of each, so that an answer which comes late does not replace a later one. */
const readings = { profile: 0, budget: 0, storage: 0, reconciliation: 0 };

async function load(part: keyof AccountState, read: () => Promise<unknown>): Promise<void> {
  const reading = ++readings[part];
  const answer = await attempt(read);
  if (reading !== readings[part]) return;
  const loaded = answer.ok ? { state: 'ready', value: answer.value, asOf: Date.now() } : { state: 'failed', failure: answer.failure };
  useAccount.setState({ [part]: loaded } as Partial<AccountState>);
}

export const loadProfile = (): Promise<void> => load('profile', () => studio().run('profile.read', null));
export const loadBudget = (): Promise<void> => load('budget', () => studio().run('budget.read', null));
export const loadStorage = (): Promise<void> => load('storage', () => studio().run('storage.read', null));
export const loadReconciliation = (): Promise<void> => load('reconciliation', () => studio().run('account.reconcile', null));

/** An empty address takes it away. Answers with why it failed; where the answer was lost, main has read the profile to see. */
export async function updateWebhook(webhookUrl: string): Promise<Failure | undefined> {
  const answer = await attempt(() => studio().run('profile.update', { fields: { webhookUrl } }));
  if (!answer.ok) return answer.failure;
  readings.profile++;
  useAccount.setState({ profile: { state: 'ready', value: answer.value, asOf: Date.now() } });
  return undefined;
}

export async function updateBudget(change: In<Operations['budget.update']>): Promise<Failure | undefined> {
  const answer = await attempt(() => studio().run('budget.update', change));
  await loadBudget();
  return answer.ok ? undefined : answer.failure;
}

/** Drops what can be made again; answers how many bytes that was. */
export async function clean(parts: readonly (typeof cleanable)[number][]) {
  const answer = await attempt(() => studio().run('storage.clean', { parts: [...parts] }));
  if (answer.ok) tookStorage(answer.value.storage);
  return answer;
}

export function tookStorage(storage: Storage): void {
  readings.storage++;
  useAccount.setState({ storage: { state: 'ready', value: storage, asOf: Date.now() } });
}

/** The balance of now is the one to reckon from. */
export async function countAnew(): Promise<Failure | undefined> {
  const answer = await attempt(() => studio().run('account.recount', null));
  if (!answer.ok) return answer.failure;
  readings.reconciliation++;
  useAccount.setState({ reconciliation: { state: 'ready', value: answer.value, asOf: Date.now() } });
  return undefined;
}

/** The balance in words where it is below what the person set; `undefined` where it is not, or not known. */
export function lowBalance({ account, settings } = useStudio.getState()): string | undefined {
  const credits = account?.credits ?? null;
  if (settings.lowBalance === null || credits === null || credits >= settings.lowBalance) return undefined;
  return messages.account.lowBalance(credits.toLocaleString('en'), settings.lowBalance.toLocaleString('en'));
}

/** That the paid results take more than the person set, in words; `undefined` where they do not, or it is not counted yet. */
export function largeResults({ paidResults, settings } = useStudio.getState()): string | undefined {
  const limit = settings.largeResults;
  if (limit === null || paidResults === undefined || paidResults <= limit * 1e9) return undefined;
  return messages.account.paidResultsOverLimit(size(paidResults), limit.toLocaleString('en'));
}

/** Reads again what is shown when another service is connected, or it is there again. Answers with what stops it. */
export function keepAccountFresh(parts: readonly (() => Promise<void>)[]): () => void {
  const read = (): void => {
    for (const part of parts) void part();
  };
  read();
  return useStudio.subscribe((now, before) => {
    const changed = now.connection?.id !== before.connection?.id || now.connection?.state !== before.connection?.state;
    if ((changed && now.connection?.state === 'ready') || now.account !== before.account) read();
  });
}
