import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyForm, maximumRecordings, type Recording } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { CloneExample } from '../../../src-renderer/features/clone/clone-example.ts';
import { CloneStore } from '../../../src-renderer/features/clone/clone-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import {
  CloneFiles,
  comingInWords,
  droppedIn,
  hasSound,
  sendPiece,
  sendRecordingPiece,
} from '../../../src-renderer/features/clone/clone-files.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const clone = new CloneStore(stores);
const cloneFiles = new CloneFiles({ ...stores, clone });
const { addDropped, finishRecording, openHeld } = cloneFiles;
const { putRecording, saveForm, store: useClone } = clone;
const { connectHost } = stores.host;

const megabyte = 1024 * 1024;
const state = useClone.getState;
const recording = (id: string, change: Partial<Recording> = {}): Recording =>
  ({ id, name: `${id}.wav`, state: 'ready', samples: 100_000, seconds: 2, failure: null, ...change }) as Recording;
const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);
/** A file of this size, of which nothing is there to be read. */
const sized = (name: string, bytes: number) => ({ name, size: bytes }) as File;

type Entry = FileSystemEntry;
const entryOf = (found: File | undefined, name = found?.name ?? ''): Entry =>
  ({ name, isDirectory: false, file: (done: (file: File) => void, failed: () => void) => (found ? done(found) : failed()) }) as never;
/** A folder that is handed out in pieces, as a browser does; `broken`: after the first of them it cannot be read on. */
const folderOf = (name: string, entries: readonly Entry[], { piece = 100, broken = false } = {}): FileSystemDirectoryEntry =>
  ({
    name,
    isDirectory: true,
    createReader: () => {
      let at = 0;
      const readEntries = (done: (entries: Entry[]) => void, failed: () => void): void => {
        if (broken && at > 0) failed();
        else done(entries.slice(at, (at += piece)));
      };
      return { readEntries };
    },
  }) as never;

interface Sent {
  address: string;
  method: string | undefined;
  bytes: number;
}
let sent: Sent[];
/** How main answers to a piece; all of it is taken where a test says nothing else. */
let answerPiece: (piece: Sent, at: number) => Response | Promise<Response>;

let begun: number;
beforeEach(async () => {
  sent = [];
  begun = 0;
  answerPiece = ({ bytes }, at) => Response.json({ taken: at + bytes, enough: false });
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method?: string; body: Blob }) => {
    const piece = { address, method, bytes: body.size };
    sent.push(piece);
    return await answerPiece(piece, Number(/at=(\d+)/u.exec(address)?.[1]));
  });
  fakeStudio.reset({
    'clone.begin': ({ name }) => recording(`recording${(begun += 1)}`, { name, state: 'arriving', samples: 0 }),
    'clone.finish': ({ recordingId }) => recording(recordingId, { name: state().recordings.find(({ id }) => id === recordingId)!.name }),
    'clone.saveForm': () => null,
  });
  useClone.setState(useClone.getInitialState(), true);
  await connectHost();
  fakeStudio.asked.length = 0;
});
afterEach(async () => {
  await saveForm(); // the timer of what was typed ends
  vi.unstubAllGlobals();
});

const names = () => state().recordings.map(({ name }) => name);
const drop = (files: File[], folders: FileSystemDirectoryEntry[] = []) => addDropped({ files, folders });

describe('what a drop carries', () => {
  it('is its files and its folders, and nothing else', () => {
    const [wav, folder] = [file('a.wav'), folderOf('takes', [])];
    const item = (kind: string, entry: Entry | null, found: File | null) => ({
      kind,
      webkitGetAsEntry: () => entry,
      getAsFile: () => found,
    });
    const items = [
      item('string', null, file('text.wav')),
      item('file', entryOf(wav), wav),
      item('file', folder, null),
      item('file', null, file('b.wav')),
      item('file', null, null),
    ];
    const dropped = droppedIn({ items } as never);
    expect(dropped.files.map(({ name }) => name)).toEqual(['a.wav', 'b.wav']);
    expect(dropped.folders).toEqual([folder]);
  });

  it('has sound for Clone where a file is of sound, or a folder may have one', () => {
    expect(hasSound({ files: [file('a.txt'), file('b.wav')], folders: [] })).toBe(true);
    expect(hasSound({ files: [file('a.txt')], folders: [] })).toBe(false);
    expect(hasSound({ files: [], folders: [folderOf('takes', [])] })).toBe(true);
  });
});

