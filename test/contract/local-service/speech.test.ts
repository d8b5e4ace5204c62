import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { alignedPath, speechPath } from '#shared/wire/speech.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import {
  alignedSpeech,
  allVoices,
  bookAddsUp,
  call,
  decoded,
  failureOf,
  fold,
  loudness,
  readEvents,
  tokensOf,
  voiceFor,
} from './support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

/** For what is awaited by asking again, on a machine that has other things to do. */
const patience = { timeout: 30_000, interval: 20 };
let service: LocalService;
let alpha: string;
beforeAll(async () => {
  service = await startLocalService();
  alpha = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
});
beforeEach(() => service.clearFaults());
afterAll(() => service.stop());

const speak = (body: Record<string, unknown>, headers: Record<string, string> = {}, key = service.apiKey) =>
  call(service, 'POST', speechPath, { key, body, headers });
const text = 'A short sentence to be spoken.';
async function samplesOf(body: Record<string, unknown>, key = service.apiKey): Promise<Float32Array> {
  const response = await speak({ text, voiceId: alpha, format: 'wav', ...body }, {}, key);
  expect(response.status).toBe(200);
  return (await decoded('wav', new Uint8Array(await response.arrayBuffer()))).samples;
}

test.each([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['ogg', 'audio/ogg'],
] as const)('%s is sound of that type, with its price', async (format, type) => {
  const response = await speak({ text, voiceId: alpha, format });
  expect(response.headers.get('content-type')).toBe(type);
  expect(Number(response.headers.get('x-openapi-credits-used'))).toBe(text.length);
  expect(Number(response.headers.get('x-openapi-quota-remaining'))).toBeGreaterThan(0);
  expect(response.headers.has('x-openapi-ignored-parameters')).toBe(false);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { samples, durationMs } = await decoded(format, bytes);
  expect(durationMs).toBeGreaterThan(1_000);
  expect(loudness(samples)).toBeGreaterThan(0.02);
  if (format === 'wav') {
    const header = new DataView(bytes.buffer);
    expect(header.getUint32(4, true)).toBe(bytes.length - 8);
    expect(header.getUint32(40, true)).toBe(bytes.length - 44);
  }
});

test.each([
  ['provider', 'provider x', { provider: 'x' }],
  ['engineModelId', 'engineModelId x', { engineModelId: 'x' }],
  ['text', 'text', { text: '' }],
  ['text', 'text x repeat 10_001', { text: 'x'.repeat(10_001) }],
  ['text', 'text n t', { text: ' \n\t ' }],
  ['text', 'text 7', { text: 7 }],
  ['voiceId', 'voiceId undefined', { voiceId: undefined }],
  ['modelId', 'modelId alpha nothing', { modelId: 'alpha-nothing' }],
  ['modelId', 'modelId beta 2 8 turbo', { modelId: 'beta-2.8-turbo' }],
  ['text', 'modelId alpha s1 text x repeat 2_001', { modelId: 'alpha-s1', text: 'x'.repeat(2_001) }],
  ['format', 'modelId alpha s1 format ogg', { modelId: 'alpha-s1', format: 'ogg' }],
  ['format', 'format flac', { format: 'flac' }],
  ['speed', 'speed 2 5', { speed: 2.5 }],
  ['speed', 'speed 1', { speed: '1' }],
  ['volume', 'volume 21', { volume: -21 }],
  ['pitch', 'pitch 13', { pitch: 13 }],
  ['stability', 'stability 0 4', { stability: 0.4 }],
  ['language', 'language', { language: '' }],
  ['instruction', 'instruction x repeat 1_601', { instruction: 'x'.repeat(1_601) }],
  ['filterEmoji', 'filterEmoji false', { filterEmoji: 'false' }],
])('a wrong %s (%s) is a 400 that names the field and charges nothing', async (field, _, change) => {
  const before = (await service.charges()).entries.length;
  for (const path of [speechPath, alignedPath, `${speechPath}/jobs`]) {
    const failure = await failureOf(await call(service, 'POST', path, { body: { text, voiceId: alpha, ...change } }));
    expect(failure).toMatchObject({ status: 400, code: 'ERR_INVALID_REQUEST' });
    expect(failure.message).toContain(field);
  }
  expect((await service.charges()).entries).toHaveLength(before);
});

test('a body that is no JSON, none, or not said to be, is a 400', async () => {
  for (const [body, type] of [
    ['{"text":', 'application/json'],
    ['null', 'application/json'],
    ['text=x', 'application/x-www-form-urlencoded'],
  ] as const) {
    expect(await failureOf(await call(service, 'POST', speechPath, { body, headers: { 'Content-Type': type } }))).toMatchObject({
      status: 400,
    });
  }
  expect(await failureOf(await call(service, 'POST', speechPath))).toMatchObject({ status: 400 });
});

