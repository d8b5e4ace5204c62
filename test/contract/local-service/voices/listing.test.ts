import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { legacyVoicePaths } from '#shared/wire/legacy.ts';
import { voicesPath, voicesV1Path } from '#shared/wire/voices.ts';
import { voiceList, voiceListV1 } from '#shared/wire/responses/voices.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { allVoices, call, failureOf, voiceFor } from '../support.ts';
import { clone, postForm, spoken } from './voice-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let service: LocalService;
let reference: Uint8Array<ArrayBuffer>;
/** The owner has one private and one public voice; a stranger sees what others see. */
const owner = 'local-owner';
const stranger = 'local-stranger';

beforeAll(async () => {
  service = await startLocalService();
  reference = await spoken(service, { text: 'A short recording.', voiceId: (await voiceFor(service, 'en-US')).voiceId });
  // With its text, which is all that the search for the voice then speaks.
  const recording = { files: [{ name: 'reference.wav', bytes: reference }], referenceText: 'A short recording.' };
  await clone(service, { name: 'Zora', description: 'A hushed reader', languages: '["de","en-US"]', ...recording }, owner);
  await clone(service, { name: 'Open', visibility: 'public', languages: '["fr-FR"]', ...recording }, owner);
});
afterAll(() => service.stop());

const list = async (query: string, key = owner) =>
  voiceListV1.parse(await (await call(service, 'GET', `${voicesV1Path}?${query}`, { key })).json());
const titles = async (query: string, key = owner) => (await list(query, key)).items.map((item) => item.title);

test('without filters the first page of public voices comes, twenty of them, and costs nothing', async () => {
  const { items, ...envelope } = await list('');
  const platform = (await allVoices(service)).filter((voice) => voice.name !== 'Open');
  expect(envelope).toMatchObject({ page: 1, pageSize: 20, total: platform.length, totalPages: Math.ceil(platform.length / 20) });
  expect(items.map((item) => item.voiceId)).toEqual(platform.slice(0, 20).map((voice) => voice.voiceId));
  expect(items.every((item) => !item.isPersonal && Date.parse(item.created_at) > 0 && Date.parse(item.updated_at) > 0)).toBe(true);
  expect((await service.charges(stranger)).entries).toHaveLength(1);
});

test('pages hold every voice once', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`page=${page}&pageSize=25&modelType=all`)));
  const ids = pages.flatMap((page) => page.items.map((item) => item.voiceId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(pages[0]!.total);
  expect((await list('page=999')).items).toEqual([]);
});

test('modelType decides between public, personal and all; includePersonal only changes its default', async () => {
  const publicTotal = (await list('modelType=public')).total;
  expect(await titles('modelType=personal')).toEqual(['Open', 'Zora']);
  expect((await list('modelType=all')).total).toBe(publicTotal + 2);
  expect((await list('includePersonal=true')).total).toBe(publicTotal + 2);
  expect((await list('includePersonal=true&modelType=public')).total).toBe(publicTotal);
  expect((await list('includePersonal=false&modelType=personal')).total).toBe(2);
});

test('a private voice is seen by its account alone, a public one by everybody and as personal by its owner alone', async () => {
  expect(await titles('modelType=personal', stranger)).toEqual([]);
  const [open] = (await list('search=Open', stranger)).items;
  expect(open).toMatchObject({ title: 'Open', isPersonal: false });
  expect(await titles('search=Zora&modelType=all', stranger)).toEqual([]);
  const zora = (await list('search=zora&modelType=personal')).items[0]!;
  expect(zora).toMatchObject({ title: 'Zora', description: 'A hushed reader', isPersonal: true });
  expect((await call(service, 'GET', `${voicesPath}/${zora.voiceId}`, { key: owner })).status).toBe(200);
  expect((await call(service, 'GET', `${voicesPath}/${zora.voiceId}`, { key: stranger })).status).toBe(404);
});

test('language is the exact primary code; supportsLanguage finds any of the languages and all regions of one', async () => {
  const all = new Map((await allVoices(service)).map((voice) => [voice.voiceId, voice]));
  const german = (await list('language=de-DE&pageSize=100')).items.map((item) => all.get(item.voiceId)!);
  expect(german.length).toBeGreaterThan(3);
  expect(german.every((voice) => voice.primaryLanguage === 'de-DE')).toBe(true);
  expect(await titles('language=de&modelType=all')).toEqual(['Zora']);
  expect(await titles('language=DE-de')).toEqual([]);
  const spoke = (await list('supportsLanguage=de-DE&pageSize=100')).items.map((item) => all.get(item.voiceId)!);
  expect(spoke.length).toBeGreaterThan(german.length);
  expect(spoke.every((voice) => voice.languages.includes('de-DE'))).toBe(true);
  const anywhere = (await list('supportsLanguage=EN&pageSize=100')).items.map((item) => all.get(item.voiceId)!);
  expect(new Set(anywhere.flatMap((voice) => voice.languages.filter((code) => code.startsWith('en')))).size).toBeGreaterThan(2);
  expect(await titles('supportsLanguage=en-US&modelType=personal')).toEqual(['Zora']);
});