describe('dropped files', () => {
  it('are listed in their order, handed over in pieces of a megabyte, and opened one after the other', async () => {
    await drop([file('long.wav', 2 * megabyte + 5), file('short.wav', 7)]);
    expect(fakeStudio.inputs('clone.begin')).toEqual([
      { name: 'long.wav', kind: 'file', bytes: 2 * megabyte + 5 },
      { name: 'short.wav', kind: 'file', bytes: 7 },
    ]);
    expect(sent).toEqual([
      { address: '/bytes/clone/recording1?at=0', method: 'POST', bytes: megabyte },
      { address: `/bytes/clone/recording1?at=${megabyte}`, method: 'POST', bytes: megabyte },
      { address: `/bytes/clone/recording1?at=${2 * megabyte}`, method: 'POST', bytes: 5 },
      { address: '/bytes/clone/recording2?at=0', method: 'POST', bytes: 7 },
    ]);
    expect(fakeStudio.inputs('clone.finish')).toEqual([{ recordingId: 'recording1' }, { recordingId: 'recording2' }]);
    expect(names()).toEqual(['long.wav', 'short.wav']);
    expect(state()).toMatchObject({ coming: {}, failure: undefined, notice: undefined });
    expect(fakeStudio.announced).toEqual([messages.clone.openingFiles('2 recordings'), 'long.wav is open.', 'short.wav is open.']);
  });

  it('begin another clone once the voice is made, and are left where its draft stays', async () => {
    const made = { voiceId: 'clone01', name: 'Anna reads' };
    useClone.setState({ made, recordings: [recording('old')] });
    fakeStudio.answers['clone.clear'] = refuse('disk-full');
    await drop([file('new.wav')]);
    expect(state()).toMatchObject({ made, failure: { kind: 'disk-full' } });
    expect(names()).toEqual(['old.wav']);

    fakeStudio.answers['clone.clear'] = () => ({ form: emptyForm, recordings: [], made: null });
    await drop([file('new.wav')]);
    expect(state()).toMatchObject({ made: null, form: { name: 'new' } });
    expect(names()).toEqual(['new.wav']);
  });

  it('that come while the example opens end it: it goes, nothing is cloned, and they stay', async () => {
    stores.studio.store.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } });
    fakeStudio.answers['clone.remove'] = () => null;
    const sendClone = vi.fn(() => Promise.resolve());
    const reading = heldAnswer<File>();
    const example = new CloneExample({
      ...stores,
      clone,
      cloneFiles,
      exampleFile: reading.answer,
      send: { sendClone },
    });
    // While it is read, and while it is handed over.
    for (const isReading of [true, false]) {
      fakeStudio.answers['clone.finish'] = async ({ recordingId }) => {
        const { name } = state().recordings.find(({ id }) => id === recordingId)!;
        if (name === 'keeper.mp3') await drop([file('own.wav')]);
        return recording(recordingId, { name });
      };
      useClone.setState(useClone.getInitialState(), true);
      const started = example.start();
      if (isReading) await drop([file('own.wav')]);
      reading.resolve(file('keeper.mp3'));
      await started;
      expect(names()).toEqual(['own.wav']);
      expect(state()).toMatchObject({ notice: messages.clone.exampleGivenUp, form: { name: 'own', consent: false } });
    }
    expect(sendClone).not.toHaveBeenCalled();
  });

  it('that come while a voice is made are no part of it, and are in the draft after it', async () => {
    useClone.setState({ recordings: [recording('sent')], sending: { step: 'preparing' } });
    fakeStudio.answers['clone.clear'] = () => ({ form: emptyForm, recordings: [], made: null });
    const dropped = drop([file('own.wav')]);
    await new Promise(setImmediate);
    expect(names()).toEqual(['sent.wav']);
    useClone.setState({ made: { voiceId: 'voice1', name: 'Ann' } });
    useClone.setState({ sending: undefined });
    await dropped;
    expect([names(), state().made]).toEqual([['own.wav'], null]);
  });

  it('go on where main says it is, and end where it has enough', async () => {
    answerPiece = (_piece, at) => Response.json(at === 0 ? { taken: 5 } : { taken: 9, enough: true });
    const coming: unknown[] = [];
    const stop = useClone.subscribe((now) => coming.push(now.coming['recording1']));
    await drop([file('a.wav', 20)]);
    stop();
    expect(sent.map(({ address, bytes }) => [address, bytes])).toEqual([
      ['/bytes/clone/recording1?at=0', 20],
      ['/bytes/clone/recording1?at=5', 15],
    ]);
    expect(coming).toEqual(expect.arrayContaining([5, 9, undefined]));
    expect(fakeStudio.inputs('clone.finish')).toHaveLength(1);
  });

  it('name the voice where it has no name, and only then', async () => {
    await drop([file('Ada_Lovelace.wav'), file('other.wav')]);
    expect(state().form.name).toBe('Ada Lovelace');
  });

  it('with too long a name are named by its beginning', async () => {
    await drop([file(`${'a'.repeat(1500)}.wav`), file('b.wav')]);
    expect(fakeStudio.inputs('clone.begin')).toHaveLength(2);
  });

  it('that cannot be taken are held with why, whether they can be opened all the same, and none of them is read', async () => {
    const large = sized('large.wav', cloneLimits.fileBytes + 1);
    await drop([file('text.txt'), large, file('film.mov'), file('empty.wav', 0)]);
    expect(state().held.map(({ file: held, opens }) => [held.name, opens])).toEqual([
      ['text.txt', false],
      ['large.wav', true],
      ['film.mov', true],
      ['empty.wav', false],
    ]);
    expect(state().held[0]?.why).toContain('is not a recording');
    expect(new Set(state().held.map(({ id }) => id)).size).toBe(4);
    expect(fakeStudio.inputs('clone.begin')).toEqual([]);
    expect(fakeStudio.announced).toEqual([state().held[0]?.why]);
  });

  it('beyond eight that cannot be taken are counted, with those of earlier drops', async () => {
    await drop(Array.from({ length: 8 }, (_, index) => file(`${index}.txt`)));
    expect(state()).toMatchObject({ notice: undefined });
    await drop([file('8.txt')]);
    expect(state().held.map(({ file: { name } }) => name)).toEqual(Array.from({ length: 8 }, (_, index) => `${index}.txt`));
    expect(state().notice).toBe(messages.clone.filesUnusable('1 file'));
    await drop([file('9.txt'), file('10.txt')]);
    expect(state().notice).toBe(messages.clone.filesUnusable('2 files'));
  });

  it('beyond what the list holds are left out and counted', async () => {
    for (let index = 2; index < maximumRecordings; index += 1) putRecording(recording(`old${index}`), true);
    await drop([file('a.wav'), file('b.wav'), file('c.wav')]);
    expect(names().slice(-2)).toEqual(['a.wav', 'b.wav']);
    expect(state().notice).toBe(messages.clone.filesLeftOut('1 file', 'was', maximumRecordings));
    await drop([file('d.wav'), file('e.wav')]);
    expect(names()).toHaveLength(maximumRecordings);
    expect(state().notice).toBe(messages.clone.filesLeftOut('2 files', 'were', maximumRecordings));
    expect(fakeStudio.announced.at(-1)).toBe(state().notice);
    useClone.setState({
      held: Array.from({ length: 8 }, (_, index) => ({ id: String(index), file: file('a.txt'), why: '', opens: false })),
    });
    await drop([file('f.wav'), file('g.txt')], [folderOf('papers', [])]);
    expect(state().notice).toBe(
      `No recordings in the folder papers. 1 file was left out. The limit is ${maximumRecordings} recordings. 1 file can’t be used unchanged.`,
    );
  });

  it('that main refuses say why, and the next file is listed all the same', async () => {
    let first = true;
    fakeStudio.answers['clone.begin'] = ({ name }) => {
      if (first) {
        first = false;
        throw fail('disk-full', said('Full.'));
      }
      return recording('recording2', { name });
    };
    await drop([file('a.wav'), file('b.wav')]);
    expect(names()).toEqual(['b.wav']);
    expect(state().failure).toMatchObject({ kind: 'disk-full' });
    await drop([file('c.txt')]);
    expect(state().failure).toBeUndefined();
  });

  it('that break off on the way are failed, and not finished', async () => {
    answerPiece = () => Promise.reject(new TypeError('gone'));
    await drop([file('a.wav')]);
    expect(state().recordings).toMatchObject([{ state: 'failed', failure: { kind: 'file-failed', next: 'retry' } }]);
    expect(fakeStudio.inputs('clone.finish')).toEqual([]);
  });

  it('of which main takes nothing more fail after one piece, and are not sent forever', async () => {
    answerPiece = (_piece, at) => Response.json({ taken: sent.length > 5 ? at + megabyte : Math.min(at, 1) });
    await drop([file('a.wav', 3)]);
    expect(sent).toHaveLength(1);
    expect(state().recordings).toMatchObject([{ state: 'failed', failure: { kind: 'file-failed', next: 'retry' } }]);
    expect(fakeStudio.inputs('clone.finish')).toEqual([]);
  });

  it('that are removed on the way are read no further', async () => {
    answerPiece = ({ bytes }, at) => {
      useClone.setState({ recordings: [] });
      return Response.json({ taken: at + bytes });
    };
    await drop([file('a.wav', 3 * megabyte)]);
    expect(sent).toHaveLength(1);
    expect(state().recordings).toEqual([]);
  });

  it('that were held can be opened, and are held no longer', async () => {
    await drop([file('film.mov'), file('text.txt')]);
    await openHeld(state().held[0]!);
    expect(state().held.map(({ file: { name } }) => name)).toEqual(['text.txt']);
    expect(names()).toEqual(['film.mov']);
    expect(fakeStudio.inputs('clone.finish')).toHaveLength(1);
    fakeStudio.answers['clone.begin'] = refuse('conflict');
    await openHeld(state().held[0]!);
    expect(fakeStudio.inputs('clone.finish')).toHaveLength(1);
    expect(state()).toMatchObject({ held: [], failure: { kind: 'conflict' } });
  });
});

