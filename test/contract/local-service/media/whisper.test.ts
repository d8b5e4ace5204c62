import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addedModels, addedModelsPath, type AddedModel } from '#shared/wire/added-models.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { profile } from '#shared/wire/responses/profile.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { transcription } from '#shared/wire/responses/transcription.ts';
import { decodeSound } from '#main/local-service/recognition/decode-sound.ts';
import { wavHeader } from '#main/local-service/sound/encode.ts';
import { addedOf, addFolder } from '../../../helpers/added-models.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { installSphinx } from '../../../helpers/sphinx.ts';
import { installStandIn } from '../../../helpers/tiny-voice.ts';
import { englishMetadata, tinyEncoder, writeWhisperFolder } from '../../../helpers/tiny-whisper.ts';
import { allVoices, bookAddsUp, call, failureOf } from '../support.ts';
import { startFileServer, type FileServer } from './media-support.ts';

/** With something in the place of the package that loads models: it says how long each piece is, and fails where it is made to. */

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

const fixture = (name: string): Buffer<ArrayBuffer> => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url));
const printed = fixture('reading/three-sentences.sphinx.txt').toString('utf8');
const sphinx = installSphinx(printed);

let folder: string;
let files: FileServer;
let reading: string;
let long: string;
let service: LocalService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-whisper-'));
  files = await startFileServer();
  const ogg = fixture('reading/three-sentences.ogg');
  reading = files.serve('/reading.ogg', ogg);
  const part: Buffer[] = [];
  let rate = 0;
  for await (const piece of decodeSound(new Uint8Array(ogg))) {
    rate = piece.rate;
    part.push(Buffer.from(Int16Array.from(piece.samples, (sample) => Math.round(32_767 * sample)).buffer));
  }
  long = serveWav('/long.wav', Buffer.concat([...part, ...part, Buffer.alloc(5 * rate * 2), ...part]), rate);
  installStandIn(join(folder, 'packages'));
  service = await startLocalService({ dataDirectory: folder, path: sphinx.path });
});
afterAll(async () => {
  expect(bookAddsUp(await service.charges())).toBe(true);
  await service.stop();
  await files.close();
  sphinx.remove();
  rmSync(folder, { recursive: true, force: true });
});

const post = (body: Record<string, unknown>, of = service) => call(of, 'POST', transcriptionPath, { body });
const transcribed = async (body: Record<string, unknown>) => {
  const response = await post(body);
  if (response.status !== 200) throw new Error(JSON.stringify(await failureOf(response)));
  return transcription.parse(await response.json());
};
const abilities = async (of = service) => profile.parse(await (await call(of, 'GET', profilePath)).json()).transcription;
const listed = async () => addedModels.parse(await (await call(service, 'GET', addedModelsPath)).json()).models;
const lastState = async () => (await service.charges()).entries.at(-1)?.state;
const serveWav = (path: string, pcm: Buffer, rate: number) => files.serve(path, Buffer.concat([wavHeader(pcm.length, rate), pcm]));
const beside = ({ id }: AddedModel, name: string) => join(folder, 'added', id, 'model', name);
const draft = { recogniser: 'draft', languages: ['en'] };

let english: AddedModel;
let adding: Promise<AddedModel> | undefined;
/** A recogniser of two languages, added when the first test needs it: some of those that do run in `npm run e2e` alone. */
const addSeveral = () =>
  (adding ??= addFolder(service, writeWhisperFolder(join(folder, 'multilingual'), { multilingual: true })).then(addedOf));
