import { beforeEach, expect, it } from 'vitest';
import { fail } from '#shared/failure.ts';
import { countElsewhere } from '../../../src-renderer/core/jobs/jobs-filter.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { said } from '../../helpers/said.ts';

/** What the service lists, newest first, and which of it the ledger has. */
let speech: string[] = [];
let ours: string[] = [];
let refuses = false;
const asked: { kind: string; page: number }[] = [];
const run = (name: string, input: { kind: string; page: number; limit: number }): Promise<unknown> => {
  if (name === 'jobs.list') return Promise.resolve({ operations: [], sum: { operations: 0, credits: 0, quota: 0, estimate: 0 } });
  if (name === 'jobs.projects') return Promise.resolve({ projects: [] });
  if (name !== 'jobs.elsewhere') return Promise.resolve({ version: '', host: {} });
  asked.push({ kind: input.kind, page: input.page });
  if (refuses) return Promise.reject(fail('service-failed', said('No.')));
  const all = input.kind === 'speech' ? speech : [];
  const jobs = all.slice((input.page - 1) * input.limit, input.page * input.limit).map((taskId, index) => ({
    taskId,
    status: 'success',
    creditsUsed: 1,
    createdAt: new Date(1e12 - ((input.page - 1) * input.limit + index) * 1000).toISOString(),
    operationId: ours.includes(taskId) ? 'operation1' : null,
  }));
  return Promise.resolve({ jobs, total: all.length });
};
const stores = createFakeStores({ openHost: () => Promise.resolve({ run, onClose: () => undefined } as never) });
const { connectHost } = stores.host;
const { narrow, readMoreElsewhere, refreshJobs, store: useJobs } = stores.jobs;

beforeEach(async () => {
  asked.length = 0;
  refuses = false;
  await connectHost();
});

it('what the service lists is read page after page, each job once, also when one is added meanwhile', async () => {
  speech = Array.from({ length: 250 }, (_, at) => `t${at}`);
  ours = ['t3', 't140'];
  await refreshJobs();
  expect(useJobs.getState()).toMatchObject({ elsewhereLeft: 150, readingElsewhere: false });
  expect(useJobs.getState().elsewhere).toHaveLength(99);
  speech.unshift('new');
  await readMoreElsewhere();
  expect(useJobs.getState().elsewhereLeft).toBe(51);
  await readMoreElsewhere();
  await readMoreElsewhere(); // there is none
  const { elsewhere, elsewhereLeft, elsewhereFailure } = useJobs.getState();
  expect({ elsewhereLeft, elsewhereFailure }).toEqual({ elsewhereLeft: 0, elsewhereFailure: undefined });
  expect(elsewhere.map(({ taskId }) => taskId)).toEqual(speech.filter((id) => id !== 'new' && !ours.includes(id)));
  expect(asked).toEqual([
    ...['speech', 'lip-sync'].map((kind) => ({ kind, page: 1 })),
    ...[2, 3].map((page) => ({ kind: 'speech', page })),
  ]);
});

it('those of the service’s list that the filter finds are counted beside the ledger’s', async () => {
  speech = ['t1', 't2', 't3'];
  ours = ['t2'];
  await refreshJobs();
  expect(countElsewhere(useJobs.getState())).toBe(2);
  narrow({ kind: 'lip-sync' });
  expect(countElsewhere(useJobs.getState())).toBe(0);
});

it('a page that cannot be read is reported, keeps those before it, and can be read again', async () => {
  speech = Array.from({ length: 120 }, (_, at) => `t${at}`);
  ours = [];
  await refreshJobs();
  refuses = true;
  await readMoreElsewhere();
  expect(useJobs.getState().elsewhere).toHaveLength(100);
  expect(useJobs.getState().elsewhereFailure).toMatchObject({ kind: 'service-failed' });
  refuses = false;
  await refreshJobs();
  expect(useJobs.getState()).toMatchObject({ elsewhereLeft: 20, elsewhereFailure: undefined });
});
