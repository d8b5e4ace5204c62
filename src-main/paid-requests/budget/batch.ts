import type { Charged } from '#shared/failure.ts';
import { refuseOver, type Wanted } from './caps.ts';

/** What is counted as one batch; what is bought in it at the same time counts from the moment it is reserved. */
export interface Batch {
  /** Throws where what was bought in this batch, and this, would pass the cap. Each reservation is to be settled. */
  reserve(wanted: Wanted): Reservation;
}

export interface Reservation {
  /** What became of it; without `credits` where nobody said what was charged. */
  settle(charge: { charged: Charged; credits: number | undefined }): void;
}

/** `cap` in credits; null for none. */
export function createBatch(cap: () => number | null): Batch {
  const bought = new Set<{ credits: number | undefined; priceName: string }>();
  return {
    reserve: (wanted) => {
      const most = cap();
      if (most !== null) {
        const all = [...bought];
        const credits = all.reduce((sum, one) => sum + (one.credits ?? 0), 0);
        const unpriced = new Set(all.filter((one) => one.credits === undefined).map((one) => one.priceName));
        refuseOver('batch', most, { credits, unpriced }, wanted);
      }
      const one = { credits: wanted.estimate, priceName: wanted.priceName };
      bought.add(one);
      return {
        settle: ({ charged, credits }) => {
          if (credits !== undefined) one.credits = credits;
          else if (charged === 'no') bought.delete(one);
        },
      };
    },
  };
}
