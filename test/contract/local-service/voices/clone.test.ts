import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { jobsPath } from '#shared/wire/jobs.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { alignedPath, speechPath } from '#shared/wire/speech.ts';
import { cloneExtensions } from '#shared/wire/voice-creation.ts';
import { voicesPath, voicesV1Path } from '#shared/wire/voices.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { bookAddsUp, call, failureOf, voiceFor } from '../support.ts';
import { clone, postForm, soundOf, spoken, type CloneForm } from './voice-support.ts';

const text = 'The river was quiet that evening, and nobody had told the children.';
const short = 'A short recording.';
// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let service: LocalService;
let folder: string;
/** A deep unhurried recording and a bright quick one; one of three words, as a clone of it takes less time. */
let deep: Uint8Array<ArrayBuffer>;
let bright: Uint8Array<ArrayBuffer>;
let brief: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await startLocalService();
  folder = await mkdtemp(join(tmpdir(), 'voicewright-clones-'));
  const man = await voiceFor(service, 'de', 'beta');
  const woman = await voiceFor(service, 'es', 'gamma');
  deep = await spoken(service, { text, voiceId: man.voiceId, speed: 0.75, pitch: -3 });
  brief = await spoken(service, { text: short, voiceId: man.voiceId });
  bright = await spoken(service, { text, voiceId: woman.voiceId, speed: 1.5, pitch: 6 });
});
beforeEach(() => service.clearFaults());
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const form = (more: Partial<CloneForm> = {}): CloneForm => ({
  name: 'Mine',
  files: [{ name: 'reference.wav', bytes: brief }],
  referenceText: short,
  ...more,
});
const entries = async (key: string) =>
  (await service.charges(key)).entries.map(({ operation, state, characters }) => [operation, state, characters]);

test('a clone takes pitch and pace from its reference, as measured in what it speaks', { tags: ['beside'] }, async () => {
  const heard = [];
  for (const [name, bytes] of [
    ['deep', deep],
    ['bright', bright],
  ] as const) {
    const { voiceId } = await clone(service, { name, files: [{ name: 'reference.wav', bytes }] });
    heard.push({ reference: await soundOf('wav', bytes), speech: await soundOf('wav', await spoken(service, { text, voiceId })) });
  }
  for (const { reference, speech } of heard) {
    // Within two semitones, and within a quarter of the length.
    expect(Math.abs(12 * Math.log2(speech.hertz / reference.hertz))).toBeLessThan(2);
    expect(speech.durationMs / reference.durationMs).toBeGreaterThan(0.75);
    expect(speech.durationMs / reference.durationMs).toBeLessThan(1.33);
  }
  expect(heard[1]!.speech.hertz / heard[0]!.speech.hertz).toBeGreaterThan(1.25);
  expect(heard[0]!.speech.durationMs / heard[1]!.speech.durationMs).toBeGreaterThan(1.4);
});

test('the answer has exactly what was sent, the quota is charged once, and the voice speaks by every route at once', async () => {
  const key = 'local-cloner';
  const before = Date.now();
  const response = await postForm(
    service,
    form({ name: ' Ünïcode ', description: 'Warm', provider: 'somebody', other: 'x', languages: '["en-GB","de"]' }),
    { key },
  );
  expect(response.status).toBe(200);
  const made = (await response.json()) as { voiceId: string; title: string; description: string; createdAt: string };
  expect(made).toMatchObject({ title: 'Ünïcode', description: 'Warm' });
  expect(Date.parse(made.createdAt)).toBeGreaterThanOrEqual(before - 1_000);
  expect(await entries(key)).toEqual([
    ['grant', 'granted', 100_000_000],
    [`POST ${voicesV1Path}`, 'settled', 500],
  ]);
  expect(bookAddsUp(await service.charges(key))).toBe(true);
  expect(await (await call(service, 'GET', `${voicesPath}/${made.voiceId}`, { key })).json()).toMatchObject({
    name: 'Ünïcode', isPersonal: true, primaryLanguage: 'en-GB', languages: ['en-GB', 'de'], description: 'Warm',
  }); // prettier-ignore
  for (const path of [speechPath, alignedPath, jobsPath]) {
    const spoke = await call(service, 'POST', path, { key, body: { text: 'Hello.', voiceId: made.voiceId } });
    expect([200, 202], path).toContain(spoke.status);
    await spoke.arrayBuffer();
    expect((await call(service, 'POST', path, { key: 'local-stranger', body: { text: 'Hello.', voiceId: made.voiceId } })).status).toBe(
      404,
    );
  }
});

