import { FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { overBudget, type Batch } from '../budget.ts';
import type { PaidResult } from '../library/types.ts';
import type { InOrder } from './in-order.ts';
import { UnmadeError } from './operation.ts';

/** The cap of a batch whose blocks are bought several at a time. */
export interface RunCaps {
  /**
   * Sets aside what a block costs, about; `estimate` is `undefined` while the price is not known. Throws where that would pass the cap. What the
   * others that are under way cost may turn out less, or tell the price: then it waits for them, so that as much is bought as one by one.
   */
  reserve(estimate: () => Promise<number | undefined>): Promise<Reservation>;
}

interface Reservation {
  /** Counts what the work was charged in place of the estimate. */
  counting(work: Promise<PaidResult>): Promise<PaidResult>;
}

/** `stopped`: why nothing more is to be bought, once that is so. */
export function createRunCaps(batch: Batch, order: InOrder, stopped: () => Failure | undefined): RunCaps {
  let reserved = 0;
  let withoutPrice = 0;
  const attempt = async (estimate: () => Promise<number | undefined>): Promise<Reservation> => {
    const about = await estimate();
    batch.allow(about === undefined ? undefined : reserved + about, withoutPrice > 0);
    const amount = about ?? 0;
    const price = about === undefined ? 1 : 0;
    reserved += amount;
    withoutPrice += price;
    return {
      counting: async (work) => {
        try {
          const { creditsUsed } = await work;
          batch.spent(creditsUsed ?? amount);
          return await work;
        } catch (thrown) {
          if (!(thrown instanceof UnmadeError) || thrown.failure.charged !== 'no') batch.spent(amount);
          throw thrown;
        } finally {
          reserved -= amount;
          withoutPrice -= price;
        }
      },
    };
  };
  return {
    reserve: async (estimate) => {
      for (;;) {
        const why = stopped();
        if (why !== undefined) throw new FailureError(why);
        try {
          return await attempt(estimate);
        } catch (thrown) {
          // This one is under way itself.
          if (toFailure(thrown).code !== overBudget || order.underWay() <= 1) throw thrown;
          await order.oneEnded();
        }
      }
    },
  };
}