test('a body beyond the bound is a 413 however it is sent', async () => {
  const large = JSON.stringify({ text: 'x'.repeat(300 * 1024), voiceId: alpha });
  expect(await failureOf(await call(service, 'POST', speechPath, { body: large }))).toMatchObject({ status: 413 });
  const chunked = await fetch(`${service.baseUrl}${speechPath}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
    body: new Blob([large]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(await failureOf(chunked)).toMatchObject({ status: 413 });
});

test('an unknown voice is a 404, an unavailable model a 503, an operation that a model lacks a 400', async () => {
  expect(await failureOf(await speak({ text, voiceId: 'nobody' }))).toMatchObject({ status: 404 });
  expect(await failureOf(await speak({ text, voiceId: alpha, modelId: 'alpha-s2pro-enterprise' }))).toMatchObject({
    status: 503,
    code: 'ERR_MODEL_UNAVAILABLE',
  });
  const zeta = (await voiceFor(service, 'en', 'zeta')).voiceId;
  expect(await failureOf(await call(service, 'POST', alignedPath, { body: { text, voiceId: zeta } }))).toMatchObject({ status: 400 });
  const lite = { text, voiceId: zeta, modelId: 'zeta-3.8-flash-lite-tts' };
  expect(await failureOf(await call(service, 'POST', `${speechPath}/jobs`, { body: lite }))).toMatchObject({ status: 400 });
});

test('a control that the model lacks is ignored, listed and without effect', async () => {
  const response = await speak({ text, voiceId: alpha, format: 'wav', pitch: 6, emotion: 'happy', speed: 1 }, {}, 'local-ignored');
  expect(response.headers.get('x-openapi-ignored-parameters')).toBe('pitch, emotion');
  const { samples } = await decoded('wav', new Uint8Array(await response.arrayBuffer()));
  // The engine's own noise moves a few milliseconds from call to call.
  expect(samples.length / (await samplesOf({}, 'local-plain')).length).toBeCloseTo(1, 1);
});

test('the same speech once more is another take, by every way that makes one; each account hears the same first one', async () => {
  const [one, other] = ['local-one', 'local-other'];
  const first = await samplesOf({}, one);
  const again = [
    await samplesOf({}, one),
    (await decoded('wav', (await alignedSpeech(service, { text, voiceId: alpha, format: 'wav' }, one)).audio)).samples,
    await samplesOf({}, one),
  ];
  const lengths = [first, ...again].map(({ length }) => length);
  expect(new Set(lengths).size).toBe(4);
  for (const length of lengths) expect(Math.abs(length / first.length - 1)).toBeLessThan(0.15);
  expect((await samplesOf({}, other)).length).toBe(first.length);
});

test('an emotion that nobody can act is ignored and listed, one that the model acts is not', async () => {
  const voiceId = (await voiceFor(service, 'en', 'beta')).voiceId;
  expect((await speak({ text, voiceId, emotion: 'zorn-7' })).headers.get('x-openapi-ignored-parameters')).toBe('emotion');
  expect((await speak({ text, voiceId, emotion: 'sad' })).headers.has('x-openapi-ignored-parameters')).toBe(false);
});

test('speed, volume, pitch and language act on the sound', async () => {
  const plain = await samplesOf({});
  expect((await samplesOf({ speed: 2 })).length).toBeLessThan(plain.length * 0.65);
  expect((await samplesOf({ speed: 0.5 })).length).toBeGreaterThan(plain.length * 1.6);
  expect(loudness(await samplesOf({ volume: -20 })) / loudness(plain)).toBeCloseTo(0.1, 1);
  expect(loudness(await samplesOf({ volume: 6 })) / loudness(plain)).toBeGreaterThan(1.3);
  const beta = (await voiceFor(service, 'en', 'beta')).voiceId;
  const rises = async (pitch: number) => period(await samplesOf({ voiceId: beta, pitch }));
  const [low, middle, high] = [await rises(-12), await rises(0), await rises(12)];
  expect(low).toBeGreaterThan(middle * 1.3);
  expect(high).toBeLessThan(middle / 1.3);
  const eta = (await voiceFor(service, 'en', 'eta')).voiceId;
  const german = await samplesOf({ voiceId: eta, language: 'de', text: 'Guten Morgen, wie geht es dir heute?' });
  const english = await samplesOf({ voiceId: eta, text: 'Guten Morgen, wie geht es dir heute?' });
  expect(german.length).not.toBe(english.length);
});

/** The pitch period of a voice in samples: the lag of the strongest autocorrelation, the median over the loud parts. */
function period(samples: Float32Array): number {
  const lags: number[] = [];
  for (let at = 0; at + 1_400 < samples.length; at += 700) {
    if (loudness(samples.subarray(at, at + 700)) < 0.05) continue;
    let best = 0;
    let lagOfBest = 0;
    for (let lag = 40; lag < 500; lag += 1) {
      let sum = 0;
      for (let index = at; index < at + 700; index += 1) sum += samples[index]! * samples[index + lag]!;
      if (sum > best * 1.05) [best, lagOfBest] = [sum, lag];
    }
    lags.push(lagOfBest);
  }
  return lags.sort((one, other) => one - other)[lags.length >> 1]!;
}

test('filterEmoji takes out faces, bills what is left, checks the length before, and refuses nothing', async () => {
  const body = { text: 'Hello (^_^) there 😀', voiceId: alpha };
  const filtered = await speak({ ...body, filterEmoji: true });
  expect(filtered.headers.get('x-openapi-credits-used')).toBe(String('Hello there 😀'.length));
  expect((await speak({ ...body, filterEmoji: false })).headers.get('x-openapi-credits-used')).toBe(String(body.text.length));
  const free = { voiceId: alpha, modelId: 'alpha-s21pro-free', filterEmoji: true };
  expect(await failureOf(await speak({ ...free, text: `${'(^_^) '.repeat(90)}hi` }))).toMatchObject({ status: 400 });
  expect(await failureOf(await speak({ ...body, text: ' (^_^) ', filterEmoji: true }))).toMatchObject({
    status: 400,
    code: 'ERR_INVALID_REQUEST',
  });
});

test('an aligned stream begins with sound, ends with completed, and names what it ignored', async () => {
  const response = await call(service, 'POST', alignedPath, { body: { text: `${text} ${text}`, voiceId: alpha, pitch: 1 } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const { events } = await readEvents(response);
  expect(events[0]?.name).toBe('audio');
  expect(events.at(-1)).toMatchObject({
    name: 'completed',
    data: {
      requestId: response.headers.get('x-request-id'),
      alignmentStatus: 'complete',
      creditsUsed: text.length * 2 + 1,
      ignoredParameters: ['pitch'],
    },
  });
  expect(events.filter((event) => event.name === 'audio').length).toBeGreaterThan(10);
});

test('the header of a streamed WAV does not claim a length', async () => {
  const { audio } = fold(
    (await readEvents(await call(service, 'POST', alignedPath, { body: { text, voiceId: alpha, format: 'wav' } }))).events,
  );
  const header = new DataView(audio.buffer, audio.byteOffset);
  expect([header.getUint32(4, true), header.getUint32(40, true)]).toEqual([0xffffffff, 0xffffffff]);
});

test('the longest text is spoken whole', { tags: ['beside'] }, async () => {
  const long = 'All work and no play. '.repeat(454).trim();
  const { events } = await readEvents(
    await call(service, 'POST', alignedPath, { body: { text: long, voiceId: alpha, format: 'wav', speed: 2 } }),
  );
  expect(fold(events).words.map((word) => word.text)).toEqual(tokensOf(long));
});

test('a reader that leaves ends the work and has paid; others go on', async () => {
  const leave = new AbortController();
  const long = 'All work and no play makes a dull day, and so on. '.repeat(190);
  const id = 'left-in-the-middle';
  const body = { text: long, voiceId: alpha, format: 'wav' };
  const response = await call(service, 'POST', alignedPath, { body, headers: { 'Idempotency-Key': id }, signal: leave.signal });
  await response.body!.getReader().read();
  leave.abort();
  const stateOf = async () => (await service.charges()).entries.find((entry) => entry.requestId === id)?.state;
  await expect.poll(stateOf, patience).toBe('settled');
  // The id is over, not running forever.
  await expect
    .poll(
      async () => (await failureOf(await call(service, 'POST', alignedPath, { body, headers: { 'Idempotency-Key': id } }))).code,
      patience,
    )
    .toBe('ERR_REQUEST_ALREADY_COMPLETED');
  expect((await speak({ text, voiceId: alpha })).status).toBe(200);
});

test('a reader that does not read holds up nobody, and no more is made for it than the buffers take', { tags: ['beside'] }, async () => {
  const body = { text: 'All work and no play makes a dull day, and so on. '.repeat(120), voiceId: alpha, format: 'wav' };
  const ids = ['stalled-1', 'stalled-2', 'stalled-3'];
  const open = (id: string) => call(service, 'POST', alignedPath, { body, headers: { 'Idempotency-Key': id } });
  const stalled = await Promise.all(ids.map(open));
  // Whole streams are read meanwhile by others; time enough to finish all of the stalled ones, were they made.
  await readEvents(await call(service, 'POST', alignedPath, { body }));
  for (const id of ids) expect(await failureOf(await open(id))).toMatchObject({ code: 'ERR_REQUEST_IN_PROGRESS' });
  for (const response of stalled) await response.body?.cancel();
  await expect
    .poll(
      async () => (await service.charges()).entries.filter((entry) => ids.includes(entry.requestId)).map((entry) => entry.state),
      patience,
    )
    .toEqual(ids.map(() => 'settled'));
  expect(bookAddsUp(await service.charges())).toBe(true);
});

test('every voice of the catalogue has a sound', { tags: ['beside'] }, async () => {
  const lengths = new Set<number>();
  for (const voice of await allVoices(service)) {
    const response = await speak({ text: 'Hola, hello, 12.', voiceId: voice.voiceId, format: 'mp3' });
    expect(response.status, voice.name).toBe(200);
    lengths.add((await response.arrayBuffer()).byteLength);
  }
  expect(lengths.size).toBeGreaterThan(10);
});
