import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { jobsPath } from '#shared/wire/jobs.ts';
import { jobList } from '#shared/wire/responses/jobs.ts';
import { alignedPath, speechPath } from '#shared/wire/speech.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { startLocalService, type FaultOrder, type LocalService } from '../../helpers/local-service.ts';
import { bookAddsUp, call, failureOf, readEvents, voiceFor } from './support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

/** For what is awaited by asking again, on a machine that has other things to do. */
const patience = { timeout: 30_000, interval: 20 };
let service: LocalService;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
beforeEach(() => service.clearFaults());
afterAll(() => service.stop());

const text = 'A sentence that is long enough to come in several packets.';
const post = (path: string, key: string) =>
  call(service, 'POST', path, { key, body: { text, voiceId }, headers: { 'Idempotency-Key': 'the-id' } });
const states = async (key: string) => (await service.charges(key)).entries.map((entry) => entry.state);

test('a status fault without a code carries the one of its status', async () => {
  const on = `GET ${voicesPath}`;
  for (const [status, code] of [
    [401, 'ERR_UNAUTHORIZED'],
    [402, 'ERR_INSUFFICIENT_CREDITS'],
    [403, 'ERR_FORBIDDEN'],
    [429, 'ERR_RATE_LIMITED'],
    [500, 'ERR_INTERNAL'],
  ] as const) {
    await service.setFaults([{ on, kind: 'status', status }]);
    expect(await failureOf(await call(service, 'GET', voicesPath))).toMatchObject({ status, code });
  }
});

test('faults are read back, replaced and cleared, want the bearer, and name what is wrong with them', async () => {
  const order: FaultOrder = { on: `GET ${voicesPath}/*`, kind: 'status', status: 429 };
  await service.setFaults([{ on: 'GET /x', kind: 'delay', ms: 1 }]);
  await service.setFaults([order]);
  const read = async () => ((await (await call(service, 'GET', '/_faults')).json()) as { faults: unknown[] }).faults;
  expect(await read()).toEqual([{ ...order, nth: 1, times: 1 }]);
  const wrong = await call(service, 'POST', '/_faults', { body: { faults: [{ on: 'GET /x', kind: 'status', status: 200 }] } });
  expect((await failureOf(wrong)).message).toContain('faults.0.status');
  expect(await read()).toHaveLength(1);
  await service.clearFaults();
  expect(await read()).toEqual([]);
  for (const path of ['/_faults', '/_ledger']) expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(401);
});

test('a status strikes the nth matching call and so many after it, and charges nothing', async () => {
  await service.setFaults([
    { on: `POST ${speechPath}`, nth: 2, times: 2, kind: 'status', status: 429, code: 'ERR_RATE_LIMITED', retryAfterSeconds: 7 },
  ]);
  const answers = [];
  for (let count = 0; count < 4; count += 1)
    answers.push(await call(service, 'POST', speechPath, { key: 'local-nth', body: { text, voiceId } }));
  expect(answers.map((answer) => answer.status)).toEqual([200, 429, 429, 200]);
  expect(answers[1]!.headers.get('retry-after')).toBe('7');
  expect(await failureOf(answers[2]!)).toMatchObject({ code: 'ERR_RATE_LIMITED' });
  expect(await states('local-nth')).toEqual(['granted', 'settled', 'settled']);
});

test('a star stands for one segment', async () => {
  await service.setFaults([{ on: `GET ${voicesPath}/*`, kind: 'status', status: 500, times: 9 }]);
  expect((await call(service, 'GET', voicesPath)).status).toBe(200);
  expect((await call(service, 'GET', `${voicesPath}/${voiceId}`)).status).toBe(500);
});

test.each([speechPath, alignedPath, jobsPath])('dropped before the charge, %s has taken nothing and the id is free', async (path) => {
  const key = `local-before-${path.length}`;
  await service.setFaults([{ on: `POST ${path}`, kind: 'drop-before-charge' }]);
  await expect(post(path, key)).rejects.toThrow('fetch failed');
  expect(await states(key)).toEqual(['granted']);
  expect((await post(path, key)).status).toBe(path === jobsPath ? 202 : 200);
});

