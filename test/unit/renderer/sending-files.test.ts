import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fail } from '#shared/failure.ts';
import { DubbingJobStore } from '../../../src-renderer/features/dubbing/job/dubbing-job-store.ts';
import { PhrasesStore } from '../../../src-renderer/features/live/phrases-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { slotProblem } from '../../../src-renderer/core/sources/sources-store.ts';
import { messages } from '#shared/messages/index.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const {
  changeDubbing,
  makeDubbing,
  store: useDubbing,
} = new DubbingJobStore({ ...stores, exampleFile: () => Promise.reject(new Error('There is no example here.')) });
const { connectHost } = stores.host;
const { addPhrase, importPhrases, saveState, movePhrase, setDraft, store: useLiveSettings, watchLiveState } = new PhrasesStore(stores);
const { clearSlot, giveFile, giveOwn, putAddress, refuse: refuseSource, typeAddress, takeAddress, store: useSources } = stores.sources;
const useStudio = stores.studio.store;
const { stopUploading, store: useUploading } = stores.uploading;

const address = 'https://x.example/film.mp4';
const facts = { bytes: 1, seconds: 4, format: 'MP4', hasSound: true, picture: null };
const slot = () => useSources.getState().slots['dubbing.video'];
const operation = (change = {}) =>
  ({ operationId: 'operation1', family: 'dubbing', state: 'waiting', files: [], createdAt: Date.now(), ...change }) as never;

beforeEach(async () => {
  fakeStudio.reset({
    'source.inspect': () => ({ url: null, name: 'film.mp4', inspected: { state: 'known', facts } }),
    'jobs.list': () => ({ operations: [], sum: null }),
    'source.order': () => ({ videoUrl: address, audioUrl: null }),
  });
  await connectHost();
  useStudio.setState({ connection: { id: 'local', kind: 'local', name: messages.connections.localService, state: 'ready' } });
  useDubbing.setState({ ...useDubbing.getInitialState() });
  clearSlot('dubbing.video');
});
afterEach(() => vi.unstubAllGlobals());

describe('a video for a job', () => {
  it('is the one that was given last, whichever is looked at first', async () => {
    const slow = heldAnswer();
    fakeStudio.answers['source.inspect'] = ({ address: asked }) =>
      asked === address ? slow.answer() : { url: null, name: 'other.mp4', inspected: { state: 'known', facts } };
    const first = putAddress('dubbing.video', address);
    await putAddress('dubbing.video', 'https://x.example/other.mp4');
    slow.resolve({ url: null, name: 'film.mp4', inspected: { state: 'known', facts } });
    await first;
    expect(slot()).toMatchObject({ busy: undefined, source: { name: 'other.mp4' } });
  });

  it.each<[string, () => Promise<void>]>([
    ['an address that is inspected', () => putAddress('dubbing.video', address)],
    ['a file that is uploaded', () => giveFile('dubbing.video', new File(['x'], 'a.mp4'))],
    ['a result of the studio that is copied', () => giveOwn('dubbing.video', 'a.mp4', '/bytes/media/a.mp4')],
  ])('replaces %s, which changes nothing in the slot any more', async (_what, giveFirst) => {
    const other = 'https://x.example/other.mp4';
    const replacements: (() => unknown)[] = [
      () => putAddress('dubbing.video', other),
      () => typeAddress('dubbing.video', 'https:'),
      () => giveFile('dubbing.video', new File(['x'], 'a.txt')),
      () => refuseSource('dubbing.video', said('This is no video.')),
      () => clearSlot('dubbing.video'),
    ];
    const known = { url: null, name: 'film.mp4', inspected: { state: 'known', facts } };
    for (const replace of replacements)
      for (const end of ['open', 'answered', 'failed'] as const) {
        const [upload, inspection] = [heldAnswer<Response>(), heldAnswer()];
        vi.stubGlobal('fetch', upload.answer);
        fakeStudio.answers['source.keep'] = inspection.answer;
        fakeStudio.answers['source.inspect'] = ({ address: asked }) =>
          asked === other ? new Promise(() => undefined) : inspection.answer();
        const first = giveFirst();
        await Promise.resolve();
        // An end that is on its way to the slot already, when the slot is given something else.
        if (end === 'answered') {
          upload.resolve(new Response(JSON.stringify({ uploadId: 'upload0001' })));
          inspection.resolve(known);
        } else if (end === 'failed') {
          upload.reject(new Error('gone'));
          inspection.reject(new Error('gone'));
        }
        void replace();
        const replaced = slot();
        upload.reject(new Error('gone'));
        await first;
        expect(slot()).toEqual(replaced);
      }
  });

  it('is looked at once for an address, and not at all for a text that is none', async () => {
    typeAddress('dubbing.video', 'film.mp4');
    await takeAddress('dubbing.video');
    expect(slot().problem).toBe(messages.sources.urlInvalid);
    expect(slotProblem('dubbing.video', slot())).toBe(messages.sources.enterValidUrl('video'));
    typeAddress('dubbing.video', ` ${address} `);
    await Promise.all([takeAddress('dubbing.video'), takeAddress('dubbing.video')]);
    await takeAddress('dubbing.video');
    expect(fakeStudio.inputs('source.inspect')).toEqual([{ kind: 'video', address }]);
    expect(slotProblem('dubbing.video', slot())).toBeUndefined();
  });

  it('that is a file of another kind, empty or too large is refused before a byte of it is read', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    useSources.setState({ limits: { video: 2, audio: 2 } });
    for (const [file, words] of [
      [new File(['x'], 'a.txt'), 'is not a video'],
      [new File(['x'], 'a.constructor'), 'is not a video'],
      [new File([], 'a.mp4'), 'is empty'],
      [new File(['xxx'], 'a.mp4'), 'Nothing was read'],
    ] as const) {
      await giveFile('dubbing.video', file);
      expect(slot()).toMatchObject({ source: undefined, busy: undefined, failure: { kind: 'unsupported-media', charged: 'no' } });
      expect(slot().failure?.message).toContain(words);
    }
    expect(fetched).not.toHaveBeenCalled();
  });

  it('keeps its ending where its name is longer than main takes', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ uploadId: 'upload0001' }))));
    fakeStudio.answers['source.keep'] = () => ({ address, name: 'film.mp4', bytes: 1 });
    const long = `${'a'.repeat(300)}.mp4`;
    await giveFile('dubbing.video', new File(['x'], long));
    await giveOwn('dubbing.video', long, '/bytes/media/a.mp4');
    const names = fakeStudio.inputs('source.keep').map(({ name }) => String(name));
    expect(names.map((name) => [name.length, name.slice(-5)])).toEqual([
      [255, 'a.mp4'],
      [255, 'a.mp4'],
    ]);
  });

  it('that could not be handed over says why, and can be given again', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ uploadId: 'upload0001' }))));
    fakeStudio.answers['source.keep'] = refuse('disk-full');
    await giveFile('dubbing.video', new File(['x'], 'a.mp4'));
    expect(slot()).toMatchObject({ busy: undefined, failure: { kind: 'disk-full' } });
    fakeStudio.answers['source.keep'] = () => ({ address: 'http://127.0.0.1:1/a.mp4', name: 'a.mp4', bytes: 1 });
    await giveFile('dubbing.video', new File(['x'], 'a.mp4'));
    expect(slot()).toMatchObject({ failure: undefined, source: { address: 'http://127.0.0.1:1/a.mp4', isFile: true } });
  });
});

