import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ModelHost } from '#main/local-service/models/model-host.ts';
import { transcription } from '#shared/wire/responses/transcription.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { addedOf, addFolder } from '../../../helpers/added-models.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { tinyVits, writePiperFolder, writeVitsFolder } from '../../../helpers/tiny-voice.ts';
import { englishMetadata, tinyDecoder, tinyEncoder, writeWhisperFolder } from '../../../helpers/tiny-whisper.ts';
import { startFileServer } from '../media/media-support.ts';
import { call, decoded, failureOf } from '../support.ts';

/**
 * With the package itself, as a person installs it, on models without weights: that it takes what is made for it, and dies of what it is said to die of. No
 * trained model can be had here.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

let folder: string;
let packages: string;
let service: LocalService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-sherpa-'));
  packages = join(folder, 'packages');
  execFileSync('npm', ['install', '--prefix', packages, '--no-audit', '--no-fund', 'sherpa-onnx-node'], { stdio: 'pipe' });
  service = await startLocalService({ packages });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function spoken(voiceId: string, more: object = {}): Promise<number> {
  const body = { text: 'Hello world, this is a test.', voiceId, format: 'wav', ...more };
  const response = await call(service, 'POST', speechPath, { body });
  if (response.status !== 200) throw new Error(JSON.stringify(await failureOf(response)));
  return (await decoded('wav', new Uint8Array(await response.arrayBuffer()))).durationMs;
}

test.each([
  ['VITS', () => writeVitsFolder(join(folder, 'vits'))],
  ['Piper', () => writePiperFolder(join(folder, 'piper'))],
])('the package loads a folder of %s, speaks it, and follows speed', async (_name, write) => {
  const added = addedOf(await addFolder(service, write()));
  const usual = await spoken(added.id);
  expect(usual).toBeGreaterThan(1_000);
  const fast = await spoken(added.id, { speed: 2 });
  expect(fast / usual).toBeGreaterThan(0.4);
  expect(fast / usual).toBeLessThan(0.65);
  // Nothing but marks: not asked of the model, which would end its process.
  expect(await spoken(added.id, { text: '… ?!' })).toBeGreaterThan(0);
});

test('damage is found where the package ends its process or throws, and the service goes on', async () => {
  const variants: [name: string, file: string, content: string | Buffer][] = [
    ['cut', 'model.onnx', Buffer.concat([tinyVits().subarray(0, -40), Buffer.alloc(40, 0x7f)])],
    ['no operation', 'model.onnx', Buffer.from(tinyVits().toString('latin1').replace('Unsqueeze', 'Unsqueexe'), 'latin1')],
    ['bad tokens', 'tokens.txt', '{"name": "no tokens"}'],
  ];
  for (const [name, file, content] of variants) {
    const path = writeVitsFolder(join(folder, name));
    writeFileSync(join(path, file), content);
    expect(await addFolder(service, path), name).toMatchObject({ refused: { reason: 'damaged', about: 'model.onnx' } });
  }
  expect(await addFolder(service, writeVitsFolder(join(folder, 'again')))).toMatchObject({ refused: { reason: 'twice' } });
});

test('an empty text ends the process and fails its question alone', async () => {
  const host = new ModelHost(packages);
  try {
    const path = writeVitsFolder(join(folder, 'empty'));
    const order = { kind: 'vits', parts: { model: join(path, 'model.onnx'), tokens: join(path, 'tokens.txt') } } as const;
    await expect(host.ask({ order, text: '', speaker: 0, speed: 1 })).rejects.toThrow();
    expect((await host.ask({ order, text: 'Hello.', speaker: 0, speed: 1 })).samples.length).toBeGreaterThan(1_000);
  } finally {
    host.close();
  }
});

test('the package loads a folder of Whisper, in one language and in several, and recognises a recording with times', async () => {
  const files = await startFileServer();
  const reading = readFileSync(new URL('../../../fixtures/reading/three-sentences.ogg', import.meta.url));
  const audio_url = files.serve('/reading.ogg', reading);
  const transcribed = async (body: object = {}) => {
    const response = await call(service, 'POST', transcriptionPath, { body: { audio_url, ...body } });
    if (response.status !== 200) throw new Error(JSON.stringify(await failureOf(response)));
    return transcription.parse(await response.json());
  };
  try {
    addedOf(await addFolder(service, writeWhisperFolder(join(folder, 'whisper'))));
    const { text, segments } = await transcribed();
    expect(text).toBe('hello world');
    expect(segments).toMatchObject([{ id: 0, text: 'hello world' }]);
    expect(segments[0]!.end - segments[0]!.start).toBeCloseTo(1, 2);

    addedOf(await addFolder(service, writeWhisperFolder(join(folder, 'whisper-multilingual'), { multilingual: true })));
    expect((await transcribed()).text).toBe('hallo welt');
    expect((await transcribed({ language: 'en' })).text).toBe('hello world');
    expect((await transcribed({ language: 'de-AT' })).text).toBe('hallo welt');
  } finally {
    await files.close();
  }
});

test('damage in a folder of Whisper is found where the package ends its process, and where it gives no words', async () => {
  const encoder = tinyEncoder(englishMetadata);
  const renamed = (model: Buffer, operation: string) =>
    Buffer.from(model.toString('latin1').replaceAll(operation, operation.replace('e', 'x')), 'latin1');
  const variants: [name: string, file: string, content: Buffer][] = [
    ['no operation', 'tiny.en-encoder.int8.onnx', renamed(encoder, 'Reshape')],
    ['no decoding', 'tiny.en-decoder.int8.onnx', renamed(tinyDecoder(), 'ReduceSum')],
    ['cut', 'tiny.en-encoder.int8.onnx', Buffer.concat([encoder.subarray(0, -20), Buffer.alloc(20, 0x7f)])],
  ];
  for (const [name, file, content] of variants) {
    const path = writeWhisperFolder(join(folder, `whisper ${name}`));
    writeFileSync(join(path, file), content);
    const about = 'tiny.en-encoder.int8.onnx';
    expect(await addFolder(service, path), name).toMatchObject({ refused: { reason: 'damaged', about } });
  }
});
