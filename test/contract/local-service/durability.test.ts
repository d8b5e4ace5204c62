import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobsPath, terminalJobStates } from '#shared/wire/jobs.ts';
import { jobList, jobResponse } from '#shared/wire/responses/jobs.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { bookAddsUp, call, voiceFor } from './support.ts';

const patience = { timeout: 90_000, interval: 50 };
/** Several starts of the service, on a machine that has other things to do. */
const timeout = 150_000;
const key = 'local-durable';
const isOver = (state: string) => (terminalJobStates as readonly string[]).includes(state);

async function inFolder(work: (dataDirectory: string) => Promise<void>): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'voicewright-durable-'));
  try {
    await work(dataDirectory);
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

const jobsOf = async (service: LocalService) =>
  jobList.parse(await (await call(service, 'GET', `${jobsPath}?limit=100`, { key })).json()).items.map(({ task }) => task);

test(
  'killed at random moments: no accepted job and no charge is lost, what is over stays as it was, and the rest goes on',
  { tags: ['beside'], timeout },
  () =>
    inFolder(async (dataDirectory) => {
      const moments = fc.sample(fc.integer({ min: 1, max: 9 }), { numRuns: 2, seed: 20_261 });
      const accepted = new Set<string>();
      const over = new Map<string, string>();
      let settled = 0;
      const nothingIsLost = async (service: LocalService) => {
        const states = new Map((await jobsOf(service)).map((task) => [task.taskId, task.status]));
        expect([...accepted].filter((id) => !states.has(id))).toEqual([]);
        for (const [id, state] of over) expect(states.get(id)).toBe(state);
        const book = await service.charges(key);
        expect(bookAddsUp(book)).toBe(true);
        const paid = book.entries.filter((entry) => entry.operation.endsWith('/tts') && entry.state === 'settled');
        expect(paid.length).toBeGreaterThanOrEqual(settled);
      };
      for (const [round, answersBeforeTheKill] of moments.entries()) {
        const service = await startLocalService({ dataDirectory });
        await nothingIsLost(service);
        const { voiceId } = await voiceFor(service, 'en-US', 'alpha');
        let answers = 0;
        let reached: () => void = () => undefined;
        const killTime = new Promise<void>((resolve) => (reached = resolve));
        const counted = () => {
          answers += 1;
          if (answers >= answersBeforeTheKill) reached();
        };
        const work = Promise.allSettled(
          Array.from({ length: 5 }, async (_, index) => {
            const body = { text: `Job ${index} of round ${round}. `.repeat(1 + (index % 3) * 5), voiceId };
            const created = await call(service, 'POST', jobsPath, { key, headers: { 'Idempotency-Key': `${round}-${index}` }, body });
            accepted.add(jobResponse.parse(await created.json()).task.taskId);
            counted();
            const sync = await call(service, 'POST', speechPath, { key, body: { text: 'Hi.', voiceId } });
            if (sync.status === 200) settled += 1;
            counted();
          }),
        );
        await killTime;
        for (const task of await jobsOf(service)) if (isOver(task.status)) over.set(task.taskId, task.status);
        await service.kill();
        await work;
      }

      const service = await startLocalService({ dataDirectory });
      await nothingIsLost(service);
      await expect.poll(async () => (await jobsOf(service)).every((task) => task.status === 'success'), patience).toBe(true);
      const book = await service.charges(key);
      expect(book.entries.filter((entry) => entry.state === 'reserved')).toEqual([]);
      const jobs = await jobsOf(service);
      expect(book.entries.filter((entry) => entry.operation.endsWith('/jobs') && entry.state === 'settled')).toHaveLength(jobs.length);
      expect(bookAddsUp(book)).toBe(true);
      await service.stop();
    }),
);

test(
  'a job whose audio cannot be written fails and is refunded; the service and other calls go on',
  () =>
    inFolder(async (dataDirectory) => {
      await (await startLocalService({ dataDirectory })).stop();
      const database = new DatabaseSync(join(dataDirectory, 'local-service.sqlite'));
      database.exec(`CREATE TRIGGER full_disk BEFORE INSERT ON job_audio BEGIN SELECT RAISE(ABORT, 'disk is full'); END`);
      database.close();
      const service = await startLocalService({ dataDirectory });
      const { voiceId } = await voiceFor(service, 'en-US', 'alpha');
      const { task } = jobResponse.parse(await (await call(service, 'POST', jobsPath, { key, body: { text: 'Hi.', voiceId } })).json());
      await expect.poll(async () => isOver((await jobsOf(service))[0]!.status), patience).toBe(true);
      expect((await jobsOf(service))[0]).toMatchObject({ taskId: task.taskId, errorCode: 'ERR_GENERATION_FAILED' });
      const book = await service.charges(key);
      expect(book.entries.map((entry) => entry.state)).toEqual(['granted', 'refunded']);
      expect(bookAddsUp(book)).toBe(true);
      expect((await call(service, 'POST', speechPath, { key, body: { text: 'Hi.', voiceId } })).status).toBe(200);
      await service.stop();
    }),
  timeout,
);
