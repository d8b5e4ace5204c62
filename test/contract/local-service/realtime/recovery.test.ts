import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { realtimeCodes, realtimeVersions, type RealtimeVersion } from '#shared/wire/realtime.ts';
import { requestStatusV2, requestStatusV3, type RequestStatus } from '#shared/wire/realtime-helpers.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { bookAddsUp, call, decoded, failureOf, voiceFor } from '../support.ts';
import { Client, names, type Fields, type Heard } from './client.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

const patience = { timeout: 30_000, interval: 20 };
let service: LocalService;
let voiceId: string;
let folder: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
  folder = await mkdtemp(join(tmpdir(), 'voicewright-realtime-'));
});
beforeEach(() => service.clearFaults());
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const texts = ['The first segment. ', 'The second segment, which is longer. '];
const request = (more: Fields = {}) => ({ voiceId, modelId: 'alpha-s21pro-flash', format: 'wav', ...more });

/** Starts a reliable request; `start` is what answered. */
async function begin(key: string, requestId: string, more: Fields = {}, version: RealtimeVersion = 'v3', at = service) {
  const client = await Client.connect(at, version, { key });
  const start = await client.ask({ event: 'start', mode: 'reliable', requestId, request: request(), ...more });
  return { client, start };
}
/** Sends both segments and stops. */
function sayAll(client: Client): void {
  for (const [index, text] of texts.entries()) {
    client.send({ event: 'text', sequence: index + 1, text });
    client.send({ event: 'flush', segmentId: `s${index + 1}` });
  }
  client.send({ event: 'stop' });
}
const status = async (key: string, requestId: string, at = service): Promise<RequestStatus> =>
  requestStatusV3.parse(await (await call(at, 'GET', `/v3/tts/requests/${requestId}`, { key })).json());
const states = async (key: string, at = service) => (await at.charges(key)).entries.map((entry) => entry.state);
const errorOf = (events: readonly Heard[]) => events.find((event) => event.event === 'error');

test.each(realtimeVersions)('%s: replaying a completed request returns request_status and charges nothing', async (version) => {
  const key = `local-replay-${version}`;
  const { client } = await begin(key, 'same', {}, version);
  sayAll(client);
  await client.rest();
  const again = await begin(key, 'same', {}, version);
  expect(again.start).toMatchObject({
    event: 'request_status',
    requestId: 'same',
    state: 'completed',
    retryable: false,
    units: texts.join('').length,
    resultAvailable: true,
  });
  expect(await again.client.ask({ event: 'start', mode: 'reliable', requestId: 'same', request: request({ speed: 2 }) })).toMatchObject({
    event: 'error',
    code: 'idempotency_conflict',
    terminal: false,
  });
  again.client.close();
  expect(await states(key)).toEqual(['granted', 'settled', 'settled']);
});

test('a request that runs elsewhere is running, no matter who asks', async () => {
  const { client } = await begin('local-running', 'busy');
  const other = await begin('local-running', 'busy', { retryFailed: true });
  expect(other.start).toMatchObject({ event: 'request_status', state: 'running', retryable: false });
  const stranger = await begin('local-stranger', 'busy');
  expect(stranger.start).toMatchObject({ event: 'ready' });
  for (const one of [client, other.client, stranger.client]) one.close();
});

test('status and stored segments over HTTP, in both spellings, for the owner alone', async () => {
  const key = 'local-stored';
  const { client } = await begin(key, 'stored-request');
  sayAll(client);
  await client.rest();
  const v2 = requestStatusV2.parse(await (await call(service, 'GET', '/v2/tts/requests/stored-request', { key })).json());
  expect(v2).toMatchObject({
    request_id: 'stored-request',
    state: 'completed',
    retryable: false,
    result_available: true,
    units: texts.join('').length,
  });
  expect(await status(key, 'stored-request')).toMatchObject({
    requestId: 'stored-request',
    segments: [
      { segmentId: 's1', index: 0, state: 'completed', stored: true },
      { segmentId: 's2', index: 1 },
    ],
  });
  const path = '/v3/tts/requests/stored-request/segments/s2/audio';
  const response = await call(service, 'GET', path, { key });
  expect(response.headers.get('content-type')).toBe('audio/wav');
  const { samples } = await decoded('wav', new Uint8Array(await response.arrayBuffer()));
  const heard = client.heard.filter((event) => event.event === 'audio' && event['segmentId'] === 's2');
  expect(samples.length * 2).toBe(heard.reduce((sum, event) => sum + (event['audio'] as Uint8Array).length, 0));
  expect((await failureOf(await call(service, 'GET', path, { key: 'local-other' }))).status).toBe(404);
  expect((await call(service, 'GET', '/v3/tts/requests/stored-request/segments/none/audio', { key })).status).toBe(404);
  expect((await call(service, 'GET', '/v2/tts/requests/none', { key })).status).toBe(404);
  expect((await fetch(`${service.baseUrl}/v3/tts/requests/stored-request`)).status).toBe(401);
});

