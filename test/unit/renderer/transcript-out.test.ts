import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import type { Aside } from '#shared/narration/aside.ts';
import type { Character } from '#shared/narration/cast.ts';
import { attributesOf, createBlock, createDocument, schema } from '#shared/narration/document.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { maximumChapters, maximumTitle, type OutlineEntry } from '#shared/narration/outline.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';
import { createTranscribeStores } from '../../../src-renderer/features/transcribe/create-stores.ts';
import {
  dubsOfRecording,
  dubTargets,
  TranscriptHandOverStore,
  whyNotDubbed,
} from '../../../src-renderer/features/transcribe/hand-over-store.ts';
import { takeOf } from '../../helpers/fake-project.ts';
import { said } from '../../helpers/said.ts';

interface Arranged {
  outline: OutlineEntry[];
  documents: Map<string, { children: readonly { textContent: string }[] }>;
  aside?: Aside;
}
const fake = {
  open: true,
  found: true,
  shown: 'A text.',
  begun: true,
  arranged: [] as unknown[],
  calls: [] as unknown[],
  saved: (): Promise<void> => Promise.resolve(),
};
/** One and the same while it is open. */
const manuscript = {
  commit: (_: unknown, { outline, added, aside }: { outline: OutlineEntry[]; added: Arranged['documents']; aside?: Aside }) =>
    void fake.arranged.push({ outline, documents: added, ...(aside && { aside }) }),
  document: () => createDocument([fake.shown]),
  undoOfLast: () => () => true,
};
const stores = createFakeStores();
const { connectHost, store: useHost } = stores.host;
const useProject = stores.project.store;
const useDubs = stores.dubs.store;
const useDubbingWay = stores.dubbingMode.store;
const useWindow = stores.window.store;
const useTranscriptEdits = createTranscribeStores(stores).edits.store;
const {
  exportTranscript,
  sendToDub,
  sendToDubbing,
  sendToNarration,
  store: useCaptionChoice,
  whyNoChapter,
} = new TranscriptHandOverStore({
  ...stores,
  project: {
    store: useProject,
    openManuscript: () => (fake.open ? (manuscript as never) : undefined),
    updateProject: stores.project.updateProject,
  },
  newProject: {
    beginProject: (title) => {
      fake.calls.push(['begin', title]);
      if (fake.begun)
        useProject.setState({
          details: { projectId: 'project02', voiceId: null, cast: [] } as never,
          outline: [entry('empty')],
          chapterId: 'empty',
        });
      return Promise.resolve({ ok: true, value: fake.begun ? 'begun' : null });
    },
  },
  edits: { store: useTranscriptEdits, saveEdits: () => fake.saved() },
  dubs: {
    store: useDubs,
    openDub: (id) => {
      fake.calls.push(['open', id]);
      if (fake.found) useDubs.setState({ dub: { id } } as never);
      return Promise.resolve();
    },
    closeDub: () => Promise.resolve(void fake.calls.push('close')),
  },
  dubFiles: {
    takeLines: (lines) => void fake.calls.push(['take', lines]),
    awaitVideo: (lines) => void fake.calls.push(['await', lines]),
  },
  dubFromResult: { dubFromKept: (sound, name) => Promise.resolve(void fake.calls.push(['dub', sound, name])) },
});

const segment = (index: number, change: Partial<Segment> = {}): Segment => ({
  index,
  text: `Line ${index}.`,
  speaker: null,
  startMs: index * 1000,
  endMs: index * 1000 + 900,
  words: [],
  rest: {},
  ...change,
});
const read = (...segments: Segment[]) => useTranscriptEdits.setState({ segments } as never);
const entry = (id: string) => ({ id, title: id });
const video = { url: '/bytes/media/1', contentType: 'video/mp4' } as KeptFile;
const audio = { url: '/bytes/media/2', contentType: 'audio/mpeg' } as KeptFile;
let links: { href: string; download: string }[];

