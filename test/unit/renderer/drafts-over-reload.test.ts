import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DesignsStore } from '../../../src-renderer/features/design/designs-store.ts';
import { DubbingJobStore } from '../../../src-renderer/features/dubbing/job/dubbing-job-store.ts';
import { MediaFormStore } from '../../../src-renderer/features/images-video/form-store.ts';
import { resumePanel } from '../../../src-renderer/app/shell/reload.ts';
import { createTranscribeStores } from '../../../src-renderer/features/transcribe/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';
import { said } from '../../helpers/said.ts';
import { spokenLine } from '#shared/messages/spoken-lines.ts';

const stores = createFakeStores();
/** The stores of a window that has just been loaded. */
const load = () => ({
  designs: new DesignsStore(stores),
  media: new MediaFormStore(stores),
  dubbing: new DubbingJobStore({ ...stores, exampleFile: () => Promise.reject(new Error('not asked for')) }),
});

beforeEach(() => {
  fakeStudio.reset({});
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('what was written into a form is there after the window is loaded again, and the usual text is not kept', () => {
  const before = load();
  before.designs.changeDraft({ prompt: 'An old man.' });
  before.media.changeMediaForm({ kind: 'video', prompt: 'Waves.' });
  before.dubbing.changeDubbing({ text: 'Good evening.', speed: 1.2 });
  const after = load();
  expect(after.designs.store.getState().draft).toMatchObject({ prompt: 'An old man.', previewText: spokenLine('design', 'en') });
  expect(after.media.store.getState().form).toMatchObject({ kind: 'video', prompt: 'Waves.' });
  expect(after.dubbing.store.getState().draft).toMatchObject({ text: 'Good evening.', speed: 1.2 });
});

it('what cannot be read is left out', () => {
  for (const key of ['design-texts', 'media-prompt', 'dubbing-draft']) sessionStorage.setItem(key, '{"prompt":7}');
  const { designs, media, dubbing } = load();
  expect([designs.store.getState().draft.prompt, media.store.getState().form.prompt, dubbing.store.getState().draft.text]).toEqual([
    '',
    '',
    '',
  ]);
});

it('the panel and the mode of Dubbing are those of before when the window is loaded again', () => {
  const before = createFakeStores();
  resumePanel(before.window);
  expect(before.window.store.getState().panel).toBeUndefined();
  before.window.store.setState({ panel: 'dubbing' });
  before.dubbingMode.showDubbing('text');
  const after = createFakeStores();
  resumePanel(after.window);
  expect([after.window.store.getState().panel, after.dubbingMode.store.getState().way]).toEqual(['dubbing', 'text']);
});

const known = { state: 'known' as const, facts: { bytes: 1, seconds: 4, format: 'MP4', hasSound: true, picture: null } };

it('media of a form is there again after the window is loaded again where it can still be used, and else the slot is empty', async () => {
  const inspect = ({ address }: { address: string }) => ({ url: null, name: address.slice(-8), inspected: known });
  fakeStudio.reset({ 'source.inspect': inspect });
  const before = createFakeStores();
  await before.host.connectHost();
  await before.sources.putAddress('lip-sync.video', 'http://127.0.0.1/film.mp4', true);
  await before.sources.putAddress('lip-sync.audio', 'http://127.0.0.1/line.ogg', true);
  await before.sources.putAddress('dubbing.video', 'https://x.example/talk.mp4');
  const gone = { url: null, name: 'line.ogg', inspected: { state: 'refused', stage: 'download', why: said('It is gone.') } };
  fakeStudio.reset({ 'source.inspect': (of: { address: string }) => (of.address.endsWith('line.ogg') ? gone : inspect(of)) });
  const after = createFakeStores();
  await after.host.connectHost();
  await after.sources.resumeSources(['lip-sync.video', 'lip-sync.audio']);
  const { slots } = after.sources.store.getState();
  expect(slots['lip-sync.video'].source).toMatchObject({ address: 'http://127.0.0.1/film.mp4', isFile: true });
  expect(slots['lip-sync.audio']).toMatchObject({ source: undefined, failure: undefined, busy: undefined });
  expect(slots['dubbing.video'].source).toBeUndefined();
  // What another panel asks for later is still known, and what was taken out does not come back.
  after.sources.clearSlot('lip-sync.video');
  const last = createFakeStores();
  await last.host.connectHost();
  await last.sources.resumeSources(['lip-sync.video', 'dubbing.video']);
  expect(last.sources.store.getState().slots['lip-sync.video'].source).toBeUndefined();
  expect(last.sources.store.getState().slots['dubbing.video'].source?.address).toBe('https://x.example/talk.mp4');
});

it('what stood in the form of Transcribe is there again: what was pasted, and a file where main still has it', async () => {
  const ready = (uploadId: string, name: string) => ({
    file: { name, bytes: 9, state: { step: 'ready' as const, seconds: 4 }, from: { uploadId } },
  });
  const open = async () => {
    const core = createFakeStores();
    await core.host.connectHost();
    return createTranscribeStores(core);
  };
  fakeStudio.reset({ 'transcripts.inspect': () => ({ seconds: 4 }) });
  const before = await open();
  before.recording.chooseWords('text');
  before.recording.changeForm({ language: 'de', ...ready('upload0001', 'talk.wav') });
  before.knownText.changeText({ kind: 'pasted', pasted: 'ANNA: Good evening.' });

  const after = await open();
  await after.recording.resumeFile();
  expect(fakeStudio.inputs('transcripts.inspect')).toEqual([{ uploadId: 'upload0001', name: 'talk.wav', purpose: 'alignment' }]);
  expect(after.recording.store.getState().form).toEqual({
    ...{ source: 'file', address: '', words: 'text', language: 'de', timestamps: true },
    ...ready('upload0001', 'talk.wav'),
  });
  expect(after.knownText.store.getState()).toMatchObject({ kind: 'pasted', pasted: 'ANNA: Good evening.' });

  fakeStudio.answers['transcripts.inspect'] = refuse('not-found');
  const gone = await open();
  await gone.recording.resumeFile();
  expect(gone.recording.store.getState().form.file).toBeUndefined();
  const later = await open();
  await later.recording.resumeFile();
  expect(fakeStudio.inputs('transcripts.inspect')).toHaveLength(2);
});
