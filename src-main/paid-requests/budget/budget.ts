import { toFailure } from '#shared/failure.ts';
import { withoutCredits } from '#shared/paid-work.ts';
import { createBatch, type Batch } from './batch.ts';
import { refuseOver } from './caps.ts';
import type { Spending } from './spending.ts';
import type { OperationFamily } from '../family-rules.ts';
import type { Ledger, LedgerEntry, NewOperation, Outcome, Price, Unreported } from '../ledger/types.ts';
import type { Log } from '../../infra/platform.ts';

/** Work whose charge nobody has reported. */
export interface Uncharged {
  operations: number;
  /** About how much those cost whose price is known, in credits. */
  estimate: number;
  /** How many have no known price. */
  unpriced: number;
  /** The estimate by family, without families that it is 0 for. */
  byFamily: { family: OperationFamily; estimate: number }[];
}

type Priced = Pick<NewOperation, 'connectionId' | 'modelId' | 'family' | 'unit'>;

/** Names a price of a service: work of the same name costs the same for a unit. */
export const formatPriceName = ({ unit, modelId, family }: Pick<Priced, 'unit' | 'modelId' | 'family'>): string =>
  JSON.stringify([unit, modelId ?? family]);

/** Where the caps are stored, in credits. */
interface CapStore {
  read(): { budget: { perBatch: number | null; perDay: number | null } };
}

interface Options {
  ledger: Ledger;
  caps: CapStore;
  /** What the other ledgers of the profile are counted by. */
  spending: Spending;
  log: Log;
  now?: () => number;
}

/**
 * The caps of a profile, held where everything that is paid for passes: before the ledger begins it, and so before it is sent. Days are those
 * of this machine.
 */
export class Budget {
  /** The ledger, which begins nothing that would pass the day's cap. */
  readonly ledger: Ledger;
  readonly #whole: Ledger;
  readonly #caps: CapStore;
  readonly #spending: Spending;
  readonly #log: Log;
  readonly #now: () => number;
  /** One begins after another, so that two that begin at once do not both fit under what is left for one. */
  #lastBegun: Promise<unknown> = Promise.resolve();

  constructor({ ledger, caps, spending, log, now = Date.now }: Options) {
    this.#whole = ledger;
    this.#caps = caps;
    this.#spending = spending;
    this.#log = log;
    this.#now = now;
    this.ledger = this.#watchLedger();
  }

