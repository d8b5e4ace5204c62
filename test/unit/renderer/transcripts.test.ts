import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { createTranscribeStores } from '../../../src-renderer/features/transcribe/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { uploadFile } from '../../../src-renderer/core/files/upload-file.ts';

const stores = createFakeStores();
const transcribeStores = createTranscribeStores(stores);
const { connectHost } = stores.host;
const { changeForm, chooseFile, chooseWords, dropFile, takeDub, transcribeAgain, store: useTranscripts } = transcribeStores.recording;
const { loadTranscripts } = transcribeStores.list;
const { openTranscript, stopTranscribing, transcribe } = transcribeStores.transcripts;
const {
  closeEdits,
  editText,
  lookFor,
  redoEdit,
  assignSpeaker,
  renameSpeaker,
  restoreAll,
  restoreSegment,
  toggleChecked,
  saveEdits,
  stepMatch,
  undoEdit,
  store: useTranscriptEdits,
} = transcribeStores.edits;
const { exportTranscript } = transcribeStores.transcriptHandOver;

const segment = (index: number, text: string) => ({
  index,
  text,
  startMs: index * 1000,
  endMs: index * 1000 + 900,
  speaker: 'S1',
  words: [],
});
const record = (operationId: string, change = {}) =>
  ({
    id: operationId,
    createdAt: 1,
    draft: false,
    textName: null,
    unsaid: 0,
    operation: { operationId, state: 'done', failure: null },
    name: 'a.wav',
    language: 'en',
    timestamps: true,
    sound: null,
    address: 'https://x.example/a.wav',
    seconds: 4,
    excerpt: '',
    edited: false,
    ...change,
  }) as never;
const transcript = (operationId: string, edits = { texts: {}, speakers: {} }) =>
  ({ record: record(operationId), segments: [segment(0, 'Good morning.'), segment(1, 'Good night.')], rest: {}, edits }) as never;
const state = useTranscripts.getState;
const edits = useTranscriptEdits.getState;

beforeEach(async () => {
  fakeStudio.reset({ 'transcripts.list': () => ({ transcripts: [], next: null }), 'transcripts.edit': () => null });
  await connectHost();
  useTranscripts.setState({ ...useTranscripts.getInitialState() });
  useTranscriptEdits.setState({ ...useTranscriptEdits.getInitialState() });
});
afterEach(() => vi.unstubAllGlobals());

const upload = (answer: unknown, status = 200) => {
  const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer), { status })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

describe('an upload', () => {
  it('answers its id, or throws why main did not take it', async () => {
    upload({ uploadId: 'upload0001' });
    expect(await uploadFile(new Blob(['x']))).toBe('upload0001');
    upload({ failure: { kind: 'disk-full', message: 'Full.', next: 'free-disk-space' } }, 507);
    await expect(uploadFile(new Blob(['x']))).rejects.toMatchObject({ failure: { kind: 'disk-full', next: 'free-disk-space' } });
    upload({}, 500);
    await expect(uploadFile(new Blob(['x']))).rejects.toMatchObject({ failure: { kind: 'file-failed' } });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    await expect(uploadFile(new Blob(['x']))).rejects.toMatchObject({ failure: { kind: 'file-failed', next: 'retry' } });
    const controller = new AbortController();
    controller.abort();
    await expect(uploadFile(new Blob(['x']), controller.signal)).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
  });
});

