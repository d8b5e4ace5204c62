import { beforeEach, expect, it } from 'vitest';
import { usualDucking, type Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { DubTranscriptionStore, offerSubject } from '../../../src-renderer/features/dubbing/timeline/transcription-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';

const second = 48_000;
const dubOf = (id: string, seconds = 9): Dub => ({
  id,
  title: 'The harbour',
  revision: 0,
  createdAt: 0,
  changedAt: 0,
  takes: [],
  ducking: usualDucking,
  segments: [],
  video: {
    name: 'a.mp4',
    contentType: 'video/mp4',
    bytes: 1,
    container: 'MP4',
    codec: 'avc',
    width: 320,
    height: 180,
    rotation: 0,
    samples: seconds * second,
    frameRate: 25,
    variable: false,
    sound: { state: 'ready', codec: 'aac', channels: 1, samples: seconds * second },
  },
});
const transcript = {
  record: { name: 'The harbour.wav' },
  segments: [{ index: 0, text: 'Good morning.', startMs: 1_000, endMs: 2_500, speaker: 'ANNA', words: [] }],
  failure: null,
};
const stores = createFakeStores();
const { transcribe, takePaid, stopTranscribing, findOffer, store } = new DubTranscriptionStore(stores);
const segments = () => stores.dubs.store.getState().dub?.segments;
const sent = () => fakeStudio.inputs('transcripts.create');

beforeEach(async () => {
  fakeStudio.reset({
    'dubs.recording': () => ({ uploadId: 'upload0001', name: 'The harbour.wav', title: 'harbour.mp4', bytes: 10 }),
    'transcripts.inspect': () => ({ seconds: 9 }),
    'transcripts.create': () => transcript,
    'dubs.transcript': () => ({ transcriptId: null }),
    'transcripts.reach': () => ({ reason: null, bucket: null, recogniser: null }),
    'jobs.price': () => ({ creditsPerUnit: 2, samples: 3 }),
  });
  await stores.host.connectHost();
  stores.dubs.showDub(dubOf('dub0000001'));
  store.setState({ running: undefined, failed: undefined });
});

it('one press transcribes the video of a dub, and what it says becomes its segments', async () => {
  await transcribe();
  expect(sent()).toEqual([{ source: { uploadId: 'upload0001', name: 'The harbour.wav', title: 'harbour.mp4' }, timestamps: true }]);
  expect(segments()).toMatchObject([{ text: 'Good morning.', speaker: 'ANNA', start: second, end: 2.5 * second }]);
});

it('a second press while the video is transcribed sends nothing', async () => {
  const held = heldAnswer();
  fakeStudio.answers['transcripts.create'] = held.answer;
  const first = transcribe();
  await Promise.all([transcribe(), transcribe()]);
  held.resolve(transcript);
  await first;
  expect(sent()).toHaveLength(1);
});

it('a transcription that fails leaves the dub as it is, and says why beside it', async () => {
  fakeStudio.answers['transcripts.create'] = refuse('payment-required');
  await transcribe();
  expect(segments()).toEqual([]);
  expect(store.getState()).toMatchObject({
    running: undefined,
    failed: { dubId: 'dub0000001', failure: { kind: 'payment-required' } },
  });
});

it('what cannot be transcribed is never sent', async () => {
  fakeStudio.answers['transcripts.inspect'] = refuse('too-large');
  await transcribe();
  expect(sent()).toEqual([]);
  expect(store.getState().failed?.failure.kind).toBe('too-large');
});

it('words that come while another dub is open do not go into it, and are said to be in Transcribe', async () => {
  const held = heldAnswer();
  fakeStudio.answers['transcripts.create'] = held.answer;
  const transcribing = transcribe();
  stores.dubs.showDub(dubOf('dub0000002'));
  held.resolve(transcript);
  await transcribing;
  expect(segments()).toEqual([]);
  expect(fakeStudio.announced).toContain(messages.dubbing.transcriptInTranscribe('The harbour'));
});

it('who stops waiting before the recording is sent reads that nothing was sent', async () => {
  fakeStudio.answers['dubs.recording'] = heldAnswer().answer;
  const transcribing = transcribe();
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  stopTranscribing();
  await transcribing;
  expect(fakeStudio.announced).toContain(messages.transcribe.stoppedUnsent);
  expect(store.getState()).toMatchObject({ running: undefined, failed: undefined });
});

it('the offer has the price of the whole video, and a video that is too long is refused before it is pressed', async () => {
  const { signal } = new AbortController();
  expect(await findOffer(dubOf('dub0000001'), signal)).toMatchObject({ credits: 18, learnedFrom: 3, refused: undefined });
  expect(await findOffer(dubOf('dub0000001', 601), signal)).toMatchObject({ refused: messages.dubbing.tooLongToTranscribe('10') });
});

it('the offer is asked for again once the length of the sound is known: a longer picture is not its price', async () => {
  const { signal } = new AbortController();
  const ready = dubOf('dub0000001', 8.6);
  const undecoded = { ...ready, video: { ...ready.video, samples: 9.5 * second, sound: { ...ready.video.sound, samples: 0 } } };
  const decoded = { ...undecoded, video: { ...undecoded.video, sound: ready.video.sound } };
  expect(offerSubject(decoded)).not.toBe(offerSubject(undecoded));
  expect(offerSubject({ ...decoded, revision: 7, title: 'Other' })).toBe(offerSubject(decoded));
  expect([await findOffer(undecoded, signal), await findOffer(decoded, signal)]).toMatchObject([{ credits: 20 }, { credits: 18 }]);
});

it('the transcript of the same video that was paid for is offered, and becomes segments as it was edited, and nothing is sent', async () => {
  const { signal } = new AbortController();
  fakeStudio.answers['dubs.transcript'] = ({ dubId }) => ({ transcriptId: dubId === 'dub0000001' ? 'transcript1' : null });
  fakeStudio.answers['transcripts.open'] = () => ({ ...transcript, rest: {}, edits: { texts: { 0: 'Good evening.' }, speakers: {} } });
  expect(await findOffer(dubOf('dub0000001'), signal)).toMatchObject({ paidId: 'transcript1' });
  expect(await findOffer(dubOf('dub0000002'), signal)).toMatchObject({ paidId: undefined });
  await takePaid('transcript1');
  expect(segments()).toMatchObject([{ text: 'Good evening.', start: second, end: 2.5 * second }]);
  expect([sent(), fakeStudio.inputs('dubs.recording')]).toEqual([[], []]);
});

it('a transcript that was paid for and cannot be read leaves the dub as it is, and says why', async () => {
  fakeStudio.answers['transcripts.open'] = refuse('file-missing');
  await takePaid('transcript1');
  expect(segments()).toEqual([]);
  expect(store.getState().failed).toMatchObject({ dubId: 'dub0000001', failure: { kind: 'file-missing' } });
});
