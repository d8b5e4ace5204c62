import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { encode } from '@msgpack/msgpack';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RealtimeVersion } from '#shared/wire/realtime.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { call, voiceFor } from '../support.ts';
import { Client, names, type Fields } from './client.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let voiceId: string;
let beta: string;
beforeAll(async () => {
  service = await startLocalService();
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
  beta = (await voiceFor(service, 'en-US', 'beta')).voiceId;
});
beforeEach(() => service.clearFaults());
afterAll(() => service.stop());

const modelId = 'alpha-s21pro-flash';
const request = (more: Fields = {}) => ({ voiceId, modelId, format: 'pcm', ...more });
const started = async (version: RealtimeVersion, more: Fields = {}, key?: string) => {
  const client = await Client.connect(service, version, { key });
  const ready = await client.ask({ event: 'start', request: request(), ...more });
  if (ready.event !== 'ready') throw new Error(JSON.stringify(ready));
  return { client, ready };
};

test('v2 refuses unknown fields: beside the request as invalid_message, within it as unsupported_parameter', async () => {
  const client = await Client.connect(service, 'v2');
  expect(await client.ask({ event: 'ping', colour: 1 })).toMatchObject({
    event: 'error',
    code: 'invalid_message',
    path: 'colour',
    terminal: false,
  });
  expect(await client.ask({ event: 'start', request: request({ colour: 1 }) })).toMatchObject({
    code: 'unsupported_parameter',
    path: 'request.colour',
    stage: 'start',
  });
  expect(await client.ask({ event: 'start', request: request({ pitch: 3 }) })).toMatchObject({
    code: 'unsupported_parameter',
    path: 'request.pitch',
  });
  expect(await client.ask({ event: 'start', request: request({ speed: 3 }) })).toMatchObject({
    code: 'invalid_message',
    path: 'request.speed',
  });
  expect(await client.ask({ event: 'start', request: request({ chunkLength: 49 }) })).toMatchObject({
    code: 'invalid_message',
    path: 'request.chunk_length',
  });
  expect(await client.ask({ event: 'start', request: request({ language: 'x'.repeat(33) }) })).toMatchObject({
    code: 'invalid_message',
    path: 'request.language',
  });
  expect(await client.ask({ event: 'start', request: request({ format: 'flac' }) })).toMatchObject({
    code: 'unsupported_parameter',
    path: 'request.format',
  });
  expect(await client.ask({ event: 'start', request: request({ speed: 'fast' }) })).toMatchObject({
    code: 'invalid_message',
    path: 'request.speed',
  });
  expect(await client.ask({ event: 'start', request: request() })).toMatchObject({ event: 'ready' });
  client.close();
});

test('product_v1 clamps what the model supports, ignores the rest with warnings, and reports the values used', async () => {
  const { client, ready } = await started('v2', {
    request: request({ parameterProfile: 'product_v1', speed: 9, volume: -30, pitch: 3, colour: 1 }),
  });
  expect(ready['effectiveRequest']).toMatchObject({ voiceId, modelId, speed: 2, volume: -20, stability: 1 });
  expect(ready['effectiveRequest']).not.toHaveProperty('pitch');
  await client.ask({ event: 'ping' });
  const warnings = client.heard.filter((event) => event.event === 'warning');
  expect(warnings.map((warning) => [warning['code'], warning['path']]).sort()).toEqual([
    ['parameter_clamped', 'request.speed'],
    ['parameter_clamped', 'request.volume'],
    ['unknown_parameter', 'request.colour'],
    ['unsupported_parameter', 'request.pitch'],
  ]);
  client.close();
});

test('the legacy profile reports no effective_request', async () => {
  const { client, ready } = await started('v2');
  expect(ready).not.toHaveProperty('effectiveRequest');
  client.close();
});

test('v3 ignores unknown and unsupported controls with structured warnings; effectiveRequest is what is used', async () => {
  const { client, ready } = await started('v3', { request: request({ speed: 0.1, emotion: 'sad', colour: 1, stability: 1.2 }), shade: 2 });
  expect(ready['effectiveRequest']).toMatchObject({ speed: 0.5, stability: 1.2 });
  expect((ready['warnings'] as Fields[]).map((warning) => [warning['code'], warning['path']]).sort()).toEqual([
    ['parameter_clamped', 'request.speed'],
    ['unknown_parameter', 'request.colour'],
    ['unknown_parameter', 'shade'],
    ['unsupported_parameter', 'request.emotion'],
  ]);
  client.send({ event: 'ping', shade: 1 });
  expect(await client.next()).toMatchObject({ event: 'warning', code: 'unknown_parameter', path: 'shade' });
  client.close();
});