describe('dropped folders', () => {
  it('give their sounds in the order of their paths, numbers as numbers, after the files that were dropped beside them', async () => {
    const inner = folderOf('b', [entryOf(file('2.wav')), entryOf(file('note.txt')), entryOf(file('1.wav'))], { piece: 2 });
    const outer = folderOf('takes', [entryOf(file('c10.wav')), inner, entryOf(file('c9.wav')), entryOf(file('a.wav'))]);
    await drop([file('first.wav')], [outer, folderOf('more', [entryOf(file('z.wav'))])]);
    expect(names()).toEqual(['first.wav', 'a.wav', '1.wav', '2.wav', 'c9.wav', 'c10.wav', 'z.wav']);
    expect(state()).toMatchObject({ held: [], notice: undefined });
  });

  it('that cannot be read on, or hold a file that is gone, give what they can', async () => {
    await drop([], [folderOf('takes', [entryOf(file('a.wav')), entryOf(file('b.wav'))], { piece: 1, broken: true })]);
    await drop([], [folderOf('takes', [entryOf(undefined, 'gone.wav'), entryOf(file('c.wav'))])]);
    expect(names()).toEqual(['a.wav', 'c.wav']);
  });

  it('without a recording are named', async () => {
    await drop([], [folderOf('papers', [entryOf(file('a.txt'))])]);
    expect(state().notice).toBe(messages.clone.noRecordings('the folder papers'));
    await drop([file('a.wav')], [folderOf('one', []), folderOf('two', [])]);
    expect(state().notice).toBe(messages.clone.noRecordings('these folders'));
  });

  const texts = (count: number) => Array.from({ length: count }, (_, index) => entryOf(undefined, `${index}.txt`));
  const large = messages.clone.folderTooLarge('5,000 entries');

  it('are looked at to their 5,000th entry, and it is said where there are more', async () => {
    // The folder itself is the first.
    await drop([file('a.wav')], [folderOf('most', texts(4_999))]);
    expect(state().notice).not.toContain(large);
    await drop([file('a.wav')], [folderOf('more', texts(5_000))]);
    expect(state().notice).toContain(large);
    await drop([file('a.wav')], [folderOf('many', texts(20_000))]);
    expect(state().notice).toContain(large);
  });

  it('are read no further than that', async () => {
    let read = 0;
    const endless = {
      name: 'endless',
      isDirectory: true,
      createReader: () => ({ readEntries: (done: (entries: Entry[]) => void) => done(texts(100).map((entry) => ((read += 1), entry))) }),
    };
    await drop([], [endless as never]);
    expect(read).toBeLessThan(5_400);
  });
});