describe('a file that is to be transcribed', () => {
  it('is looked at before anything is sent, and says why it cannot be', async () => {
    upload({ uploadId: 'upload0001' });
    fakeStudio.answers['transcripts.inspect'] = refuse('unsupported-media');
    await chooseFile(new File(['x'], 'a.txt'));
    expect(state().form.file).toMatchObject({ state: { step: 'failed', failure: { kind: 'unsupported-media' } }, from: undefined });
    await transcribe();
    expect(fakeStudio.inputs('transcripts.create')).toEqual([]);
  });

  it('that is too large is not even read', async () => {
    const fetched = upload({ uploadId: 'upload0001' });
    const large = Object.defineProperty(new File([], 'a.wav'), 'size', { value: importLimits.bytes.audio + 1 });
    await chooseFile(large);
    expect(fetched).not.toHaveBeenCalled();
    expect(state().form.file).toMatchObject({ state: { step: 'failed', failure: { kind: 'too-large', charged: 'no' } } });
  });

  it('is the one that was chosen last, whichever is read first', async () => {
    upload({ uploadId: 'upload0001' });
    const slow = heldAnswer();
    fakeStudio.answers['transcripts.inspect'] = ({ name }) => (name === 'slow.wav' ? slow.answer() : { seconds: 2 });
    const first = chooseFile(new File(['x'], 'slow.wav'));
    await vi.waitFor(() => expect(fakeStudio.inputs('transcripts.inspect')).toHaveLength(1));
    await chooseFile(new File(['x'], 'fast.wav'));
    slow.resolve({ seconds: 9 });
    await first;
    expect(state().form.file).toMatchObject({ name: 'fast.wav', state: { step: 'ready', seconds: 2 } });
  });
});

describe('the video of a dub', () => {
  const dub = { id: 'dub0000001', title: 'Film' };
  beforeEach(() => {
    fakeStudio.answers['dubs.recording'] = () => ({ uploadId: 'upload0001', name: 'Film.wav', title: 'film.mp4', bytes: 320_000 });
    fakeStudio.answers['transcripts.inspect'] = () => ({ seconds: 10 });
    fakeStudio.answers['transcripts.create'] = () => ({ ...(transcript('operation1') as object), failure: null });
  });

  it('comes into the form with what it says, and times are asked for', async () => {
    changeForm({ timestamps: false, source: 'address' });
    await takeDub(dub);
    expect(fakeStudio.inputs('dubs.recording')).toEqual([{ dubId: 'dub0000001' }]);
    expect(state().form).toMatchObject({
      source: 'file',
      timestamps: true,
      file: { name: 'film.mp4', dub, state: { step: 'ready', seconds: 10 }, from: { uploadId: 'upload0001' } },
    });
  });

  it('is sent as the file that it is, and its transcript is called what people call the video', async () => {
    await takeDub(dub);
    await transcribe();
    const source = { uploadId: 'upload0001', name: 'Film.wav', title: 'film.mp4' };
    expect(fakeStudio.inputs('transcripts.create')).toMatchObject([{ source }]);
  });

  it('has a transcript that knows its dub; one of another file does not', async () => {
    await takeDub(dub);
    await transcribe();
    expect(state()).toMatchObject({ open: { record: { id: 'operation1' } }, forDub: { transcriptId: 'operation1', dub } });
    upload({ uploadId: 'upload0002' });
    fakeStudio.answers['transcripts.create'] = () => ({ ...(transcript('operation2') as object), failure: null });
    await chooseFile(new File(['x'], 'talk.wav'));
    await transcribe();
    expect(state().forDub?.transcriptId).not.toBe(state().open?.record.id);
  });

  it('says why it cannot be transcribed, and is read again for another use', async () => {
    fakeStudio.answers['transcripts.inspect'] = ({ purpose }) => (purpose === 'alignment' ? { seconds: 3_000 } : refuse('too-large')());
    await takeDub(dub);
    expect(state().form.file).toMatchObject({ name: 'Film', dub, state: { step: 'failed', failure: { kind: 'too-large' } } });
    chooseWords('text');
    await vi.waitFor(() => expect(state().form.file).toMatchObject({ dub, state: { step: 'ready', seconds: 3_000 } }));
  });
});

