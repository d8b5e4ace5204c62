import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { lipSyncResponse } from '#shared/wire/responses/lip-sync.ts';
import { videosPath } from '#shared/wire/media.ts';
import { mediaJob } from '#shared/wire/responses/media.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { findBrowser } from '../../../../src-main/hosts/served/browser.ts';
import { call } from '../support.ts';
import { endedAt, openWorkshop, startFileServer, toneOf, videoOf, type FileServer, type Workshop } from './media-support.ts';

// A browser starts, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let workshop: Workshop;
let files: FileServer;
let browser: Browser;
beforeAll(async () => {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
  [service, workshop, files, browser] = await Promise.all([
    startLocalService(),
    openWorkshop(),
    startFileServer(),
    chromium.launch({ executablePath, args: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'] }),
  ]);
});
afterAll(() => Promise.all([browser.close(), service.stop(), workshop.close(), files.close()]));

/** Plays an address to its end, at double speed, and tells what the player made of it. */
async function played(url: string) {
  const page = await browser.newPage();
  const result = await page.evaluate(
    (source) =>
      new Promise<{ seconds: number; width: number; frames: number; soundBytes: number }>((resolve, reject) => {
        const video = document.createElement('video');
        video.onerror = () => reject(new Error(video.error?.message ?? 'it cannot be played'));
        video.onended = () =>
          resolve({
            seconds: video.duration,
            width: video.videoWidth,
            frames: video.getVideoPlaybackQuality().totalVideoFrames,
            soundBytes: (video as HTMLVideoElement & { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount,
          });
        video.playbackRate = 2;
        video.src = source;
        document.body.append(video);
        video.play().catch(reject);
      }),
    url,
  );
  await page.close();
  return result;
}

test(
  'Chromium plays the clips of lip sync to their end, with the pictures of one file and the sound of the other',
  { tags: ['beside'] },
  async () => {
    const video = files.serve('/two.mp4', await videoOf(workshop, 2));
    const webm = await workshop.make('two.webm', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=20:duration=2', '-c:v', 'libvpx');
    const opus = await toneOf(workshop, 'tone.opus', 2);
    for (const [video_url, audio_url] of [
      [video, files.serve('/tone.wav', await toneOf(workshop, 'tone.wav', 2))],
      [files.serve('/two.webm', webm), files.serve('/tone.opus', opus)],
    ]) {
      const created = lipSyncResponse.parse(await (await call(service, 'POST', lipSyncPath, { body: { video_url, audio_url } })).json());
      const path = `${lipSyncPath}/${created.data.id}`;
      const ended = await endedAt(service, path, (body) => lipSyncResponse.parse(body).data, ({ status }) => status); // prettier-ignore
      const clip = await played(ended.result_url!);
      expect(clip.width).toBe(160);
      expect(clip.seconds).toBeCloseTo(2, 0);
      expect(clip.frames).toBeGreaterThan(0);
      expect(clip.soundBytes).toBeGreaterThan(0);
    }
  },
);

test('Chromium plays the clips of video jobs', { tags: ['beside'] }, async () => {
  const body = { prompt: 'A red boat', model: 'beta-video-1', seconds: 2, size: '320x320' };
  const created = await call(service, 'POST', videosPath, { body, headers: { 'Idempotency-Key': 'played' } });
  const path = `${videosPath}/${mediaJob.parse(await created.json()).task_id}`;
  const { result_url } = await endedAt(service, path, (read) => mediaJob.parse(read), ({ status }) => status); // prettier-ignore
  const clip = await played(result_url!);
  expect(clip.width).toBe(320);
  expect(clip.seconds).toBeCloseTo(2, 0);
  expect(clip.frames).toBeGreaterThan(0);
});
