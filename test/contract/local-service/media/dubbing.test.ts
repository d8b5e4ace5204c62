import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dubbingPath } from '#shared/wire/dubbing.ts';
import { dubbingError, dubbingResponse } from '#shared/wire/responses/dubbing.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { bookAddsUp, call, failureOf, voiceFor } from '../support.ts';
import { bytesAt, endedAt, openWorkshop, startFileServer, videoOf, type FileServer, type Workshop } from './media-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let workshop: Workshop;
let files: FileServer;
let voice: string;
let video: string;
beforeAll(async () => {
  [service, workshop, files] = await Promise.all([startLocalService(), openWorkshop(), startFileServer()]);
  voice = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
  video = files.serve('/six.mp4', await videoOf(workshop, 6));
});
beforeEach(() => service.clearFaults());
afterAll(() => Promise.all([service.stop(), workshop.close(), files.close()]));

const text = 'This is a narration of a few seconds, which is spoken over the video.';
let keys = 0;
const post = (body: Record<string, unknown> = {}, more: { key?: string; id?: string; on?: LocalService } = {}) => {
  const id = more.id ?? `dubbing-${(keys += 1)}`;
  return call(more.on ?? service, 'POST', dubbingPath, {
    body: { video_url: video, text, reference_id: voice, ...body },
    headers: { 'Idempotency-Key': id },
    ...(more.key !== undefined && { key: more.key }),
  });
};
const accepted = async (response: Response) => {
  expect(response.status).toBe(202);
  return dubbingResponse.parse(await response.json()).data;
};
const ended = async (id: string, key?: string) =>
  (
    await endedAt(
      service,
      `${dubbingPath}/${id}`,
      (body) => dubbingResponse.parse(body),
      (body) => body.data.status,
      key,
    )
  ).data;
const states = async (key: string) => {
  const book = await service.charges(key);
  expect(bookAddsUp(book)).toBe(true);
  return book.entries.slice(1).map((entry) => entry.state);
};

test('one call makes the speech and the job; the price has both parts, and the same key is answered with the first answer', async () => {
  const key = 'local-dub';
  const first = await accepted(await post({}, { key, id: 'same' }));
  expect(first).toMatchObject({ status: 'pending', billing_rule: 'shorter_input_rounded_up' });
  expect(first.credits_used.tts).toBe(text.length);
  expect(first.credits_used.lip_sync).toBeGreaterThan(0);
  expect(first.credits_used.total).toBe(first.credits_used.tts + first.credits_used.lip_sync);
  expect(first.billing_duration_seconds).toBe(Math.ceil(first.audio_duration_seconds));
  const done = await ended(first.id, key);
  expect(done).toMatchObject({ status: 'completed', note: expect.stringContaining('no lips') as string });
  const { streams } = await workshop.probe(await bytesAt(done.result_url!));
  expect(streams.map((stream) => stream.codec_name).sort()).toEqual(['h264', 'mp3']);
  expect(await accepted(await post({}, { key, id: 'same' }))).toEqual(first);
  expect(await failureOf(await post({ text: 'Other.' }, { key, id: 'same' }))).toMatchObject({
    status: 409,
    code: 'ERR_REQUEST_ID_CONFLICT',
  });
  expect(await states(key)).toEqual(['settled', 'settled']);
  expect((await call(service, 'GET', `${dubbingPath}/${first.id}`, { key: 'local-somebody' })).status).toBe(404);
});

test.each([2.5, 7.5])('fit_audio_to_video makes the speech last as long as a video of %s s', async (seconds) => {
  const video_url = files.serve(`/fit-${seconds}.mp4`, await videoOf(workshop, seconds));
  const plain = await accepted(await post({ video_url }));
  const data = await accepted(await post({ video_url, fit_audio_to_video: true }));
  expect(Math.abs(plain.audio_duration_seconds - seconds)).toBeGreaterThan(0.3);
  expect(Math.abs(data.audio_duration_seconds - data.video_duration_seconds)).toBeLessThanOrEqual(0.16);
  expect(data.credits_used.tts).toBe(plain.credits_used.tts);
});

