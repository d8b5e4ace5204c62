import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { blocksOf } from '#shared/narration/document.ts';
import type { Version, VersionContent } from '#shared/narration/versions.ts';
import { messages } from '#shared/messages/index.ts';
import { VersionsStore } from '../../../src-renderer/features/narration/versions/versions-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { projectOf, takeOf } from '../../helpers/fake-project.ts';

const stores = createFakeStores();
const { openManuscript, openProject, addTake, store: useProject } = stores.project;
const first = takeOf('block0001', 'The lamp burns.');
const project = projectOf('project01', { chapter01: { block0001: 'The lamp burns.', block0002: 'Nobody came.' } }, [first]);
const version: Version = { id: 'version01', name: 'Draft', createdAt: 5, chapters: 2, blocks: 3, words: 7 };
const content: VersionContent = {
  voiceId: 'anna',
  modelId: null,
  chapters: [
    ...projectOf('project01', {
      chapter01: { block0002: 'Nobody came.', block0001: 'The lamp burned.' },
      chapter09: { block0009: 'A chapter that is gone.' },
    }).chapters.map(({ id, title, document }) => ({ id, title, document })),
  ],
  takes: {},
};

let versions: VersionsStore;
let saved: unknown[];
const texts = () => openManuscript()?.chapterIds.map((id) => [id, ...blocksOf(openManuscript()!.document(id)).map(({ text }) => text)]);
const now = [['chapter01', 'The lamp burns.', 'Nobody came.']];

beforeAll(() => vi.stubGlobal('window', new EventTarget()));
afterAll(() => vi.unstubAllGlobals());
beforeEach(async () => {
  saved = [];
  fakeStudio.reset({
    'project.open': () => project,
    'project.resume': () => project,
    'project.edit': ({ version: at, steps }) => ({ version: at + steps.length }),
    'project.arrange': () => null,
    'project.update': () => null,
    'project.close': () => null,
    'project.versions': () => [version],
    'project.version': () => content,
    'project.saveVersion': (input) => {
      saved.push(input);
      return version;
    },
    'project.removeVersion': () => null,
  });
  await stores.host.connectHost();
  await openProject(project.path);
  versions = new VersionsStore(stores);
});

it('a version is saved with the take that sounds for each block, and the list is read again', async () => {
  expect(await versions.saveVersion('Draft')).toBe(true);
  expect(saved).toEqual([{ projectId: 'project01', name: 'Draft', takes: { block0001: first.id } }]);
  expect(versions.store.getState()).toMatchObject({ list: [version], busy: false });
});

it('a version is saved also while the list is still read', async () => {
  const held = heldAnswer();
  fakeStudio.answers['project.versions'] = held.answer;
  versions.openVersions();
  fakeStudio.answers['project.versions'] = () => [version];
  expect(await versions.saveVersion('Draft')).toBe(true);
  expect(versions.store.getState()).toMatchObject({ opened: true, list: [version], busy: false });
  held.resolve([]);
});

it('a comparison names what changed since the version', async () => {
  await versions.compareVersion(version);
  const kinds = Object.fromEntries((versions.store.getState().compared?.changes ?? []).map(({ blockId, kind }) => [blockId, kind]));
  expect(kinds).toEqual({ block0001: 'changed', block0009: 'removed' });
});

it('a comparison names another voice of the cast and another pronunciation, and nothing once they are restored', async () => {
  const present = project.chapters.map(({ id, title, document }) => ({ id, title, document }));
  const ida = { id: 'character1', name: 'Ida', voiceId: 'anna', modelId: null, controls: {}, colour: 1 };
  const lamp = { written: 'lamp', spoken: 'lump', language: null, voice: null };
  const saved = { ...content, chapters: present, takes: { block0001: first.id }, cast: [ida], pronunciations: [lamp] };
  fakeStudio.answers['project.version'] = () => saved;
  await stores.project.updateProject({ cast: [{ ...ida, voiceId: 'ben' }], pronunciations: [{ ...lamp, spoken: 'limp' }] });
  await versions.compareVersion(version);
  expect(versions.store.getState().compared).toMatchObject({
    settings: [
      { kind: 'characterVoice', of: 'Ida', before: 'anna', after: 'ben' },
      { kind: 'pronunciation', of: 'lamp', before: 'lump', after: 'limp' },
    ],
    changes: [],
  });
  await versions.restoreVersion(version);
  await versions.compareVersion(version);
  expect(versions.store.getState().compared).toMatchObject({ settings: [], changes: [] });
});

it('a comparison after a restore names no choice of a take that restoring made', async () => {
  addTake(takeOf('block0001', 'The lamp burns.', { id: 'take00newer', createdAt: 9 }));
  const chapters = project.chapters.map(({ id, title, document }) => ({ id, title, document }));
  fakeStudio.answers['project.version'] = () => ({ ...content, chapters, takes: { block0001: first.id } });
  await versions.compareVersion(version);
  expect(versions.store.getState().compared?.changes).toMatchObject([{ blockId: 'block0001', kind: 'take' }]);
  await versions.restoreVersion(version);
  await versions.compareVersion(version);
  expect(versions.store.getState().compared?.changes).toEqual([]);
});

