import { copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { ProjectThreads } from '#main/library/project-threads.ts';
import { DialogGrants } from '#main/library/writable-path.ts';
import type { LibraryService } from '#main/library/library.ts';
import type { Project } from '#shared/operations/project.ts';
import { context, firstChapter, Fixture, insertText, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;

beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  project = await library.services['project.create']({ title: 'A novel', sample: true }, context());
});
afterEach(() => fixture.close());

const saveCopy = (path?: string) =>
  library.services['project.saveCopy']({ projectId: project.projectId, ...(path !== undefined && { path }) }, context());
const edit = (text: string, version: number) =>
  library.services['project.edit'](
    { projectId: project.projectId, chapterId: firstChapter(project).id, version, steps: [insertText(1, text)] },
    context(),
  );

it('a copy of an open project has text and sound, is a project of its own, and both are open at once', async () => {
  const { take } = await makeTake(library, project, 0, toneWav(48_000 * 20), 'operation00000000001');
  const { version } = await edit('Before. ', firstChapter(project).version);
  const [{ path }] = await Promise.all([saveCopy(), edit('After. ', version)]);
  expect(dirname(path)).toBe(fixture.projects);
  expect(readdirSync(fixture.projects).toSorted()).toEqual(['A novel copy.voicewright', 'A novel.voicewright', 'A novel.voicewright-wal']);

  const copy = await library.services['project.open']({ path }, context());
  expect(copy.projectId).not.toBe(project.projectId);
  expect(copy.title).toBe('A novel');
  expect(copy.takes.map(({ id }) => id)).toEqual([take?.id]);
  expect(JSON.stringify(firstChapter(copy).document)).toContain('Before. ');
  const pcm = await library.pcmPath(copy.projectId, take?.id ?? '');
  expect(pcm).toBeDefined();

  const now = await library.services['project.read']({ projectId: project.projectId }, context());
  expect(JSON.stringify(firstChapter(now).document)).toContain('After. Before. ');
  expect((await saveCopy()).path).toBe(join(fixture.projects, 'A novel copy 2.voicewright'));
});

it('a copy never takes the place of a file, and nothing is left where it fails', async () => {
  const grants = new DialogGrants();
  await library.close();
  library = await fixture.open({ grants });
  project = await library.services['project.open']({ path: project.path }, context());
  const target = join(fixture.directory, 'backup.voicewright');
  await expect(saveCopy(target)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
  grants.add(target, true);
  expect(await saveCopy(target)).toEqual({ path: target });
  for (const taken of [target, project.path]) {
    grants.add(taken, true);
    await expect(saveCopy(taken)).rejects.toMatchObject({ failure: { kind: 'file-exists' } });
  }
  expect(readdirSync(fixture.directory).toSorted()).toEqual(['backup.voicewright', 'profile', 'projects']);
  await library.services['project.open']({ path: target }, context());
});

it('a copy that fails before anybody asks for it is said when they do, and leaves the thread with its open project', async () => {
  const unexpected: unknown[] = [];
  const threads = new ProjectThreads({ onUnexpected: (thrown) => void unexpected.push(thrown) });
  onTestFinished(() => threads.close());
  const path = join(fixture.directory, 'open.voicewright');
  await library.services['project.close']({ projectId: project.projectId }, context());
  copyFileSync(project.path, path);
  await threads.use(path, async (thread) => {
    await thread.call('open', path);
    await thread.call('beginCopy', join(fixture.directory, 'no such folder', 'copy.voicewright'));
    // Work of its own on the file, while the copy fails.
    for (let call = 0; call < 20; call += 1) await thread.call('versions');
    await expect(thread.call('copied')).rejects.toMatchObject({ failure: { kind: 'file-failed' } });
    expect(thread.alive).toBe(true);
  });
  expect(unexpected).toEqual([]);
});
