import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { jobsPath } from '#shared/wire/jobs.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { alignedPath, speechPath } from '#shared/wire/speech.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { bookAddsUp, call, failureOf, readEvents, voiceFor } from './support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService({ quota: 2_000, credits: 2_000 });
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
beforeEach(() => service.clearFaults());
afterAll(() => service.stop());

let count = 0;
/** An account that nobody used yet. */
const newKey = () => `local-ids-${(count += 1)}`;
const post = (path: string, key: string, body: Record<string, unknown>, headers: Record<string, string>) =>
  call(service, 'POST', path, { key, body: { voiceId, ...body }, headers });
const charged = async (key: string) => (await service.charges(key)).entries.filter((entry) => entry.state !== 'granted');

test('twenty requests with one id at once: one is made and charged, the others hear that it runs or is over', async () => {
  const key = newKey();
  const send = () => post(speechPath, key, { text: 'Only once, please.' }, { 'Idempotency-Key': 'twenty' });
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const failures = await Promise.all(answers.filter((answer) => answer.status !== 200).map(failureOf));
  for (const failure of failures) {
    expect(failure.status).toBe(409);
    expect(['ERR_REQUEST_IN_PROGRESS', 'ERR_REQUEST_ALREADY_COMPLETED']).toContain(failure.code);
  }
  expect(failures.some((failure) => failure.code === 'ERR_REQUEST_IN_PROGRESS')).toBe(true);
  expect(await charged(key)).toMatchObject([{ state: 'settled', characters: 18, requestId: 'twenty' }]);
});

test('a completed id is not replayed and not charged, whatever the order of its fields', async () => {
  const key = newKey();
  const headers = { 'Idempotency-Key': 'done' };
  expect((await post(speechPath, key, { text: 'Once.', speed: 1 }, headers)).status).toBe(200);
  const again = await call(service, 'POST', speechPath, { key, headers, body: { speed: 1, text: 'Once.', voiceId } });
  expect(await failureOf(again)).toMatchObject({ status: 409, code: 'ERR_REQUEST_ALREADY_COMPLETED' });
  expect(await charged(key)).toHaveLength(1);
});

test('an id with another body, or at another endpoint, is a conflict; with another account it is not', async () => {
  const key = newKey();
  const headers = { 'Idempotency-Key': 'mine' };
  await post(speechPath, key, { text: 'One.' }, headers);
  expect(await failureOf(await post(speechPath, key, { text: 'Two.' }, headers))).toMatchObject({
    status: 409,
    code: 'ERR_REQUEST_ID_CONFLICT',
  });
  for (const path of [alignedPath, jobsPath]) {
    expect(await failureOf(await post(path, key, { text: 'One.' }, headers))).toMatchObject({ code: 'ERR_REQUEST_ID_CONFLICT' });
  }
  expect((await post(speechPath, newKey(), { text: 'Two.' }, headers)).status).toBe(200);
});

test('a refunded id stays refunded; a new one works', async () => {
  const key = newKey();
  await service.setFaults([{ on: `POST ${speechPath}`, kind: 'fail-generation' }]);
  const headers = { 'Idempotency-Key': 'unlucky' };
  expect(await failureOf(await post(speechPath, key, { text: 'One.' }, headers))).toMatchObject({
    status: 500,
    code: 'ERR_GENERATION_FAILED',
  });
  expect(await failureOf(await post(speechPath, key, { text: 'One.' }, headers))).toMatchObject({
    status: 409,
    code: 'ERR_REQUEST_PREVIOUSLY_REFUNDED',
  });
  expect((await post(speechPath, key, { text: 'One.' }, { 'Idempotency-Key': 'lucky' })).status).toBe(200);
  const book = await service.charges(key);
  expect(book.entries.map((entry) => entry.state)).toEqual(['granted', 'refunded', 'settled']);
  expect(bookAddsUp(book)).toBe(true);
});

