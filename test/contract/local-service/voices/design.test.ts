import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createdVoice } from '#shared/wire/responses/voice-creation.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { design, type Design } from '#shared/wire/responses/voice-designs.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { bookAddsUp, call, failureOf } from '../support.ts';
import { soundOf, spoken, type Sound } from './voice-support.ts';

const previewText = 'The river was quiet that evening, and nobody told the children where the road would end.';
// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let service: LocalService;
beforeAll(async () => (service = await startLocalService()));
beforeEach(() => service.clearFaults());
afterAll(() => service.stop());

interface Order {
  key?: string;
  idempotencyKey?: string | undefined;
  headers?: Record<string, string>;
}

const post = (path: string, body: unknown, { key, idempotencyKey, headers }: Order) =>
  call(service, 'POST', path, {
    ...(key && { key }),
    body,
    headers: { ...headers, ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }) },
  });
const ask = (prompt: string, order: Order & { providers?: string[] }) => {
  const { providers, ...rest } = order;
  return post(voiceDesignsPath, { prompt, previewText, ...(providers && { providers }) }, rest);
};
async function designed(prompt: string, order: Order & { providers?: string[] }): Promise<Design> {
  const response = await ask(prompt, order);
  if (response.status !== 200) throw new Error(`the design answered ${response.status}: ${await response.text()}`);
  return design.parse(await response.json());
}
const fetched = (url: string, key = service.apiKey) => fetch(url, { headers: { Authorization: `Bearer ${key}` } });
async function preview(candidate: Design['candidates'][number]): Promise<Sound> {
  const response = await fetched(candidate.previewAudioUrl);
  const type = response.headers.get('content-type');
  return soundOf(type === 'audio/wav' ? 'wav' : 'mp3', new Uint8Array(await response.arrayBuffer()));
}
const save = (made: Design, body: Record<string, unknown>, order: Order) =>
  post(`${voiceDesignsPath}/${made.designId}/voices`, { candidateId: made.candidates[0]!.candidateId, name: 'Designed', ...body }, order);
const states = async (key: string) => (await service.charges(key)).entries.map((entry) => entry.state);

test(
  'prompts are heard: every deep slow man is deeper and slower than every bright fast girl, in German too',
  { tags: ['beside'] },
  async () => {
    for (const [low, high] of [
      ['A deep slow man', 'A bright fast girl'],
      ['Ein tiefer, langsamer Mann', 'Ein helles, schnelles Mädchen'],
    ] as const) {
      const man = await Promise.all(
        (await designed(low, { idempotencyKey: `man ${low.length}`.replace(' ', '-') })).candidates.map(preview),
      );
      const girl = await Promise.all((await designed(high, { idempotencyKey: `girl-${high.length}` })).candidates.map(preview));
      expect(man).toHaveLength(4);
      expect(Math.max(...man.map((one) => one.hertz)) * 1.6).toBeLessThan(Math.min(...girl.map((one) => one.hertz)));
      expect(Math.min(...man.map((one) => one.durationMs))).toBeGreaterThan(1.3 * Math.max(...girl.map((one) => one.durationMs)));
    }
  },
);

test('single words act alone, and what is denied does not', { tags: ['beside'] }, async () => {
  const first = async (prompt: string) =>
    preview((await designed(prompt, { idempotencyKey: prompt.replaceAll(' ', '-'), providers: ['alpha'] })).candidates[0]!);
  const plain = await first('A woman');
  expect((await first('A deep woman')).hertz).toBeLessThan(plain.hertz * 0.9);
  expect((await first('A bright woman')).hertz).toBeGreaterThan(plain.hertz * 1.1);
  expect((await first('A slow woman')).durationMs).toBeGreaterThan(plain.durationMs * 1.12);
  expect((await first('A fast woman')).durationMs).toBeLessThan(plain.durationMs * 0.88);
  expect((await first('A woman, not deep')).hertz).toBeGreaterThan(plain.hertz * 0.9);
});