describe('a dubbing', () => {
  beforeEach(async () => {
    await putAddress('dubbing.video', address);
    changeDubbing({ text: ' Good morning. ', voiceId: 'anna' });
  });

  it('is sent once, with what was chosen and nothing else, and then shown', async () => {
    const held = heldAnswer();
    fakeStudio.answers['dubbing.create'] = held.answer;
    const sent = makeDubbing();
    await makeDubbing();
    held.resolve(operation());
    await sent;
    expect(fakeStudio.inputs('dubbing.create')).toEqual([
      { videoUrl: address, text: 'Good morning.', voiceId: 'anna', expectedSeconds: 1 },
    ]);
    expect(useDubbing.getState()).toMatchObject({ sending: false, failure: undefined, open: { operation: { operationId: 'operation1' } } });
  });

  it('is not sent without a video, words, a voice or a service', async () => {
    for (const spoil of [
      () => changeDubbing({ text: ' ' }),
      () => changeDubbing({ text: 'x', voiceId: null }),
      () => useStudio.setState({ connection: undefined }),
      () => clearSlot('dubbing.video'),
    ]) {
      spoil();
      await makeDubbing();
      expect(fakeStudio.announced.at(-1)).not.toBe(messages.dubbing.dubbingSending);
    }
    expect(fakeStudio.inputs('dubbing.create')).toEqual([]);
  });

  it('that failed before anything was sent keeps the draft and says why; one that is in the ledger is shown from there', async () => {
    fakeStudio.answers['dubbing.create'] = refuse('payment-required');
    await makeDubbing();
    expect(useDubbing.getState()).toMatchObject({
      failure: { kind: 'payment-required' },
      draft: { text: ' Good morning. ' },
      open: undefined,
    });
    fakeStudio.answers['jobs.list'] = () => ({ operations: [operation({ state: 'unknown', createdAt: Date.now() + 1000 })], sum: null });
    await makeDubbing();
    expect(useDubbing.getState()).toMatchObject({ failure: undefined, open: { operation: { state: 'unknown' } } });
  });

  it('whose file is still being uploaded can be stopped, and then nothing was sent', async () => {
    fakeStudio.answers['dubbing.create'] = (_order, { emit }) => {
      emit({ name: 'film.mp4', sent: 1, bytes: 10 });
      return new Promise(() => undefined);
    };
    const sent = makeDubbing();
    await vi.waitFor(() => expect(useUploading.getState().dubbing).toMatchObject({ sent: 1 }));
    stopUploading('dubbing');
    await sent;
    expect(useUploading.getState().dubbing).toBeUndefined();
    expect(useDubbing.getState()).toMatchObject({ sending: false, failure: undefined });
    expect(fakeStudio.announced.at(-1)).toBe(messages.lipSync.stopped);
  });
});