test('a Whisper folder becomes a recogniser that is no voice, and is used before PocketSphinx', async () => {
  expect(await abilities()).toEqual(draft);
  const before = (await allVoices(service)).length;
  english = addedOf(await addFolder(service, writeWhisperFolder(join(folder, 'whisper'), { licence: 'MIT License' })));
  expect(english).toMatchObject({
    kind: 'whisper',
    name: 'Whisper tiny.en',
    languages: ['en'],
    voices: 0,
    licence: { state: 'noted', file: 'LICENSE', text: 'MIT License' },
  });
  expect(await listed()).toEqual([english]);
  expect(await allVoices(service)).toHaveLength(before);
  expect(await abilities()).toEqual({ recogniser: 'model', name: 'Whisper tiny.en', languages: ['en'] });

  const answer = await transcribed({ audio_url: reading, language: 'en-GB' });
  expect(answer).not.toHaveProperty('draft');
  expect(answer.credits_used).toBe(2 * Math.ceil(answer.duration));
  expect(answer.text).toMatch(/^english for \d+\.\d seconds\. The end\.$/u);
  // A model gives a sentence its times, which end with the recording, and words none.
  expect(answer.segments.map(({ text }) => text)).toEqual([expect.stringContaining('english for'), 'The end.']);
  for (const { start, end, words } of answer.segments) {
    expect(words).toBeUndefined();
    expect(start).toBeLessThanOrEqual(end);
    expect(end).toBeLessThanOrEqual(answer.duration + 0.05);
  }
  expect((await transcribed({ audio_url: reading, ignore_timestamps: true })).segments).toEqual([]);
});

test('a language that the model does not know is refused before anything is charged', async () => {
  const before = (await service.charges()).entries.length;
  const failure = await failureOf(await post({ audio_url: reading, language: 'de' }));
  expect(failure).toMatchObject({ status: 400, code: 'ERR_TRANSCRIPTION_LANGUAGE' });
  expect(failure.message).toContain('language');
  expect((await service.charges()).entries).toHaveLength(before);
});

test(
  'the recogniser that was added last is used, in the language that is chosen and else in the one it finds',
  { tags: ['beside'] },
  async () => {
    expect(await addSeveral()).toMatchObject({ name: 'Whisper tiny', languages: ['en', 'de'], licence: { state: 'none' } });
    expect(await abilities()).toEqual({ recogniser: 'model', name: 'Whisper tiny', languages: ['en', 'de'] });
    expect((await transcribed({ audio_url: reading, language: 'en' })).text).toMatch(/^en for/u);
    expect((await transcribed({ audio_url: reading })).text).toMatch(/^de for/u);
  },
);