test('a voice, a model or a pair of them that does not exist, and a model that is unavailable', async () => {
  const client = await Client.connect(service, 'v3');
  expect(await client.ask({ event: 'start', request: request({ voiceId: 'nobody' }) })).toMatchObject({
    code: 'voice_not_found',
    path: 'request.voiceId',
  });
  expect(await client.ask({ event: 'start', request: request({ modelId: 'tts-1' }) })).toMatchObject({
    code: 'model_not_found',
    path: 'request.modelId',
  });
  expect(await client.ask({ event: 'start', request: request({ voiceId: beta }) })).toMatchObject({ code: 'model_not_found' });
  expect(await client.ask({ event: 'start', request: request({ modelId: 'alpha-s2pro-enterprise' }) })).toMatchObject({
    code: 'provider_unavailable',
    retryable: true,
    terminal: false,
  });
  expect(await client.ask({ event: 'start', request: { voiceId } })).toMatchObject({ code: 'invalid_message', path: 'request.modelId' });
  client.close();
});

test('frames that are no MessagePack, no map, no UTF-8, too deep or of no known event can be corrected', async () => {
  const client = await Client.connect(service, 'v2');
  const bad: [Uint8Array, string][] = [
    [Buffer.from([0xc1]), 'invalid_messagepack'],
    [Buffer.from([0x81, 0xa5]), 'invalid_messagepack'],
    [Buffer.from([0x81, 0xa5, 0x65, 0x76, 0x65, 0x6e, 0x74, 0xa2, 0xc3, 0x28]), 'invalid_messagepack'],
    [encode([1, 2]), 'invalid_message'],
    [encode('start'), 'invalid_message'],
    [encode({}), 'invalid_message'],
    [encode({ event: 'toString' }), 'invalid_message'],
    [encode({ event: 'input', text: '' }), 'invalid_message'],
    [Buffer.concat([Buffer.alloc(60_000, 0x91), Buffer.from([0xc0])]), 'invalid_message'],
    [Buffer.concat([Buffer.from([0x81, 0xa5]), Buffer.from('event'), Buffer.alloc(60_000, 0x91), Buffer.from([0xc0])]), 'invalid_message'],
  ];
  for (const [bytes, code] of bad) {
    client.socket.send(bytes);
    expect(await client.next()).toMatchObject({ event: 'error', code, terminal: false });
  }
  expect(await client.ask({ event: 'ping' })).toMatchObject({ event: 'pong' });
  client.close();
});

test('a text frame ends the session with invalid_message and 1003, a frame over the limit with 1009', async () => {
  const text = await Client.connect(service, 'v3');
  text.socket.send('{"event":"ping"}');
  const { events, code } = await text.rest();
  expect(events).toMatchObject([{ event: 'error', code: 'invalid_message', terminal: true }]);
  expect(code).toBe(1003);
  const large = await Client.connect(service, 'v3');
  large.socket.send(Buffer.alloc(200 * 1024));
  expect((await large.rest()).code).toBe(1009);
});

test('random bytes on the socket are answered with codes of the list, and end after a hundred', async () => {
  const client = await Client.connect(service, 'v2');
  for (let count = 0; count < 150; count += 1) client.socket.send(randomBytes(1 + (count % 200)));
  const { events, code } = await client.rest();
  for (const event of events) expect(['invalid_messagepack', 'invalid_message']).toContain(event['code']);
  expect(events).toHaveLength(100);
  expect(code).toBe(1008);
});

