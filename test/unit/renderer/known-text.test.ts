import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { createTranscribeStores } from '../../../src-renderer/features/transcribe/create-stores.ts';
import { findChapter, hasText, whyNoText } from '../../../src-renderer/features/transcribe/known-text-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const { recording, transcripts, knownText } = createTranscribeStores(stores);
const state = recording.store.getState;
const text = knownText.store.getState;

const manuscript = { chapters: [{ blocks: [{ text: 'Good morning. Come in.', pauseMs: null }] }], warnings: [] };
const aligned = {
  record: { id: 'aligned0001', operation: null, name: 'a.wav' },
  segments: [],
  rest: {},
  edits: { texts: {}, speakers: {} },
};

beforeEach(async () => {
  fakeStudio.reset({
    'transcripts.list': () => ({ transcripts: [], next: null }),
    'transcripts.inspect': () => ({ seconds: 8 }),
    'manuscript.read': () => manuscript,
    'transcripts.align': (_input, { emit }) => {
      emit({ fraction: 0.5 });
      return aligned;
    },
  });
  await stores.host.connectHost();
  recording.store.setState(recording.store.getInitialState(), true);
  knownText.store.setState(knownText.store.getInitialState(), true);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }));
  let uploads = 0;
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ uploadId: `upload000${++uploads}` }))));
});
afterEach(() => vi.unstubAllGlobals());

const wav = (name = 'a.wav') => new File(['sound'], name);
const srt = new File(['1\n00:00:00,000 --> 00:00:01,000\nGood morning.'], 'a.srt');

describe('another choice of the text', () => {
  it('stays while a file is still read, which is there when it is asked for', async () => {
    const read = heldAnswer();
    fakeStudio.answers['manuscript.read'] = read.answer;
    const choosing = knownText.chooseTextFile(srt);
    knownText.changeText({ kind: 'pasted', pasted: 'Good morning.' });
    read.resolve(manuscript);
    await choosing;
    expect(text()).toMatchObject({ kind: 'pasted', file: { state: { step: 'ready', words: 4 } } });
    expect(knownText.order()).toEqual({ text: 'Good morning.' });
  });
});

describe('a text to align', () => {
  it('is a file with words, a pasted text, or a chapter', async () => {
    expect(hasText(text())).toBe(false);
    await knownText.chooseTextFile(srt);
    expect(hasText(text())).toBe(true);
    knownText.changeText({ kind: 'pasted', pasted: '  ' });
    expect(hasText(text())).toBe(false);
    knownText.changeText({ kind: 'chapter' });
    expect(hasText(text())).toBe(true);
  });
});

describe('a recording that is dropped with its captions', () => {
  it('is to be aligned to them: both are looked at, and nothing is sent to the service', async () => {
    await recording.takeFiles([srt, wav()]);
    expect(state().form).toMatchObject({ words: 'text', file: { name: 'a.wav', state: { step: 'ready', seconds: 8 } } });
    expect(text()).toMatchObject({ kind: 'file', file: { name: 'a.srt', state: { step: 'ready', words: 4 } } });
    await transcripts.submit();
    expect(fakeStudio.inputs('transcripts.align')).toEqual([
      {
        source: { uploadId: expect.stringMatching(/^upload/u) as string, name: 'a.wav' },
        text: { uploadId: expect.stringMatching(/^upload/u) as string, name: 'a.srt' },
      },
    ]);
    expect(fakeStudio.inputs('transcripts.create')).toEqual([]);
    expect(state()).toMatchObject({
      open: { record: { id: 'aligned0001' } },
      arrived: true,
      creating: undefined,
      form: { file: undefined },
    });
  });

  it('alone is to be recognised, as before', async () => {
    await recording.takeFiles([wav()]);
    expect(state().form.words).toBe('recognition');
  });
});

describe('an alignment', () => {
  it('shows how far it is, and can be stopped', async () => {
    const held = heldAnswer();
    fakeStudio.answers['transcripts.align'] = (_input, { emit, signal }) => {
      emit({ fraction: 0.25 });
      signal?.addEventListener('abort', () => held.reject(fail('cancelled', said('Stopped.'))));
      return held.answer();
    };
    await recording.takeFiles([srt, wav()]);
    const asked = transcripts.submit();
    await vi.waitFor(() => expect(state().creating?.fraction).toBe(0.25));
    transcripts.stopTranscribing();
    await asked;
    expect(state()).toMatchObject({ creating: undefined, createFailure: undefined, form: { file: { name: 'a.wav' } } });
    expect(fakeStudio.announced).toContain(messages.transcribe.stoppedAligning);
  });

  it('that the recording does not fit is a failure without a charge, and keeps what is in the form', async () => {
    fakeStudio.answers['transcripts.align'] = refuse('unprocessable');
    await recording.takeFiles([srt, wav()]);
    await transcripts.submit();
    expect(state()).toMatchObject({
      createFailure: { failure: { kind: 'unprocessable' }, aligned: true },
      form: { file: { name: 'a.wav' } },
    });
    expect(text().file?.name).toBe('a.srt');
  });

  it('without a text or a recording says what is missing, and asks for nothing', async () => {
    recording.chooseWords('text');
    await transcripts.submit();
    expect(fakeStudio.announced).toContain(messages.transcribe.chooseFile);
    await recording.chooseFile(wav());
    await transcripts.submit();
    expect(fakeStudio.announced).toContain(messages.transcribe.chooseText);
    knownText.changeText({ kind: 'pasted' });
    await transcripts.submit();
    expect(fakeStudio.announced).toContain(messages.transcribe.pasteText);
    expect(fakeStudio.inputs('transcripts.align')).toEqual([]);
    knownText.changeText({ pasted: 'Good morning.' });
    await transcripts.submit();
    expect(fakeStudio.inputs('transcripts.align')).toMatchObject([{ text: { text: 'Good morning.' } }]);
  });
});

