import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addModelAnswer, addedModels, addedModelsPath, type AddModelAnswer } from '#shared/wire/added-models.ts';
import { voiceList } from '#shared/wire/responses/voices.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { writeVoiceFile } from '../../../helpers/voice-file.ts';
import { alignedSpeech, allVoices, call, decoded, failureOf, loudness } from '../support.ts';

vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let folder: string;
let data: string;
let service: LocalService;
let bytes: Buffer;
const file = (): string => join(folder, 'cmu_us_slt.flitevox');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voicewright-added-'));
  data = join(folder, 'data');
  [service, bytes] = await Promise.all([startLocalService({ dataDirectory: data, threads: 1 }), writeVoiceFile(file(), 'slt')]);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function add(path: string, { name = 'cmu_us_slt.flitevox', beside = [] as { name: string; path: string }[], key = '' } = {}) {
  const body = { name, files: [{ name, path }, ...beside] };
  return call(service, 'POST', addedModelsPath, { body, ...(key !== '' && { key }) });
}

async function added(...given: Parameters<typeof add>): Promise<AddModelAnswer> {
  const response = await add(...given);
  expect(response.status).toBe(200);
  return addModelAnswer.parse(await response.json());
}

const listed = async () => addedModels.parse(await (await call(service, 'GET', addedModelsPath)).json()).models;

test('a voice file becomes a voice of the catalogue, with the same sound and the same word times as the voice that it was written from', async () => {
  const answer = await added(file());
  if (!('added' in answer)) throw new Error('It was refused');
  expect(answer.added).toMatchObject({
    kind: 'flite',
    name: 'cmu us slt',
    languages: ['en-US'],
    bytes: bytes.length,
    licence: { state: 'none' },
  });
  expect(await listed()).toEqual([answer.added]);

  const voices = await allVoices(service);
  const voice = voices.find(({ voiceId }) => voiceId === answer.added.id);
  expect(voice).toMatchObject({ name: 'cmu us slt', isPersonal: false, primaryLanguage: 'en-US' });
  const built = voices.find(({ name }) => name === 'Abigail')!;
  const text = 'Hello world. Dr. Smith has 21 apples, and nobody knows why!';
  const one = await alignedSpeech(service, { text, voiceId: answer.added.id, format: 'wav' });
  const other = await alignedSpeech(service, { text, voiceId: built.voiceId, format: 'wav' });
  expect(one.completed).toMatchObject({ alignmentStatus: 'complete' });
  expect(one.words.map(({ text }) => text)).toEqual(text.split(' '));
  for (const [index, word] of one.words.entries()) expect(Math.abs(word.startMs - other.words[index]!.startMs)).toBeLessThanOrEqual(2);
  const [sound, usual] = await Promise.all([decoded('wav', one.audio), decoded('wav', other.audio)]);
  const decibels = 20 * Math.log10(loudness(sound.samples) / loudness(usual.samples));
  expect(Math.abs(decibels)).toBeLessThan(3);
});