beforeEach(async () => {
  Object.assign(fake, { open: true, found: true, shown: 'A text.', begun: true, arranged: [], calls: [], saved: () => Promise.resolve() });
  links = [];
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { href: '', download: '', click: () => void links.push(link) };
      return link;
    },
  });
  fakeStudio.reset({ 'project.update': () => null, 'transcripts.export': () => ({ name: 'talk.srt', url: '/bytes/out/1', path: null }) });
  await connectHost();
  useHost.setState({ host: { nativeDialogs: false, writesToChosenPath: false } as never });
  useProject.setState(useProject.getInitialState(), true);
  useTranscriptEdits.setState({ ...useTranscriptEdits.getInitialState(), id: 'operation1' }, true);
  useDubs.setState(useDubs.getInitialState(), true);
  useCaptionChoice.setState(useCaptionChoice.getInitialState(), true);
  useDubbingWay.setState(useDubbingWay.getInitialState(), true);
  useWindow.setState(useWindow.getInitialState(), true);
  useProject.setState({
    details: { projectId: 'project01', voiceId: null, cast: [] } as never,
    outline: [entry('one'), entry('two')],
    chapterId: 'one',
  });
  fakeStudio.asked.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

describe('a chapter of a transcript', () => {
  const order = { into: 'open', title: ' Talk ', by: 'segment', voices: { Ada: 'anna' } } as const;

  const cast = (): readonly Character[] => useProject.getState().details?.cast ?? [];
  const rows = () => {
    const [{ outline, documents }] = fake.arranged as [Arranged];
    const nodes = documents.get(outline[1]!.id)?.children ?? [];
    return nodes.map((node) => {
      const { characterId, voiceId } = attributesOf(node as never);
      return [node.textContent, cast().find(({ id }) => id === characterId)?.name ?? null, voiceId];
    });
  };

  it('comes after the chapter that is shown, with a block for each segment, which is its speaker’s', async () => {
    read(segment(0, { speaker: 'Ada' }), segment(1, { speaker: 'Bert' }), segment(2));
    expect(await sendToNarration(order)).toBe(true);
    const [{ outline, documents }] = fake.arranged as [Arranged];
    expect(outline.map(({ title }) => title)).toEqual(['one', 'Talk', 'two']);
    expect(rows()).toEqual([
      ['Line 0.', 'Ada', null],
      ['Line 1.', 'Bert', null],
      ['Line 2.', null, null],
    ]);
    expect(cast().map(({ name, voiceId }) => [name, voiceId])).toEqual([
      ['Ada', 'anna'],
      ['Bert', null],
    ]);
    expect(documents.size).toBe(1);
    expect(useWindow.getState()).toMatchObject({ panel: 'narration', intent: { panel: 'narration' } });
    expect(fakeStudio.toasts).toEqual([messages.transcribe.chapterAdded('Talk', '3 blocks')]);
  });

  it('is one act of undo with the characters that came with it', async () => {
    read(segment(0, { speaker: 'Ada' }), segment(1, { speaker: 'Bert' }));
    await sendToNarration(order);
    const [{ aside }] = fake.arranged as [Arranged];
    expect(aside).toEqual({ kind: 'project', before: { cast: [] }, after: { cast: cast() } });
    expect(fakeStudio.inputs('project.update')).toEqual([{ projectId: 'project01', cast: cast() }]);
  });

  it('leaves the cast alone where all who speak are in it with their voices', async () => {
    const ada: Character = { id: 'ada0000001', name: 'ADA', voiceId: 'anna', modelId: 'm1', controls: {}, colour: 1 };
    useProject.setState({ details: { projectId: 'project01', voiceId: null, cast: [ada] } as never });
    read(segment(0, { speaker: 'Ada' }));
    await sendToNarration(order);
    expect(rows()).toEqual([['Line 0.', 'ADA', null]]);
    expect((fake.arranged as [Arranged])[0].aside).toBeUndefined();
    expect([cast(), fakeStudio.inputs('project.update')]).toEqual([[ada], []]);
  });

  describe('with another voice for a character of the cast', () => {
    const ada: Character = { id: 'ada0000001', name: 'Ada', voiceId: 'anna', modelId: null, controls: {}, colour: 1 };
    const document = schema.node('doc', null, [createBlock('Nobody came.', { id: 'block0001', characterId: ada.id })]);
    const open = { ...noDefaults, projectId: 'project01', cast: [ada] };
    const before = { ...manuscript };
    afterEach(() => void Object.assign(manuscript, before));
    beforeEach(() => {
      Object.assign(manuscript, { chapterIds: ['one'], document: () => document });
      stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } });
      useProject.setState({ details: open as never });
      read(segment(0, { speaker: 'Ada' }));
    });

    it('leaves the voice to the blocks that have audio, and gives the other one to the new blocks', async () => {
      useProject.setState({ takes: [takeOf('block0001', 'Nobody came.')] });
      await sendToNarration({ ...order, voices: { Ada: 'ben' } });
      expect(rows()).toEqual([['Line 0.', 'Ada', 'ben']]);
      expect([cast(), fakeStudio.inputs('project.update')]).toEqual([[ada], []]);
    });

    it('changes the character where none of its blocks has audio', async () => {
      await sendToNarration({ ...order, voices: { Ada: 'ben' } });
      expect(rows()).toEqual([['Line 0.', 'Ada', null]]);
      expect(cast()).toMatchObject([{ name: 'Ada', voiceId: 'ben' }]);
    });
  });

  it('gives the voice to the blocks of the one who speaks alone and has no name', async () => {
    read(segment(0, { speaker: 'SPEAKER_00' }));
    await sendToNarration({ ...order, voices: { SPEAKER_00: 'anna' } });
    expect([rows(), cast()]).toEqual([[['Line 0.', null, 'anna']], []]);
  });

  it('is not added where the cast could not be saved, and says so', async () => {
    fakeStudio.answers['project.update'] = refuse('disk-full');
    read(segment(0, { speaker: 'Ada' }));
    expect(await sendToNarration(order)).toBe(false);
    expect([fake.arranged, cast(), fakeStudio.toasts]).toEqual([[], [], ['disk-full']]);
  });

  it('has as long a title as a chapter may have', async () => {
    read(segment(0));
    await sendToNarration({ ...order, title: 'a'.repeat(maximumTitle + 5) });
    expect((fake.arranged as [Arranged])[0].outline[1]?.title).toHaveLength(maximumTitle);
  });

  it('is not made without a project, with no room for a chapter, or of nothing', async () => {
    read(segment(0));
    fake.open = false;
    expect(await sendToNarration(order)).toBe(false);
    fake.open = true;
    useProject.setState({ outline: Array.from({ length: maximumChapters }, (_, index) => entry(String(index))) });
    expect(await sendToNarration(order)).toBe(false);
    useProject.setState({ outline: [entry('one')] });
    read();
    expect(await sendToNarration(order)).toBe(false);
    expect([fake.arranged, fakeStudio.toasts, useWindow.getState().panel]).toEqual([[], [], undefined]);
  });

  it('takes the place of an empty chapter that is shown', async () => {
    fake.shown = ' ';
    read(segment(0));
    await sendToNarration(order);
    expect((fake.arranged as [Arranged])[0].outline.map(({ title }) => title)).toEqual(['Talk', 'two']);
  });

  it('begins a project of its own, which has its title and no other chapter', async () => {
    useProject.setState({
      details: { projectId: 'project01', voiceId: null, cast: [{ id: 'ada0000001', name: 'Ada', voiceId: 'x' }] } as never,
    });
    fake.shown = '';
    read(segment(0, { speaker: 'Ada' }));
    expect(await sendToNarration({ ...order, into: 'new' })).toBe(true);
    expect(fake.calls).toEqual([['begin', 'Talk']]);
    expect((fake.arranged as [Arranged])[0].outline.map(({ title }) => title)).toEqual(['Talk']);
    expect(cast().map(({ name, voiceId }) => [name, voiceId])).toEqual([['Ada', 'anna']]);
    expect(fakeStudio.toasts).toEqual([messages.transcribe.projectMade('Talk', '1 block')]);
  });

  it('leaves what is open where no place for a new project is chosen', async () => {
    fake.begun = false;
    read(segment(0));
    expect(await sendToNarration({ ...order, into: 'new' })).toBe(false);
    expect([fake.arranged, useProject.getState().details?.projectId]).toEqual([[], 'project01']);
  });

  it('says why the open project takes none', () => {
    expect(whyNoChapter()).toBeUndefined();
    expect(whyNoChapter({ details: undefined })).toBeUndefined();
    useProject.setState({ outline: Array.from({ length: maximumChapters }, (_, index) => entry(String(index))) });
    expect(whyNoChapter()).toBe(messages.chapter.chapterLimit);
  });
});