test.each<[string, Partial<CloneForm>, string]>([
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '   ' }, 'name'],
  ['a long name', { name: 'x'.repeat(101) }, 'name'],
  ['no file', { files: [] }, 'audioFiles'],
  ['an extension that is not taken', { files: [{ name: 'reference.aiff', bytes: new Uint8Array(10) }] }, 'reference.aiff'],
  ['no extension', { files: [{ name: 'reference', bytes: new Uint8Array(10) }] }, 'audioFiles'],
  ['an empty file', { files: [{ name: 'nothing.mp3', bytes: new Uint8Array(0) }] }, 'nothing.mp3'],
  ['a visibility of its own', { visibility: 'secret' }, 'visibility'],
  ['languages that are no JSON', { languages: 'en' }, 'languages'],
  ['languages that are no array', { languages: '"en"' }, 'languages'],
  ['no language', { languages: '[]' }, 'languages'],
  ['a language that nobody speaks here', { languages: '["tlh"]' }, 'tlh'],
  ['a long transcript', { referenceText: 'x'.repeat(10_001) }, 'referenceText'],
  ['audioFiles as a plain field', { audioFiles: 'text' }, 'audioFiles'],
])('%s is a 400 that names it, and nothing is charged', async (_, more, named) => {
  const failure = await failureOf(await postForm(service, form(more), { key: 'local-wrong' }));
  expect(failure).toMatchObject({ status: 400, code: 'ERR_INVALID_REQUEST' });
  expect(failure.message).toContain(named);
  expect(await entries('local-wrong')).toHaveLength(1);
});

test('content that is no recording is a 400 that names the file, whatever its extension; so is a recording without a voice', async () => {
  const noise = Uint8Array.from({ length: 20_000 }, (_, at) => (at * 7_919 + (at >> 3) * 104_729) % 251);
  for (const extension of cloneExtensions) {
    const failure = await failureOf(await postForm(service, form({ files: [{ name: `noise.${extension}`, bytes: noise }] })));
    expect(failure, extension).toMatchObject({ status: 400, message: `audioFiles: noise.${extension} cannot be decoded` });
  }
  const silence = deep.slice().fill(0, 44);
  const quiet = await failureOf(await postForm(service, form({ files: [{ name: 'quiet.wav', bytes: silence }] })));
  expect(quiet).toMatchObject({ status: 400, message: 'audioFiles: no voice is heard in quiet.wav' });
  const cut = await failureOf(await postForm(service, form({ files: [{ name: 'cut.wav', bytes: deep.slice(0, 40) }] })));
  expect(cut).toMatchObject({ status: 400, message: 'audioFiles: cut.wav cannot be decoded' });
});

test('ten megabytes are taken, one byte more is a 400; five files are taken, six are a 400', { tags: ['beside'] }, async () => {
  const megabytes = (bytes: number) => {
    const grown = new Uint8Array(bytes);
    grown.set(deep);
    return grown;
  };
  const limit = 10 * 1024 * 1024;
  expect((await postForm(service, form({ files: [{ name: 'large.wav', bytes: megabytes(limit) }] }))).status).toBe(200);
  const over = await failureOf(await postForm(service, form({ files: [{ name: 'larger.wav', bytes: megabytes(limit + 1) }] })));
  expect(over).toMatchObject({ status: 400 });
  expect(over.message).toContain('larger.wav');
  const files = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `${at}.wav`, bytes: at % 2 ? deep : bright }));
  const { voiceId } = await clone(service, form({ files: files(5) }));
  const between = (await soundOf('wav', await spoken(service, { text, voiceId }))).hertz;
  expect(between).toBeGreaterThan((await soundOf('wav', deep)).hertz);
  expect(between).toBeLessThan((await soundOf('wav', bright)).hertz);
  expect(await failureOf(await postForm(service, form({ files: files(6) })))).toMatchObject({
    status: 400,
    message: expect.stringContaining('audioFiles') as string,
  });
});

test('who may not write voices gets 403 before and after, and nothing of it is kept', async () => {
  for (const key of ['local-ada-readonly', 'local-ada-novoices']) {
    expect(await failureOf(await postForm(service, form(), { key }))).toMatchObject({ status: 403, code: 'ERR_FORBIDDEN' });
    expect(await failureOf(await call(service, 'DELETE', `${voicesV1Path}/anything`, { key }))).toMatchObject({ status: 403 });
    expect(await entries(key)).toHaveLength(1);
  }
  const unsigned = await fetch(`${service.baseUrl}${voicesV1Path}`, { method: 'POST', body: new FormData() });
  expect(await failureOf(unsigned)).toMatchObject({ status: 401 });
});

