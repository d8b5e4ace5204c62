import { beforeEach, expect, it, vi } from 'vitest';
import { LipSyncStore } from '../../../src-renderer/features/lip-sync/lip-sync-store.ts';
import { createLipSyncStores } from '../../../src-renderer/features/lip-sync/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { messages } from '#shared/messages/index.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** What main is asked, and how it answers. */
const asked: { name: string; input: Record<string, unknown> }[] = [];
let answers: Record<string, (input: Record<string, unknown>) => unknown> = {};

const run = async (name: string, input: Record<string, unknown>) => {
  asked.push({ name, input });
  return Promise.resolve(answers[name]?.(input));
};
const core = createFakeStores({ openHost: () => Promise.resolve({ run, onClose: () => undefined } as never) });
const stores = { ...core, ...createLipSyncStores(core) };
const { readElsewhere, readMoreElsewhere, store: useLipSync, whyNoLipSync } = stores.lipSync;
const useSpoken = stores.spoken.store;
const { handOver } = stores.handOver;
const { clearSlot, dismissFailure, giveFile, putAddress, store: useSources } = stores.sources;
const useStudio = stores.studio.store;

const own = 'http://127.0.0.1:4000/secret/name/film.mp4';
const facts = { bytes: 1, seconds: 4, format: 'MP4', hasSound: true, picture: null };
const video = { kind: 'video', name: 'The light turns', address: 'https://cdn.example/film.mp4', fileUrl: '/bytes/media/abc.mp4' } as const;
const slot = () => useSources.getState().slots['lip-sync.video'];
const reach =
  (reason: Message | null, bucket: string | null = null) =>
  () => ({ reason, limits: null, bucket });

beforeEach(async () => {
  await core.host.connectHost();
  asked.length = 0;
  answers = {
    'source.inspect': ({ address }) => ({ url: null, name: 'film.mp4', inspected: { state: 'known', facts }, address }),
    'source.keep': () => ({ address: own, name: 'film.mp4', bytes: 1 }),
  };
  clearSlot('lip-sync.video');
  clearSlot('lip-sync.audio');
});

it('a video is taken over as the file where the service can fetch it, else by its address, else refused in words', async () => {
  answers['source.reach'] = reach(null);
  handOver(video, 'lip-sync');
  await vi.waitFor(() => expect(slot().source?.address).toBe(own));
  expect(asked.find(({ name }) => name === 'source.keep')?.input).toEqual({
    kind: 'video',
    name: 'The light turns.mp4',
    url: '/bytes/media/abc.mp4',
  });
  answers['source.reach'] = reach(message('sources.originCannotReachFiles', 'speech.example'));
  handOver(video, 'lip-sync');
  await vi.waitFor(() => expect(slot().source?.address).toBe(video.address));
  handOver({ ...video, address: null }, 'lip-sync');
  await vi.waitFor(() => expect(slot().failure?.message).toBe(messages.lipSync.noLink(video.name)));
  expect(slot().source).toBeUndefined();
  // By way of a bucket it would have to be uploaded first.
  answers['source.reach'] = reach(null, 'films at s3.example');
  handOver(video, 'lip-sync');
  await vi.waitFor(() => expect(slot().source?.address).toBe(video.address));
  handOver({ ...video, address: null }, 'lip-sync');
  await vi.waitFor(() => expect(slot().source?.address).toBe(own));
});

it('a bad file in place of a good video leaves that in the form, with the message beside it', async () => {
  vi.stubGlobal('fetch', async () => Promise.resolve(Response.json({ uploadId: 'upload0001' })));
  const film = new File(['film'], 'other.mp4');
  await putAddress('lip-sync.video', video.address);
  const good = slot().source;
  expect(good?.address).toBe(video.address);
  const refusedWith = (words: string): void => {
    expect(slot()).toMatchObject({ busy: undefined, failure: { message: words } });
    expect(slot().source).toBe(good);
  };

  await giveFile('lip-sync.video', new File([], 'empty.mp4'));
  refusedWith(messages.sources.fileEmpty('empty.mp4'));
  await giveFile('lip-sync.video', new File(['text'], 'notes.txt'));
  expect(slot().failure?.message).toContain('notes.txt');
  expect(slot().source).toBe(good);

  const known = answers['source.inspect'];
  answers['source.inspect'] = () => ({
    url: null,
    name: 'other.mp4',
    inspected: { state: 'refused', stage: 'inspect', why: message('sources.notMedia') },
  });
  await giveFile('lip-sync.video', film);
  refusedWith(messages.sources.unusable('other.mp4', messages.sources.notMedia));

  // A second file while the first is looked at: what stood there before both comes back.
  await Promise.all([giveFile('lip-sync.video', film), giveFile('lip-sync.video', film)]);
  refusedWith(messages.sources.unusable('other.mp4', messages.sources.notMedia));
  dismissFailure('lip-sync.video');
  expect(slot()).toMatchObject({ failure: undefined, source: { address: video.address } });

  // Without a good one, what is refused is shown itself.
  clearSlot('lip-sync.video');
  await giveFile('lip-sync.video', film);
  expect(slot().source?.inspected.state).toBe('refused');
  if (known) answers['source.inspect'] = known;
  await giveFile('lip-sync.video', film);
  expect(slot()).toMatchObject({ failure: undefined, source: { address: own, inspected: { state: 'known' } } });
  vi.unstubAllGlobals();
});