describe('the lines of a dub', () => {
  it('need times', () => {
    expect(whyNotDubbed([segment(0)])).toBeUndefined();
    expect(whyNotDubbed([segment(0), segment(1, { startMs: null })])).toContain('needs times');
  });

  it('can go into the open dub, the video that was transcribed, or another, in this order', () => {
    expect(dubTargets(video, true)).toEqual(['open', 'own-video', 'other-video']);
    expect(dubTargets(audio, true)).toEqual(['open', 'other-video']);
    expect(dubTargets(video, false)).toEqual(['own-video', 'other-video']);
    expect(dubTargets(null, false)).toEqual(['other-video']);
  });

  it('can go into dubs of the recording, which have its name and its length', () => {
    const dub = (title: string, seconds: number) => ({ id: title, title, samples: seconds * 48_000 });
    const dubs = [dub('Talk', 8), dub('Talk (2)', 8.4), dub('Talk', 20), dub('Talk show', 8), dub('Walk', 8)];
    const found = (seconds: number | null, name = 'Talk.mp4') => dubsOfRecording(dubs, { name, seconds }).map(({ title }) => title);
    expect(found(8)).toEqual(['Talk', 'Talk (2)']);
    expect(found(null)).toEqual(['Talk', 'Talk (2)', 'Talk']);
    expect(found(8, 'Talk (2)')).toEqual(['Talk (2)']);
    expect(found(8, 'Other.mp4')).toEqual([]);
  });

  const lines = { name: 'talk', cues: [expect.objectContaining({ text: 'Line 0.' }) as unknown] };
  beforeEach(() => read(segment(0)));

  it('go into the open dub as it is, and Dubbing is shown', async () => {
    useDubs.setState({ dub: { id: 'dub0000001' } } as never);
    useDubbingWay.setState({ way: 'text' });
    await sendToDubbing('open', 'talk', video);
    expect(fake.calls).toEqual([['take', lines]]);
    expect([useDubbingWay.getState().way, useWindow.getState().panel]).toEqual(['timeline', 'dubbing']);
  });

  it('go into a new dub of their own video, after the open one is closed', async () => {
    useDubs.setState({ dub: { id: 'dub0000001' } } as never);
    await sendToDubbing('own-video', 'talk', video);
    expect(fake.calls).toEqual(['close', ['await', lines], ['dub', video, 'talk']]);
  });

  it('go into the dub whose video was transcribed, which is opened where it is not', async () => {
    useDubs.setState({ dub: { id: 'dub0000002' } } as never);
    await sendToDub({ id: 'dub0000001', title: 'Film' }, 'talk');
    await sendToDub({ id: 'dub0000001', title: 'Film' }, 'talk');
    expect(fake.calls).toEqual([
      ['open', 'dub0000001'],
      ['take', lines],
      ['take', lines],
    ]);
    expect([useDubbingWay.getState().way, useWindow.getState().panel]).toEqual(['timeline', 'dubbing']);
  });

  it('go into no other dub where theirs is gone', async () => {
    fake.found = false;
    useDubs.setState({ dub: { id: 'dub0000002' } } as never);
    await sendToDub({ id: 'dub0000001', title: 'Film' }, 'talk');
    expect(fake.calls).toEqual([['open', 'dub0000001']]);
  });

  it('wait for a video where another is wanted, or their own is none', async () => {
    await sendToDubbing('other-video', 'talk', video);
    await sendToDubbing('own-video', 'talk', audio);
    expect(fake.calls).toEqual([
      ['await', lines],
      ['await', lines],
    ]);
  });
});

