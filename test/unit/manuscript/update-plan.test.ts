import { describe, expect, it } from 'vitest';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import type { ProjectChapter } from '#shared/manuscript/revise.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { chooseAsBefore, createDraft } from '../../../src-renderer/features/narration/manuscript/manuscript-draft.ts';
import {
  chooseScope,
  isEmptyPlan,
  isOtherText,
  listScopes,
  planUpdate,
  type ProjectNow,
  type UpdateScope,
} from '../../../src-renderer/features/narration/manuscript/update-plan.ts';
import { takeOf } from '../../helpers/fake-project.ts';

const chapter = (id: string, ...texts: string[]): ProjectChapter => ({
  id,
  title: id,
  document: schema.node(
    'doc',
    null,
    texts.map((text, index) => createBlock(text, { id: `${id}block${index}` })),
  ),
});
const project: ProjectNow = {
  chapters: [chapter('own', 'Written here.'), chapter('one', 'The fog came in.', 'Nobody saw it.'), chapter('two', 'The sea was grey.')],
  sources: [{ name: 'book.txt', chapterIds: ['one', 'two', 'gone'] }],
  imported: new Map(),
  defaults: { ...noDefaults, voiceId: 'anna' },
  takes: [],
  connectionId: 'local',
};
const read = (name: string, chapters: Manuscript['chapters']) =>
  createDraft([{ name, manuscript: { chapters, warnings: [] } }], { untitled: 'Untitled', frontMatter: 'Front matter' });
const of = (title: string | undefined, ...texts: string[]) => ({
  ...(title === undefined ? {} : { title }),
  blocks: texts.map((text) => ({ text, pauseMs: null })),
});
const book: UpdateScope = { source: 'book.txt' };
const plan = (draft: ReturnType<typeof read>, scope = book) => planUpdate(project, draft, { scope, voices: {} });

describe('what a manuscript is compared with', () => {
  it('is what was imported from files, and not what was written in the project', () => {
    expect(listScopes(project)).toEqual([{ all: true }, book]);
    expect(chooseScope(project, ['book.txt'])).toEqual(book);
    expect(chooseScope(project, ['revised.txt'])).toEqual(book);
  });

  it('is all of it where nothing or everything was imported', () => {
    expect(chooseScope({ ...project, sources: [] }, ['book.txt'])).toEqual({ all: true });
    const all = { ...project, sources: [{ name: 'book.txt', chapterIds: ['own', 'one', 'two'] }] };
    expect(listScopes(all)).toEqual([{ all: true }]);
  });
});

