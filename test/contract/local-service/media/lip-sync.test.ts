import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { legacyLipSyncPaths, lipSyncPath } from '#shared/wire/lip-sync.ts';
import { lipSyncList, lipSyncResponse } from '#shared/wire/responses/lip-sync.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { bookAddsUp, call, failureOf } from '../support.ts';
import { bytesAt, endedAt, openWorkshop, startFileServer, toneOf, videoOf, type FileServer, type Workshop } from './media-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let workshop: Workshop;
let files: FileServer;
let video: string;
let tone: string;
beforeAll(async () => {
  [service, workshop, files] = await Promise.all([startLocalService(), openWorkshop(), startFileServer()]);
  video = files.serve('/three.mp4', await videoOf(workshop, 3));
  tone = files.serve('/two.wav', await toneOf(workshop, 'two.wav', 1.9));
});
beforeEach(() => service.clearFaults());
afterAll(() => Promise.all([service.stop(), workshop.close(), files.close()]));

const create = async (body: Record<string, unknown> = {}, key?: string, on = service, path: string = lipSyncPath) => {
  const response = await call(on, 'POST', path, {
    body: { video_url: video, audio_url: tone, ...body },
    ...(key !== undefined && { key }),
  });
  expect(response.status).toBe(202);
  return { response, ...lipSyncResponse.parse(await response.json()) };
};
const ended = (id: string, key?: string, on = service) =>
  endedAt(
    on,
    `${lipSyncPath}/${id}`,
    (body) => lipSyncResponse.parse(body),
    (body) => body.data.status,
    key,
  );
const listed = async (query: string, key: string, path: string = lipSyncPath) =>
  lipSyncList.parse(await (await call(service, 'GET', `${path}?${query}`, { key })).json()).data;

test('a job is accepted with its final price: the shorter input, rounded up to whole seconds', async () => {
  const key = 'local-price';
  const { response, success, data } = await create({}, key);
  expect(success).toBe(true);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/u);
  expect(data).toMatchObject({ status: 'pending', billing_duration_seconds: 2, billing_rule: 'shorter_input_rounded_up' });
  expect(data.video_duration_seconds).toBeCloseTo(3, 1);
  expect(data.audio_duration_seconds).toBeCloseTo(1.9, 1);
  expect(data.credits_used).toBeGreaterThan(0);
  const done = await ended(data.id, key);
  expect(done.data.credits_used).toBe(data.credits_used);
  const book = await service.charges(key);
  expect(book.entries.at(-1)).toMatchObject({ state: 'settled', credits: data.credits_used });
  expect(bookAddsUp(book)).toBe(true);
});

test('the result can be played: the pictures of the video with the new sound, cut as billed, and it says that no lips move', async () => {
  const { data } = await ended((await create()).data.id);
  expect(data).toMatchObject({ status: 'completed', result_content_type: 'video/mp4', note: expect.stringContaining('no lips') as string });
  const bytes = await bytesAt(data.result_url!);
  expect(bytes.length).toBe(data.result_bytes);
  const probe = await workshop.probe(bytes);
  expect(probe.streams.map((stream) => stream.codec_name).sort()).toEqual(['h264', 'mp3']);
  const pictures = probe.streams.find((stream) => stream.codec_type === 'video')!;
  expect(pictures).toMatchObject({ width: 160, height: 90 });
  // 1.9 s of 20 pictures a second; those that others need may come after the end.
  expect(pictures.nb_read_frames).toBeGreaterThanOrEqual(38);
  expect(pictures.nb_read_frames).toBeLessThanOrEqual(42);
  expect(probe.format.duration).toBeLessThan(2.2);
});

test('video_extension bills the sound and begins the video again until the sound ends', async () => {
  const audio_url = files.serve('/seven.mp3', await toneOf(workshop, 'seven.mp3', 7));
  const { data } = await create({ audio_url, video_extension: true });
  expect(data.billing_rule).not.toBe('shorter_input_rounded_up');
  expect(data.billing_duration_seconds).toBe(Math.ceil(data.audio_duration_seconds));
  const { streams, format } = await workshop.probe(await bytesAt((await ended(data.id)).data.result_url!));
  expect(streams.find((stream) => stream.codec_type === 'video')!.nb_read_frames).toBeGreaterThanOrEqual(140);
  expect(format.duration).toBeGreaterThan(6.9);
});

test.each(['ogg', 'flac', 'm4a', 'opus'])('sound in %s goes into the result', async (format) => {
  const audio_url = files.serve(`/sound.${format}`, await toneOf(workshop, `sound.${format}`, 1));
  const { data } = await ended((await create({ audio_url })).data.id);
  expect(data.status).toBe('completed');
  const { streams } = await workshop.probe(await bytesAt(data.result_url!));
  expect(streams.find((stream) => stream.codec_type === 'audio')!.nb_read_frames).toBeGreaterThan(5);
});