test('X-Request-Id is the id when no Idempotency-Key is sent, and only the trace when one is', async () => {
  const key = newKey();
  const send = (headers: Record<string, string>) => post(speechPath, key, { text: 'Hello.' }, headers);
  expect((await send({ 'X-Request-Id': 'trace' })).status).toBe(200);
  expect(await failureOf(await send({ 'X-Request-Id': 'trace' }))).toMatchObject({ code: 'ERR_REQUEST_ALREADY_COMPLETED' });
  expect((await send({ 'X-Request-Id': 'trace', 'Idempotency-Key': 'own-1' })).status).toBe(200);
  expect((await send({ 'X-Request-Id': 'trace', 'Idempotency-Key': 'own-2' })).status).toBe(200);
  expect((await send({})).status).toBe(200);
  expect((await send({})).status).toBe(200);
  expect(await charged(key)).toHaveLength(5);
});

test('an id of more than 128 characters is a 400', async () => {
  const headers = { 'Idempotency-Key': 'x'.repeat(129) };
  const failure = await failureOf(await post(speechPath, newKey(), { text: 'Hello.' }, headers));
  expect(failure.status).toBe(400);
  expect(failure.message).toContain('idempotency-key');
});

test('a request that was refused before any charge leaves its id free', async () => {
  const key = newKey();
  const headers = { 'Idempotency-Key': 'second-try' };
  expect((await post(speechPath, key, { text: 'Hello.', format: 'flac' }, headers)).status).toBe(400);
  expect((await post(speechPath, key, { text: 'Hello.' }, headers)).status).toBe(200);
});

test('a stream that completed, and one that failed, have used up their ids', async () => {
  const key = newKey();
  const send = (id: string) => post(alignedPath, key, { text: 'Hello there.' }, { 'Idempotency-Key': id });
  await readEvents(await send('whole'));
  expect(await failureOf(await send('whole'))).toMatchObject({ code: 'ERR_REQUEST_ALREADY_COMPLETED' });
  await service.setFaults([{ on: `POST ${alignedPath}`, kind: 'fail-generation', events: 3 }]);
  const { events } = await readEvents(await send('broken'));
  expect(events).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({ name: 'error', data: { code: 'ERR_GENERATION_FAILED' } });
  expect(await failureOf(await send('broken'))).toMatchObject({ code: 'ERR_REQUEST_PREVIOUSLY_REFUNDED' });
  expect((await charged(key)).map((entry) => entry.state)).toEqual(['settled', 'refunded']);
});

test('twenty creations of a job with one id are one job and one charge', async () => {
  const key = newKey();
  const send = (text: string) => post(jobsPath, key, { text }, { 'Idempotency-Key': 'job' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('A job.')));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([202]));
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { task: { taskId: string }; quotaRemaining: number }[];
  expect(new Set(bodies.map((body) => body.task.taskId)).size).toBe(1);
  expect(new Set(bodies.map((body) => body.quotaRemaining)).size).toBe(1);
  expect(await charged(key)).toHaveLength(1);
  expect(await failureOf(await send('Another job.'))).toMatchObject({ status: 409, code: 'ERR_REQUEST_ID_CONFLICT' });
});

test('what is spent is a 402 and takes nothing, at every endpoint; requests at once never overdraw', async () => {
  const key = newKey();
  const text = 'Nobody had told them where the road would go. '.repeat(7).slice(0, 300);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => post(speechPath, key, { text }, { 'Idempotency-Key': `spend-${index}` })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(6);
  for (const answer of answers.filter((one) => one.status !== 200)) {
    expect(await failureOf(answer)).toMatchObject({ status: 402, code: 'ERR_INSUFFICIENT_CREDITS' });
  }
  for (const path of [alignedPath, jobsPath]) expect((await post(path, key, { text }, {})).status).toBe(402);
  const book = await service.charges(key);
  expect(book.balance).toEqual({ quota: 200, credits: 200 });
  expect(bookAddsUp(book)).toBe(true);
  expect(await (await call(service, 'GET', profilePath, { key })).json()).toMatchObject({ api_quota_remaining: 200, credits: 200 });
});
