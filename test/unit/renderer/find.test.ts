import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { compileQuery, findInTexts, type FindOrder } from '#shared/narration/find.ts';
import { blocksOf, schema } from '#shared/narration/document.ts';
import { FindStore } from '../../../src-renderer/features/narration/find/find-store.ts';
import type { FindApart } from '../../../src-renderer/features/narration/find/find-apart.ts';
import { createSection, findInLines, findInSection } from '../../../src-renderer/features/narration/find/find-sections.ts';
import { matchesToShow } from '../../../src-renderer/features/narration/find/find-matches-shown.ts';
import { messages } from '#shared/messages/index.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';

const stores = createFakeStores();
const { openManuscript, openProject, select, showChapter, store: useProject } = stores.project;
const project = projectOf('project01', {
  chapter01: { block0001: 'The lamp burns. The end.', block0002: 'Nobody came.' },
  chapter02: { block0003: 'the sea, the sea', block0004: 'Another sea.' },
});
/** Orders that were run beside the window. */
let orders: FindOrder[] = [];
const atOnce: FindApart = (order, { onPart }) => {
  orders.push(order);
  const found = findInTexts(order, onPart);
  if ('problem' in found) return Promise.resolve({ end: 'problem', problem: found.problem });
  onPart(found.lists);
  return Promise.resolve({ end: 'done' });
};
let findApart: FindApart = atOnce;

let find: FindStore;
const state = () => find.store.getState();
const places = (): string[] => state().matches.map(({ chapterId, blockId, start, end }) => `${blockId ?? chapterId}:${start}-${end}`);
const current = (): string | undefined => places()[state().current];
const texts = () => openManuscript()?.chapterIds.map((id) => blocksOf(openManuscript()!.document(id)).map(({ text }) => text));
const before = [
  ['The lamp burns. The end.', 'Nobody came.'],
  ['the sea, the sea', 'Another sea.'],
];

beforeAll(() => vi.stubGlobal('window', new EventTarget()));
afterAll(() => vi.unstubAllGlobals());
beforeEach(async () => {
  fakeStudio.reset({
    'project.open': () => project,
    'project.resume': () => project,
    'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
    'project.arrange': () => null,
    'project.update': () => null,
    'project.close': () => null,
  });
  [orders, findApart] = [[], atOnce];
  await stores.host.connectHost();
  await openProject(project.path);
  if (useProject.getState().chapterId !== 'chapter01') showChapter('chapter01');
  find = new FindStore({ ...stores, findApart: (...order) => findApart(...order) });
  return () => find.closeFind();
});

it('a section finds in its lines what is found in each of them alone', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'É', '.'), maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('a', 'ab', ' ', 'aa', 'é', '\n'),
      fc.boolean(),
      (texts, sought, wholeWords) => {
        const section = createSection(texts.map((line) => ({ chapterId: 'chapter01', blockId: null, text: line })));
        const compiled = compileQuery({ text: sought, matchCase: false, wholeWords, isExpression: false });
        if ('problem' in compiled) throw new Error(compiled.problem);
        expect(findInSection(section, compiled.findIn)).toEqual(findInLines(section, (line) => compiled.findIn(line)));
      },
    ),
  );
});

describe('finding in the window', () => {
  it('finds in every chapter and title at once, in reading order, and stands at the first match from the caret on', () => {
    select(['block0002']);
    find.openFind('find');
    find.changeQuery({ text: 'the' });
    // Nothing was awaited: the first results are there with the key.
    expect(places()).toEqual(['block0001:0-3', 'block0001:16-19', 'block0003:0-3', 'block0003:9-12', 'block0004:3-6']);
    expect(current()).toBe('block0001:0-3');
    find.changeQuery({ text: 'came' });
    expect(current()).toBe('block0002:7-11');
    expect(state().reveal).toMatchObject({ blockId: 'block0002', select: false, focus: false });
  });

  it('goes through the matches, into other chapters, and around the end, without taking the keyboard from its field', () => {
    find.openFind('find', 'sea');
    expect(current()).toBeUndefined(); // no match in the chapter that is shown: nothing is opened while somebody types
    expect(useProject.getState().chapterId).toBe('chapter01');
    find.stepFind(1);
    expect(current()).toBe('block0003:4-7');
    expect(useProject.getState().chapterId).toBe('chapter02');
    expect(stores.window.store.getState().focusScript).toBe(false);
    find.stepFind(-1);
    expect(current()).toBe('block0004:8-11');
    find.stepFind(1);
    expect(current()).toBe('block0003:4-7');
    expect(fakeStudio.announced.at(-1)).toContain(messages.find.position('1', '3'));
    find.goToMatch(1, { focus: true });
    expect(state().reveal).toMatchObject({ blockId: 'block0003', start: 13, select: true, focus: true });
  });

  it('follows edits of the script when they rest', () => {
    vi.useFakeTimers();
    find.openFind('find', 'lamp');
    stores.project.edit((transform) => transform.insert(1, schema.text('A lamp. ')), 'editor');
    expect(places()).toEqual(['block0001:4-8']);
    vi.runAllTimers();
    expect(places()).toEqual(['block0001:2-6', 'block0001:12-16']);
    vi.useRealTimers();
  });

  it('names what is wrong with an expression, and finds nothing', () => {
    find.openFind('find');
    find.changeQuery({ text: 'lamp' });
    find.changeQuery({ text: '(', isExpression: true });
    expect(state()).toMatchObject({ matches: [], problem: expect.stringContaining('Unterminated group') as string });
  });

  it('runs an expression beside the window, once over a text', async () => {
    find.openFind('find');
    find.changeQuery({ text: String.raw`(\w+) sea`, isExpression: true });
    await vi.waitFor(() => expect(places()).toEqual(['block0003:0-7', 'block0003:9-16', 'block0004:0-11']));
    find.openFind('replace');
    await vi.waitFor(() => expect(state().isSearching).toBe(false));
    expect(orders).toHaveLength(1);
  });

  it('says so where an expression takes too long, and is ready for the next', async () => {
    findApart = () => Promise.resolve({ end: 'late' });
    find.openFind('find');
    find.changeQuery({ text: '(a+)+$', isExpression: true });
    await vi.waitFor(() => expect(state().problem).toBe(messages.find.expressionTooSlow));
    findApart = atOnce;
    find.changeQuery({ text: 'lam.' });
    await vi.waitFor(() => expect(places()).toEqual(['block0001:4-8']));
  });

  it('ends the search of an expression that is changed meanwhile', async () => {
    let ended = false;
    findApart = (_order, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended = true;
          resolve({ end: 'stopped' });
        });
      });
    find.openFind('find');
    find.changeQuery({ text: '(a+)+$', isExpression: true });
    findApart = atOnce;
    find.changeQuery({ text: 'sea', isExpression: false });
    await vi.waitFor(() => expect(places()).toHaveLength(3));
    expect(ended).toBe(true);
  });

  it('shows the script a bounded number of matches, around the current one', () => {
    const match = (index: number) => ({ chapterId: 'chapter01', blockId: 'block0001', text: '', start: index, end: index + 1, line: 1 });
    const matches = Array.from({ length: 5000 }, (_, index) => match(index));
    const shown = matchesToShow({ matches, current: 3000 }, 'chapter01');
    expect([shown.matches.length, shown.current?.start]).toEqual([1000, 3000]);
    expect(shown.matches.some(({ start }) => start === 3000)).toBe(true);
    expect(matchesToShow({ matches, current: -1 }, 'chapter02').matches).toEqual([]);
  });
});

