import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { realtimeCodes, realtimeVersions } from '#shared/wire/realtime.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { bookAddsUp, call, voiceFor } from '../support.ts';
import { Client, open, refused, type Fields } from './client.ts';

vi.setConfig({ testTimeout: 120_000 });
const patience = { timeout: 60_000, interval: 20 };
let service: LocalService;
let voiceId: string;
beforeAll(async () => {
  service = await startLocalService({ realtime: { unreadBytes: 32_768, stallMs: 1_000, closeMs: 120_000 } });
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
afterAll(() => service.stop());

const request = (more: Fields = {}) => ({ voiceId, modelId: 'alpha-s21pro-flash', format: 'pcm', ...more });
const stateOf = async (key: string, id: string, at = service) =>
  ((await (await call(at, 'GET', `/v3/tts/requests/${id}`, { key })).json()) as Fields)['state'];

test('a reader that stops is client_backpressure: the request fails, its generation ends, and others are served', async () => {
  const key = 'local-slow';
  const client = await Client.connect(service, 'v3', { key });
  await client.ask({ event: 'start', mode: 'reliable', requestId: 'slow', request: request() });
  for (let sequence = 1; sequence <= 5; sequence += 1)
    client.send({ event: 'text', sequence, text: 'A long text for a slow reader. '.repeat(60) });
  client.send({ event: 'flush', segmentId: 'a' });
  await client.until('audio');
  client.socket.pause();
  await expect.poll(() => stateOf(key, 'slow'), patience).toBe('failed_retryable');
  client.socket.resume();
  const { events, code } = await client.rest();
  expect(events.find((event) => event.event === 'error')).toMatchObject({ code: 'client_backpressure', retryable: true, terminal: true });
  expect(events.at(-1)).toMatchObject({ event: 'finish', reason: 'error' });
  expect(code).toBe(1008);
  expect(bookAddsUp(await service.charges(key))).toBe(true);
  const other = await Client.connect(service, 'v3', { key });
  await other.ask({ event: 'start', request: request() });
  other.send({ event: 'input', text: 'Served.' });
  expect((await other.rest()).events.at(-1)).toMatchObject({ reason: 'completed' });
});

test.concurrent(
  'a half-open connection that answers no ping is dropped, and its request can be retried',
  { tags: ['beside'] },
  async () => {
    const own = await startLocalService({ realtime: { heartbeatMs: 3_000 } });
    try {
      const client = await Client.connect(own, 'v2');
      await client.ask({ event: 'start', mode: 'reliable', requestId: 'half', request: request() });
      client.socket.pause();
      await expect.poll(() => stateOf(own.apiKey, 'half', own), patience).toBe('failed_retryable');
      client.close();
    } finally {
      await own.stop();
    }
  },
);

test.concurrent(
  'a client that is silent gets a timeout, before and after start; a ticket does not outlive its time',
  { tags: ['beside'] },
  async () => {
    const own = await startLocalService({ realtime: { idleMs: 6_000, ticketMs: 1 } });
    try {
      const [idle, started] = await Promise.all([Client.connect(own, 'v2'), Client.connect(own, 'v3')]);
      started.send({ event: 'start', mode: 'reliable', requestId: 'idle', request: request() });
      const { events, code } = await idle.rest();
      expect(events).toMatchObject([{ event: 'finish', reason: 'timeout', units: 0 }]);
      expect(code).toBe(1000);
      expect((await started.rest()).events.at(-1)).toMatchObject({ event: 'finish', reason: 'timeout', requestId: 'idle' });
      const issued = await call(own, 'POST', '/v3/tts/browser-tickets', { body: { origin: 'https://studio.example' } });
      const { ticket } = (await issued.json()) as { ticket: string };
      const late = await Client.connect(own, 'v3', { browser: true, headers: { Origin: 'https://studio.example' } });
      expect(await late.ask({ event: 'auth', token: ticket })).toMatchObject({ code: 'authentication_failed' });
    } finally {
      await own.stop();
    }
  },
);

test('more sessions of an account than are allowed, or more strangers, are 429 before the upgrade', async () => {
  const own = await startLocalService({ realtime: { sessionsOfAccount: 3, strangers: 1 } });
  try {
    for (let count = 0; count < 3; count += 1) await Client.connect(own, 'v3');
    expect(await refused(open(own, 'v3'))).toMatchObject({ status: 429, body: { code: 'ERR_RATE_LIMITED' } });
    await Client.connect(own, 'v3', { browser: true });
    expect(await refused(open(own, 'v3', { browser: true }))).toMatchObject({ status: 429 });
    const other = await Client.connect(own, 'v3', { key: 'local-other' });
    expect(await other.ask({ event: 'ping' })).toMatchObject({ event: 'pong' });
  } finally {
    await own.stop();
  }
});

const field = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer({ min: -2, max: 4 }),
  fc.boolean(),
  fc.constant(null),
  fc.double(),
  fc.constant([]),
);
const eventOf = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record(
      {
        event: fc.constant('start'),
        mode: fc.constantFrom('simple', 'reliable'),
        requestId: fc.constantFrom('a', 'b'),
        retryFailed: fc.boolean(),
      },
      { requiredKeys: ['event'] },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      event: fc.constant('text'),
      sequence: fc.integer({ min: 1, max: 4 }),
      text: fc.constantFrom('One.', 'Two. ', ' '),
    }),
  },
  { weight: 3, arbitrary: fc.record({ event: fc.constant('flush'), segmentId: fc.constantFrom('s', 't') }) },
  { weight: 2, arbitrary: fc.record({ event: fc.constant('input'), text: fc.constantFrom('One.', ' '), commit: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ event: fc.constantFrom('stop', 'ping', 'auth', 'finish') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      event: fc.constantFrom('auth', 'start', 'input', 'text', 'flush', 'ping'),
      text: field,
      sequence: field,
      token: field,
      segmentId: field,
      mode: field,
      request: field,
    }),
  },
);

test.each(realtimeVersions)(
  '%s: whatever events come in whatever order, every answer is an event of the list, every error has a code of the list, and the book adds up',
  async (version) => {
    const key = `local-random-${version}`;
    await fc.assert(
      fc.asyncProperty(fc.array(eventOf, { minLength: 1, maxLength: 10 }), async (events) => {
        const client = await Client.connect(service, version, { key });
        for (const event of events) {
          const start = event.event === 'start' && !('request' in event);
          if (client.socket.readyState === client.socket.OPEN) client.send(start ? { ...event, request: request() } : event);
        }
        if (client.socket.readyState === client.socket.OPEN) client.send({ event: 'ping', eventId: 'last' });
        // Ends by itself, or answers the last event.
        await new Promise<void>((resolve) => {
          const look = () => {
            if (client.closed !== undefined || client.heard.some((one) => one['inReplyTo'] === 'last')) resolve();
          };
          client.socket.on('message', look);
          client.socket.on('close', () => setImmediate(look));
          look();
        });
        for (const heard of client.heard) if (heard.event === 'error') expect(realtimeCodes).toContain(heard['code']);
        for (const heard of client.heard) expect(heard['code']).not.toBe('internal_error');
        client.close();
        await client.rest();
      }),
      { numRuns: 15 },
    );
    await expect.poll(async () => (await service.charges(key)).entries.some((entry) => entry.state === 'reserved'), patience).toBe(false);
    expect(bookAddsUp(await service.charges(key))).toBe(true);
  },
);
