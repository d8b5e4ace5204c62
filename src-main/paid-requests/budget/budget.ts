import { toFailure } from '#shared/failure.ts';
import { createBatch, type Batch } from './batch.ts';
import { refuseOver } from './caps.ts';
import type { Spending } from './spending.ts';
import type { OperationFamily } from '../family-rules.ts';
import type { Ledger, LedgerEntry, NewOperation, Outcome, Price } from '../ledger/types.ts';
import type { Log } from '../../infra/platform.ts';

/** The caps of a profile, held where everything that is paid for passes: before the ledger begins it, and so before it is sent. */
export interface Budget {
  /** The ledger, which begins nothing that would pass the day's cap. */
  readonly ledger: Ledger;
  /** What is counted as one batch from now on. */
  batch(): Batch;
  /** Credits of this account's work since midnight, by all of the profile: what was charged, and estimates of what may be. */
  spentToday(connectionId: string, accountId: string): Promise<number>;
  /** Of work begun since then: what was charged, what is open, and what is over without a word of its charge. */
  since(connectionId: string, accountId: string, from: number): Promise<{ charged: number; open: Uncharged; untold: Uncharged }>;
  /** About how many credits each of these took that is done without a word of its charge, by operation; without those whose price is not known. */
  readonly estimates: (entries: readonly LedgerEntry[]) => Promise<Map<string, number>>;
}

/** Work whose charge nobody has told. */
export interface Uncharged {
  operations: number;
  /** About how much those cost whose price is known, in credits. */
  estimate: number;
  /** How many have no known price. */
  unpriced: number;
}

/** What takes quota alone, or nothing. */
const withoutCredits: readonly OperationFamily[] = ['image', 'video', 'voice-delete', 'design-save', 'profile-update'];

type Priced = Pick<NewOperation, 'connectionId' | 'modelId' | 'family' | 'unit'>;

/** Names a price of a service: work of the same name costs the same for a unit. */
export const priceNameOf = ({ unit, modelId, family }: Pick<Priced, 'unit' | 'modelId' | 'family'>): string =>
  JSON.stringify([unit, modelId ?? family]);

/** Where the caps are stored, in credits. */
interface CapStore {
  read(): { budget: { perBatch: number | null; perDay: number | null } };
}

/** Keeps paid work under the caps. Days are those of this machine. `spending` is what the other ledgers of the profile are counted by. */
export function createBudget(options: { ledger: Ledger; caps: CapStore; spending: Spending; log: Log; now?: () => number }): Budget {
  const { ledger, caps, spending, log } = options;
  const now = options.now ?? Date.now;
  const midnight = (): number => new Date(now()).setHours(0, 0, 0, 0);

  const priceOf = async ({ connectionId, modelId, family, unit }: Priced) =>
    ledger.price(connectionId, modelId === null ? { unit, family } : { unit, modelId });

  /** What this ledger has spent: charges, and for what may have been charged without a word of it an estimate, or the name of the missing price. */
  const counted = async (connectionId: string, accountId: string, from: number): Promise<{ credits: number; unpriced: Set<string> }> => {
    const { credits, open } = await ledger.spent(connectionId, accountId, from);
    const sum = { credits, unpriced: new Set<string>() };
    for (const { amount, ...work } of open) {
      if (withoutCredits.includes(work.family)) continue;
      const estimate = estimateOf(await priceOf({ ...work, connectionId }), amount);
      if (estimate === undefined) sum.unpriced.add(priceNameOf(work));
      else sum.credits += estimate;
    }
    return sum;
  };

  const spentToday = async (connectionId: string, accountId: string): Promise<number> => {
    const { credits } = await counted(connectionId, accountId, midnight());
    return credits + spending.others({ connectionId, accountId }, midnight()).credits;
  };
  const since = async (connectionId: string, accountId: string, from: number) => {
    const { credits, open } = await ledger.spent(connectionId, accountId, from);
    const sums = { open: nothing(), untold: nothing() };
    for (const { standing, amount, operations, ...work } of open) {
      // What failed is refunded, as far as anybody knows.
      if (standing === 'failed' || (standing === 'done' && withoutCredits.includes(work.family))) continue;
      const sum = standing === 'done' ? sums.untold : sums.open;
      const estimate = estimateOf(await priceOf({ ...work, connectionId }), amount);
      sum.operations += operations;
      sum.estimate += estimate ?? 0;
      if (estimate === undefined) sum.unpriced += operations;
    }
    return { charged: credits, ...sums };
  };

  const estimates = async (entries: readonly LedgerEntry[]): Promise<Map<string, number>> => {
    const prices = new Map<string, Promise<Price | undefined>>();
    const found = new Map<string, number>();
    for (const entry of entries) {
      const { operationId, connectionId, family, amount, state, creditsUsed } = entry;
      if (state !== 'done' || creditsUsed !== null || withoutCredits.includes(family)) continue;
      const key = `${connectionId} ${priceNameOf(entry)}`;
      const price = prices.get(key) ?? priceOf(entry);
      prices.set(key, price);
      const estimate = estimateOf(await price, amount);
      if (estimate !== undefined && estimate > 0) found.set(operationId, estimate);
    }
    return found;
  };

  /** One after another, so that two that begin at once do not both fit under what is left for one. */
  let turn: Promise<unknown> = Promise.resolve();
  const begin = async (operation: NewOperation): Promise<void> => {
    if (withoutCredits.includes(operation.family)) return ledger.begin(operation);
    const { operationId, connectionId, accountId } = operation;
    const cap = caps.read().budget.perDay;
    const wanted = { estimate: estimateOf(await priceOf(operation), operation.amount), priceName: priceNameOf(operation) };
    const from = midnight();
    const own = cap === null ? undefined : await counted(connectionId, accountId, from);
    const reserve = (): void =>
      spending.reserve({ operationId, connectionId, accountId, ...wanted }, from, (others) => {
        if (cap === null || own === undefined) return;
        const all = { credits: own.credits + others.credits, unpriced: new Set([...own.unpriced, ...others.unpriced]) };
        refuseOver('day', cap, all, wanted);
      });
    // Without a cap nothing depends on it but what is counted later.
    if (cap === null) unhindered(reserve);
    else reserve();
    try {
      await ledger.begin(operation);
    } catch (thrown) {
      unhindered(() => spending.release(operationId));
      throw thrown;
    }
  };
  const unhindered = (work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      log.warn('what is spent in a day could not be written down', { kind: toFailure(thrown).kind });
    }
  };
  const ended = (operationId: string, { creditsUsed, failure }: Outcome): void =>
    unhindered(() => {
      if (creditsUsed !== undefined) spending.charged(operationId, creditsUsed);
      else if (failure?.charged === 'no') spending.release(operationId);
    });

  return {
    ledger: {
      ...ledger,
      begin: (operation) => {
        const begun = turn.then(() => begin(operation));
        turn = begun.catch(() => undefined);
        return begun;
      },
      accepted: async (operationId, taskId, outcome) => {
        await ledger.accepted(operationId, taskId, outcome);
        ended(operationId, outcome);
      },
      settle: async (operationId, state, outcome) => {
        await ledger.settle(operationId, state, outcome);
        ended(operationId, outcome);
      },
    },
    batch: () => createBatch(() => caps.read().budget.perBatch),
    spentToday,
    since,
    estimates,
  };
}

const nothing = (): Uncharged => ({ operations: 0, estimate: 0, unpriced: 0 });

const estimateOf = (price: Price | undefined, amount: number): number | undefined =>
  price === undefined ? undefined : price.creditsPerUnit * amount;
