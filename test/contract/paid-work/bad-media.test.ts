import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Failure, NextStep } from '#shared/failure.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { openWorkshop, startFileServer, toneOf, videoOf, type FileServer, type Workshop } from '../local-service/media/media-support.ts';
import { voiceFor } from '../local-service/support.ts';
import { chargesOf, PaidStudio } from './studio.ts';
import { messages } from '#shared/messages/index.ts';

/** Every order that has the service fetch something, with every address that it cannot use. */

const key = 'local-bad-media';
let service: LocalService;
let workshop: Workshop;
let files: FileServer;
let studio: PaidStudio;
let video: string;
let tone: string;
let voiceId: string;
const addresses: Record<string, string> = {};
beforeAll(async () => {
  [service, workshop, files] = await Promise.all([startLocalService({ importSeconds: 1 }), openWorkshop(), startFileServer()]);
  studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key });
  video = files.serve('/two.mp4', await videoOf(workshop, 2));
  tone = files.serve('/tone.mp3', await toneOf(workshop, 'tone.mp3', 1.5));
  ({ voiceId } = await voiceFor(service, 'en', 'alpha'));
  Object.assign(addresses, {
    page: files.serve('/page.mp4', Buffer.from('<!doctype html><title>No media</title>'.repeat(20))),
    gone: files.url('/gone.mp4'),
    silent: files.serve('/silent.mp4', () => undefined),
    huge: files.serve('/huge.mp4', (_, response) => response.writeHead(200, { 'Content-Length': 9_000_000_000 }).write('RIFF')),
    inside: files.serve('/inside.mp4', (_, response) => response.writeHead(302, { Location: 'http://192.168.1.1/camera.mp4' }).end()),
  });
});
afterAll(async () => {
  await studio.close();
  await Promise.all([service.stop(), workshop.close(), files.close()]);
});

interface Order {
  subject: string;
  send: (address: string) => Promise<unknown>;
  /** Where a time-out tells nothing about the charge, what is done next. The interface promises it of lip sync and dubbing alone. */
  afterTimeout?: NextStep;
}
const orders: Record<string, Order> = {
  'the video of a lip sync': { subject: 'The video', send: (videoUrl) => studio.call('lipSync.create', { videoUrl, audioUrl: tone }) },
  'the audio of a lip sync': { subject: 'The audio', send: (audioUrl) => studio.call('lipSync.create', { videoUrl: video, audioUrl }) },
  'the video of a dubbing': {
    subject: 'The video',
    send: (videoUrl) => studio.call('dubbing.create', { videoUrl, text: 'Good morning.', voiceId }),
  },
  'the audio of a transcription': {
    subject: 'The audio',
    send: (audioUrl) => studio.call('transcription.create', { audioUrl }),
    afterTimeout: 'generate-again',
  },
  'the reference of an image': {
    subject: 'The picture',
    send: (imageUrl) => studio.call('images.create', { prompt: 'a red kite', model: 'alpha-image-1', aspectRatio: '1:1', imageUrl }),
    afterTimeout: 'retry',
  },
  'the first frame of a video': {
    subject: 'The picture',
    send: (firstFrameUrl) =>
      studio.call('videos.create', { prompt: 'a red kite', model: 'alpha-video-1', seconds: 2, size: '320x320', firstFrameUrl }),
    afterTimeout: 'retry',
  },
};

it.each([
  ['is no media', 'page', 'was fetched, and could not be used'],
  ['is not there', 'gone', 'could not be fetched by the service'],
  ['never answers', 'silent', 'could not be fetched by the service'],
  ['is of nine gigabytes', 'huge', 'could not be fetched by the service'],
  ['redirects to a private network', 'inside', messages.service.addressNotFetched],
])('what %s is named by media and stage in every order, and costs nothing', { tags: ['beside'] }, async (_what, address, stage) => {
  const failures: (readonly [string, Failure])[] = [];
  const waiting = Object.entries(orders);
  // The service fetches four files at a time and refuses more; an order names up to two.
  while (waiting.length > 0) {
    const send = async ([name, order]: (typeof waiting)[number]) =>
      [name, await studio.failureOf(order.send(addresses[address]!))] as const;
    failures.push(...(await Promise.all(waiting.splice(0, 2).map(send))));
  }
  for (const [name, failure] of failures) {
    const { subject, afterTimeout } = orders[name]!;
    expect([name, failure.message]).toEqual([name, expect.stringContaining(`${subject} ${stage}`)]);
    const isOpen = address === 'silent' && afterTimeout !== undefined;
    expect([name, failure.charged]).toEqual([name, isOpen ? 'unknown' : 'no']);
    if (isOpen) expect([name, failure.next]).toEqual([name, afterTimeout]);
  }
  const { operations } = await studio.call('jobs.list', { limit: failures.length });
  expect(operations.map(({ creditsUsed }) => creditsUsed)).toEqual(failures.map(() => null));
  const unknown = operations.filter(({ state }) => state === 'unknown').length;
  const failed = operations.filter(({ state }) => state === 'failed').length;
  expect([failed, unknown]).toEqual(address === 'silent' ? [3, 3] : [6, 0]);
  expect(await chargesOf(service, key)).toEqual([]);
});
