import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { engineSpeechPath, openAiSpeechPath, openAiVoicesPath } from '#shared/wire/compatibility.ts';
import { openAiVoices } from '#shared/wire/responses/compatibility.ts';
import { jobsPath, terminalJobStates } from '#shared/wire/jobs.ts';
import { jobResponse } from '#shared/wire/responses/jobs.ts';
import { jobsV1Path, speechV1Path } from '#shared/wire/speech-v1.ts';
import { cachedSpeech } from '#shared/wire/responses/speech-v1.ts';
import { speechV2Path } from '#shared/wire/speech-v2.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { bookAddsUp, call, decoded, failureOf, loudness, voiceFor } from './support.ts';

// Many calls each, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 150_000 });

let service: LocalService;
let alpha: string;
let beta: string;
let eta: string;
let zeta: string;
beforeAll(async () => {
  service = await startLocalService({ quota: 5_000, credits: 5_000 });
  [alpha, beta, eta, zeta] = (await Promise.all(['alpha', 'beta', 'eta', 'zeta'].map((family) => voiceFor(service, 'en', family)))).map(
    (voice) => voice.voiceId,
  ) as [string, string, string, string];
});
beforeEach(() => service.clearFaults());
afterAll(() => service.stop());

let accounts = 0;
const newKey = () => `local-earlier-${(accounts += 1)}`;
const text = 'A short sentence.';
const post = (path: string, body: Record<string, unknown>, headers: Record<string, string> = {}, key = newKey()) =>
  call(service, 'POST', path, { body, headers, key });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const wave = async (path: string, body: Record<string, unknown>) => {
  const response = await post(path, body);
  expect(response.status).toBe(200);
  return (await decoded('wav', await bytesOf(response))).samples;
};
const refused = async (path: string, body: Record<string, unknown>, field: string, status = 400) => {
  const key = newKey();
  const failure = await failureOf(await post(path, body, {}, key));
  expect(failure.status).toBe(status);
  expect(failure.message).toContain(field);
  expect((await service.charges(key)).entries).toHaveLength(1);
  return failure;
};

/** Path, and the body of an ordinary request. */
const endpoints = (): [string, Record<string, unknown>][] => [
  [speechV1Path, { text, voiceId: alpha }],
  [speechV2Path, { text, voiceId: alpha }],
  [engineSpeechPath, { text, reference_id: alpha }],
  [openAiSpeechPath, { input: text, voice: alpha, model: 'alpha-s1' }],
];

test('each earlier endpoint answers with sound, its price and the trace id, and ignores what it does not name', async () => {
  for (const [path, body] of endpoints()) {
    const response = await post(path, { ...body, token: 'x', somethingElse: { deep: [1] } }, { 'X-Request-Id': 'trace-7' });
    expect(response.status, path).toBe(200);
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    expect(response.headers.get('x-request-id')).toBe('trace-7');
    expect(response.headers.get('x-openapi-credits-used')).toBe(String(text.length));
    expect(response.headers.get('x-openapi-quota-remaining')).toBe(String(5_000 - text.length));
    expect(loudness((await decoded('mp3', await bytesOf(response))).samples)).toBeGreaterThan(0.02);
  }
});

test('a field of a wrong type or range is a 400 that names it, and nothing is charged', async () => {
  for (const [path, body] of endpoints()) {
    await refused(path, { ...body, speed: '1' }, 'speed');
    await refused(path, { ...body, speed: 2.1 }, 'speed');
    const spoken = 'input' in body ? 'input' : 'text';
    await refused(path, { ...body, [spoken]: '' }, spoken);
    await refused(path, { ...body, [spoken]: ' \n' }, spoken);
    await refused(path, { ...body, [spoken]: undefined }, spoken);
  }
  await refused(speechV1Path, { text, voiceId: alpha, format: 'ogg' }, 'format');
  await refused(speechV1Path, { text, voiceId: alpha, cache: 'true' }, 'cache');
  await refused(speechV2Path, { text, voiceId: alpha, format: 'flac' }, 'format');
  await refused(speechV2Path, { text: 'x'.repeat(10_001), voiceId: alpha }, 'text');
  await refused(speechV2Path, { text, voiceId: alpha, instruction: 'x'.repeat(1_601) }, 'instruction');
  await refused(engineSpeechPath, { text, reference_id: alpha, top_p: 0.4 }, 'top_p');
  await refused(engineSpeechPath, { text, reference_id: alpha, temperature: 1.6 }, 'temperature');
  await refused(engineSpeechPath, { text, reference_id: alpha, prosody: { speed: 3 } }, 'prosody.speed');
  await refused(openAiSpeechPath, { input: text, voice: alpha, model: 'alpha-s1', response_format: 'opus' }, 'response_format');
});

