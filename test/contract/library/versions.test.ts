import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { createProjectFile, migrations } from '#main/library/project-schema.ts';
import { FailureError } from '#shared/failure.ts';
import { maximumAutomaticVersions } from '#shared/narration/versions.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Project } from '#shared/operations/project.ts';
import { join } from 'node:path';
import { blocks, context, Fixture, firstChapter, insertText, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;

beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'A novel', sample: true }, context());
});
afterEach(() => fixture.close());

const save = (name: string, takes: Record<string, string> = {}) =>
  library.services['project.saveVersion']({ projectId: project.projectId, name, takes }, context());
const saveAutomatic = (name: string) =>
  library.services['project.saveVersion']({ projectId: project.projectId, name, takes: {}, automatic: true }, context());
const list = () => library.services['project.versions']({ projectId: project.projectId }, context());
const read = (versionId: string) => library.services['project.version']({ projectId: project.projectId, versionId }, context());
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (thrown: unknown) => (thrown instanceof FailureError ? thrown.failure : Promise.reject(thrown as Error)),
  );
const reopen = async (): Promise<Project> => {
  await library.services['project.close']({ projectId: project.projectId }, context());
  return library.services['project.open']({ path: project.path }, context());
};

it('a version keeps the text, the chapters and the takes of its moment, whatever is edited and bought afterwards', async () => {
  const { take } = await makeTake(library, project, 0, toneWav(4800), 'operation00000000001');
  const blockId = blocks(project)[0]?.id ?? '';
  const saved = await save('First draft', { [blockId]: take?.id ?? '' });
  expect(saved).toMatchObject({ name: 'First draft', chapters: 1, blocks: blocks(project).length });
  const { id: chapterId, version, document } = firstChapter(project);
  await library.services['project.edit'](
    { projectId: project.projectId, chapterId, version, steps: [insertText(1, 'Much later. ')] },
    context(),
  );
  await save('Second draft');
  project = await reopen();
  expect((await list()).map(({ name }) => name)).toEqual(['Second draft', 'First draft']);
  const content = await read(saved.id);
  expect(content.chapters).toEqual([{ id: chapterId, title: firstChapter(project).title, document }]);
  expect(content.takes).toEqual({ [blockId]: take?.id });
});

it('a version keeps the cast and the pronunciations of its moment, which are restored with it; one from before there were any says nothing of them', async () => {
  const { projectId } = project;
  const cast = [{ id: 'character1', name: 'Ida', voiceId: 'anna', modelId: null, controls: {}, colour: 1 }];
  const pronunciations = [{ written: 'SQL', spoken: 'sequel', language: null, voice: null }];
  const update = (change: object) => library.services['project.update']({ projectId, ...change }, context());
  await update({ cast, pronunciations });
  const saved = await save('Cast');
  await update({ cast: [{ ...cast[0]!, voiceId: 'ben' }], pronunciations: [] });
  const content = await read(saved.id);
  expect([content.cast, content.pronunciations]).toEqual([cast, pronunciations]);
  await update({ cast: content.cast, pronunciations: content.pronunciations });
  const restored = await reopen();
  expect([restored.cast, restored.pronunciations]).toEqual([cast, pronunciations]);

  await library.services['project.close']({ projectId }, context());
  const database = new DatabaseSync(project.path);
  database.exec("UPDATE versions SET content=json_remove(content, '$.cast', '$.pronunciations')");
  database.close();
  await library.services['project.open']({ path: project.path }, context());
  expect(await read(saved.id)).toEqual({ ...content, cast: undefined, pronunciations: undefined });
});

it('a version that is deleted leaves every take in the project', async () => {
  await makeTake(library, project, 0, toneWav(4800), 'operation00000000001');
  const saved = await save('Draft');
  await library.services['project.removeVersion']({ projectId: project.projectId, versionId: saved.id }, context());
  project = await reopen();
  expect(await list()).toEqual([]);
  expect(project.takes).toHaveLength(1);
  expect(await failureOf(read(saved.id))).toMatchObject({ kind: 'not-found', field: 'versionId' });
});

it('a version of a newer program, or a damaged one, is refused in plain words, and the project stays as it is', async () => {
  const saved = await save('Draft');
  await library.services['project.close']({ projectId: project.projectId }, context());
  for (const content of [
    '{"chapters": []}',
    'no JSON',
    '{"chapters":[{"id":"chapter01","title":"x","document":{"type":"poem"}}],"takes":{}}',
  ]) {
    const database = new DatabaseSync(project.path);
    database.prepare('UPDATE versions SET content=?').run(content);
    database.close();
    const opened = await library.services['project.open']({ path: project.path }, context());
    expect(await failureOf(read(saved.id))).toMatchObject({ kind: 'damaged', text: { id: 'library.versionUnreadable' } });
    expect(opened.chapters).toEqual(project.chapters);
    await library.services['project.close']({ projectId: project.projectId }, context());
  }
});

it('a project of before versions is brought up to date when it is opened', async () => {
  const path = join(fixture.directory, 'second.voicewright');
  const document = JSON.stringify(createDocument(['Once.']).toJSON());
  createProjectFile(
    path,
    {
      projectId: 'project0000',
      title: 'Second',
      voiceId: null,
      modelId: null,
      createdAt: 0,
      chapters: [{ id: 'chapter01', title: 'Old', document }],
    },
    migrations.slice(0, 2),
  );
  project = await library.services['project.open']({ path }, context());
  expect(await list()).toEqual([]);
  expect(await save('Now')).toMatchObject({ blocks: 1, words: 1 });
});

it('past two hundred versions another one is refused, and those that are there stay', async () => {
  for (let count = 0; count < 200; count += 1) await save(`Version ${count}`);
  expect(await failureOf(save('One more'))).toMatchObject({ kind: 'too-large', text: { id: 'library.tooManyVersions' } });
  expect(await list()).toHaveLength(200);
});

it('of the versions that the program saves by itself the newest stay, and none that a person saved goes for them', async () => {
  await save('Mine');
  for (let count = 1; count <= maximumAutomaticVersions + 2; count += 1) await saveAutomatic(`Update ${count}`);
  const names = (await list()).map(({ name }) => name);
  expect(names).toHaveLength(maximumAutomaticVersions + 1);
  expect(names).toContain('Mine');
  expect(names).toContain(`Update ${maximumAutomaticVersions + 2}`);
  expect(names).not.toContain('Update 1');
  expect(names).not.toContain('Update 2');
  project = await reopen();
  expect((await list()).filter(({ automatic }) => automatic)).toHaveLength(maximumAutomaticVersions);
});
