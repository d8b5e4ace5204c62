import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addedModels, addedModelsPath, type AddedModel } from '#shared/wire/added-models.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { filesOf, addedOf, addFolder } from '../../../helpers/added-models.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import {
  installStandIn,
  tinyVits,
  vitsMetadata,
  piperDescription,
  writePiperFolder,
  writeVitsFolder,
} from '../../../helpers/tiny-voice.ts';
import { alignedSpeech, allVoices, call, decoded, failureOf, loudness } from '../support.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let data: string;
let service: LocalService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-models-'));
  data = join(folder, 'data');
  installStandIn(join(data, 'packages'));
  service = await startLocalService({ dataDirectory: data });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const listed = async (of = service) => addedModels.parse(await (await call(of, 'GET', addedModelsPath)).json());
const left = () => readdirSync(join(data, 'added')).filter((name) => !name.startsWith('shared-'));
const speech = (voiceId: string, text: string, more: object = {}, of = service) =>
  call(of, 'POST', speechPath, { body: { text, voiceId, format: 'wav', ...more } });
const spoken = async (...given: Parameters<typeof speech>) => {
  const response = await speech(...given);
  expect(response.status).toBe(200);
  return decoded('wav', new Uint8Array(await response.arrayBuffer()));
};

let vits: AddedModel;
test('a VITS folder becomes a voice that speaks everywhere, follows speed, is as loud as the others and estimates its word times', async () => {
  vits = addedOf(await addFolder(service, writeVitsFolder(join(folder, 'vits-tiny'))));
  expect(vits).toMatchObject({
    kind: 'vits',
    name: 'Tiny',
    languages: ['en-US'],
    voices: 1,
    licence: { state: 'noted', file: 'LICENSE', text: 'This model is free for every use.' },
  });
  expect(await listed()).toMatchObject({ models: [vits], package: { version: '0.0.1' } });
  expect((await allVoices(service)).find(({ voiceId }) => voiceId === vits.id)).toMatchObject({ name: 'Tiny', primaryLanguage: 'en-US' });

  const text = 'Hello world, this is a test of a model.';
  const plain = await spoken(vits.id, text);
  const fast = await spoken(vits.id, text, { speed: 2 });
  expect(fast.durationMs / plain.durationMs).toBeGreaterThan(0.45);
  expect(fast.durationMs / plain.durationMs).toBeLessThan(0.6);
  const usual = await spoken((await allVoices(service)).find(({ name }) => name === 'Ada')!.voiceId, text);
  expect(Math.abs(20 * Math.log10(loudness(plain.samples) / loudness(usual.samples)))).toBeLessThan(4);

  // A model tells no times: none are given for exact.
  const aligned = await alignedSpeech(service, { text, voiceId: vits.id, format: 'wav' }, 'local-other');
  expect(aligned.completed).toMatchObject({ alignmentStatus: 'partial' });
  expect(aligned.words).toEqual([]);
  expect((await decoded('wav', aligned.audio)).durationMs).toBe(plain.durationMs);
});

test('a Piper folder as it is handed out becomes a voice, with what its loader needs made from its description', async () => {
  const added = addedOf(await addFolder(service, writePiperFolder(join(folder, 'piper'))));
  expect(added).toMatchObject({ kind: 'piper', name: 'Tiny low', languages: ['en-US'], licence: { file: 'MODEL_CARD' } });
  const copied = readdirSync(join(data, 'added', added.id, 'model')).sort();
  expect(copied).toEqual(['en_US-tiny-low.onnx', 'tokens.txt']);
  expect(existsSync(join(data, 'added', 'shared-espeak-ng-data', 'phontab'))).toBe(true);
  expect((await spoken(added.id, 'Hello.')).durationMs).toBeGreaterThan(100);
});