test('only the owner deletes: 403 for what is public, 404 for what is unknown or not theirs', async () => {
  const key = 'local-owner';
  const remove = (id: string, by: string) => call(service, 'DELETE', `${voicesV1Path}/${id}`, { key: by });
  const hidden = await clone(service, form(), key);
  const shared = await clone(service, form({ name: 'Shared', visibility: 'public' }), key);
  const platform = await voiceFor(service, 'en-US');
  expect(await failureOf(await remove(platform.voiceId, key))).toMatchObject({ status: 403 });
  expect(await failureOf(await remove(shared.voiceId, 'local-stranger'))).toMatchObject({ status: 403 });
  expect(await failureOf(await remove(hidden.voiceId, 'local-stranger'))).toMatchObject({ status: 404 });
  expect(await failureOf(await remove('nobody', key))).toMatchObject({ status: 404 });
  // A stranger may speak with what is shared.
  await spoken(service, { text: 'Hello.', voiceId: shared.voiceId }, 'local-stranger');
  for (const { voiceId } of [hidden, shared]) expect(await (await remove(voiceId, key)).json()).toMatchObject({ voiceId });
  expect(await failureOf(await remove(hidden.voiceId, key))).toMatchObject({ status: 404 });
  expect((await entries(key)).slice(-2)).toEqual(
    [hidden, shared].map(({ voiceId }) => [`DELETE ${voicesV1Path}/${voiceId}`, 'settled', 0]),
  );
  expect(bookAddsUp(await service.charges(key))).toBe(true);
});

test('speech that is being made when its voice is deleted is finished; new speech is refused', { tags: ['beside'] }, async () => {
  const key = 'local-deleter';
  const { voiceId } = await clone(service, form(), key);
  const job = await call(service, 'POST', jobsPath, { key, body: { text: `${text} `.repeat(20), voiceId } });
  const { task } = (await job.json()) as { task: { taskId: string } };
  expect((await call(service, 'DELETE', `${voicesV1Path}/${voiceId}`, { key })).status).toBe(200);
  const status = async () =>
    ((await (await call(service, 'GET', `${jobsPath}/${task.taskId}`, { key })).json()) as { task: { status: string } }).task.status;
  await expect.poll(status, { timeout: 30_000, interval: 50 }).toBe('success');
  expect((await call(service, 'POST', speechPath, { key, body: { text, voiceId } })).status).toBe(404);
});

test('clones outlive the service, and an account has at most 500', { tags: ['beside'] }, async () => {
  const data = join(folder, 'kept');
  const first = await startLocalService({ dataDirectory: data });
  const { voiceId } = await clone(first, form());
  const before = await soundOf('wav', await spoken(first, { text, voiceId }));
  await first.kill();
  // As if the account had made five hundred of them.
  const file = new DatabaseSync(join(data, 'local-service.sqlite'));
  file.exec(`WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 499)
    INSERT INTO personal_voices (id, account, name, description, visibility, family, languages, engine, created_at, updated_at)
    SELECT 'copy-' || at, account, name || at, description, visibility, family, languages, engine, created_at, updated_at FROM personal_voices, n`);
  file.close();
  const second = await startLocalService({ dataDirectory: data });
  expect(await failureOf(await postForm(second, form()))).toMatchObject({ status: 403, message: expect.stringContaining('500') as string });
  expect((await second.charges()).entries.filter((entry) => entry.state === 'settled' && entry.characters === 500)).toHaveLength(1);
  expect((await call(second, 'DELETE', `${voicesV1Path}/copy-1`)).status).toBe(200);
  await clone(second, form());
  const after = await soundOf('wav', await spoken(second, { text, voiceId }));
  await second.stop();
  expect(Math.abs(after.hertz / before.hertz - 1)).toBeLessThan(0.05);
});

test('a spent quota is a 402, a failed generation a 500 that is refunded; neither makes a voice', { tags: ['beside'] }, async () => {
  const poor = await startLocalService({ quota: 499 });
  expect(await failureOf(await postForm(poor, form()))).toMatchObject({ status: 402 });
  await poor.stop();
  const key = 'local-failing';
  await service.setFaults([
    { on: `POST ${voicesV1Path}`, kind: 'fail-generation' },
    { on: `POST ${voicesV1Path}`, nth: 2, kind: 'status', status: 429 },
  ]);
  expect(await failureOf(await postForm(service, form(), { key }))).toMatchObject({ status: 500, code: 'ERR_GENERATION_FAILED' });
  expect(await failureOf(await postForm(service, form(), { key }))).toMatchObject({ status: 429 });
  expect((await entries(key)).map(([, state]) => state)).toEqual(['granted', 'refunded']);
  const left = (await (await call(service, 'GET', `${voicesV1Path}?modelType=personal`, { key })).json()) as { total: number };
  expect(left.total).toBe(0);
  expect(((await (await call(service, 'GET', profilePath, { key })).json()) as { credits: number }).credits).toBe(100_000_000);
});
