import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { jobsPath } from '#shared/wire/jobs.ts';
import { jobList, jobResponse } from '#shared/wire/responses/jobs.ts';
import { alignedPath, speechPath, type speechRequest } from '#shared/wire/speech.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { bookAddsUp, call, failureOf, fold, readEvents, tokensOf, voiceFor } from './support.ts';

const patience = { timeout: 30_000, interval: 20 };
// Many calls each, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 150_000 });

let service: LocalService;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
beforeEach(() => service.clearFaults());
afterAll(() => service.stop());

const v3Paths = [speechPath, alignedPath, jobsPath];

/** For every field a value that its schema refuses, whatever the model. */
const wrong: Record<keyof typeof speechRequest.shape, fc.Arbitrary<unknown>> = {
  text: fc.constantFrom('', 7, null, ['x'], 'x'.repeat(10_001)),
  voiceId: fc.constantFrom('', 7, null, {}, 'x'.repeat(129)),
  modelId: fc.constantFrom('', 7, null, {}, 'x'.repeat(129)),
  format: fc.constantFrom('', 'flac', 'MP3', 7, null),
  speed: fc.oneof(
    fc.double({ min: 2.01, max: 99, noNaN: true }),
    fc.double({ min: -9, max: 0.49, noNaN: true }),
    fc.constantFrom('1', null),
  ),
  volume: fc.oneof(
    fc.double({ min: 20.1, max: 99, noNaN: true }),
    fc.double({ min: -99, max: -20.1, noNaN: true }),
    fc.constantFrom('1', null),
  ),
  pitch: fc.oneof(
    fc.double({ min: 12.1, max: 99, noNaN: true }),
    fc.double({ min: -99, max: -12.1, noNaN: true }),
    fc.constantFrom('1', true),
  ),
  stability: fc.oneof(
    fc.double({ min: 1.51, max: 9, noNaN: true }),
    fc.double({ min: -9, max: 0.49, noNaN: true }),
    fc.constantFrom('1', null),
  ),
  similarity: fc.oneof(
    fc.double({ min: 1.51, max: 9, noNaN: true }),
    fc.double({ min: -9, max: 0.49, noNaN: true }),
    fc.constantFrom([], null),
  ),
  language: fc.constantFrom('', 7, null, 'x'.repeat(65)),
  emotion: fc.constantFrom('', 7, null, 'x'.repeat(65)),
  instruction: fc.constantFrom(7, null, {}, 'x'.repeat(1_601)),
  textNormalization: fc.constantFrom('true', 0, 1, null),
  filterEmoji: fc.constantFrom('false', 'true', 0, 1, null, []),
};
const known = Object.keys(wrong) as (keyof typeof wrong)[];
const unknownName = fc
  .oneof(
    fc.constantFrom('provider', 'engineModelId', 'version', 'qwenModel', 'minimaxEmotion', 'token', 'reference_id', 'Text', 'cache'),
    fc.string({ minLength: 1, maxLength: 20 }),
  )
  .filter((name) => !known.includes(name as never) && name !== '__proto__');

test('random strict bodies: every unknown or wrong field of v3 is a 400 that names it, and none is charged', async () => {
  const key = 'local-strict';
  const fault = fc.oneof(
    fc.constantFrom(...known).chain((name) => wrong[name].map((value) => ({ name, value }))),
    fc.tuple(unknownName, fc.jsonValue()).map(([name, value]) => ({ name, value })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...v3Paths),
      fc.uniqueArray(fault, { minLength: 1, maxLength: 3, selector: (one) => one.name }),
      async (path, faults) => {
        const body = { text: 'Hello.', voiceId, ...Object.fromEntries(faults.map(({ name, value }) => [name, value])) };
        const failure = await failureOf(await call(service, 'POST', path, { key, body }));
        expect(failure).toMatchObject({ status: 400, code: 'ERR_INVALID_REQUEST' });
        for (const { name } of faults) expect(failure.message).toContain(name);
      },
    ),
    { numRuns: 60 },
  );
  expect((await service.charges(key)).entries).toHaveLength(1);
});