  /** What is counted as one batch from now on. */
  batch(): Batch {
    return createBatch(() => this.#caps.read().budget.perBatch);
  }

  /**
   * Credits of this account's work since midnight, by all of the profile: what was charged, and estimates of what may be; `possible` of them are of work of
   * which it is not known whether it was charged, or that is on its way.
   */
  async spentToday(connectionId: string, accountId: string): Promise<{ credits: number; possible: number }> {
    const { credits, possible } = await this.#count(connectionId, accountId, this.#midnight());
    return { credits: credits + this.#spending.others({ connectionId, accountId }, this.#midnight()).credits, possible };
  }

  /**
   * Of work begun since then: what was charged, what is open, and what is over without a word of its charge; `inDoubt`: credits that the service named, of
   * work of which it is not known whether it was charged.
   */
  async since(
    connectionId: string,
    accountId: string,
    from: number,
  ): Promise<{ charged: number; inDoubt: number; open: Uncharged; unreported: Uncharged }> {
    const { credits, inDoubt, open } = await this.#whole.spent(connectionId, accountId, from);
    const sums = { open: nothing(), unreported: nothing() };
    for (const { standing, amount, operations, ...work } of open) {
      // What failed without a word of its charge is refunded, as far as anybody knows.
      if (standing === 'failed' || (standing !== 'open' && withoutCredits.includes(work.family))) continue;
      const sum = standing === 'open' ? sums.open : sums.unreported;
      const estimate = estimateOf(await this.#findPrice({ ...work, connectionId }), amount);
      sum.operations += operations;
      sum.estimate += estimate ?? 0;
      addTo(sum.byFamily, work.family, estimate ?? 0);
      if (estimate === undefined) sum.unpriced += operations;
    }
    return { charged: credits, inDoubt, ...sums };
  }

  /**
   * About how many credits each of these took, or may have taken where that is in doubt, that is over without a word of how much it was charged, by
   * operation; without those whose price is not known.
   */
  readonly estimates = async (entries: readonly LedgerEntry[]): Promise<Map<string, number>> => {
    const prices = new Map<string, Promise<Price | undefined>>();
    const found = new Map<string, number>();
    for (const entry of entries) {
      const { operationId, connectionId, family, amount, state, creditsUsed, failure } = entry;
      const isCharged = state === 'done' || (state === 'failed' && failure?.charged === 'yes');
      const isInDoubt = (state === 'failed' || state === 'unknown') && failure?.charged === 'unknown' && failure.refunded !== true;
      if (!(isCharged || isInDoubt) || creditsUsed !== null || withoutCredits.includes(family)) continue;
      const key = `${connectionId} ${formatPriceName(entry)}`;
      const price = prices.get(key) ?? this.#findPrice(entry);
      prices.set(key, price);
      const estimate = estimateOf(await price, amount);
      if (estimate !== undefined && estimate > 0) found.set(operationId, estimate);
    }
    return found;
  };

  /**
   * About how much of this work cost in credits, and how many operations of it have no known price; `possible`: about how much more those cost of which it is
   * not known whether they were charged.
   */
  readonly estimateUnreported = async (works: readonly Unreported[]): Promise<{ estimate: number; possible: number; unpriced: number }> => {
    const sum = { estimate: 0, possible: 0, unpriced: 0 };
    for (const { amount, operations, isInDoubt, ...work } of works) {
      if (withoutCredits.includes(work.family)) continue;
      const estimate = estimateOf(await this.#findPrice(work), amount);
      sum[isInDoubt ? 'possible' : 'estimate'] += estimate ?? 0;
      if (estimate === undefined) sum.unpriced += operations;
    }
    return sum;
  };

  #watchLedger(): Ledger {
    return {
      ...this.#whole,
      begin: (operation) => {
        const begun = this.#lastBegun.then(() => this.#begin(operation));
        this.#lastBegun = begun.catch(() => undefined);
        return begun;
      },
      accepted: async (operationId, taskId, outcome) => {
        await this.#whole.accepted(operationId, taskId, outcome);
        this.#noteOutcome(operationId, outcome);
      },
      settle: async (operationId, state, outcome) => {
        await this.#whole.settle(operationId, state, outcome);
        this.#noteOutcome(operationId, outcome);
      },
    };
  }

  async #begin(operation: NewOperation): Promise<void> {
    if (withoutCredits.includes(operation.family)) return this.#whole.begin(operation);
    await this.#reserve(operation);
    try {
      await this.#whole.begin(operation);
    } catch (thrown) {
      this.#tryTo(() => this.#spending.release(operation.operationId));
      throw thrown;
    }
  }

  /** Throws where the operation would pass the day's cap. */
  async #reserve(operation: NewOperation): Promise<void> {
    const { operationId, connectionId, accountId } = operation;
    const cap = this.#caps.read().budget.perDay;
    const wanted = { estimate: estimateOf(await this.#findPrice(operation), operation.amount), priceName: formatPriceName(operation) };
    const reservation = { operationId, connectionId, accountId, ...wanted };
    const from = this.#midnight();
    // Without a cap nothing depends on it but what is counted later.
    if (cap === null) {
      this.#tryTo(() => this.#spending.reserve(reservation, from, () => undefined));
      return;
    }
    const own = await this.#count(connectionId, accountId, from);
    this.#spending.reserve(reservation, from, (others) => {
      const all = { credits: own.credits + others.credits, unpriced: new Set([...own.unpriced, ...others.unpriced]) };
      refuseOver('day', cap, all, wanted);
    });
  }

  #noteOutcome(operationId: string, { creditsUsed, failure }: Outcome): void {
    this.#tryTo(() => {
      if (creditsUsed !== undefined) this.#spending.charged(operationId, creditsUsed);
      else if (failure?.charged === 'no') this.#spending.release(operationId);
    });
  }

  /** What this ledger has spent: charges, and for what may have been charged without a word of it an estimate, or the name of the missing price. */
  async #count(
    connectionId: string,
    accountId: string,
    from: number,
  ): Promise<{ credits: number; possible: number; unpriced: Set<string> }> {
    const { credits, inDoubt, open } = await this.#whole.spent(connectionId, accountId, from);
    const sum = { credits: credits + inDoubt, possible: inDoubt, unpriced: new Set<string>() };
    for (const { amount, standing, ...work } of open) {
      if (withoutCredits.includes(work.family)) continue;
      const estimate = estimateOf(await this.#findPrice({ ...work, connectionId }), amount);
      if (estimate === undefined) sum.unpriced.add(formatPriceName(work));
      else {
        sum.credits += estimate;
        if (standing === 'open' || standing === 'failed') sum.possible += estimate;
      }
    }
    return sum;
  }

  #findPrice({ connectionId, modelId, family, unit }: Priced): Promise<Price | undefined> {
    return this.#whole.price(connectionId, modelId === null ? { unit, family } : { unit, modelId });
  }

  #midnight(): number {
    return new Date(this.#now()).setHours(0, 0, 0, 0);
  }

  /** Nothing that is paid for fails because it could not be counted. */
  #tryTo(count: () => void): void {
    try {
      count();
    } catch (thrown) {
      this.#log.warn('what is spent in a day could not be written down', { kind: toFailure(thrown).kind });
    }
  }
}

const nothing = (): Uncharged => ({ operations: 0, estimate: 0, unpriced: 0, byFamily: [] });

function addTo(byFamily: Uncharged['byFamily'], family: OperationFamily, estimate: number): void {
  const known = byFamily.find((one) => one.family === family);
  if (known) known.estimate += estimate;
  else if (estimate > 0) byFamily.push({ family, estimate });
}

const estimateOf = (price: Price | undefined, amount: number): number | undefined =>
  price === undefined ? undefined : price.creditsPerUnit * amount;
