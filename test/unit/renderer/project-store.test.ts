import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/failure.ts';
import { blocksOf, createDocument, schema } from '#shared/narration/document.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { SessionsStore, sessionsOf, unitsOf } from '../../../src-renderer/features/live/sessions-store.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const { connectHost } = stores.host;
const {
  addTake,
  closeProject,
  createProject,
  dismissProjectFailure,
  edit,
  findBlock,
  flushProject,
  openManuscript,
  openProject,
  replaceVoice,
  select,
  setBlocks,
  showChapter,
  updateProject,
  store: useProject,
  watchProject,
} = stores.project;
const { store: useWindow } = stores.window;
const { take: tell } = stores.studio;
const { keepAsChapter, loadSessions, resumeRequest, store: useLiveSessions } = new SessionsStore(stores);

const one = projectOf('project01', {
  chapter01: { block0001: 'The lamp burns.', block0002: 'Nobody came.' },
  chapter02: { block0003: 'The sea rose.' },
});
const two = projectOf('project02', { chapter09: { block0009: 'Another story.' } });
const names = (): string[] => fakeStudio.asked.map(({ name }) => name);
const details = () => useProject.getState().details;
const text = (blockId: string): string | undefined => findBlock(blockId)?.block.text;
const write = (words: string): void => edit((transform) => transform.insert(1, schema.text(words)), 'editor');

