import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AttrStep } from '@tiptap/pm/transform';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { createProjectFile, migrations } from '#main/library/project-schema.ts';
import { FailureError } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { createDocument } from '#shared/narration/document.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { maximumPickups, type Pickup, type PickupChange } from '#shared/narration/pickups.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Project } from '#shared/operations/project.ts';
import { bodyOf, context, firstChapter, Fixture, get, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;
let take: Take;
const events: { projectId: string; change: PickupChange }[] = [];

beforeEach(async () => {
  events.length = 0;
  fixture = new Fixture();
  library = await fixture.open({ onPickups: (projectId, change) => events.push({ projectId, change }) });
  project = await library.services['project.create']({ title: 'A novel', sample: true }, context());
  const made = await makeTake(library, project, 0, toneWav(48_000), 'operation00000000001');
  if (!made.take) throw new Error('no take');
  take = made.take;
});
afterEach(() => fixture.close());

const noise: Finding = { kind: 'noise', startMs: 100.4, endMs: 250, text: '', score: 0.4 };
const quiet: Finding = { kind: 'level', startMs: 600, endMs: 900, text: '', score: 0.3, difference: -6.5 };
const missing: Finding = { kind: 'missing-words', startMs: 400, endMs: 500, text: 'the lamp', score: 0.9 };
const list = () => library.services['pickups.list']({ projectId: project.projectId }, context());
const change = (put: Pickup[], removed: string[] = []) =>
  library.services['pickups.change']({ projectId: project.projectId, put, removed }, context());
const reopen = async (): Promise<void> => {
  await library.services['project.close']({ projectId: project.projectId }, context());
  await library.services['project.open']({ path: project.path }, context());
};
const mark = (extra: Partial<Pickup> = {}): Pickup => ({
  id: newId(),
  chapterId: firstChapter(project).id,
  blockId: take.blockId,
  takeId: take.id,
  kind: 'mark',
  startMs: 300,
  endMs: 300,
  text: 'lamp',
  score: 1,
  note: '',
  state: 'open',
  by: 'person',
  ...extra,
});
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It did not fail.')),
    (thrown: unknown) => (thrown instanceof FailureError ? thrown.failure : Promise.reject(thrown as Error)),
  );

it('what the check of a take finds is in the project file, and reaches the windows', async () => {
  await library.pickups.onFindings(project.projectId, take, [noise, missing, quiet]);
  const reported = events.at(-1)?.change;
  expect(reported?.checked).toEqual([take.id]);
  await reopen();
  const { pickups, checked } = await list();
  expect(checked).toEqual([take.id]);
  expect(pickups).toEqual(reported?.put);
  const place = { chapterId: firstChapter(project).id, blockId: take.blockId, takeId: take.id, note: '', state: 'open' };
  expect(pickups).toMatchObject([
    { ...missing, ...place },
    { ...noise, ...place, startMs: 100 },
    { ...quiet, ...place },
  ]);
  expect([...(await library.pickups.checkedTakes(project.projectId))]).toEqual([take.id]);
});

it('a take that was checked and is clean has no pickups, and is known to be checked', async () => {
  await library.pickups.onFindings(project.projectId, take, []);
  await reopen();
  expect(await list()).toEqual({ pickups: [], checked: [take.id] });
});

it('a take that is checked again keeps what a person accepted or wrote, and marks; what is not found any more goes', async () => {
  await library.pickups.onFindings(project.projectId, take, [noise, missing, { ...noise, kind: 'silence', startMs: 700, endMs: 900 }]);
  const [first, silence, hum] = (await list()).pickups;
  if (!first || !silence || !hum) throw new Error('three were found');
  const marked = mark();
  await change([{ ...hum, state: 'accepted' }, marked]);
  await library.pickups.onFindings(project.projectId, take, [{ ...missing, startMs: 420, score: 0.8 }]);
  const { pickups, checked } = await list();
  expect(checked).toEqual([take.id]);
  const left = new Map(pickups.map((pickup) => [pickup.id, pickup]));
  expect(left.size).toBe(3);
  expect(left.get(first.id)).toMatchObject({ startMs: 420, score: 0.8, state: 'open' });
  expect(left.get(hum.id)).toMatchObject({ state: 'accepted' });
  expect(left.get(marked.id)).toEqual(marked);
  expect(events.at(-1)?.change.removed).toEqual([silence.id]);
});

it('findings of a take that the project does not have are refused', async () => {
  expect(await failureOf(library.pickups.onFindings(project.projectId, { id: 'nothing00' }, [noise]))).toMatchObject({
    kind: 'not-found',
    field: 'takeId',
  });
  expect(await list()).toEqual({ pickups: [], checked: [] });
});

