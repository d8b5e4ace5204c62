import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { jobsPath, terminalJobStates } from '#shared/wire/jobs.ts';
import { jobList, jobResponse, jobSegment } from '#shared/wire/responses/jobs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { bookAddsUp, call, decoded, failureOf, tokensOf, voiceFor } from './support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
beforeEach(() => service.clearFaults());
afterAll(() => service.stop());

const text = 'The first sentence of the job. The second one, a little longer, ends it.';
const create = async (body: Record<string, unknown> = {}, key?: string, on = service) => {
  const response = await call(on, 'POST', jobsPath, { body: { text, voiceId, ...body }, ...(key !== undefined && { key }) });
  expect(response.status).toBe(202);
  return { response, ...jobResponse.parse(await response.json()) };
};
const read = async (id: string, key?: string, on = service) =>
  jobResponse.parse(await (await call(on, 'GET', `${jobsPath}/${id}`, key === undefined ? {} : { key })).json());
const ended = async (id: string, key?: string, on = service) => {
  let job = await read(id, key, on);
  await expect
    .poll(async () => terminalJobStates.includes((job = await read(id, key, on)).task.status as never), { timeout: 30_000, interval: 20 })
    .toBe(true);
  return job;
};
const audioOf = (id: string, on = service) => call(on, 'GET', `${jobsPath}/${id}/audio`, { redirect: 'follow' });

test('a job is accepted with where and when to look, and its price', async () => {
  const { response, task, ...rest } = await create({ pitch: 2 });
  expect(response.headers.get('location')).toBe(`${jobsPath}/${task.taskId}`);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/u);
  expect(task).toMatchObject({ status: 'pending', voiceId, modelId: 'alpha-s21pro-flash' });
  expect(rest).toMatchObject({ creditsUsed: text.length, ignoredParameters: ['pitch'], requestId: response.headers.get('x-request-id') });
  expect((await ended(task.taskId)).task).toMatchObject({ status: 'success', segmentCount: 2 });
});

test.each(['mp3', 'wav', 'ogg'] as const)('its audio comes through a redirect as often as wanted: %s', async (format) => {
  const { task } = await create({ format });
  await ended(task.taskId);
  const redirect = await call(service, 'GET', `${jobsPath}/${task.taskId}/audio?download=1`);
  expect(redirect.status).toBe(302);
  const address = new URL(redirect.headers.get('location')!, service.baseUrl);
  expect(address.origin).toBe(service.baseUrl);
  const response = await call(service, 'GET', `${address.pathname}${address.search}`);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${task.taskId}.${format}"`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  if (format === 'wav') expect(new DataView(bytes.buffer).getUint32(40, true)).toBe(bytes.length - 44);
  expect((await decoded(format, bytes)).durationMs).toBeGreaterThan(2_500);
  const again = await audioOf(task.taskId);
  expect(again.headers.has('content-disposition')).toBe(false);
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
});