describe('the plan of an update', () => {
  it('leaves chapters that were written in the project where they are', () => {
    const { chapters, sources, groups } = plan(read('revised.txt', [of('two', 'The sea was grey.'), of('one', 'The fog came in.')]));
    expect(chapters.map(({ id }) => id)).toEqual(['own', 'two', 'one']);
    expect(sources).toEqual([{ name: 'revised.txt', chapterIds: ['two', 'one'] }]);
    expect(groups.flatMap(({ rows }) => rows.map(({ kind, yours }) => [kind, yours]))).toContainEqual(['removed', 'Nobody saw it.']);
  });

  it('of the same text changes nothing', () => {
    const same = plan(read('book.txt', [of('one', 'The fog came in.', 'Nobody saw it.'), of('two', 'The sea was grey.')]));
    expect([isEmptyPlan(same), same.groups, same.stale, same.unheard]).toEqual([true, [], 0, 0]);
    // They need audio as before.
    expect(same.needed).toBe(same.toPrice.length);
  });

  it('of a locked block marks its row, and counts it apart from the blocks that need audio', () => {
    const document = schema.node('doc', null, [
      createBlock('The fog came in.', { id: 'oneblock0', locked: true }),
      createBlock('Nobody saw it.', { id: 'oneblock1' }),
    ]);
    const takes = [takeOf('oneblock0', 'The fog came in.'), takeOf('oneblock1', 'Nobody saw it.')];
    const now = { ...project, takes, chapters: project.chapters.map((each) => (each.id === 'one' ? { ...each, document } : each)) };
    const draft = read('book.txt', [of('one', 'The fog came in late.', 'Nobody saw it then.'), of('two', 'The sea was grey.')]);
    const { stale, locked, toPrice, groups, prepared } = planUpdate(now, draft, { scope: book, voices: {} });
    expect([stale, locked]).toEqual([1, 1]);
    expect(toPrice.map(({ text }) => text)).not.toContain('The fog came in late.');
    const rows = groups.flatMap((group) => group.rows);
    expect(rows.map(({ key, theirs }) => [theirs, prepared.lockedRows.has(key)])).toEqual([
      ['The fog came in late.', true],
      ['Nobody saw it then.', false],
    ]);
  });

  it('prices no block that a repaired take of its own is there for, as generating uses it at no cost', () => {
    const repaired = takeOf('oneblock0', 'The fog came in.', {
      derivedFrom: [{ takeId: 'takebefore', startMs: 0, endMs: 1000, gainDb: 0 }],
    });
    const same = read('book.txt', [of('one', 'The fog came in.', 'Nobody saw it.'), of('two', 'The sea was grey.')]);
    const priced = ({ toPrice, needed, repaired: free }: ReturnType<typeof plan>) => [needed, free, toPrice.map(({ text }) => text)];
    const others = ['Nobody saw it.', 'The sea was grey.'];
    expect(priced(planUpdate({ ...project, takes: [repaired] }, same, { scope: book, voices: {} }))).toEqual([
      4,
      1,
      ['Written here.', ...others],
    ]);
    const elsewhere = { ...repaired, blockId: 'oneblock1' };
    expect(priced(planUpdate({ ...project, takes: [elsewhere] }, same, { scope: book, voices: {} }))).toEqual([
      4,
      0,
      ['Written here.', 'The fog came in.', ...others],
    ]);
  });

  it('names a chapter that is renamed, and does not rename one after its file', () => {
    const renamed = plan(read('book.txt', [of('First', 'The fog came in.', 'Nobody saw it.'), of('two', 'The sea was grey.')]));
    expect(renamed.groups).toMatchObject([{ title: 'First', rows: [{ kind: 'renamed', yours: 'one', theirs: 'First' }] }]);
    expect(isEmptyPlan(renamed)).toBe(false);
    const untitled = plan(read('draft 7.txt', [of(undefined, 'The fog came in.', 'Nobody saw it.'), of('two', 'The sea was grey.')]));
    expect(untitled.chapters.map(({ title }) => title)).toEqual(['own', 'one', 'two']);
  });

  it('says of another text that it is one', () => {
    expect(isOtherText(plan(read('other.txt', [of('X', 'Something else entirely.')])))).toBe(true);
    expect(isOtherText(plan(read('book.txt', [of('one', 'The fog came in.')])))).toBe(false);
  });

  it('names a block that went to another chapter as moved', () => {
    const { groups } = plan(read('book.txt', [of('one', 'The fog came in.'), of('two', 'The sea was grey.', 'Nobody saw it.')]));
    expect(groups.map(({ title, kind, rows }) => [title, kind, rows.map(({ theirs }) => theirs)])).toEqual([
      ['two', 'kept', ['Nobody saw it.']],
    ]);
  });
});

it('a draft takes in the front matter and the footnotes that the project speaks already', () => {
  const blocks = [{ text: 'The fog came in.', pauseMs: null, notes: ['As it does.'] }];
  const draft = read('book.txt', [
    { title: 'Dedication', isFrontMatter: true, blocks: [{ text: 'For Ida.', pauseMs: null }] },
    { title: 'Copyright', isFrontMatter: true, blocks: [{ text: 'Nobody.', pauseMs: null }] },
    { title: 'One', blocks },
  ]);
  const chosen = chooseAsBefore(draft, ['For Ida.', 'The fog came in.', 'As it does.']);
  expect(chosen.chapters.map(({ isChosen }) => isChosen)).toEqual([true, false, true]);
  expect(chosen.footnotes).toBe('in-place');
  expect(chooseAsBefore(draft, ['The fog came in.', 'The end.', 'As it does.']).footnotes).toBe('at-end');
  expect(chooseAsBefore(draft, ['The fog came in.']).footnotes).toBe('leave-out');
});

it('a manuscript that differs in its typography alone needs no audio again and changes nothing, and its notes and titles are found', () => {
  const text = '“Who’s there?” she asked…';
  const typed = '"Who\'s there?" she asked...';
  const spoken: ProjectNow = {
    ...project,
    chapters: [{ ...chapter('one', text), title: 'One — the fog' }],
    sources: [],
    takes: [takeOf('oneblock0', text)],
  };
  const draft = read('book.md', [of('One - the fog', typed)]);
  expect(chooseAsBefore(draft, ['One — the fog', text]).speaksTitles).toBe(true);
  const { counts, typography, stale, toPrice, chapters } = planUpdate(spoken, draft, { scope: { all: true }, voices: {} });
  expect([counts.unchanged, typography, stale]).toEqual([1, 1, 0]);
  expect(toPrice).toEqual([]);
  expect(chapters[0]!.document.child(0).textContent).toBe(text);
});