test('v1: reference_id is the voice too, modelId is the model unless it alone can be the voice, and no voice is chosen for you', async () => {
  for (const voice of [{ reference_id: alpha }, { modelId: alpha }, { voiceId: alpha, reference_id: alpha, modelId: 'alpha-s1' }]) {
    expect((await post(speechV1Path, { text, ...voice })).status).toBe(200);
  }
  await refused(speechV1Path, { text, voiceId: alpha, reference_id: beta }, 'reference_id');
  await refused(speechV1Path, { text, voiceId: alpha, modelId: 'beta-2.8-turbo' }, 'modelId');
  await refused(speechV1Path, { text }, 'voiceId');
  await refused(speechV1Path, { text, modelId: 'alpha-s1' }, 'voiceId');
  await refused(speechV1Path, { text, voiceId: 'nobody' }, 'voiceId', 404);
  expect(await failureOf(await post(speechV1Path, { text, voiceId: alpha, modelId: 'alpha-s2pro-enterprise' }))).toMatchObject({
    status: 503,
  });
});

test('v1: eta models have ranges of their own, their defaults are the sound of none sent, and volume is not applied', async () => {
  const plain = { text, voiceId: eta, format: 'wav' };
  await refused(speechV1Path, { ...plain, stability: 1.1 }, 'stability');
  await refused(speechV1Path, { ...plain, similarity: 1.1 }, 'similarity');
  await refused(speechV1Path, { ...plain, speed: 0.6 }, 'speed');
  await refused(speechV1Path, { ...plain, speed: 1.3 }, 'speed');
  await refused(speechV1Path, { text, voiceId: alpha, stability: 0.4 }, 'stability');
  const [bare, defaults, loud, slow] = await Promise.all([
    wave(speechV1Path, plain),
    wave(speechV1Path, { ...plain, stability: 0.5, similarity: 0.75 }),
    wave(speechV1Path, { ...plain, volume: -20, stability: 0, similarity: 1 }),
    wave(speechV1Path, { ...plain, speed: 0.7 }),
  ]);
  expect(defaults.length / bare.length).toBeCloseTo(1, 1);
  expect(loudness(loud) / loudness(bare)).toBeGreaterThan(0.5);
  expect(slow.length).toBeGreaterThan(bare.length * 1.25);
  expect((await post(speechV1Path, { ...plain, volume: 5 })).headers.get('x-openapi-ignored-parameters')).toBe('volume');
});

test('v1 and v2: speed, volume and pitch act, and a control that the model lacks is listed', async () => {
  for (const path of [speechV1Path, speechV2Path]) {
    const plain = { text, voiceId: beta, format: 'wav' };
    const bare = await wave(path, plain);
    expect((await wave(path, { ...plain, speed: 2 })).length).toBeLessThan(bare.length * 0.7);
    expect(loudness(await wave(path, { ...plain, volume: -20 })) / loudness(bare)).toBeLessThan(0.2);
    const body = {
      text,
      voiceId: beta,
      stability: 1,
      emotion: 'sad',
      pitch: 3,
      language: 'en',
      textNormalization: false,
      instruction: 'slow',
    };
    const lacking = await post(path, body);
    expect(lacking.headers.get('x-openapi-ignored-parameters')).toBe('stability, instruction');
  }
});