test('a fit beyond 0.5x to 2x fails before the lip sync; the speech stays paid, and can be had', async () => {
  const key = 'local-unfit';
  const video_url = files.serve('/unfit.mp4', await videoOf(workshop, 1));
  const response = await post({ video_url, fit_audio_to_video: true }, { key });
  const failure = dubbingError.parse(await response.json());
  expect([response.status, failure.code]).toEqual([422, 'ERR_DUBBING_FIT_OUT_OF_RANGE']);
  expect(failure.tts_credits_used).toBe(text.length);
  const { streams } = await workshop.probe(await bytesAt(failure.tts_audio_url!));
  expect(streams.map((stream) => stream.codec_name)).toEqual(['mp3']);
  expect(await states(key)).toEqual(['settled']);
});

test('when the lip sync cannot be created the error carries the speech, and the same key goes on from there without paying twice', async () => {
  const key = 'local-partial';
  await service.setFaults([{ on: `POST ${dubbingPath}`, kind: 'import-fails', mediaKind: 'audio', status: 503 }]);
  const response = await post({}, { key, id: 'partial' });
  const failure = dubbingError.parse(await response.json());
  expect(response.status).toBe(503);
  expect(failure).toMatchObject({ details: { media_kind: 'audio', retryable: true }, tts_credits_used: text.length });
  expect((await bytesAt(failure.tts_audio_url!)).length).toBeGreaterThan(10_000);
  expect(await states(key)).toEqual(['settled']);
  const data = await accepted(await post({}, { key, id: 'partial' }));
  expect((await ended(data.id, key)).status).toBe('completed');
  expect(await states(key)).toEqual(['settled', 'settled']);
});

test('credits that reach for the speech alone: the lip sync is a 402 with the speech, and its reservation is not kept', async () => {
  const poor = await startLocalService({ credits: text.length + 5 });
  try {
    const response = await post({}, { on: poor });
    const failure = dubbingError.parse(await response.json());
    expect([response.status, failure.code]).toEqual([402, 'ERR_INSUFFICIENT_CREDITS']);
    expect(failure.tts_credits_used).toBe(text.length);
    expect((await poor.charges()).balance.credits).toBe(5);
    expect((await failureOf(await post({ text: `${text} ${text}` }, { on: poor }))).status).toBe(402);
    expect((await poor.charges()).balance.credits).toBe(5);
  } finally {
    await poor.stop();
  }
});

test('a job that fails gives its lip sync back and keeps the speech', async () => {
  const key = 'local-dub-fails';
  await service.setFaults([{ on: `POST ${dubbingPath}`, kind: 'fail-generation' }]);
  const data = await ended((await accepted(await post({}, { key }))).id, key);
  expect(data).toMatchObject({ status: 'failed', error_code: 'ERR_GENERATION_FAILED' });
  expect(await states(key)).toEqual(['settled', 'refunded']);
});

test('an import that fails, a wrong field or a missing key charges nothing', async () => {
  const key = 'local-nothing';
  const broken = await failureOf(await post({ video_url: files.url('/nothing.mp4') }, { key }));
  expect(broken).toMatchObject({ status: 422, details: { media_kind: 'video', stage: 'download', retryable: false } });
  expect(broken['tts_audio_url']).toBeUndefined();
  const cases: [Record<string, unknown>, number, string][] = [
    [{ reference_id: 'nobody' }, 404, 'reference_id'],
    [{ model_id: 'beta-2.8-turbo' }, 400, 'model_id'],
    [{ text: '' }, 400, 'text'],
    [{ speed: 2.1 }, 400, 'speed'],
    [{ video_url: 'file:///a' }, 400, 'video_url'],
  ];
  for (const [body, status, field] of cases) {
    const failure = await failureOf(await post(body, { key }));
    expect(failure.status).toBe(status);
    expect(failure.message).toContain(field);
  }
  const keyless = await call(service, 'POST', dubbingPath, { body: { video_url: video, text, reference_id: voice }, key });
  const failure = await failureOf(keyless);
  expect(failure.status).toBe(400);
  expect(failure.message).toMatch(/idempotency-key/iu);
  expect(await states(key)).toEqual([]);
});
