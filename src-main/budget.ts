import { fail } from '#shared/failure.ts';
import type { ConnectionBook } from './connections/book.ts';
import type { OperationFamily } from './ledger/rules.ts';
import type { Ledger, LedgerEntry, NewOperation, Price } from './ledger/types.ts';

/** The caps of a profile, held where everything that is paid for passes: before the ledger begins it, and so before it is sent. */
export interface Budget {
  /** The ledger, which begins nothing that would pass the day's cap. */
  readonly ledger: Ledger;
  /** What is counted as one batch from now on. */
  batch(): Batch;
  /** Credits of this account's work since midnight: what was charged, and estimates of what is open. */
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

export interface Batch {
  /**
   * Throws where what was spent in this batch, and about `estimate` more, would pass the cap; an unknown estimate counts as nothing, but is
   * refused while another such is under way (`alsoUnknown`).
   */
  allow(estimate: number | undefined, alsoUnknown?: boolean): void;
  spent(credits: number): void;
}

/** What takes quota alone, or nothing. */
const withoutCredits: readonly OperationFamily[] = ['image', 'video', 'voice-delete', 'design-save', 'profile-update'];

/** The code of a failure by which a cap stopped work, beside its kind `payment-required`. */
export const overBudget = 'OVER_BUDGET';

/**
 * Keeps paid work under the caps. Prices are learned, so one that is not known yet stops nothing until the cap itself is reached. Days are
 * those of this machine.
 */
export function createBudget(options: { ledger: Ledger; book: ConnectionBook; now?: () => number }): Budget {
  const { ledger, book } = options;
  const now = options.now ?? Date.now;

  const priceOf = async ({ connectionId, modelId, family, unit }: Pick<NewOperation, 'connectionId' | 'modelId' | 'family' | 'unit'>) =>
    ledger.price(connectionId, modelId === null ? { unit, family } : { unit, modelId });

  const spentToday = async (connectionId: string, accountId: string): Promise<number> => {
    const midnight = new Date(now()).setHours(0, 0, 0, 0);
    const { charged, open, untold } = await since(connectionId, accountId, midnight);
    return charged + open.estimate + untold.estimate;
  };
  const since = async (connectionId: string, accountId: string, from: number) => {
    const { credits, open } = await ledger.spent(connectionId, accountId, from);
    const sums = { open: nothing(), untold: nothing() };
    for (const { over, amount, operations, ...work } of open) {
      if (over && withoutCredits.includes(work.family)) continue;
      const sum = over ? sums.untold : sums.open;
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
      const { operationId, connectionId, modelId, family, unit, amount, state, creditsUsed } = entry;
      if (state !== 'done' || creditsUsed !== null || withoutCredits.includes(family)) continue;
      const key = JSON.stringify([connectionId, unit, modelId ?? family]);
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
    const cap = book.read().budget.perDay;
    if (cap !== null) {
      const estimate = estimateOf(await priceOf(operation), operation.amount);
      refuseOver('day', cap, await spentToday(operation.connectionId, operation.accountId), estimate);
    }
    await ledger.begin(operation);
  };

  return {
    ledger: {
      ...ledger,
      begin: (operation) => {
        const begun = turn.then(() => begin(operation));
        turn = begun.catch(() => undefined);
        return begun;
      },
    },
    batch: () => {
      let sum = 0;
      return {
        allow: (estimate, alsoUnknown = false) => {
          const cap = book.read().budget.perBatch;
          if (cap !== null) refuseOver('batch', cap, alsoUnknown && estimate === undefined ? cap : sum, estimate);
        },
        spent: (credits) => (sum += credits),
      };
    },
    spentToday,
    since,
    estimates,
  };
}

const nothing = (): Uncharged => ({ operations: 0, estimate: 0, unpriced: 0 });

const estimateOf = (price: Price | undefined, amount: number): number | undefined =>
  price === undefined ? undefined : price.creditsPerUnit * amount;

/** With a known price, nothing that would pass the cap; without one, nothing once it is reached. */
function refuseOver(what: 'day' | 'batch', cap: number, spent: number, estimate: number | undefined): void {
  if (estimate === undefined ? spent < cap : spent + estimate <= cap) return;
  const cost = estimate === undefined ? 'what this costs is not known' : `this costs about ${credits(estimate)}`;
  throw fail(
    'payment-required',
    `The cap of ${credits(cap)} credits a ${what} would be passed: ${credits(spent)} are spent, and ${cost}.`,
    {
      code: overBudget,
      next: 'none',
    },
  );
}

const credits = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });
