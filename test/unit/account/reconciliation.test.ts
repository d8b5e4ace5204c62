import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findDrift } from '#main/features/account/reconciliation.ts';

const credits = fc.integer({ min: 0, max: 100_000 });

it('what is charged, estimated and drift are together what left the account, each counted once', () => {
  fc.assert(
    fc.property(credits, credits, credits, credits, fc.integer({ min: 0, max: 5 }), (creditsThen, now, charged, estimate, unpriced) => {
      const unreported = { operations: unpriced + (estimate > 0 ? 1 : 0), estimate, unpriced };
      const drift = findDrift({ creditsThen, credits: now, charged, unreported });
      const left = creditsThen - now - charged - estimate;
      if (drift === 0) expect(Math.abs(left)).toBeLessThan(estimate > 0 ? 1 : 0.01);
      else expect(drift).toBe(-left);
    }),
  );
});

it('an estimate that the service’s rounding explains is no drift; without one a credit is', () => {
  const known = { creditsThen: 100, credits: 89, charged: 0 };
  expect(findDrift({ ...known, unreported: { operations: 1, estimate: 10.4, unpriced: 0 } })).toBe(0);
  expect(findDrift({ ...known, unreported: { operations: 1, estimate: 0, unpriced: 1 } })).toBe(-11);
  expect(findDrift({ ...known, charged: 10, unreported: { operations: 0, estimate: 0, unpriced: 0 } })).toBe(-1);
});
