import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReconciliation, findDrift } from '#main/features/account/reconciliation.ts';
import { toFailure } from '#shared/failure.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

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

it('of what is not charged yet as many credits may be off as estimates were made, but for those without a price', () => {
  const told = { creditsThen: 100, credits: 90, charged: 0 };
  const unreported = { operations: 3, estimate: 11.9, unpriced: 1 };
  expect(findDrift({ ...told, unreported })).toBe(0);
  expect(findDrift({ ...told, unreported: { ...unreported, estimate: 12 } })).toBe(2);
  expect(findDrift({ ...told, unreported: { ...unreported, estimate: 8 } })).toBe(-2);
  expect(findDrift({ creditsThen: 1, credits: 0.990_5, charged: 0, unreported: { operations: 0, estimate: 0, unpriced: 0 } })).toBe(0);
  expect(findDrift({ creditsThen: 1, credits: 0.75, charged: 0, unreported: { operations: 0, estimate: 0, unpriced: 0 } })).toBe(-0.25);
});

describe('the balance that is reckoned from', () => {
  type Balance = { userId: string; asOf: number; credits: number | null };
  /** An account whose service tells these balances, and a ledger that may refuse one as its base. */
  function open({ settled = true, broken = false } = {}) {
    const points = new Map<string, { at: number; credits: number }>();
    const state = {
      current: undefined as Balance | undefined,
      next: { userId: 'anna', asOf: 9, credits: 70 as number | null },
      settled,
      since: [] as unknown[],
    };
    let changed: (told: Balance) => void = () => undefined;
    let isOpen = true;
    const log = quietLog();
    const ledger = {
      checkpoint: (...of: string[]) => (broken ? Promise.reject(new Error('locked')) : Promise.resolve(points.get(of.join(' ')))),
      setCheckpoint: (connectionId: string, userId: string, point: { at: number; credits: number }) => {
        if (state.settled) points.set(`${connectionId} ${userId}`, point);
        return Promise.resolve(state.settled);
      },
    };
    const { services, close } = createReconciliation({
      connection: { current: () => ({ id: 'local' }) },
      account: {
        current: () => state.current,
        refresh: () => Promise.resolve((state.current = state.next)),
        onChange: (listener: typeof changed) => {
          changed = listener;
          return () => (isOpen = false);
        },
      },
      budget: {
        ledger,
        since: (...of: unknown[]) => {
          state.since.push(of);
          return Promise.resolve({
            charged: 20,
            open: { operations: 1, estimate: 5 },
            unreported: { operations: 0, estimate: 0, unpriced: 0 },
          });
        },
      },
      log,
    } as never);
    const tell = async (balance: Balance): Promise<void> => {
      state.current = balance;
      changed(balance);
      await new Promise((resolve) => setImmediate(resolve));
    };
    const context = { signal: new AbortController().signal } as never;
    return {
      points,
      state,
      log,
      tell,
      close,
      isOpen: () => isOpen,
      reconcile: () => services['account.reconcile'](null, context),
      recount: () => services['account.recount'](null, context),
    };
  }

  it('is the first that the service tells of this account; later ones are held against it', async () => {
    const { points, tell, reconcile, state } = open();
    expect(await reconcile()).toBeNull();
    await tell({ userId: 'anna', asOf: 1, credits: null });
    expect([points.size, await reconcile()]).toEqual([0, null]);
    await tell({ userId: 'anna', asOf: 2, credits: 100 });
    await tell({ userId: 'anna', asOf: 5, credits: 75 });
    expect([...points]).toEqual([['local anna', { at: 2, credits: 100 }]]);
    expect(await reconcile()).toEqual({
      since: 2,
      creditsThen: 100,
      credits: 75,
      asOf: 5,
      charged: 20,
      unreported: { operations: 0, estimate: 0, unpriced: 0 },
      open: 1,
      openEstimate: 5,
      drift: -5,
    });
    expect(state.since).toEqual([['local', 'anna', 2]]);
    await tell({ userId: 'anna', asOf: 6, credits: null });
    expect(await reconcile()).toBeNull();
    await tell({ userId: 'tom', asOf: 7, credits: 1 });
    expect(points.size).toBe(2);
  });

  it('is asked for where none is known yet', async () => {
    const { tell, reconcile, state } = open();
    await tell({ userId: 'anna', asOf: 2, credits: 100 });
    state.current = undefined;
    expect(await reconcile()).toMatchObject({ credits: 70, asOf: 9, drift: -10 });
  });

  it('becomes the one of now when a person counts again, if nothing is under way', async () => {
    const { tell, recount, state, points } = open();
    await tell({ userId: 'anna', asOf: 2, credits: 100 });
    expect(await recount()).toMatchObject({ since: 9, creditsThen: 70, credits: 70 });
    state.settled = false;
    const failure = await recount().catch((thrown: unknown) => toFailure(thrown));
    expect(failure).toMatchObject({ kind: 'conflict', next: 'wait' });
    state.next = { userId: 'anna', asOf: 12, credits: null };
    expect(await recount()).toBeNull();
    expect(points.get('local anna')).toEqual({ at: 9, credits: 70 });
  });

  it('that cannot be noted is a line of the log and no more, and none is noted after the end', async () => {
    const { tell, log, close, isOpen } = open({ broken: true });
    await tell({ userId: 'anna', asOf: 2, credits: 100 });
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { kind: 'internal' } }]);
    close();
    expect(isOpen()).toBe(false);
  });
});