test.each(realtimeVersions)(
  '%s: a failed request is rerun with retry_failed: what is complete is sent again, the rest is made, and each is paid once',
  async (version) => {
    const key = `local-retry-${version}`;
    await service.setFaults([{ on: 'realtime:flush', nth: 2, kind: 'provider-error', events: 1 }]);
    const { client } = await begin(key, 'again', {}, version);
    sayAll(client);
    const failed = await client.rest();
    expect(errorOf(failed.events)).toMatchObject({
      code: 'provider_unavailable',
      retryable: true,
      terminal: true,
      stage: 'generation',
      requestId: 'again',
    });
    expect(failed.events.at(-1)).toMatchObject({ event: 'finish', reason: 'error' });
    expect(failed.code).toBe(1011);
    expect(await status(key, 'again')).toMatchObject({
      state: 'failed_retryable',
      retryable: true,
      resultAvailable: true,
      error: { code: 'provider_unavailable' },
    });
    expect(await states(key)).toEqual(['granted', 'settled', 'refunded']);
    const replay = await begin(key, 'again', {}, version);
    expect(replay.start).toMatchObject({ event: 'request_status', state: 'failed_retryable', retryable: true });
    expect(
      await replay.client.ask({ event: 'start', mode: 'reliable', requestId: 'again', retryFailed: true, request: request() }),
    ).toMatchObject({ event: 'ready' });
    sayAll(replay.client);
    const { events } = await replay.client.rest();
    expect(names(events).filter((name) => name === 'segment_completed')).toHaveLength(2);
    expect(events.filter((event) => event.event === 'segment_accepted').map((event) => event['reservedUnits'])).toEqual([
      0,
      texts[1]!.length,
    ]);
    expect(events.at(-1)).toMatchObject({ reason: 'completed', units: texts.join('').length });
    expect(await states(key)).toEqual(['granted', 'settled', 'refunded', 'settled']);
    expect(bookAddsUp(await service.charges(key))).toBe(true);
  },
);

test('a retry with other text, another cut or another segment id is idempotency_conflict, and the right one goes on', async () => {
  const key = 'local-mismatch';
  await service.setFaults([{ on: 'realtime:flush', kind: 'fail-generation' }]);
  const { client } = await begin(key, 'exact');
  client.send({ event: 'text', sequence: 1, text: 'One ' });
  client.send({ event: 'text', sequence: 2, text: 'two.' });
  client.send({ event: 'flush', segmentId: 'a' });
  expect(errorOf((await client.rest()).events)).toMatchObject({ code: 'generation_failed', retryable: true });
  const { client: retry } = await begin(key, 'exact', { retryFailed: true });
  expect(await retry.ask({ event: 'text', sequence: 1, text: 'Other ' })).toMatchObject({ code: 'idempotency_conflict', terminal: false });
  await retry.ask({ event: 'text', sequence: 1, text: 'One ' });
  expect(await retry.ask({ event: 'flush', segmentId: 'a' })).toMatchObject({ code: 'idempotency_conflict' });
  await retry.ask({ event: 'text', sequence: 2, text: 'two.' });
  expect(await retry.ask({ event: 'flush', segmentId: 'b' })).toMatchObject({ code: 'idempotency_conflict' });
  expect(await retry.ask({ event: 'flush', segmentId: 'a' })).toMatchObject({ event: 'segment_accepted' });
  retry.send({ event: 'stop' });
  expect((await retry.rest()).events.at(-1)).toMatchObject({ reason: 'completed' });
  expect(await states(key)).toEqual(['granted', 'refunded', 'settled']);
});

