import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { imagesPath, mediaModelsPath, videosPath } from '#shared/wire/media.ts';
import { mediaJob, mediaModelList, type MediaModel } from '#shared/wire/responses/media.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { bookAddsUp, call, failureOf } from '../support.ts';
import { bytesAt, endedAt, openWorkshop, startFileServer, type FileServer, type Workshop } from './media-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let workshop: Workshop;
let files: FileServer;
let picture: string;
beforeAll(async () => {
  [service, workshop, files] = await Promise.all([startLocalService(), openWorkshop(), startFileServer()]);
  picture = files.serve('/a.png', await workshop.make('a.png', '-f', 'lavfi', '-i', 'testsrc=size=64x64', '-frames:v', '1'));
});
beforeEach(() => service.clearFaults());
afterAll(() => Promise.all([service.stop(), workshop.close(), files.close()]));

const image = { prompt: 'A red boat', model: 'gamma-image-1-lite', aspect_ratio: '16:9' };
const video = { prompt: 'A red boat', model: 'beta-video-1', seconds: 2, size: '320x320' };
let keys = 0;
interface More {
  key?: string;
  id?: string;
  on?: LocalService;
}
const post = (path: string, body: Record<string, unknown>, more: More = {}) =>
  call(more.on ?? service, 'POST', path, {
    body,
    headers: { 'Idempotency-Key': more.id ?? `media-${(keys += 1)}` },
    ...(more.key !== undefined && { key: more.key }),
  });
const accepted = async (path: string, body: Record<string, unknown>, more: More = {}) => {
  const response = await post(path, body, more);
  expect(response.status).toBe(202);
  return { response, job: mediaJob.parse(await response.json()) };
};
const ended = (path: string, id: string, key?: string, on = service) =>
  endedAt(
    on,
    `${path}/${id}`,
    (body) => mediaJob.parse(body),
    (body) => body.status,
    key,
  );
const made = async (path: string, body: Record<string, unknown>, key?: string) => {
  const { job } = await accepted(path, body, key === undefined ? {} : { key });
  const done = await ended(path, job.task_id, key);
  expect(done).toMatchObject({ status: 'completed', note: expect.stringContaining('preview') as string });
  return bytesAt(done.result_url!);
};
const models = async (type: string): Promise<MediaModel[]> =>
  mediaModelList.parse(await (await call(service, 'GET', `${mediaModelsPath}?mediaType=${type}`)).json()).models;

test('models are listed by type, and differ in references: at 1k alone, at every tier, none', async () => {
  const images = await models('image');
  expect(images.every((model) => model.mediaType === 'image')).toBe(true);
  const tiers = images.map((model) => model.references.resolutions?.join() ?? '');
  expect(tiers).toEqual(expect.arrayContaining(['1k', '1k,2k,4k', '']));
  expect(images.find((model) => model.references.resolutions?.length === 3)?.references.maximum).toBe(4);
  expect((await models('video')).length).toBeGreaterThan(0);
  for (const query of ['', '?mediaType=sound']) {
    const failure = await failureOf(await call(service, 'GET', `${mediaModelsPath}${query}`));
    expect(failure.status).toBe(400);
    expect(failure.message).toContain('mediaType');
  }
});

test('an image is a PNG of the right size, the same for the same prompt and another for another', async () => {
  const first = await made(imagesPath, image);
  const { streams } = await workshop.probe(first);
  expect(streams).toMatchObject([{ codec_name: 'png', width: 1024, height: 576 }]);
  expect((await made(imagesPath, image)).equals(first)).toBe(true);
  expect((await made(imagesPath, { ...image, prompt: 'A blue boat' })).equals(first)).toBe(false);
});

test('a video plays: H.264 of the right size and length', async () => {
  const { streams, format } = await workshop.probe(await made(videosPath, video));
  expect(streams).toMatchObject([{ codec_name: 'h264', width: 320, height: 320, nb_read_frames: 24 }]);
  expect(format.duration).toBeCloseTo(2, 1);
});

test('references are fetched, count for the picture, and are refused where the model does not take them', async () => {
  const body = { ...image, model: 'alpha-image-1', aspect_ratio: '1:1' };
  const plain = await made(imagesPath, body);
  expect((await made(imagesPath, { ...body, image_url: picture })).equals(plain)).toBe(false);
  const cases: [string, Record<string, unknown>, string][] = [
    [imagesPath, { ...body, resolution: '2k', image_url: picture }, 'image_url'],
    [imagesPath, { ...image, image_url: picture }, 'image_url'],
    [imagesPath, { ...body, image_url: picture, image_urls: [picture] }, 'image_urls'],
    [imagesPath, { ...body, image_urls: Array.from({ length: 5 }, () => picture) }, 'image_urls'],
    [videosPath, { ...video, first_frame_url: picture }, 'first_frame_url'],
  ];
  for (const [path, refused, field] of cases) {
    const failure = await failureOf(await post(path, refused));
    expect(failure.status).toBe(400);
    expect(failure.message).toContain(field);
  }
  const tiered = { ...body, model: 'beta-image-1', resolution: '2k', image_urls: [picture, picture, picture, picture] };
  expect((await accepted(imagesPath, tiered)).job.quota_used).toBe(1_200);
  expect((await accepted(videosPath, { ...video, reference_image_urls: [picture] })).job.status).toBe('pending');
});

