import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refused } from '#main/local-service/added/refused.ts';
import { isInParts, readWhisperFolder } from '#main/local-service/added/whisper-folder.ts';
import { filesOf } from '../../helpers/added-models.ts';
import { englishMetadata, multilingualMetadata, tinyDecoder, tinyEncoder, writeWhisperFolder } from '../../helpers/tiny-whisper.ts';

let folder: string;
beforeEach(() => {
  folder = writeWhisperFolder(join(mkdtempSync(join(tmpdir(), 'voicewright-whisper-')), 'sherpa-onnx-whisper-tiny.en'));
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
const remove = (name: string) => rmSync(join(folder, name));
const encoder = 'tiny.en-encoder.int8.onnx';
const decoder = 'tiny.en-decoder.int8.onnx';
const tokens = 'tiny.en-tokens.txt';
const names = (read: Awaited<ReturnType<typeof readWhisperFolder>>) => read.files.map(({ name }) => name);
const refused = () =>
  readWhisperFolder(filesOf(folder)).then(
    () => expect.unreachable(),
    (thrown: unknown) => {
      expect(thrown).toBeInstanceOf(Refused);
      const { reason, about, file } = thrown as Refused;
      return { reason, about, file };
    },
  );

test('a Whisper folder gives its parts, its size and the languages of its model', async () => {
  const parts = { encoder, decoder, tokens };
  expect(await readWhisperFolder(filesOf(folder))).toMatchObject({ parts, size: 'tiny.en', languages: ['en'] });
  const several = writeWhisperFolder(join(folder, '..', 'multilingual'), { multilingual: true });
  expect(await readWhisperFolder(filesOf(several))).toMatchObject({ size: 'tiny', languages: ['en', 'de'] });
});

test('of a model in two codings the smaller one is copied, with weights that lie beside it, and nothing else', async () => {
  write('tiny.en-encoder.onnx', tinyEncoder(englishMetadata));
  write('tiny.en-decoder.onnx', tinyDecoder());
  write('tiny.en-encoder.weights', 'weights');
  write('other.weights', 'weights');
  write('0.wav', 'sound');
  expect(names(await readWhisperFolder(filesOf(folder)))).toEqual([encoder, decoder, tokens, 'tiny.en-encoder.weights']);
  remove(encoder);
  remove(decoder);
  expect(names(await readWhisperFolder(filesOf(folder)))).toEqual([
    'tiny.en-encoder.onnx',
    'tiny.en-decoder.onnx',
    tokens,
    'tiny.en-encoder.weights',
  ]);
});

test('a missing part is named as the folder would call it', async () => {
  remove(tokens);
  expect(await refused()).toEqual({ reason: 'files-missing', about: tokens, file: null });
  remove(decoder);
  expect(await refused()).toEqual({ reason: 'files-missing', about: decoder, file: null });
  renameSync(join(folder, encoder), join(folder, decoder));
  expect(await refused()).toEqual({ reason: 'files-missing', about: encoder, file: null });
});

test('tokens that are none, and those of a larger model, are damaged', async () => {
  for (const content of ['', 'no tokens', '{"hello": 1}', `${Buffer.from('hello').toString('base64')} 99999\n`]) {
    write(tokens, content);
    expect(await refused(), content).toEqual({ reason: 'damaged', about: tokens, file: null });
  }
});

test('a model that lacks what its loader reads names the fields, and one that is cut is damaged', async () => {
  write(encoder, tinyEncoder({ ...englishMetadata, n_mels: '', sot: 'first' }));
  expect(await refused()).toEqual({ reason: 'fields-missing', about: 'n_mels, sot', file: encoder });
  write(encoder, tinyEncoder({ ...multilingualMetadata, all_language_codes: 'en' }));
  expect(await refused()).toMatchObject({ reason: 'fields-missing', about: 'all_language_tokens, all_language_codes' });
  write(encoder, tinyEncoder({ ...englishMetadata, sot_sequence: '' }));
  expect(await refused()).toMatchObject({ reason: 'fields-missing', about: 'sot_sequence' });
  write(encoder, tinyEncoder({}));
  expect(await refused()).toMatchObject({ reason: 'fields-missing', file: encoder });
  write(encoder, tinyEncoder(englishMetadata));
  write(decoder, tinyDecoder().subarray(0, 900));
  expect(await refused()).toEqual({ reason: 'damaged', about: decoder, file: null });
});

test('two models in one folder, and recognisers of other kinds, are refused by what they are', async () => {
  write('base.en-encoder.onnx', tinyEncoder(englishMetadata));
  expect(await refused()).toMatchObject({ reason: 'several' });
  remove('base.en-encoder.onnx');
  write('joiner.onnx', 'a joiner');
  expect(await refused()).toEqual({ reason: 'unsupported-recogniser', about: 'transducer', file: 'joiner.onnx' });
  remove('joiner.onnx');
  write('preprocess.onnx', 'a preprocessor');
  expect(await refused()).toMatchObject({ reason: 'unsupported-recogniser', about: 'Moonshine' });
  remove('preprocess.onnx');
  write(encoder, tinyEncoder({ ...englishMetadata, model_type: 'fire-red-asr' }));
  expect(await refused()).toEqual({ reason: 'unsupported-recogniser', about: 'fire-red-asr', file: encoder });
});

test('a model in parts is a recogniser, unless its parts are those of a voice', () => {
  const isRecogniser = (...files: string[]) => isInParts(files.map((name) => ({ name, path: name })));
  expect(isRecogniser('w/tiny-encoder.onnx', 'w/tiny-decoder.onnx')).toBe(true);
  expect(isRecogniser('w/preprocess.onnx', 'w/encode.int8.onnx')).toBe(true);
  expect(isRecogniser('w/model.onnx', 'w/encoder.txt')).toBe(false);
  expect(isRecogniser('w/text_encoder.onnx', 'w/fm_decoder.onnx')).toBe(false);
});