test(
  'the same prompt and key make the same candidates, in another service too; another key makes others',
  { tags: ['beside'] },
  async () => {
    const other = await startLocalService();
    const sounds = async (at: LocalService, idempotencyKey: string) => {
      const response = await call(at, 'POST', voiceDesignsPath, {
        body: { prompt: 'An old king', previewText },
        headers: { 'Idempotency-Key': idempotencyKey },
      });
      const made = design.parse(await response.json());
      return Promise.all(
        made.candidates.map(async ({ previewAudioUrl }) => (await (await fetched(previewAudioUrl, at.apiKey)).arrayBuffer()).byteLength),
      );
    };
    const here = await sounds(service, 'king');
    const there = await sounds(other, 'king');
    const apart = await sounds(other, 'another');
    await other.stop();
    // The engine's noise moves an end by milliseconds; a pace of its own moves it by far more.
    here.forEach((bytes, at) => expect(Math.abs(bytes / there[at]! - 1)).toBeLessThan(0.01));
    expect(apart.some((bytes, at) => Math.abs(bytes / there[at]! - 1) > 0.01)).toBe(true);
  },
);

test('the answer names candidates of each provider and its price, which is charged once', async () => {
  const key = 'local-designer';
  const made = await designed('A woman', { key, idempotencyKey: 'once' });
  expect(made.candidates.map((one) => one['provider'])).toEqual(['alpha', 'alpha', 'beta', 'beta']);
  expect(new Set(made.candidates.map((one) => one.candidateId)).size).toBe(4);
  const price = previewText.length * 4;
  expect(made.billing).toEqual({ characters_used: price, credits_used: price, quota_remaining: 100_000_000 - price });
  const again = await designed('A woman', { key, idempotencyKey: 'once' });
  expect({ ...again, requestId: '' }).toEqual({ ...made, requestId: '' });
  expect(await states(key)).toEqual(['granted', 'settled']);
  expect(bookAddsUp(await service.charges(key))).toBe(true);
  const one = await designed('A woman', { key, idempotencyKey: 'beta', providers: ['beta'] });
  expect(one.candidates.map((candidate) => candidate['provider'])).toEqual(['beta', 'beta']);
});

test('a key is needed, good for one request only, and a changed body is a 409', async () => {
  const key = 'local-keys';
  expect(await failureOf(await ask('A man', { key }))).toMatchObject({
    status: 400,
    message: expect.stringMatching(/idempotency-key/iu) as string,
  });
  expect(await failureOf(await ask('A man', { key, idempotencyKey: 'x'.repeat(129) }))).toMatchObject({ status: 400 });
  const made = await designed('A man', { key, idempotencyKey: 'the-key' });
  for (const changed of [
    ask('Another man', { key, idempotencyKey: 'the-key' }),
    ask('A man', { key, idempotencyKey: 'the-key', providers: ['alpha'] }),
    save(made, {}, { key, idempotencyKey: 'the-key' }),
  ]) {
    expect(await failureOf(await changed)).toMatchObject({ status: 409, code: 'ERR_REQUEST_ID_CONFLICT' });
  }
  expect(await failureOf(await save(made, {}, { key }))).toMatchObject({ status: 400 });
  // Keys are an account's own.
  expect((await ask('Another man', { key: 'local-other-keys', idempotencyKey: 'the-key' })).status).toBe(200);
});

test.each<[string, Record<string, unknown>, string]>([
  ['no prompt', { previewText }, 'prompt'],
  ['a blank prompt', { prompt: '  ', previewText }, 'prompt'],
  ['no preview text', { prompt: 'A man' }, 'previewText'],
  ['a long preview text', { prompt: 'A man', previewText: 'x'.repeat(501) }, 'previewText'],
  ['no provider', { prompt: 'A man', previewText, providers: [] }, 'providers'],
  ['three providers', { prompt: 'A man', previewText, providers: ['alpha', 'beta', 'alpha'] }, 'providers'],
  ['a provider twice', { prompt: 'A man', previewText, providers: ['alpha', 'alpha'] }, 'providers'],
  ['another provider', { prompt: 'A man', previewText, providers: ['gamma'] }, 'providers'],
  ['an unknown property', { prompt: 'A man', previewText, style: 'x' }, 'style'],
])('%s is a 400 that names it and leaves the key free', async (_, body, named) => {
  const failure = await failureOf(await post(voiceDesignsPath, body, { idempotencyKey: 'never-used' }));
  expect(failure).toMatchObject({ status: 400, code: 'ERR_INVALID_REQUEST' });
  expect(failure.message).toContain(named);
});