describe('where the words come from', () => {
  it('is a text where nothing is installed that recognises, unless a person has said otherwise', async () => {
    const ready = { connection: { id: 'local', kind: 'local', state: 'ready' } } as never;
    fakeStudio.answers['transcripts.reach'] = () => ({ reason: null, bucket: null, recogniser: { kind: 'none', languages: [] } });
    stores.studio.store.setState(ready);
    const [first, second] = [createTranscribeStores(stores), createTranscribeStores(stores)];
    second.recording.chooseWords('text');
    second.recording.chooseWords('recognition');
    const stops = [first.transcripts.watchTranscripts(), second.transcripts.watchTranscripts()];
    await vi.waitFor(() => expect(first.recording.store.getState().form.words).toBe('text'));
    await vi.waitFor(() => expect(second.recording.store.getState().recogniser?.kind).toBe('none'));
    expect(second.recording.store.getState().form.words).toBe('recognition');
    for (const stop of stops) stop();
    // A recogniser that was added since.
    const model = { kind: 'model', name: 'Whisper tiny', languages: ['en'] };
    fakeStudio.answers['transcripts.reach'] = () => ({ reason: null, bucket: null, recogniser: model });
    const again = first.transcripts.watchTranscripts();
    await vi.waitFor(() => expect(first.recording.store.getState().form.words).toBe('recognition'));
    again();
  });

  it('decides how long a recording may be: one that is too long for the service is taken to be aligned, without being chosen again', async () => {
    const long = wav();
    Object.defineProperty(long, 'size', { value: importLimits.bytes.audio + 1 });
    await recording.takeFiles([long]);
    expect(state().form.file?.state).toMatchObject({ step: 'failed', failure: { kind: 'too-large' } });
    recording.chooseWords('text');
    await vi.waitFor(() => expect(state().form.file?.state.step).toBe('ready'));
    expect(fakeStudio.inputs('transcripts.inspect')).toMatchObject([{ purpose: 'alignment' }]);
  });

  it('of a file that the service cannot fetch may be a text all the same', () => {
    recording.store.setState({ outOfReach: 'The service cannot reach it.' });
    recording.changeForm({ source: 'address' });
    recording.chooseWords('text');
    expect(state().form.source).toBe('file');
    recording.chooseWords('recognition');
    expect(state().form.source).toBe('address');
  });
});

describe('the text', () => {
  it('of a chapter is the chosen one, else the one that is shown; an untitled one is called by its number', () => {
    const outline = [
      { id: 'chapter0001', title: '' },
      { id: 'chapter0002', title: 'The storm' },
    ];
    expect(findChapter({ chapterId: undefined }, { outline, chapterId: 'chapter0002' })).toEqual({ id: 'chapter0002', name: 'The storm' });
    expect(findChapter({ chapterId: 'chapter0001' }, { outline, chapterId: 'chapter0002' })?.name).toBe(
      messages.transcribe.chapterNumber(1),
    );
    expect(findChapter({ chapterId: undefined }, { outline: [], chapterId: undefined })).toBeUndefined();
  });

  it('without words, or of a project that is closed, is said before anything is asked', async () => {
    fakeStudio.answers['manuscript.read'] = () => ({ chapters: [], warnings: [] });
    await knownText.chooseTextFile(new File([''], 'empty.txt'));
    expect(whyNoText(text(), { details: undefined }, false)).toBe(messages.transcribe.textEmpty);
    knownText.changeText({ kind: 'chapter' });
    expect(whyNoText(text(), { details: undefined }, false)).toBe(messages.transcribe.openProjectFirst);
    fakeStudio.answers['manuscript.read'] = refuse('unsupported-media');
    await knownText.chooseTextFile(new File(['x'], 'x.docx'));
    expect(whyNoText(text(), { details: undefined }, false)).toContain('It failed: unsupported-media.');
  });
});