it('media that is chosen beside a result takes its place on the stage, and media that is taken away leaves it there', () => {
  const open = { operation: { operationId: 'job' } } as never;
  const change = (busy: { what: 'file'; name: string } | undefined): void =>
    useSources.setState(({ slots }) => ({ slots: { ...slots, 'lip-sync.audio': { ...slots['lip-sync.audio'], busy } } }));
  useLipSync.setState({ open });
  clearSlot('lip-sync.audio');
  expect(useLipSync.getState().open).toBe(open);
  change({ what: 'file', name: 'line.mp3' });
  expect(useLipSync.getState().open).toBeUndefined();
  useLipSync.setState({ open });
  change(undefined);
  expect(useLipSync.getState().open).toBe(open);
  useLipSync.setState({ open: undefined });
});

it('the service’s own list is read on page by page, and what moved down meanwhile is shown once', async () => {
  const job = (place: number) => ({ taskId: `t${place}`, status: 'completed', createdAt: null, creditsUsed: 1, operationId: null });
  const pages = [Array.from({ length: 100 }, (_, place) => job(place)), [job(99), job(100), { ...job(101), operationId: 'here' }]];
  answers['jobs.elsewhere'] = ({ page }) => ({ jobs: pages[Number(page) - 1], total: null });
  await readElsewhere();
  expect(useLipSync.getState()).toMatchObject({ next: 2 });
  await readMoreElsewhere();
  const { elsewhere, next } = useLipSync.getState();
  expect([elsewhere.length, elsewhere.at(-1)?.taskId, next]).toEqual([101, 't100', 0]);
  asked.length = 0;
  await readMoreElsewhere();
  expect(asked).toEqual([]);
});

it('a sound whose address has ended is not sent', () => {
  const source = (address: string) => ({ address, name: 'n', url: null, isFile: false, inspected: { state: 'known' as const, facts } });
  const filled = { typed: '', problem: undefined, busy: undefined, failure: undefined };
  useSources.setState(({ slots }) => ({
    slots: {
      ...slots,
      'lip-sync.video': { ...filled, source: source('https://a.example/v.mp4') },
      'lip-sync.audio': { ...filled, source: source('https://a.example/s.mp3') },
    },
  }));
  useStudio.setState({ connection: { id: 'one', state: 'ready' } as never });
  expect(whyNoLipSync()).toBeUndefined();
  useSpoken.setState({ made: { address: 'https://a.example/s.mp3', expiresAt: Date.now() - 1 } });
  expect(whyNoLipSync()).toBe(messages.lipSync.linkExpired);
  useSpoken.setState({ made: { address: 'https://a.example/other.mp3', expiresAt: 0 } });
  expect(whyNoLipSync()).toBeUndefined();
});

it('exactly what was made before is sent again only when a person says so, who sees what it would cost', async () => {
  answers['jobs.price'] = () => ({ creditsPerUnit: 10, samples: 1 });
  answers['jobs.list'] = () => ({ operations: [], sum: null });
  answers['lipSync.earlier'] = () => ({ operationId: 'operation1' });
  const sendWithFiles = vi.fn(() => Promise.reject(new Error('There is no service.')));
  useStudio.setState({ connection: { id: 'local', kind: 'local', name: 'local', state: 'ready' } as never });
  const source = (address: string) => ({ address, name: address, url: null, isFile: false, inspected: { state: 'known' as const, facts } });
  useSources.setState(({ slots }) => ({
    slots: {
      ...slots,
      'lip-sync.video': { ...slots['lip-sync.video'], source: source('https://x.example/film.mp4') },
      'lip-sync.audio': { ...slots['lip-sync.audio'], source: source('https://x.example/line.mp3') },
    },
  }));
  const lipSync = new LipSyncStore({
    ...core,
    exampleFile: () => Promise.reject(new Error('none')),
    spoken: { audioLastsUntil: () => undefined },
    uploading: { sendWithFiles },
  });
  for (const goesOn of [false, true]) {
    const made = lipSync.makeLipSync();
    await vi.waitFor(() =>
      expect(core.unknownPrice.store.getState().question).toMatchObject({
        name: messages.lipSync.makeLipSync,
        isAgain: true,
        amount: 10 * facts.seconds,
      }),
    );
    expect(sendWithFiles).not.toHaveBeenCalled();
    core.unknownPrice.answerQuestion(goesOn);
    await made;
  }
  expect(sendWithFiles.mock.calls).toMatchObject([['lip-sync', 'lipSync.create', { expectedSeconds: facts.seconds }]]);
  // What was never made is not asked about on this machine.
  answers['lipSync.earlier'] = () => ({ operationId: null });
  await lipSync.makeLipSync();
  expect(sendWithFiles).toHaveBeenCalledTimes(2);
});