test('the charge book sums to the balance after any calls, whatever fails in them', async () => {
  const kinds = [
    undefined,
    { kind: 'status', status: 429 },
    { kind: 'fail-generation' },
    { kind: 'fail-generation', events: 0, segments: 1 },
    { kind: 'drop-before-charge' },
    { kind: 'drop-after-charge' },
    { kind: 'cut-after-bytes', bytes: 500 },
    { kind: 'cut-after-events', events: 2 },
  ] as const;
  const step = fc.record({
    path: fc.constantFrom(...v3Paths, '/api/open/v1/speech/tts', '/v1/tts'),
    text: fc.constantFrom('Hi.', 'Two. Words.', '(^_^)', 'long '.repeat(50), ''),
    fault: fc.constantFrom(...kinds),
    id: fc.constantFrom('a', 'b', undefined),
    cache: fc.boolean(),
    filterEmoji: fc.boolean(),
  });
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const key = `local-book-${(accounts += 1)}`;
      for (const { path, text, fault, id, cache, filterEmoji } of steps) {
        await service.setFaults(fault === undefined ? [] : [{ on: `POST ${path}`, ...fault }]);
        const own = path === '/v1/tts' ? { reference_id: voiceId } : path.includes('/v1/') ? { voiceId, cache } : { voiceId, filterEmoji };
        const headers = id === undefined ? {} : { 'Idempotency-Key': id };
        await call(service, 'POST', path, { key, headers, body: { text, ...own } }).then(
          (response) => response.arrayBuffer().catch(() => undefined),
          () => undefined,
        );
        expect(bookAddsUp(await service.charges(key))).toBe(true);
      }
      // Jobs and streams that were left behind come to their end, and nothing stays reserved.
      await expect
        .poll(async () => (await service.charges(key)).entries.filter((entry) => entry.state === 'reserved'), patience)
        .toEqual([]);
      expect(bookAddsUp(await service.charges(key))).toBe(true);
    }),
    { numRuns: 5 },
  );
});

test('filterEmoji counts before it filters, so that a text that would fit afterwards does not', async () => {
  const failure = await failureOf(
    await call(service, 'POST', speechPath, { body: { text: `${'(^_^) '.repeat(1_700)}hi`, voiceId, filterEmoji: true } }),
  );
  expect(failure).toMatchObject({ status: 400, message: expect.stringContaining('text') as string });
});

test('a whitespace-only result of filterEmoji is a 400 everywhere, with no job and no charge; the flag changes the request', async () => {
  const key = 'local-whitespace';
  for (const path of v3Paths) {
    const response = await call(service, 'POST', path, { key, body: { text: ' (^_^) (T_T) ', voiceId, filterEmoji: true } });
    expect(await failureOf(response)).toMatchObject({ status: 400, code: 'ERR_INVALID_REQUEST' });
  }
  expect((await service.charges(key)).entries).toHaveLength(1);
  const send = (filterEmoji: boolean) =>
    call(service, 'POST', speechPath, { key, headers: { 'Idempotency-Key': 'flag' }, body: { text: 'Hi (^_^)', voiceId, filterEmoji } });
  expect((await send(false)).status).toBe(200);
  expect(await failureOf(await send(true))).toMatchObject({ code: 'ERR_REQUEST_ID_CONFLICT' });
});

test('a job names what it ignored in its body and its header', async () => {
  const response = await call(service, 'POST', jobsPath, { body: { text: 'Hi.', voiceId, pitch: 1, emotion: 'sad', instruction: 'slow' } });
  expect(jobResponse.parse(await response.json()).ignoredParameters).toEqual(['pitch', 'emotion', 'instruction']);
  expect(response.headers.get('x-openapi-ignored-parameters')).toBe('pitch, emotion, instruction');
});

const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen. And a second sentence.';
const streamed = async (key = service.apiKey) =>
  (await readEvents(await call(service, 'POST', alignedPath, { key, body: { text: long, voiceId, format: 'wav' } }))).events;

test('a snapshot of a chunk is revised by the next one of the same chunk', async () => {
  const events = (await streamed()).filter((event) => event.name === 'alignment_snapshot');
  expect(events.filter((event) => event.data['chunkSeq'] === 0).length).toBeGreaterThan(1);
  expect(fold(events).words.map((word) => word.text)).toEqual(tokensOf(long));
});

test('timing that is invalidated and sent again is complete; withdrawn for good it is partial; the audio stays', async () => {
  await service.setFaults([{ on: `POST ${alignedPath}`, kind: 'alignment', effect: 'invalidate', chunk: 1 }]);
  // Each of an account that hears it for the first time: the same once more would be another take.
  const again = await streamed('local-again');
  const names = again.filter((event) => event.data['chunkSeq'] === 1).map((event) => event.name);
  expect(names.slice(-3)).toEqual(['alignment_snapshot', 'alignment_invalidated', 'alignment_snapshot']);
  expect(fold(again).completed).toMatchObject({ alignmentStatus: 'complete' });
  await service.setFaults([{ on: `POST ${alignedPath}`, kind: 'alignment', effect: 'partial' }]);
  const gone = await streamed('local-gone');
  expect(gone.filter((event) => event.data['chunkSeq'] === 0).at(-1)?.name).toBe('alignment_invalidated');
  expect(fold(gone).completed).toMatchObject({ alignmentStatus: 'partial' });
  expect(fold(gone).audio.length / fold(again).audio.length).toBeCloseTo(1, 1);
});