let opened: unknown;
beforeAll(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  watchProject();
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(async () => {
  opened = one;
  fakeStudio.reset({
    'project.open': ({ path }) => (path === two.path ? two : opened),
    'project.resume': () => one,
    'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
    'project.arrange': () => null,
    'project.update': () => null,
    'project.close': () => null,
  });
  await connectHost();
  await openProject(one.path);
  fakeStudio.asked.length = 0;
});

describe('opening another project', () => {
  it('saves what was written before, then opens it, then closes the one before', async () => {
    write('Once, ');
    expect(await openProject(two.path)).toBeUndefined();
    expect(names().filter((name) => name !== 'project.update')).toEqual([
      'project.edit',
      'project.saveUndo',
      'project.open',
      'project.readUndo',
      'project.close',
    ]);
    expect(fakeStudio.inputs('project.close')).toEqual([{ projectId: one.projectId }]);
    expect([details()?.projectId, text('block0009')]).toEqual([two.projectId, 'Another story.']);
  });

  it('is not done while what was written cannot be saved: all of it stays in sight', async () => {
    fakeStudio.answers['project.edit'] = refuse('disk-full');
    write('Once, ');
    expect(await openProject(two.path)).toMatchObject({ kind: 'disk-full' });
    expect(names()).not.toContain('project.open');
    expect([details()?.projectId, text('block0001')]).toEqual([one.projectId, 'Once, The lamp burns.']);
    expect(useProject.getState().saving).toMatchObject({ state: 'failed' });
    fakeStudio.answers['project.edit'] = ({ version, steps }) => ({ version: version + steps.length });
    expect(await flushProject()).toBeUndefined();
    expect(fakeStudio.inputs('project.edit')).toHaveLength(2);
  });

  it('that fails leaves the one before open, and says what was asked for', async () => {
    fakeStudio.answers['project.open'] = refuse('file-missing');
    expect(await openProject(two.path)).toMatchObject({ kind: 'file-missing' });
    expect(useProject.getState()).toMatchObject({ status: 'open', asked: two.path, failure: { kind: 'file-missing' } });
    expect(details()?.projectId).toBe(one.projectId);
    expect(names()).not.toContain('project.close');
    dismissProjectFailure();
    expect(useProject.getState().failure).toBeUndefined();
  });

  it('shows the chapter where the person was, and a new project its first', async () => {
    opened = { ...one, place: { chapterId: 'chapter02', caret: null, topBlockId: null, seconds: 3 } };
    await openProject(one.path);
    expect(useProject.getState().chapterId).toBe('chapter02');
    fakeStudio.answers['project.create'] = () => two;
    await createProject({ title: 'New' });
    expect(useProject.getState()).toMatchObject({ chapterId: 'chapter09', selected: [], takes: [] });
  });
});

describe('closing the project', () => {
  it('saves what was written, shows Start, and is not undone when the wire opens again', async () => {
    write('Once, ');
    expect(await closeProject()).toBeUndefined();
    expect(names().filter((name) => name !== 'project.update')).toEqual(['project.edit', 'project.saveUndo', 'project.close']);
    expect(useProject.getState()).toMatchObject({ status: 'none', details: undefined, document: undefined, outline: [] });
    expect(useWindow.getState().panel).toBe('start');
    await connectHost();
    expect(names()).not.toContain('project.resume');
    await openProject(two.path);
    expect([details()?.projectId, useWindow.getState().panel]).toEqual([two.projectId, 'narration']);
  });

  it('is not done while what was written cannot be saved', async () => {
    fakeStudio.answers['project.edit'] = refuse('disk-full');
    write('Once, ');
    expect(await closeProject()).toMatchObject({ kind: 'disk-full' });
    expect(details()?.projectId).toBe(one.projectId);
    expect(names()).not.toContain('project.close');
    fakeStudio.answers['project.edit'] = ({ version, steps }) => ({ version: version + steps.length });
    await flushProject();
  });
});

describe('title, voice and model', () => {
  it('are shown at once, stored once, and taken back where that failed', async () => {
    const held = heldAnswer();
    fakeStudio.answers['project.update'] = held.answer;
    const stored = updateProject({ voiceId: 'bert' });
    expect(details()?.voiceId).toBe('bert');
    held.reject(fail('disk-full', said('Full.')));
    expect(await stored).toMatchObject({ kind: 'disk-full' });
    expect(details()?.voiceId).toBe('anna');
    expect(fakeStudio.inputs('project.update')).toEqual([{ projectId: one.projectId, voiceId: 'bert' }]);
  });

  it('keep a newer change of another field, and of the same, when an older one could not be stored', async () => {
    const held = heldAnswer();
    const answers: (() => unknown)[] = [held.answer, () => null, () => null];
    fakeStudio.answers['project.update'] = () => answers.shift()?.();
    const failing = updateProject({ voiceId: 'bert', title: 'First' });
    await updateProject({ title: 'Second' });
    await updateProject({ modelId: 'alpha-s1' });
    held.reject(new Error('no'));
    await failing;
    expect(details()).toMatchObject({ title: 'Second', voiceId: 'anna', modelId: 'alpha-s1' });
  });
});

describe('the open project', () => {
  it('is read again when the wire is back, and what was not saved goes to main then', async () => {
    fakeStudio.answers['project.edit'] = refuse('disconnected');
    write('Once, ');
    expect(await flushProject()).toMatchObject({ kind: 'disconnected' });
    fakeStudio.answers['project.edit'] = ({ version, steps }) => ({ version: version + steps.length });
    opened = { ...one, takes: [takeOf('block0002', 'Nobody came.')] };
    await connectHost();
    await vi.waitFor(() => expect(useProject.getState().takes).toHaveLength(1));
    expect(await flushProject()).toBeUndefined();
    expect(text('block0001')).toBe('Once, The lamp burns.');
    expect(fakeStudio.inputs('project.edit').at(-1)).toMatchObject({ chapterId: 'chapter01', version: 0 });
  });

  it('takes a take once, in place of the one of its name, and none of another project', () => {
    const made = takeOf('block0001', 'The lamp burns.');
    tell({ type: 'take', projectId: one.projectId, take: made });
    tell({ type: 'take', projectId: one.projectId, take: { ...made, starred: true } });
    tell({ type: 'take', projectId: two.projectId, take: takeOf('block0009', 'Another story.') });
    expect(useProject.getState().takes).toEqual([{ ...made, starred: true }]);
  });

  it('gives every word of a take a time in which it is lit', () => {
    const words = [
      { text: 'of', startMs: 100, endMs: 100 },
      { text: 'the', startMs: 100, endMs: 400 },
    ];
    addTake(takeOf('block0001', 'of the', { words }));
    for (const word of useProject.getState().takes[0]?.words ?? []) expect(word.endMs).toBeGreaterThan(word.startMs);
  });

  it('changes several blocks as one act, and sends nothing for a change of nothing', async () => {
    setBlocks(['block0001', 'block0002', 'block0003'], () => ({ locked: true }));
    expect(['block0001', 'block0002', 'block0003'].map((id) => findBlock(id)?.block.attributes.locked)).toEqual([true, true, false]);
    openManuscript()?.undo();
    expect(findBlock('block0001')?.block.attributes.locked).toBe(false);
    await flushProject();
    fakeStudio.asked.length = 0;
    setBlocks([], () => ({ locked: true }));
    await flushProject();
    expect(names()).toEqual([]);
  });

  it('names the act on chapters that Undo takes back and Redo does again, as nothing else may show it', () => {
    const manuscript = openManuscript()!;
    const title = manuscript.outline[1]!.title;
    manuscript.arrange(manuscript.outline.slice(0, 1));
    fakeStudio.toasts.length = 0;
    manuscript.undo();
    manuscript.redo();
    const { named, actDelete, actOrder } = messages.chapter;
    const { undone, redone } = messages.voicing;
    expect(fakeStudio.toasts).toEqual([undone(actDelete(named(title))), redone(actDelete(named(title)))]);
    manuscript.undo();
    manuscript.arrange(manuscript.outline.toReversed());
    manuscript.undo();
    expect(fakeStudio.toasts.at(-1)).toBe(undone(actOrder));
  });

  it('names a chapter that was added by the act, and not by what undoing it does', () => {
    const manuscript = openManuscript()!;
    const added = { id: 'chapter09', title: 'Chapter 6' };
    manuscript.arrange([...manuscript.outline, added], new Map([[added.id, createDocument([])]]));
    fakeStudio.toasts.length = 0;
    manuscript.undo();
    expect(fakeStudio.toasts).toEqual([messages.voicing.undone(messages.chapter.actAdd(messages.chapter.named('Chapter 6')))]);
  });

  it('says which chapter Undo and Redo rename, by both names', () => {
    const manuscript = openManuscript()!;
    const [first, second] = manuscript.outline;
    const { title } = second!;
    manuscript.arrange([first!, { ...second!, title: 'The Storm' }]);
    fakeStudio.toasts.length = 0;
    manuscript.undo();
    manuscript.redo();
    const { named, actRename } = messages.chapter;
    const { undone, redone } = messages.voicing;
    const act = actRename(named(title), 'The Storm');
    expect(fakeStudio.toasts).toEqual([undone(act), redone(act)]);
  });

  it('replaces a voice in all chapters as one act, and no block keeps a model of the voice before', () => {
    setBlocks(['block0001'], () => ({ voiceId: 'bert', modelId: 'alpha-s1' }));
    showChapter('chapter02');
    setBlocks(['block0003'], () => ({ voiceId: 'bert' }));
    expect(replaceVoice('bert', 'cara')).toBe(2);
    expect(['block0001', 'block0003'].map((id) => findBlock(id)?.block.attributes)).toMatchObject([
      { voiceId: 'cara', modelId: null },
      { voiceId: 'cara' },
    ]);
    openManuscript()?.undo();
    expect(findBlock('block0001')?.block.attributes).toMatchObject({ voiceId: 'bert', modelId: 'alpha-s1' });
    expect(findBlock('block0003')?.block.attributes.voiceId).toBe('bert');
  });

  it('shows another chapter with nothing selected, and remembers it at once', () => {
    select(['block0001']);
    showChapter('chapter02');
    expect(useProject.getState()).toMatchObject({ chapterId: 'chapter02', selected: [] });
    expect(fakeStudio.inputs('project.update').at(-1)).toMatchObject({ place: { chapterId: 'chapter02' } });
  });

  it('asks before the page is left while something is not saved, and only then', async () => {
    const leave = (): boolean => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    write('Once, ');
    expect(leave()).toBe(true);
    await flushProject();
    expect(leave()).toBe(false);
  });
});

describe('the sessions of live speech', () => {
  const segment = (segmentId: string, bytes: number) => ({ segmentId, text: ` ${segmentId} is spoken. `, bytes, whole: true, url: null });
  const request = (operationId: string, sessionId: string, segments: ReturnType<typeof segment>[]) =>
    ({ operationId, sessionId, createdAt: 1e12, voiceId: 'anna', modelId: 'm', segments }) as never;
  const session = {
    sessionId: 's1',
    requests: [request('request01', 's1', [segment('a', 10), segment('b', 0)]), request('request02', 's1', [segment('c', 10)])],
  };

  it('are grouped with their requests in the order in which they were made', () => {
    const [newest, other, oldest] = [request('r3', 's1', []), request('r2', 's2', []), request('r1', 's1', [])];
    expect(sessionsOf([newest, other, oldest])).toEqual([
      { sessionId: 's1', requests: [oldest, newest] },
      { sessionId: 's2', requests: [other] },
    ]);
  });

  it('have the units of whole phrases charged and those of others in doubt, unless nothing was charged for them', () => {
    const segments = [
      { ...segment('a', 10), text: 'whole', whole: true },
      { ...segment('b', 0), text: 'cut off', whole: false },
    ];
    const of = (charged: 'no' | 'unknown') => unitsOf([{ segments, failure: fail('service-failed', said('No.'), { charged }).failure }]);
    expect(unitsOf([{ segments, failure: null }])).toEqual({ charged: 5, reserved: 7 });
    expect(of('unknown')).toEqual({ charged: 5, reserved: 7 });
    expect(of('no')).toEqual({ charged: 5, reserved: 0 });
  });

  it('become a chapter of the phrases that have sound, saved before their sound is copied', async () => {
    fakeStudio.answers['live.keep'] = () => ({ takes: [1, 2] });
    expect(await keepAsChapter(session)).toBe(true);
    const [stored] = fakeStudio.inputs('live.keep') as { chapterId: string; phrases: { segmentId: string; blockId: string }[] }[];
    expect(names().indexOf('project.arrange')).toBeLessThan(names().indexOf('live.keep'));
    expect(stored?.phrases.map(({ segmentId }) => segmentId)).toEqual(['a', 'c']);
    const blocks = blocksOf(openManuscript()!.document(stored!.chapterId));
    expect(blocks.map((block) => [block.attributes.id, block.text])).toEqual([
      [stored?.phrases[0]?.blockId, 'a is spoken.'],
      [stored?.phrases[1]?.blockId, 'c is spoken.'],
    ]);
    expect(openManuscript()?.outline.map(({ id }) => id)).toEqual(['chapter01', stored?.chapterId, 'chapter02']);
  });

  it('are gone on with one at a time', async () => {
    const held = heldAnswer();
    fakeStudio.answers['live.resume'] = held.answer;
    fakeStudio.answers['live.sessions'] = () => ({ requests: [], next: null });
    const going = resumeRequest('request01');
    await resumeRequest('request02');
    expect(await keepAsChapter(session)).toBe(false);
    held.resolve({ whole: true });
    await going;
    expect(fakeStudio.inputs('live.resume')).toEqual([{ operationId: 'request01' }]);
    expect(useLiveSessions.getState()).toMatchObject({ busy: undefined, status: { state: 'ready' } });
  });

  it('are those of the reading that began last', async () => {
    const [slow, fast] = [heldAnswer(), heldAnswer()];
    const answers = [slow, fast];
    fakeStudio.answers['live.sessions'] = () => answers.shift()?.answer();
    const readings = [loadSessions(), loadSessions()];
    fast.resolve({ requests: [request('new', 's', [])], next: null });
    slow.resolve({ requests: [request('old', 's', [])], next: null });
    await Promise.all(readings);
    expect(useLiveSessions.getState().requests).toMatchObject([{ operationId: 'new' }]);
  });
});