describe('what a person sets up for live speech', () => {
  const stored = () => fakeStudio.inputs('live.updateState');
  const settings = { version: 'v3', mode: 'reliable', voiceId: null, modelId: null, format: 'pcm', controls: {} } as const;
  beforeEach(async () => {
    fakeStudio.answers['live.state'] = () => ({ phrases: [], draft: 'older', waiting: [], settings });
    fakeStudio.answers['live.updateState'] = (change) => change;
    useLiveSettings.setState({ ...useLiveSettings.getInitialState() });
    watchLiveState();
    await vi.waitFor(() => expect(useLiveSettings.getState().loaded).toBe(true));
    fakeStudio.asked.length = 0;
  });

  it('is stored together when it rests, and again with the next change where that failed', async () => {
    vi.useFakeTimers();
    fakeStudio.answers['live.updateState'] = refuse('disk-full');
    setDraft('Good');
    setDraft('Good morning');
    expect(addPhrase('Hello.')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(300);
    expect(stored()).toMatchObject([{ draft: 'Good morning', phrases: [{ text: 'Hello.' }] }]);
    fakeStudio.answers['live.updateState'] = (change) => change;
    saveState({ waiting: ['One.'] });
    await vi.advanceTimersByTimeAsync(0);
    expect(stored().at(-1)).toMatchObject({ draft: 'Good morning', phrases: [{ text: 'Hello.' }], waiting: ['One.'] });
    vi.useRealTimers();
  });

  it('keeps what was changed while a save was on its way, also where that save fails', async () => {
    vi.useFakeTimers();
    const slow = heldAnswer();
    fakeStudio.answers['live.updateState'] = slow.answer;
    setDraft('Good');
    await vi.advanceTimersByTimeAsync(300);
    setDraft('Good morning');
    slow.reject(fail('disk-full', said('There is no room on the disk.')));
    fakeStudio.answers['live.updateState'] = (change) => change;
    await vi.advanceTimersByTimeAsync(300);
    expect(stored()).toEqual([{ draft: 'Good' }, { draft: 'Good morning' }]);
    vi.useRealTimers();
  });

  it('holds a hundred phrases, in the order that a person gave them', () => {
    expect(addPhrase('  ')).toBe(messages.live.typePhrase);
    expect(importPhrases('One\\nand a half.\n\nTwo.')).toEqual({ added: 2, left: 0 });
    const [first] = useLiveSettings.getState().phrases;
    expect(first?.text).toBe('One\nand a half.');
    movePhrase(first?.id ?? '', 1);
    movePhrase(first?.id ?? '', 1);
    expect(useLiveSettings.getState().phrases.map(({ text }) => text)).toEqual(['Two.', 'One\nand a half.']);
    expect(importPhrases(Array.from({ length: 100 }, (_, at) => `Phrase ${String(at)}`).join('\n'))).toEqual({ added: 98, left: 2 });
    expect(addPhrase('One more.')).toContain('100 phrases');
  });
});

it('a dub of exactly what was sent before is sent again only when a person says so', async () => {
  await putAddress('dubbing.video', address);
  changeDubbing({ text: 'Good evening.', voiceId: 'anna' });
  fakeStudio.answers['dubbing.earlier'] = () => ({ operationId: 'operation1' });
  fakeStudio.answers['dubbing.create'] = () => operation();
  const { store: useQuestion, answerQuestion } = stores.unknownPrice;
  for (const goesOn of [false, true]) {
    const made = makeDubbing();
    await vi.waitFor(() => expect(useQuestion.getState().question).toMatchObject({ name: messages.dubbing.dub, isAgain: true }));
    expect(fakeStudio.inputs('dubbing.create')).toEqual([]);
    answerQuestion(goesOn);
    await made;
  }
  expect(fakeStudio.inputs('dubbing.create')).toMatchObject([fakeStudio.inputs('dubbing.earlier')[0]]);
  fakeStudio.answers['dubbing.earlier'] = () => ({ operationId: null });
  await makeDubbing();
  expect(fakeStudio.inputs('dubbing.create')).toHaveLength(2);
});
