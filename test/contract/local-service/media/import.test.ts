import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { call, failureOf } from '../support.ts';
import { openWorkshop, startFileServer, toneOf, videoOf, type FileServer, type Workshop } from './media-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let workshop: Workshop;
let files: FileServer;
let video: string;
let tone: string;
const key = 'local-import';
beforeAll(async () => {
  [service, workshop, files] = await Promise.all([startLocalService(), openWorkshop(), startFileServer()]);
  video = files.serve('/one.mp4', await videoOf(workshop, 1));
  tone = files.serve('/one.wav', await toneOf(workshop, 'one.wav', 1));
});
beforeEach(() => service.clearFaults());
afterAll(async () => {
  // Whatever failed to be imported in this file made no job and charged nothing.
  const book = await service.charges(key);
  await Promise.all([service.stop(), workshop.close(), files.close()]);
  expect(book.entries.map((entry) => entry.state)).toEqual(['granted']);
});

const refused = async (body: Record<string, unknown>) => {
  const response = await call(service, 'POST', lipSyncPath, { body: { video_url: video, audio_url: tone, ...body }, key });
  const failure = await failureOf(response);
  const jobs = (await (await call(service, 'GET', lipSyncPath, { key })).json()) as { data: { total: number } };
  expect(jobs.data.total).toBe(0);
  expect((await service.charges(key)).entries.map((entry) => entry.state)).toEqual(['granted']);
  return { ...failure, retryAfter: response.headers.get('retry-after') };
};

test('a file that does not arrive in time, or whose server never answers, is a 504 that may be retried', { tags: ['beside'] }, async () => {
  const hasty = await startLocalService({ importSeconds: 1 });
  try {
    const slow = files.serve('/slow.mp4', (_, response) => response.writeHead(200).write('RIFF'));
    for (const video_url of [slow, files.serve('/silent.mp4', () => undefined)]) {
      expect(await failureOf(await call(hasty, 'POST', lipSyncPath, { body: { video_url, audio_url: tone } }))).toMatchObject({
        status: 504,
        code: 'ERR_LIP_SYNC_MEDIA_DOWNLOAD_TIMEOUT',
        details: { media_kind: 'video', stage: 'download', retryable: true },
      });
    }
    expect((await hasty.charges()).entries.map((entry) => entry.state)).toEqual(['granted']);
  } finally {
    await hasty.stop();
  }
});

test('a file that is too large is a 413, by its length or by what comes', async () => {
  const declared = files.serve('/declared.wav', (_, response) =>
    response.writeHead(200, { 'Content-Length': 40 * 1024 * 1024 }).write('RIFF'),
  );
  const block = Buffer.alloc(1024 * 1024);
  const streamed = files.serve('/streamed.wav', (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(block)) continue;
    };
    response.on('drain', more).writeHead(200);
    more();
  });
  for (const audio_url of [declared, streamed]) {
    expect(await refused({ audio_url })).toMatchObject({
      status: 413,
      code: 'ERR_LIP_SYNC_MEDIA_TOO_LARGE',
      details: { media_kind: 'audio', stage: 'download', retryable: false },
    });
  }
});

test('media that is longer than is taken is a 413', async () => {
  const silence = await workshop.make(
    'long.mp3',
    '-f',
    'lavfi',
    '-i',
    'anullsrc=sample_rate=8000:channel_layout=mono',
    '-t',
    '602',
    '-b:a',
    '8k',
  );
  const failure = await refused({ audio_url: files.serve('/long.mp3', silence) });
  expect(failure).toMatchObject({ status: 413, details: { media_kind: 'audio', stage: 'inspect', retryable: false } });
});

test('what is no media, or not the media that is wanted, is a 415 that names it', async () => {
  const text = files.serve('/text.mp4', Buffer.from('this is a text and no video at all '.repeat(50)));
  const cases = [
    { body: { video_url: text }, kind: 'video' },
    { body: { video_url: tone }, kind: 'video' },
    { body: { audio_url: text }, kind: 'audio' },
  ];
  for (const { body, kind } of cases) {
    expect(await refused(body)).toMatchObject({
      status: 415,
      code: 'ERR_LIP_SYNC_MEDIA_UNSUPPORTED',
      details: { media_kind: kind, stage: 'inspect', retryable: false },
    });
  }
});

test('a file that is cut short, missing, or behind a broken connection is a 422', async () => {
  const whole = await videoOf(workshop, 1);
  const stub = files.serve('/stub.mp4', whole.subarray(0, 60));
  expect(await refused({ video_url: stub })).toMatchObject({ status: 422, details: { stage: 'inspect', retryable: false } });
  expect(await refused({ video_url: files.url('/nothing.mp4') })).toMatchObject({
    status: 422,
    code: 'ERR_LIP_SYNC_MEDIA_UNREADABLE',
    details: { media_kind: 'video', stage: 'download', retryable: false },
  });
  const broken = files.serve('/broken.mp4', (_, response) => {
    response.writeHead(200, { 'Content-Length': whole.length });
    response.write(whole.subarray(0, 500), () => response.destroy());
  });
  expect(await refused({ video_url: broken })).toMatchObject({ status: 422, details: { stage: 'download', retryable: true } });
});

