import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { schema } from '#shared/narration/document.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { describeChapter } from '#shared/narration/chapter-progress.ts';

const stores = createFakeStores();
const { progressByChapter } = stores.chapters;
const { connectHost } = stores.host;
const { addTake, edit, openManuscript, openProject, showChapter, updateProject, store: useProject } = stores.project;
const useStudio = stores.studio.store;

const texts = { block0001: 'The lamp burns.', block0002: 'Nobody came.', block0003: 'The sea rose.' };
const project = projectOf(
  'project01',
  { chapter01: { block0001: texts.block0001, block0002: texts.block0002 }, chapter02: { block0003: texts.block0003 } },
  [takeOf('block0001', texts.block0001), takeOf('block0003', texts.block0003)],
);
const connect = (id: string): void => useStudio.setState({ connection: { id, kind: 'local', name: id, state: 'ready' } });
const finished = () => [...progressByChapter().values()].map((progress) => progress.finished);

beforeEach(async () => {
  fakeStudio.reset({ 'project.open': () => project, 'project.edit': () => ({ version: 1 }), 'project.update': () => null });
  await connectHost();
  connect('local');
  await openProject(project.path);
});

it('the progress of every chapter is as of now, whatever was changed since it was counted last', async () => {
  const anyChange = fc.oneof(
    fc.constantFrom('anna', 'bert', null).map((voiceId) => () => void updateProject({ voiceId })),
    fc.constantFrom('alpha-s1', null).map((modelId) => () => void updateProject({ modelId })),
    fc.constantFrom('local', 'account').map((id) => () => connect(id)),
    fc.constantFrom('chapter01', 'chapter02').map((id) => () => showChapter(id)),
    fc.constant(() => edit((transform) => transform.insert(1, schema.text('More. ')))),
    fc.constantFrom('block0001', 'block0002', 'block0003').map((id) => () => addTake(takeOf(id, texts[id]))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { maxLength: 12 }), async (changes) => {
      connect('local');
      await openProject(project.path);
      for (const change of [() => undefined, ...changes]) {
        change();
        const { details, takes, outline } = useProject.getState();
        const connectionId = useStudio.getState().connection?.id ?? '';
        expect([...progressByChapter()]).toEqual(
          outline.map(({ id }) => [id, describeChapter(openManuscript()!.document(id), takes, details!, connectionId).progress]),
        );
      }
    }),
    { numRuns: 60 },
  );
});

it('another voice, model or service makes the sound of its chapters stale, and the one before makes it current again', async () => {
  expect(finished()).toEqual([60, 100]);
  await updateProject({ voiceId: 'bert' });
  expect(finished()).toEqual([0, 0]);
  await updateProject({ voiceId: 'anna' });
  expect(finished()).toEqual([60, 100]);
  await updateProject({ modelId: 'alpha-s1' });
  expect(finished()).toEqual([0, 0]);
  await updateProject({ modelId: null });
  connect('account');
  expect(finished()).toEqual([0, 0]);
  connect('local');
  expect(finished()).toEqual([60, 100]);
});

it('a chapter is not counted again while nothing that its progress depends on has changed', () => {
  const before = progressByChapter();
  edit((transform) => transform.insert(1, schema.text('More. ')));
  const now = progressByChapter();
  expect(now.get('chapter01')).not.toBe(before.get('chapter01'));
  expect(now.get('chapter02')).toBe(before.get('chapter02'));
});
