import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Manuscript } from '#shared/manuscript/manuscript.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { blocksOf, schema } from '#shared/narration/document.ts';
import { messages } from '#shared/messages/index.ts';
import { fail, type Failure } from '#shared/failure.ts';
import type { Project } from '#shared/operations/project.ts';
import { ManuscriptStore } from '../../../src-renderer/features/narration/manuscript/manuscript-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { said } from '../../helpers/said.ts';

const fog = { fog00001: 'The fog came in at noon.', fog00002: 'Nobody saw it.', fog00003: 'The bell rang twice.' };
const sea = { sea00001: 'The sea was grey that day.', sea00002: 'A ship went by without a light.' };
const takes = Object.entries({ ...fog, ...sea }).map(([id, text]) => takeOf(id, text));
const book: Project = {
  ...projectOf('project01', { chapter01: fog, chapter02: sea }, takes),
  sources: [{ name: 'book.docx', chapterIds: ['chapter01', 'chapter02'] }],
};
const chapter = (title: string, ...texts: string[]): Manuscript['chapters'][number] => ({
  title,
  blocks: texts.map((text) => ({ text, pauseMs: null })),
});
/** The same chapters the other way round; a sentence of the fog has changed, one is new and one is gone. */
const revised: Manuscript = {
  chapters: [
    chapter('chapter02', ...Object.values(sea)),
    chapter('chapter01', 'The fog came in at midnight.', 'IDA: It was cold.', 'The bell rang twice.'),
  ],
  warnings: [],
};
const file = (name: string): File => new File(['text'], name);

let stores: ReturnType<typeof createFakeStores>;
let store: ManuscriptStore;
let manuscript: Manuscript;
const state = () => store.store.getState();
const details = () => stores.project.store.getState().details!;
const texts = () =>
  stores.project.openManuscript()!.chapterIds.map((id) => [id, ...blocksOf(stores.project.openManuscript()!.document(id)).map(({ text }) => text)]); // prettier-ignore
const states = (): Record<string, string> => {
  const open = stores.project.openManuscript()!;
  const { takes: all } = stores.project.store.getState();
  const facts = open.chapterIds.flatMap((id) => buildTimeline(open.document(id), all, details(), 'local').facts);
  return Object.fromEntries(
    facts.map(({ node, heard }) => [node.textContent, heard === undefined ? 'silent' : heard.stale ? 'stale' : 'done']),
  );
};

let unsaved: Failure | undefined;
const versionNames: string[] = [];
const saveBefore = (name: string): Promise<Failure | undefined> => {
  versionNames.push(name);
  return Promise.resolve(unsaved);
};

beforeEach(async () => {
  unsaved = undefined;
  versionNames.length = 0;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ uploadId: 'upload01' })));
  manuscript = revised;
  fakeStudio.reset({
    'project.open': () => book,
    'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
    'project.arrange': () => null,
    'project.revise': () => null,
    'project.update': () => null,
    'project.close': () => null,
    'project.create': () => projectOf('project02', { chapter09: { block0009: '' } }),
    'manuscript.read': () => manuscript,
    'speech.estimate-texts': ({ blocks }) => ({
      blocks: blocks.length,
      characters: blocks.reduce((sum, { text }) => sum + text.length, 0),
      credits: 7,
      learnedFrom: 3,
      paid: 0,
    }),
  });
  stores = createFakeStores();
  await stores.host.connectHost();
  stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } });
  await stores.project.openProject(book.path);
  store = new ManuscriptStore({ ...stores, versions: { saveBefore } });
});
afterEach(() => vi.unstubAllGlobals());

