import { beforeEach, describe, expect, it } from 'vitest';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';
import { said } from '../../helpers/said.ts';

const notices: string[] = [];
const stores = createFakeStores({ toast: (title, message) => void notices.push(`${title}: ${message as string}`) });
const { loadRetriable, retryAll, isCounted, store: useRetryAll } = stores.retryAll;

/** The ledger of main, as far as this test changes it. */
let ledger: Map<string, PaidOperation>;
const lost = (operationId: string, change: Partial<PaidOperation> = {}): PaidOperation =>
  ({ operationId, family: 'aligned', state: 'unknown', actions: ['retry'], failure: null, ...change }) as PaidOperation;
const becomes = (operationId: string, change: Partial<PaidOperation>): PaidOperation => {
  const operation = { ...lost(operationId), actions: [], ...change };
  ledger.set(operationId, operation);
  return operation;
};

beforeEach(async () => {
  notices.length = 0;
  fakeStudio.reset({
    'jobs.list': ({ operationIds }) => {
      const operations = operationIds === undefined ? [] : operationIds.flatMap((id) => ledger.get(id) ?? []);
      return { operations, sum: { operations: operations.length, credits: 0, quota: 0, estimate: 0, possible: operations.length * 10 } };
    },
    'jobs.projects': () => ({ projects: [] }),
    'jobs.elsewhere': () => ({ jobs: [], total: 0 }),
  });
  await stores.host.connectHost();
  useRetryAll.setState(useRetryAll.getInitialState(), true);
});

function begin(...operations: PaidOperation[]): void {
  ledger = new Map(operations.map((one) => [one.operationId, one]));
  const unsettled = operations.map(({ operationId }) => ({
    operationId,
    summary: '',
    failure: fail('outcome-unknown', said('Lost.')).failure,
  }));
  stores.studio.store.setState({ unsettled });
}

describe('Retry all', () => {
  it('is offered for what Retry is offered for, and never for what was requested again', async () => {
    begin(lost('operation1'), lost('operation2', { actions: [] }), lost('operation3', { isRequestedAgain: true }));
    await loadRetriable();
    expect(useRetryAll.getState()).toMatchObject({ retriable: ['operation1'], possible: 10 });
  });

  it('asks each once with its own id, and counts how they ended in one notice', async () => {
    begin(...['operation1', 'operation2', 'operation3', 'operation4', 'operation5', 'operation6'].map((id) => lost(id)));
    const refunded = fail('conflict', said('Refunded.'), { code: 'ERR_REQUEST_PREVIOUSLY_REFUNDED' }).failure;
    const charged = fail('conflict', said('Made once.'), { charged: 'yes' }).failure;
    fakeStudio.answers['jobs.retry'] = ({ operationId }) => {
      if (operationId === 'operation2') becomes(operationId, { state: 'failed', failure: refunded });
      else if (operationId === 'operation3') becomes(operationId, { state: 'failed', failure: charged });
      else if (operationId !== 'operation4') return becomes(operationId, { state: operationId === 'operation5' ? 'waiting' : 'done' });
      return refuse('service-timeout')();
    };
    await loadRetriable();
    await Promise.all([retryAll(), retryAll()]);
    expect(fakeStudio.inputs('jobs.retry').map(({ operationId }) => operationId)).toEqual([...ledger.keys()]);
    const { finished, waiting, refunded: back, charged: gone, unknown } = messages.jobs.retryEnds;
    expect(notices).toEqual([`${messages.jobs.retriedAll(6)}: ${[finished(2), waiting(1), back(1), gone(1), unknown(1)].join(' ')}`]);
    expect(useRetryAll.getState()).toMatchObject({ progress: undefined, retriable: ['operation4'] });
  });

  it('ends are not reported a second time while it goes on, and once all have ended the list shows what came of them', async () => {
    begin(lost('operation1'));
    const counted: boolean[] = [];
    fakeStudio.answers['jobs.retry'] = ({ operationId }) => {
      counted.push(isCounted(operationId));
      return becomes(operationId, { state: 'done' });
    };
    stores.jobs.narrow({ state: 'unknown' });
    await loadRetriable();
    await retryAll();
    expect([counted, isCounted('operation1')]).toEqual([[true], false]);
    expect(stores.jobs.store.getState().filter.state).toBe('any');
  });

  it('stops at a failure that each of the others would have too, and says how many were asked', async () => {
    begin(...Array.from({ length: 12 }, (_, at) => lost(`operation${String(at + 10)}`)));
    fakeStudio.answers['jobs.retry'] = refuse('unreachable');
    await loadRetriable();
    await retryAll();
    const asked = fakeStudio.inputs('jobs.retry').length;
    expect(asked).toBeLessThan(12);
    expect(notices).toEqual([expect.stringContaining(`${messages.jobs.retriedAll(asked)}: ${messages.jobs.retryEnds.unknown(12)}`)]);
  });
});
