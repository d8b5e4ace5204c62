import { expect, it, vi } from 'vitest';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import type { AddedModel } from '#shared/wire/added-models.ts';
import { LocalVoicesStore, type LocalVoicesDependencies } from '../../../src-renderer/features/account/local-voices-store.ts';

const voice: AddedModel = {
  id: 'voice-1',
  kind: 'flite',
  name: 'my voice',
  languages: ['en-US'],
  voices: 1,
  bytes: 2_000_000,
  licence: { state: 'none', text: null, file: null, words: null },
  addedAt: '2026-01-01T00:00:00.000Z',
};

function open(answers: Record<string, (input: never) => unknown>) {
  const run = vi.fn((name: string, input: unknown) => Promise.resolve().then(() => answers[name]!(input as never)));
  const undo: (() => boolean)[] = [];
  const dependencies = {
    client: { run } as unknown as LocalVoicesDependencies['client'],
    upload: vi.fn((file: Blob) => Promise.resolve(`upload-${(file as File).name}`)),
    announce: vi.fn(),
    toast: vi.fn((_title: string, _message: unknown, back?: () => boolean) => back && undo.push(back)),
    toastFailure: vi.fn(),
  };
  return { local: new LocalVoicesStore(dependencies), run, dependencies, undo };
}

const file = (name: string) => ({ name, file: new File(['x'], name.slice(name.lastIndexOf('/') + 1)) });
const ready = { name: 'the-package', folder: '/packages', version: '1.0.0' };

it('hands over the voice with what lies beside it, named after the voice whatever came first', async () => {
  const { local, run } = open({ 'localVoices.add': () => voice, 'localVoices.list': () => ({ voices: [voice], package: ready }) });
  await local.addLocalVoice([file('LICENSE'), file('my_voice.flitevox')]);
  expect(run).toHaveBeenCalledWith('localVoices.add', {
    name: 'my_voice.flitevox',
    files: [
      { name: 'LICENSE', uploadId: 'upload-LICENSE' },
      { name: 'my_voice.flitevox', uploadId: 'upload-my_voice.flitevox' },
    ],
  });
  expect(local.store.getState()).toMatchObject({ voices: [voice], adding: undefined, refused: undefined });
});

it('shows why a file is no voice until the next one is added, and takes one at a time', async () => {
  const refusal = fail('unprocessable', message('localVoices.unknown', 'notes.txt'));
  let refuse = true;
  const { local, run } = open({
    'localVoices.add': () => {
      if (refuse) throw refusal;
      return voice;
    },
    'localVoices.list': () => ({ voices: [voice], package: ready }),
  });
  const first = local.addLocalVoice([file('notes.txt')]);
  await local.addLocalVoice([file('other.flitevox')]);
  await first;
  expect(run.mock.calls.map(([name]) => name)).toEqual(['localVoices.add']);
  expect(local.store.getState().refused).toEqual(refusal.failure);
  refuse = false;
  await local.addLocalVoice([file('my_voice.flitevox')]);
  expect(local.store.getState().refused).toBeUndefined();
});

it('a removed voice is put back by its undo', async () => {
  const listed: AddedModel[] = [voice];
  const { local, run, dependencies, undo } = open({
    'localVoices.remove': () => void listed.pop(),
    'localVoices.restore': () => void listed.push(voice),
    'localVoices.list': () => ({ voices: [...listed] }),
  });
  await local.removeLocalVoice(voice);
  expect(local.store.getState().voices).toEqual([]);
  expect(dependencies.toast).toHaveBeenCalledWith(messages.localVoices.removed('my voice'), expect.anything(), expect.any(Function));
  expect(undo[0]!()).toBe(true);
  await vi.waitFor(() => expect(local.store.getState().voices).toEqual([voice]));
  expect(run).toHaveBeenCalledWith('localVoices.restore', { id: 'voice-1' });
});

it('a removal that fails says why, and offers no undo', async () => {
  const { local, dependencies } = open({
    'localVoices.remove': () => {
      throw fail('unreachable', message('localVoices.filesGone'));
    },
  });
  await local.removeLocalVoice(voice);
  expect(dependencies.toastFailure).toHaveBeenCalledOnce();
  expect(dependencies.toast).not.toHaveBeenCalled();
});

it('a folder is handed over under its name, without what no voice needs', async () => {
  const { local, run } = open({ 'localVoices.add': () => voice, 'localVoices.list': () => ({ voices: [voice], package: ready }) });
  const names = ['tiny/model.onnx', 'tiny/tokens.txt', 'tiny/MODEL_CARD', 'tiny/espeak-ng-data/phontab', 'tiny/espeak-ng-data/lang/gmw/en'];
  await local.addLocalVoice([...names, 'tiny/test_wavs/0.wav', 'tiny/export.py'].map(file));
  expect(run).toHaveBeenCalledWith('localVoices.add', {
    name: 'tiny',
    files: names.map((name) => ({ name, uploadId: `upload-${name.slice(name.lastIndexOf('/') + 1)}` })),
  });
});

it('without the package nothing of a model folder is copied, until the package is there', async () => {
  let version: string | null = null;
  const { local, dependencies } = open({
    'localVoices.add': () => voice,
    'localVoices.list': () => ({ voices: [], package: { ...ready, version } }),
  });
  await local.addLocalVoice([file('tiny/model.onnx')]);
  expect(local.store.getState().refused).toMatchObject({ text: { id: 'localVoices.noPackage', values: ['the-package'] } });
  expect(dependencies.upload).not.toHaveBeenCalled();
  await local.addLocalVoice([file('my_voice.flitevox')]);
  expect(dependencies.upload).toHaveBeenCalledOnce();
  version = '1.0.0';
  await local.addLocalVoice([file('tiny/model.onnx')]);
  expect(dependencies.upload).toHaveBeenCalledTimes(2);
  expect(local.store.getState().refused).toBeUndefined();
});

it('a folder with more files than a model has is not copied', async () => {
  const { local, dependencies } = open({ 'localVoices.list': () => ({ voices: [], package: ready }) });
  await local.addLocalVoice(Array.from({ length: 2_001 }, (_, index) => file(`all/${index}.txt`)));
  expect(local.store.getState().refused).toMatchObject({ text: { id: 'localVoices.tooManyFiles' } });
  expect(dependencies.upload).not.toHaveBeenCalled();
});

it('a recogniser is announced as what Transcribe uses, with weights beside its model, and its removal leaves transcripts', async () => {
  const whisper: AddedModel = { ...voice, id: 'whisper-1', kind: 'whisper', name: 'Whisper large', languages: ['en', 'de'], voices: 0 };
  const { local, run, dependencies } = open({
    'localVoices.add': () => whisper,
    'localVoices.remove': () => null,
    'localVoices.list': () => ({ voices: [whisper], package: ready }),
  });
  const names = ['w/large-encoder.onnx', 'w/large-encoder.weights', 'w/large-decoder.onnx', 'w/large-tokens.txt'];
  await local.addLocalVoice([...names, 'w/test_wavs/0.wav'].map(file));
  expect(run).toHaveBeenCalledWith('localVoices.add', {
    name: 'w',
    files: names.map((name) => ({ name, uploadId: `upload-${name.slice(2)}` })),
  });
  expect(dependencies.announce).toHaveBeenCalledWith(messages.localVoices.addedRecognizer('Whisper large'));
  await local.removeLocalVoice(whisper);
  const { removed, removedRecognizerNote } = messages.localVoices;
  expect(dependencies.toast).toHaveBeenCalledExactlyOnceWith(removed('Whisper large'), removedRecognizerNote, expect.anything());
});