test('a Kokoro folder becomes a voice for each of its speakers, which sound apart', async () => {
  const kokoro = join(folder, 'kokoro-en');
  writeVitsFolder(kokoro, { licence: null });
  writeFileSync(join(kokoro, 'model.onnx'), tinyVits({ ...vitsMetadata, model_type: 'kokoro', speaker_names: 'af,af_bella,am_adam' }));
  writeFileSync(join(kokoro, 'voices.bin'), 'voices');
  const added = addedOf(await addFolder(service, kokoro));
  expect(added).toMatchObject({ kind: 'kokoro', voices: 3, licence: { state: 'none', file: null } });
  const voices = (await allVoices(service)).filter(({ name }) => name.startsWith('Kokoro en'));
  expect(voices.map(({ name }) => name)).toEqual(['Kokoro en af', 'Kokoro en af_bella', 'Kokoro en am_adam']);
  expect(new Set(voices.map(({ voiceId }) => voiceId)).size).toBe(3);
  const sounds = await Promise.all(voices.map(({ voiceId }) => spoken(voiceId, 'Hello.')));
  expect(Buffer.from(sounds[0]!.samples.buffer).equals(Buffer.from(sounds[1]!.samples.buffer))).toBe(false);
});

test('a folder without its files or fields, a damaged one and one that cannot be used are refused by their reason, and nothing is left', async () => {
  const before = left().sort();
  const variant = (name: string, change: (path: string) => void, from: (path: string) => string = writeVitsFolder): [string, string] => {
    const path = from(join(folder, 'refused', name));
    change(path);
    return [name, path];
  };
  const write = (name: string, content: string | Buffer) => (path: string) => writeFileSync(join(path, name), content);
  const remove = (name: string) => (path: string) => rmSync(join(path, name));
  const metadata = (more: object) => write('model.onnx', tinyVits({ ...vitsMetadata, ...more }));
  const describe = (more: object) => write('en_US-tiny-low.onnx.json', JSON.stringify({ ...piperDescription, ...more }));
  const cases: [[string, string], object][] = [
    [variant('no tokens', remove('tokens.txt')), { reason: 'files-missing', about: 'tokens.txt' }],
    [variant('no model', remove('model.onnx')), { reason: 'unknown' }],
    [variant('no lexicon', metadata({ frontend: '' })), { reason: 'files-missing', about: 'lexicon.txt' }],
    [variant('no voices', metadata({ model_type: 'kokoro' })), { reason: 'files-missing', about: 'voices.bin' }],
    [variant('no rate', metadata({ sample_rate: '' })), { reason: 'fields-missing', about: 'sample_rate', file: 'model.onnx' }],
    [variant('no onnx', write('model.onnx', 'not a model')), { reason: 'damaged', about: 'model.onnx' }],
    [variant('cut', write('model.onnx', tinyVits().subarray(0, 500))), { reason: 'damaged', about: 'model.onnx' }],
    [variant('aborts', metadata({ note: 'DAMAGED' })), { reason: 'damaged', about: 'model.onnx' }],
    [variant('exits', write('tokens.txt', 'no tokens')), { reason: 'damaged', about: 'model.onnx' }],
    [variant('other', metadata({ model_type: 'matcha' })), { reason: 'unsupported', about: 'matcha' }],
    [variant('two', write('other.onnx', tinyVits())), { reason: 'several', about: 'model.onnx, other.onnx' }],
    [variant('klingon', metadata({ voice: 'tlh' })), { reason: 'language', about: 'tlh' }],
    [
      variant('no description', remove('en_US-tiny-low.onnx.json'), writePiperFolder),
      { reason: 'files-missing', about: 'en_US-tiny-low.onnx.json' },
    ],
    [variant('no piper model', remove('en_US-tiny-low.onnx'), writePiperFolder), { reason: 'files-missing', about: 'en_US-tiny-low.onnx' }],
    [
      variant('no fields', describe({ audio: {}, phoneme_id_map: undefined }), writePiperFolder),
      { reason: 'fields-missing', about: 'audio.sample_rate, phoneme_id_map', file: 'en_US-tiny-low.onnx.json' },
    ],
    [
      variant('no json', write('en_US-tiny-low.onnx.json', '{'), writePiperFolder),
      { reason: 'damaged', about: 'en_US-tiny-low.onnx.json' },
    ],
  ];
  for (const [[name, path], refused] of cases) expect(await addFolder(service, path), name).toMatchObject({ refused });
  expect(await addFolder(service, join(folder, 'vits-tiny'))).toMatchObject({ refused: { reason: 'twice', about: 'Tiny' } });
  expect(left().sort()).toEqual(before);
});