test('previews want the bearer of their account; alpha is audio/wav, beta audio/mpeg', async () => {
  const made = await designed('A man', { key: 'local-listener', idempotencyKey: 'previews' });
  const types = await Promise.all(
    made.candidates.map(async (one) => (await fetched(one.previewAudioUrl, 'local-listener')).headers.get('content-type')),
  );
  expect(types).toEqual(['audio/wav', 'audio/wav', 'audio/mpeg', 'audio/mpeg']);
  const url = made.candidates[0]!.previewAudioUrl;
  expect(await failureOf(await fetch(url))).toMatchObject({ status: 401 });
  expect(await failureOf(await fetched(url, 'local-somebody'))).toMatchObject({ status: 404, code: 'ERR_NOT_FOUND' });
  expect(await failureOf(await fetched(url.replace('candidate_alpha_1', 'candidate_alpha_9'), 'local-listener'))).toMatchObject({
    status: 404,
  });
});

test('a saved candidate is a voice for good that sounds as its preview did, and a repeated save is the same voice', async () => {
  const key = 'local-saver';
  const made = await designed('A deep old man', { key, idempotencyKey: 'to-save', providers: ['alpha'] });
  const url = made.candidates[0]!.previewAudioUrl;
  const heard = await soundOf('wav', new Uint8Array(await (await fetched(url, key)).arrayBuffer()));
  const order = { key, idempotencyKey: 'the-save' };
  const body = { description: 'From a prompt', visibility: 'private', language: 'en-GB' };
  const saved = createdVoice.parse(await (await save(made, body, order)).json());
  expect(saved).toMatchObject({ title: 'Designed', description: 'From a prompt' });
  const again = createdVoice.parse(await (await save(made, body, order)).json());
  expect({ ...again, requestId: '' }).toEqual({ ...saved, requestId: '' });
  expect(await failureOf(await save(made, { ...body, name: 'Other' }, order))).toMatchObject({
    status: 409,
    code: 'ERR_REQUEST_ID_CONFLICT',
  });
  expect(await (await call(service, 'GET', `${voicesPath}/${saved.voiceId}`, { key })).json()).toMatchObject({
    isPersonal: true, primaryLanguage: 'en-GB', modelIds: expect.arrayContaining(['alpha-s21pro-flash']) as string[],
  }); // prettier-ignore
  const plain = createdVoice.parse(await (await save(made, {}, { key, idempotencyKey: 'plain' })).json());
  const speech = await soundOf('wav', await spoken(service, { text: previewText, voiceId: plain.voiceId }, key));
  expect(Math.abs(speech.hertz / heard.hertz - 1)).toBeLessThan(0.06);
  expect(Math.abs(speech.durationMs / heard.durationMs - 1)).toBeLessThan(0.06);
  // The design is no voice id, and neither is the candidate.
  for (const voiceId of [made.designId, made.candidates[0]!.candidateId]) {
    expect((await call(service, 'POST', '/api/open/v3/speech/tts', { key, body: { text: 'x', voiceId } })).status).toBe(404);
  }
  expect(await failureOf(await save(made, { language: 'tlh' }, { key, idempotencyKey: 'klingon' }))).toMatchObject({ status: 400 });
  expect(await failureOf(await save(made, { candidateId: 'nobody' }, { key, idempotencyKey: 'nobody' }))).toMatchObject({ status: 404 });
  expect(await failureOf(await save({ ...made, designId: 'design_none' }, {}, { key, idempotencyKey: 'none' }))).toMatchObject({
    status: 404,
  });
});