describe('a transcript that is open', () => {
  it.each<[string, () => unknown]>([
    ['another file is chosen', () => chooseFile(new File(['x'], 'talk.wav'))],
    ['another recording comes from a dub', () => takeDub({ id: 'dub0000001', title: 'Film' })],
    ['an earlier one is to be transcribed again', () => transcribeAgain(record('operation2'))],
    [
      'an address is transcribed',
      () => {
        changeForm({ source: 'address', address: 'https://x.example/b.wav' });
        void transcribe();
      },
    ],
  ])('leaves the stage as soon as %s', async (_what, act) => {
    upload({ uploadId: 'upload0001' });
    fakeStudio.answers['transcripts.open'] = () => transcript('operation1');
    fakeStudio.answers['transcripts.create'] = heldAnswer().answer;
    await openTranscript(record('operation1'));
    expect(state().open).toBeDefined();
    void act();
    await vi.waitFor(() => expect([state().open, edits().id]).toEqual([undefined, undefined]));
    stopTranscribing();
  });

  it('comes while another file was chosen, which stays in the form', async () => {
    upload({ uploadId: 'upload0001' });
    fakeStudio.answers['transcripts.inspect'] = () => ({ seconds: 2 });
    const held = heldAnswer();
    fakeStudio.answers['transcripts.create'] = held.answer;
    await chooseFile(new File(['x'], 'one.wav'));
    const made = transcribe();
    await chooseFile(new File(['y'], 'two.wav'));
    held.resolve({ ...(transcript('operation1') as object), failure: null });
    await made;
    expect(state()).toMatchObject({ open: { record: { id: 'operation1' } }, form: { file: { name: 'two.wav' } } });
  });
});

describe('a window that loads again', () => {
  const dub = { id: 'dub0000001', title: 'Film' };
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    fakeStudio.answers['transcripts.open'] = () => transcript('operation1');
  });
  const loadAgain = () => {
    const { recording, transcripts } = createTranscribeStores(stores);
    return { state: recording.store.getState, stop: transcripts.watchTranscripts() };
  };

  it('shows the transcript that was open, with the dub that it was made for', async () => {
    await openTranscript(record('operation1'));
    useTranscripts.setState({ forDub: { transcriptId: 'operation1', dub } });
    const again = loadAgain();
    await vi.waitFor(() => expect(again.state().forDub).toEqual({ transcriptId: 'operation1', dub }));
    expect(again.state().open).toMatchObject({ record: { id: 'operation1' } });
    again.stop();
  });

  it('shows none where it was left, or is gone', async () => {
    await openTranscript(record('operation1'));
    transcribeAgain(record('operation2'));
    expect(kept.has('open-transcript')).toBe(false);
    await openTranscript(record('operation1'));
    fakeStudio.answers['transcripts.open'] = refuse('not-found');
    const again = loadAgain();
    await vi.waitFor(() => expect(kept.has('open-transcript')).toBe(false));
    expect(again.state()).toMatchObject({ open: undefined, closed: undefined, opening: undefined });
    again.stop();
  });
});

describe('a file that is taken out of the form while it is read', () => {
  it.each<[string, (held: ReturnType<typeof heldAnswer>) => void]>([
    ['can be read', ({ resolve }) => resolve({ seconds: 2 })],
    ['cannot be read', ({ reject }) => reject(new Error('gone'))],
  ])('does not come back when it %s', async (_end, end) => {
    upload({ uploadId: 'upload0001' });
    const held = heldAnswer();
    fakeStudio.answers['transcripts.inspect'] = held.answer;
    const choosing = chooseFile(new File(['x'], 'talk.wav'));
    await vi.waitFor(() => expect(fakeStudio.inputs('transcripts.inspect')).toHaveLength(1));
    dropFile();
    end(held);
    await choosing;
    expect(state().form.file).toBeUndefined();
  });
});

