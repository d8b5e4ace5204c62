import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Budget } from '#main/paid-requests/budget/budget.ts';
import { createBatch, type Reservation } from '#main/paid-requests/budget/batch.ts';
import { refuseOver } from '#main/paid-requests/budget/caps.ts';
import { openSpending, type Spending } from '#main/paid-requests/budget/spending.ts';
import type { ConnectionStore } from '#main/features/connections/store.ts';
import { openStore } from '#main/paid-requests/ledger/store.ts';
import type { Ledger, NewOperation } from '#main/paid-requests/ledger/types.ts';
import { fail, toFailure, type Charged } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { formatMessage, message } from '#shared/messages/message.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

const cleanup: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanup.splice(0).reverse()) clean();
});
const refused = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch (thrown) {
    expect(toFailure(thrown)).toMatchObject({ kind: 'payment-required', code: 'OVER_BUDGET', charged: 'no' });
    return true;
  }
};

describe('a cap', () => {
  const none = new Set<string>();
  it('may be reached to the last fraction of a credit and not passed, where the price is known', () => {
    expect(refused(() => refuseOver('day', 10, { credits: 9.5, unpriced: none }, { estimate: 0.5, priceName: 'one' }))).toBe(false);
    expect(refused(() => refuseOver('day', 10, { credits: 9.5, unpriced: none }, { estimate: 0.51, priceName: 'one' }))).toBe(true);
    expect(refused(() => refuseOver('day', 10, { credits: 10, unpriced: none }, { estimate: 0, priceName: 'one' }))).toBe(false);
  });
  it('that is reached lets nothing of an unknown price through', () => {
    const wanted = { estimate: undefined, priceName: 'one' };
    expect(refused(() => refuseOver('day', 10, { credits: 9.99, unpriced: none }, wanted))).toBe(false);
    expect(refused(() => refuseOver('day', 10, { credits: 10, unpriced: none }, wanted))).toBe(true);
    expect(refused(() => refuseOver('day', 10, { credits: 11, unpriced: none }, wanted))).toBe(true);
    expect(refused(() => refuseOver('day', 10, { credits: 0, unpriced: new Set(['one']) }, wanted))).toBe(true);
    expect(refused(() => refuseOver('day', 10, { credits: 0, unpriced: new Set(['other']) }, wanted))).toBe(false);
  });
  it('says what is spent, what is left and what the whole costs, with two decimals at most', () => {
    const counted = { credits: 1_234.567, unpriced: none };
    const words = formatMessage(message('paidRequests.capWouldBePassed', '2,000', 'batch', '1,234.57', '1,000.1', '765.43'));
    expect(() => refuseOver('batch', 2_000, counted, { estimate: 1_000.1, priceName: 'one' })).toThrow(words);
  });
});

