import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { toFailure } from '#shared/failure.ts';
import { ReplaceStep } from '@tiptap/pm/transform';
import { Fragment, Slice } from '@tiptap/pm/model';
import { createDocument, documentFromJson } from '#shared/narration/document.ts';
import type { Project } from '#shared/operations/project.ts';
import type { StudioEvent } from '#shared/operations/studio.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { openTestStudio, type TestStudio } from '../../helpers/studio.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(key = 'local-list'): Promise<{ service: LocalService; open: () => Promise<TestStudio> }> {
  const service = await startLocalService();
  const profileDirectory = await mkdtemp(join(tmpdir(), 'voicewright-list-'));
  ends.push(
    () => rm(profileDirectory, { recursive: true, force: true }),
    () => service.stop(),
  );
  const open = async (): Promise<TestStudio> => {
    const studio = await openTestStudio({ profileDirectory, service: { baseUrl: service.baseUrl, apiKey: key } });
    ends.push(() => studio.close());
    return studio;
  };
  return { service, open };
}

/** Until a window is told of it. */
async function told(studio: TestStudio, wanted: (event: StudioEvent) => boolean): Promise<void> {
  const controller = new AbortController();
  const call = studio.client.call('studio.watch', null, { signal: controller.signal });
  for await (const event of call) if (wanted(event)) break;
  controller.abort();
  await call.result.catch(() => undefined);
}

test('the voices and what was noted of them are there without a service, with the age of the list', { tags: ['beside'] }, async () => {
  const { service, open } = await start();
  const first = await open();
  const before = await first.client.run('voices.list', null);
  expect(before.fresh).toBe(true);
  const described = await first.client.run('voices.list', null);
  expect(described.voices.every((voice) => typeof voice.description === 'string' && voice.createdAt !== undefined)).toBe(true);
  const { voiceId, name } = before.voices[3]!;
  await first.client.run('voices.mark', { voiceId, favourite: true, tags: ['warm', 'warm', 'Berlin'], alias: 'Grandmother', name });
  await first.client.run('voices.mark', { voiceId, used: true });
  await first.close();
  await service.stop();

  const again = await open();
  const after = await again.client.run('voices.list', null);
  expect(after).toMatchObject({ fresh: false, voices: described.voices });
  expect(after.asOf).toBeLessThanOrEqual(Date.now());
  const { marks } = await again.client.run('voices.marks', null);
  expect(Object.keys(marks)).toEqual([voiceId]);
  expect(marks[voiceId]).toMatchObject({ favourite: true, tags: ['warm', 'Berlin'], alias: 'Grandmother', name });
  await told(again, (event) => event.type === 'voices-status' && event.status.reading === null && event.status.failure !== null);
  // What is noted can be changed all the same, and a mark that says nothing any more is forgotten.
  await again.client.run('voices.mark', { voiceId, favourite: false, tags: [], alias: null });
  expect((await again.client.run('voices.marks', null)).marks[voiceId]).toMatchObject({ favourite: false, alias: null });
});

test('a list that the account may not see is refused as such, and no kept one stands in for it', async () => {
  const { open } = await start('local-list-novoices');
  const studio = await open();
  for (let times = 0; times < 2; times += 1)
    expect(await studio.client.run('voices.list', null).then(() => undefined, toFailure)).toMatchObject({
      kind: 'forbidden',
      status: 403,
      charged: 'no',
    });
});

async function write(studio: TestStudio, project: Project, voiceIds: readonly (string | null)[]): Promise<void> {
  const chapter = project.chapters[0]!;
  const old = documentFromJson(chapter.document);
  const blocks = voiceIds.flatMap((voiceId) => [...createDocument(['Words.'], { voiceId }).content.content]);
  const fill = new ReplaceStep(0, old.content.size, new Slice(Fragment.from(blocks), 0, 0));
  await studio.client.run('project.edit', {
    projectId: project.projectId,
    chapterId: chapter.id,
    version: chapter.version,
    steps: [fill.toJSON() as never],
  });
}

test('the projects that speak with a voice are named, open or not, by their blocks and by their default', async () => {
  const { open } = await start();
  const studio = await open();
  const { client } = studio;
  const [one, other] = (await client.run('voices.list', null)).voices;
  const closed = await client.run('project.create', { title: 'Closed' });
  await write(studio, closed, [one!.voiceId, null, one!.voiceId]);
  await client.run('project.close', { projectId: closed.projectId });
  const opened = await client.run('project.create', { title: 'Open' });
  const cast = [{ id: 'character1', name: 'Ida', voiceId: one!.voiceId, modelId: null, controls: {}, colour: 1 }];
  await client.run('project.update', { projectId: opened.projectId, voiceId: one!.voiceId, cast });
  const unread = await client.run('project.create', { title: 'Moved' });
  await client.run('project.close', { projectId: unread.projectId });
  await rm(unread.path);
  const { projects } = await client.run('voices.usedBy', { voiceId: one!.voiceId });
  expect(
    projects.map(({ title, open: isOpen, blocks, isDefault, characters }) => [title, isOpen, blocks, isDefault, ...characters]).sort(),
  ).toEqual([
    ['Closed', false, 2, false],
    ['Open', true, 0, true, 'Ida'],
  ]);
  expect(await client.run('voices.usedBy', { voiceId: other!.voiceId })).toEqual({ projects: [], unread: [] });
  // Looked into, it is as it was.
  expect((await client.run('project.open', { path: closed.path })).title).toBe('Closed');
});