it('restoring brings text, order and chapters back as one act, which one undo takes back', async () => {
  await versions.restoreVersion(version);
  expect(texts()).toEqual([
    ['chapter01', 'Nobody came.', 'The lamp burned.'],
    ['chapter09', 'A chapter that is gone.'],
  ]);
  expect(versions.store.getState().opened).toBe(false);
  expect(openManuscript()?.undo()).toBe(true);
  expect(texts()).toEqual(now);
  expect(openManuscript()?.canUndo).toBe(false);
  const restored = messages.versions.restoreOf('Draft');
  expect(fakeStudio.toasts.at(-1)).toBe(messages.voicing.undone(restored));
  openManuscript()?.redo();
  expect(fakeStudio.toasts.at(-1)).toBe(messages.voicing.redone(restored));
});

it('restoring is said with its undo, which brings back text, cast and settings together', async () => {
  const { details } = useProject.getState();
  let undo: (() => boolean) | undefined;
  const titles: string[] = [];
  const withUndo = new VersionsStore({
    ...stores,
    toast: (title, _message, act) => {
      titles.push(title);
      undo = act;
    },
  });
  const cast = [{ id: 'character1', name: 'Ida', voiceId: 'anna', modelId: null, controls: {}, colour: 1 }];
  fakeStudio.answers['project.version'] = () => ({ ...content, cast });
  await withUndo.restoreVersion(version);
  expect(titles).toEqual([messages.versions.restored('Draft')]);
  expect(useProject.getState().details).toMatchObject({ voiceId: 'anna', cast });
  expect(undo?.()).toBe(true);
  await vi.waitFor(() => expect(useProject.getState().details).toEqual(details));
  expect(texts()).toEqual(now);
});

it('undo of the window takes back text, cast, voice and pronunciations of a restore, and redo does them again', async () => {
  const { details } = useProject.getState();
  const cast = [{ id: 'character1', name: 'Ida', voiceId: 'anna', modelId: null, controls: {}, colour: 1 }];
  const pronunciations = [{ written: 'lamp', spoken: 'lump', language: null, voice: null }];
  fakeStudio.answers['project.version'] = () => ({ ...content, cast, pronunciations });
  await versions.restoreVersion(version);
  openManuscript()?.undo();
  await vi.waitFor(() => expect(useProject.getState().details).toEqual(details));
  expect(texts()).toEqual(now);
  openManuscript()?.redo();
  await vi.waitFor(() => expect(useProject.getState().details).toMatchObject({ voiceId: 'anna', cast, pronunciations }));
});

it('restoring that changes settings alone is one act that undo takes back', async () => {
  const { details } = useProject.getState();
  const chapters = project.chapters.map(({ id, title, document }) => ({ id, title, document }));
  const pronunciations = [{ written: 'lamp', spoken: 'lump', language: null, voice: null }];
  fakeStudio.answers['project.version'] = () => ({ ...content, chapters, pronunciations, takes: { block0001: first.id } });
  await versions.restoreVersion(version);
  expect(useProject.getState().details).toMatchObject({ pronunciations });
  openManuscript()?.undo();
  await vi.waitFor(() => expect(useProject.getState().details).toEqual(details));
  expect(fakeStudio.toasts.at(-1)).toBe(messages.voicing.undone(messages.versions.restoreOf('Draft')));
  expect(openManuscript()?.canUndo).toBe(false);
});

it('a version before a large change is saved out of sight of the dialog, and says why it could not be', async () => {
  expect(await versions.saveBefore('Before update from book.docx')).toBeUndefined();
  expect(saved).toMatchObject([{ name: 'Before update from book.docx', automatic: true }]);
  fakeStudio.answers['project.saveVersion'] = refuse('too-large');
  expect(await versions.saveBefore('x'.repeat(300))).toMatchObject({ kind: 'too-large' });
  expect(fakeStudio.inputs('project.saveVersion').at(-1)).toMatchObject({ name: 'x'.repeat(200) });
  expect(versions.store.getState()).toMatchObject({ failure: undefined, opened: false });
});

it('restoring chooses the take of the version where a newer one would sound, and every take stays', async () => {
  const newer = takeOf('block0001', 'The lamp burned.', { id: 'take00newer', createdAt: 9 });
  const older = takeOf('block0001', 'The lamp burned.', { id: 'take00older', createdAt: 2 });
  addTake(newer);
  addTake(older);
  fakeStudio.answers['project.version'] = () => ({ ...content, takes: { block0001: older.id } });
  await versions.restoreVersion(version);
  const block = blocksOf(openManuscript()!.document('chapter01')).find(({ attributes }) => attributes.id === 'block0001');
  expect(block?.attributes.takeId).toBe(older.id);
  expect(useProject.getState().takes).toHaveLength(3);
});

it('restoring brings the cast and the pronunciations back, and leaves those of the project where the version is from before there were any', async () => {
  const cast = [{ id: 'character1', name: 'Ida', voiceId: 'anna', modelId: null, controls: {}, colour: 1 }];
  const pronunciations = [{ written: 'lamp', spoken: 'lump', language: null, voice: null }];
  fakeStudio.answers['project.version'] = () => ({ ...content, cast, pronunciations });
  await versions.restoreVersion(version);
  expect(useProject.getState().details).toMatchObject({ cast, pronunciations });
  fakeStudio.answers['project.version'] = () => content;
  await versions.restoreVersion(version);
  expect(useProject.getState().details).toMatchObject({ cast, pronunciations });
});

it('a version that cannot be read leaves the project as it is and says why', async () => {
  fakeStudio.answers['project.version'] = refuse('damaged');
  expect(await versions.restoreVersion(version)).toBe(false);
  expect(texts()).toEqual(now);
  expect(versions.store.getState()).toMatchObject({ busy: false, failure: { kind: 'damaged' } });
});
