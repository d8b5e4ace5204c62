import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, toastModule } from '../../helpers/fake-studio.ts';
import { DubFromResult } from '../../../src-renderer/core/dubbing-timeline/dub-from-result.ts';
import { messages } from '#shared/messages/index.ts';

const calls = { done: [] as string[], files: [] as File[] };
const dubs = createFakeStores().dubs;
const { dubFromKept } = new DubFromResult({
  dubs: {
    store: dubs.store,
    closeDub: () => {
      calls.done.push('closed');
      return Promise.resolve();
    },
  },
  dubFiles: {
    addFiles: (files) => {
      calls.done.push('added');
      calls.files = [...files];
      return Promise.resolve();
    },
  },
  ...toastModule,
});

const kept = (contentType: string) => ({ url: '/bytes/media/1', contentType }) as Parameters<typeof dubFromKept>[0];
beforeEach(() => {
  fakeStudio.reset();
  Object.assign(calls, { done: [], files: [] });
  dubs.store.setState({ dub: undefined });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('video')));
});
afterEach(() => vi.unstubAllGlobals());

it('the video is opened under its name, with the ending of its type', async () => {
  for (const [contentType, name, called] of [
    ['video/mp4', 'Harbour', 'Harbour.mp4'],
    ['video/webm', 'Harbour', 'Harbour.webm'],
    ['video/quicktime', 'Harbour.MOV', 'Harbour.MOV'],
    ['video/webm', 'Harbour.mp4', 'Harbour.mp4.webm'],
    ['video/x-unknown', 'Harbour', 'Harbour.mp4'],
  ] as const) {
    await dubFromKept(kept(contentType), name);
    expect(calls.files.map((file) => [file.name, file.type])).toEqual([[called, contentType]]);
    expect(await calls.files[0]?.text()).toBe('video');
  }
  expect(calls.done).not.toContain('closed');
});

it('the dub that is open is closed first', async () => {
  dubs.store.setState({ dub: { id: 'dub0000001' } } as never);
  await dubFromKept(kept('video/mp4'), 'Harbour');
  expect(calls.done).toEqual(['closed', 'added']);
});

it('a video that is gone is said to be, and the dub that is open stays', async () => {
  dubs.store.setState({ dub: { id: 'dub0000001' } } as never);
  for (const answer of [() => Promise.resolve(new Response('', { status: 404 })), () => Promise.reject(new TypeError('gone'))]) {
    vi.stubGlobal('fetch', answer);
    await dubFromKept(kept('video/mp4'), 'Harbour');
  }
  expect(calls.done).toEqual([]);
  expect(fakeStudio.toasts).toEqual([messages.dubbingTimeline.dubNotCreated, messages.dubbingTimeline.dubNotCreated]);
});
