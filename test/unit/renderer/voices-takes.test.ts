import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Transform } from '@tiptap/pm/transform';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { schema } from '#shared/narration/document.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createNarrationStores } from '../../../src-renderer/features/narration/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { narratesWhole } from '../../../src-renderer/core/voices/voices-store.ts';
import { lineKey } from '../../../src-renderer/core/voices/lines-store.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const narrationStores = createNarrationStores(stores);
const { store: useChapter, watchChapter } = stores.chapter;
const { connectHost } = stores.host;
const { sayLine, stopLine, store: useLines } = stores.lines;
const { findBlock, openManuscript, openProject, select, setBlocks, showChapter, store: useProject } = stores.project;
const useStudio = stores.studio.store;
const { chooseTakeOf, currentTakes, describeWork, estimateAnother, makeAnother, pick, restoreTake, starTake, whyNotAnother } =
  narrationStores.takes;
const { deleteVoice, markVoice, narrateWith, store: useVoices } = stores.voices;

const texts = { block0001: 'The lamp burns.', block0002: 'Nobody came.' };
const older = takeOf('block0001', 'The old lamp burns.', { id: 'takeolder', createdAt: 1, controls: { speed: 1.5 } });
const newer = takeOf('block0001', texts.block0001, { id: 'takenewer', createdAt: 2, controls: {} });
const story = projectOf('project01', { chapter01: texts, chapter02: { block0003: 'The sea rose.' } }, [older, newer]);
const voice = (voiceId: string) =>
  ({ voiceId, name: `Voice ${voiceId}`, modelIds: ['m1'], primaryLanguage: 'en', languages: [], isPersonal: true }) as never;
const attributes = (id: string) => findBlock(id)?.block.attributes;

beforeAll(() => watchChapter());
beforeEach(async () => {
  fakeStudio.reset({
    'project.open': () => story,
    'project.resume': () => story,
    'project.edit': ({ version, steps }) => ({ version: version + steps.length }),
    'project.update': () => null,
    'take.update': () => null,
    'voices.mark': () => null,
  });
  await connectHost();
  await openProject(story.path);
  useStudio.setState({
    connection: { id: 'local', kind: 'local', name: messages.connections.localService, state: 'ready' },
    voices: { state: 'ready', value: [voice('anna'), voice('bert')], asOf: 1 },
  });
  useVoices.setState({ ...useVoices.getInitialState() });
  useLines.setState({ lines: new Map() });
  select(['block0001']);
  await vi.waitFor(() => expect(useChapter.getState().block('block0001')).toBeDefined());
});

describe('the takes of the selected block', () => {
  it('are those of one block alone; the keys act on the one that was picked, else on the one that plays', () => {
    expect(currentTakes()).toMatchObject({ blockId: 'block0001', picked: { take: { id: newer.id } } });
    pick(older.id);
    expect(currentTakes()?.picked?.take.id).toBe(older.id);
    select(['block0001', 'block0002']);
    expect(currentTakes()).toBeUndefined();
  });

  it('one of them is chosen as one act, and undo gives the newest again', () => {
    chooseTakeOf('block0001', older.id);
    expect(attributes('block0001')?.takeId).toBe(older.id);
    openManuscript()?.undo();
    expect(attributes('block0001')?.takeId).toBeNull();
  });

  it('one of them is restored with its words and settings as one act, and is then up to date', () => {
    restoreTake('block0001', older);
    expect(findBlock('block0001')?.block).toMatchObject({ text: 'The old lamp burns.', attributes: { controls: { speed: 1.5 } } });
    openManuscript()?.undo();
    expect(findBlock('block0001')?.block).toMatchObject({ text: texts.block0001, attributes: { controls: {}, takeId: null } });
  });

  it('a star is shown at once, and taken back where it could not be stored', async () => {
    const starred = () => useProject.getState().takes.find(({ id }) => id === newer.id)?.starred;
    const held = heldAnswer();
    fakeStudio.answers['take.update'] = held.answer;
    const stored = starTake(newer, true);
    expect(starred()).toBe(true);
    held.reject(fail('disk-full', said('Full.')));
    await stored;
    expect([starred(), fakeStudio.toasts]).toEqual([false, ['disk-full']]);
  });

  it('another one is bought once, as another reading, and not while something is being made', async () => {
    const held = heldAnswer();
    fakeStudio.answers['speech.generate'] = held.answer;
    makeAnother('block0001');
    await vi.waitFor(() => expect(fakeStudio.inputs('speech.generate')).toHaveLength(1));
    expect(whyNotAnother('block0001')).toBe(messages.narration.waitForGeneration);
    makeAnother('block0001');
    expect(fakeStudio.inputs('speech.generate')).toEqual([
      { projectId: 'project01', chapterId: 'chapter01', blockIds: ['block0001'], another: true },
    ]);
    held.resolve({ made: 1, reused: 0, failed: 0 });
    await vi.waitFor(() => expect(whyNotAnother('block0001')).toBeUndefined());
    useStudio.setState({ connection: undefined });
    expect(whyNotAnother('block0001')).toBe(messages.narration.serviceNotReady);
  });
});

