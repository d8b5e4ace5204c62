import fc from 'fast-check';
import { expect, it } from 'vitest';
import { driftOf } from '#main/features/account/reconciliation.ts';

const credits = fc.integer({ min: 0, max: 100_000 });

it('what is charged, estimated and drift are together what left the account, each counted once', () => {
  fc.assert(
    fc.property(credits, credits, credits, credits, fc.integer({ min: 0, max: 5 }), (creditsThen, now, charged, estimate, unpriced) => {
      const untold = { operations: unpriced + (estimate > 0 ? 1 : 0), estimate, unpriced };
      const drift = driftOf({ creditsThen, credits: now, charged, untold });
      const left = creditsThen - now - charged - estimate;
      if (drift === 0) expect(Math.abs(left)).toBeLessThan(estimate > 0 ? 1 : 0.01);
      else expect(drift).toBe(-left);
    }),
  );
});

it('an estimate that the service’s rounding explains is no drift; without one a credit is', () => {
  const told = { creditsThen: 100, credits: 89, charged: 0 };
  expect(driftOf({ ...told, untold: { operations: 1, estimate: 10.4, unpriced: 0 } })).toBe(0);
  expect(driftOf({ ...told, untold: { operations: 1, estimate: 0, unpriced: 1 } })).toBe(-11);
  expect(driftOf({ ...told, charged: 10, untold: { operations: 0, estimate: 0, unpriced: 0 } })).toBe(-1);
});