it('a change is durable when it answers, all of it or nothing', async () => {
  const [one, other] = [mark({ note: 'Breath, "again"' }), mark({ startMs: 800, endMs: 900 })];
  await change([one, other]);
  expect(events.at(-1)).toEqual({ projectId: project.projectId, change: { put: [one, other], removed: [], checked: [] } });
  await change([{ ...other, state: 'accepted' }], [one.id]);
  await reopen();
  expect((await list()).pickups).toEqual([{ ...other, state: 'accepted' }]);

  const tooMany = Array.from({ length: maximumPickups }, () => mark());
  expect(await failureOf(change([...tooMany, mark()], [other.id]))).toMatchObject({
    kind: 'too-large',
    text: { id: 'library.tooManyPickups' },
  });
  expect((await list()).pickups).toEqual([{ ...other, state: 'accepted' }]);
});

it('a named version that is saved and deleted leaves the pickups as they are', async () => {
  await library.pickups.onFindings(project.projectId, take, [missing]);
  const { projectId } = project;
  const saved = await library.services['project.saveVersion']({ projectId, name: 'Draft', takes: {} }, context());
  await library.services['project.removeVersion']({ projectId, versionId: saved.id }, context());
  expect((await list()).pickups).toHaveLength(1);
});

it('pickups leave as CSV', async () => {
  const row = { chapter: 1, block: 2, ...noise, startMs: 100, note: 'Hum', state: 'open' as const };
  const { url } = await library.services['pickups.export']({ rows: [row] }, context());
  const body = await bodyOf(await get(library, url ?? ''));
  expect(body.toString()).toBe('chapter,block,kind,start,end,text,note,state,score\n1,2,noise,100,250,,Hum,open,0.4\n');
});

it('a project of version 4, from before pickups, is brought up to date when it is opened', async () => {
  const path = join(fixture.directory, 'fourth.voicewright');
  const document = JSON.stringify(createDocument(['Once.']).toJSON());
  const chapters = [{ id: 'chapter01', title: 'Old', document }];
  createProjectFile(
    path,
    { projectId: 'project0000', title: 'Fourth', voiceId: null, modelId: null, createdAt: 0, chapters },
    migrations.slice(0, 4),
  );
  project = await library.services['project.open']({ path }, context());
  expect(await list()).toEqual({ pickups: [], checked: [] });
  const marked = mark({ chapterId: 'chapter01' });
  await change([marked]);
  await reopen();
  expect((await list()).pickups).toEqual([marked]);
});

it('a project of version 5, from before edits of takes, opens with none, and one with edits keeps them', async () => {
  const path = join(fixture.directory, 'fifth.voicewright');
  const { content } = createDocument(['Once.']).toJSON() as { content: { attrs: Record<string, unknown> }[] };
  const [block] = content;
  delete block!.attrs['takeEdits'];
  const chapters = [{ id: 'chapter01', title: 'Old', document: JSON.stringify({ type: 'doc', content: [block] }) }];
  createProjectFile(
    path,
    { projectId: 'project0000', title: 'Fifth', voiceId: null, modelId: null, createdAt: 0, chapters },
    migrations.slice(0, 5),
  );
  const { projectId } = await library.services['project.open']({ path }, context());
  const takeEdits = { take00000000: { gainDb: -3, trimEndMs: 20 } };
  const steps = [new AttrStep(0, 'takeEdits', takeEdits).toJSON()] as Parameters<(typeof library.services)['project.edit']>[0]['steps'];
  await library.services['project.edit']({ projectId, chapterId: 'chapter01', version: 0, steps }, context());
  await library.services['project.close']({ projectId }, context());
  const again = await library.services['project.open']({ path }, context());
  expect(JSON.stringify(again.chapters[0]?.document)).toContain(JSON.stringify(takeEdits));
  const bad = [new AttrStep(0, 'takeEdits', { take00000000: { gainDb: 99 } }).toJSON()] as typeof steps;
  await expect(
    library.services['project.edit']({ projectId, chapterId: 'chapter01', version: again.chapters[0]!.version, steps: bad }, context()),
  ).rejects.toMatchObject({ failure: { kind: 'invalid-input' } });
});

it('a pickup that cannot be read is a failure in plain words, and the project still opens', async () => {
  await change([mark()]);
  await library.services['project.close']({ projectId: project.projectId }, context());
  const database = new DatabaseSync(project.path);
  database.exec("UPDATE pickups SET kind='ghost'");
  database.close();
  const opened = await library.services['project.open']({ path: project.path }, context());
  expect(opened.chapters).toEqual(project.chapters);
  expect(await failureOf(list())).toMatchObject({ kind: 'damaged' });
});