describe('the cap of a batch', () => {
  const wanted = (estimate?: number, priceName = 'one') => ({ estimate, priceName });

  it('counts what failed after it was charged, as charged or else as estimated', () => {
    const batch = createBatch(() => 10);
    batch.reserve(wanted(4)).settle({ charged: 'yes', credits: undefined });
    batch.reserve(wanted(4)).settle({ charged: 'unknown', credits: undefined });
    expect(refused(() => batch.reserve(wanted(4)))).toBe(true);
    batch.reserve(wanted(2)).settle({ charged: 'no', credits: undefined });
    batch.reserve(wanted(2)).settle({ charged: 'yes', credits: 1 });
    expect(refused(() => batch.reserve(wanted(1)))).toBe(false);
  });

  it('stops after one request whose price the service never says, and says why', () => {
    const batch = createBatch(() => 10);
    const first = batch.reserve(wanted());
    expect(refused(() => batch.reserve(wanted()))).toBe(true); // while the first is under way
    expect(refused(() => batch.reserve(wanted(undefined, 'another')))).toBe(false);
    first.settle({ charged: 'yes', credits: undefined });
    expect(() => batch.reserve(wanted())).toThrow(/what such a request costs is not known/u);
  });

  it('goes on after a request of unknown price that cost nothing, or whose price was reported', () => {
    const batch = createBatch(() => 10);
    batch.reserve(wanted()).settle({ charged: 'no', credits: undefined });
    batch.reserve(wanted()).settle({ charged: 'yes', credits: 3 });
    expect(refused(() => batch.reserve(wanted()))).toBe(false);
  });

  it('is never passed by what was reserved and what was charged, as far as prices are what was estimated, whatever is under way at once', () => {
    const steps = fc.array(
      fc.record({
        cost: fc.integer({ min: 0, max: 40 }),
        told: fc.boolean(),
        charged: fc.constantFrom<Charged>('yes', 'unknown', 'no'),
        settleAt: fc.nat(5),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), steps, (cap, list) => {
        const batch = createBatch(() => cap);
        let spent = 0;
        const open: { cost: number; reservation: Reservation; charge: { charged: Charged; credits: number | undefined } }[] = [];
        for (const { cost, told, charged, settleAt } of list) {
          try {
            const reservation = batch.reserve(wanted(cost));
            open.push({ cost, reservation, charge: { charged, credits: told && charged !== 'no' ? cost : undefined } });
            spent += cost;
          } catch {
            expect(spent + cost).toBeGreaterThan(cap);
          }
          expect(spent).toBeLessThanOrEqual(cap);
          const [ended] = open.splice(settleAt, 1);
          ended?.reservation.settle(ended.charge);
          if (ended?.charge.charged === 'no') spent -= ended.cost;
        }
      }),
    );
  });
});

function profile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'voicewright-caps-'));
  cleanup.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A ledger of its own in a profile that it shares with others, under a cap of the day. */
function ledgerOf(directory: string, owner: string, cap: number | null | (() => number | null), now: () => number = Date.now) {
  const store = openStore(join(directory, `${owner}.sqlite`), now);
  const spending: Spending = openSpending(directory, owner, now);
  cleanup.push(
    () => store.close(),
    () => spending.close(),
  );
  const whole = Object.fromEntries(
    Object.entries(store).map(([name, work]) => [
      name,
      (...args: unknown[]) => new Promise((resolve) => resolve((work as (...args: unknown[]) => unknown)(...args))),
    ]),
  ) as unknown as Ledger;
  const caps = {
    read: () => ({ budget: { perBatch: null, perDay: typeof cap === 'function' ? cap() : cap } }),
  } as unknown as ConnectionStore;
  return new Budget({ ledger: whole, caps, spending, log: quietLog(), now });
}
const operation = (change: Partial<NewOperation> = {}): NewOperation => {
  const id = newId();
  return {
    operationId: id,
    family: 'job',
    connectionId: 'local',
    accountId: 'user-1',
    origin: 'http://service.test',
    method: 'POST',
    path: '/jobs',
    contentType: 'application/json',
    body: Buffer.from('{}'),
    idempotencyKey: id,
    requestId: id,
    fingerprint: id,
    summary: 'Hello',
    modelId: 'alpha',
    amount: 10,
    unit: 'character',
    format: null,
    purpose: null,
    ...change,
  };
};
type Account = ReturnType<typeof ledgerOf>;
const begun = (ledgers: readonly Account[], operations: readonly NewOperation[]) =>
  Promise.allSettled(operations.map((one, index) => ledgers[index % ledgers.length]!.ledger.begin(one)));
const passed = (outcomes: readonly PromiseSettledResult<void>[]): number => outcomes.filter(({ status }) => status === 'fulfilled').length;
const learned = async ({ ledger }: Account, credits = 10): Promise<void> => {
  const one = operation();
  await ledger.begin(one);
  await ledger.settle(one.operationId, 'done', { creditsUsed: credits });
};

