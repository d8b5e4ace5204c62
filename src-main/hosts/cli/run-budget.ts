import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { Batch } from '../../paid-requests/budget/batch.ts';
import { overBudget } from '../../paid-requests/budget/caps.ts';

/** Counts what one run buys, and buys nothing that might pass its cap in credits. The caps of the profile hold besides. */
export class RunBudget {
  readonly #cap: number | undefined;
  /** What was reserved: an estimate until it is over, then what was charged; `undefined` where nobody said. */
  readonly #bought = new Set<{ estimate: number; credits: number | undefined; isOver: boolean }>();

  constructor(cap: number | undefined) {
    this.#cap = cap;
  }

  /** What the batch counts, this counts too. */
  watch(batch: Batch): Batch {
    return {
      reserve: (wanted) => {
        this.#refuseOverCap(wanted.estimate);
        const reservation = batch.reserve(wanted);
        const one = { estimate: Math.ceil(wanted.estimate ?? 0), credits: undefined as number | undefined, isOver: false };
        this.#bought.add(one);
        return {
          settle: (charge) => {
            reservation.settle(charge);
            one.isOver = true;
            one.credits = charge.credits;
            if (charge.charged === 'no' && charge.credits === undefined) this.#bought.delete(one);
          },
        };
      },
    };
  }

  /** What the service said that it charged; `null` where it did not say it of all. */
  creditsUsed(): number | null {
    const credits = [...this.#bought].map((one) => one.credits);
    return credits.includes(undefined) ? null : credits.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  }

  #refuseOverCap(estimate: number | undefined): void {
    const cap = this.#cap;
    if (cap === undefined) return;
    if (estimate === undefined) throw refused(message('cli.generate.priceUnknown', cap));
    const spent = [...this.#bought].reduce((sum, one) => sum + (one.credits ?? one.estimate), 0);
    if (spent + Math.ceil(estimate) > cap) throw refused(message('cli.generate.capWouldBePassed', cap, spent, Math.ceil(estimate)));
  }
}

/** Not a kind that ends the run: a shorter block, or one that is paid for already, may follow. */
const refused = (why: Parameters<typeof fail>[1]): Error => fail('unprocessable', why, { code: overBudget, next: 'none' });