test('the language is the one of the prompt, else of the request, else of the preview text, else English', async () => {
  const languageOf = async (prompt: string, headers: Record<string, string>, text = previewText) => {
    const idempotencyKey = `${prompt.length}-${text.length}-${headers['Accept-Language'] ?? ''}`.replace(/\W/gu, '-');
    const response = await post(voiceDesignsPath, { prompt, previewText: text, providers: ['alpha'] }, { idempotencyKey, headers });
    return design.parse(await response.json())['language'];
  };
  expect(await languageOf('A French woman', { 'Accept-Language': 'de' })).toBe('fr-FR');
  expect(await languageOf('A woman', { 'Accept-Language': 'tlh, de-DE;q=0.8' })).toBe('de-DE');
  expect(await languageOf('A tall woman', {})).toBe('en-US');
  const german = 'Der Fluss war still an diesem Abend, und niemand sagte den Kindern, wo die Straße endet.';
  expect(await languageOf('Eine ruhige Frau', {}, german)).toBe('de-DE');
  expect(await languageOf('A British woman', {}, german)).toBe('en-GB');
  expect(await languageOf('A woman', { 'Accept-Language': 'fr' }, german)).toBe('fr');
  expect(await languageOf('A woman', {}, 'Hm.')).toBe('en-US');
});

test('previews that expired can be neither heard nor saved, and say so; a saved voice stays', { tags: ['beside'] }, async () => {
  const brief = await startLocalService({ previewLifetime: 0 });
  const response = await call(brief, 'POST', voiceDesignsPath, {
    body: { prompt: 'A man', previewText },
    headers: { 'Idempotency-Key': 'brief' },
  });
  const gone = design.parse(await response.json());
  expect(await failureOf(await fetched(gone.candidates[0]!.previewAudioUrl, brief.apiKey))).toMatchObject({
    status: 404,
    code: 'ERR_PREVIEW_EXPIRED',
  });
  await brief.stop();

  const key = 'local-expiry';
  const made = await designed('A man', { key, idempotencyKey: 'kept' });
  const saved = createdVoice.parse(await (await save(made, {}, { key, idempotencyKey: 'before' })).json());
  await service.setFaults([{ on: `POST ${voiceDesignsPath}/*/voices`, kind: 'expire', times: 1 }]);
  expect(await failureOf(await save(made, {}, { key, idempotencyKey: 'after' }))).toMatchObject({
    status: 404,
    code: 'ERR_PREVIEW_EXPIRED',
  });
  expect(await failureOf(await fetched(made.candidates[1]!.previewAudioUrl, key))).toMatchObject({
    status: 404,
    code: 'ERR_PREVIEW_EXPIRED',
  });
  expect(createdVoice.parse(await (await save(made, {}, { key, idempotencyKey: 'before' })).json()).voiceId).toBe(saved.voiceId);
  await spoken(service, { text: 'Still here.', voiceId: saved.voiceId }, key);
});

test('a design that fails is refunded, and its key is spent', async () => {
  const key = 'local-failed-design';
  await service.setFaults([{ on: `POST ${voiceDesignsPath}`, kind: 'fail-generation' }]);
  expect(await failureOf(await ask('A man', { key, idempotencyKey: 'fails' }))).toMatchObject({
    status: 500,
    code: 'ERR_GENERATION_FAILED',
  });
  expect(await failureOf(await ask('A man', { key, idempotencyKey: 'fails' }))).toMatchObject({
    status: 409,
    code: 'ERR_REQUEST_PREVIOUSLY_REFUNDED',
  });
  expect(await states(key)).toEqual(['granted', 'refunded']);
});

test('of ten equal designs at once one is made and charged, the others are the same or still running', async () => {
  const key = 'local-crowd';
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask('A man', { key, idempotencyKey: 'crowd' })));
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { designId?: string; code?: string }[];
  expect(new Set(bodies.flatMap((body) => body.designId ?? [])).size).toBe(1);
  for (const body of bodies) if (body.designId === undefined) expect(body.code).toBe('ERR_REQUEST_IN_PROGRESS');
  expect(await states(key)).toEqual(['granted', 'settled']);
});