test('a terminal provider error makes the request failed_terminal, which no retry reopens', async () => {
  const key = 'local-terminal';
  await service.setFaults([{ on: 'realtime:flush', kind: 'provider-error', code: 'generation_failed', retryable: false }]);
  const { client } = await begin(key, 'over');
  sayAll(client);
  expect(errorOf((await client.rest()).events)).toMatchObject({ code: 'generation_failed', retryable: false, terminal: true });
  const again = await begin(key, 'over', { retryFailed: true });
  expect(again.start).toMatchObject({
    event: 'request_status',
    state: 'failed_terminal',
    retryable: false,
    units: 0,
    resultAvailable: false,
  });
  again.client.close();
});

test('a simple request that fails is refunded and failed_terminal', async () => {
  const key = 'local-simple-fails';
  await service.setFaults([{ on: 'realtime:input', kind: 'provider-error', code: 'provider_timeout', events: 1 }]);
  const client = await Client.connect(service, 'v2', { key });
  const ready = await client.ask({ event: 'start', request: request() });
  client.send({ event: 'input', text: texts[1] });
  expect(errorOf((await client.rest()).events)).toMatchObject({ code: 'provider_timeout' });
  expect(await status(key, String(ready['requestId']))).toMatchObject({ state: 'failed_terminal', units: 0 });
  expect(await states(key)).toEqual(['granted', 'refunded']);
});

test.each(realtimeCodes)('%s reaches a client with its code, whatever asks for it', async (code) => {
  await service.setFaults([{ on: 'realtime:text', kind: 'status', status: 500, code }]);
  const { client } = await begin(`local-code-${code}`, code);
  client.send({ event: 'text', sequence: 1, text: 'x' });
  const { events } = await client.rest();
  expect(events).toMatchObject([
    { event: 'error', code, retryable: true, terminal: true },
    { event: 'finish', reason: 'error', units: 0 },
  ]);
  expect(await states(`local-code-${code}`)).toEqual(['granted']);
});

test('dropped before the charge nothing was taken; dropped after it the audio waits for the retry, paid once', async () => {
  await service.setFaults([{ on: 'realtime:flush', kind: 'drop-before-charge' }]);
  const before = await begin('local-drop', 'before');
  sayAll(before.client);
  await before.client.rest();
  await expect.poll(async () => (await status('local-drop', 'before')).state, patience).toBe('failed_retryable');
  expect(await states('local-drop')).toEqual(['granted']);
  await service.setFaults([{ on: 'realtime:flush', kind: 'drop-after-charge' }]);
  const after = await begin('local-drop-after', 'after');
  sayAll(after.client);
  expect(names((await after.client.rest()).events)).not.toContain('audio');
  await expect.poll(async () => (await status('local-drop-after', 'after')).state, patience).toBe('failed_retryable');
  expect(await status('local-drop-after', 'after')).toMatchObject({ resultAvailable: true });
  const retry = await begin('local-drop-after', 'after', { retryFailed: true });
  sayAll(retry.client);
  expect((await retry.client.rest()).events.at(-1)).toMatchObject({ reason: 'completed', units: texts.join('').length });
  const book = await service.charges('local-drop-after');
  expect(book.entries.filter((entry) => entry.state === 'settled').map((entry) => entry.characters)).toEqual(
    texts.map((text) => text.length),
  );
});

test('cut after so many events or bytes: exactly those arrive, and the request can be retried', async () => {
  await service.setFaults([{ on: 'realtime:flush', kind: 'cut-after-events', events: 2 }]);
  const events = await begin('local-cut-events', 'cut');
  events.client.send({ event: 'text', sequence: 1, text: texts[1] });
  await events.client.until('input_ack');
  events.client.send({ event: 'flush', segmentId: 'a' });
  expect(names((await events.client.rest()).events)).toEqual(['segment_accepted', 'audio']);
  await service.setFaults([{ on: 'realtime:flush', kind: 'cut-after-bytes', bytes: 1_000 }]);
  const bytes = await begin('local-cut-bytes', 'cut');
  bytes.client.send({ event: 'text', sequence: 1, text: texts[1] });
  bytes.client.send({ event: 'flush', segmentId: 'a' });
  await bytes.client.rest();
  expect(bytes.client.audio).toHaveLength(1_000);
  await expect.poll(async () => (await status('local-cut-bytes', 'cut')).state, patience).toBe('failed_retryable');
  // The first audio was delivered: it stays paid, and the retry is not charged again.
  const retry = await begin('local-cut-bytes', 'cut', { retryFailed: true });
  retry.client.send({ event: 'text', sequence: 1, text: texts[1] });
  retry.client.send({ event: 'flush', segmentId: 'a' });
  retry.client.send({ event: 'stop' });
  expect((await retry.client.rest()).events.at(-1)).toMatchObject({ reason: 'completed' });
  expect(await states('local-cut-bytes')).toEqual(['granted', 'settled']);
});