describe('the cap of a day', () => {
  it('lets everything through to its last credit, and nothing further', async () => {
    const account = ledgerOf(profile(), 'studio', 30);
    await learned(account); // 10 of 30, and a price of one credit a character
    await expect(account.ledger.begin(operation({ amount: 21 }))).rejects.toMatchObject({
      failure: { kind: 'payment-required', code: 'OVER_BUDGET', charged: 'no' },
    });
    await account.ledger.begin(operation({ amount: 20 }));
    await expect(account.ledger.begin(operation({ amount: 1 }))).rejects.toMatchObject({ failure: { code: 'OVER_BUDGET' } });
    expect((await account.spentToday('local', 'user-1')).credits).toBe(30);
  });

  it('is of the day of this machine: at midnight nothing is spent, by this ledger or another', async () => {
    let now = new Date(2026, 10, 21, 0, 0, 1).getTime();
    const directory = profile();
    const [one, other] = [ledgerOf(directory, 'studio', 20, () => now), ledgerOf(directory, 'command-line-1', 20, () => now)];
    await learned(one);
    await learned(other);
    now = new Date(2026, 10, 21, 23, 59, 59).getTime();
    for (const account of [one, other])
      await expect(account.ledger.begin(operation())).rejects.toMatchObject({ failure: { code: 'OVER_BUDGET' } });
    now = new Date(2026, 10, 22).getTime();
    expect((await one.spentToday('local', 'user-1')).credits).toBe(0);
    await one.ledger.begin(operation());
    await other.ledger.begin(operation());
    await expect(one.ledger.begin(operation())).rejects.toMatchObject({ failure: { code: 'OVER_BUDGET' } });
  });

  it('is read again for every request, and without one nothing is refused', async () => {
    let perDay: number | null = 10;
    const account = ledgerOf(profile(), 'studio', () => perDay);
    await learned(account);
    await expect(account.ledger.begin(operation())).rejects.toMatchObject({ failure: { code: 'OVER_BUDGET' } });
    perDay = 20;
    await account.ledger.begin(operation());
    perDay = null;
    for (let count = 0; count < 3; count += 1) await account.ledger.begin(operation({ amount: 1000 }));
    perDay = 3040;
    await account.ledger.begin(operation());
    await expect(account.ledger.begin(operation({ amount: 11 }))).rejects.toMatchObject({ failure: { code: 'OVER_BUDGET' } });
  });

  it('is taken together by requests that start at once', async () => {
    const account = ledgerOf(profile(), 'studio', 35);
    await learned(account); // 10 of 35, and a price of one credit a character
    const outcomes = await begun([account], [operation(), operation(), operation(), operation()]);
    expect(passed(outcomes)).toBe(2);
    expect((await account.spentToday('local', 'user-1')).credits).toBe(30);
  });

  it('lets one request of unknown price out at a time, also of those that start at once', async () => {
    const account = ledgerOf(profile(), 'studio', 1000);
    const [one, other] = [operation(), operation()];
    const outcomes = await begun([account], [one, other, operation({ modelId: 'beta' })]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await account.ledger.settle(one.operationId, 'done', { creditsUsed: 7 });
    await expect(account.ledger.begin(other)).resolves.toBeUndefined();
  });

  it('stops work whose price the service does not say after the first, and not what costs no credits', async () => {
    const account = ledgerOf(profile(), 'studio', 1000);
    const one = operation();
    await account.ledger.begin(one);
    await account.ledger.settle(one.operationId, 'done', {});
    await expect(account.ledger.begin(operation())).rejects.toThrow(/what such a request costs is not known/u);
    for (let count = 0; count < 3; count++) await account.ledger.begin(operation({ family: 'image', unit: 'request' }));
  });

  it.each(['yes', 'unknown'] as const)('counts what failed when it may have been charged (%s), by its estimate', async (charged) => {
    const account = ledgerOf(profile(), 'studio', 25);
    await learned(account);
    const one = operation();
    await account.ledger.begin(one);
    await account.ledger.settle(one.operationId, 'failed', { failure: fail('service-failed', said('It failed.'), { charged }).failure });
    await expect(account.ledger.begin(operation())).rejects.toMatchObject({ failure: { code: 'OVER_BUDGET' } });
    expect((await account.spentToday('local', 'user-1')).credits).toBe(20);
  });

  it('accounts for what failed after it was charged by its estimate, in the balance and in the list; for what may have been charged in the list alone', async () => {
    const account = ledgerOf(profile(), 'studio', 1000);
    await learned(account);
    const ends = { yes: operation(), unknown: operation(), no: operation() };
    for (const [charged, one] of Object.entries(ends) as [Charged, NewOperation][]) {
      await account.ledger.begin(one);
      await account.ledger.settle(one.operationId, 'failed', { failure: fail('service-failed', said('It failed.'), { charged }).failure });
    }
    const { unreported, open } = await account.since('local', 'user-1', 0);
    expect(unreported).toMatchObject({ operations: 1, estimate: 10, unpriced: 0 });
    expect(open).toMatchObject({ operations: 0 });
    const entries = await account.ledger.list({ limit: 10 });
    expect([...(await account.estimates(entries))]).toEqual(
      expect.arrayContaining([
        [ends.yes.operationId, 10],
        [ends.unknown.operationId, 10],
      ]),
    );
    expect(await account.estimates(entries.filter(({ operationId }) => operationId === ends.no.operationId))).toEqual(new Map());
  });

  it('does not count what failed free of charge', async () => {
    const account = ledgerOf(profile(), 'studio', 25);
    await learned(account);
    const one = operation();
    await account.ledger.begin(one);
    await account.ledger.settle(one.operationId, 'failed', { failure: fail('invalid-input', said('No.')).failure });
    await expect(account.ledger.begin(operation())).resolves.toBeUndefined();
  });

  it('is of all ledgers of a profile: the studio and runs of the command line that are under way beside it', async () => {
    const directory = profile();
    const ledgers = ['studio', 'command-line-1', 'command-line-2'].map((owner) => ledgerOf(directory, owner, 95));
    for (const one of ledgers) await learned(one); // 30 of 95
    const outcomes = await begun(
      ledgers,
      Array.from({ length: 12 }, () => operation()),
    );
    expect(passed(outcomes)).toBe(6);
    for (const one of ledgers) expect((await one.spentToday('local', 'user-1')).credits).toBe(90);
    expect((await ledgers[0]!.spentToday('local', 'somebody else')).credits).toBe(0);
  });

  it('keeps what a process had reserved that was killed', async () => {
    const directory = profile();
    const killed = ledgerOf(directory, 'studio', 25);
    await learned(killed);
    await killed.ledger.begin(operation());
    const other = ledgerOf(directory, 'command-line-1', 25);
    expect((await other.spentToday('local', 'user-1')).credits).toBe(20);
  });

  it('a file of the day that is damaged is set aside, and the cap is held by what the ledger itself knows', async () => {
    const directory = profile();
    writeFileSync(join(directory, 'spending.sqlite'), 'no database at all, and long enough to look like one');
    const account = ledgerOf(directory, 'studio', 15);
    await learned(account);
    await expect(account.ledger.begin(operation())).rejects.toMatchObject({ failure: { code: 'OVER_BUDGET' } });
  });

  it('holds for any requests at once on any ledgers: what they cost together never passes it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 30, max: 200 }),
        fc.array(fc.record({ amount: fc.integer({ min: 1, max: 40 }), of: fc.nat(1) }), { maxLength: 12 }),
        async (cap, list) => {
          const directory = profile();
          const ledgers = [ledgerOf(directory, 'studio', cap), ledgerOf(directory, 'command-line-1', cap)];
          for (const one of ledgers) await learned(one);
          const outcomes = await Promise.allSettled(list.map(({ amount, of }) => ledgers[of]!.ledger.begin(operation({ amount }))));
          const spent = list.reduce((sum, { amount }, index) => sum + (outcomes[index]!.status === 'fulfilled' ? amount : 0), 20);
          expect(spent).toBeLessThanOrEqual(cap);
          expect((await ledgers[0]!.spentToday('local', 'user-1')).credits).toBe(spent);
        },
      ),
      { numRuns: 6 },
    );
  });
});
