import { describe, expect, it } from 'vitest';
import type { FamilyWork, Step } from '#main/paid-requests/family.ts';
import type { LedgerEntry, Outcome } from '#main/paid-requests/ledger/types.ts';
import { JobPoller } from '#main/paid-requests/polling.ts';
import { missingTries } from '#main/service-client/polling.ts';
import { fail, type Failure, type FailureKind } from '#shared/failure.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

const entry = { operationId: 'o', connectionId: 'c', accountId: 'a', requestId: 'r', creditsUsed: 3, family: 'lip-sync' } as LedgerEntry;
/** Failures in a row after which a job waits for a person. */
const patience = 40;

interface Polled {
  state?: string;
  outcome?: Outcome;
  stuck: Failure | undefined;
  asked: number;
  /** The trouble of the job at each notice of it, the last one included. */
  notices: (FailureKind | null)[];
}

/** Polls one job by what each question is answered with, until it is over or waits for a person. The clock never waits. */
async function poll(answers: readonly (Step | FailureKind)[]): Promise<Polled> {
  const polled: Polled = { stuck: undefined, asked: 0, notices: [] };
  const over = Promise.withResolvers<undefined>();
  const poller = new JobPoller({
    connection: { ready: () => Promise.resolve({ connectionId: 'c' }) },
    ledger: {
      settle: (_id: string, state: string, outcome: Outcome) => {
        Object.assign(polled, { state, outcome });
        return Promise.resolve();
      },
    },
    account: { userId: () => Promise.resolve('a'), paid: () => undefined },
    clock: { now: () => 1_000_000, sleep: () => Promise.resolve() },
    log: quietLog(),
    tell: (operationId: string) => {
      polled.notices.push(poller.trouble(operationId)?.kind ?? null);
      if (polled.state !== undefined || poller.stuck(operationId) !== undefined) over.resolve(undefined);
      return Promise.resolve();
    },
  } as unknown as ConstructorParameters<typeof JobPoller>[0]);
  const ask = (): Promise<Step> => {
    const answer = answers[polled.asked++];
    if (answer === undefined) throw new Error('It was asked for more often than there are answers.');
    return typeof answer === 'string' ? Promise.reject(fail(answer, said('No.'))) : Promise.resolve(answer);
  };
  poller.watch(entry, { family: 'lip-sync', ask } as unknown as FamilyWork);
  await over.promise;
  polled.stuck = poller.stuck('o');
  await poller.close();
  return polled;
}

const times = (count: number, kind: FailureKind): FailureKind[] => Array.from({ length: count }, () => kind);
const goingOn: Step = { type: 'going-on', retryAfterMs: undefined };
const done: Step = { type: 'ended', state: 'done', outcome: { creditsUsed: 3 } };

describe('failures that pass', () => {
  it('end a job’s polling only when there are too many in a row: an answer between them counts them from the start', async () => {
    const almost = times(patience - 1, 'unreachable');
    const { state, stuck, asked } = await poll([...almost, goingOn, ...almost, goingOn, ...almost, done]);
    expect([state, stuck, asked]).toEqual(['done', undefined, 3 * patience]);
  });

  it('leave the job to a person at the last one of the row, whatever kinds they are of, and nothing is settled', async () => {
    const row = [...times(patience - 1, 'rate-limited'), 'service-failed' as const];
    const { state, stuck, asked } = await poll([goingOn, ...row, done]);
    expect(state).toBeUndefined();
    expect(stuck).toMatchObject({ kind: 'service-failed', charged: 'yes' });
    expect(asked).toBe(1 + patience);
  });

  it('are shown at the first of each row, and gone with the next answer', async () => {
    const { notices } = await poll([...times(3, 'unreachable'), goingOn, goingOn, ...times(2, 'service-failed'), goingOn, done]);
    expect(notices).toEqual(['unreachable', null, 'service-failed', null, null]);
  });
});

describe('a failure that does not pass', () => {
  it('leaves the job to a person at once', async () => {
    expect(await poll(['forbidden', done])).toMatchObject({ stuck: { kind: 'forbidden' }, asked: 1 });
  });
});

describe('a job that is missing', () => {
  const almost = times(missingTries - 1, 'not-found');

  it('counts as gone only when it was missing so often in a row: an answer or another failure counts that from the start', async () => {
    const { state, asked } = await poll([...almost, goingOn, ...almost, 'unreachable', ...almost, done]);
    expect([state, asked]).toEqual(['done', 3 * missingTries]);
  });

  it('is over, may have been charged, and is to be reported when it stays away', async () => {
    const { state, outcome, stuck, asked } = await poll([goingOn, ...almost, 'not-found', done]);
    expect([state, stuck, asked]).toEqual(['failed', undefined, 1 + missingTries]);
    expect(outcome?.failure).toMatchObject({ kind: 'not-found', charged: 'unknown', next: 'report', requestId: 'r' });
  });
});
