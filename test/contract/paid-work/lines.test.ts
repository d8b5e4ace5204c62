import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobsPath } from '#shared/wire/jobs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { voiceFor } from '../local-service/support.ts';
import { chargesOf, PaidStudio } from './studio.ts';

let service: LocalService;
let studio: PaidStudio;
let key: string;
let accounts = 0;
let voiceId: string;
const modelId = 'alpha-s21pro-flash';
const text = 'Every voice says this line.';
beforeAll(async () => {
  service = await startLocalService();
  ({ voiceId } = await voiceFor(service, 'en', 'alpha'));
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-lines${++accounts}`;
  studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key });
});
afterEach(() => studio.close());
afterAll(() => service.stop());

const say = (signal?: AbortSignal) => studio.call('voices.say', { voiceId, text }, signal);
const quote = () => studio.call('voices.quote', { text, voices: [{ voiceId, modelId }] });

describe('a line by a voice', () => {
  it('is sound on the disk, and the same line is never bought twice, named model or not', async () => {
    expect(await quote()).toMatchObject({ lines: [{ file: null, credits: null }], learnedFrom: 0 });
    const { operation, file, reused } = await say();
    expect(operation).toMatchObject({ family: 'job', state: 'done', unit: 'character', amount: text.length, modelId });
    expect([file.contentType, reused]).toEqual(['audio/wav', false]);
    expect((await studio.bytes(file)).length).toBe(file.bytes);
    expect(await say()).toEqual({ operation: null, file, reused: true });
    expect(await studio.call('voices.say', { voiceId, text, modelId })).toMatchObject({ file, reused: true });
    expect(await quote()).toMatchObject({ lines: [{ voiceId, file, credits: 0 }] });
    const other = await studio.call('voices.quote', { text: 'Another line.', voices: [{ voiceId, modelId }] });
    expect(other).toEqual({ lines: [{ voiceId, file: null, credits: 'Another line.'.length }], learnedFrom: 1 });
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('asked for twice at once is bought once', async () => {
    const both = await Promise.all([say(), say()]);
    expect(both.map(({ reused }) => reused).sort()).toEqual([false, true]);
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('whose answer is lost is sent again with the same ids, and charged once', async () => {
    await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'drop-after-charge' }]);
    expect((await say()).operation).toMatchObject({ state: 'done', attempts: 2 });
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('that the person stopped waiting for is finished all the same, and the next wish for it costs nothing', async () => {
    await service.setFaults([{ on: `GET ${jobsPath}/*`, kind: 'delay', ms: 300 }]);
    const leaving = new AbortController();
    const left = studio.failureOf(say(leaving.signal));
    while ((await chargesOf(service, key)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort();
    expect(await left).toMatchObject({ kind: 'cancelled' });
    expect((await say()).file.bytes).toBeGreaterThan(1000);
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('whose file is lost from the disk is fetched again from its job, not bought again', async () => {
    const { file } = await say();
    await rm(studio.kept.path(file.url.split('/').at(-1)!));
    expect(await say()).toEqual({ operation: null, file, reused: true });
    expect((await studio.bytes(file)).length).toBe(file.bytes);
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it('that the service fails to make is said to have failed, and may be tried again', async () => {
    await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'fail-generation' }]);
    expect(await studio.failureOf(say())).toMatchObject({ kind: 'service-failed', charged: 'unknown' });
    expect((await say()).reused).toBe(false);
  });

  it('by a voice that is gone, or with a model of another family, is refused before anything is sent', async () => {
    expect(await studio.failureOf(studio.call('voices.say', { voiceId: 'gone', text }))).toMatchObject({
      kind: 'not-found',
      next: 'choose-voice',
      field: 'voiceId',
    });
    expect(await studio.failureOf(studio.call('voices.say', { voiceId, text, modelId: 'beta-2.8-turbo' }))).toMatchObject({
      kind: 'invalid-input',
      field: 'modelId',
    });
    expect((await studio.call('jobs.list', {})).operations).toEqual([]);
  });
});