describe('finishing a recording', () => {
  beforeEach(() => {
    putRecording(recording('recording1', { name: 'a.wav' }), true);
    useClone.setState({ coming: { recording1: 5, recording2: 6 } });
  });

  it('shows what it was found to be, and nothing comes of it any more', async () => {
    fakeStudio.answers['clone.finish'] = () => recording('recording1', { name: 'a.wav', samples: 7 });
    expect(await finishRecording('recording1')).toMatchObject({ samples: 7 });
    expect(state()).toMatchObject({ recordings: [{ samples: 7 }] });
    expect(state().coming).toEqual({ recording2: 6 });
    expect(fakeStudio.announced).toEqual(['a.wav is open.']);
  });

  it('says what is wrong with it', async () => {
    const { failure } = fail('unsupported-media', said('There is no sound in it.'));
    fakeStudio.answers['clone.finish'] = () => recording('recording1', { name: 'a.wav', state: 'failed', failure });
    await finishRecording('recording1');
    expect(fakeStudio.announced).toEqual(['a.wav: There is no sound in it.']);
  });

  it('that fails leaves it failed, where it is there still', async () => {
    fakeStudio.answers['clone.finish'] = refuse('disk-full');
    expect(await finishRecording('recording1')).toBeUndefined();
    expect(state()).toMatchObject({ recordings: [{ state: 'failed', failure: { kind: 'disk-full' } }], coming: { recording2: 6 } });
    expect(await finishRecording('recording2')).toBeUndefined();
    expect(state().recordings).toHaveLength(1);
    expect(state().coming).toEqual({});
  });
});