test('search looks into name and description, whatever the case, together with the other filters', async () => {
  expect(await titles('search=HUSHED&includePersonal=true')).toEqual(['Zora']);
  expect(await titles('search=hushed')).toEqual([]);
  const storytellers = await titles('search=british&language=en-GB');
  expect(storytellers.length).toBeGreaterThan(2);
  expect(await titles('search=british&language=fr-FR')).toEqual([]);
});

test.each(['page=0', 'pageSize=0', 'pageSize=101', 'page=x', 'modelType=mine', 'includePersonal=yes', 'language=', 'supportsLanguage='])(
  'voices?%s is a 400 that names the field',
  async (query) => {
    const failure = await failureOf(await call(service, 'GET', `${voicesV1Path}?${query}`));
    expect(failure).toMatchObject({
      status: 400,
      code: 'ERR_INVALID_REQUEST',
      message: expect.stringContaining(query.split('=')[0]!) as string,
    });
  },
);

test('an account that may not list voices gets 403 on every list and the single voice, no key a 401', async () => {
  const key = 'local-ada-novoices';
  for (const path of [voicesPath, voicesV1Path, `${voicesPath}/anything`]) {
    expect(await failureOf(await call(service, 'GET', path, { key })), path).toMatchObject({ status: 403, code: 'ERR_FORBIDDEN' });
    expect(await failureOf(await fetch(`${service.baseUrl}${path}`)), path).toMatchObject({ status: 401 });
  }
});

test('version 3 lists personal voices when asked to, with the models of their family', async () => {
  const names = async (query: string) =>
    voiceList.parse(await (await call(service, 'GET', `${voicesPath}?${query}`, { key: owner })).json()).items;
  expect((await names('search=zora')).map((voice) => voice.name)).toEqual([]);
  const [zora] = await names('search=zora&includePersonal=true');
  expect(zora).toMatchObject({ name: 'Zora', isPersonal: true, primaryLanguage: 'de', languages: ['de', 'en-US'] });
  expect(zora!.modelIds).toContain('alpha-s21pro-flash');
});

test('the legacy paths create, list and delete as the current ones do', async () => {
  const key = 'local-legacy';
  const response = await postForm(
    service,
    { name: 'Old way', files: [{ name: 'reference.wav', bytes: reference }], referenceText: 'A short recording.' },
    { key, path: legacyVoicePaths.create },
  );
  const { voiceId, title } = (await response.json()) as { voiceId: string; title: string };
  expect([response.status, title]).toEqual([200, 'Old way']);
  const listed = async (body: unknown, query = '') =>
    voiceListV1.parse(
      await (await call(service, 'POST', `${legacyVoicePaths.list}${query}`, { key, ...(body !== undefined && { body }) })).json(),
    );
  expect((await listed({ modelType: 'personal', page: 1, pageSize: 5 })).items.map((item) => item.voiceId)).toEqual([voiceId]);
  expect((await listed({ includePersonal: true, search: 'old WAY' })).total).toBe(1);
  expect((await listed(undefined, '?modelType=personal')).total).toBe(1);
  expect((await listed({ modelType: 'personal' }, '?modelType=public')).total).toBe(1);
  expect(await failureOf(await call(service, 'POST', legacyVoicePaths.list, { key, body: { page: 0 } }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('page') as string,
  });
  const remove = (body: unknown, by = key) => call(service, 'POST', legacyVoicePaths.delete, { key: by, body });
  expect(await failureOf(await remove({}))).toMatchObject({ status: 400, message: expect.stringContaining('voiceId') as string });
  expect(await failureOf(await remove({ voiceId, reference_id: 'other' }))).toMatchObject({ status: 400 });
  expect(await failureOf(await remove({ voiceId }, 'local-legacy-readonly'))).toMatchObject({ status: 403 });
  expect(await failureOf(await remove({ voiceId }, stranger))).toMatchObject({ status: 404 });
  expect(await (await remove({ reference_id: voiceId })).json()).toMatchObject({ voiceId });
  expect((await listed({ modelType: 'personal' })).total).toBe(0);
});
