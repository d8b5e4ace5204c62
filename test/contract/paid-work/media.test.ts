import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenUpCode } from '#shared/paid-work.ts';
import { dubbingPath } from '#shared/wire/dubbing.ts';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { imagesPath } from '#shared/wire/media.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { openWorkshop, startFileServer, toneOf, videoOf, type FileServer, type Workshop } from '../local-service/media/media-support.ts';
import { voiceFor } from '../local-service/support.ts';
import { chargesOf, PaidStudio } from './studio.ts';

let service: LocalService;
let workshop: Workshop;
let files: FileServer;
let studio: PaidStudio;
let key: string;
let accounts = 0;
let videoUrl: string;
let audioUrl: string;
beforeAll(async () => {
  [service, workshop, files] = await Promise.all([startLocalService(), openWorkshop(), startFileServer()]);
  videoUrl = files.serve('/two.mp4', await videoOf(workshop, 2));
  audioUrl = files.serve('/tone.mp3', await toneOf(workshop, 'tone.mp3', 1.5));
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-media${++accounts}`;
  studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key });
});
afterEach(() => studio.close());
afterAll(() => Promise.all([service.stop(), workshop.close(), files.close()]));

const lipSync = () => studio.call('lipSync.create', { videoUrl, audioUrl });
const image = (prompt = 'a red kite') => studio.call('images.create', { prompt, model: models.image, aspectRatio: '1:1' });
const models = { image: 'aurora-image-1' };
beforeAll(async () => {
  const first = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: 'local-models' });
  models.image = (await first.call('media.models', { mediaType: 'image' })).models[0]!.id;
  await first.close();
});

describe('lip sync', () => {
  it('is taken at once, waited for by Retry-After, and its result lands whole in the profile', async () => {
    const taken = await lipSync();
    expect(taken).toMatchObject({ family: 'lip-sync', state: 'waiting', unit: 'second', amount: 2, actions: ['stop-waiting'] });
    expect(taken.creditsUsed).toBeGreaterThan(0);
    const done = await studio.over(taken);
    expect(done).toMatchObject({ state: 'done', taskId: taken.taskId, creditsUsed: taken.creditsUsed, failure: null });
    expect(done.files).toMatchObject([{ contentType: 'video/mp4' }]);
    const bytes = await studio.bytes(done.files[0]);
    expect(bytes.length).toBe(done.files[0]!.bytes);
    expect((await workshop.probe(bytes)).streams.map((stream) => stream.codec_type).sort()).toEqual(['audio', 'video']);
    expect(await chargesOf(service, key)).toMatchObject([{ state: 'settled', credits: done.creditsUsed }]);
    // The job was asked for when the service suggested, which is a second after it was taken; its address with a signature is not kept.
    if (studio.waits.length > 0) expect(studio.waits[0]).toBe(1000);
    expect(JSON.stringify(done.result)).not.toContain('result_url');
    // The same is known to be made, so that a second press can be asked about; with another option it is another one.
    const earlier = (more = {}) => studio.call('lipSync.earlier', { videoUrl, audioUrl, ...more });
    expect([await earlier(), await earlier({ videoExtension: true })]).toEqual([{ operationId: done.operationId }, { operationId: null }]);
    // The price of a second is learned from what was billed.
    const price = await studio.call('jobs.price', { unit: 'second', family: 'lip-sync' });
    expect(price).toEqual({ creditsPerUnit: done.creditsUsed! / 2, samples: 1 });
  });

  it('lip-sync create whose answer is lost is never sent again by itself: it is looked up by time, and adopted', async () => {
    await service.setFaults([{ on: `POST ${lipSyncPath}`, kind: 'drop-after-charge' }]);
    expect(await studio.failureOf(lipSync())).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown', next: 'look-up' });
    const { operationId, ...lost } = await studio.newest();
    expect(lost).toMatchObject({ state: 'unknown', attempts: 1, actions: ['look-up'] });
    expect(await studio.failureOf(studio.call('jobs.retry', { operationId }))).toMatchObject({ kind: 'conflict' });
    const { candidates } = await studio.call('jobs.lookUp', { operationId });
    expect(candidates).toHaveLength(1);
    const adopted = await studio.call('jobs.adopt', { operationId, id: candidates[0]!.id });
    expect(adopted).toMatchObject({ state: 'waiting', taskId: candidates[0]!.id });
    const done = await studio.over({ operationId });
    expect(done.files).toHaveLength(1);
    expect(await chargesOf(service, key)).toMatchObject([{ state: 'settled', credits: done.creditsUsed }]);
    // What came of one operation is offered to no other.
    await service.setFaults([{ on: `POST ${lipSyncPath}`, kind: 'drop-before-charge' }]);
    await studio.failureOf(lipSync());
    expect((await studio.call('jobs.lookUp', { operationId: (await studio.newest()).operationId })).candidates).toEqual([]);
  });

  it('an import that fails says which media and stage, charges nothing, and is tried again only where the service says so', async () => {
    const fault = { on: `POST ${lipSyncPath}`, kind: 'import-fails', mediaKind: 'audio', stage: 'download' } as const;
    await service.setFaults([{ ...fault, status: 503, retryable: true }]);
    expect((await lipSync()).attempts).toBe(2);
    await service.setFaults([{ ...fault, status: 422, retryable: false }]);
    expect(await studio.failureOf(lipSync())).toMatchObject({ kind: 'unprocessable', charged: 'no', status: 422 });
    expect(await studio.newest()).toMatchObject({ state: 'failed', attempts: 1, creditsUsed: null });
    await service.setFaults([{ ...fault, status: 504, retryable: true }]);
    expect(await studio.failureOf(lipSync())).toMatchObject({ kind: 'service-timeout', charged: 'no', next: 'retry' });
    expect(await studio.newest()).toMatchObject({ state: 'failed', attempts: 1, creditsUsed: null, actions: [] });
    await service.setFaults([{ ...fault, status: 504, retryable: false }]);
    expect(await studio.failureOf(lipSync())).toMatchObject({ charged: 'no', next: 'fix-input' });
    expect(await chargesOf(service, key)).toHaveLength(1);
    // A 504 that names no media is of no import: how it ended is not known.
    await service.setFaults([{ on: `POST ${lipSyncPath}`, kind: 'status', status: 504 }]);
    expect(await studio.failureOf(lipSync())).toMatchObject({ kind: 'service-timeout', charged: 'unknown', next: 'look-up' });
  });

  it('a sound that the service made at an address of its own is lip-synced, and is free again while it is there', async () => {
    const { voiceId } = await voiceFor(service, 'en', 'alpha');
    const order = { text: 'Good morning to all of you.', voiceId, controls: { speed: 1.2 } };
    const sound = await studio.call('lipSync.sound', order);
    expect(sound).toMatchObject({ reused: false, operation: { family: 'speech-v1-cached', amount: order.text.length } });
    expect(sound.expiresAt).toBeGreaterThan(Date.now());
    expect(await studio.over(sound.operation)).toMatchObject({ state: 'done', files: [{ contentType: 'audio/mpeg' }] });
    const again = await studio.call('lipSync.sound', order);
    expect(again).toMatchObject({ reused: true, address: sound.address, operation: { operationId: sound.operation.operationId } });
    expect(await chargesOf(service, key)).toMatchObject([{ state: 'settled', credits: sound.operation.creditsUsed }]);
    const done = await studio.over(await studio.call('lipSync.create', { videoUrl, audioUrl: sound.address }));
    expect(done.files).toHaveLength(1);
  });

  it('a job that fails shows its refund', async () => {
    await service.setFaults([{ on: `POST ${lipSyncPath}`, kind: 'fail-generation' }]);
    const taken = await lipSync();
    const failed = await studio.over(taken);
    expect(failed).toMatchObject({ state: 'failed', creditsUsed: 0, refundedCredits: taken.creditsUsed, code: 'ERR_GENERATION_FAILED' });
    expect(failed.failure).toMatchObject({ kind: 'service-failed', charged: 'no' });
    expect(await chargesOf(service, key)).toMatchObject([{ state: 'refunded' }]);
  });

  it('a result that breaks off, and an address that has expired, are asked for again, and nothing half is kept', async () => {
    const on = 'GET /api/open/signed/media/*';
    await service.setFaults([
      { on, kind: 'cut-after-bytes', bytes: 100 },
      { on, kind: 'status', status: 404, nth: 2 },
    ]);
    const troubles = new Set<string>();
    studio.work.coordinator.onChange(({ failure }) => failure !== null && troubles.add(failure.kind));
    const done = await studio.over(await lipSync());
    expect((await studio.bytes(done.files[0])).length).toBe(done.files[0]!.bytes);
    // The break alone is mended by the download itself; an address that has gone meanwhile is asked for again.
    expect(troubles).toContain('service-unavailable');
    expect(studio.log.lines.filter(({ facts }) => facts?.['status'] === 404 || facts?.['kind'] === 'not-found')).not.toEqual([]);
    expect(await chargesOf(service, key)).toHaveLength(1);
  });
});

describe('dubbing', () => {
  const dub = async () => {
    const { voiceId } = await voiceFor(service, 'en', 'alpha');
    return studio.call('dubbing.create', { videoUrl, text: 'Good morning to all of you.', voiceId });
  };

  it('is one operation for the speech and its lip sync, with both prices', async () => {
    const taken = await dub();
    const done = await studio.over(taken);
    expect(done).toMatchObject({ state: 'done', family: 'dubbing', result: { speechCredits: expect.any(Number) as number } });
    expect(done.files).toMatchObject([{ contentType: 'video/mp4' }]);
    const paid = (await chargesOf(service, key)).reduce((sum, entry) => sum + entry.credits, 0);
    expect(done.creditsUsed).toBe(paid);
  });

  it('dubbing whose answer is lost is sent again by the user with the same key, and is charged once', async () => {
    await service.setFaults([{ on: `POST ${dubbingPath}`, kind: 'drop-after-charge' }]);
    expect(await studio.failureOf(dub())).toMatchObject({ kind: 'outcome-unknown', next: 'retry' });
    const { operationId, ...lost } = await studio.newest();
    expect(lost).toMatchObject({ state: 'unknown', attempts: 1, actions: ['retry'] });
    const charged = (await chargesOf(service, key)).length;
    await studio.call('jobs.retry', { operationId });
    expect(await studio.over({ operationId })).toMatchObject({ state: 'done', attempts: 2 });
    expect(await chargesOf(service, key)).toHaveLength(charged);
  });

  it('dubbing whose lip sync cannot be created keeps its speech at once, books its credits, and lip sync can be tried alone', async () => {
    await service.setFaults([
      { on: `POST ${dubbingPath}`, kind: 'import-fails', mediaKind: 'audio', status: 503, retryable: true, times: 9 },
    ]);
    const failure = await studio.failureOf(dub());
    expect(failure).toMatchObject({ charged: 'yes', next: 'look-up', status: 503 });
    const part = await studio.newest();
    expect(part).toMatchObject({ state: 'failed', attempts: 1, actions: ['salvage'], files: [{ contentType: 'audio/mpeg' }] });
    const [speech, ...others] = await chargesOf(service, key);
    expect([speech!.credits, others]).toEqual([part.creditsUsed, []]);
    expect((await studio.bytes(part.files[0])).length).toBe(part.files[0]!.bytes);

    const saved = await studio.call('jobs.salvage', { operationId: part.operationId });
    expect(saved).toMatchObject({ family: 'lip-sync', state: 'waiting' });
    expect(await studio.over(saved)).toMatchObject({ state: 'done', files: [{ contentType: 'video/mp4' }] });
    // Asked for again, it is the same lip sync and no second one.
    expect((await studio.call('jobs.salvage', { operationId: part.operationId })).operationId).toBe(saved.operationId);
    expect(await chargesOf(service, key)).toMatchObject([{ credits: part.creditsUsed }, { credits: saved.creditsUsed }]);
  });
});

describe('images and videos', () => {
  it('images, videos: an answer that is lost is asked for again by itself with the same key, and charged once', async () => {
    await service.setFaults([{ on: `POST ${imagesPath}`, kind: 'drop-after-charge' }]);
    const taken = await image();
    expect(taken.attempts).toBe(2);
    const done = await studio.over(taken);
    expect(done).toMatchObject({ state: 'done', creditsUsed: null, files: [{ contentType: 'image/png' }] });
    expect(done.quotaUsed).toBeGreaterThan(0);
    expect(await chargesOf(service, key)).toMatchObject([{ state: 'settled', characters: done.quotaUsed, credits: 0 }]);
    expect((await workshop.probe(await studio.bytes(done.files[0]))).streams[0]).toMatchObject({ codec_name: 'png' });
  });

  it('a picture of which no request is answered is the same one until a person gives it up, and may have been charged then', async () => {
    await service.setFaults([{ on: `POST ${imagesPath}`, kind: 'drop-before-charge', times: 10 }]);
    expect(await studio.failureOf(image())).toMatchObject({ charged: 'unknown', next: 'retry' });
    const { operationId, ...lost } = await studio.newest();
    expect(lost).toMatchObject({ state: 'unknown', attempts: 5, actions: ['retry', 'give-up'] });
    await studio.failureOf(image());
    expect((await studio.newest()).operationId).toBe(operationId);
    const failure = { kind: 'cancelled', charged: 'unknown', next: 'generate-again', code: givenUpCode };
    expect(await studio.call('jobs.giveUp', { operationId })).toMatchObject({ state: 'unknown', failure, actions: [] });
    expect(await studio.work.coordinator.unsettled()).toEqual([]); // given up by the user: nobody has to be told
    expect(await studio.failureOf(studio.call('jobs.giveUp', { operationId }))).toMatchObject({ kind: 'conflict' });
    await service.clearFaults();
    const again = await studio.over(await image());
    expect(again).toMatchObject({ state: 'done', attempts: 1 });
    expect(again.operationId).not.toBe(operationId);
    expect((await studio.call('jobs.show', { operationId })).events.map(({ event }) => event).slice(-2)).toEqual(['given up', 'unknown']);
  });

  it('a failed image gives its quota back, and says so', async () => {
    await service.setFaults([{ on: `POST ${imagesPath}`, kind: 'fail-generation' }]);
    const failed = await studio.over(await image());
    expect(failed).toMatchObject({ state: 'failed', quotaUsed: 0, failure: { charged: 'no' } });
    expect(failed.refundedQuota).toBeGreaterThan(0);
  });

  it('a video is made and kept as one; who stops waiting for it can go on, and pays nothing for that', async () => {
    const { models: found } = await studio.call('media.models', { mediaType: 'video' });
    const order = { prompt: 'waves', model: found[0]!.id, seconds: 2, size: '320x320' };
    const { operationId } = await studio.call('videos.create', order);
    const stopped = await studio.call('jobs.stopWaiting', { operationId });
    expect(stopped).toMatchObject({ state: 'unknown', failure: { kind: 'cancelled', charged: 'unknown' }, actions: ['retry'] });
    expect(await studio.work.coordinator.unsettled()).toEqual([]); // stopped by the user: nobody has to be told
    await studio.call('jobs.retry', { operationId });
    const done = await studio.over({ operationId });
    expect(done).toMatchObject({ state: 'done', family: 'video', attempts: 1, files: [{ contentType: 'video/mp4' }] });
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('the same picture can be wanted twice on purpose, and is then paid for twice', async () => {
    const [first, second] = [await image(), await image()];
    expect(first.operationId).not.toBe(second.operationId);
    await Promise.all([studio.over(first), studio.over(second)]);
    expect(await chargesOf(service, key)).toHaveLength(2);
  });

  it('models that the account does not have are unavailable, and no failure', async () => {
    await service.setFaults([{ on: 'GET /api/open/v1/media/models', kind: 'status', status: 404 }]);
    expect(await studio.call('media.models', { mediaType: 'video' })).toEqual({ models: [], notUnderstood: [], available: false });
  });
});
