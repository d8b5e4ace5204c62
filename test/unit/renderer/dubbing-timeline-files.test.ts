import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captionLimits, type ReadCue } from '#shared/dubbing/captions-in.ts';
import { dubLimits, newSegment, usualDucking, type Dub } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { reportUnused } from '../../../src-renderer/core/dubbing-timeline/dub-files-store.ts';
import { waitingLines } from '../../../src-renderer/core/dubbing-timeline/waiting-lines.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const {
  addFiles,
  answerExport,
  askToExport,
  awaitVideo,
  dismissExported,
  dropWaiting,
  exportDub,
  importCaptions,
  openListed,
  stopComing,
  stopExport,
  takeCaptions,
  takeCaptionTexts,
  takeLines,
  store: useDubFiles,
} = stores.dubFiles;
const { closeDub, editDub, flushDub, showDub, undoDub, store: useDubs } = stores.dubs;
const { connectHost, store: useHost } = stores.host;
const useStudio = stores.studio.store;

const second = 48_000;
const line = (id: string, at: number, voiceId: string | null = null) => ({
  ...newSegment([], id, at * second),
  end: (at + 2) * second,
  text: `${id}.`,
  voiceId,
});
const dubOf = (id: string, segments: Dub['segments'] = []): Dub => ({
  id,
  title: 'Harbour',
  revision: 0,
  createdAt: 0,
  changedAt: 0,
  takes: [],
  ducking: usualDucking,
  segments,
  video: {
    name: 'a.mp4',
    contentType: 'video/mp4',
    bytes: 1,
    container: 'MP4',
    codec: 'avc',
    width: 320,
    height: 180,
    rotation: 0,
    samples: 60 * second,
    frameRate: 25,
    variable: false,
    sound: { state: 'none', codec: '', channels: 0, samples: 0 },
  },
});
const cue = (start: number, text: string, speaker: string | null = null): ReadCue => ({
  start: start * second,
  end: (start + 1) * second,
  text,
  speaker,
  line: 1,
});
const srt = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index},900\nLine ${index}.`).join('\n\n');
const file = (name: string, content = 'x', type = '') => new File([content], name, { type });

const files = useDubFiles.getState;
const texts = () => useDubs.getState().dub?.segments.map(({ text }) => text);

/** The browser's request that uploads a file; a test says how it goes. */
class Request {
  static last: Request;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  response: unknown = { uploadId: 'upload0001' };
  responseType = '';
  opened: unknown[] = [];
  body: unknown;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  constructor() {
    Request.last = this;
  }
  open(...opened: unknown[]): void {
    this.opened = opened;
  }
  send(body: unknown): void {
    this.body = body;
    upload(this);
  }
  abort(): void {
    this.onabort?.();
  }
}
let upload: (request: Request) => void;
let links: { href: string; download: string }[];

beforeEach(async () => {
  upload = (request) => queueMicrotask(() => request.onload?.());
  links = [];
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { href: '', download: '', click: () => void links.push(link) };
      return link;
    },
  });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  fakeStudio.reset({
    'dubs.create': () => dubOf('dub0000009'),
    'dubs.open': ({ dubId }) => dubOf(dubId),
    'dubs.save': ({ dub }) => ({ revision: dub.revision + 1, changedAt: 1 }),
    'dubs.list': () => ({ dubs: [] }),
    'dubs.export': () => ({ name: 'Harbour.mp4', url: null, path: '/out/Harbour.mp4', peak: null }),
  });
  await connectHost();
  useHost.setState({ host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false } as never });
  useDubs.setState(useDubs.getInitialState(), true);
  useDubFiles.setState(useDubFiles.getInitialState(), true);
  useStudio.setState({ ...useStudio.getInitialState() });
  fakeStudio.asked.length = 0;
});
afterEach(async () => {
  await flushDub();
  vi.unstubAllGlobals();
});

describe('files that are added', () => {
  it('neither a video nor captions are refused by name, and nothing is not', async () => {
    await addFiles([]);
    expect(useDubs.getState().failure).toBeUndefined();
    await addFiles([file('song.mp3'), file('other.txt')]);
    expect(useDubs.getState().failure).toMatchObject({
      failure: { kind: 'unsupported-media', next: 'choose-file', message: messages.dubbingTimeline.wrongFileType('song.mp3') },
      about: messages.dubbingTimeline.nothingAdded,
    });
    expect(fakeStudio.asked).toEqual([]);
  });

  it('a video and captions together become a dub with these lines', async () => {
    await addFiles([file('LINES.SRT', srt(2)), file('film.MKV')]);
    expect(fakeStudio.inputs('dubs.create')).toEqual([{ uploadId: 'upload0001', name: 'film.MKV' }]);
    expect(useDubs.getState().dub?.id).toBe('dub0000009');
    expect(texts()).toEqual(['Line 0.', 'Line 1.']);
  });

  it('that are not used are named, the first of many', () => {
    const report = vi.fn();
    reportUnused([], report);
    expect(report).not.toHaveBeenCalled();
    reportUnused([file('b.srt'), file('notes.txt')], report);
    expect(report).toHaveBeenLastCalledWith(messages.dubbingTimeline.notUsed, 'b.srt, notes.txt');
    reportUnused(
      Array.from({ length: 9 }, (_, index) => file(`${index}`)),
      report,
    );
    expect(report).toHaveBeenLastCalledWith(messages.dubbingTimeline.notUsed, '0, 1, 2, 3, 4, …');
  });

  it('that come with a video and are not used are named', async () => {
    await addFiles([file('film.mp4'), file('a.srt', srt(2)), file('b.srt', srt(1)), file('notes.txt')]);
    expect(texts()).toEqual(['Line 0.', 'Line 1.']);
    expect(fakeStudio.toasts).toEqual([messages.dubbingTimeline.notUsed]);
  });

  it('with a video that is not opened give no lines to the dub of before, and are named', async () => {
    showDub(dubOf('dub0000001'));
    upload = (request) => queueMicrotask(() => request.onerror?.());
    await addFiles([file('film.mp4'), file('a.srt', srt(2))]);
    expect(texts()).toEqual([]);
    expect(useDubs.getState().failure).toMatchObject({ about: messages.dubbingTimeline.fileNotOpened('film.mp4') });
    expect(fakeStudio.toasts).toEqual([messages.dubbingTimeline.notUsed]);
  });

  it('a video is known by its type where its name has another ending', async () => {
    await addFiles([file('film', 'x', 'video/mp4')]);
    expect(fakeStudio.inputs('dubs.create')).toHaveLength(1);
  });
});

describe('a video', () => {
  it('is handed over, then opened, and how far it is is shown', async () => {
    showDub(dubOf('dub0000001'));
    editDub('Title', () => ({ title: 'Changed' }));
    useDubs.setState({ failure: { failure: fail('conflict', said('Old.')).failure, about: 'Old.' } });
    const shown: unknown[] = [];
    const stop = useDubFiles.subscribe(({ coming }, before) => {
      if (coming !== before.coming) shown.push(coming && [coming.stage, coming.fraction]);
    });
    upload = (request) =>
      queueMicrotask(() => {
        expect(useDubs.getState().failure).toBeUndefined();
        request.upload.onprogress?.({ loaded: 1, total: 4 });
        request.upload.onprogress?.({ loaded: 1, total: 0 });
        request.onload?.();
      });
    fakeStudio.answers['dubs.create'] = (_input, { emit }) => {
      emit({ fraction: 0.5 });
      return dubOf('dub0000009');
    };
    const film = file('film.mp4');
    await addFiles([film]);
    stop();
    expect(shown).toEqual([['sending', 0], ['sending', 0.25], ['sending', 0], ['opening', undefined], ['opening', 0.5], undefined]);
    expect(Request.last).toMatchObject({ opened: ['POST', '/bytes/upload'], responseType: 'json', body: film });
    // What was open is saved before the other is there.
    expect(fakeStudio.asked.map(({ name }) => name)).toEqual(['dubs.save', 'dubs.create', 'dubs.list']);
    expect(fakeStudio.announced).toEqual([messages.dubbingTimeline.videoOpened('Harbour')]);
  });

  it('with too long a name is named by its beginning', async () => {
    await addFiles([file(`${'a'.repeat(1_100)}.mp4`)]);
    expect(fakeStudio.inputs('dubs.create')).toMatchObject([{ name: 'a'.repeat(1_000) }]);
  });

  it('is taken one at a time', async () => {
    upload = () => undefined;
    const first = addFiles([file('a.mp4')]);
    const request = Request.last;
    await addFiles([file('b.mp4')]);
    expect(Request.last).toBe(request);
    request.onload?.();
    await first;
    expect(fakeStudio.inputs('dubs.create')).toMatchObject([{ name: 'a.mp4' }]);
  });

  it('can be stopped on its way, and while it is opened', async () => {
    upload = () => undefined;
    const sending = addFiles([file('a.mp4')]);
    stopComing();
    await sending;
    expect(fakeStudio.inputs('dubs.create')).toEqual([]);
    upload = (request) => queueMicrotask(() => request.onload?.());
    fakeStudio.answers['dubs.create'] = heldAnswer().answer;
    const opening = addFiles([file('a.mp4')]);
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.create')).toHaveLength(1));
    stopComing();
    await opening;
    expect(fakeStudio.announced).toEqual([messages.dubbingTimeline.importStopped, messages.dubbingTimeline.importStopped]);
    expect(useDubs.getState()).toMatchObject({ failure: undefined, dub: undefined });
    expect(files().coming).toBeUndefined();
  });

  it.each([
    ['main refuses', { failure: fail('disk-full', said('Full.'), { next: 'free-disk-space' }).failure }, 'disk-full'],
    ['main answers without an id', {}, 'file-failed'],
    ['main answers with nothing', null, 'file-failed'],
  ])('that %s says why', async (_what, response, kind) => {
    upload = (request) => {
      request.response = response;
      queueMicrotask(() => request.onload?.());
    };
    await addFiles([file('a.mp4')]);
    expect(useDubs.getState().failure).toMatchObject({ failure: { kind }, about: messages.dubbingTimeline.fileNotOpened('a.mp4') });
    expect(files().coming).toBeUndefined();
    expect(fakeStudio.announced).toEqual([]);
  });

  it('that cannot be read to its end says so', async () => {
    upload = (request) => queueMicrotask(() => request.onerror?.());
    await addFiles([file('a.mp4')]);
    expect(useDubs.getState().failure).toMatchObject({ failure: { kind: 'file-failed', next: 'retry' } });
  });
});

describe('captions', () => {
  it('without a dub, or too large, or damaged, are not imported, and why is said', async () => {
    await importCaptions(file('a.srt', srt(1)));
    expect(useDubs.getState().failure).toMatchObject({
      failure: { kind: 'conflict', next: 'choose-file' },
      about: 'a.srt was not imported.',
    });
    showDub(dubOf('dub0000001'));
    const large = { name: 'a.srt', size: captionLimits.bytes + 1, arrayBuffer: () => expect.unreachable() };
    await importCaptions(large as never);
    expect(useDubs.getState().failure).toMatchObject({
      failure: { kind: 'too-large', message: messages.dubbingTimeline.captionsTooLarge(4) },
    });
    await importCaptions({ ...large, size: captionLimits.bytes, arrayBuffer: () => file('', 'no captions').arrayBuffer() } as never);
    expect(useDubs.getState().failure).toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(texts()).toEqual([]);
  });

  it('give the segments at their times new texts in one step of undo, and the voices stay', () => {
    showDub(dubOf('dub0000001', [line('one', 0, 'alpha'), line('two', 4, 'beta')]));
    takeCaptionTexts([cue(4, 'Zwei.'), cue(8, 'Drei.')]);
    expect(texts()).toEqual(['one.', 'Zwei.', 'Drei.']);
    expect(useDubs.getState().dub?.segments.map(({ voiceId }) => voiceId)).toEqual(['alpha', 'beta', 'beta']);
    expect(useDubs.getState().selected).toEqual(['two']);
    expect(fakeStudio.announced).toEqual(['1 text replaced, 1 added, 1 segment keeps its text.']);
    undoDub();
    expect(texts()).toEqual(['one.', 'two.']);
  });

  it('become the segments of a dub that has none, and the first of them is selected', async () => {
    showDub(dubOf('dub0000001'));
    useDubs.setState({ failure: { failure: fail('conflict', said('Old.')).failure, about: 'Old.' } });
    await importCaptions(file('a.srt', srt(2)));
    const { dub, selected, failure } = useDubs.getState();
    expect(texts()).toEqual(['Line 0.', 'Line 1.']);
    expect(selected).toEqual([dub?.segments[0]?.id]);
    expect(failure).toBeUndefined();
    expect(files()).toMatchObject({ pending: undefined, focusSegments: true });
    expect(fakeStudio.announced).toEqual(['2 captions imported. Choose voices.']);
  });

  it('leave out sounds that nobody speaks, and a notice counts and names them', async () => {
    showDub(dubOf('dub0000001'));
    await importCaptions(file('a.srt', `${srt(1)}\n\n9\n00:00:50,000 --> 00:00:51,000\n[DOOR SLAMS]\n`));
    expect(texts()).toEqual(['Line 0.']);
    expect(fakeStudio.toasts).toEqual([messages.dubbingTimeline.soundsLeftOut(messages.dubbingTimeline.sound(1))]);
  });

  it('wait for a choice where the dub has segments', async () => {
    showDub(dubOf('dub0000001', [line('first00001', 0)]));
    await importCaptions(file('a.srt', srt(1)));
    expect(files().pending).toMatchObject({ name: 'a.srt', cues: [{ text: 'Line 0.' }] });
    expect(texts()).toEqual(['first00001.']);
  });

  it('replace what there is, or are added in the order of their times, in one step of undo', () => {
    showDub(dubOf('dub0000001', [line('first00001', 4)]));
    takeLines({ name: 'a.srt', cues: [cue(1, 'A.')] });
    takeCaptions([cue(1, 'A.', 'Ada'), cue(8, 'B.', 'Bert'), cue(10, 'C.', 'Ada')], 'add');
    expect(texts()).toEqual(['A.', 'first00001.', 'B.', 'C.']);
    expect(files().pending).toBeUndefined();
    expect(fakeStudio.announced).toEqual([messages.dubbingTimeline.captionsImported('3 captions', ', by 2 speakers')]);
    takeCaptions([cue(1, 'D.')], 'replace');
    expect(texts()).toEqual(['D.']);
  });

  it('beyond what a dub can have are left out', () => {
    const full = Array.from({ length: dubLimits.segments - 1 }, (_, index) => line(`segment${index}`, index / 10));
    showDub(dubOf('dub0000001', full));
    takeCaptions([cue(1000, 'A.'), cue(1001, 'B.')], 'add');
    expect(texts()).toHaveLength(dubLimits.segments);
    expect(texts()?.at(-1)).toBe('A.');
  });

  it('without a dub are dropped', () => {
    useDubFiles.setState({ pending: { name: 'a.srt', cues: [] } });
    takeCaptions([cue(1, 'A.')], 'add');
    expect(files()).toMatchObject({ pending: undefined, focusSegments: false });
    expect(fakeStudio.announced).toEqual([]);
  });
});

describe('lines that wait for a video', () => {
  const lines = { name: 'talk', cues: [cue(1, 'A.'), cue(3, 'B.')] };

  it('are kept over a restart until they are given up', () => {
    awaitVideo(lines);
    expect(files()).toMatchObject({ waiting: lines, focusWaiting: true });
    expect(waitingLines.get()).toEqual(lines);
    expect(fakeStudio.announced).toEqual([messages.dubbingTimeline.linesWaiting('2 lines', 'talk')]);
    dropWaiting();
    expect(files()).toMatchObject({ waiting: undefined, focusWaiting: false });
    expect(waitingLines.get()).toBeUndefined();
  });

  it('go into the next dub, and are kept until that is saved', async () => {
    awaitVideo(lines);
    const held = heldAnswer();
    fakeStudio.answers['dubs.save'] = held.answer;
    await addFiles([file('film.mp4')]);
    expect(texts()).toEqual(['A.', 'B.']);
    expect(files()).toMatchObject({ waiting: undefined, focusWaiting: false });
    expect(waitingLines.get()).toEqual(lines);
    expect(fakeStudio.announced).not.toContain(messages.dubbingTimeline.videoOpened('Harbour'));
    held.resolve({ revision: 1, changedAt: 1 });
    await vi.waitFor(() => expect(waitingLines.get()).toBeUndefined());
  });

  it('stay where the dub that took them could not be saved, or others wait by then', async () => {
    awaitVideo(lines);
    fakeStudio.answers['dubs.save'] = refuse('disk-full');
    await openListed('dub0000002');
    await flushDub();
    expect(waitingLines.get()).toEqual(lines);
    const held = heldAnswer();
    fakeStudio.answers['dubs.save'] = held.answer;
    useDubFiles.setState({ waiting: lines });
    useDubs.setState({ dub: undefined });
    await openListed('dub0000003');
    const others = { name: 'other', cues: [cue(5, 'C.')] };
    awaitVideo(others);
    held.resolve({ revision: 1, changedAt: 1 });
    await flushDub();
    expect(waitingLines.get()).toEqual(others);
  });

  it('wait on where the dub cannot be opened', async () => {
    awaitVideo(lines);
    fakeStudio.answers['dubs.open'] = refuse('conflict');
    await openListed('dub0000002');
    expect(files().waiting).toEqual(lines);
  });

  it('ask what becomes of the segments that the dub has', async () => {
    awaitVideo(lines);
    fakeStudio.answers['dubs.open'] = () => dubOf('dub0000002', [line('first00001', 0)]);
    await openListed('dub0000002');
    expect(files()).toMatchObject({ pending: lines, waiting: undefined });
    expect(texts()).toEqual(['first00001.']);
  });
});

describe('an export', () => {
  /** The dub’s two lines were never generated, which is said of what was written. */
  const silent = messages.dubbingTimeline.exportedSilent(2);

  const voice = (voiceId: string, primaryLanguage: string) => ({ voiceId, name: voiceId, modelIds: [], primaryLanguage, languages: [] });
  beforeEach(() => {
    showDub(dubOf('dub0000001', [line('first00001', 0, 'anna'), line('second0001', 4, 'bert')]));
    const value = [voice('anna', 'DE-at'), voice('bert', 'de_DE'), voice('carl', 'en'), voice('odd', 'x-klingon')] as never;
    useStudio.setState({ voices: { state: 'ready', value, asOf: 1 } });
  });

  it('without a dialog is handed over as a download, in the language that all lines are spoken in', async () => {
    fakeStudio.answers['dubs.export'] = (_input, { emit }) => {
      emit({ fraction: 0.5 });
      return { name: 'Harbour.wav', url: '/bytes/out/1', path: null, peak: null };
    };
    const shown: unknown[] = [];
    const stop = useDubFiles.subscribe(({ exporting }) => shown.push(exporting));
    useDubFiles.setState({ exportFailure: fail('conflict', said('Old.')).failure, exported: { name: '', place: '', format: 'mp4' } });
    const exporting = exportDub('wav');
    expect(files()).toMatchObject({ exporting: { format: 'wav', fraction: 0 }, exported: undefined, exportFailure: undefined });
    await exportDub('mp4'); // one at a time
    await exporting;
    stop();
    expect(shown).toContainEqual({ format: 'wav', fraction: 0.5 });
    expect(fakeStudio.inputs('dubs.export')).toEqual([{ dubId: 'dub0000001', format: 'wav', language: 'de' }]);
    expect(links).toMatchObject([{ href: '/bytes/out/1', download: 'Harbour.wav' }]);
    expect(files()).toMatchObject({
      exporting: undefined,
      exported: { name: 'Harbour.wav', place: `${messages.dubbingTimeline.savedToDownloads} ${silent}`, format: 'wav' },
    });
    expect(fakeStudio.announced).toEqual([
      messages.dubbingTimeline.exported('Harbour.wav', `${messages.dubbingTimeline.savedToDownloads} ${silent}`),
    ]);
  });

  it('is in the language that its text is plainly in, whatever its voices speak', async () => {
    fakeStudio.answers['dubs.languages'] = ({ texts }) => ({ languages: texts.map(() => 'fr') });
    await exportDub('wav');
    expect(fakeStudio.inputs('dubs.export')).toMatchObject([{ language: 'fr' }]);
  });

  it.each([
    ['two languages', ['anna', 'carl']],
    ['a voice that is not known', ['anna', 'nobody']],
    ['a language without a code of two or three letters', ['odd', 'odd']],
    [messages.dubbing.noVoice, [null, null]],
  ])('with %s names no language', async (_what, voices) => {
    editDub('Voices', ({ segments }) => ({ segments: segments.map((one, index) => ({ ...one, voiceId: voices[index] ?? null })) }));
    await exportDub('mp4', 'opus');
    expect(fakeStudio.inputs('dubs.export')).toEqual([{ dubId: 'dub0000001', format: 'mp4', audioCodec: 'opus' }]);
    expect(files().exported).toMatchObject({
      name: 'Harbour.mp4',
      place: `${messages.dubbingTimeline.savedAt('/out/Harbour.mp4')} ${silent}`,
    });
    expect(links).toEqual([]);
  });

  it('whose dub was left meanwhile is said in a toast, as the dub that is open has another', async () => {
    const held = heldAnswer();
    fakeStudio.answers['dubs.export'] = held.answer;
    const exporting = exportDub('wav');
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.export')).toHaveLength(1));
    await closeDub();
    held.resolve({ name: 'Harbour.wav', url: '/bytes/out/1', path: null, peak: null });
    await exporting;
    expect(files().exported).toBeUndefined();
    expect(fakeStudio.toasts).toEqual([messages.dubbingTimeline.exportedTitle('Harbour.wav')]);
  });

  it('asks for the place where the system has a dialog, and writes over what that asked about', async () => {
    useHost.setState({ host: { nativeDialogs: true, writesToChosenPath: true } as never });
    fakeStudio.answers['files.choose'] = () => ({ path: '/out/Mine.mp4' });
    await exportDub('mp4');
    expect(fakeStudio.inputs('files.choose')).toMatchObject([{ purpose: 'export', extension: 'mp4' }]);
    expect(fakeStudio.inputs('files.choose')[0]?.['suggestedName']).toContain('Harbour');
    expect(fakeStudio.inputs('dubs.export')).toMatchObject([{ path: '/out/Mine.mp4', overwrite: true }]);
    await exportDub('wav');
    expect(fakeStudio.inputs('files.choose').at(-1)).toMatchObject({ extension: 'wav' });
  });

  it('asks for no place where only one of both is true', async () => {
    for (const host of [
      { nativeDialogs: true, writesToChosenPath: false },
      { nativeDialogs: false, writesToChosenPath: true },
    ]) {
      useHost.setState({ host: host as never });
      await exportDub('mp4');
    }
    expect(fakeStudio.inputs('files.choose')).toEqual([]);
    expect(fakeStudio.inputs('dubs.export')).toHaveLength(2);
  });

  it('whose dialog is closed, or fails, writes nothing', async () => {
    useHost.setState({ host: { nativeDialogs: true, writesToChosenPath: true } as never });
    fakeStudio.answers['files.choose'] = () => ({ path: null });
    await exportDub('mp4');
    expect(files().exportFailure).toBeUndefined();
    fakeStudio.answers['files.choose'] = refuse('file-failed');
    await exportDub('mp4');
    expect(files()).toMatchObject({ exporting: undefined, exportFailure: { kind: 'file-failed' } });
    expect(fakeStudio.inputs('dubs.export')).toEqual([]);
  });

  it('of what is not saved is not made', async () => {
    fakeStudio.answers['dubs.save'] = refuse('disk-full');
    editDub('Title', () => ({ title: 'Changed' }));
    await exportDub('mp4');
    expect(fakeStudio.inputs('dubs.export')).toEqual([]);
    expect(files().exportFailure).toMatchObject({ kind: 'conflict', message: messages.dubbingTimeline.exportNeedsSave });
  });

  it('that fails says why; one that is stopped is no failure', async () => {
    fakeStudio.answers['dubs.export'] = refuse('disk-full');
    await exportDub('mp4');
    expect(files()).toMatchObject({ exportFailure: { kind: 'disk-full' }, exported: undefined });
    fakeStudio.answers['dubs.export'] = heldAnswer().answer;
    const exporting = exportDub('mp4');
    await vi.waitFor(() => expect(fakeStudio.inputs('dubs.export')).toHaveLength(2));
    stopExport();
    await exporting;
    expect(files()).toMatchObject({ exporting: undefined, exportFailure: undefined });
    expect(fakeStudio.announced).toEqual([messages.dubbingTimeline.exportStopped]);
  });

  describe('of lines that were changed after their audio, or have none', () => {
    const take = (text: string) => ({ id: `take-${text}`, text, voiceId: 'anna', modelId: 'x', speed: 1, samples: second });
    beforeEach(() => {
      const first = line('first00001', 0, 'anna');
      const takes = [
        { ...take('first00001.'), modelId: first.modelId },
        { ...take('Old.'), modelId: first.modelId },
      ] as never;
      const changed = { ...line('second0001', 4, 'anna'), heard: 'take-Old.' };
      showDub({ ...dubOf('dub0000001', [first, changed, line('third00001', 8, 'anna')]), takes });
    });

    it('asks before it writes audio, writes it after Export anyway and not after Cancel', async () => {
      await askToExport('mp4', 'opus');
      expect(files().exportQuestion).toEqual({ format: 'mp4', audioCodec: 'opus' });
      await answerExport(false);
      expect(fakeStudio.inputs('dubs.export')).toEqual([]);
      await askToExport('mp4', 'opus');
      await answerExport(true);
      expect(files().exportQuestion).toBeUndefined();
      expect(fakeStudio.inputs('dubs.export')).toMatchObject([{ format: 'mp4', audioCodec: 'opus' }]);
      expect(files().exported?.place).toContain(messages.dubbingTimeline.exportedStale(1));
      expect(files().exported?.place).toContain(messages.dubbingTimeline.exportedSilent(1));
    });

    it('writes captions at once, and says that the audio of changed lines is older', async () => {
      await askToExport('srt');
      expect(files().exportQuestion).toBeUndefined();
      expect(files().exported?.place).toContain(messages.dubbingTimeline.captionsNewer(1));
    });

    it('does not ask where every line has its audio', async () => {
      const { dub } = useDubs.getState();
      showDub({ ...dub!, segments: dub!.segments.slice(0, 1) });
      await askToExport('wav');
      expect(files().exportQuestion).toBeUndefined();
      expect(fakeStudio.inputs('dubs.export')).toHaveLength(1);
    });

    it('asks no more once another dub is open', async () => {
      await askToExport('wav');
      showDub(dubOf('dub0000002'));
      expect(files().exportQuestion).toBeUndefined();
    });
  });

  it('without a dub does nothing', async () => {
    useDubs.setState({ dub: undefined });
    await exportDub('mp4');
    expect(fakeStudio.inputs('dubs.export')).toEqual([]);
  });

  it('is shown until the dub changes, another is opened, or it is dismissed', async () => {
    await exportDub('mp4');
    useDubs.setState({ at: 5 });
    expect(files().exported).toBeDefined();
    editDub('Title', () => ({ title: 'Changed' }));
    expect(files().exported).toBeUndefined();
    useDubFiles.setState({ exported: { name: 'a', place: 'b', format: 'mp4' } });
    useDubs.setState({ dub: dubOf('dub0000002') });
    expect(files().exported).toBeUndefined();
    useDubFiles.setState({ exported: { name: 'a', place: 'b', format: 'mp4' } });
    dismissExported();
    expect(files().exported).toBeUndefined();
  });
});
