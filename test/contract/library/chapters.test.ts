import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { createProjectFile, migrations } from '#main/library/project-schema.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Project } from '#shared/operations/project.ts';
import { context, Fixture, insertText } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;
beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'Book' }, context());
});
afterEach(() => fixture.close());

type Arranged = Parameters<LibraryService['services']['project.arrange']>[0]['chapters'][number];
type Json = NonNullable<Arranged['document']>;
const kind = (name: string, field?: string) =>
  expect.objectContaining({
    failure: expect.objectContaining({ kind: name, ...(field === undefined ? {} : { field }) }) as object,
  }) as Error;
const outlineOf = ({ chapters }: Project): { id: string; title: string }[] => chapters.map(({ id, title }) => ({ id, title }));
const fresh = (id: string, title: string, text = ''): Arranged => ({ id, title, document: createDocument([text]).toJSON() as Json });
const arrange = (before: Project, chapters: Arranged[]) =>
  library.services['project.arrange']({ projectId: project.projectId, before: outlineOf(before), chapters }, context());
const reopened = () => library.services['project.open']({ path: project.path }, context());
const edit = (chapterId: string, version: number, text: string) =>
  library.services['project.edit']({ projectId: project.projectId, chapterId, version, steps: [insertText(1, text)] }, context());

it('chapters are added, named, put in order and taken out; a closed project holds what is left, and only that', async () => {
  const [first] = outlineOf(project);
  if (!first) throw new Error('no chapter');
  await arrange(project, [fresh('chapter02', 'Two', 'Second.'), { ...first, title: 'One' }, fresh('chapter03', 'Three')]);
  await edit('chapter02', 0, 'Really the ');
  const now = await reopened();
  expect(outlineOf(now).map(({ title }) => title)).toEqual(['Two', 'One', 'Three']);
  expect(now.chapters[0]).toMatchObject({ version: 1 });
  await arrange(now, outlineOf(now).slice(1));
  const without = await reopened();
  expect(without.removedChapters).toMatchObject([{ id: 'chapter02', version: 1 }]);
  // An edit that was on its way to a chapter that is out is not lost when undo brings it back.
  await edit('chapter02', 1, 'And ');
  await arrange(without, [...outlineOf(without), { id: 'chapter02', title: 'Back' }]);
  expect(JSON.stringify((await reopened()).chapters[2])).toContain('And Really the Second.');
  await arrange(await reopened(), [{ id: 'chapter03', title: 'Three' }, first]);
  await library.services['project.close']({ projectId: project.projectId }, context());
  const database = new DatabaseSync(project.path);
  expect(database.prepare('SELECT id, position FROM chapters ORDER BY position').all()).toEqual([
    { id: 'chapter03', position: 0 },
    { id: first.id, position: 1 },
  ]);
  expect(database.prepare('SELECT count(*) AS count FROM steps').get()).toEqual({ count: 0 });
  database.close();
});

it('an arrangement whose answer was lost may be asked for again; one made on another outline is refused and changes nothing', async () => {
  const wanted = [...outlineOf(project), fresh('chapter02', 'Two')];
  await arrange(project, wanted);
  await arrange(project, wanted);
  await expect(arrange(project, outlineOf(project).concat({ id: 'chapter03', title: 'Three' }))).rejects.toEqual(
    kind('conflict', 'before'),
  );
  expect((await reopened()).chapters).toHaveLength(2);
});

it('what is no arrangement is refused by the name of its field, all of it', async () => {
  const [first] = outlineOf(project);
  if (!first) throw new Error('no chapter');
  const broken = { type: 'doc', content: [] };
  for (const [chapters, field] of [
    [[first, { id: 'chapter02', title: 'Two' }], 'chapters.1.document'],
    [[first, { id: 'chapter02', title: 'Two', document: broken }], 'chapters.1.document'],
    [[first, fresh('chapter02', 'Two'), first], 'chapters.2.id'],
  ] as const)
    await expect(arrange(project, [...chapters])).rejects.toEqual(kind('invalid-input', field));
  expect(outlineOf(await reopened())).toEqual([first]);
});

it('a project of version 1, whose chapters could not be taken out, is brought up to date', async () => {
  const path = join(fixture.directory, 'first.voicewright');
  const content = { id: 'chapter01', title: 'Old', document: JSON.stringify(createDocument(['Once.']).toJSON()) };
  createProjectFile(
    path,
    { projectId: 'project0000', title: 'First', voiceId: null, modelId: null, createdAt: 0, chapters: [content] },
    migrations.slice(0, 1),
  );
  const old = await library.services['project.open']({ path }, context());
  expect(old).toMatchObject({ chapters: [{ id: 'chapter01', title: 'Old' }], removedChapters: [] });
});

it(
  'kill -9 while chapters are arranged leaves the last outline that was acknowledged, or the one under way, whole',
  { tags: ['beside'] },
  async () => {
    const { path, projectId } = project;
    await library.services['project.close']({ projectId }, context());
    await library.close();
    for (const lines of [3, 9, 17]) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'arrange-until-killed.ts'), fixture.directory, path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit');
      const printed: string[] = [];
      for await (const line of createInterface(child.stdout)) {
        printed.push(line);
        if (printed.length === lines) child.kill('SIGKILL');
      }
      await exited;
      library = await fixture.open();
      const found = await reopened();
      const titles = JSON.stringify(outlineOf(found).map(({ title }) => title));
      const last = JSON.parse(printed.at(-1) ?? '{}') as { done: string[]; next: string[] };
      expect([JSON.stringify(last.done), JSON.stringify(last.next)]).toContain(titles);
      await library.services['project.close']({ projectId }, context());
      await library.close();
    }
  },
);