describe('a file of a transcript', () => {
  it('is made of what is saved, as captions are chosen, and handed over as a download', async () => {
    useCaptionChoice.setState({ speakers: false });
    let isSaved = false;
    fake.saved = () => Promise.resolve(void (isSaved = true));
    fakeStudio.answers['transcripts.export'] = () => {
      expect(isSaved).toBe(true);
      return { name: 'talk.srt', url: '/bytes/out/1' };
    };
    expect(await exportTranscript('srt', 'talk')).toEqual({ ok: true, value: { name: 'talk.srt', url: '/bytes/out/1' } });
    expect(fakeStudio.inputs('transcripts.export')).toEqual([{ id: 'operation1', format: 'srt', split: true, speakers: false }]);
    expect(links).toMatchObject([{ href: '/bytes/out/1', download: 'talk.srt' }]);
    fakeStudio.answers['transcripts.export'] = () => ({ name: 'talk.srt', url: null });
    await exportTranscript('srt', 'talk');
    expect(links).toHaveLength(1);
  });

  it('is not made where none is open, or what was changed could not be saved', async () => {
    useTranscriptEdits.setState({ id: undefined });
    expect(await exportTranscript('srt', 'talk')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    const { failure } = fail('disk-full', said('Full.'), { next: 'free-disk-space' });
    useTranscriptEdits.setState({ id: 'operation1', saving: { state: 'failed', failure } });
    expect(await exportTranscript('srt', 'talk')).toMatchObject({
      ok: false,
      failure: { kind: 'disk-full', message: 'Full.', next: 'free-disk-space' },
    });
    expect(fakeStudio.asked).toEqual([]);
  });

  it('goes to the place that the person chooses, where the system has a dialog', async () => {
    useHost.setState({ host: { nativeDialogs: true, writesToChosenPath: true } as never });
    fakeStudio.answers['files.choose'] = () => ({ path: '/out/mine.vtt' });
    await exportTranscript('vtt', 'a'.repeat(300));
    expect(fakeStudio.inputs('files.choose')).toEqual([{ purpose: 'export', suggestedName: 'a'.repeat(200), extension: 'vtt' }]);
    expect(fakeStudio.inputs('transcripts.export')).toEqual([
      { id: 'operation1', format: 'vtt', split: true, speakers: true, path: '/out/mine.vtt', overwrite: true },
    ]);
    expect(links).toEqual([]);
  });

  it('is a download where only one of both is true', async () => {
    for (const host of [
      { nativeDialogs: true, writesToChosenPath: false },
      { nativeDialogs: false, writesToChosenPath: true },
    ]) {
      useHost.setState({ host: host as never });
      await exportTranscript('srt', 'talk');
    }
    expect(fakeStudio.inputs('files.choose')).toEqual([]);
    expect(links).toHaveLength(2);
  });

  it('is not written where the dialog is closed or fails', async () => {
    useHost.setState({ host: { nativeDialogs: true, writesToChosenPath: true } as never });
    fakeStudio.answers['files.choose'] = () => ({ path: null });
    expect(await exportTranscript('srt', 'talk')).toEqual({ ok: true, value: undefined });
    fakeStudio.answers['files.choose'] = refuse('forbidden', { next: 'retry' });
    expect(await exportTranscript('srt', 'talk')).toMatchObject({ ok: false, failure: { kind: 'forbidden', next: 'retry' } });
    expect(fakeStudio.inputs('transcripts.export')).toEqual([]);
  });
});
