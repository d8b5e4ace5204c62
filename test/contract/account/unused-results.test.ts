import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { quickVoices } from '../../helpers/quick-voices.ts';

/** Paid results that nobody uses: found over all projects, removed by the user alone, and said to be. */

let service: LocalService;
let studio: TestStudio;
/** Each test has an account of its own. */
let account: { baseUrl: string; apiKey: string };
let accounts = 0;
beforeAll(async () => {
  service = await startLocalService({ credits: 5000 });
});
beforeEach(async () => {
  account = { baseUrl: service.baseUrl, apiKey: `local-unused${++accounts}` };
  studio = await openTestStudio({ service: account });
});
afterEach(async () => {
  vi.useRealTimers();
  await studio.close();
});
afterAll(() => service.stop());

const modelId = 'alpha-s21pro-flash';
const nothing = { files: 0, bytes: 0 };
const settled = async () => (await service.charges(account.apiKey)).entries.filter(({ state }) => state === 'settled').length;
/** What was made before was made long ago. */
const later = (): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 200 * 86_400_000 });
};
const look = (choice: { days?: number; lostProjects?: boolean } = {}) =>
  studio.client.run('storage.unused', { days: 90, lostProjects: false, ...choice });

async function aVoice(): Promise<string> {
  const { voices } = await studio.client.run('voices.list', null);
  return quickVoices(voices).find(({ modelIds, primaryLanguage }) => modelIds.includes(modelId) && primaryLanguage.startsWith('en'))!
    .voiceId;
}

/** A project, its first block made. */
async function narrated(title: string) {
  const { client } = studio;
  const { projectId, chapters, path } = await client.run('project.create', { title, sample: true });
  const chapterId = chapters[0]!.id;
  await client.run('project.update', { projectId, voiceId: await aVoice(), modelId });
  const document = chapters[0]!.document as { content: { attrs: { id: string } }[] };
  const blockIds = document.content.slice(0, 1).map(({ attrs }) => attrs.id);
  return { projectId, path, made: await client.call('speech.generate', { projectId, chapterId, blockIds }).result };
}

