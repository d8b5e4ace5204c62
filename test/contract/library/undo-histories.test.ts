import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { newId } from '#shared/ids.ts';
import { maximumSavedHistory } from '#shared/narration/saved-history.ts';
import type { Project } from '#shared/operations/project.ts';
import { context, Fixture, firstChapter, insertText } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;

beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'A novel', sample: true }, context());
});
afterEach(() => fixture.close());

const outline = () => project.chapters.map(({ id, title }) => ({ id, title }));
const projectId = () => project.projectId;
const path = () => project.path;
const save = (change: { version?: number; outline?: { id: string; title: string }[]; history?: string } = {}) =>
  library.services['project.saveUndo'](
    {
      projectId: projectId(),
      outline: change.outline ?? outline(),
      versions: [{ chapterId: firstChapter(project).id, version: change.version ?? firstChapter(project).version }],
      history: change.history ?? 'what can be undone',
    },
    context(),
  );
const read = async (): Promise<string | null> => {
  const answer = await library.services['project.readUndo']({ projectId: projectId() }, context());
  return answer.history;
};
const edit = () => {
  const { id: chapterId, version } = firstChapter(project);
  return library.services['project.edit']({ projectId: projectId(), chapterId, version, steps: [insertText(1, 'Later. ')] }, context());
};
const reopen = async (): Promise<void> => {
  await library.services['project.close']({ projectId: projectId() }, context());
  project = await library.services['project.open']({ path: path() }, context());
};

it('A history is there again when its project is opened again, and is not in the project file', async () => {
  expect(await read()).toBeNull();
  await edit();
  await save({ version: 1 });
  await reopen();
  expect(await read()).toBe('what can be undone');
  await library.services['project.close']({ projectId: projectId() }, context());
  expect((await readFile(path())).includes('what can be undone')).toBe(false);
});

it('A history that does not fit the chapters any more is not given', async () => {
  await save();
  expect(await read()).toBe('what can be undone');
  await edit();
  expect(await read()).toBeNull();
  await reopen();
  expect(await read()).toBeNull();
});

it('A history does not fit a project whose chapters have other names', async () => {
  await save();
  const renamed = outline().map(({ id }) => ({ id, title: 'Another name' }));
  await library.services['project.arrange']({ projectId: projectId(), before: outline(), chapters: renamed }, context());
  expect(await read()).toBeNull();
  await library.services['project.arrange']({ projectId: projectId(), before: renamed, chapters: outline() }, context());
  expect(await read()).toBe('what can be undone');
});

it('What was made on another version of a chapter, or on other chapters, is a conflict and changes nothing', async () => {
  await save({ history: 'old' });
  await expect(save({ version: 7 })).rejects.toMatchObject({ failure: { kind: 'conflict', field: 'version' } });
  await expect(save({ outline: [{ id: newId(), title: 'X' }] })).rejects.toMatchObject({ failure: { kind: 'conflict', field: 'outline' } });
  expect(await read()).toBe('old');
});

it.each(['', '{', '{"outline":1}', JSON.stringify({ outline: '', documents: {}, history: 'x'.repeat(maximumSavedHistory + 1) })])(
  'A damaged file of a history is no history: %#',
  async (text) => {
    await save();
    await writeFile(join(fixture.profile, 'undo', `${projectId()}.json`), text);
    expect(await read()).toBeNull();
    await save({ history: 'new' });
    expect(await read()).toBe('new');
  },
);

it('The histories of a hundred projects are saved; that of the one that was edited longest ago goes', async () => {
  await save();
  const folder = join(fixture.profile, 'undo');
  const old = Array.from({ length: 100 }, () => `${newId()}.json`);
  for (const [index, name] of old.entries()) {
    await writeFile(join(folder, name), '{}');
    await utimes(join(folder, name), 1000 + index, 1000 + index);
  }
  await library.close();
  library = await fixture.open();
  project = await library.services['project.open']({ path: path() }, context());
  await save();
  const left = await readdir(folder);
  expect(left).toHaveLength(100);
  expect(left).toContain(`${projectId()}.json`);
  expect(left).not.toContain(old[0]);
  expect((await stat(join(folder, `${projectId()}.json`))).mode & 0o777).toBe(0o600);
});
