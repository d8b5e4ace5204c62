import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { UsageEntry } from '#shared/operations/account.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { cleanable, Reconciliation, Storage } from '#shared/operations/office.ts';
import type { In, Out } from '#shared/rpc.ts';
import { credits as formatCredits, number, size } from '../../lib/format.ts';
import { attempt } from '../host/attempt.ts';
import { type Loaded } from '../studio/studio-store.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { StudioStore } from '../studio/studio-store.ts';

/** What Account and Jobs show of the account: read when a panel asks, and again when the connection or the balance changes. */

export type Profile = Out<Operations['profile.read']>;

export type Budget = Out<Operations['budget.read']>;

interface AccountState {
  profile: Loaded<Profile>;
  budget: Loaded<Budget>;
  storage: Loaded<Storage>;
  /** Of so many days up to today. */
  usage: Loaded<{ days: number; entries: readonly UsageEntry[] }>;
  /** `null` while there is no balance as a base. */
  reconciliation: Loaded<Reconciliation | null>;
}

const loading = { state: 'loading' } as const;

export interface AccountDependencies {
  client: StudioClient;
  studio: Pick<StudioStore, 'store'>;
}

/** What Account and Jobs show of the account: read when a panel asks, and again when the connection or the balance changes. */
export class AccountStore {
  readonly store = create<AccountState>(() => ({
    profile: loading,
    budget: loading,
    storage: loading,
    usage: loading,
    reconciliation: loading,
  }));
  readonly #deps: AccountDependencies;
  /** Counts the readings of each, so that an answer which comes late does not replace a later one. */
  readonly #readings = { profile: 0, budget: 0, storage: 0, usage: 0, reconciliation: 0 };

  constructor(dependencies: AccountDependencies) {
    this.#deps = dependencies;
  }

  async #load(part: keyof AccountState, read: () => Promise<unknown>): Promise<void> {
    const reading = ++this.#readings[part];
    const answer = await attempt(read);
    if (reading !== this.#readings[part]) return;
    const loaded = answer.ok ? { state: 'ready', value: answer.value, asOf: Date.now() } : { state: 'failed', failure: answer.failure };
    this.store.setState({ [part]: loaded } as Partial<AccountState>);
  }

  readonly loadProfile = (): Promise<void> => this.#load('profile', () => this.#deps.client.run('profile.read', null));

  readonly loadBudget = (): Promise<void> => this.#load('budget', () => this.#deps.client.run('budget.read', null));

  readonly loadStorage = (): Promise<void> => this.#load('storage', () => this.#deps.client.run('storage.read', null));

  readonly loadUsage = (days: number): Promise<void> =>
    this.#load('usage', async () => ({ days, entries: (await this.#deps.client.run('usage.read', { days })).entries }));

  readonly loadReconciliation = (): Promise<void> => this.#load('reconciliation', () => this.#deps.client.run('account.reconcile', null));

  /** An empty address takes it away. Answers with why it failed; where the answer was lost, main has read the profile to see. */
  readonly updateWebhook = async (webhookUrl: string): Promise<Failure | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('profile.update', { fields: { webhookUrl } }));
    if (!answer.ok) return answer.failure;
    this.#readings.profile++;
    this.store.setState({ profile: { state: 'ready', value: answer.value, asOf: Date.now() } });
    return undefined;
  };

  readonly updateBudget = async (change: In<Operations['budget.update']>): Promise<Failure | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('budget.update', change));
    await this.loadBudget();
    return answer.ok ? undefined : answer.failure;
  };

  /** Drops what can be made again; answers how many bytes that was. */
  readonly clean = async (parts: readonly (typeof cleanable)[number][]) => {
    const answer = await attempt(() => this.#deps.client.run('storage.clean', { parts: [...parts] }));
    if (answer.ok) this.tookStorage(answer.value.storage);
    return answer;
  };

  readonly tookStorage = (storage: Storage): void => {
    this.#readings.storage++;
    this.store.setState({ storage: { state: 'ready', value: storage, asOf: Date.now() } });
  };

  /** The balance of now is the base of the sums. */
  readonly countAgain = async (): Promise<Failure | undefined> => {
    const answer = await attempt(() => this.#deps.client.run('account.recount', null));
    if (!answer.ok) return answer.failure;
    this.#readings.reconciliation++;
    this.store.setState({ reconciliation: { state: 'ready', value: answer.value, asOf: Date.now() } });
    return undefined;
  };

  /** The balance in words where it is below what the person set; `undefined` where it is not, or not known. */
  readonly lowBalance = ({ account, settings } = this.#deps.studio.store.getState()): string | undefined => {
    const credits = account?.credits ?? null;
    if (settings.lowBalance === null || credits === null || credits >= settings.lowBalance) return undefined;
    return messages.account.lowBalance(number(credits), number(settings.lowBalance));
  };

  /** The cap that a purchase of so many credits would pass, in words; `undefined` where it passes none, or that is not known. */
  readonly capPassed = (cost: number | null | undefined, { budget } = this.store.getState()): string | undefined => {
    if (typeof cost !== 'number' || cost <= 0 || budget.state !== 'ready') return undefined;
    const { perBatch, perDay, spentToday } = budget.value;
    if (perDay !== null && spentToday !== null && spentToday + cost > perDay)
      return messages.account.dayCapPassed(formatCredits(perDay), formatCredits(Math.max(0, perDay - spentToday)));
    if (perBatch !== null && cost > perBatch) return messages.account.batchCapPassed(formatCredits(perBatch));
    return undefined;
  };

  /** That the paid results take more than the person set, in words; `undefined` where they do not, or it is not counted yet. */
  readonly largeResults = ({ paidResults, settings } = this.#deps.studio.store.getState()): string | undefined => {
    const limit = settings.largeResults;
    if (limit === null || paidResults === undefined || paidResults <= limit * 1e9) return undefined;
    return messages.account.paidResultsOverLimit(size(paidResults), number(limit));
  };

  /** Reads again what is shown when another service is connected, it is there again, requests end that had no outcome, or a day ends. Answers with what stops it. */
  readonly keepAccountFresh = (parts: readonly (() => Promise<void>)[]): (() => void) => {
    const read = (): void => {
      for (const part of parts) void part();
    };
    read();
    let midnight: ReturnType<typeof setTimeout>;
    const waitForMidnight = (): void => {
      midnight = setTimeout(() => {
        read();
        waitForMidnight();
      }, untilMidnight());
    };
    waitForMidnight();
    const stop = this.#deps.studio.store.subscribe((now, before) => {
      const changed = now.connection?.id !== before.connection?.id || now.connection?.state !== before.connection?.state;
      if ((changed && now.connection?.state === 'ready') || now.account !== before.account || now.unsettled !== before.unsettled) read();
    });
    return () => {
      clearTimeout(midnight);
      stop();
    };
  };
}

/** Milliseconds until a second after midnight: what was spent today is counted by days of this machine. */
const untilMidnight = (): number => new Date().setHours(24, 0, 1) - Date.now();