test('a WebM keeps its pictures', async () => {
  const webm = await workshop.make('vp8.webm', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10:duration=1', '-c:v', 'libvpx');
  const opus = files.serve('/one.opus', await toneOf(workshop, 'one.opus', 1));
  const { data } = await ended((await create({ video_url: files.serve('/vp8.webm', webm), audio_url: opus })).data.id);
  expect(data.result_content_type).toBe('video/webm');
  const { streams } = await workshop.probe(await bytesAt(data.result_url!));
  expect(streams.map((stream) => stream.codec_name).sort()).toEqual(['opus', 'vp8']);
});

test('the result is read in parts, by an address that needs no key and cannot be changed', async () => {
  const { data } = await ended((await create()).data.id);
  const bytes = await bytesAt(data.result_url!);
  const part = await fetch(data.result_url!, { headers: { Range: 'bytes=100-199' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
  const end = await fetch(data.result_url!, { headers: { Range: 'bytes=-50' } });
  expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-50))).toBe(true);
  expect((await fetch(data.result_url!, { headers: { Range: `bytes=${bytes.length}-` } })).status).toBe(416);
  expect((await fetch(data.result_url!.replace('/media/result-', '/media/speech-'))).status).toBe(404);
  expect(Date.parse(data.result_expires_at!)).toBeGreaterThan(Date.now());
});

test('a job that fails is refunded in full and says why', async () => {
  const key = 'local-refund';
  await service.setFaults([{ on: `POST ${lipSyncPath}`, kind: 'fail-generation' }]);
  const { data } = await ended((await create({}, key)).data.id, key);
  expect(data).toMatchObject({ status: 'failed', error_code: 'ERR_GENERATION_FAILED', error_message: expect.any(String) as string });
  expect(data.result_url).toBeUndefined();
  const book = await service.charges(key);
  expect(book.entries.map((entry) => entry.state)).toEqual(['granted', 'refunded']);
  expect(bookAddsUp(book)).toBe(true);
});

test('the list is newest first, in pages, by state, for its owner alone; legacy paths do the same', async () => {
  const key = 'local-list';
  const ids = [(await create({}, key)).data.id, (await create({}, key, service, legacyLipSyncPaths.create)).data.id];
  await service.setFaults([{ on: `POST ${lipSyncPath}`, kind: 'fail-generation' }]);
  ids.push((await create({}, key)).data.id);
  for (const id of ids) await ended(id, key);
  expect((await listed('', key)).items.map((item) => item.id)).toEqual(ids.toReversed());
  expect((await listed('status=completed', key)).total).toBe(2);
  expect((await listed('status=failed', key, legacyLipSyncPaths.list)).items.map((item) => item.id)).toEqual([ids[2]]);
  expect(await listed('page=2&limit=2', key)).toMatchObject({ total: 3, page: 2, limit: 2, total_pages: 2, items: [{ id: ids[0] }] });
  expect((await listed('', 'local-somebody')).total).toBe(0);
  for (const query of ['status=done', 'limit=101', 'page=0']) {
    const failure = await failureOf(await call(service, 'GET', `${lipSyncPath}?${query}`));
    expect(failure.status).toBe(400);
    expect(failure.message).toContain(query.split('=')[0]);
  }
  for (const name of ['id', 'jobId']) {
    const response = await call(service, 'GET', `${legacyLipSyncPaths.query}?${name}=${ids[0]!}`, { key });
    expect(lipSyncResponse.parse(await response.json()).data).toMatchObject({ id: ids[0], status: 'completed' });
  }
  expect((await failureOf(await call(service, 'GET', legacyLipSyncPaths.query, { key }))).status).toBe(400);
  expect((await failureOf(await call(service, 'GET', `${lipSyncPath}/${ids[0]!}`, { key: 'local-somebody' }))).status).toBe(404);
});

test('without credits for it there is no job', async () => {
  const poor = await startLocalService({ credits: 5 });
  try {
    const response = await call(poor, 'POST', lipSyncPath, { body: { video_url: video, audio_url: tone } });
    expect(await failureOf(response)).toMatchObject({ status: 402, code: 'ERR_INSUFFICIENT_CREDITS' });
    expect((await poor.charges()).entries.map((entry) => entry.state)).toEqual(['granted']);
  } finally {
    await poor.stop();
  }
});

test('killed after it was accepted: the job is made at the next start, charged once, and what was final stays so', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'voicewright-kill-'));
  try {
    const key = 'local-kill';
    let victim = await startLocalService({ dataDirectory, key });
    const first = await ended((await create({}, key, victim)).data.id, key, victim);
    const ids = [(await create({}, key, victim)).data.id, (await create({}, key, victim)).data.id];
    await victim.kill();
    victim = await startLocalService({ dataDirectory, key });
    for (const id of ids) {
      const { data } = await ended(id, key, victim);
      expect(data.status).toBe('completed');
      expect((await workshop.probe(await bytesAt(data.result_url!))).streams).toHaveLength(2);
    }
    const final = (await ended(first.data.id, key, victim)).data;
    // Every read makes a new address of the result; nothing else may change.
    expect({ ...final, result_url: '', result_expires_at: '' }).toEqual({ ...first.data, result_url: '', result_expires_at: '' });
    expect((await bytesAt(final.result_url!)).length).toBe(first.data.result_bytes);
    const book = await victim.charges();
    expect(book.entries.map((entry) => entry.state)).toEqual(['granted', 'settled', 'settled', 'settled']);
    expect(bookAddsUp(book)).toBe(true);
    await victim.stop();
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
});

test('sound that the video cannot carry is a 415 that names it, before there is a job or a charge', async () => {
  const key = 'local-misfit';
  const vorbis = await workshop.make('misfit.webm', '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'libvorbis');
  const response = await call(service, 'POST', lipSyncPath, {
    key,
    body: { video_url: video, audio_url: files.serve('/misfit.webm', vorbis) },
  });
  const failure = await failureOf(response);
  expect(failure).toMatchObject({ status: 415, details: { media_kind: 'audio', stage: 'inspect', retryable: false } });
  expect(failure.message).toContain('audio_url');
  expect(failure.message).toContain('vorbis');
  expect((await service.charges(key)).entries).toHaveLength(1);
  expect((await listed('', key)).total).toBe(0);
});
