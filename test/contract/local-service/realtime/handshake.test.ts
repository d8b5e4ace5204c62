import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { realtimeVersions, type RealtimeVersion } from '#shared/wire/realtime.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { call, failureOf, voiceFor } from '../support.ts';
import { Client, open, refused, type Fields } from './client.ts';

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

const request = () => ({ voiceId, modelId: 'alpha-s21pro-flash', format: 'pcm' });
const ticketFor = async (version: RealtimeVersion) => {
  const response = await call(service, 'POST', `/${version}/tts/browser-tickets`, { body: { origin: 'https://studio.example' } });
  return (await response.json()) as Fields;
};

// — Before the upgrade —

test('/v1/tts/live is frozen: 410 with a JSON error, with and without an upgrade', async () => {
  expect(await refused(open(service, 'v3', { path: '/v1/tts/live' }))).toMatchObject({ status: 410, body: { code: 'ERR_GONE' } });
  expect(await failureOf(await call(service, 'GET', '/v1/tts/live'))).toMatchObject({ status: 410, code: 'ERR_GONE' });
});

test('a live path without an upgrade answers 426', async () => {
  for (const version of realtimeVersions) expect((await call(service, 'GET', `/${version}/tts/live`)).status).toBe(426);
});

test.each(['token', 'api_key'])('a credential in the address (%s) is refused before the upgrade', async (name) => {
  const answer = await refused(open(service, 'v2', { path: `/v2/tts/live?${name}=x` }));
  expect(answer).toMatchObject({ status: 400, body: { code: 'ERR_INVALID_REQUEST' } });
  expect(answer.body['message']).toContain(name);
});

test('a wrong key, a wrong Host, a wrong path and a missing or foreign subprotocol are HTTP errors', async () => {
  expect(await refused(open(service, 'v3', { key: 'nobody' }))).toMatchObject({ status: 401, body: { code: 'ERR_UNAUTHORIZED' } });
  expect(await refused(open(service, 'v3', { key: 'local-disabled' }))).toMatchObject({ status: 401 });
  expect(await refused(open(service, 'v3', { headers: { Host: 'evil.example' } }))).toMatchObject({ status: 403 });
  expect(await refused(open(service, 'v3', { path: '/v4/tts/live' }))).toMatchObject({ status: 404 });
  expect(await refused(open(service, 'v3', { protocols: [] }))).toMatchObject({ status: 400 });
  expect(await refused(open(service, 'v3', { protocols: ['realtime.tts.msgpack.v2'] }))).toMatchObject({ status: 400 });
});

test('of several subprotocols the one of the path is chosen', async () => {
  const client = await Client.connect(service, 'v3', { protocols: ['realtime.tts.msgpack.v2', 'realtime.tts.msgpack.v3'] });
  expect(client.socket.protocol).toBe('realtime.tts.msgpack.v3');
  client.close();
});

test('a status fault strikes the handshake', async () => {
  await service.setFaults([{ on: 'GET /v3/tts/live', kind: 'status', status: 429, retryAfterSeconds: 3 }]);
  expect(await refused(open(service, 'v3'))).toMatchObject({ status: 429 });
});

// — Authentication —

test.each(realtimeVersions)('%s: a browser authenticates with a ticket of its origin, once', async (version) => {
  const { ticket } = await ticketFor(version);
  const browser = { browser: true, headers: { Origin: 'https://studio.example' } };
  const client = await Client.connect(service, version, browser);
  expect(await client.ask({ event: 'auth', token: ticket })).toMatchObject({ event: 'authenticated' });
  expect(await client.ask({ event: 'start', request: request() })).toMatchObject({ event: 'ready' });
  client.close();
  const again = await Client.connect(service, version, browser);
  expect(await again.ask({ event: 'auth', token: ticket })).toMatchObject({
    event: 'error',
    code: 'authentication_failed',
    terminal: true,
    retryable: false,
  });
  expect((await again.rest()).code).toBe(1008);
});

test('a ticket of another origin or host is refused and used up', async () => {
  const { ticket } = await ticketFor('v3');
  const elsewhere = await Client.connect(service, 'v3', { browser: true, headers: { Origin: 'https://evil.example' } });
  expect(await elsewhere.ask({ event: 'auth', token: ticket })).toMatchObject({ code: 'permission_denied', terminal: true });
  const home = await Client.connect(service, 'v3', { browser: true, headers: { Origin: 'https://studio.example' } });
  expect(await home.ask({ event: 'auth', token: ticket })).toMatchObject({ code: 'authentication_failed' });
  const { ticket: other } = await ticketFor('v3');
  const host = `localhost:${new URL(service.baseUrl).port}`;
  const otherHost = await Client.connect(service, 'v3', { browser: true, headers: { Origin: 'https://studio.example', Host: host } });
  expect(await otherHost.ask({ event: 'auth', token: other })).toMatchObject({ code: 'permission_denied' });
});

test('browser tickets: v3 tells address and subprotocol, an origin that is none is a 400 that names it, and the bearer is needed', async () => {
  expect(await ticketFor('v2')).toMatchObject({ ticket: expect.any(String) as string, origin: 'https://studio.example' });
  const v3 = await ticketFor('v3');
  expect(v3).toMatchObject({ subprotocol: 'realtime.tts.msgpack.v3', url: `${service.realtimeUrl}/v3/tts/live` });
  const wrong = await call(service, 'POST', '/v3/tts/browser-tickets', { body: { origin: 'https://a.example/path' } });
  expect((await failureOf(wrong)).message).toContain('origin');
  expect((await fetch(`${service.baseUrl}/v2/tts/browser-tickets`, { method: 'POST' })).status).toBe(401);
});

test('without a bearer the first event must be auth, and in time', async () => {
  const early = await Client.connect(service, 'v2', { browser: true });
  expect(await early.ask({ event: 'ping' })).toMatchObject({ code: 'authentication_required', terminal: true });
  const own = await startLocalService({ realtime: { authenticationMs: 200 } });
  try {
    const silent = await Client.connect(own, 'v3', { browser: true });
    const { events, code } = await silent.rest();
    expect(events).toMatchObject([{ event: 'error', code: 'authentication_required', terminal: true }]);
    expect(code).toBe(1008);
  } finally {
    await own.stop();
  }
});

test('auth behind a bearer is already_authenticated and harmless', async () => {
  const client = await Client.connect(service, 'v2');
  expect(await client.ask({ event: 'start', request: request() })).toMatchObject({ event: 'ready' });
  expect(await client.ask({ event: 'auth', token: 'x' })).toMatchObject({ code: 'already_authenticated', terminal: false });
  expect(await client.ask({ event: 'ping' })).toMatchObject({ event: 'pong' });
  client.close();
});