describe('a transcription', () => {
  const address = 'https://x.example/a.wav';
  beforeEach(() => changeForm({ source: 'address', address: ` ${address} `, language: 'en' }));

  it('is sent once while it is under way, and opens what comes of it', async () => {
    const held = heldAnswer();
    fakeStudio.answers['transcripts.create'] = held.answer;
    const sent = transcribe();
    await transcribe();
    expect(state().creating).toMatchObject({ name: address });
    held.resolve({ ...(transcript('operation1') as object), failure: null });
    await sent;
    expect(fakeStudio.inputs('transcripts.create')).toEqual([{ source: { address }, timestamps: true, language: 'en' }]);
    expect(state()).toMatchObject({ creating: undefined, arrived: true, open: { record: { name: 'a.wav' } }, form: { address: '' } });
    expect(edits()).toMatchObject({ id: 'operation1', segments: [{ text: 'Good morning.' }, {}] });
  });

  it('that failed keeps the form and is not sent again by itself; one that was stopped is no failure', async () => {
    fakeStudio.answers['transcripts.create'] = refuse('outcome-unknown', { charged: 'unknown' });
    await transcribe();
    expect(state()).toMatchObject({
      createFailure: { failure: { kind: 'outcome-unknown' }, name: address },
      form: { address: ` ${address} ` },
    });
    fakeStudio.answers['transcripts.create'] = () => new Promise(() => undefined);
    const sent = transcribe();
    await vi.waitFor(() => expect(state().creating).toBeDefined());
    stopTranscribing();
    await sent;
    expect(state()).toMatchObject({ creating: undefined, createFailure: undefined });
    expect(fakeStudio.inputs('transcripts.create')).toHaveLength(2);
  });

  it('that failed is not said over another transcript that is opened, nor over another file', async () => {
    fakeStudio.answers['transcripts.open'] = () => transcript('operation2');
    fakeStudio.answers['transcripts.inspect'] = () => ({ seconds: 4 });
    fakeStudio.answers['transcripts.create'] = refuse('conflict', { charged: 'no' });
    await transcribe();
    expect(state().createFailure).toMatchObject({ name: address });
    await openTranscript(record('operation2'));
    expect(state()).toMatchObject({ createFailure: undefined, open: { record: { id: 'operation2' } } });
    changeForm({ address });
    await transcribe();
    expect(state().createFailure).toBeDefined();
    upload({ id: 'upload0001' });
    await chooseFile(new File(['sound'], 'b.wav'));
    expect(state().createFailure).toBeUndefined();
  });

  it('is not sent while the form lacks something, and the reason is announced', async () => {
    for (const [change, words] of [
      [{ address: '' }, messages.transcribe.urlEmpty],
      [{ source: 'file' }, messages.transcribe.chooseFile],
    ] as const) {
      changeForm(change);
      await transcribe();
      expect(fakeStudio.announced.at(-1)).toBe(words);
    }
    expect(fakeStudio.inputs('transcripts.create')).toEqual([]);
  });

  it('again is of the stored sound, or of the address', async () => {
    transcribeAgain(record('operation1', { sound: { url: '/a', contentType: 'audio/wav', bytes: 9 }, language: null }));
    fakeStudio.answers['transcripts.create'] = refuse('cancelled');
    await transcribe();
    expect(fakeStudio.inputs('transcripts.create')).toEqual([{ source: { id: 'operation1' }, timestamps: true }]);
    transcribeAgain(record('operation2'));
    expect(state().form).toMatchObject({ source: 'address', address, language: 'en' });
  });
});

describe('the list of transcripts', () => {
  it('opens the transcript that was asked for last, and shows why one cannot be opened', async () => {
    const slow = heldAnswer();
    fakeStudio.answers['transcripts.open'] = ({ id }) => (id === 'operation1' ? slow.answer() : transcript(id));
    const first = openTranscript(record('operation1'));
    await openTranscript(record('operation2'));
    slow.resolve(transcript('operation1'));
    await first;
    expect(state().open).toMatchObject({ record: { id: 'operation2' } });
    fakeStudio.answers['transcripts.open'] = refuse('file-missing');
    await openTranscript(record('operation3'));
    expect(state()).toMatchObject({ open: undefined, closed: { failure: { kind: 'file-missing' } } });
    await openTranscript(record('operation4', { operation: { operationId: 'operation4', state: 'waiting', failure: null } }));
    expect(state().closed?.failure).toMatchObject({ next: 'wait' });
  });

  it('is the one of the reading that began last', async () => {
    const [slow, fast] = [heldAnswer(), heldAnswer()];
    const answers = [slow, fast];
    fakeStudio.answers['transcripts.list'] = () => answers.shift()?.answer();
    const readings = [loadTranscripts(), loadTranscripts()];
    fast.resolve({ transcripts: [record('new0000001')], next: null });
    slow.resolve({ transcripts: [], next: null });
    await Promise.all(readings);
    expect(state().transcripts).toHaveLength(1);
  });
});