describe('another reading of a block of a chapter that is not shown', () => {
  beforeEach(() => {
    fakeStudio.answers['speech.estimate'] = () => ({ blocks: 1, characters: 15, credits: 3, learnedFrom: 1 });
    showChapter('chapter02');
  });

  it('is priced in its own chapter, as it is in that where it is shown', async () => {
    expect(await estimateAnother('block0001', new AbortController().signal)).toMatchObject({ blocks: 1, credits: 3 });
    expect(fakeStudio.inputs('speech.estimate')).toEqual([
      { projectId: 'project01', chapterId: 'chapter01', blockIds: ['block0001'], another: true },
    ]);
  });

  it('is of another work once its text changes, so that its price is asked for again', () => {
    const before = { work: describeWork('block0001')?.work, edits: useProject.getState().edits };
    const open = openManuscript();
    const transform = new Transform(open!.document('chapter01'));
    transform.insert(1, schema.text('Now '));
    open?.commit([{ chapterId: 'chapter01', steps: transform.steps, before: transform.docs, document: transform.doc }], { source: 'test' });
    expect(describeWork('block0001')).toMatchObject({ chapterId: 'chapter01', text: 'Now The lamp burns.' });
    expect(describeWork('block0001')?.work).not.toBe(before.work);
    expect(useProject.getState().edits).toBeGreaterThan(before.edits);
  });

  it('is not bought while the block is locked', () => {
    const open = openManuscript();
    const transform = new Transform(open!.document('chapter01'));
    transform.setNodeAttribute(0, 'locked', true);
    open?.commit([{ chapterId: 'chapter01', steps: transform.steps, before: transform.docs, document: transform.doc }], { source: 'test' });
    expect(whyNotAnother('block0001')).toBe(messages.narration.unlockFirst);
    makeAnother('block0001');
    expect(fakeStudio.inputs('speech.generate')).toEqual([]);
  });

  it('is bought in its own chapter, which is shown then', async () => {
    fakeStudio.answers['speech.generate'] = () => ({ made: 1, reused: 0, failed: 0 });
    expect(whyNotAnother('block0001')).toBeUndefined();
    makeAnother('block0001');
    await vi.waitFor(() => expect(fakeStudio.inputs('speech.generate')).toHaveLength(1));
    expect(fakeStudio.inputs('speech.generate')).toMatchObject([{ chapterId: 'chapter01', blockIds: ['block0001'], another: true }]);
    expect(useProject.getState().chapterId).toBe('chapter01');
  });
});