test('the address of stored audio wants the bearer, of the same account, unchanged', async () => {
  const { task } = await create();
  await ended(task.taskId);
  const path = (await call(service, 'GET', `${jobsPath}/${task.taskId}/audio`)).headers.get('location')!;
  expect((await fetch(`${service.baseUrl}${path}`)).status).toBe(401);
  expect((await call(service, 'GET', path, { key: 'local-somebody' })).status).toBe(404);
  expect((await call(service, 'GET', `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  expect((await call(service, 'GET', path)).status).toBe(200);
});

test('segments have their words with times in the whole audio', async () => {
  const { task } = await create({ format: 'wav' });
  await ended(task.taskId);
  const segment = async (index: number) =>
    jobSegment.parse(await (await call(service, 'GET', `${jobsPath}/${task.taskId}/segments/${index}`)).json());
  const [first, second] = [await segment(0), await segment(1)];
  expect([...first.words, ...second.words].map((word) => word.text)).toEqual(tokensOf(text));
  expect(second.startMs).toBeGreaterThanOrEqual(first.endMs);
  const { durationMs } = await decoded('wav', new Uint8Array(await (await audioOf(task.taskId)).arrayBuffer()));
  expect(durationMs - second.words.at(-1)!.endMs).toBeLessThanOrEqual(250);
  expect((await call(service, 'GET', `${jobsPath}/${task.taskId}/segments/2`)).status).toBe(404);
  expect((await call(service, 'GET', `${jobsPath}/${task.taskId}/segments/x`)).status).toBe(400);
});

test('a job of another account, or of nobody, is a 404 everywhere', async () => {
  const { task } = await create();
  for (const path of ['', '/audio', '/segments/0']) {
    expect(await failureOf(await call(service, 'GET', `${jobsPath}/${task.taskId}${path}`, { key: 'local-somebody' }))).toMatchObject({
      status: 404,
    });
    expect(await failureOf(await call(service, 'GET', `${jobsPath}/nothing${path}`))).toMatchObject({ status: 404 });
  }
});

test('the list is newest first, in pages, by state and by time', async () => {
  const key = 'local-list';
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await create({ text: 'Hi.' }, key)).task.taskId);
  await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'fail-generation' }]);
  ids.push((await create({ text: 'Hi.' }, key)).task.taskId);
  for (const id of ids) await ended(id, key);
  const list = async (query: string) => jobList.parse(await (await call(service, 'GET', `${jobsPath}?${query}`, { key })).json());
  const idsOf = (found: Awaited<ReturnType<typeof list>>) => found.items.map((item) => item.task.taskId);
  expect(idsOf(await list(''))).toEqual(ids.toReversed());
  const second = await list('page=2&limit=4');
  expect(second).toMatchObject({ total: 6, page: 2, limit: 4, totalPages: 2 });
  expect(idsOf(second)).toEqual([ids[1], ids[0]]);
  expect(idsOf(await list('status=fail'))).toEqual([ids[5]]);
  expect((await list('status=success')).total).toBe(5);
  const third = await read(ids[2]!, key);
  expect(idsOf(await list(`createdAfter=${encodeURIComponent(third.task.createdAt!)}`))).not.toContain(ids[2]);
  expect((await list('createdAfter=2999-01-01T00:00:00%2B02:00')).items).toEqual([]);
});

test.each(['status=done', 'limit=101', 'page=0', 'createdAfter=yesterday'])('jobs?%s is a 400 that names the field', async (query) => {
  const failure = await failureOf(await call(service, 'GET', `${jobsPath}?${query}`));
  expect(failure.status).toBe(400);
  expect(failure.message).toContain(query.split('=')[0]);
});

test('a job that fails is refunded and has no audio; one that fails late keeps what was made, refunded too', async () => {
  const key = 'local-failing';
  await service.setFaults([
    { on: `POST ${jobsPath}`, kind: 'fail-generation' },
    { on: `POST ${jobsPath}`, kind: 'fail-generation', nth: 2, segments: 1 },
  ]);
  const [whole, late] = [await create({}, key), await create({ format: 'wav' }, key)];
  expect((await ended(whole.task.taskId, key)).task).toMatchObject({ status: 'fail', errorCode: 'ERR_GENERATION_FAILED' });
  expect((await ended(late.task.taskId, key)).task).toMatchObject({ status: 'partial_fail', segmentCount: 1 });
  expect((await call(service, 'GET', `${jobsPath}/${whole.task.taskId}/audio`, { key })).status).toBe(404);
  const part = await call(service, 'GET', `${jobsPath}/${late.task.taskId}/audio`, { key, redirect: 'follow' });
  expect((await decoded('wav', new Uint8Array(await part.arrayBuffer()))).durationMs).toBeGreaterThan(1_000);
  const book = await service.charges(key);
  expect(book.entries.map((entry) => entry.state)).toEqual(['granted', 'refunded', 'refunded']);
  expect(bookAddsUp(book)).toBe(true);
});

test('filterEmoji is applied before the job is kept', async () => {
  const { task, creditsUsed } = await create({ text: 'Hello (^_^) there.', filterEmoji: true });
  expect(creditsUsed).toBe('Hello there.'.length);
  await ended(task.taskId);
  const segment = jobSegment.parse(await (await call(service, 'GET', `${jobsPath}/${task.taskId}/segments/0`)).json());
  expect(segment.text).toBe('Hello there.');
});

test('killed while it works: every accepted job is made at the next start, each charged once', { tags: ['beside'] }, async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'voicewright-kill-'));
  try {
    const key = 'local-kill';
    let victim = await startLocalService({ dataDirectory, key });
    const long = 'This job takes a while, as it has many words to say. '.repeat(14);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const response = await call(victim, 'POST', jobsPath, {
        body: { text: long, voiceId, format: count % 2 === 0 ? 'wav' : 'mp3' },
        headers: { 'Idempotency-Key': `kill-${count}` },
      });
      ids.push(jobResponse.parse(await response.json()).task.taskId);
    }
    // The first is being made: something of it is written.
    await expect
      .poll(async () => (await read(ids[0]!, key, victim)).task.segmentCount, { interval: 5, timeout: 30_000 })
      .toBeGreaterThan(0);
    // A stream that had audio is paid, whatever becomes of it.
    const stream = await call(victim, 'POST', '/api/open/v3/speech/tts/aligned', {
      body: { text: long, voiceId, format: 'wav' },
      headers: { 'Idempotency-Key': 'kill-stream' },
    });
    await stream.body!.getReader().read();
    await expect
      .poll(async () => (await victim.charges()).entries.find((entry) => entry.requestId === 'kill-stream')?.state, { timeout: 30_000 })
      .toBe('settled');
    await victim.kill();

    victim = await startLocalService({ dataDirectory, key });
    const jobs = await Promise.all(ids.map((id) => ended(id, key, victim)));
    expect(jobs.map((job) => job.task.status)).toEqual(ids.map(() => 'success'));
    for (const [index, id] of ids.entries()) {
      const bytes = new Uint8Array(await (await audioOf(id, victim)).arrayBuffer());
      expect((await decoded(index % 2 === 0 ? 'wav' : 'mp3', bytes)).durationMs).toBeGreaterThan(30_000);
      const last = await call(victim, 'GET', `${jobsPath}/${id}/segments/${jobs[index]!.task.segmentCount! - 1}`);
      expect(last.status).toBe(200);
    }
    const again = await call(victim, 'POST', jobsPath, {
      body: { text: long, voiceId, format: 'wav' },
      headers: { 'Idempotency-Key': 'kill-0' },
    });
    expect(jobResponse.parse(await again.json()).task).toMatchObject({ taskId: ids[0], status: 'success' });
    const streamAgain = await call(victim, 'POST', '/api/open/v3/speech/tts/aligned', {
      body: { text: long, voiceId, format: 'wav' },
      headers: { 'Idempotency-Key': 'kill-stream' },
    });
    expect(await failureOf(streamAgain)).toMatchObject({ code: 'ERR_REQUEST_ALREADY_COMPLETED' });
    const book = await victim.charges();
    expect(book.entries.map((entry) => entry.state)).toEqual(['granted', ...Array.from({ length: 5 }, () => 'settled')]);
    expect(bookAddsUp(book)).toBe(true);
    await victim.stop();
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
});
