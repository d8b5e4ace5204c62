import { describe, expect, it, vi } from 'vitest';
import type { LedgerEntry, Outcome } from '#main/paid-requests/ledger/types.ts';
import { JobPoller } from '#main/paid-requests/polling.ts';
import type { FamilyWork, Step } from '#main/paid-requests/family.ts';
import { fail } from '#shared/failure.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

const entry = { operationId: 'o', connectionId: 'c', accountId: 'a', requestId: 'r', creditsUsed: 3, family: 'lip-sync' } as LedgerEntry;

/** Waits for one job in a time that only its own waits move on; answers with its end and with the waits. */
async function wait(steps: (asked: number) => Step): Promise<{ state: string; outcome: Outcome; waits: number[]; warned: number }> {
  const log = quietLog();
  const waits: number[] = [];
  let now = 1_000_000;
  const settled = Promise.withResolvers<{ state: string; outcome: Outcome }>();
  const poller = new JobPoller({
    connection: { ready: () => Promise.resolve({ connectionId: 'c' }) },
    ledger: {
      settle: (_id: string, state: string, outcome: Outcome) => {
        settled.resolve({ state, outcome });
        return Promise.resolve();
      },
    },
    account: { userId: () => Promise.resolve('a'), paid: vi.fn() },
    throttle: { report: vi.fn() },
    clock: {
      now: () => now,
      sleep: (milliseconds: number) => {
        waits.push(milliseconds);
        now += milliseconds;
        return Promise.resolve();
      },
    },
    kept: {},
    log,
    tell: () => Promise.resolve(),
  } as unknown as ConstructorParameters<typeof JobPoller>[0]);
  let asked = 0;
  poller.watch(entry, { family: 'lip-sync', ask: () => Promise.resolve(steps(asked++)) } as unknown as FamilyWork);
  const { state, outcome } = await settled.promise;
  await poller.close();
  return { state, outcome, waits, warned: log.lines.filter(({ level }) => level === 'warn').length };
}

const { failure } = fail('bad-response', said('The service calls this “warming up”.'), { charged: 'unknown', next: 'retry' });
const unclear = (until: 'state' | 'result'): Step => ({ type: 'unclear', retryAfterMs: 1000, until, failure });
const hours = (milliseconds: readonly number[]): number => milliseconds.reduce((sum, one) => sum + one, 0) / 3_600_000;

describe('a job of which the service says something unclear', () => {
  it('in a state that nobody knows is asked for less and less often, for a day, and is then left to a person with its id', async () => {
    const { state, outcome, waits, warned } = await wait(() => unclear('state'));
    expect([state, outcome.failure]).toEqual(['unknown', { ...failure, requestId: 'r' }]);
    expect(hours(waits)).toBeGreaterThanOrEqual(24);
    expect(hours(waits)).toBeLessThan(24.2);
    expect(waits.at(-1)).toBe(2 * 60_000);
    expect(warned).toBe(1);
  });

  it('that is finished without an address for its result is asked for a minute more', async () => {
    const { state, waits } = await wait(() => unclear('result'));
    expect(state).toBe('unknown');
    expect(hours(waits) * 60).toBeGreaterThanOrEqual(1);
    expect(hours(waits) * 60).toBeLessThan(1.5);
  });

  it('goes on as any other once its state is known again', async () => {
    const done: Step = { type: 'ended', state: 'done', outcome: { creditsUsed: 3 } };
    const { state, outcome } = await wait((asked) =>
      asked < 3 ? unclear('state') : asked < 6 ? { type: 'going-on', retryAfterMs: 10 } : done,
    );
    expect([state, outcome]).toEqual(['done', { creditsUsed: 3 }]);
  });
});