test(
  'a long recording is cut at its pauses into pieces that the model takes, without a long silence, with times of the whole',
  { tags: ['beside'] },
  async () => {
    await addSeveral();
    const { segments, duration } = await transcribed({ audio_url: long, language: 'en' });
    expect(duration).toBeGreaterThan(45);
    const lengths = segments.flatMap(({ text }) => /for (\d+\.\d) seconds/u.exec(text)?.slice(1) ?? []).map(Number);
    expect(lengths.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(28);
    expect(duration - lengths.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(4);
    expect(segments.map(({ start }) => start)).toEqual(segments.map(({ start }) => start).toSorted((one, other) => one - other));
  },
);

test('a recording of silence or of noise is refused in words, and its charge is refunded', async () => {
  const silent = serveWav('/silent.wav', Buffer.alloc(96_000), 16_000);
  // The same noise each time, and as loud as speech.
  let seed = 1;
  const hiss = Int16Array.from({ length: 160_000 }, () => ((seed = (seed * 16_807) % 2_147_483_647) % 8_000) - 4_000);
  const noisy = serveWav('/noise.wav', Buffer.from(hiss.buffer), 16_000);
  for (const audio_url of [silent, noisy]) {
    expect(await failureOf(await post({ audio_url }))).toMatchObject({ status: 400, code: 'ERR_TRANSCRIPTION_NO_SPEECH' });
    expect(await lastState()).toBe('refunded');
  }
});

test(
  'a model that ends its process fails the request that it had, which is refunded, and the next one is answered',
  { tags: ['beside'] },
  async () => {
    const several = await addSeveral();
    writeFileSync(beside(several, 'crash'), '');
    const failure = await failureOf(await post({ audio_url: reading }));
    expect(failure).toMatchObject({
      status: 500,
      message: 'The recognition model ended its process (SIGSEGV); the charge was refunded',
    });
    expect(await lastState()).toBe('refunded');
    rmSync(beside(several, 'crash'));
    expect((await transcribed({ audio_url: reading })).text).toMatch(/^de for/u);
    expect(await lastState()).toBe('settled');
  },
);

test('a request that nobody waits for any more is refunded', async () => {
  const several = await addSeveral();
  writeFileSync(beside(several, 'endless'), '');
  const leaving = new AbortController();
  const left = fetch(`${service.baseUrl}${transcriptionPath}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ audio_url: reading }),
    signal: leaving.signal,
  });
  const ended = expect(left).rejects.toThrow();
  await vi.waitFor(async () => expect(await lastState()).toBe('reserved'), { timeout: 60_000 });
  leaving.abort();
  await ended;
  await vi.waitFor(async () => expect(await lastState()).toBe('refunded'), { timeout: 60_000 });
  rmSync(beside(several, 'endless'));
});

test('a recogniser that was removed is not used any more, and is again when it is put back; without one, PocketSphinx drafts', async () => {
  const remove = (id: string) => call(service, 'DELETE', `${addedModelsPath}/${id}`);
  await remove((await addSeveral()).id);
  expect(await abilities()).toMatchObject({ name: 'Whisper tiny.en' });
  await remove(english.id);
  expect(await abilities()).toEqual(draft);
  await call(service, 'POST', `${addedModelsPath}/${english.id}/restore`);
  expect(await abilities()).toMatchObject({ name: 'Whisper tiny.en' });
  expect(await addFolder(service, join(folder, 'whisper'))).toMatchObject({ refused: { reason: 'twice', about: 'Whisper tiny.en' } });
});

test('a folder that cannot be used is refused by its reason, and nothing is left of it', async () => {
  const before = await listed();
  const variant = (name: string, change: (path: string) => void): [string, string] => {
    const path = writeWhisperFolder(join(folder, 'refused', name));
    change(path);
    return [name, path];
  };
  const encoder = 'tiny.en-encoder.int8.onnx';
  const write = (name: string, content: string | Buffer) => (path: string) => writeFileSync(join(path, name), content);
  const cases: [[string, string], object][] = [
    [variant('no tokens', (path) => rmSync(join(path, 'tiny.en-tokens.txt'))), { reason: 'files-missing', about: 'tiny.en-tokens.txt' }],
    [variant('bad tokens', write('tiny.en-tokens.txt', 'no tokens')), { reason: 'damaged', about: 'tiny.en-tokens.txt' }],
    [variant('joiner', write('tiny.en-joiner.onnx', '')), { reason: 'unsupported-recogniser', about: 'transducer' }],
    [variant('aborts', write(encoder, tinyEncoder({ ...englishMetadata, note: 'DAMAGED' }))), { reason: 'damaged', about: encoder }],
  ];
  for (const [[name, path], refused] of cases) expect(await addFolder(service, path), name).toMatchObject({ refused });
  expect(await listed()).toEqual(before);
});

test('without the package a recogniser is refused before anything is copied, and one that is there already is not used', async () => {
  const packages = join(folder, 'none');
  const bare = await startLocalService({ packages, added: join(folder, 'added'), path: sphinx.path });
  try {
    expect(await addFolder(bare, writeWhisperFolder(join(folder, 'again')))).toMatchObject({ refused: { reason: 'no-package' } });
    expect(await abilities(bare)).toEqual(draft);
    installStandIn(packages);
    expect(await abilities(bare)).toMatchObject({ recogniser: 'model', name: 'Whisper tiny.en' });
  } finally {
    await bare.stop();
  }
});

test('the program that --recogniser names is used before an added model', async () => {
  const own = await startLocalService({ dataDirectory: join(folder, 'own'), added: join(folder, 'added'), recogniser: 'none' });
  try {
    expect(await abilities(own)).toEqual({ recogniser: 'none', languages: [] });
  } finally {
    await own.stop();
  }
});
