import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { FailureError } from '#shared/failure.ts';
import { startLocalService } from '../../helpers/local-service.ts';
import { openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { writeVoiceFile } from '../../helpers/voice-file.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let studio: TestStudio;
let voice: Buffer;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'voicewright-local-voices-'));
  [studio, voice] = await Promise.all([openTestStudio(), writeVoiceFile(join(folder, 'voice.flitevox'), 'slt')]);
  await rm(folder, { recursive: true });
});
afterAll(() => studio.close());

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const answer = await studio.studio.bytes(new Request('http://studio/bytes/upload', { method: 'POST', body: bytes }));
  return ((await answer!.json()) as { uploadId: string }).uploadId;
}

const names = async () => (await studio.client.run('voices.list', null)).voices.map(({ name }) => name);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown: unknown) => (thrown as FailureError).failure,
  );

it('a dropped voice file is a voice of the list at once, until it is removed, and again when that is taken back', async () => {
  const files = [{ name: 'my_voice.flitevox', uploadId: await upload(new Uint8Array(voice)) }];
  const added = await studio.client.run('localVoices.add', { name: 'my_voice.flitevox', files });
  expect(added).toMatchObject({ name: 'my voice', kind: 'flite' });
  expect(await names()).toContain('my voice');
  await studio.client.run('localVoices.remove', { id: added.id });
  expect(await names()).not.toContain('my voice');
  expect(await studio.client.run('localVoices.list', null)).toMatchObject({ voices: [], package: { version: null } });
  await studio.client.run('localVoices.restore', { id: added.id });
  expect(await studio.client.run('localVoices.list', null)).toMatchObject({ voices: [added] });
  await vi.waitFor(async () => expect(await names()).toContain('my voice'));
});

it('a file that is no voice, and one that is there no more, are refused without a charge', async () => {
  const uploadId = await upload(new TextEncoder().encode('notes'));
  const add = (id: string) => studio.client.run('localVoices.add', { name: 'notes.txt', files: [{ name: 'notes.txt', uploadId: id }] });
  expect(await failureOf(add(uploadId))).toMatchObject({ kind: 'unprocessable', charged: 'no', text: { id: 'localVoices.unknown' } });
  const gone = '0'.repeat(uploadId.length);
  expect(await failureOf(add(gone))).toMatchObject({ charged: 'no' });
});

it('while another service is in use, no voice can be added', async () => {
  const service = await startLocalService();
  const other = await openTestStudio({ service });
  try {
    expect(await failureOf(other.client.run('localVoices.list', null))).toMatchObject({
      kind: 'conflict',
      text: { id: 'localVoices.otherServiceInUse' },
    });
  } finally {
    await other.close();
    await service.stop();
  }
});