describe('the edits of a transcript', () => {
  const sent = () => fakeStudio.inputs('transcripts.edit');
  beforeEach(() => {
    vi.useFakeTimers();
    closeEdits(transcript('operation1'));
  });
  afterEach(() => vi.useRealTimers());

  it('are written once they rest, all together', async () => {
    editText(0, 'Good mornin');
    editText(0, 'Good morning, all.');
    renameSpeaker('S1', ' Anna ');
    expect(edits().saving).toEqual({ state: 'unsaved' });
    await vi.advanceTimersByTimeAsync(399);
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent()).toEqual([{ id: 'operation1', edits: { texts: { 0: 'Good morning, all.' }, speakers: { S1: 'Anna' } } }]);
    expect(edits()).toMatchObject({
      saving: { state: 'saved' },
      segments: [{ text: 'Good morning, all.', speaker: 'Anna' }, { speaker: 'Anna' }],
    });
  });

  it('are taken back and brought again a step at a time: what is typed at one go is one step, and both are written', async () => {
    const texts = () => edits().segments.map(({ text, speaker }) => `${speaker ?? ''}: ${text}`);
    const said: string[][] = [texts()];
    editText(0, 'Good mornin');
    editText(0, 'Good morning, all.');
    said.push(texts());
    editText(1, 'Bye.');
    said.push(texts());
    await vi.advanceTimersByTimeAsync(1_000);
    editText(1, 'Bye, all.');
    said.push(texts());
    renameSpeaker('S1', 'Anna');
    said.push(texts());
    restoreAll();
    said.push(texts());
    for (const before of said.slice(0, -1).toReversed()) {
      undoEdit();
      expect(texts()).toEqual(before);
    }
    undoEdit();
    expect(edits().history.past).toEqual([]);
    for (const after of said.slice(1)) {
      redoEdit();
      expect(texts()).toEqual(after);
    }
    undoEdit();
    expect(fakeStudio.announced.at(-1)).toBe(messages.transcribe.undone(messages.transcribe.discard));
    await vi.advanceTimersByTimeAsync(400);
    expect(sent().at(-1)).toEqual({
      id: 'operation1',
      edits: { texts: { 0: 'Good morning, all.', 1: 'Bye, all.' }, speakers: { S1: 'Anna' } },
    });
  });

  it('of one segment’s speaker and of its mark are steps of undo, and go with its original', () => {
    const doubtful = { ...segment(0, 'Good morning.'), unsure: true };
    closeEdits({
      record: record('operation2'),
      segments: [doubtful, segment(1, 'Bye.')],
      rest: {},
      edits: { texts: {}, speakers: {} },
    } as never);
    const shown = () => edits().segments.map(({ speaker, unsure }) => [speaker, unsure]);
    const before = shown();
    toggleChecked(0);
    assignSpeaker(0, 'Ida');
    expect(shown()).toEqual([
      ['Ida', false],
      ['S1', undefined],
    ]);
    expect(fakeStudio.announced).toEqual([messages.transcribe.isChecked('1'), messages.transcribe.speakerIs('1', 'Ida')]);
    undoEdit();
    expect(shown()).toEqual([['S1', false], before[1]]);
    undoEdit();
    expect(shown()).toEqual(before);
    redoEdit();
    redoEdit();
    restoreSegment(0);
    expect(shown()).toEqual(before);
    // Nothing is doubtful about it.
    toggleChecked(1);
    expect(edits().history.past).toHaveLength(3);
  });

  it('that change nothing are no step, and another transcript begins with none', () => {
    editText(0, 'Good morning.');
    renameSpeaker('S1', 'S1');
    expect(edits()).toMatchObject({ history: { past: [], future: [] }, saving: { state: 'saved' } });
    editText(0, 'One.');
    closeEdits(transcript('operation2'));
    expect(edits().history).toEqual({ past: [], future: [] });
    undoEdit();
    expect(edits().segments[0]?.text).toBe('Good morning.');
  });

  it('that could not be written stay, are shown as unsaved, and go with the next', async () => {
    fakeStudio.answers['transcripts.edit'] = refuse('disk-full');
    editText(0, 'One.');
    await vi.advanceTimersByTimeAsync(400);
    expect(edits()).toMatchObject({ saving: { state: 'failed', failure: { kind: 'disk-full' } }, segments: [{ text: 'One.' }, {}] });
    fakeStudio.answers['transcripts.edit'] = () => null;
    await saveEdits();
    expect(sent().at(-1)).toMatchObject({ edits: { texts: { 0: 'One.' } } });
    expect(edits().saving).toEqual({ state: 'saved' });
  });

  it('that were written are shown and searched in the list at once, also those of a transcript that is no longer open', async () => {
    const stop = transcribeStores.transcripts.watchTranscripts();
    await vi.advanceTimersByTimeAsync(0);
    const listed = () => fakeStudio.inputs('transcripts.list').length;
    const before = listed();
    editText(0, 'One.');
    await vi.advanceTimersByTimeAsync(400);
    expect(listed()).toBe(before + 1);
    editText(0, 'Two.');
    closeEdits(transcript('operation2'));
    await vi.advanceTimersByTimeAsync(0);
    expect(listed()).toBe(before + 2);
    stop();
  });

  it('are on the disk before the transcript is exported, also those that are being written', async () => {
    const held = heldAnswer();
    fakeStudio.answers['transcripts.edit'] = held.answer;
    fakeStudio.answers['transcripts.export'] = () => ({ name: 'a.srt', bytes: 1, path: null, url: null });
    editText(0, 'One.');
    await vi.advanceTimersByTimeAsync(400);
    const exported = exportTranscript('srt', 'a');
    await vi.advanceTimersByTimeAsync(100);
    expect(fakeStudio.inputs('transcripts.export')).toEqual([]);
    held.resolve(null);
    expect(await exported).toMatchObject({ ok: true, value: { name: 'a.srt' } });
    fakeStudio.answers['transcripts.edit'] = refuse('disk-full');
    editText(0, 'Two.');
    expect(await exportTranscript('srt', 'a')).toMatchObject({ ok: false, failure: { kind: 'disk-full' } });
    expect(fakeStudio.inputs('transcripts.export')).toHaveLength(1);
  });

  it('made while others are written follow them', async () => {
    const held = heldAnswer();
    fakeStudio.answers['transcripts.edit'] = held.answer;
    editText(0, 'One.');
    await vi.advanceTimersByTimeAsync(400);
    editText(1, 'Two.');
    held.resolve(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(edits().saving).toEqual({ state: 'unsaved' });
    await vi.advanceTimersByTimeAsync(400);
    expect(sent().at(-1)).toMatchObject({ edits: { texts: { 0: 'One.', 1: 'Two.' } } });
    expect(edits().saving).toEqual({ state: 'saved' });
  });

  it('are written before another transcript is read, and a failure of that is shown', async () => {
    fakeStudio.answers['transcripts.edit'] = refuse('disk-full');
    editText(0, 'One.');
    closeEdits(transcript('operation2'));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toMatchObject([{ id: 'operation1', edits: { texts: { 0: 'One.' } } }]);
    expect(fakeStudio.toasts).toEqual(['disk-full']);
    expect(edits()).toMatchObject({ id: 'operation2', saving: { state: 'saved' }, segments: [{ text: 'Good morning.' }, {}] });
  });

  it('are not replaced by an older reading of the same transcript', async () => {
    editText(0, 'Mine.');
    closeEdits(transcript('operation1'));
    expect(edits().segments[0]?.text).toBe('Mine.');
    await vi.advanceTimersByTimeAsync(400);
    closeEdits(transcript('operation1', { texts: { 0: 'Of main.' }, speakers: {} }));
    expect(edits().segments[0]?.text).toBe('Of main.');
  });

  it('can all be taken back, and what is looked for is found in what is read now', () => {
    lookFor('good');
    expect([edits().matches.length, edits().current]).toEqual([2, 0]);
    stepMatch(-1);
    expect(edits().current).toBe(1);
    editText(0, 'Bad morning.');
    expect([edits().matches.length, edits().current]).toEqual([1, 0]);
    restoreAll();
    expect(edits().matches).toHaveLength(2);
    expect(edits().segments.map(({ text }) => text)).toEqual(['Good morning.', 'Good night.']);
    stepMatch(1);
    stepMatch(1);
    expect(edits().current).toBe(0);
  });
});