describe('a piece of a recording', () => {
  const piece = new Blob(['abc']);

  it('goes to its address, and main answers how much it has, and whether that is enough', async () => {
    answerPiece = () => Response.json({ taken: 3, enough: true });
    expect(await sendPiece('recording1', 0, piece)).toEqual({ taken: 3, enough: true });
    answerPiece = () => Response.json({ taken: 6 });
    expect(await sendRecordingPiece('recording1.samples?at=3', piece)).toEqual({ taken: 6, enough: false });
    expect(sent.map(({ address }) => address)).toEqual(['/bytes/clone/recording1?at=0', '/bytes/clone/recording1.samples?at=3']);
  });

  it('that is refused fails with what main says; anything else is a failure of the file', async () => {
    const refused = (kind: string, next?: string): unknown =>
      expect.objectContaining({ failure: expect.objectContaining({ kind, next }) as unknown });
    answerPiece = () => Response.json({ failure: fail('disk-full', said('Full.'), { next: 'free-disk-space' }).failure }, { status: 507 });
    await expect(sendPiece('recording1', 0, piece)).rejects.toEqual(refused('disk-full', 'free-disk-space'));
    answerPiece = () => Response.json({ taken: 3 }, { status: 500 });
    await expect(sendPiece('recording1', 0, piece)).rejects.toEqual(refused('file-failed', 'retry'));
    answerPiece = () => Response.json({});
    await expect(sendPiece('recording1', 0, piece)).rejects.toEqual(refused('file-failed', 'retry'));
    answerPiece = () => new Response('no JSON');
    await expect(sendPiece('recording1', 0, piece)).rejects.toEqual(refused('file-failed', 'retry'));
  });
});

it('what has come is shown with its whole where that is known', () => {
  expect(comingInWords(1024, 2048)).toBe('1 kB of 2 kB');
  expect(comingInWords(1024, 0)).toBe('1 kB');
});
