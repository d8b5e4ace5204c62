import { notificationsStore } from '@mantine/notifications';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blocksOf, groupParagraphs, schema } from '#shared/narration/document.ts';
import { messages } from '#shared/messages/index.ts';
import { joinParts } from '#shared/narration/speech-parts.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';
import * as toasts from '../../../src-renderer/lib/toast.tsx';
import { VoicingStore } from '../../../src-renderer/features/narration/voicing/voicing-store.ts';

const texts = { block0001: 'The SQL lamp burns.', block0002: 'IDA: Nobody came.', block0003: 'The sea rose.' };
const project = projectOf('project01', { chapter01: texts }, [
  takeOf('block0001', texts.block0001),
  takeOf('block0002', texts.block0002),
  takeOf('block0003', texts.block0003),
]);
let stores: ReturnType<typeof createFakeStores>;
let voicing: VoicingStore;
let asked: { blockIds: string[]; changed?: unknown }[];
const signal = new AbortController().signal;
const entry = { written: 'SQL', spoken: 'sequel', language: null, voice: null };
const details = () => stores.project.store.getState().details!;
const texted = () => blocksOf(stores.project.openManuscript()!.document('chapter01'));

beforeEach(async () => {
  asked = [];
  fakeStudio.reset({
    'project.open': () => project,
    'project.edit': () => ({ version: 1 }),
    'project.update': () => null,
    'speech.estimate': (input: { blockIds: string[]; changed?: unknown }) => {
      asked.push(input);
      return { blocks: input.blockIds.length, characters: 10, credits: 7, learnedFrom: 1 };
    },
  });
  await openStores();
});

async function openStores(environment: Parameters<typeof createFakeStores>[0] = {}): Promise<void> {
  stores = createFakeStores(environment);
  await stores.host.connectHost();
  stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } });
  await stores.project.openProject(project.path);
  voicing = new VoicingStore(stores);
}

describe('a pronunciation', () => {
  it('says before it is saved how often it occurs, what becomes stale and what that costs', async () => {
    const preview = await voicing.previewEntry({ ...entry, shared: false }, undefined, signal);
    expect(preview).toEqual({ matches: 1, blocks: 1, stale: 1, credits: 7 });
    expect(asked.map(({ blockIds }) => blockIds)).toEqual([['block0001']]);
    expect(details().pronunciations).toEqual([]);
    expect(await voicing.previewEntry({ ...entry, spoken: ' ', shared: false }, undefined, signal)).toBeUndefined();
  });

  it('takes the place of the one that is edited, and of one for the same words', async () => {
    await voicing.saveEntry({ ...entry, shared: false }, undefined);
    await voicing.saveEntry({ ...entry, spoken: 'ess cue ell', shared: false }, undefined);
    expect(details().pronunciations).toEqual([{ ...entry, spoken: 'ess cue ell' }]);
    await voicing.saveEntry({ ...entry, written: 'lamp', spoken: 'lump', shared: false }, details().pronunciations[0]);
    expect(details().pronunciations).toEqual([{ ...entry, written: 'lamp', spoken: 'lump' }]);
  });

  it('of a word is what the dialog begins with, whatever the case: the project’s before the one for all, and for any voice before that of one', async () => {
    voicing.openEntry('sql');
    expect(voicing.store.getState().entry).toEqual({ written: 'sql', spoken: '', language: null, voice: null, shared: false });
    const shared = { ...entry, spoken: 'for all' };
    stores.project.store.setState({ details: { ...details(), sharedPronunciations: [shared] } });
    voicing.openEntry('sql');
    expect(voicing.store.getState().entry).toEqual({ ...shared, shared: true });
    await voicing.saveEntry({ ...entry, voice: 'arthur', shared: false }, undefined);
    await voicing.saveEntry({ ...entry, spoken: 'ess cue ell', shared: false }, undefined);
    voicing.openEntry('sql');
    expect(voicing.store.getState().entry).toEqual({ ...entry, spoken: 'ess cue ell', shared: false });
  });

  it('is what Undo takes back where it was added last, and Redo adds it again; what was written before stays', async () => {
    const stop = voicing.watchVoicing();
    const open = stores.project.openManuscript()!;
    stores.project.edit((transform) => transform.insert(1, schema.text('Then. ')));
    const [written] = texted();
    await voicing.saveEntry({ ...entry, shared: false }, undefined);
    open.undo();
    expect(details().pronunciations).toEqual([]);
    expect(texted()[0]?.text).toBe(written?.text);
    expect(fakeStudio.toasts).toEqual([messages.voicing.undone(messages.voicing.pronunciationOf('SQL'))]);
    open.redo();
    expect(details().pronunciations).toEqual([entry]);
    open.undo();
    open.undo();
    expect(texted()[0]?.text).toBe(texts.block0001);
    stop();
  });

  it('that took the place of another gives way to it by Undo, and what was added elsewhere since stays', async () => {
    const stop = voicing.watchVoicing();
    const lamp = { ...entry, written: 'lamp', spoken: 'lump' };
    await voicing.saveEntry({ ...entry, shared: false }, undefined);
    await voicing.saveEntry({ ...entry, spoken: 'ess cue ell', shared: false }, undefined);
    stores.project.store.setState({ details: { ...details(), pronunciations: [...details().pronunciations, lamp] } });
    stores.project.openManuscript()!.undo();
    expect(details().pronunciations.toSorted((one, other) => one.written.localeCompare(other.written))).toEqual([lamp, entry]);
    stop();
  });

  it('of all projects is taken back there', async () => {
    const stop = voicing.watchVoicing();
    await voicing.saveEntry({ ...entry, shared: true }, undefined);
    stores.project.openManuscript()!.undo();
    await vi.waitFor(() => expect(fakeStudio.inputs('settings.update')).toEqual([{ pronunciations: [entry] }, { pronunciations: [] }]));
    expect(details().pronunciations).toEqual([]);
    stop();
  });

  it('that could not be saved is no act', async () => {
    fakeStudio.answers['project.update'] = refuse('disk-full');
    expect(await voicing.saveEntry({ ...entry, shared: false }, undefined)).toMatchObject({ kind: 'disk-full' });
    expect(stores.project.openManuscript()!.canUndo).toBe(false);
  });
});