test('a design answered into nothing is there when it is asked for again', async () => {
  const key = 'local-dropped';
  await service.setFaults([{ on: `POST ${voiceDesignsPath}`, kind: 'drop-after-charge' }]);
  await expect(ask('A man', { key, idempotencyKey: 'dropped' })).rejects.toThrow('fetch failed');
  expect((await ask('A man', { key, idempotencyKey: 'dropped' })).status).toBe(200);
  expect(await states(key)).toEqual(['granted', 'settled']);
});

test('read-only accounts design and save nothing', async () => {
  const key = 'local-ada-readonly';
  expect(await failureOf(await ask('A man', { key, idempotencyKey: 'x' }))).toMatchObject({ status: 403, code: 'ERR_FORBIDDEN' });
  const made = await designed('A man', { idempotencyKey: 'of-somebody' });
  expect(await failureOf(await save(made, {}, { key, idempotencyKey: 'y' }))).toMatchObject({ status: 403 });
  expect(await states(key)).toEqual(['granted']);
});

test(
  'an account keeps the previews of 50 designs: the fifty-first drops the oldest, as if they had expired',
  { tags: ['beside'] },
  async () => {
    const key = 'local-many-designs';
    const make = async (at: number) => {
      const body = { prompt: 'A man', previewText: 'Hi.', providers: ['beta'] };
      return design.parse(await (await post(voiceDesignsPath, body, { key, idempotencyKey: `design-${at}` })).json());
    };
    const first = await make(0);
    const second = await make(1);
    await Promise.all(Array.from({ length: 48 }, (_, at) => make(at + 2)));
    const heard = async (one: Design) => (await fetched(one.candidates[0]!.previewAudioUrl, key)).status;
    expect(await heard(first)).toBe(200);
    await make(50);
    expect(await failureOf(await fetched(first.candidates[0]!.previewAudioUrl, key))).toMatchObject({
      status: 404,
      code: 'ERR_PREVIEW_EXPIRED',
    });
    expect(await heard(second)).toBe(200);
  },
);

test(
  'killed while designs are made: each is either whole and replayed, or refunded, and none is charged for nothing',
  { tags: ['beside'] },
  async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'voicewright-designs-'));
    try {
      const key = 'local-killed-designs';
      const order = (at: number) => ({
        key,
        body: { prompt: `A man ${at}`, previewText: `${previewText} `.repeat(1 + (at % 4)), providers: ['beta'] },
        headers: { 'Idempotency-Key': `killed-${at}` },
      });
      const numbers = Array.from({ length: 12 }, (_, at) => at);
      const victim = await startLocalService({ dataDirectory });
      const answered = numbers.map(async (at) => (await call(victim, 'POST', voiceDesignsPath, order(at))).status);
      await Promise.race(answered);
      await victim.kill();
      await Promise.allSettled(answered);
      const next = await startLocalService({ dataDirectory });
      const book = await next.charges(key);
      expect(bookAddsUp(book)).toBe(true);
      expect(book.entries.map((entry) => entry.state)).not.toContain('reserved');
      for (const at of numbers) {
        const before = book.entries.find((entry) => entry.requestId === `killed-${at}`)?.state;
        const again = await call(next, 'POST', voiceDesignsPath, order(at));
        if (before === 'refunded') expect(await failureOf(again)).toMatchObject({ status: 409, code: 'ERR_REQUEST_PREVIOUSLY_REFUNDED' });
        else expect(again.status).toBe(200);
        if (before !== 'settled') continue;
        const whole = design.parse(await again.json());
        expect((await fetch(whole.candidates[1]!.previewAudioUrl, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
      }
      expect(book.entries.filter((entry) => entry.state === 'settled').length).toBeGreaterThan(0);
      await next.stop();
    } finally {
      await rm(dataDirectory, { recursive: true, force: true });
    }
  },
);
