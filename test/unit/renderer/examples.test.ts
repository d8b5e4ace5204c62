import { expect, it, vi } from 'vitest';
import { CloneExample } from '../../../src-renderer/features/clone/clone-example.ts';
import { CloneStore } from '../../../src-renderer/features/clone/clone-store.ts';
import { ExampleDub } from '../../../src-renderer/features/dubbing/timeline/example-dub.ts';
import { LipSyncStore } from '../../../src-renderer/features/lip-sync/lip-sync-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { readCaptions, toSegments } from '#shared/dubbing/captions-in.ts';
import { marksOf } from '#shared/dubbing/fit.ts';
import { isTooLong } from '#shared/dubbing/remedies.ts';
import { newSegment } from '#shared/dubbing/timeline.ts';
import { newId } from '#shared/ids.ts';
import { german } from '#shared/messages/de/index.ts';
import { messages } from '#shared/messages/index.ts';
import { readingSpeed, readingSpeeds } from '#shared/narration/reading-speed.ts';
import { sampleRate } from '#shared/narration/take.ts';

const exampleFile = (example: string): Promise<File> => Promise.resolve(new File(['sound'], example));
const connected = (kind: 'local' | 'account') => ({ connection: { id: kind, kind, name: kind, state: 'ready' as const } });
const kinds = [
  ['runs at once on the local service, which costs nothing', 'local'],
  ['is only put into the form at a hosted service, where the panel’s own button pays', 'account'],
] as const;

it.each(kinds)('the example of Clone %s', async (_, kind) => {
  const stores = createFakeStores();
  stores.studio.store.setState(connected(kind));
  const addDropped = vi.fn(() => Promise.resolve());
  const changeForm = vi.fn();
  const sendClone = vi.fn((_how?: object) => Promise.resolve());
  const clone = Object.assign(new CloneStore(stores), { changeForm });
  addDropped.mockImplementation(() => {
    clone.store.setState({ recordings: [{ id: 'reading1' }] as never });
    return Promise.resolve();
  });
  const example = new CloneExample({
    exampleFile,
    studio: stores.studio,
    clone,
    cloneFiles: { addDropped, drops: () => addDropped.mock.calls.length },
    send: { sendClone },
    announce: stores.announce,
  });
  await example.start();
  expect(addDropped).toHaveBeenCalledOnce();
  expect(sendClone.mock.calls).toEqual(kind === 'local' ? [[{ exampleId: 'reading1' }]] : []);
  // What language it is in is known. Consent is a person's own word: the example gives it nowhere.
  expect(changeForm.mock.calls).toEqual([[{ spokenIn: [{ recordingId: 'reading1', language: 'en' }] }]]);
});

it.each(kinds)('the example of Lip sync %s', async (_, kind) => {
  const stores = createFakeStores();
  stores.studio.store.setState(connected(kind));
  const facts = { bytes: 1, seconds: 4, format: 'WebM', hasSound: true, picture: null };
  const giveFile = vi.fn((slot: 'lip-sync.video' | 'lip-sync.audio' | 'dubbing.video', file: File) => {
    const source = {
      address: `local:${file.name}`,
      name: file.name,
      url: null,
      isFile: true,
      inspected: { state: 'known' as const, facts },
    };
    stores.sources.store.setState(({ slots }) => ({ slots: { ...slots, [slot]: { ...slots[slot], source } } }));
    return Promise.resolve();
  });
  const sendWithFiles = vi.fn(() => Promise.reject(new Error('There is no service.')));
  const lipSync = new LipSyncStore({
    ...stores,
    exampleFile,
    spoken: { audioLastsUntil: () => undefined },
    sources: Object.assign(stores.sources, { giveFile }),
    uploading: { sendWithFiles },
    unknownPrice: { mayBuyAgain: () => Promise.resolve(true) },
  });
  await lipSync.tryExample();
  expect(giveFile.mock.calls.map(([slot, file]) => [slot, file.name])).toEqual([
    ['lip-sync.video', 'film'],
    ['lip-sync.audio', 'line'],
  ]);
  const order = { videoUrl: 'local:film', audioUrl: 'local:line', expectedSeconds: facts.seconds };
  expect(sendWithFiles.mock.calls).toEqual(kind === 'local' ? [['lip-sync', 'lipSync.create', order]] : []);
});

it.each(kinds)('the example of the dubbing timeline gives each speaker a voice, and %s', async (_, kind) => {
  const stores = createFakeStores();
  stores.studio.store.setState(connected(kind));
  const segments = ['KEEPER', 'VISITOR', 'KEEPER'].map((speaker, index) => ({
    ...newSegment([], `segment000${index}`, index * 96_000),
    speaker,
  }));
  const generate = vi.fn();
  const estimateSegments = vi.fn((lines: readonly { text: string; voiceId: string | null }[]) =>
    Promise.resolve({ lines: lines.length, free: 0, characters: 80, credits: lines.length, learnedFrom: 0 }),
  );
  const voices = ['de-DE', 'en-GB', 'en-US', 'en-AU', 'en-IN', 'en-ZA'].map((primaryLanguage) => ({
    voiceId: primaryLanguage,
    primaryLanguage,
  }));
  const example = new ExampleDub({
    exampleFile,
    dubs: stores.dubs,
    dubFiles: {
      addFiles: () => {
        stores.dubs.store.setState({ dub: { id: 'dub', segments, takes: [], title: 'The harbour' } as never });
        return Promise.resolve();
      },
    },
    making: { generate, estimateSegments },
    studio: { store: stores.studio.store, knownVoices: () => voices as never },
  });
  await example.open();
  const given = stores.dubs.store.getState().dub?.segments.map(({ voiceId }) => voiceId);
  expect(given).toEqual(['en-GB', 'en-IN', 'en-GB']);
  expect(generate).toHaveBeenCalledTimes(kind === 'local' ? 1 : 0);
  // Its price is that of the same lines in the same voices.
  expect(await example.price(new AbortController().signal)).toBe(3);
  expect(estimateSegments.mock.calls[0]?.[0].map(({ voiceId }) => voiceId)).toEqual(given);
});

it.each([
  ['English', messages],
  ['German', german],
])('the lines of the example of the dubbing timeline fit their times in %s: it opens without a warning', (_, { dubbing }) => {
  const segments = toSegments(readCaptions(dubbing.exampleCaptions).cues, newId).map((segment) => ({ ...segment, voiceId: 'anna' }));
  expect(segments).toHaveLength(3);
  expect([...marksOf({ segments, takes: [], video: { samples: 6 * sampleRate } as never })]).toEqual([]);
  for (const segment of segments) {
    expect(isTooLong(segment, [])).toBe(false);
    expect(readingSpeed(segment.text, (segment.end - segment.start) / sampleRate)).toBeLessThanOrEqual(readingSpeeds.most);
  }
});