test('v1 cache: JSON with an address that needs no key, replayed by its X-Request-Id without a charge', async () => {
  const key = newKey();
  const send = (body: Record<string, unknown> = {}) =>
    post(speechV1Path, { text, voiceId: alpha, format: 'wav', cache: true, ...body }, { 'X-Request-Id': 'cached' }, key);
  const first = cachedSpeech.parse(await (await send()).json());
  expect(first).toMatchObject({
    success: true,
    format: 'wav',
    characters_used: text.length,
    credits_used: text.length,
    quota_remaining: 5_000 - text.length,
  });
  expect(new URL(first.audio_url).origin).toBe(service.baseUrl);
  expect(Date.parse(first.expires_at)).toBeGreaterThan(Date.now());
  const sound = await fetch(first.audio_url);
  expect(sound.headers.get('content-type')).toBe('audio/wav');
  const bytes = await bytesOf(sound);
  expect(sound.headers.get('content-length')).toBe(String(bytes.length));
  expect(loudness((await decoded('wav', bytes)).samples)).toBeGreaterThan(0.02);
  expect(await (await send()).json()).toEqual(first);
  expect(await failureOf(await send({ text: 'Another.' }))).toMatchObject({ status: 409, code: 'ERR_REQUEST_ID_CONFLICT' });
  expect(await failureOf(await send({ cache: false }))).toMatchObject({ status: 409, code: 'ERR_REQUEST_ID_CONFLICT' });
  expect((await service.charges(key)).entries.map((entry) => entry.state)).toEqual(['granted', 'settled']);
});

test('v1 cache: an address that was changed or has expired is a 404', async () => {
  const { audio_url: address } = cachedSpeech.parse(await (await post(speechV1Path, { text, voiceId: alpha, cache: true })).json());
  const changed = address.replace(/\.(\d{9,})\./u, (_, seconds: string) => `.${Number(seconds) + 60}.`);
  expect(await failureOf(await fetch(changed))).toMatchObject({ status: 404 });
  await service.setFaults([{ on: 'GET /api/open/signed/speech/*', kind: 'expire' }]);
  expect(await failureOf(await fetch(address))).toMatchObject({ status: 404 });
  expect((await fetch(address)).status).toBe(200);
});

test('v1 cache: twenty requests with one id at once are one charge and one answer', async () => {
  const key = newKey();
  const send = () => post(speechV1Path, { text, voiceId: alpha, cache: true }, { 'X-Request-Id': 'twenty' }, key);
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  const made = await Promise.all(answers.filter((answer) => answer.status === 200).map((answer) => answer.json()));
  for (const answer of answers.filter((one) => one.status !== 200)) {
    expect(await failureOf(answer)).toMatchObject({ status: 409, code: 'ERR_REQUEST_IN_PROGRESS' });
  }
  expect(made.length).toBeGreaterThan(0);
  for (const one of made) expect(one).toEqual(made[0]);
  expect(await (await send()).json()).toEqual(made[0]);
  expect((await service.charges(key)).entries).toHaveLength(2);
});

test('v1 and v2 binary: X-Request-Id is the key, completed or refunded is a 409', async () => {
  for (const path of [speechV1Path, speechV2Path]) {
    const key = newKey();
    const send = (id: string, body: Record<string, unknown> = {}) =>
      post(path, { text, voiceId: alpha, ...body }, { 'X-Request-Id': id, 'Idempotency-Key': `other-${id}` }, key);
    expect((await send('one')).status).toBe(200);
    expect(await failureOf(await send('one'))).toMatchObject({ status: 409, code: 'ERR_REQUEST_ALREADY_COMPLETED' });
    expect(await failureOf(await send('one', { text: 'Two.' }))).toMatchObject({ status: 409, code: 'ERR_REQUEST_ID_CONFLICT' });
    await service.setFaults([{ on: `POST ${path}`, kind: 'fail-generation' }]);
    expect(await failureOf(await send('two'))).toMatchObject({ status: 500 });
    expect(await failureOf(await send('two'))).toMatchObject({ status: 409, code: 'ERR_REQUEST_PREVIOUSLY_REFUNDED' });
    expect(bookAddsUp(await service.charges(key))).toBe(true);
  }
});

