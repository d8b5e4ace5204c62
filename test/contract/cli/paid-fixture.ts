import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { speechPath } from '#shared/wire/speech.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { openWorkshop, startFileServer, toneOf, videoOf, type FileServer, type Workshop } from '../local-service/media/media-support.ts';
import { call, voiceFor } from '../local-service/support.ts';
import { chargesOf } from '../paid-work/studio.ts';
import { start, valueOf, type Ended } from './command-line.ts';

/** A local service with files that its paid commands read, and each test’s own account and profile. */

export let service: LocalService;
export let files: FileServer;
export let workshop: Workshop;
export let folder: string;
export let voiceId: string;
export let recording: string;
export let audioUrl: string;
export let videoUrl: string;
export let key: string;
let accounts = 0;
export const said = 'Good morning. This is a test of the studio.';
beforeAll(async () => {
  [service, files, workshop] = await Promise.all([startLocalService(), startFileServer(), openWorkshop()]);
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-paid-'));
  ({ voiceId } = await voiceFor(service, 'en', 'alpha'));
  const spoken = await call(service, 'POST', speechPath, { body: { text: said, voiceId, format: 'wav' } });
  const wav = new Uint8Array(await spoken.arrayBuffer());
  recording = join(folder, 'said.wav');
  writeFileSync(recording, wav);
  audioUrl = files.serve('/said.wav', wav);
  files.serve('/tone.mp3', await toneOf(workshop, 'tone.mp3', 1.5));
  videoUrl = files.serve('/two.mp4', await videoOf(workshop, 2));
});
beforeEach(() => {
  key = `local-clipaid${++accounts}`;
});
afterEach(() => service.clearFaults());
afterAll(async () => {
  await Promise.all([service.stop(), files.close(), workshop.close()]);
  rmSync(folder, { recursive: true, force: true });
});

export const run = (args: readonly string[], input?: string): Promise<Ended> =>
  start(args, { profile: join(folder, key), env: { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: key }, ...(input !== undefined && { input }) }).ended; // prettier-ignore
export const json1 = async (args: readonly string[], input?: string) => {
  const ended = await run([...args, '--json'], input);
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  return valueOf(ended) as Record<string, string>;
};
export const out = (name: string) => join(folder, `${key}-${name}`);
export const charges = () => chargesOf(service, key);
export const clone = (name: string) => ['voices', 'clone', '--name', name, '--audio', recording, '--language', 'en-US', '--consent'];
export const image = ['image', 'create', '--prompt', 'a red kite', '--model', 'alpha-image-1', '--aspect-ratio', '1:1'];
