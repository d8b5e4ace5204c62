import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ProjectFile } from '#main/library/project-file.ts';
import { createProjectFile, migrations } from '#main/library/project-schema.ts';
import { setLanguage } from '#shared/messages/index.ts';
import { documentFromJson } from '#shared/narration/document.ts';
import { sampleText } from '#shared/narration/sample.ts';
import { projectSchema } from '#shared/operations/project.ts';
import { blocks, bodyOf, context, Fixture, firstChapter, get, insertText, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
beforeEach(() => (fixture = new Fixture()));
afterEach(() => fixture.close());

const kind = (name: string) => expect.objectContaining({ failure: expect.objectContaining({ kind: name }) as object }) as Error;

describe('projects', () => {
  it('are created from a title, closed into one file, and opened again as they were', async () => {
    const { services } = await fixture.open();
    const created = await services['project.create']({ title: 'My: book?' }, context());
    expect(projectSchema.safeParse(created).success).toBe(true);
    expect(created.path).toBe(join(fixture.projects, 'My book.voicewright'));
    const chapter = firstChapter(created);
    expect(
      await services['project.edit'](
        { projectId: created.projectId, chapterId: chapter.id, version: 0, steps: [insertText(1, 'Hello.')] },
        context(),
      ),
    ).toEqual({ version: 1 });
    await services['project.update']({ projectId: created.projectId, title: 'Mine', voiceId: 'anna' }, context());
    await services['project.close']({ projectId: created.projectId }, context());
    expect(readdirSync(fixture.projects)).toEqual(['My book.voicewright']);
    const again = await services['project.open']({ path: created.path }, context());
    expect(blocks(again)[0]?.text).toBe('Hello.');
    expect(again).toMatchObject({ title: 'Mine', voiceId: 'anna', modelId: null, projectId: created.projectId });
    expect(firstChapter(again).version).toBe(1);
    expect(fixture.recent[0]).toEqual({ path: created.path, title: 'Mine' });
  });

  it('never take the place of another file', async () => {
    const { services } = await fixture.open();
    const first = await services['project.create']({ title: 'Book' }, context());
    const second = await services['project.create']({ title: 'Book' }, context());
    expect([first.path, second.path].map((path) => path.slice(fixture.projects.length + 1))).toEqual([
      'Book.voicewright',
      'Book 2.voicewright',
    ]);
    const mine = join(fixture.directory, 'mine.voicewright');
    writeFileSync(mine, 'a letter');
    await expect(services['project.create']({ title: 'x', path: mine }, context())).rejects.toEqual(kind('file-exists'));
    expect(readFileSync(mine, 'utf8')).toBe('a letter');
    expect(readdirSync(fixture.directory).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('that are no projects are left as they are', async () => {
    const { services } = await fixture.open();
    const at = (name: string, bytes: string | Uint8Array): string => {
      const path = join(fixture.directory, name);
      writeFileSync(path, bytes);
      return path;
    };
    const foreign = join(fixture.directory, 'foreign.voicewright');
    const database = new DatabaseSync(foreign);
    database.exec('CREATE TABLE t (x); PRAGMA application_id=7');
    database.close();
    const before = readFileSync(foreign);
    for (const path of [at('empty.voicewright', ''), at('letter.voicewright', 'Dear Ida,'.repeat(100)), foreign])
      await expect(services['project.open']({ path }, context())).rejects.toEqual(kind('file-not-a-project'));
    expect(readFileSync(foreign).equals(before)).toBe(true);
    expect(existsSync(`${foreign}-wal`)).toBe(false);
    await expect(services['project.open']({ path: fixture.projects }, context())).rejects.toEqual(kind('file-not-a-project'));
    await expect(services['project.open']({ path: join(fixture.directory, 'gone') }, context())).rejects.toEqual(kind('file-missing'));
    await expect(services['project.open']({ path: 'relative' }, context())).rejects.toEqual(kind('invalid-input'));
  });

  it('of a newer program are refused and left untouched', async () => {
    const path = join(fixture.directory, 'newer.voicewright');
    createProjectFile(path, { projectId: 'project00', title: 'x', voiceId: null, modelId: null, createdAt: 0, chapters: [] }, [
      ...migrations,
      'CREATE TABLE future (x)',
    ]);
    const before = readFileSync(path);
    const { services } = await fixture.open();
    await expect(services['project.open']({ path }, context())).rejects.toEqual(kind('file-too-new'));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('of an older program are brought up to date, all or nothing', () => {
    const path = join(fixture.directory, 'older.voicewright');
    createProjectFile(path, { projectId: 'project00', title: 'Old', voiceId: null, modelId: null, createdAt: 0, chapters: [] });
    const broken = [...migrations, 'CREATE TABLE next (x);', 'this is not SQL;'];
    expect(() => new ProjectFile(path, broken)).toThrow();
    const newer = new ProjectFile(path, [...migrations, "CREATE TABLE next (x); UPDATE meta SET value=value || 'er' WHERE key='title';"]);
    expect(newer.read().title).toBe('Older');
    newer.close();
    expect(() => new ProjectFile(path)).toThrow(kind('file-too-new'));
  });

  it('that are damaged say so and do not take the studio down', async () => {
    const { services } = await fixture.open();
    const { path, projectId } = await services['project.create']({ title: 'Fragile', sample: true }, context());
    await services['project.close']({ projectId }, context());
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, 200), Buffer.alloc(bytes.length - 200, 0x5a)]));
    await expect(services['project.open']({ path }, context())).rejects.toEqual(kind('damaged'));
    await expect(services['project.create']({ title: 'Next' }, context())).resolves.toMatchObject({ title: 'Next' });
  });

  it('are opened once, however they are reached, and the window is called', async () => {
    const { services } = await fixture.open();
    const first = await services['project.create']({ title: 'Once' }, context());
    const link = join(fixture.directory, 'link.voicewright');
    symlinkSync(first.path, link);
    const [second, third] = await Promise.all([
      services['project.open']({ path: link }, context()),
      services['project.open']({ path: first.path }, context()),
    ]);
    expect([second.projectId, third.projectId]).toEqual([first.projectId, first.projectId]);
    expect(fixture.focused).toEqual([first.projectId, first.projectId]);
    const copy = join(fixture.directory, 'copy.voicewright');
    copyFileSync(first.path, copy);
    // The copy lacks what is still in the log of the open one, but it is a project of the same name.
    await expect(services['project.open']({ path: copy }, context())).rejects.toEqual(kind('file-in-use'));
    await services['project.close']({ projectId: first.projectId }, context());
    await expect(services['project.open']({ path: copy }, context())).resolves.toMatchObject({ projectId: first.projectId });
  });

  it('that another process has open are in use, until it is gone', async () => {
    const { services } = await fixture.open();
    const { path, projectId } = await services['project.create']({ title: 'Shared' }, context());
    await services['project.close']({ projectId }, context());
    const holder = spawn(process.execPath, [join(import.meta.dirname, 'hold-project.ts'), path], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void holder.kill('SIGKILL'));
    await once(holder.stdout, 'data');
    await expect(services['project.open']({ path }, context())).rejects.toEqual(kind('file-in-use'));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await expect(services['project.open']({ path }, context())).resolves.toMatchObject({ projectId });
  });

  it('are opened while they are being closed', async () => {
    const { services } = await fixture.open();
    const project = await services['project.create']({ title: 'Quick' }, context());
    const closing = services['project.close']({ projectId: project.projectId }, context());
    const again = await services['project.open']({ path: project.path }, context());
    await closing;
    await services['project.update']({ projectId: again.projectId, title: 'Quicker' }, context());
    expect(again.projectId).toBe(project.projectId);
  });

  it('resume with the last that exists, and with none where there was none; the sample is made when it is asked for', async () => {
    const { services } = await fixture.open();
    expect(await services['project.resume'](null, context())).toBeNull();
    const sample = await services['project.create']({ title: sampleText().title, sample: true }, context());
    expect(sample.path).toBe(join(fixture.projects, `${sampleText().title}.voicewright`));
    expect(blocks(sample).map(({ text }) => text)).toEqual(sampleText().paragraphs);
    const other = await services['project.create']({ title: 'Other' }, context());
    await services['project.close']({ projectId: other.projectId }, context());
    rmSync(other.path);
    expect((await services['project.resume'](null, context()))?.projectId).toBe(sample.projectId);
  });

  it('begin with a sample in the language of the window', async () => {
    const { services } = await fixture.open();
    const { title, paragraphs } = sampleText();
    try {
      await setLanguage('de');
      expect(sampleText().title).not.toBe(title);
      expect(sampleText().paragraphs).toHaveLength(paragraphs.length);
      const made = await services['project.create']({ title: sampleText().title, sample: true }, context());
      expect(made.chapters.map((chapter) => chapter.title)).toEqual([sampleText().title]);
      expect(blocks(made).map(({ text }) => text)).toEqual(sampleText().paragraphs);
    } finally {
      await setLanguage('en');
    }
  });

  it('are opened ahead of the window that resumes with them, which learns what goes wrong with that', async () => {
    const first = await fixture.open();
    const { path, projectId } = await first.services['project.create']({ title: 'Ahead' }, context());
    await first.close();
    const ahead = await fixture.open();
    ahead.openAhead();
    expect(await ahead.services['project.resume'](null, context())).toMatchObject({ projectId });
    await ahead.close();
    writeFileSync(path, 'no project');
    const damaged = await fixture.open();
    damaged.openAhead();
    await expect(damaged.services['project.resume'](null, context())).rejects.toEqual(kind('file-not-a-project'));
  });
});

it('where a person was in a project is in its file, and none where that cannot be read', async () => {
  const { services } = await fixture.open();
  const project = await services['project.create']({ title: 'Place' }, context());
  const { projectId, path } = project;
  expect(project.place).toBeNull();
  const caret = { blockId: blocks(project)[0]?.id ?? '', offset: 3 };
  const place = { chapterId: firstChapter(project).id, caret, topBlockId: caret.blockId, seconds: 1.5 };
  await services['project.update']({ projectId, place }, context());
  await services['project.close']({ projectId }, context());
  const elsewhere = new Fixture();
  const moved = join(elsewhere.projects, 'Moved.voicewright');
  copyFileSync(path, moved);
  const other = await elsewhere.open();
  expect((await other.services['project.open']({ path: moved }, context())).place).toEqual(place);
  await elsewhere.close();
  const database = new DatabaseSync(path);
  database.exec(`UPDATE meta SET value='{"chapterId":7}' WHERE key='place'`);
  database.close();
  expect((await services['project.open']({ path }, context())).place).toBeNull();
});

describe('edits', () => {
  it('of another version conflict, and those that come at once keep their order', async () => {
    const { services } = await fixture.open();
    const project = await services['project.create']({ title: 'Edits' }, context());
    const { projectId } = project;
    const chapterId = firstChapter(project).id;
    const edit = (version: number, text: string) =>
      services['project.edit']({ projectId, chapterId, version, steps: [insertText(1, text)] }, context());
    const settled = await Promise.allSettled([edit(0, 'c'), edit(1, 'b'), edit(1, 'lost'), edit(2, 'a')]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(settled[2]).toMatchObject({ reason: { failure: { kind: 'conflict', field: 'version' } } });
    expect(blocks(await services['project.open']({ path: project.path }, context()))[0]?.text).toBe('abc');
    await expect(
      services['project.edit']({ projectId, chapterId: 'nothing00', version: 0, steps: [insertText(1, 'x')] }, context()),
    ).rejects.toEqual(kind('not-found'));
    await expect(
      services['project.edit']({ projectId: 'nothing00', chapterId, version: 0, steps: [insertText(1, 'x')] }, context()),
    ).rejects.toEqual(kind('not-found'));
  });

  it('that are wrong leave the file as it was', async () => {
    const { services } = await fixture.open();
    const project = await services['project.create']({ title: 'Wrong' }, context());
    const input = { projectId: project.projectId, chapterId: firstChapter(project).id, version: 0 };
    await expect(
      services['project.edit']({ ...input, steps: [insertText(1, 'fine'), { stepType: 'replace', from: 900, to: 901 }] }, context()),
    ).rejects.toEqual(kind('invalid-input'));
    await expect(services['project.edit']({ ...input, steps: [insertText(1, 'word '.repeat(2_000_000))] }, context())).rejects.toEqual(
      kind('too-large'),
    );
    await services['project.close']({ projectId: project.projectId }, context());
    const again = await services['project.open']({ path: project.path }, context());
    expect(blocks(again)[0]?.text).toBe('');
    expect(firstChapter(again).version).toBe(0);
  });

  it('are folded into the document now and then, and nothing of it shows', async () => {
    const { services } = await fixture.open();
    const project = await services['project.create']({ title: 'Long' }, context());
    const { projectId } = project;
    const chapterId = firstChapter(project).id;
    for (let round = 0; round < 7; round += 1)
      await services['project.edit'](
        { projectId, chapterId, version: round * 100, steps: Array.from({ length: 100 }, (_, index) => insertText(1, String(index % 10))) },
        context(),
      );
    await services['project.close']({ projectId }, context());
    const database = new DatabaseSync(project.path);
    expect(database.prepare('SELECT count(*) AS loose FROM steps').get()).toEqual({ loose: 0 });
    expect(database.prepare('SELECT version FROM chapters').get()).toEqual({ version: 700 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' });
    database.close();
    const again = await services['project.open']({ path: project.path }, context());
    expect(blocks(again)[0]?.text).toHaveLength(700);
    expect(documentFromJson(firstChapter(again).document).textContent).toBe(blocks(again)[0]?.text);
  });
});

describe('takes in a project', () => {
  it('travel with the file to another profile', async () => {
    const library = await fixture.open();
    const { services } = library;
    const project = await services['project.create']({ title: 'Moves', sample: true }, context());
    const sound = toneWav(96_000);
    const { take } = await makeTake(library, project, 0, sound, 'operation0001');
    await services['project.close']({ projectId: project.projectId }, context());
    const elsewhere = new Fixture();
    const moved = join(elsewhere.projects, 'moved.voicewright');
    mkdirSync(elsewhere.profile, { recursive: true });
    copyFileSync(project.path, moved);
    const other = await elsewhere.open();
    const opened = await other.services['project.open']({ path: moved }, context());
    expect(opened.takes).toEqual([take]);
    const heard = await bodyOf(await get(other, `/bytes/take/${opened.projectId}/${take?.id ?? ''}.wav`));
    expect(heard.equals(sound)).toBe(true);
    await elsewhere.close();
  });
});