test('nobody at the address is a 422', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const failure = await refused({ video_url: `http://127.0.0.1:${port}/v.mp4` });
  expect(failure).toMatchObject({ status: 422, details: { media_kind: 'video', stage: 'download' } });
});

test.each(['http://no-such-host.invalid/v.mp4', `http://${'a'.repeat(64)}.invalid/v.mp4`, 'https://-/v.mp4'])(
  'a name that stands for no address, %s, is a 422 that may be retried',
  async (video_url) => {
    expect(await refused({ video_url })).toMatchObject({
      status: 422,
      code: 'ERR_LIP_SYNC_MEDIA_UNREADABLE',
      details: { media_kind: 'video', stage: 'download', retryable: true },
    });
  },
);

test.each([500, 503, 429])('a server that answers %s is a 503 with Retry-After', async (status) => {
  const video_url = files.serve(`/status-${status}.mp4`, (_, response) => response.writeHead(status).end());
  const failure = await refused({ video_url });
  expect(failure).toMatchObject({
    status: 503,
    code: 'ERR_LIP_SYNC_MEDIA_IMPORT_UNAVAILABLE',
    details: { media_kind: 'video', stage: 'download', retryable: true },
  });
  expect(failure.retryAfter).toMatch(/^\d+$/u);
});

test('redirects are followed, but neither in circles nor to addresses that are not fetched', async () => {
  const redirect = (from: string, to: string) => files.serve(from, (_, response) => response.writeHead(302, { Location: to }).end());
  expect(await refused({ video_url: redirect('/circle', '/circle') })).toMatchObject({
    status: 422,
    details: { stage: 'download', retryable: false },
  });
  for (const [index, to] of ['file:///etc/passwd', 'http://169.254.169.254/latest', 'http://10.0.0.1/a'].entries()) {
    const failure = await refused({ video_url: redirect(`/away-${index}`, to) });
    expect(failure).toMatchObject({ status: 422, details: { stage: 'address', retryable: false } });
  }
  // One that leads to the video gets as far as the sound.
  const failure = await refused({ video_url: redirect('/good', video), audio_url: files.url('/nothing.wav') });
  expect(failure.details).toMatchObject({ media_kind: 'audio' });
});

test.each(['file:///etc/passwd', 'data:audio/wav;base64,UklGRg==', 'ftp://127.0.0.1/a', 'http://user:pass@127.0.0.1/a', 'video.mp4', ''])(
  'the address %j is a 400 that names the field',
  async (audio_url) => {
    const failure = await refused({ audio_url });
    expect(failure).toMatchObject({ status: 400, code: 'ERR_INVALID_REQUEST' });
    expect(failure.message).toContain('audio_url');
  },
);

test.each([
  'http://10.1.2.3/v.mp4',
  'http://192.168.1.1/v.mp4',
  'http://[fe80::1]/v.mp4',
  'http://[::ffff:10.0.0.1]/v.mp4',
  'http://0.0.0.0/v.mp4',
])('the private address %s is refused', async (video_url) => {
  expect(await refused({ video_url })).toMatchObject({ status: 422, details: { media_kind: 'video', stage: 'address', retryable: false } });
});

test('more imports at once than are taken is a 429 with Retry-After', async () => {
  const held: (() => void)[] = [];
  const video_url = files.serve('/held.mp4', (_, response) => held.push(() => response.writeHead(404).end()));
  const waiting = Array.from({ length: 4 }, () => call(service, 'POST', lipSyncPath, { body: { video_url, audio_url: tone }, key }));
  await expect.poll(() => held.length, { interval: 20, timeout: 30_000 }).toBe(4);
  const failure = await refused({});
  for (const release of held) release();
  expect(failure).toMatchObject({ status: 429, details: { media_kind: 'video', stage: 'download', retryable: true } });
  expect(failure.retryAfter).toMatch(/^\d+$/u);
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(422);
});

test('the fault import-fails answers as it is set to', async () => {
  const on = `POST ${lipSyncPath}`;
  await service.setFaults([
    { on, kind: 'import-fails', mediaKind: 'audio', stage: 'inspect', retryable: false, status: 415 },
    { on, kind: 'import-fails', nth: 2 },
  ]);
  expect(await refused({})).toMatchObject({ status: 415, details: { media_kind: 'audio', stage: 'inspect', retryable: false } });
  expect(await refused({})).toMatchObject({ status: 503, details: { media_kind: 'video', stage: 'download', retryable: true } });
});
