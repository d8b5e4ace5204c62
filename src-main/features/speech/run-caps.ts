import { FailureError, toFailure, type Failure } from '#shared/failure.ts';
import type { Batch, Reservation } from '../../paid-requests/budget/batch.ts';
import { overBudget, type Wanted } from '../../paid-requests/budget/caps.ts';
import type { InOrder } from './in-order.ts';
import { UnmadeError } from './operation.ts';

/** What came of work; without credits where the service did not say what it charged. */
interface Bought {
  creditsUsed?: number | null;
}

/** The caps of a run whose blocks are bought several at a time. */
export interface RunCaps {
  /**
   * Sets aside what a block costs, about, and makes it by `work`, which the cap of the day may refuse before anything is sent. What the others
   * that are under way cost may turn out less, or tell the price: then it waits for them, so that as much is bought as one by one.
   */
  buy<Result extends Bought>(wanted: () => Promise<Wanted>, work: () => Promise<Result>): Promise<Result>;
}

/** `stopped`: why nothing more is to be bought, once that is so. */
export function createRunCaps(batch: Batch, order: Pick<InOrder, 'underWay' | 'oneEnded'>, stopped: () => Failure | undefined): RunCaps {
  /** Pieces that wait for another to end: they free nothing, and waiting for them could last for ever. */
  let waiting = 0;
  return {
    buy: async (wanted, work) => {
      for (;;) {
        const why = stopped();
        if (why !== undefined) throw new FailureError(why);
        try {
          return await counted(batch.reserve(await wanted()), work());
        } catch (thrown) {
          // This one is under way itself.
          if (toFailure(thrown).code !== overBudget || order.underWay() - waiting <= 1) throw thrown;
          waiting += 1;
          await order.oneEnded().finally(() => (waiting -= 1));
        }
      }
    },
  };
}

/** Tells the batch what the work cost, also where it failed after it was charged. */
async function counted<Result extends Bought>(reservation: Reservation, work: Promise<Result>): Promise<Result> {
  try {
    const result = await work;
    reservation.settle({ charged: 'yes', credits: result.creditsUsed ?? undefined });
    return result;
  } catch (thrown) {
    const credits = thrown instanceof UnmadeError ? thrown.creditsUsed : undefined;
    reservation.settle({ charged: toFailure(thrown).charged, credits });
    throw thrown;
  }
}