it('a sound stays as long as a project has it, open or closed, and while a project cannot be read; then a person may remove it', async () => {
  const { client, profileDirectory } = studio;
  const { projectId, path } = await narrated('First');
  const { operations } = await client.run('jobs.list', {});
  const [{ operationId } = { operationId: '' }] = operations;
  later();
  expect(await look()).toMatchObject({ unused: [], used: { files: 1 }, recent: nothing, lost: nothing, unreadProjects: [] });
  await client.run('project.close', { projectId });
  expect(await look()).toMatchObject({ unused: [], used: { files: 1 }, unreadProjects: [] });

  const holder = spawn(process.execPath, [join(import.meta.dirname, '../library/hold-project.ts'), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  expect(await look()).toMatchObject({ unused: [], used: { files: 1 }, unreadProjects: [{ path, why: 'file-in-use' }] });
  holder.kill('SIGKILL');
  await once(holder, 'exit');

  // Its disk may only be away, and so may that of any other project that uses the sound.
  await rm(path);
  expect(await look({ lostProjects: true })).toMatchObject({
    unused: [],
    used: { files: 1 },
    unreadProjects: [{ path, why: 'file-missing' }],
  });
  await client.run('project.forget', { path });
  const foreign = join(profileDirectory, 'Projects', 'No project.voicewright');
  await writeFile(foreign, 'not one');
  expect(await look({ lostProjects: true })).toMatchObject({ unused: [], unreadProjects: [{ path: foreign, why: 'file-not-a-project' }] });
  await rm(foreign);

  const kept = await look();
  expect(kept).toMatchObject({ unused: [], lost: { files: 1 }, unreadProjects: [] });
  await expect(client.run('storage.removeUnused', { reportId: operationId, kinds: ['sound'] })).rejects.toMatchObject({
    failure: { kind: 'conflict' },
  });
  expect(await client.run('storage.removeUnused', { reportId: kept.id, kinds: ['sound'] })).toMatchObject(nothing);
  const { id, unused } = await look({ lostProjects: true });
  expect(unused).toMatchObject([{ kind: 'sound', files: 1 }]);
  expect(await client.run('storage.removeUnused', { reportId: id, kinds: ['line'] })).toMatchObject(nothing);
  const again = await look({ lostProjects: true });
  const { storage, ...removed } = await client.run('storage.removeUnused', { reportId: again.id, kinds: ['sound'] });
  expect(removed).toEqual({ files: 1, bytes: unused[0]!.bytes });
  expect(storage.parts.find(({ part }) => part === 'paid-sound')).toBeDefined();

  // The ledger tells of it, its end is as it was, and the same is a new request.
  const shown = await client.run('jobs.show', { operationId });
  expect(shown.operation).toMatchObject({ state: 'done', creditsUsed: operations[0]!.creditsUsed, files: [] });
  expect(shown.removedAt).toBeTypeOf('number');
  expect(shown.events.at(-1)).toMatchObject({ event: 'removed by hand', facts: { bytes: removed.bytes } });
  expect(await settled()).toBe(1);
  expect((await narrated('Second')).made).toMatchObject({ made: 1, reused: 0 });
  expect(await settled()).toBe(2);
});

it('what no request names goes by its own choice, not once it was used lately, nor while a document names it', async () => {
  const { client, profileDirectory } = studio;
  const name = `${createHash('sha256').update('left by a crash').digest('hex')}.wav`;
  const file = join(profileDirectory, 'media', name.slice(0, 2), name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'left by a crash');
  expect(await look({ days: 1 })).toMatchObject({ unused: [], recent: { files: 1 } });
  later();
  const book = join(profileDirectory, 'transcripts.json');
  await writeFile(book, JSON.stringify({ sound: `/bytes/media/${name}` }));
  expect(await look()).toMatchObject({ unused: [], used: { files: 1 } });
  await rm(book);
  // A project that cannot be read may name it.
  const foreign = join(profileDirectory, 'Projects', 'No project.voicewright');
  await mkdir(dirname(foreign), { recursive: true });
  await writeFile(foreign, 'not one');
  expect(await look()).toMatchObject({ unused: [], unreadProjects: [{ path: foreign }] });
  await rm(foreign);
  const first = await look();
  expect(first.unused).toMatchObject([{ kind: 'unnamed', files: 1, bytes: 15 }]);
  expect(await client.run('storage.removeUnused', { reportId: first.id, kinds: ['line'] })).toMatchObject(nothing);
  const { id } = await look();
  expect(await client.run('storage.removeUnused', { reportId: id, kinds: ['unnamed'] })).toMatchObject({ files: 1, bytes: 15 });
  expect(existsSync(file)).toBe(false);
  expect(await look()).toMatchObject({ unused: [], used: nothing });
});

it('a line goes by its own choice, not once it was heard lately, nor while a document names it; what the service still has costs nothing', async () => {
  const { client, profileDirectory } = studio;
  const line = { text: 'Hello from the lighthouse.', voiceId: await aVoice(), modelId };
  const { file, operation } = await client.run('voices.say', line);
  expect(await look({ days: 1 })).toMatchObject({ unused: [], recent: { files: 1 } });
  later();
  const first = await look();
  expect(first.unused).toMatchObject([{ kind: 'line', files: 1, bytes: file.bytes }]);
  // It is heard after it was found: it stays, though it was said that it may go.
  expect((await studio.bytes(file.url)).status).toBe(200);
  expect(await client.run('storage.removeUnused', { reportId: first.id, kinds: ['line'] })).toMatchObject(nothing);
  later();
  const dub = join(profileDirectory, 'dubbing', 'dub.json');
  await writeFile(dub, JSON.stringify({ takes: [{ id: file.url.slice(file.url.lastIndexOf('/') + 1) }] }));
  expect(await look()).toMatchObject({ unused: [], used: { files: 1 } });
  await rm(dub);
  const { id } = await look();
  expect(await client.run('storage.removeUnused', { reportId: id, kinds: ['line'] })).toMatchObject({ files: 1, bytes: file.bytes });
  expect((await studio.bytes(file.url)).status).toBe(404);
  const { operationId } = operation!;
  expect(await client.run('jobs.show', { operationId })).toMatchObject({ operation: { state: 'done', files: [] } });
  const charged = await settled();
  expect(await client.run('voices.say', line)).toMatchObject({ reused: true });
  expect(await settled()).toBe(charged);
  expect(await client.run('jobs.show', { operationId })).toMatchObject({ operation: { files: [file] }, removedAt: null });
});