test('v1 jobs: engineModelId counts, other fields are allowed, and the same key is the same task', async () => {
  const key = newKey();
  const body = { text, voiceId: alpha, engineModelId: 'alpha-s1', modelId: 'alpha-s21pro', format: 'wav', note: { mine: true } };
  const send = () => post(jobsV1Path, body, { 'X-Request-Id': 'job-1' }, key);
  const response = await send();
  expect(response.status).toBe(202);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/u);
  const { task } = jobResponse.parse(await response.json());
  expect(task).toMatchObject({ voiceId: alpha, modelId: 'alpha-s1', status: 'pending' });
  expect(response.headers.get('location')).toBe(`${jobsV1Path}/${task.taskId}`);
  expect(jobResponse.parse(await (await send()).json()).task.taskId).toBe(task.taskId);
  const read = async () =>
    jobResponse.parse(await (await call(service, 'GET', `${jobsV1Path}/${task.taskId}`, { key })).json()).task.status;
  await expect.poll(read, { timeout: 30_000, interval: 20 }).toBe('success');
  expect(terminalJobStates).toContain(await read());
  const sound = await call(service, 'GET', `${jobsPath}/${task.taskId}/audio`, { key, redirect: 'follow' });
  expect((await decoded('wav', await bytesOf(sound))).durationMs).toBeGreaterThan(500);
  expect((await service.charges(key)).entries).toHaveLength(2);
  expect((await call(service, 'GET', `${jobsV1Path}/${task.taskId}`)).status).toBe(404);
  await refused(jobsV1Path, { text, voiceId: alpha, format: 'ogg' }, 'format');
});

test('v2: historical fields name a model and an emotion, or nothing', async () => {
  const credits = async (body: Record<string, unknown>) => {
    const response = await post(speechV2Path, { text, voiceId: alpha, ...body });
    expect(response.status).toBe(200);
    return Number(response.headers.get('x-openapi-credits-used')) / text.length;
  };
  expect(await credits({ engineModelId: 'alpha-s21pro' })).toBe(2);
  expect(await credits({ qwenModel: 'alpha-s21pro' })).toBe(2);
  expect(await credits({ version: 'alpha-s21pro' })).toBe(2);
  expect(await credits({ version: 2, qwenModel: 'something', engineModelId: 'old' })).toBe(1);
  expect(await credits({ modelId: 'alpha-s1', engineModelId: 'alpha-s21pro' })).toBe(1);
  expect((await post(speechV2Path, { text, voiceId: beta, minimaxEmotion: 'sad' })).headers.has('x-openapi-ignored-parameters')).toBe(
    false,
  );
  expect((await post(speechV2Path, { text, voiceId: beta, minimaxEmotion: 'zorn' })).headers.get('x-openapi-ignored-parameters')).toBe(
    'emotion',
  );
  await refused(speechV2Path, { text, voiceId: alpha, modelId: 'nothing' }, 'modelId');
});

test.each([
  ['s2.1-pro', 2],
  ['s2.1-pro-flash', 1],
  ['s2.1-flash', 1],
  ['s2-pro', 2],
  ['s1', 1],
  ['s1-mini', 1],
  ['speech-1.5', 1],
  ['1.6', 1],
  ['alpha-s21pro', 2],
  ['whatever', 1],
])('/v1/tts: the model header %s costs %d a character', async (model, price) => {
  const response = await post(engineSpeechPath, { text, reference_id: alpha }, { model });
  expect(Number(response.headers.get('x-openapi-credits-used'))).toBe(price * text.length);
});

test('/v1/tts: the header maps to the model, whose limits hold', async () => {
  const send = (model: string, length: number) => post(engineSpeechPath, { text: 'x'.repeat(length), reference_id: alpha }, { model });
  expect((await send('s2.1-pro-free', 501)).status).toBe(400);
  for (const model of ['s1', 's1-mini', 'speech-1.5', 'speech-1.6']) expect((await send(model, 2_001)).status, model).toBe(400);
});

test('/v1/tts: formats, prosody and what maps to other controls', async () => {
  const body = { text, reference_id: alpha };
  const typed = async (format: string) => (await post(engineSpeechPath, { ...body, format })).headers.get('content-type');
  expect(await typed('opus')).toBe('audio/mpeg');
  const pcm = await post(engineSpeechPath, { ...body, format: 'pcm' });
  expect(pcm.headers.get('content-type')).toBe('audio/pcm; rate=22050; channels=1');
  const raw = await bytesOf(pcm);
  const bare = await wave(engineSpeechPath, { ...body, format: 'wav' });
  expect(raw.length / 2 / bare.length).toBeCloseTo(1, 1);
  for (const change of [{ prosody: { speed: 2, volume: 3 } }, { speed: 2 }, { prosody: { speed: 2 }, speed: 0.5 }]) {
    expect((await wave(engineSpeechPath, { ...body, format: 'wav', ...change })).length).toBeLessThan(bare.length * 0.7);
  }
  const controls = { temperature: 0.7, top_p: 0.7, normalize: false, chunk_length: 200, latency: 'normal' };
  const all = await post(engineSpeechPath, { ...body, ...controls });
  expect(all.status).toBe(200);
  expect(all.headers.has('x-openapi-ignored-parameters')).toBe(false);
  // Both reach the engine under the names of v3: a model without them says so.
  const other = await post(engineSpeechPath, { text, reference_id: beta, ...controls });
  expect(other.headers.get('x-openapi-ignored-parameters')).toBe('stability, similarity');
  const digits = { text: '1234567', reference_id: alpha, format: 'wav' };
  expect((await wave(engineSpeechPath, { ...digits, normalize: false })).length).not.toBe((await wave(engineSpeechPath, digits)).length);
});

