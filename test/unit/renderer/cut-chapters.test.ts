import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { attributesOf, createBlock } from '#shared/narration/document.ts';
import type { Project } from '#shared/operations/project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';

const fog = {
  fog00001: 'The fog came in.',
  fog00002: 'Nobody saw it.',
  fog00003: '',
  fog00004: 'The bell rang.',
  fog00005: 'It was noon.',
};
const sea = { sea00001: 'The sea was grey.' };
const takes = Object.entries({ ...fog, ...sea }).flatMap(([id, text]) => (text === '' ? [] : [takeOf(id, text)]));
const book: Project = {
  ...projectOf('project01', { chapter01: fog, chapter02: sea }, takes),
  sources: [{ name: 'book.docx', chapterIds: ['chapter01', 'chapter02'] }],
};

let stores: ReturnType<typeof createFakeStores>;
const open = () => stores.project.openManuscript()!;
const texts = () =>
  open().outline.map(({ id, title }) => [
    title,
    ...open()
      .document(id)
      .children.map((node) => node.textContent),
  ]);
const ids = () =>
  open().outline.map(({ id }) =>
    open()
      .document(id)
      .children.map((node) => attributesOf(node).id),
  );
const sources = () => stores.project.store.getState().details!.sources;

beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget());
  fakeStudio.reset({
    'project.open': () => book,
    'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
    'project.arrange': () => null,
    'project.revise': () => null,
    'project.update': () => null,
  });
  stores = createFakeStores();
  await stores.host.connectHost();
  stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } });
  await stores.project.openProject(book.path);
});
afterEach(() => vi.unstubAllGlobals());

it('a chapter is split at a block: the rest is a chapter right after it, in one write, with its blocks and source and without an empty one', async () => {
  const before = { texts: texts(), ids: ids(), sources: sources() };
  expect(await stores.chapters.splitChapter('fog00003')).toBe('fog00004');
  expect(texts()).toEqual([
    ['chapter01', 'The fog came in.', 'Nobody saw it.'],
    ['chapter01 (2)', 'The bell rang.', 'It was noon.'],
    ['chapter02', 'The sea was grey.'],
  ]);
  expect(ids()).toEqual([['fog00001', 'fog00002'], ['fog00004', 'fog00005'], ['sea00001']]);
  const [, added] = open().chapterIds;
  expect(stores.project.store.getState().chapterId).toBe(added);
  expect(sources()).toEqual([{ name: 'book.docx', chapterIds: ['chapter01', added, 'chapter02'] }]);
  expect(stores.project.store.getState().saving).toEqual({ state: 'saved' });
  expect([fakeStudio.inputs('project.revise').length, fakeStudio.inputs('project.edit'), fakeStudio.inputs('project.arrange')]).toEqual([1, [], []]); // prettier-ignore
  open().undo();
  expect({ texts: texts(), ids: ids(), sources: sources() }).toEqual(before);
  open().redo();
  expect(texts()).toHaveLength(3);
});

it('a chapter is joined with the one above it, and what was split reads as before', async () => {
  await stores.chapters.splitChapter('fog00004');
  const [, added] = open().chapterIds;
  expect(await stores.chapters.joinChapter(added!)).toBe('fog00004');
  expect(texts()).toEqual([
    ['chapter01', 'The fog came in.', 'Nobody saw it.', 'The bell rang.', 'It was noon.'],
    ['chapter02', 'The sea was grey.'],
  ]);
  expect(sources()).toEqual(book.sources);
  expect(stores.project.store.getState().chapterId).toBe('chapter01');
  expect(await stores.chapters.joinChapter('chapter02')).toBe('sea00001');
  expect(ids()).toEqual([['fog00001', 'fog00002', 'fog00004', 'fog00005', 'sea00001']]);
  open().undo();
  expect(texts()).toHaveLength(2);
});

it('a block that stands in both chapters is another one after they are joined', async () => {
  const twice = projectOf('project01', { chapter01: sea, chapter02: { ...sea, sea00002: 'A ship went by.' } });
  fakeStudio.answers['project.open'] = () => twice;
  await stores.project.openProject('/twice.voicewright');
  await stores.chapters.joinChapter('chapter02');
  const [all] = ids();
  expect([all?.length, new Set(all).size, all?.[2]]).toEqual([3, 3, 'sea00002']);
});

it('a line that names a chapter is the name of the chapter that begins with it', async () => {
  stores.project.edit((transform) =>
    transform.insert(transform.doc.content.size, [createBlock('Chapter Two', { id: 'title001' }), createBlock('More.')]),
  );
  await stores.chapters.splitChapter('title001');
  expect(texts()[1]?.slice(0, 2)).toEqual(['Chapter Two', 'Chapter Two']);
});

it('no chapter is split where one part would have no block, and the first is joined with none; where saving fails, all stays', async () => {
  const before = texts();
  expect(stores.chapters.whyNotSplit('fog00001')).toBeDefined();
  expect(await stores.chapters.splitChapter('fog00001')).toBeUndefined();
  expect(await stores.chapters.joinChapter('chapter01')).toBeUndefined();
  fakeStudio.answers['project.revise'] = refuse('disk-full');
  expect(await stores.chapters.splitChapter('fog00002')).toBeUndefined();
  expect(texts()).toEqual(before);
});