describe('replacing in the window', () => {
  it('replaces all in every chapter and title as one act of undo', async () => {
    find.openFind('replace', 'the');
    find.changeReplacement('THE');
    await find.replaceAll();
    expect(texts()).toEqual([
      ['THE lamp burns. THE end.', 'Nobody came.'],
      ['THE sea, THE sea', 'AnoTHEr sea.'],
    ]);
    openManuscript()?.undo();
    expect(texts()).toEqual(before);
    expect(openManuscript()?.canUndo).toBe(false);
    openManuscript()?.redo();
    expect(texts()?.[1]).toEqual(['THE sea, THE sea', 'AnoTHEr sea.']);
  });

  it('replaces in titles too, and one undo brings title and text back', async () => {
    find.openFind('replace', 'a');
    find.changeReplacement('4');
    await find.replaceAll();
    expect(openManuscript()?.outline.map(({ title }) => title)).toEqual(['ch4pter01', 'ch4pter02']);
    expect(texts()?.[1]).toEqual(['the se4, the se4', '4nother se4.']);
    openManuscript()?.undo();
    expect(openManuscript()?.outline.map(({ title }) => title)).toEqual(['chapter01', 'chapter02']);
    expect(texts()).toEqual(before);
    expect(openManuscript()?.canUndo).toBe(false);
  });

  it('puts in what an expression’s groups found', async () => {
    find.openFind('replace');
    find.changeQuery({ text: String.raw`(\w+) sea`, isExpression: true });
    find.changeReplacement('sea of $1');
    await find.replaceAll();
    expect(texts()?.[1]).toEqual(['sea of the, sea of the', 'sea of Another.']);
  });

  it('replaces one at a time, goes on behind what it put in, and ends', async () => {
    find.openFind('replace', 'the');
    find.changeReplacement('the the');
    expect(current()).toBe('block0001:0-3');
    await find.replaceOne();
    expect(texts()?.[0]?.[0]).toBe('The the lamp burns. The end.');
    expect(current()).toBe('block0001:20-23');
    openManuscript()?.undo();
    expect(texts()).toEqual(before);
  });

  it('says how many blocks with sound change, and what their new texts cost', async () => {
    stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } });
    stores.project.addTake(takeOf('block0003', 'the sea, the sea'));
    stores.project.addTake(takeOf('block0004', 'of an earlier text'));
    fakeStudio.answers['speech.estimate'] = () => ({ blocks: 1, characters: 20, credits: 7, learnedFrom: 3 });
    find.openFind('replace', 'sea');
    find.changeReplacement('ocean');
    await vi.waitFor(() => expect(state().cost).toEqual({ stale: 1, estimate: { characters: 20, credits: 7 } }));
    expect(fakeStudio.inputs('speech.estimate')).toEqual([
      { projectId: 'project01', chapterId: 'chapter02', blockIds: ['block0003'], texts: { block0003: 'the ocean, the ocean' } },
    ]);
    find.changeReplacement('sea');
    await vi.waitFor(() => expect(state().cost).toEqual({ stale: 0, estimate: undefined }));
    expect(texts()).toEqual(before);
  });

  it('refuses what would make a chapter too long, and changes nothing', async () => {
    find.openFind('replace');
    find.changeQuery({ text: 'e' });
    find.changeReplacement('x'.repeat(2_000_000));
    await find.replaceAll();
    expect(texts()).toEqual(before);
    expect(fakeStudio.toasts).toHaveLength(1);
  });
});