describe('a revised manuscript', () => {
  it('shows what changed, moved, came and went in each chapter, and the price of what has no audio then', async () => {
    await store.openFiles([file('book 2.docx')]);
    expect(state().way).toBe('update');
    const { counts, groups, stale, unheard } = state().plan!;
    expect(counts).toEqual({ added: 1, changed: 1, moved: 2, removed: 1, unchanged: 1 });
    expect(groups.map(({ title, kind, rows }) => [title, kind, ...rows.map((row) => row.kind)])).toEqual([
      ['chapter02', 'moved', 'chapter-moved'],
      ['chapter01', 'kept', 'changed', 'added', 'removed'],
    ]);
    expect([stale, unheard]).toEqual([1, 1]);
    await vi.waitFor(() => expect(state().price).toEqual({ characters: 40, credits: 7, paid: 0, voiceless: 1 }));
    const [asked] = fakeStudio.inputs('speech.estimate-texts').slice(-1);
    expect((asked?.['blocks'] as { text: string }[]).map(({ text }) => text)).toEqual(['The fog came in at midnight.', 'It was cold.']);
    expect(texts()).toEqual([
      ['chapter01', ...Object.values(fog)],
      ['chapter02', ...Object.values(sea)],
    ]);
  });

  it('is applied as one act that leaves stale what changed alone, and one undo brings everything back as it was', async () => {
    manuscript = { ...revised, chapters: [revised.chapters[0]!, chapter('chapter01', 'The fog came in at midnight.', 'IDA: It was cold.', 'IDA: Very.', 'The bell rang twice.')] }; // prettier-ignore
    const before = { texts: texts(), states: states(), details: details() };
    await store.openFiles([file('book 2.docx')]);
    await store.finish();
    expect(state().names).toEqual([]);
    expect(texts()).toEqual([
      ['chapter02', ...Object.values(sea)],
      ['chapter01', 'The fog came in at midnight.', 'It was cold.', 'Very.', 'The bell rang twice.'],
    ]);
    expect(states()).toEqual({
      'The sea was grey that day.': 'done',
      'A ship went by without a light.': 'done',
      'The fog came in at midnight.': 'stale',
      'It was cold.': 'silent',
      'Very.': 'silent',
      'The bell rang twice.': 'done',
    });
    expect(details().cast.map(({ name }) => name)).toEqual(['IDA']);
    expect(details().sources).toMatchObject([{ name: 'book 2.docx', chapterIds: ['chapter02', 'chapter01'] }]);
    // One write, of the versions that main has; nothing is left to be sent.
    expect(fakeStudio.inputs('project.revise')).toMatchObject([
      {
        before: [{ id: 'chapter01' }, { id: 'chapter02' }],
        chapters: [{ id: 'chapter02' }, { id: 'chapter01', version: 0, document: { type: 'doc' } }],
        cast: [{ name: 'IDA' }],
      },
    ]);
    expect(await stores.project.flushProject()).toBeUndefined();
    expect(fakeStudio.inputs('project.edit')).toEqual([]);
    const open = stores.project.openManuscript()!;
    open.undo();
    expect(await stores.project.flushProject()).toBeUndefined();
    expect(fakeStudio.inputs('project.edit')).toMatchObject([{ chapterId: 'chapter01', version: 1 }]);
    expect({ texts: texts(), states: states(), details: details() }).toEqual(before);
    expect(open.canUndo).toBe(false);
    // One notice, though the cast and the chapters changed as well.
    const notices = (): string[] => fakeStudio.toasts.filter((toast) => /^(Undone|Redone)/u.test(toast));
    const { undone, redone } = messages.voicing;
    const act = messages.manuscript.updateFrom('book 2.docx');
    expect(notices()).toEqual([undone(act)]);
    open.redo();
    expect(notices()).toEqual([undone(act), redone(act)]);
    expect(texts()[1]).toContain('Very.');
    expect(details().cast.map(({ name }) => name)).toEqual(['IDA']);
    expect(await stores.project.flushProject()).toBeUndefined();
  });

  it('a version is saved before it is applied; without room for one it is applied without, and for no other reason', async () => {
    await store.openFiles([file('book 2.docx')]);
    unsaved = fail('disk-full', said('Full.')).failure;
    await store.finish();
    expect(state().failure).toMatchObject({ kind: 'disk-full' });
    expect(fakeStudio.inputs('project.revise')).toEqual([]);
    unsaved = fail('too-large', said('Too many.')).failure;
    await store.finish();
    expect(versionNames).toEqual(Array.from({ length: 2 }, () => messages.manuscript.versionBefore('book 2.docx')));
    expect(fakeStudio.inputs('project.revise')).toHaveLength(1);
  });

  it('is compared with what was imported last: the edit of a person is kept, a conflict leaves what they wrote, and rows, price and undo follow their choice', async () => {
    await store.openFiles([file('book 2.docx')]);
    await store.finish();
    const texts2 = fakeStudio.inputs('project.revise')[0]!['texts'];
    fakeStudio.answers['project.texts'] = () => ({ texts: texts2 });
    stores.project.showChapter('chapter01');
    stores.project.edit((transform) => transform.insert(1, schema.text('Late. ')));
    manuscript = { ...revised, chapters: [chapter('chapter02', sea.sea00001, 'A ship went by at full speed.'), revised.chapters[1]!] };
    await store.openFiles([file('book 2.docx')]);
    expect(state().plan).toMatchObject({
      isThreeWay: true,
      own: [{ kind: 'changed', yours: 'Late. The fog came in at midnight.' }],
      stale: 1,
      taken: 1,
    });
    const [row] = state().plan!.groups[0]!.rows;
    store.takeRows([row!.key], false);
    expect([state().plan?.stale, state().plan?.taken]).toEqual([0, 0]);
    // What needs audio after Apply is counted and priced, though not because of the update.
    expect(state().plan?.needed).toBe(2);
    expect(state().plan?.toPrice.map(({ text }) => text)).toEqual(['Late. The fog came in at midnight.', 'It was cold.']);
    store.undo();
    expect(state().plan?.taken).toBe(1);
    const conflicting = chapter('chapter01', 'Once the fog came in at midnight.', 'IDA: It was cold.', 'The bell rang twice.');
    manuscript = { ...manuscript, chapters: [manuscript.chapters[0]!, conflicting] };
    await store.openFiles([file('book 2.docx')]);
    const conflict = state()
      .plan!.groups.flatMap(({ rows }) => rows)
      .find(({ isConflict }) => isConflict)!;
    expect(conflict).toMatchObject({ base: 'The fog came in at midnight.', yours: 'Late. The fog came in at midnight.', theirs: 'Once the fog came in at midnight.' }); // prettier-ignore
    expect(state().plan?.taken).toBe(1);
    store.takeRows([conflict.key], true);
    expect(state().plan?.taken).toBe(2);
    await store.finish();
    expect(texts()[1]?.[1]).toBe('Once the fog came in at midnight.');
  });

  it('under another name updates, another text is added, and who opened it to update sees that it is another', async () => {
    manuscript = { chapters: [chapter('Elsewhere', 'A wholly different story.', 'With other people in it.')], warnings: [] };
    await store.openFiles([file('other.docx')]);
    expect([state().way, state().plan]).toEqual(['add', undefined]);
    await store.openFiles([file('other.docx')], 'update');
    expect([state().plan?.found, state().plan?.compared]).toEqual([0, 5]);
    store.setWay('add');
    expect(state().plan).toBeUndefined();
    await store.finish();
    expect(texts().map(([id]) => id)).toHaveLength(3);
  });

  it('of a chapter that is left out is compared without it', async () => {
    await store.openFiles([file('book.docx')]);
    store.choose('0-0', false);
    expect(state().plan?.groups.map(({ title, kind }) => [title, kind])).toContainEqual(['chapter02', 'removed']);
  });

  it('changes nothing where saving fails, and can be applied once more', async () => {
    fakeStudio.answers['project.revise'] = refuse('disk-full');
    await store.openFiles([file('book 2.docx')]);
    await store.finish();
    expect([state().failure?.kind, texts()[0]?.[1], details().sources]).toEqual(['disk-full', fog.fog00001, book.sources]);
    fakeStudio.answers['project.revise'] = () => null;
    await store.finish();
    expect(texts()[1]?.[1]).toBe('The fog came in at midnight.');
  });

  it('takes in what main has where something was edited while it was stored, with that edit', async () => {
    fakeStudio.answers['project.revise'] = () => {
      stores.project.edit((transform) => transform.insert(1, schema.text('Late. ')));
      return null;
    };
    const stored = projectOf('project01', { chapter02: sea, chapter01: { fog00001: 'As main has it.' } }, takes);
    fakeStudio.answers['project.open'] = () => ({ ...stored, chapters: stored.chapters.map((one) => ({ ...one, version: 3 })) });
    await store.openFiles([file('book 2.docx')]);
    await store.finish();
    expect(texts()).toEqual([
      ['chapter02', ...Object.values(sea)],
      ['chapter01', 'As main has it.', `Late. ${fog.fog00001}`],
    ]);
  });

  it('is compared again where the project changed meanwhile', async () => {
    await store.openFiles([file('book 2.docx')]);
    stores.project.edit((transform) => transform.insert(1, schema.text('Then. ')));
    await store.finish();
    expect([state().failure?.kind, texts()[0]?.[1]]).toEqual(['conflict', `Then. ${fog.fog00001}`]);
    await store.finish();
    expect(texts()[1]?.[1]).toBe('The fog came in at midnight.');
  });

  it('that cannot be read says why and leaves the project alone', async () => {
    fakeStudio.answers['manuscript.read'] = refuse('unprocessable');
    await store.openFiles([file('broken.docx')], 'update');
    expect([state().failure?.kind, state().draft]).toEqual(['unprocessable', undefined]);
    expect(texts()[0]?.[1]).toBe(fog.fog00001);
  });

  it('has no price where none can be found out', async () => {
    fakeStudio.answers['speech.estimate-texts'] = refuse('service-unavailable');
    await store.openFiles([file('book 2.docx')]);
    await vi.waitFor(() => expect(state().price).toBe('failed'));
  });
});