test('bytes that are no HTTP and no WebSocket frame leave the service answering', async () => {
  for (const first of [randomBytes(2_000), Buffer.from('GET /v3/tts/live HTTP/1.1\r\nUpgrade: websocket\r\n\r\n')]) {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(first);
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    socket.destroy();
  }
  const client = await Client.connect(service, 'v3');
  client.socket.on('error', () => undefined);
  (client.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(randomBytes(1_000));
  await client.rest().catch(() => undefined);
  expect((await call(service, 'GET', '/v3/tts/capabilities')).status).toBe(200);
});

// — States and limits —

test('events in a state that does not know them are invalid_state and can be corrected', async () => {
  const client = await Client.connect(service, 'v2');
  expect(await client.ask({ event: 'input', text: 'x' })).toMatchObject({ code: 'invalid_state', terminal: false });
  expect(await client.ask({ event: 'start', request: request() })).toMatchObject({ event: 'ready' });
  expect(await client.ask({ event: 'start', request: request() })).toMatchObject({ code: 'invalid_state' });
  expect(await client.ask({ event: 'text', sequence: 1, text: 'x' })).toMatchObject({ code: 'invalid_state' });
  client.close();
  const reliable = await started('v2', { mode: 'reliable', requestId: 'states' });
  expect(await reliable.client.ask({ event: 'input', text: 'x' })).toMatchObject({ code: 'invalid_state' });
  reliable.client.close();
});

test('reliable needs event_id and request_id, and event ids are unique', async () => {
  const client = await Client.connect(service, 'v2');
  client.raw({ event: 'start', mode: 'reliable', requestId: 'ids', request: request() });
  expect(await client.next()).toMatchObject({ code: 'invalid_message', path: 'event_id' });
  expect(await client.ask({ event: 'start', mode: 'reliable', request: request() })).toMatchObject({
    code: 'invalid_message',
    path: 'request_id',
  });
  expect(await client.ask({ event: 'start', retryFailed: true, request: request() })).toMatchObject({
    code: 'invalid_message',
    path: 'retry_failed',
  });
  expect(await client.ask({ event: 'start', mode: 'reliable', requestId: 'x'.repeat(129), request: request() })).toMatchObject({
    code: 'invalid_message',
    path: 'request_id',
  });
  expect(await client.ask({ event: 'start', mode: 'reliable', requestId: 'ids', request: request() })).toMatchObject({ event: 'ready' });
  client.raw({ event: 'ping' });
  expect(await client.next()).toMatchObject({ code: 'invalid_message', path: 'event_id' });
  client.send({ event: 'ping', eventId: 'twice' });
  expect(await client.next()).toMatchObject({ event: 'pong' });
  client.send({ event: 'ping', eventId: 'twice' });
  expect(await client.next()).toMatchObject({ code: 'invalid_message', path: 'event_id' });
  client.close();
});

test('limits: 2,000 characters a text event, 10,000 a segment, 128 a segment id, the next sequence, unique segments, no empty ones', async () => {
  const { client } = await started('v3', { mode: 'reliable', requestId: 'limits' });
  let sequence = 0;
  const say = (text: string) => client.ask({ event: 'text', sequence: (sequence += 1), text });
  expect(await client.ask({ event: 'flush', segmentId: 'none' })).toMatchObject({ code: 'empty_segment', terminal: false });
  expect(await client.ask({ event: 'text', sequence: 2, text: 'x' })).toMatchObject({ code: 'invalid_message', path: 'sequence' });
  expect(await client.ask({ event: 'text', sequence: 1, text: 'x'.repeat(2_001) })).toMatchObject({
    code: 'segment_too_large',
    path: 'text',
  });
  for (let count = 0; count < 5; count += 1) expect(await say(' '.repeat(2_000))).toMatchObject({ event: 'input_ack' });
  expect(await client.ask({ event: 'text', sequence: 6, text: 'x' })).toMatchObject({ code: 'segment_too_large' });
  expect(await client.ask({ event: 'flush', segmentId: 'blank' })).toMatchObject({ code: 'empty_segment' });
  expect(await client.ask({ event: 'flush', segmentId: 'x'.repeat(129) })).toMatchObject({ code: 'invalid_message', path: 'segmentId' });
  client.close();
  const second = (await started('v3', { mode: 'reliable', requestId: 'limits-2' })).client;
  second.send({ event: 'text', sequence: 1, text: 'One.' });
  second.send({ event: 'flush', segmentId: 'a' });
  second.send({ event: 'text', sequence: 2, text: 'Two.' });
  expect(await second.ask({ event: 'flush', segmentId: 'a' })).toMatchObject({ code: 'idempotency_conflict' });
  expect(await second.ask({ event: 'flush', segmentId: 'b' })).toMatchObject({ event: 'segment_accepted' });
  second.close();
});

test('simple mode buffers 10,000 characters at most, fewer where the model takes fewer', async () => {
  const { client } = await started('v2');
  expect(await client.ask({ event: 'input', text: 'x'.repeat(10_001), commit: false })).toMatchObject({ code: 'segment_too_large' });
  expect(await client.ask({ event: 'input', text: 'x'.repeat(10_000), commit: false })).toMatchObject({
    event: 'input_ack',
    remainingCapacity: 0,
  });
  expect(await client.ask({ event: 'input', text: 'x' })).toMatchObject({ code: 'segment_too_large', terminal: false });
  client.close();
  const free = await started('v2', { request: request({ modelId: 'alpha-s21pro-free' }) });
  expect(await free.client.ask({ event: 'input', text: 'x'.repeat(501) })).toMatchObject({ code: 'segment_too_large' });
  free.client.close();
});

test('a session takes 100,000 units, and 64 segments may wait: session_limit_exceeded and client_backpressure', async () => {
  const { client } = await started('v3', { mode: 'reliable', requestId: 'units' });
  let sequence = 0;
  const segment = (id: string, text: string, parts: number) => {
    for (let part = 0; part < parts; part += 1) client.send({ event: 'text', sequence: (sequence += 1), text });
    client.send({ event: 'flush', segmentId: id });
  };
  const filler = `${' '.repeat(1_999)}a`;
  for (let count = 0; count < 11; count += 1) segment(`long-${count}`, filler, 5);
  for (;;) {
    const event = await client.next();
    if (event.event !== 'error') continue;
    expect(event).toMatchObject({ code: 'session_limit_exceeded', terminal: false });
    break;
  }
  client.close();
  const other = (await started('v3', { mode: 'reliable', requestId: 'waiting', request: request({ format: 'mp3' }) })).client;
  sequence = 0;
  const send = (count: number) => {
    other.send({
      event: 'text',
      sequence: (sequence += 1),
      text: 'A sentence that takes its while to be spoken, and then some more. '.repeat(8),
    });
    other.send({ event: 'flush', segmentId: `short-${count}` });
  };
  for (let count = 0; count < 185; count += 1) send(count);
  for (;;) {
    const event = await other.next();
    if (event.event !== 'error') continue;
    expect(event).toMatchObject({ code: 'client_backpressure', retryable: true, terminal: false });
    break;
  }
  other.close();
});

test('more than the quota holds is quota_exceeded, takes nothing, and less still goes through', async () => {
  const small = await startLocalService({ quota: 20 });
  try {
    const client = await Client.connect(small, 'v3');
    await client.ask({ event: 'start', request: request() });
    expect(await client.ask({ event: 'input', text: 'This text is longer than twenty characters.' })).toMatchObject({
      code: 'quota_exceeded',
      terminal: false,
      stage: 'billing',
    });
    client.send({ event: 'input', text: 'Short enough.' });
    expect((await client.rest()).events.at(-1)).toMatchObject({ reason: 'completed', units: 13 });
    expect((await small.charges()).balance.quota).toBe(7);
  } finally {
    await small.stop();
  }
});

test('stop drops what was never flushed, and says so', async () => {
  const { client } = await started('v2', { mode: 'reliable', requestId: 'uncommitted' });
  client.send({ event: 'text', sequence: 1, text: 'Never flushed.' });
  client.send({ event: 'stop' });
  const { events } = await client.rest();
  expect(names(events)).toEqual(['input_ack', 'warning', 'finish']);
  expect(events[1]).toMatchObject({ code: 'uncommitted_text' });
});

test('capabilities tell providers, models, formats, parameters, limits and modes in each version’s spelling, and want the bearer', async () => {
  const read = async (version: RealtimeVersion) => (await (await call(service, 'GET', `/${version}/tts/capabilities`)).json()) as Fields;
  const [v2, v3] = [await read('v2'), await read('v3')];
  for (const document of [v2, v3]) {
    expect(document).toMatchObject({
      modes: ['simple', 'reliable'],
      formats: ['mp3', 'wav', 'opus', 'pcm'],
      providers: expect.arrayContaining(['alpha', 'eta']) as string[],
    });
    expect(document['models'] as Fields[]).toHaveLength(20);
  }
  expect(v2).toMatchObject({
    contract_version: 'v2',
    protocol: 'realtime.tts.msgpack.v2',
    limits: { session_units: 100_000, text_characters: 2_000 },
  });
  expect(v3).toMatchObject({ contractVersion: 'v3', protocol: 'realtime.tts.msgpack.v3', limits: { sessionUnits: 100_000 } });
  const model = (document: Fields, id: string) => (document['models'] as Fields[]).find((one) => one['id'] === id)!;
  expect(model(v2, 'beta-2.8-turbo')['parameters']).toMatchObject({ pitch: { minimum: -12, maximum: 12, default: 0 }, emotion: true });
  expect(model(v3, 'beta-2.8-turbo')['parameters']).not.toHaveProperty('pitch');
  expect((await fetch(`${service.baseUrl}/v3/tts/capabilities`)).status).toBe(401);
});