test('/v1/audio/speech: the voice by id or object, formats, and no alias of other vendors’ models', async () => {
  const body = { input: text, model: 'alpha-s21pro-flash', response_format: 'wav' };
  const bare = await wave(openAiSpeechPath, { ...body, voice: { id: alpha, name: 'x' } });
  expect((await wave(openAiSpeechPath, { ...body, voice: alpha, speed: 2 })).length).toBeLessThan(bare.length * 0.7);
  const pcm = await post(openAiSpeechPath, { ...body, voice: alpha, response_format: 'pcm' });
  expect(pcm.headers.get('content-type')).toContain('audio/pcm');
  await refused(openAiSpeechPath, { ...body, voice: alpha, model: 'tts-1' }, 'model');
  await refused(openAiSpeechPath, { ...body, voice: alpha, model: undefined }, 'model');
  await refused(openAiSpeechPath, { ...body, voice: {} }, 'voice');
  await refused(openAiSpeechPath, { ...body, voice: zeta, model: 'zeta-3.8-flash-tts' }, 'response_format');
});

test('/v1/audio/voices lists every voice by its id', async () => {
  const { voices } = openAiVoices.parse(await (await call(service, 'GET', openAiVoicesPath)).json());
  expect(voices.map((voice) => voice.id)).toEqual(expect.arrayContaining([alpha, beta, eta]));
  expect((await fetch(`${service.baseUrl}${openAiVoicesPath}`)).status).toBe(401);
});

test('the compatibility endpoints answer 400, 401, 402, 429 and 500 alone, and know no idempotency', { tags: ['beside'] }, async () => {
  const bodies: [string, Record<string, unknown>, Record<string, unknown>][] = [
    [engineSpeechPath, { text, reference_id: alpha }, { text, reference_id: 'nobody' }],
    [openAiSpeechPath, { input: text, voice: alpha, model: 'alpha-s1' }, { input: text, voice: 'nobody', model: 'alpha-s1' }],
  ];
  for (const [path, body, unknownVoice] of bodies) {
    await refused(path, unknownVoice, path === engineSpeechPath ? 'reference_id' : 'voice');
    const unavailable = { ...body, model: 'alpha-s2pro-enterprise' };
    expect((await failureOf(await post(path, unavailable, { model: 'alpha-s2pro-enterprise' }))).status).toBe(400);
    expect((await post(path, { ...body, filler: 'x'.repeat(300 * 1024) })).status).toBe(400);
    expect((await fetch(`${service.baseUrl}${path}`, { method: 'POST', body: '{}' })).status).toBe(401);
    const long = 'Nobody had told them where the road would go. '.repeat(50).slice(0, 1_999);
    const poor = newKey();
    const speakLong = () => post(path, { ...body, ...(path === engineSpeechPath ? { text: long } : { input: long }), speed: 2 }, {}, poor);
    expect([(await speakLong()).status, (await speakLong()).status, (await speakLong()).status]).toEqual([200, 200, 402]);
    for (const status of [429, 500]) {
      await service.setFaults([{ on: `POST ${path}`, kind: 'status', status }]);
      expect((await post(path, body)).status).toBe(status);
    }
    await service.setFaults([{ on: `POST ${path}`, kind: 'fail-generation' }]);
    expect((await failureOf(await post(path, body))).status).toBe(500);
    const key = newKey();
    for (let count = 0; count < 2; count += 1) expect((await post(path, body, { 'X-Request-Id': 'same' }, key)).status).toBe(200);
    expect((await service.charges(key)).entries).toHaveLength(3);
  }
});