describe('a line of a voice', () => {
  const line = { voiceId: 'anna', text: ' Good morning. ' };
  const state = () => useLines.getState().lines.get(lineKey(line));

  it('is bought once, however often it is asked for and however it is spaced', async () => {
    fakeStudio.answers['voices.say'] = () => ({ file: { url: '/bytes/a' }, reused: false, operation: { creditsUsed: 2 } });
    await Promise.all([sayLine(line), sayLine({ ...line, text: 'Good morning.' })]);
    expect(await sayLine(line)).toMatchObject({ state: 'said', creditsUsed: 2 });
    expect(fakeStudio.inputs('voices.say')).toHaveLength(1);
    await sayLine({ ...line, modelId: 'm1' });
    expect(fakeStudio.inputs('voices.say')).toHaveLength(2);
  });

  it('that failed is asked for again by the next press; one that was stopped leaves nothing behind', async () => {
    fakeStudio.answers['voices.say'] = refuse('service-failed');
    await sayLine(line);
    expect(state()).toMatchObject({ state: 'failed', failure: { kind: 'service-failed' } });
    fakeStudio.answers['voices.say'] = () => new Promise(() => undefined);
    const spoken = sayLine(line);
    expect(state()).toEqual({ state: 'saying' });
    stopLine(line);
    await spoken;
    expect(state()).toBeUndefined();
  });

  it('is remembered among the last thousand', async () => {
    fakeStudio.answers['voices.say'] = () => ({ file: { url: '/bytes/a' }, reused: true, operation: null });
    await Promise.all(Array.from({ length: 1001 }, (_, at) => sayLine({ voiceId: 'anna', text: String(at) })));
    const { lines } = useLines.getState();
    expect([lines.size, lines.has(lineKey({ voiceId: 'anna', text: '0' }))]).toEqual([1000, false]);
  });
});

describe('what is noted of a voice', () => {
  it('is shown at once, leaves the rest of it alone, and is taken back where it could not be stored', async () => {
    await markVoice('anna', { favourite: true });
    await markVoice('anna', { tags: ['calm'] });
    expect(useVoices.getState().marks['anna']).toMatchObject({ favourite: true, tags: ['calm'], name: 'Voice anna' });
    fakeStudio.answers['voices.mark'] = refuse('disk-full');
    await markVoice('anna', { favourite: false });
    await markVoice('bert', { favourite: true });
    expect(useVoices.getState().marks).toMatchObject({ anna: { favourite: true } });
    expect(useVoices.getState().marks['bert']).toBeUndefined();
    expect(fakeStudio.toasts).toEqual(['disk-full', 'disk-full']);
  });

  it('stays where the voice could not be deleted, and the choice of it with it', async () => {
    useVoices.setState({ chosen: ['anna', 'bert'] });
    fakeStudio.answers['voices.delete'] = refuse('outcome-unknown', { charged: 'unknown' });
    expect(await deleteVoice(voice('anna'))).toMatchObject({ ok: false, failure: { kind: 'outcome-unknown' } });
    expect(useVoices.getState().chosen).toEqual(['anna', 'bert']);
    fakeStudio.answers['voices.delete'] = () => ({ operation: null });
    await deleteVoice(voice('anna'));
    expect(useVoices.getState()).toMatchObject({ chosen: ['bert'], marks: { anna: { name: 'Voice anna' } } });
  });

  it('is for the whole project where nothing is spoken yet or at most the block with the caret is selected, else for the selected blocks', () => {
    const { takes } = useProject.getState();
    expect(narratesWhole({ selected: ['block0001'], takes: [] })).toBe(true);
    expect(narratesWhole({ selected: [], takes })).toBe(true);
    expect(narratesWhole({ selected: ['block0001'], takes })).toBe(true);
    expect(narratesWhole({ selected: ['block0001', 'block0002'], takes })).toBe(false);
  });

  it('narrates the selected blocks as one act, and the whole project where that is wanted or none is selected', async () => {
    select(['block0001']);
    await narrateWith(voice('bert'), false, 'm1');
    expect([attributes('block0001')?.voiceId, attributes('block0002')?.voiceId]).toEqual(['bert', null]);
    openManuscript()?.undo();
    await narrateWith(voice('anna'), true, 'm1');
    expect(attributes('block0001')?.voiceId).toBeNull();
    expect(useProject.getState().details).toMatchObject({ voiceId: 'anna', modelId: 'm1' });
    setBlocks([], () => ({}));
    select([]);
    await narrateWith(voice('bert'), false, null);
    expect(useProject.getState().details).toMatchObject({ voiceId: 'bert', modelId: null });
    fakeStudio.answers['project.update'] = refuse('disk-full');
    await narrateWith(voice('anna'), true, null);
    expect(useProject.getState().details).toMatchObject({ voiceId: 'bert' });
    expect(fakeStudio.toasts.at(-1)).toBe('disk-full');
  });
});