test('a reference that cannot be imported creates no job and charges nothing', async () => {
  const key = 'local-reference';
  const body = { ...image, model: 'alpha-image-1' };
  const text = files.serve('/text.png', Buffer.from('no picture'));
  expect(await failureOf(await post(imagesPath, { ...body, image_url: text }, { key }))).toMatchObject({
    status: 415,
    code: 'ERR_MEDIA_UNSUPPORTED',
    details: { media_kind: 'image', stage: 'inspect', retryable: false },
  });
  expect((await failureOf(await post(imagesPath, { ...body, image_url: 'data:image/png;base64,AA' }, { key }))).status).toBe(400);
  expect((await service.charges(key)).entries).toHaveLength(1);
});

test.each([
  [imagesPath, { ...image, aspect_ratio: '5:4' }, 400, 'aspect_ratio'],
  [imagesPath, { ...image, aspect_ratio: 'wide' }, 400, 'aspect_ratio'],
  [imagesPath, { ...image, resolution: '4k' }, 400, 'resolution'],
  [imagesPath, { ...image, model: 'nobody' }, 400, 'model'],
  [imagesPath, { ...image, model: 'delta-image-1' }, 503, 'model'],
  [imagesPath, { ...image, prompt: ' ' }, 400, 'prompt'],
  [imagesPath, { ...image, size: '1x1' }, 400, 'size'],
  [videosPath, { ...video, seconds: 2.5 }, 400, 'seconds'],
  [videosPath, { ...video, size: '100x100' }, 400, 'size'],
  [videosPath, { ...video, model: 'alpha-image-1' }, 400, 'model'],
])('%s with %j is a %s that names %s', async (path, body, status, field) => {
  const failure = await failureOf(await post(path, body));
  expect(failure.status).toBe(status);
  expect(failure.message).toContain(field);
});

test.each([
  [imagesPath, image],
  [videosPath, video],
])('%s: the key is required, a repetition is the original answer uncharged, another body is a conflict', async (path, body) => {
  const key = `local-replay-${path === imagesPath ? 'image' : 'video'}`;
  const missing = await failureOf(await call(service, 'POST', path, { body, key }));
  expect(missing.status).toBe(400);
  expect(missing.message).toMatch(/idempotency-key/iu);
  expect((await failureOf(await post(path, body, { key, id: 'k'.repeat(129) }))).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 8 }, () => accepted(path, body, { key, id: 'once' })));
  const [first] = answers;
  for (const { job } of answers) expect({ ...job, requestId: '' }).toEqual({ ...first!.job, requestId: '' });
  expect(first!.job.status).toBe('pending');
  await ended(path, first!.job.task_id, key);
  const again = (await accepted(path, body, { key, id: 'once' })).job;
  expect({ ...again, requestId: '' }).toEqual({ ...first!.job, requestId: '' });
  expect(await failureOf(await post(path, { ...body, prompt: 'Other' }, { key, id: 'once' }))).toMatchObject({
    status: 409,
    code: 'ERR_REQUEST_ID_CONFLICT',
  });
  const book = await service.charges(key);
  expect(book.entries.slice(1)).toMatchObject([{ state: 'settled', characters: first!.job.quota_used, credits: 0 }]);
  expect(bookAddsUp(book)).toBe(true);
  expect((await call(service, 'GET', `${path}/${first!.job.task_id}`, { key: 'local-somebody' })).status).toBe(404);
});

test('a job that fails is refunded once, and tells its code; without quota there is none', async () => {
  const key = 'local-media-fails';
  await service.setFaults([{ on: `POST ${imagesPath}`, kind: 'fail-generation' }]);
  const done = await ended(imagesPath, (await accepted(imagesPath, image, { key })).job.task_id, key);
  expect(done).toMatchObject({ status: 'failed', error_code: 'ERR_GENERATION_FAILED' });
  expect(done.result_url).toBeUndefined();
  const book = await service.charges(key);
  expect(book.entries.map((entry) => entry.state)).toEqual(['granted', 'refunded']);
  expect(bookAddsUp(book)).toBe(true);
  const poor = await startLocalService({ quota: 10 });
  try {
    expect((await failureOf(await post(videosPath, video, { on: poor }))).status).toBe(402);
  } finally {
    await poor.stop();
  }
});

test('killed while it draws: the job is made at the next start and charged once', { tags: ['beside'] }, async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'voicewright-kill-'));
  try {
    const key = 'local-kill';
    let victim = await startLocalService({ dataDirectory, key });
    const { job } = await accepted(videosPath, video, { on: victim, id: 'kill' });
    await victim.kill();
    victim = await startLocalService({ dataDirectory, key });
    expect((await ended(videosPath, job.task_id, key, victim)).status).toBe('completed');
    const again = await accepted(videosPath, video, { on: victim, id: 'kill' });
    expect(again.job.task_id).toBe(job.task_id);
    expect((await victim.charges()).entries.map((entry) => entry.state)).toEqual(['granted', 'settled']);
    await victim.stop();
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
});

test('an account may have 50 jobs under way: the next is a 429 with Retry-After, and charges nothing', async () => {
  const own = await startLocalService();
  try {
    const body = { ...video, seconds: 10 };
    const answers = await Promise.all(
      Array.from({ length: 54 }, (_, index) => call(own, 'POST', videosPath, { body, headers: { 'Idempotency-Key': `many-${index}` } })),
    );
    // Two are made at a time: no more than a few can have ended while the others came.
    const refused = answers.filter((answer) => answer.status === 429);
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(answers.length - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.headers.get('retry-after')).toMatch(/^\d+$/u);
    const book = await own.charges();
    expect(book.entries.filter((entry) => entry.state !== 'granted')).toHaveLength(answers.length - refused.length);
    expect(bookAddsUp(book)).toBe(true);
  } finally {
    await own.kill();
  }
});