test('a full queue is a 429 with Retry-After, charges nothing, and is open again when it has moved on', { tags: ['beside'] }, async () => {
  // A service of its own: an answer of another test that nobody reads would keep one of its places.
  const service = await startLocalService({ queue: 2, places: 8 });
  onTestFinished(async () => {
    await service.stop();
  });
  const { voiceId } = await voiceFor(service, 'en-US', 'alpha');
  const stop = new AbortController();
  const body = { text: 'All work and no play makes a dull day, and so on. '.repeat(190), voiceId, format: 'wav' };
  const open = () => call(service, 'POST', alignedPath, { body, key: 'local-queue', signal: stop.signal });
  // Eight that nobody reads keep the thread's places; the ninth and tenth wait for one. Answers that nobody holds would be collected, and
  // their connections closed.
  const unread = await Promise.all(Array.from({ length: 8 }, open));
  const waiting = [open(), open()].map((one) => one.catch(() => undefined));
  const count = async () => (await service.charges('local-queue')).entries.length;
  await expect.poll(count, patience).toBe(11);
  const refused = await call(service, 'POST', speechPath, { body: { text: 'Hi.', voiceId }, key: 'local-late' });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/u);
  expect(await failureOf(refused)).toMatchObject({ status: 429, code: 'ERR_RATE_LIMITED' });
  expect((await service.charges('local-late')).entries.filter((entry) => entry.state !== 'refunded')).toHaveLength(1);

  const create = () => call(service, 'POST', jobsPath, { body: { text: 'Hi.', voiceId }, key: 'local-jobs' });
  const jobs = [];
  // Two are begun and have no place with the thread yet; two wait behind them.
  for (let made = 0; made < 6; made += 1) jobs.push(await create());
  const full = jobs.filter((job) => job.status === 429);
  expect(full.length).toBeGreaterThan(0);
  expect(full[0]!.headers.get('retry-after')).toMatch(/^\d+$/u);
  expect(unread.map((answer) => answer.bodyUsed)).toEqual(Array.from({ length: 8 }, () => false));
  stop.abort();
  await Promise.all(waiting);
  // What was accepted while the queue was full is made, not failed.
  const states = async () =>
    jobList.parse(await (await call(service, 'GET', jobsPath, { key: 'local-jobs' })).json()).items.map((job) => job.task.status);
  await expect.poll(async () => new Set(await states()), patience).toEqual(new Set(['success']));
  await expect.poll(async () => (await call(service, 'POST', speechPath, { body: { text: 'Hi.', voiceId } })).status, patience).toBe(200);
  await expect.poll(async () => (await create()).status, patience).toBe(202);
});

test('the audio of a job is gone after 30 days, its job and its words are not', { tags: ['beside'] }, async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'voicewright-expiry-'));
  try {
    const key = 'local-old';
    let old = await startLocalService({ dataDirectory, key });
    const created = await call(old, 'POST', jobsPath, { body: { text: 'Hi.', voiceId } });
    const path = `${jobsPath}/${jobResponse.parse(await created.json()).task.taskId}`;
    const read = async () => jobResponse.parse(await (await call(old, 'GET', path)).json());
    await expect.poll(async () => (await read()).task.status, patience).toBe('success');
    const days = (Date.parse(String((await read()).record?.['audioExpiresAt'])) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    await old.stop();
    const database = new DatabaseSync(join(dataDirectory, 'local-service.sqlite'));
    database.prepare('UPDATE jobs SET completed_at = ?').run(new Date(Date.now() - 31 * 86_400_000).toISOString());
    database.close();
    old = await startLocalService({ dataDirectory, key });
    expect(await failureOf(await call(old, 'GET', `${path}/audio`))).toMatchObject({ status: 404 });
    expect((await read()).task.status).toBe('success');
    expect((await call(old, 'GET', `${path}/segments/0`)).status).toBe(200);
    await old.stop();
    const after = new DatabaseSync(join(dataDirectory, 'local-service.sqlite'));
    expect(after.prepare('SELECT count(*) AS kept FROM job_audio').get()).toEqual({ kept: 0 });
    after.close();
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
});

test('an address of stored audio can be made to have expired', async () => {
  const { task } = jobResponse.parse(await (await call(service, 'POST', jobsPath, { body: { text: 'Hi.', voiceId } })).json());
  const audio = () => call(service, 'GET', `${jobsPath}/${task.taskId}/audio`);
  await expect.poll(async () => (await audio()).status, patience).toBe(302);
  await service.setFaults([{ on: `GET ${jobsPath}/*/audio`, kind: 'expire' }]);
  expect(await failureOf(await audio())).toMatchObject({ status: 404 });
  expect((await audio()).status).toBe(302);
});
