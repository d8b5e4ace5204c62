import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneExtensions } from '#shared/wire/voice-creation.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { voiceFor } from '../support.ts';
import { clone, soundOf, spoken } from './voice-support.ts';

const text = 'The river was quiet that evening, and nobody had told the children where the road would take them in the end.';
// Each clone speaks with all voices that it may be like.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let service: LocalService;
let folder: string;

beforeAll(async () => {
  service = await startLocalService();
  folder = await mkdtemp(join(tmpdir(), 'voicewright-clone-kinds-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test('recordings of every accepted extension are taken by their content', async () => {
  const man = await voiceFor(service, 'de', 'beta');
  const deep = await spoken(service, { text, voiceId: man.voiceId, speed: 0.75, pitch: -3 });
  await writeFile(join(folder, 'in.wav'), deep);
  const how: Record<string, string[]> = { mpeg: ['-f', 'mp3'], ogg: ['-c:a', 'libvorbis'], oga: ['-c:a', 'flac', '-f', 'ogg'] };
  const outputs = cloneExtensions.flatMap((extension) => ['-t', '4', ...(how[extension] ?? []), join(folder, `out.${extension}`)]);
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', join(folder, 'in.wav'), ...outputs]);
  const reference = await soundOf('wav', deep);
  const pitches: Record<string, number> = {};
  for (const extension of cloneExtensions) {
    const { voiceId } = await clone(service, {
      name: 'Mine',
      files: [{ name: `My Reference.${extension.toUpperCase()}`, bytes: new Uint8Array(await readFile(join(folder, `out.${extension}`))) }],
    });
    pitches[extension] = (await soundOf('wav', await spoken(service, { text: 'We measure this one sentence.', voiceId }))).hertz;
  }
  expect(Object.keys(pitches)).toHaveLength(11);
  for (const [extension, hertz] of Object.entries(pitches))
    expect(Math.abs(12 * Math.log2(hertz / reference.hertz)), extension).toBeLessThan(2.5);
});
