import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Validator } from '@seriousme/openapi-schema-validator';
import { characters } from '../../helpers/foreign-service/characters.ts';
import { type ForeignService, startForeignService } from '../../helpers/foreign-service/index.ts';
import {
  type Json,
  makeClient,
  parseEvents,
  probe,
  read,
  valuesNamed,
  wavSeconds,
  aString,
  aNumber,
  aBoolean,
  anObject,
} from './client.ts';

const v3 = '/api/open/v3/speech/tts';
const v1 = '/api/open/v1/speech/tts';
const validator = new Validator();

describe.each(characters)('the %s service', (character) => {
  let service: ForeignService;
  let client: ReturnType<typeof makeClient>;
  let alpha: string;
  beforeAll(async () => {
    service = await startForeignService({ character, speech: 'tones' });
    client = makeClient(service);
    const found = await read(await client.get('/api/open/v3/voices?search=alpha'));
    alpha = String((found['items'] as Json[])[0]?.['voiceId']);
  });
  afterAll(() => service.stop());

  const paid = () => service.charges.filter((charge) => !charge.refunded).length;

  test('the profile has its four fields with their types, and takes a webhook address', async () => {
    const profile = await read(await client.get('/api/open/v1/profile'));
    expect(profile).toMatchObject({ user_id: aString, tier: aString });
    expect(Number.isInteger(profile['credits']) && Number.isInteger(profile['api_quota_remaining'])).toBe(true);
    const updated = await client.post('/api/open/v1/profile', { webhookUrl: 'https://hooks.example.test/a' });
    expect(await read(updated)).toMatchObject({ user_id: profile['user_id'] });
  });

  test('a key that is missing, wrong or revoked gets 401 with a code and a message', async () => {
    const revoked = service.openAccount();
    service.revokeKey(revoked);
    const answers = [
      await fetch(`${service.baseUrl}/api/open/v1/profile`),
      await makeClient(service, service.wrongKeyExample).get('/api/open/v1/profile'),
      await makeClient(service, revoked).get('/api/open/v1/profile'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(await read(answer)).toMatchObject({ code: aString, message: aString });
    }
  });

  test('the capability and OpenAPI documents are public and valid', async () => {
    const capabilities = await read(await fetch(`${service.baseUrl}${v3}/capabilities`));
    expect(capabilities).toMatchObject({ contractVersion: 'v3', route: aString });
    for (const model of capabilities['models'] as Json[]) {
      expect(model).toMatchObject({ id: aString, available: aBoolean, maxTextLength: aNumber });
      expect(model['controls']).toMatchObject({ speed: true, volume: aBoolean, stability: aBoolean });
      expect(model['supportedOperations']).toMatchObject({ synchronous: true, asynchronous: true });
    }
    const document = await read(await fetch(`${service.baseUrl}/api/openapi.json`));
    expect(await validator.validate(document)).toMatchObject({ valid: true });
    const short = await read(await fetch(`${service.baseUrl}/api/open/v3/openapi.json`));
    expect(Object.keys(document['paths'] as Json)).toEqual(expect.arrayContaining(Object.keys(short['paths'] as Json)));
  });

  test('voice lists have their envelope and pages, and the named fields of each version', async () => {
    const first = await read(await client.get('/api/open/v3/voices'));
    expect(first).toMatchObject({ page: 1, pageSize: 20, requestId: aString });
    const second = await read(await client.get('/api/open/v3/voices?page=2&pageSize=20'));
    const ids = [...(first['items'] as Json[]), ...(second['items'] as Json[])].map((item) => item['voiceId']);
    expect(new Set(ids).size).toBe(first['total']);
    for (const item of first['items'] as Json[]) {
      expect(item).toMatchObject({
        voiceId: aString,
        name: aString,
        isPersonal: false,
        primaryLanguage: aString,
      });
      expect(item['modelIds']).toContainEqual(aString);
    }
    const legacy = await read(await client.get('/api/open/v1/voices?language=fr&pageSize=100'));
    expect(legacy['total']).toBeGreaterThan(0);
    for (const item of legacy['items'] as Json[]) {
      expect(Object.keys(item)).toEqual(
        expect.arrayContaining(['voiceId', 'title', 'description', 'created_at', 'updated_at', 'isPersonal']),
      );
      expect(item['created_at']).toMatch(/^\d{4}-\d\d-\d\dT/);
    }
    const single = await client.get(`/api/open/v3/voices/${alpha}`);
    expect(JSON.stringify(await read(single))).toContain(alpha);
    expect((await read(await client.get('/v1/audio/voices')))['voices']).toContainEqual(expect.objectContaining({ id: alpha }));
    expect((await client.get('/api/open/v3/voices?pageSize=101')).status).toBe(400);
    expect((await client.get('/api/open/v3/voices/no-such-voice')).status).toBe(404);
  });

  test('a voice is cloned from files, used, and deleted; what is not the account’s stays', async () => {
    const form = new FormData();
    form.set('name', 'My voice');
    form.set('languages', '["de"]');
    form.append('audioFiles', new Blob([new Uint8Array(2000)]), 'sample.wav');
    const created = await client.post('/api/open/v1/voices', form);
    expect(created.ok).toBe(true);
    const voice = await read(created);
    expect(voice).toMatchObject({ voiceId: aString, title: 'My voice', createdAt: aString });
    expect(new Date(String(voice['createdAt'])).toISOString()).toBe(voice['createdAt']);
    const path = `/api/open/v1/voices/${String(voice['voiceId'])}`;
    expect((await makeClient(service, service.openAccount()).remove(path)).status).toBe(404);
    expect(await read(await client.remove(path))).toMatchObject({ voiceId: voice['voiceId'] });
    expect((await client.remove(path)).status).toBe(404);
    expect((await client.remove(`/api/open/v1/voices/${alpha}`)).status).toBe(403);
    form.append('audioFiles', new Blob(['text']), 'notes.txt');
    expect((await client.post('/api/open/v1/voices', form)).status).toBe(400);
    expect((await client.post('/api/open/v1/voices', 'not a form')).status).toBe(400);
  });

  test.each(['mp3', 'wav', 'ogg'])('v3 speech in %s decodes, is as long as its text, and says what it cost', async (format) => {
    const answer = await client.post(v3, { text: 'Twenty characters ok', voiceId: alpha, format }, { 'x-request-id': `trace-${format}` });
    expect(answer.headers.get('x-request-id')).toBe(`trace-${format}`);
    expect(answer.headers.get('content-type')).toBe({ mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg' }[format]);
    expect(answer.headers.get('x-openapi-credits-used')).toMatch(/^[1-9]\d*$/);
    expect(answer.headers.get('x-openapi-quota-remaining')).toMatch(/^\d+$/);
    const sound = await answer.arrayBuffer();
    const seconds = format === 'wav' ? wavSeconds(sound) : (await probe(sound)).seconds;
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(1.6);
  });

  test.each<[string, Json]>([
    ['an unknown property', { provider: 'x' }],
    ['a text of no characters', { text: '' }],
    ['a text of 10,001 characters', { text: 'a'.repeat(10_001) }],
    ['a filterEmoji that is a string', { filterEmoji: 'false' }],
    ['a text that filterEmoji empties', { text: '(◕‿◕)', filterEmoji: true }],
    ['a speed out of range', { speed: 2.5 }],
    ['a model of another family', { modelId: 'beta-2.8-turbo' }],
    ['a field of v2', { engineModelId: 'alpha-s1' }],
    ['an unknown format', { format: 'opus' }],
  ])('v3 refuses %s with 400 and charges nothing', async (_name, change) => {
    const before = service.charges.length;
    const answer = await client.post(v3, { text: 'Hello.', voiceId: alpha, ...change });
    expect(answer.status).toBe(400);
    expect(await read(answer)).toMatchObject({ code: aString, message: aString });
    expect(service.charges.length).toBe(before);
  });

  test('a control that the model lacks is ignored and listed; an unavailable model answers 503', async () => {
    const found = await read(await client.get('/api/open/v3/voices?search=beta'));
    const voiceId = String((found['items'] as Json[])[0]?.['voiceId']);
    const answer = await client.post(v3, { text: 'Hello.', voiceId, stability: 1.2, speed: 1.1, format: 'wav' });
    expect(answer.headers.get('x-openapi-ignored-parameters')).toBe('stability');
    expect((await client.post(v3, { text: 'Hello.', voiceId, modelId: 'beta-2.6-hd' })).status).toBe(503);
  });

  test('a request id follows its table: conflict, completed, refunded, and never a second charge', async () => {
    const body = { text: 'Once only.', voiceId: alpha, format: 'wav' };
    const before = paid();
    const both = await Promise.all([1, 2].map(() => client.post(v3, body, { 'idempotency-key': 'k-1' })));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const again = await client.post(v3, body, { 'idempotency-key': 'k-1' });
    expect([again.status, (await read(again))['code']]).toEqual([409, 'ERR_REQUEST_ALREADY_COMPLETED']);
    const other = await client.post(v3, { ...body, text: 'Another.' }, { 'idempotency-key': 'k-1' });
    expect((await read(other))['code']).toBe('ERR_REQUEST_ID_CONFLICT');
    expect(paid()).toBe(before + 1);
    service.faults.failNext('generation');
    expect((await client.post(v3, body, { 'idempotency-key': 'k-2' })).status).toBe(500);
    expect((await read(await client.post(v3, body, { 'idempotency-key': 'k-2' })))['code']).toBe('ERR_REQUEST_PREVIOUSLY_REFUNDED');
    expect(paid()).toBe(before + 1);
    expect((await client.post(v3, body, { 'idempotency-key': 'x'.repeat(129) })).status).toBe(400);
  });

  test('v1 with cache=true answers an address that plays, is replayed, and expires', async () => {
    const body = { text: 'Stored.', reference_id: alpha, cache: true, format: 'wav' };
    const before = paid();
    const first = await read(await client.post(v1, body, { 'x-request-id': 'c-1' }));
    expect(first).toMatchObject({
      success: true,
      audio_url: aString,
      format: 'wav',
      characters_used: 7,
      expires_at: aString,
    });
    expect(Number.isInteger(first['credits_used']) && Number.isInteger(first['quota_remaining'])).toBe(true);
    expect(await read(await client.post(v1, body, { 'x-request-id': 'c-1' }))).toEqual(first);
    expect(paid()).toBe(before + 1);
    expect(wavSeconds(await (await fetch(String(first['audio_url']))).arrayBuffer())).toBeGreaterThan(0.3);
    service.advance(3_600_000);
    expect((await fetch(String(first['audio_url']))).status).toBe(403);
  });

  test('v1, v2 and both compatibility endpoints speak, with their own names', async () => {
    const wav = { format: 'wav' };
    const answers = [
      await client.post(v1, { text: 'One.', voiceId: alpha, custom: true, ...wav }),
      await client.post('/api/open/v2/speech/tts', { text: 'Two.', voiceId: alpha, minimaxEmotion: 'calm', ...wav }),
      await client.post('/v1/tts', { text: 'Three.', reference_id: alpha, prosody: { speed: 1.5 }, ...wav }, { model: 's2.1-pro' }),
      await client.post('/v1/audio/speech', { input: 'Four.', voice: { id: alpha }, model: 'alpha-s1', response_format: 'wav' }),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav']);
      expect(answer.headers.get('x-openapi-credits-used')).toMatch(/^\d+$/);
    }
    const fallback = await client.post('/v1/tts', { text: 'Five.', reference_id: alpha, format: 'opus' });
    expect(fallback.headers.get('content-type')).toBe('audio/mpeg');
    expect((await client.post('/v1/audio/speech', { input: 'Six.', voice: alpha, model: 'tts-1' })).status).toBe(400);
  });

  test('an aligned stream has whole audio, final word times within it, and its end', async () => {
    const text = 'One two three four five six seven eight nine ten eleven twelve thirteen.';
    const answer = await client.post(`${v3}/aligned`, { text, voiceId: alpha, format: 'wav' });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const events = parseEvents(await answer.text());
    const audio = events.filter((each) => each.event === 'audio').map((each) => Buffer.from(String(each.data['audioBase64']), 'base64'));
    const seconds = wavSeconds(Buffer.concat(audio));
    const chunks = new Map<unknown, Json[]>();
    for (const { event, data } of events) {
      if (event === 'alignment_snapshot') chunks.set(data['chunkSeq'], data['words'] as Json[]);
      if (event === 'alignment_invalidated') chunks.delete(data['chunkSeq']);
    }
    const words = [...chunks.values()].flat();
    expect(words.map((word) => word['text']).join(' ')).toBe(text);
    expect(Number(words.at(-1)?.['endMs'])).toBeLessThanOrEqual(seconds * 1000);
    const last = events.at(-1);
    expect(last).toMatchObject({
      event: 'completed',
      data: { requestId: aString, alignmentStatus: 'complete', creditsUsed: aNumber },
    });
    service.faults.failNext('aligned');
    const broken = parseEvents(await (await client.post(`${v3}/aligned`, { text, voiceId: alpha, format: 'wav' })).text());
    expect(broken.at(-1)).toMatchObject({ event: 'error', data: { requestId: aString, code: aString } });
  });

  test('a job is accepted once, moves to success, and gives its audio and its segments', async () => {
    const before = paid();
    const create = () =>
      client.post(`${v3}/jobs`, { text: 'First sentence. Second one.', voiceId: alpha, format: 'wav' }, { 'idempotency-key': 'job-1' });
    const accepted = await create();
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get('location')).toContain('/speech/tts/jobs/');
    expect(accepted.headers.get('retry-after')).not.toBeNull();
    const { task, ignoredParameters } = await read(accepted);
    expect([task, ignoredParameters]).toMatchObject([{ taskId: aString, status: 'pending', voiceId: alpha, modelId: aString }, []]);
    const id = String((task as Json)['taskId']);
    expect((await read(await create()))['task']).toMatchObject({ taskId: id });
    expect(paid()).toBe(before + 1);
    expect((await client.get(`${v3}/jobs/${id}/audio`)).status).toBe(404);
    let status: unknown = 'pending';
    for (let poll = 0; poll < 6 && status !== 'success'; poll += 1) {
      const found = await read(await client.get(`${v3}/jobs/${id}`));
      expect(found).toMatchObject({ record: anObject, requestId: aString });
      status = (found['task'] as Json)['status'];
    }
    expect(status).toBe('success');
    const audio = await client.get(`${v3}/jobs/${id}/audio?download=1`);
    expect(audio.url.startsWith(service.mediaUrl)).toBe(character !== 'bare');
    expect(wavSeconds(await audio.arrayBuffer())).toBeGreaterThan(1);
    expect((await client.get(`${v3}/jobs/${id}/segments/1`)).status).toBe(200);
    expect(valuesNamed(await read(await client.get(`${v3}/jobs?status=success`)), /^taskId$/)).toEqual([id]);
    expect((await client.get(`${v3}/jobs?status=queued`)).status).toBe(400);
    const legacy = await read(await client.post(`${v1}/jobs`, { text: 'Old.', voiceId: alpha }));
    expect((await client.get(`${v1}/jobs/${String((legacy['task'] as Json)['taskId'])}`)).status).toBe(200);
  });

  test('a job that fails is refunded', async () => {
    service.faults.failNext('task');
    const before = service.account.credits;
    const { task } = await read(await client.post(`${v3}/jobs`, { text: 'This fails.', voiceId: alpha }));
    expect(service.account.credits).toBeLessThan(before);
    service.advance(60_000);
    const found = await read(await client.get(`${v3}/jobs/${String((task as Json)['taskId'])}`));
    expect((found['task'] as Json)['status']).toBe('fail');
    expect(service.account.credits).toBe(before);
  });

  test('too few credits answer 402 and charge nothing', async () => {
    const poor = makeClient(service, service.openAccount({ credits: 3 }));
    const before = service.charges.length;
    expect((await poor.post(v3, { text: 'Too long for three credits.', voiceId: alpha })).status).toBe(402);
    expect(service.charges.length).toBe(before);
  });

  test('a fault meets the next request alone, before or after it took effect', async () => {
    service.faults.http({ path: v3, status: 429, code: 'rate_limited', headers: { 'retry-after': '2' } });
    service.faults.http({ path: v3, drop: 'after' });
    const body = { text: 'Hello.', voiceId: alpha, format: 'wav' };
    const before = paid();
    const limited = await client.post(v3, body);
    expect([limited.status, limited.headers.get('retry-after'), paid()]).toEqual([429, '2', before]);
    await expect(client.post(v3, body)).rejects.toThrow();
    expect(paid()).toBe(before + 1);
    expect((await client.post(v3, body)).status).toBe(200);
  });
});

test('malformed requests of all kinds get an error and the service goes on', async () => {
  const service = await startForeignService({ character: 'bare', speech: 'tones' });
  const authorization = { authorization: `Bearer ${service.key}` };
  const post = (path: string, body: string, type: string) =>
    fetch(service.baseUrl + path, { method: 'POST', headers: { ...authorization, 'content-type': type }, body });
  expect((await post(v3, '{"text":', 'application/json')).status).toBe(400);
  expect((await post(v3, '[]', 'application/json')).status).toBe(400);
  expect((await post('/api/open/v1/voices', 'garbage', 'multipart/form-data; boundary=x')).status).toBe(400);
  expect((await post(v3, 'a'.repeat(3_000_000), 'application/json')).status).toBe(413);
  expect((await fetch(`${service.baseUrl}/api/open/v3/voices/%E0%A4%A`, { headers: authorization })).status).toBe(404);
  expect((await fetch(`${service.baseUrl}/nowhere`)).status).toBe(404);
  expect((await fetch(`${service.baseUrl}/api/open/v1/profile`, { headers: authorization })).status).toBe(200);
  await service.stop();
});

test('speech with the flite voice decodes and its words fit the sound', async () => {
  const service = await startForeignService({ character: 'bare' });
  const client = makeClient(service);
  const voices = await read(await client.get('/api/open/v3/voices?search=alpha'));
  const voiceId = (voices['items'] as Json[])[0]?.['voiceId'];
  const answer = await client.post(v3, { text: 'Speech is fun.', voiceId });
  expect((await probe(await answer.arrayBuffer())).seconds).toBeGreaterThan(0.6);
  await service.stop();
});
