import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { projectOf } from '../../helpers/fake-project.ts';
import { createNarrationStores } from '../../../src-renderer/features/narration/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const narrationStores = createNarrationStores(stores);
const useGeneration = stores.generation.store;
const { connectHost } = stores.host;
const { openProject, updateProject, store: useProject } = stores.project;
const { forgetUnsent, store: useUnsent, watchUnsent } = narrationStores.unsent;

const one = projectOf('project01', { chapter01: { block0001: 'One.' } });
const two = projectOf('project02', { chapter02: { block0002: 'Two.' } });
const wanted = (id: string) => ({ id, text: `${id}.` });
const chaptersOf = ({ projectId }: { projectId: string }) => [
  { chapterId: `${projectId}chapter`, blocks: [wanted('block0001'), wanted('block0002')] },
];
const orders = () => useUnsent.getState().orders;

beforeAll(watchUnsent);
beforeEach(async () => {
  fakeStudio.reset({
    'project.open': ({ path }) => (path === two.path ? two : one),
    'project.close': () => null,
    'project.update': () => null,
    'speech.unsent': (project) => ({ chapters: chaptersOf(project) }),
    'speech.forget-unsent': () => null,
  });
  useProject.setState(useProject.getInitialState(), true);
  useUnsent.setState(useUnsent.getInitialState(), true);
  useGeneration.setState(useGeneration.getInitialState(), true);
  await connectHost();
});

describe('the blocks that an earlier run did not send', () => {
  it('are asked for once for each project that is shown, and replace those of the project before', async () => {
    await openProject(one.path);
    await vi.waitFor(() => expect(orders()).toEqual(chaptersOf(one)));
    await updateProject({ title: 'Another title' });
    expect(fakeStudio.inputs('speech.unsent')).toEqual([{ projectId: one.projectId }]);
    const held = heldAnswer();
    fakeStudio.answers['speech.unsent'] = held.answer;
    await openProject(two.path);
    expect(orders()).toEqual([]);
    held.resolve({ chapters: chaptersOf(two) });
    await vi.waitFor(() => expect(orders()).toEqual(chaptersOf(two)));
    expect(fakeStudio.inputs('speech.unsent')).toEqual([{ projectId: one.projectId }, { projectId: two.projectId }]);
  });

  it('are asked for again when main has opened the project again, over a new wire', async () => {
    await openProject(one.path);
    await vi.waitFor(() => expect(orders()).toEqual(chaptersOf(one)));
    fakeStudio.answers['speech.unsent'] = () => ({
      chapters: chaptersOf(one)
        .slice(0, 1)
        .map((chapter) => ({ ...chapter, chapterId: 'later' })),
    });
    useProject.setState({ reopened: useProject.getState().reopened + 1 });
    await vi.waitFor(() => expect(orders()).toMatchObject([{ chapterId: 'later' }]));
  });

  it('are offered in the order of the book, whichever chapter was cut off first', async () => {
    const book = projectOf('project03', { chapter01: { block0001: 'One.' }, chapter02: { block0002: 'Two.' } });
    fakeStudio.answers['project.open'] = () => book;
    const [first, second] = ['chapter01', 'chapter02'].map((chapterId) => ({ chapterId, blocks: [wanted('block0001')] }));
    fakeStudio.answers['speech.unsent'] = () => ({ chapters: [second!, first!] });
    await openProject(book.path);
    await vi.waitFor(() => expect(orders()).toEqual([first, second]));
  });

  it('are those of the project that is shown, whichever answer comes last', async () => {
    for (const late of ['answer', 'failure'] as const) {
      const [first, second] = [heldAnswer(), heldAnswer()];
      fakeStudio.answers['speech.unsent'] = ({ projectId }) => (projectId === one.projectId ? first : second).answer();
      await openProject(one.path);
      await openProject(two.path);
      if (late === 'failure') first.reject(new Error('gone'));
      else first.resolve({ chapters: chaptersOf(one) });
      await new Promise((resolve) => setImmediate(resolve));
      expect(orders()).toEqual([]);
      second.resolve({ chapters: chaptersOf(two) });
      await vi.waitFor(() => expect(orders()).toEqual(chaptersOf(two)));
    }
  });

  it('of a project that is no longer open are offered nowhere', async () => {
    const held = heldAnswer();
    fakeStudio.answers['speech.unsent'] = held.answer;
    await openProject(one.path);
    useProject.setState({ details: undefined });
    held.resolve({ chapters: chaptersOf(one) });
    await new Promise((resolve) => setImmediate(resolve));
    expect(orders()).toEqual([]);
    expect(fakeStudio.inputs('speech.unsent')).toHaveLength(1);
  });

  it('are not offered where they cannot be read', async () => {
    fakeStudio.answers['speech.unsent'] = refuse('file-failed');
    await openProject(one.path);
    await new Promise((resolve) => setImmediate(resolve));
    expect(orders()).toEqual([]);
  });

  it('are offered no longer once they are generated, or a person does not want them', async () => {
    await openProject(one.path);
    await vi.waitFor(() => expect(orders()).toEqual(chaptersOf(one)));
    const [chapter] = chaptersOf(one);
    useGeneration.setState({ phases: new Map([['block0001', 'waiting' as never]]) });
    expect(orders()).toEqual([{ ...chapter, blocks: [wanted('block0002')] }]);
    useGeneration.setState({ phases: new Map([['block0002', 'waiting' as never]]) });
    expect(orders()).toEqual([]);
    useUnsent.setState({ orders: chaptersOf(one) });
    const forgotten = forgetUnsent();
    expect(orders()).toEqual([]);
    await forgotten;
    expect(fakeStudio.inputs('speech.forget-unsent')).toEqual([{ projectId: one.projectId }]);
  });
});
