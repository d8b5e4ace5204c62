import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { dubFromKept } from '../../../src-renderer/core/dubbing-timeline/from-result.ts';
import { useDubs } from '../../../src-renderer/core/dubbing-timeline/dubbing-timeline.ts';

const calls = vi.hoisted(() => ({ done: [] as string[], files: [] as File[] }));
vi.mock('../../../src-renderer/core/host/wire.ts', async () => (await import('../../helpers/fake-studio.ts')).hostModule);
vi.mock('../../../src-renderer/lib/toast.tsx', async () => (await import('../../helpers/fake-studio.ts')).toastModule);
vi.mock('../../../src-renderer/core/dubbing-timeline/dubbing-timeline.ts', async () => ({
  useDubs: (await import('zustand')).create(() => ({ dub: undefined })),
  closeDub: () => {
    calls.done.push('closed');
    return Promise.resolve();
  },
}));
vi.mock('../../../src-renderer/core/dubbing-timeline/files.ts', () => ({
  addFiles: (files: File[]) => {
    calls.done.push('added');
    calls.files = files;
    return Promise.resolve();
  },
}));

const kept = (contentType: string) => ({ url: '/bytes/media/1', contentType }) as Parameters<typeof dubFromKept>[0];
beforeEach(() => {
  fakeStudio.reset();
  Object.assign(calls, { done: [], files: [] });
  useDubs.setState({ dub: undefined });
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
  useDubs.setState({ dub: { id: 'dub0000001' } } as never);
  await dubFromKept(kept('video/mp4'), 'Harbour');
  expect(calls.done).toEqual(['closed', 'added']);
});

it('a video that is gone is said to be, and the dub that is open stays', async () => {
  useDubs.setState({ dub: { id: 'dub0000001' } } as never);
  for (const answer of [() => Promise.resolve(new Response('', { status: 404 })), () => Promise.reject(new TypeError('gone'))]) {
    vi.stubGlobal('fetch', answer);
    await dubFromKept(kept('video/mp4'), 'Harbour');
  }
  expect(calls.done).toEqual([]);
  expect(fakeStudio.toasts).toEqual([messages.dubbingTimeline.dubNotCreated, messages.dubbingTimeline.dubNotCreated]);
});
