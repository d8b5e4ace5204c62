import { expect, it } from 'vitest';
import { nearest } from '#main/features/lip-sync/service.ts';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';

const minute = 60_000;
const sent = 1_000 * minute;
const entry = (change: Partial<LedgerEntry> = {}) => ({ firstSentAt: sent, lastSentAt: sent, ...change }) as LedgerEntry;
const find = (of: LedgerEntry, minutes: (number | undefined)[]) =>
  nearest(of, minutes, (one) => (one === undefined ? undefined : sent + one * minute));

it('what may have come of an operation was made after it was sent, or ten minutes before at most, as clocks differ', () => {
  expect(find(entry(), [-11, -10, -9, 0, 60, 100_000]).toSorted()).toEqual([-10, -9, 0, 100_000, 60]);
});

it('the nearest to the last time that it was sent comes first, and what has no time last', () => {
  expect(find(entry(), [undefined, 3, -2, 1])).toEqual([1, -2, 3, undefined]);
  expect(find(entry({ lastSentAt: sent + 30 * minute }), [1, 29, undefined, 35])).toEqual([29, 35, 1, undefined]);
});