test('dropped after the charge, a sync or aligned call is paid and not replayable', async () => {
  for (const path of [speechPath, alignedPath]) {
    const key = `local-after-${path.length}`;
    await service.setFaults([{ on: `POST ${path}`, kind: 'drop-after-charge' }]);
    await expect(post(path, key)).rejects.toThrow('fetch failed');
    expect(await states(key)).toEqual(['granted', 'settled']);
    expect(await failureOf(await post(path, key))).toMatchObject({ code: 'ERR_REQUEST_ALREADY_COMPLETED' });
  }
});

test('dropped after the charge, a job is there for a request with the same id', async () => {
  const key = 'local-after-job';
  await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'drop-after-charge' }]);
  await expect(post(jobsPath, key)).rejects.toThrow('fetch failed');
  const { task } = (await (await post(jobsPath, key)).json()) as { task: { taskId: string } };
  const list = jobList.parse(await (await call(service, 'GET', jobsPath, { key })).json());
  expect(list.items.map((item) => item.task.taskId)).toEqual([task.taskId]);
  expect(bookAddsUp(await service.charges(key))).toBe(true);
});

test('cut after so many bytes: exactly those arrive, then the connection ends', async () => {
  for (const path of [speechPath, alignedPath]) {
    await service.setFaults([{ on: `POST ${path}`, kind: 'cut-after-bytes', bytes: 1_000 }]);
    const response = await call(service, 'POST', path, { key: 'local-cut', body: { text, voiceId } });
    expect(response.status).toBe(200);
    let bytes = 0;
    const reading = (async () => {
      for await (const part of response.body!) bytes += (part as Uint8Array).length;
    })();
    await expect(reading).rejects.toThrow();
    expect(bytes).toBe(1_000);
  }
});

test('cut after so many events: exactly those arrive, none is completed, and the charge stands', async () => {
  const key = 'local-cut-events';
  await service.setFaults([{ on: `POST ${alignedPath}`, kind: 'cut-after-events', events: 3 }]);
  const { events, cut } = await readEvents(await post(alignedPath, key));
  expect(events.map((event) => event.name)).toEqual(['audio', 'audio', 'audio']);
  expect(cut).toBe(true);
  await expect.poll(() => states(key), patience).toEqual(['granted', 'settled']);
});

test('a delay lets others pass', async () => {
  await service.setFaults([{ on: `POST ${alignedPath}`, kind: 'delay', ms: 1_000 }]);
  const order: string[] = [];
  await Promise.all([
    call(service, 'POST', alignedPath, { body: { text, voiceId } }).then(async (response) => {
      order.push('delayed');
      await response.body?.cancel();
    }),
    call(service, 'GET', voicesPath).then(() => order.push('other')),
  ]);
  expect(order).toEqual(['other', 'delayed']);
});

test('what is held goes on when it is released, or its faults end, and lets others pass', async () => {
  const held = async () => ((await (await call(service, 'GET', '/_faults')).json()) as { held: number }).held;
  for (const [key, goOn] of [
    ['local-released', () => service.releaseFaults()],
    ['local-cleared', () => service.clearFaults()],
  ] as const) {
    await service.setFaults([{ on: `POST ${speechPath}`, kind: 'hold' }]);
    const order: string[] = [];
    const speech = post(speechPath, key).then(async (response) => {
      order.push(`held ${response.status}`);
      await response.body?.cancel();
    });
    await expect.poll(held, patience).toBe(1);
    await call(service, 'GET', voicesPath).then(() => order.push('other'));
    await goOn();
    await speech;
    expect(order).toEqual(['other', 'held 200']);
    expect(await held()).toBe(0);
  }
});

test('an aligned generation that fails before its first event is an HTTP error, refunded', async () => {
  await service.setFaults([{ on: `POST ${alignedPath}`, kind: 'fail-generation', events: 0 }]);
  expect(await failureOf(await post(alignedPath, 'local-early'))).toMatchObject({ status: 500, code: 'ERR_GENERATION_FAILED' });
  expect(await states('local-early')).toEqual(['granted', 'refunded']);
});