test('a model that ends its process fails the request that it had, which is refunded, and nothing else', async () => {
  const other = (await allVoices(service)).find(({ name }) => name === 'Ada')!.voiceId;
  const balance = async () => (await service.charges()).balance.credits;
  const credits = await balance();
  const [crashed, ...fine] = await Promise.all([
    speech(vits.id, 'This is a segfault.'),
    speech(vits.id, 'Hello.'),
    speech(other, 'Hello.'),
  ]);
  expect(await failureOf(crashed)).toMatchObject({
    status: 500,
    message: 'The voice model ended its process (SIGSEGV); the charge was refunded',
  });
  const thrown = await failureOf(await speech(vits.id, 'This is refused.'));
  expect(thrown.message).toBe('The voice model failed: it was refused; the charge was refunded');
  expect(fine.map(({ status }) => status)).toEqual([200, 200]);
  // What has no word is not asked of a model, which would end its process.
  await spoken(vits.id, '… ?!');
  const entries = (await service.charges()).entries.filter(({ state }) => state === 'reserved');
  expect(entries).toEqual([]);
  expect(credits - (await balance())).toBeLessThan(40);
});

test('without the package a model folder is refused before anything is copied, and it counts as soon as it is installed', async () => {
  const packages = join(folder, 'packages');
  const bare = await startLocalService({ packages });
  try {
    expect((await listed(bare)).package).toEqual({ name: 'sherpa-onnx-node', folder: packages, version: null });
    const path = join(folder, 'vits-tiny');
    expect(await addFolder(bare, path)).toMatchObject({ refused: { reason: 'no-package', about: 'sherpa-onnx-node' } });
    installStandIn(packages);
    addedOf(await addFolder(bare, path));
  } finally {
    await bare.stop();
  }
});

test('services that share the folder see at once what another adds or removes, and speak with it', async () => {
  const other = await startLocalService({ added: join(data, 'added'), packages: join(data, 'packages') });
  try {
    expect((await listed(other)).models).toEqual((await listed()).models);
    await spoken(vits.id, 'Hello.', {}, other);
    await call(other, 'DELETE', `${addedModelsPath}/${vits.id}`);
    expect((await listed()).models.some(({ id }) => id === vits.id)).toBe(false);
    expect(await failureOf(await speech(vits.id, 'Hello.'))).toMatchObject({ status: 404 });
    // Who did not remove it cannot put it back.
    expect((await call(service, 'POST', `${addedModelsPath}/${vits.id}/restore`)).status).toBe(404);
    expect((await call(other, 'POST', `${addedModelsPath}/${vits.id}/restore`)).status).toBe(200);
    expect((await listed()).models.some(({ id }) => id === vits.id)).toBe(true);
  } finally {
    await other.stop();
  }
});

test('a voice that an earlier version kept in its database is there, with its id', async () => {
  const earlier = join(folder, 'earlier');
  await (await startLocalService({ dataDirectory: earlier })).stop();
  const id = '11111111-2222-8333-a444-555555555555';
  const database = new DatabaseSync(join(earlier, 'local-service.sqlite'));
  const licence = JSON.stringify({ state: 'noted', text: 'Free.' });
  const found = JSON.stringify({ hertz: 104, deviation: 16, gain: 1.5, fixed: true });
  database
    .prepare(
      `INSERT INTO added_models (id, kind, name, languages, bytes, licence, found, added_at) VALUES (?, 'flite', 'rms', '["en-US"]', 9, ?, ?, ?)`,
    )
    .run(id, licence, found, '2026-01-01T00:00:00.000Z');
  database.close();
  writeFileSync(join(earlier, 'added', `${id}.flitevox`), 'a voice');
  const later = await startLocalService({ dataDirectory: earlier });
  try {
    expect((await listed(later)).models).toMatchObject([{ id, name: 'rms', kind: 'flite', voices: 1, licence: { text: 'Free.' } }]);
    expect((await allVoices(later)).some(({ voiceId }) => voiceId === id)).toBe(true);
  } finally {
    await later.stop();
  }
  expect(readFileSync(join(earlier, 'added', id, 'voice.flitevox'), 'utf8')).toBe('a voice');
  expect(filesOf(join(earlier, 'added')).map(({ name }) => name)).toEqual([`added/${id}/voice.flitevox`, `added/${id}/voice.json`]);
});