test('an added voice speaks at every speed and pitch, in a design too, and is gone with its removal until it is put back', async () => {
  const [model] = await listed();
  const { id } = model!;
  const spoken = async (more: object) => {
    const response = await call(service, 'POST', speechPath, {
      body: { text: 'One two three four five six.', voiceId: id, format: 'wav', ...more },
    });
    expect(response.status).toBe(200);
    return (await decoded('wav', new Uint8Array(await response.arrayBuffer()))).durationMs;
  };
  expect(await spoken({ speed: 2 })).toBeLessThan(0.65 * (await spoken({})));

  const design = { prompt: 'A calm woman', previewText: 'Good evening, and welcome to the show. Please take your seats now.' };
  const made = await call(service, 'POST', voiceDesignsPath, { body: design, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  expect(made.status).toBe(200);
  const { designId, candidates } = (await made.json()) as { designId: string; candidates: { candidateId: string }[] };
  const save = { candidateId: candidates[0]!.candidateId, name: 'Designed with it' };
  const saved = await call(service, 'POST', `${voiceDesignsPath}/${designId}/voices`, {
    body: save,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(saved.status).toBe(200);
  const personal = async () => {
    const answer = await call(service, 'GET', `${voicesPath}?includePersonal=true&search=Designed`);
    return voiceList.parse(await answer.json()).items.length;
  };
  expect(await personal()).toBe(1);

  expect((await call(service, 'DELETE', `${addedModelsPath}/${id}`)).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await allVoices(service)).some(({ voiceId }) => voiceId === id)).toBe(false);
  expect(await personal()).toBe(0);
  const gone = await call(service, 'POST', speechPath, { body: { text: 'Hello.', voiceId: id } });
  expect(await failureOf(gone)).toMatchObject({ status: 404 });
  expect((await call(service, 'DELETE', `${addedModelsPath}/${id}`)).status).toBe(404);

  expect((await call(service, 'POST', `${addedModelsPath}/${id}/restore`)).status).toBe(200);
  expect(await listed()).toEqual([model]);
  expect(await personal()).toBe(1);
  await spoken({});
});

test('what is no voice, damaged, of another language, too large, there already or not readable is refused by its reason, and nothing is left of it', async () => {
  const write = async (name: string, content: Uint8Array | string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const damaged = Buffer.from(bytes);
  for (let at = 3_000; at < damaged.length; at += 7) damaged[at]! ^= 0x5a;
  const german = Buffer.from(bytes);
  german.write('ger', bytes.indexOf('eng\0'), 'latin1');
  const cases: [path: string, refused: object][] = [
    [await write('notes.txt', 'nothing'), { reason: 'unknown' }],
    [await write('empty.flitevox', ''), { reason: 'unknown' }],
    [await write('cut.flitevox', bytes.subarray(0, 500_000)), { reason: 'damaged' }],
    [await write('damaged.flitevox', damaged), { reason: 'damaged' }],
    [await write('german.flitevox', german), { reason: 'language', about: 'ger' }],
    [await write('large.flitevox', Buffer.concat([bytes, Buffer.alloc(33 * 1024 ** 2)])), { reason: 'too-large' }],
    [join(folder, 'none.flitevox'), { reason: 'unreadable-file' }],
    [file(), { reason: 'twice', about: 'cmu us slt' }],
  ];
  for (const [path, refused] of cases) expect(await added(path), path).toMatchObject({ refused });
  expect((await listed()).length).toBe(1);
  expect((await readdir(join(data, 'added'))).length).toBe(1);
});

test('the licence beside a voice file is noted, and said to hold something back or to be no text', { tags: ['beside'] }, async () => {
  const path = join(folder, 'rms.flitevox');
  await writeVoiceFile(path, 'rms');
  const licences: [content: Uint8Array | string, state: string][] = [
    ['Licensed under CC BY-NC 4.0, for research.', 'restricted'],
    [Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x02]), 'unreadable'],
    ['Permission is hereby granted, free of charge.', 'noted'],
  ];
  for (const [content, state] of licences) {
    const licence = join(folder, 'LICENSE');
    await writeFile(licence, content);
    const answer = await added(path, { name: 'rms.flitevox', beside: [{ name: 'LICENSE', path: licence }] });
    expect(answer).toMatchObject({ added: { licence: { state } } });
    if ('added' in answer) await call(service, 'DELETE', `${addedModelsPath}/${answer.added.id}`);
  }
});

test('only the key of the service adds voices, and a path leads nowhere but into the folder that was given', async () => {
  expect(await failureOf(await add(file(), { key: 'local-stranger' }))).toMatchObject({ status: 403 });
  expect((await call(service, 'GET', addedModelsPath, { key: 'local-stranger' })).status).toBe(403);
  for (const name of ['../voice.flitevox', '/voice.flitevox', 'a/../../b', 'C:voice', 'a\\b', ''])
    expect(await failureOf(await add(file(), { name })), name).toMatchObject({ status: 400 });
});

test(
  'an added voice is there after a restart, and one that was removed is gone for good, with its file',
  { tags: ['beside'] },
  async () => {
    const [kept] = await listed();
    const path = join(folder, 'awb.flitevox');
    await writeVoiceFile(path, 'awb');
    const answer = await added(path, { name: 'awb.flitevox' });
    if (!('added' in answer)) throw new Error('It was refused');
    expect(answer.added.languages).toEqual(['en-US']);
    await call(service, 'DELETE', `${addedModelsPath}/${answer.added.id}`);
    await service.stop();
    service = await startLocalService({ dataDirectory: data, threads: 1 });
    expect(await listed()).toEqual([kept]);
    expect((await call(service, 'POST', `${addedModelsPath}/${answer.added.id}/restore`)).status).toBe(404);
    expect(await readdir(join(data, 'added'))).toEqual([kept!.id]);
  },
);