describe('the cast', () => {
  it('takes the speakers of a paste, whose names leave the text, and offers them once', async () => {
    voicing.offerSpeakers(Object.values(texts));
    expect(voicing.store.getState().found).toEqual(['IDA']);
    await voicing.acceptSpeakers();
    const [ida] = details().cast;
    expect(ida).toMatchObject({ name: 'IDA', voiceId: null, colour: 1 });
    expect(texted().map(({ text, attributes }) => [text, attributes.characterId])).toEqual([
      [texts.block0001, null],
      ['Nobody came.', ida!.id],
      [texts.block0003, null],
    ]);
    voicing.offerSpeakers(Object.values(texts));
    expect(voicing.store.getState().found).toEqual([]);
  });

  it('with a new character gives its name the focus until it has it, and gives none where saving the character fails', async () => {
    const naming = () => voicing.store.getState().naming;
    voicing.addCharacter();
    expect(naming()).toBe(details().cast[0]?.id);
    voicing.named();
    expect(naming()).toBeUndefined();

    fakeStudio.answers['project.update'] = refuse('disk-full');
    voicing.addCharacter();
    expect(naming()).toBe(details().cast[1]?.id);
    await vi.waitFor(() => expect(naming()).toBeUndefined());
    expect(details().cast).toHaveLength(1);
    expect(fakeStudio.toasts).toEqual(['disk-full']);
  });

  it('gives one character the blocks of a name and of its short form, unless a person keeps them apart', async () => {
    const prose = { block0001: '“Come,” said Captain Thomas.', block0002: '“Where?” asked Thomas.', block0003: '“There,” said Thomas.' };
    fakeStudio.answers['project.open'] = () => projectOf('project02', { chapter01: prose });
    await stores.project.openProject('/project02.voicewright');
    const names = () => voicing.store.getState().proposed?.map(({ name, blocks }) => [name, blocks]);
    voicing.findInText();
    expect(names()).toEqual([['Captain Thomas', 3]]);
    voicing.keepApart('Thomas', true);
    expect(names()).toEqual([
      ['Thomas', 2],
      ['Captain Thomas', 1],
    ]);
    voicing.keepApart('Thomas', false);
    expect(names()).toEqual([['Captain Thomas', 3]]);
    await voicing.assignProposed(['Captain Thomas'], false);
    expect(details().cast.map(({ name }) => name)).toEqual(['Captain Thomas']);
    const [document] = stores.project.openManuscript()!.chapterIds.map((id) => stores.project.openManuscript()!.document(id));
    expect(new Set(blocksOf(document!).map(({ attributes }) => attributes.characterId))).toEqual(new Set([details().cast[0]!.id]));
  });

  it('takes those who the sentences say speak, of all chapters, as one act that leaves the text alone', async () => {
    const prose = { block0001: '“Come,” said Anna.', block0002: 'The sea rose.', block0003: '“No,” said Anna. “Yes,” said Ben.' };
    const more = { block0004: '„Nein“, sagte Anna.', block0005: '“Here,” Ben said.', block0006: '“There,” said Ben.' };
    fakeStudio.answers['project.open'] = () => projectOf('project02', { chapter01: prose, chapter02: more });
    await stores.project.openProject('/project02.voicewright');
    voicing.findInText();
    expect(voicing.store.getState().proposed).toEqual([
      { name: 'Anna', blocks: 2, shorter: [] },
      { name: 'Ben', blocks: 2, shorter: [] },
    ]);
    await voicing.assignProposed(['Anna'], false);
    const manuscript = stores.project.openManuscript()!;
    const blocks = () => manuscript.chapterIds.flatMap((id) => blocksOf(manuscript.document(id)));
    const anna = details().cast[0]!;
    expect(details().cast).toMatchObject([{ name: 'Anna', voiceId: null }]);
    const spoken = blocks().flatMap(({ attributes: { id, characterId } }) => (characterId === anna.id ? [id] : []));
    expect([spoken, voicing.store.getState().proposed]).toEqual([['block0001', 'block0004'], undefined]);
    expect(blocks().map(({ text }) => text)).toEqual([...Object.values(prose), ...Object.values(more)]);
    manuscript.undo();
    await vi.waitFor(() => expect(details().cast).toEqual([]));
    expect(blocks().every(({ attributes }) => attributes.characterId === null)).toBe(true);
  });

  it('gives a character what is quoted alone, and the narrator the rest of its paragraph, as one act', async () => {
    const prose = { block0001: '“Come,” said Anna. “It is late.”', block0002: '“Here,” said Anna.', block0003: '“So it is!”' };
    fakeStudio.answers['project.open'] = () => projectOf('project02', { chapter01: prose });
    await stores.project.openProject('/project02.voicewright');
    voicing.findInText();
    const promised = voicing.speechFigures(true)('Anna');
    await voicing.assignProposed(['Anna'], true);
    const manuscript = stores.project.openManuscript()!;
    const document = () => manuscript.document(manuscript.chapterIds[0]!);
    const anna = details().cast[0]!.id;
    expect([promised, voicing.castFigures().get(anna)]).toMatchObject([{ blocks: 3, sounding: 0 }, { blocks: 3 }]);
    expect(fakeStudio.toasts.at(-1)).toBe(messages.voicing.speakersAdded(1, 3));
    expect(blocksOf(document()).map(({ text, attributes }) => [text, attributes.characterId])).toEqual([
      ['“Come,”', anna],
      ['said Anna.', null],
      ['“It is late.”', anna],
      ['“Here,”', anna],
      ['said Anna.', null],
      ['“So it is!”', null],
    ]);
    const paragraphs = groupParagraphs(document().children).map((nodes) => joinParts(nodes.map((node) => node.textContent)));
    expect(paragraphs).toEqual(Object.values(prose));
    expect(blocksOf(document())[0]?.attributes.id).toBe('block0001');
    manuscript.undo();
    expect(blocksOf(document()).map(({ text }) => text)).toEqual(Object.values(prose));
  });

  it('gives a character selected words alone, whole ones with their quotation marks, and leaves the rest of the paragraph as it was, as one act', async () => {
    const prose = 'Anna laughed. “He has always been lucky,” she said.';
    fakeStudio.answers['project.open'] = () => projectOf('project02', { chapter01: { block0001: prose } });
    await stores.project.openProject('/project02.voicewright');
    voicing.addCharacter();
    const manuscript = stores.project.openManuscript()!;
    const document = () => manuscript.document(manuscript.chapterIds[0]!);
    const anna = details().cast[0]!;
    const words = { blockId: 'block0001', from: prose.indexOf('He'), to: prose.indexOf(',') };
    const given = voicing.assignWords(anna, words);
    expect(blocksOf(document()).map(({ text, attributes }) => [text, attributes.characterId])).toEqual([
      ['Anna laughed.', null],
      ['“He has always been lucky,”', anna.id],
      ['she said.', null],
    ]);
    expect(blocksOf(document())[1]?.attributes.id).toBe(given);
    expect(groupParagraphs(document().children).map((nodes) => joinParts(nodes.map((node) => node.textContent)))).toEqual([prose]);
    manuscript.undo();
    expect(blocksOf(document()).map(({ text, attributes }) => [text, attributes.characterId])).toEqual([[prose, null]]);

    expect(voicing.assignWords(anna, { blockId: 'block0001', from: 0, to: prose.length })).toBe('block0001');
    expect(blocksOf(document()).map(({ text, attributes }) => [text, attributes.characterId])).toEqual([[prose, anna.id]]);
  });

  it('gives the selected blocks, or words of one, to a new character in one act, and its name has the focus', async () => {
    const open = stores.project.openManuscript()!;
    const speakers = () => texted().map(({ text, attributes }) => [text, attributes.characterId]);
    const before = speakers();
    stores.project.store.setState({ selected: ['block0001', 'block0003'] });
    await voicing.assignToNew();
    const [first] = details().cast;
    expect(voicing.store.getState().naming).toBe(first?.id);
    expect(speakers().map(([, speaker]) => speaker)).toEqual([first?.id, null, first?.id]);
    open.undo();
    expect(speakers()).toEqual(before);
    await vi.waitFor(() => expect(details().cast).toEqual([]));
    open.redo();
    await vi.waitFor(() => expect(details().cast).toEqual([first]));

    await voicing.assignToNew({ blockId: 'block0002', from: texts.block0002.indexOf('Nobody'), to: texts.block0002.length });
    const [, second] = details().cast;
    expect(speakers().slice(1, 3)).toEqual([
      ['IDA:', null],
      ['Nobody came.', second?.id],
    ]);
    open.undo();
    expect(speakers()[1]).toEqual(before[1]);
    await vi.waitFor(() => expect(details().cast).toEqual([first]));
  });

  it('gives no block a new character that could not be saved', async () => {
    fakeStudio.answers['project.update'] = refuse('disk-full');
    stores.project.store.setState({ selected: ['block0001'] });
    await voicing.assignToNew();
    expect(texted().map(({ attributes }) => attributes.characterId)).toEqual([null, null, null]);
    expect(voicing.store.getState().naming).toBeUndefined();
  });

  it('gives no block a character that could not be saved', async () => {
    fakeStudio.answers['project.update'] = refuse('disk-full');
    voicing.offerSpeakers(Object.values(texts));
    await voicing.acceptSpeakers();
    await voicing.assignProposed(['Anna'], true);
    expect(texted().map(({ text, attributes }) => [text, attributes.characterId])).toEqual(
      Object.values(texts).map((text) => [text, null]),
    );
  });

  it('says what of the cast is taken back or done again, as it may be out of sight', async () => {
    const manuscript = stores.project.openManuscript()!;
    voicing.addCharacter();
    const { id, name } = details().cast[0]!;
    voicing.changeCharacter(id, { voiceId: 'anna' });
    voicing.changeCharacter(id, { name: 'Ida' });
    fakeStudio.toasts.length = 0;
    manuscript.undo();
    manuscript.undo();
    manuscript.undo();
    manuscript.redo();
    const { undone, redone, castAdded, castVoice, castRenamed } = messages.voicing;
    await vi.waitFor(() =>
      expect(fakeStudio.toasts).toEqual([
        undone(castRenamed(name, 'Ida')),
        undone(castVoice(name)),
        undone(castAdded(name)),
        redone(castAdded(name)),
      ]),
    );
  });

  it('says of several steps of Undo and Redo only the newest; after one that shows in the script nothing is left of those before', async () => {
    await openStores(toasts);
    const titles = () => {
      const { notifications, queue } = notificationsStore.getState();
      return [...notifications, ...queue].map(({ title }) => title);
    };
    const manuscript = stores.project.openManuscript()!;
    const stop = voicing.watchVoicing();
    const { undone, redone, castAdded, castVoice, pronunciationOf, settingsOfBlocks, blockNumber } = messages.voicing;
    stores.project.setBlocks(['block0001'], () => ({ locked: true }));
    voicing.addCharacter();
    const { id, name } = details().cast[0]!;
    voicing.changeCharacter(id, { voiceId: 'anna' });
    await voicing.saveEntry({ ...entry, shared: false }, undefined);
    manuscript.undo();
    expect(titles()).toEqual([undone(pronunciationOf('SQL'))]);
    manuscript.undo();
    expect(titles()).toEqual([undone(castVoice(name))]);
    manuscript.undo();
    expect(titles()).toEqual([undone(castAdded(name))]);
    manuscript.undo();
    expect(titles()).toEqual([]);
    expect(fakeStudio.announced.at(-1)).toBe(undone(settingsOfBlocks.lock(blockNumber('1'))));
    manuscript.redo();
    manuscript.redo();
    expect(titles()).toEqual([redone(castAdded(name))]);
    expect(fakeStudio.announced.at(-1)).toBe('');
    manuscript.redo();
    manuscript.redo();
    expect(titles()).toEqual([redone(pronunciationOf('SQL'))]);
    stop();
  });

  const names = () => details().cast.map(({ name, colour, voiceId }) => [name, colour, voiceId]);

  it('is undone and done again act by act, as text is: adding, renaming, colouring, casting and removing', async () => {
    const manuscript = stores.project.openManuscript()!;
    const states = [names()];
    const act = (change: () => void) => {
      change();
      states.push(names());
    };
    act(() => voicing.addCharacter());
    const id = details().cast[0]!.id;
    act(() => voicing.changeCharacter(id, { name: 'Ida' }));
    act(() => voicing.changeCharacter(id, { colour: 5 }));
    await voicing.recast(details().cast[0]!, { voiceId: 'anna', modelId: null });
    states.push(names());
    act(() => voicing.addCharacter());
    act(() => voicing.removeCharacter(id));
    expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(states.length);
    for (const state of states.slice(0, -1).toReversed()) {
      expect(manuscript.undo()).toBe(true);
      expect(names()).toEqual(state);
    }
    expect(manuscript.canUndo).toBe(false);
    for (const state of states.slice(1)) {
      expect(manuscript.redo()).toBe(true);
      expect(names()).toEqual(state);
    }
    // Main gets each of them.
    expect(fakeStudio.inputs('project.update').filter((input) => 'cast' in input)).toHaveLength(3 * (states.length - 1));
  });

  it('loses the speakers of a paste again, whose names come back to the text, in one act of undo', async () => {
    voicing.offerSpeakers(Object.values(texts));
    await voicing.acceptSpeakers();
    const manuscript = stores.project.openManuscript()!;
    manuscript.undo();
    expect([details().cast, texted()[1]!.text, manuscript.canUndo]).toEqual([[], texts.block0002, false]);
    manuscript.redo();
    expect([details().cast.map(({ name }) => name), texted()[1]!.text]).toEqual([['IDA'], 'Nobody came.']);
  });

  it('asks before another voice makes sound stale, and not where nothing changes', async () => {
    voicing.addCharacter();
    const [character] = details().cast;
    await voicing.recast(character!, { voiceId: 'anna', modelId: null });
    expect([voicing.store.getState().recast, details().cast[0]!.voiceId]).toEqual([undefined, 'anna']);
    stores.project.select(['block0003']);
    voicing.assign(details().cast[0]!);
    await voicing.recast(details().cast[0]!, { voiceId: 'bert', modelId: null });
    expect(voicing.store.getState().recast?.preview).toMatchObject({ stale: 1, credits: 7 });
    expect(details().cast[0]!.voiceId).toBe('anna');
    voicing.answerRecast(true);
    expect(details().cast[0]!.voiceId).toBe('bert');
    expect(voicing.castFigures().get(character!.id)).toMatchObject({ blocks: 1, seconds: 1 });
  });

  it('asks before another setting of a character makes sound stale, and leaves it as it was where the answer is no', async () => {
    voicing.addCharacter();
    const [character] = details().cast;
    await voicing.recast(character!, { voiceId: 'anna', modelId: null });
    stores.project.select(['block0003']);
    voicing.assign(details().cast[0]!);
    await voicing.recast(details().cast[0]!, { controls: { speed: 0.8 } });
    expect(voicing.store.getState().recast?.preview.stale).toBe(1);
    voicing.answerRecast(false);
    expect(details().cast[0]!.controls).toEqual({});
    await voicing.recast(details().cast[0]!, { controls: { speed: 0.8 } });
    voicing.answerRecast(true);
    expect(details().cast[0]!.controls).toEqual({ speed: 0.8 });
  });
});