test('drain ends what was accepted, finishes with server_draining, and leaves the request to be retried', async () => {
  await service.setFaults([{ on: 'realtime:ping', kind: 'drain' }]);
  const { client } = await begin('local-drain', 'drained');
  client.send({ event: 'text', sequence: 1, text: texts[0] });
  client.send({ event: 'flush', segmentId: 's1' });
  client.send({ event: 'ping' });
  const { events } = await client.rest();
  expect(names(events)).toEqual(expect.arrayContaining(['audio', 'segment_completed']) as string[]);
  expect(events.at(-1)).toMatchObject({ event: 'finish', reason: 'server_draining', units: texts[0]!.length });
  expect(await status('local-drain', 'drained')).toMatchObject({ state: 'failed_retryable', error: { code: 'connection_closed' } });
});

test('a delay holds an event back, and those behind it keep their order', async () => {
  await service.setFaults([{ on: 'realtime:text', kind: 'delay', ms: 200 }]);
  const { client } = await begin('local-delay', 'slow');
  sayAll(client);
  const { events } = await client.rest();
  expect(events.filter((event) => event.event === 'input_ack').map((event) => event['acceptedSequence'])).toEqual([1, 2]);
});

test(
  'killed while it speaks: the request is failed_retryable, the charges are consistent, and the retry completes',
  { tags: ['beside'] },
  async () => {
    const data = join(folder, 'killed');
    const key = 'local-killed';
    const first = await startLocalService({ dataDirectory: data });
    const long = 'A sentence that goes on for a while. '.repeat(50);
    const { client } = await begin(key, 'k', {}, 'v3', first);
    client.send({ event: 'text', sequence: 1, text: texts[0] });
    client.send({ event: 'flush', segmentId: 'done' });
    await client.until('segment_completed');
    client.send({ event: 'text', sequence: 2, text: long });
    client.send({ event: 'flush', segmentId: 'long' });
    await client.until('audio');
    await first.kill();
    const second = await startLocalService({ dataDirectory: data });
    try {
      expect(await status(key, 'k', second)).toMatchObject({
        state: 'failed_retryable',
        retryable: true,
        resultAvailable: true,
        error: { code: 'connection_closed' },
      });
      const book = await second.charges(key);
      expect(book.entries.map((entry) => entry.state)).not.toContain('reserved');
      expect(bookAddsUp(book)).toBe(true);
      const retry = await begin(key, 'k', { retryFailed: true }, 'v3', second);
      retry.client.send({ event: 'text', sequence: 1, text: texts[0] });
      retry.client.send({ event: 'flush', segmentId: 'done' });
      retry.client.send({ event: 'text', sequence: 2, text: long });
      retry.client.send({ event: 'flush', segmentId: 'long' });
      retry.client.send({ event: 'stop' });
      expect((await retry.client.rest()).events.at(-1)).toMatchObject({ reason: 'completed', units: texts[0]!.length + long.length });
      expect((await status(key, 'k', second)).units).toBe(texts[0]!.length + long.length);
      const settled = (await second.charges(key)).entries.filter((entry) => entry.state === 'settled');
      expect(settled.reduce((sum, entry) => sum + entry.characters, 0)).toBe(texts[0]!.length + long.length);
    } finally {
      await second.stop();
    }
  },
);

test('SIGTERM tells running sessions connection_closed and server_draining, and the process ends well', async () => {
  const own = await startLocalService();
  const { client } = await begin(own.apiKey, 'term', {}, 'v3', own);
  client.send({ event: 'text', sequence: 1, text: 'Many words. '.repeat(150) });
  client.send({ event: 'flush', segmentId: 'a' });
  await client.until('audio');
  const [code, rest] = await Promise.all([own.stop(), client.rest()]);
  expect(code).toBe(0);
  expect(errorOf(rest.events)).toMatchObject({ code: 'connection_closed', retryable: true, terminal: true });
  expect(rest.events.at(-1)).toMatchObject({ event: 'finish', reason: 'server_draining' });
});