describe('edits of the preview', () => {
  it('are taken back one by one and done again: joins, titles as a whole, and voices; a new one forgets what was taken back', async () => {
    await store.openFiles([file('book 2.docx')], 'add');
    const [first, second] = state().draft!.chapters.map(({ key }) => key) as [string, string];
    const before = state().draft;
    store.rename(first, 'S');
    store.rename(first, 'Sea');
    store.setVoice('IDA', 'ida');
    store.join(second);
    const joined = state().draft;
    expect([joined?.chapters.length, state().undo.length]).toEqual([1, 3]);
    store.undo();
    expect([state().draft?.chapters.length, state().voices]).toEqual([2, { IDA: 'ida' }]);
    store.redo();
    expect([state().draft, state().redo]).toEqual([joined, []]);
    store.undo();
    store.undo();
    store.undo();
    store.undo();
    expect([state().draft, state().voices, state().undo]).toEqual([before, {}, []]);
    store.choose(first, false);
    expect(state().redo).toEqual([]);
    await vi.waitFor(() => expect(state().price).toMatchObject({ credits: 7 }));
  });
});

describe('a new project from a manuscript', () => {
  it('has the title that was entered and the chapters, in place of its empty one, each with its title read aloud', async () => {
    await store.openFiles([file('book 2.docx')], 'new', 'My book');
    expect([state().way, state().title]).toEqual(['new', 'My book']);
    await store.finish();
    expect(fakeStudio.inputs('project.create')).toEqual([{ title: 'My book' }]);
    expect(details().projectId).toBe('project02');
    expect(texts().map((own) => own.slice(1))).toEqual([
      ['chapter02', ...Object.values(sea)],
      ['chapter01', 'The fog came in at midnight.', 'It was cold.', 'The bell rang twice.'],
    ]);
  });

  it.each([
    ['begins with a voice that speaks the language of its text, which the dialog knows for its lists of voices', ['de'], 'german'],
    ['keeps the voice of its service where the language of its text is not plain', [null], 'anna'],
  ])('%s', async (_statement, languages, then) => {
    const voice = (voiceId: string, primaryLanguage: string) => ({
      voiceId,
      name: voiceId,
      isPersonal: false,
      primaryLanguage,
      languages: [primaryLanguage],
      modelIds: ['alpha-s21pro-flash'],
    });
    const model = { id: 'alpha-s21pro-flash', available: true, supportedOperations: {} };
    stores.studio.store.setState({
      voices: { state: 'ready', value: [voice('english', 'en-US'), voice('german', 'de-DE')] } as never,
      models: { state: 'ready', value: [model] } as never,
    });
    fakeStudio.answers['dubs.languages'] = () => ({ languages });
    await store.openFiles([file('book 2.docx')], 'new', 'My book');
    expect(state().language).toBe(languages[0] ?? undefined);
    await store.finish();
    expect(state().language).toBeUndefined();
    expect(fakeStudio.inputs('dubs.languages')[0]).toMatchObject({ texts: [expect.stringContaining('The fog came in at midnight.')] });
    expect(details().voiceId).toBe(then);
  });

  it.each([
    ['takes the place of an empty project that has no name yet, and gives it its title', messages.start.newTitle, 'book 2'],
    ['gives its title to an empty project that is the second without a name', `${messages.start.newTitle} 2`, 'book 2'],
    ['leaves an empty project the name that it was given', 'The fog', 'The fog'],
  ])('%s', async (_statement, given, then) => {
    const empty = projectOf('project03', { chapter09: { block0008: ' ', block0009: '' } });
    fakeStudio.answers['project.open'] = () => ({ ...empty, title: given });
    await stores.project.openProject('/projects/empty.voicewright');
    await store.openFiles([file('book 2.docx')]);
    expect(state().way).toBe('add');
    await store.finish();
    expect(details().title).toBe(then);
    expect(texts().map(([, title]) => title)).toEqual(['chapter02', 'chapter01']);
  });

  it('is what a book of another title becomes, and not chapters of the book that is open', async () => {
    const another = [chapter('One', 'It rained.'), chapter('Two', 'It stopped.')];
    manuscript = { title: 'The Salt House', chapters: another, warnings: [] };
    await store.openFiles([file('salt.docx')]);
    expect([state().way, state().title]).toEqual(['new', 'The Salt House']);
    manuscript = { title: details().title, chapters: another, warnings: [] };
    await store.openFiles([file('more.docx')]);
    expect(state().way).toBe('add');
    manuscript = { title: 'Chapter three', chapters: another.slice(0, 1), warnings: [] };
    await store.openFiles([file('three.docx')]);
    expect(state().way).toBe('add');
  });

  it('without a title is called as its one heading, and as its file where that is a chapter’s number or one of several', async () => {
    const titleOf = async (...headings: string[]): Promise<string> => {
      manuscript = { chapters: headings.map((heading) => chapter(heading, 'It rained.')), warnings: [] };
      await store.openFiles([file('long.docx')], 'new');
      return state().title;
    };
    expect(await titleOf('The Long Night')).toBe('The Long Night');
    for (const headings of [['Chapter 2'], ['XII'], ['7'], ['One', 'Two']])
      expect([headings, await titleOf(...headings)]).toEqual([headings, 'long']);
  });

  it('reads titles aloud where it is added, and as the project does where it becomes an update', async () => {
    await store.openFiles([file('book 2.docx')], 'add');
    expect(state().draft?.speaksTitles).toBe(true);
    store.setWay('update');
    expect([state().draft?.speaksTitles, state().plan?.counts.added]).toEqual([false, 1]);
  });

  it('is created where the dialog of the operating system says, and not at all where that is closed', async () => {
    fakeStudio.answers['files.choose'] = () => ({ path: null });
    const { host } = stores.host.store.getState();
    stores.host.store.setState({ host: { ...host!, nativeDialogs: true } });
    await store.openFiles([file('book 2.docx')], 'new');
    await store.finish();
    expect([fakeStudio.inputs('project.create'), state().draft?.chapters.length, state().busy]).toEqual([[], 2, false]);
    fakeStudio.answers['files.choose'] = () => ({ path: '/books/mine.voicewright' });
    await store.finish();
    expect(fakeStudio.inputs('project.create')).toEqual([{ title: 'book 2', path: '/books/mine.voicewright' }]);
  });

  it('is priced with a voice of its own, whatever cast the open project has', async () => {
    manuscript = { chapters: [chapter('One', 'IDA: It was cold.', 'BEN: Very.')], warnings: [] };
    await store.openFiles([file('play.docx')], 'new');
    store.setVoice('BEN', 'bert');
    await vi.waitFor(() => expect(state().price).toMatchObject({ credits: 7 }));
    const [asked] = fakeStudio.inputs('speech.estimate-texts').slice(-1);
    const { cast } = asked?.['changed'] as { cast: { name: string; voiceId: string | null }[] };
    expect(cast.map(({ name, voiceId }) => [name, voiceId])).toEqual([
      ['IDA', null],
      ['BEN', 'bert'],
    ]);
  });

  it('is priced without the blocks of characters who have no voice, as nothing generates them', async () => {
    manuscript = { chapters: [chapter('One', 'It rained.', 'IDA: It was cold.', 'BEN: Very.', 'IDA: Ah.')], warnings: [] };
    await stores.project.updateProject({ voiceId: 'anna' });
    await store.openFiles([file('play.docx')], 'add');
    store.setVoice('BEN', 'bert');
    await vi.waitFor(() => expect(state().price).toMatchObject({ credits: 7, voiceless: 2 }));
    const [asked] = fakeStudio.inputs('speech.estimate-texts').slice(-1);
    const { cast, voiceId } = asked?.['changed'] as { cast: { name: string; voiceId: string | null }[]; voiceId: string };
    expect([voiceId, ...cast.map((character) => character.voiceId)]).toEqual(expect.arrayContaining(['anna', null, 'bert']));
    store.setVoice('IDA', 'bert');
    await vi.waitFor(() => expect(state().price).toMatchObject({ credits: 7, voiceless: 0 }));
  });

  it('that cannot be created keeps the preview and the open project', async () => {
    fakeStudio.answers['project.create'] = refuse('disk-full');
    await store.openFiles([file('book 2.docx')], 'new');
    expect(state().title).toBe('book 2');
    await store.finish();
    expect([state().failure?.kind, state().draft?.chapters.length, details().projectId]).toEqual(['disk-full', 2, 'project01']);
  });
});
