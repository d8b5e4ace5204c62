import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LocalServiceProcess } from '#main/infra/platform.ts';
import type { PriceList } from '#main/infra/price-list.ts';
import { startLocalService as startFromStudio } from '#main/service-client/local-service-process.ts';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { capabilitiesPath } from '#shared/wire/models.ts';
import { capabilities } from '#shared/wire/responses/models.ts';
import { design } from '#shared/wire/responses/voice-designs.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { openTestStudio } from '../../helpers/studio.ts';
import { openWorkshop, startFileServer, toneOf, videoOf, type FileServer, type Workshop } from './media/media-support.ts';
import { Client } from './realtime/client.ts';
import { allVoices, call, voiceFor } from './support.ts';
import { clone, spoken } from './voices/voice-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const text = 'What this costs is known before it is asked for.';
let dataDirectory: string;
let started: LocalServiceProcess;
let service: LocalService;
let prices: PriceList;
let workshop: Workshop;
let files: FileServer;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'voicewright-prices-'));
  const { signal } = new AbortController();
  started = await startFromStudio({ dataDirectory, signal }, { log: quietLog() });
  const { baseUrl, realtimeUrl, apiKey } = started;
  service = { baseUrl, realtimeUrl, apiKey: apiKey.reveal() } as LocalService;
  prices = started.prices!;
  [workshop, files] = await Promise.all([openWorkshop(), startFileServer()]);
});
afterAll(async () => {
  await Promise.all([started.stop(), workshop.close(), files.close()]);
  await rm(dataDirectory, { recursive: true, force: true });
});

/** By how much the account's credits fall while this is done. */
async function cost(key: string, buy: () => Promise<unknown>): Promise<number> {
  const credits = async () =>
    ((await (await call(service, 'GET', '/_ledger', { key })).json()) as { balance: { credits: number } }).balance.credits;
  const before = await credits();
  await buy();
  return before - (await credits());
}

test('each model charges for a character what the list says, in speech and live', { tags: ['beside'] }, async () => {
  const { models } = capabilities.parse(await (await call(service, 'GET', capabilitiesPath)).json());
  const available = models.filter((model) => model.available);
  expect(Object.keys(prices.character)).toEqual(expect.arrayContaining(models.map(({ id }) => id)));
  const voices = await allVoices(service);
  for (const { id, outputFormats } of available) {
    const voice = voices.find(({ modelIds }) => modelIds.includes(id))!;
    const format = outputFormats.includes('wav') ? 'wav' : 'mp3';
    const order = { text, voiceId: voice.voiceId, modelId: id, format };
    expect([id, await cost('local-spoken', () => spoken(service, order, 'local-spoken'))]).toEqual([
      id,
      text.length * prices.character[id]!,
    ]);
  }
  const voice = await voiceFor(service, 'en-US', 'alpha');
  for (const modelId of ['alpha-s21pro-flash', 'alpha-s21pro']) {
    const speak = async (): Promise<void> => {
      const client = await Client.connect(service, 'v3', { key: 'local-live' });
      client.send({ event: 'start', request: { voiceId: voice.voiceId, modelId, format: 'pcm' } });
      await client.until('ready');
      client.send({ event: 'input', text });
      await client.rest();
    };
    expect(await cost('local-live', speak)).toBe(text.length * prices.character[modelId]!);
  }
});

test('a clone, a design and a saved design charge what the list says', { tags: ['beside'] }, async () => {
  const key = 'local-voices';
  const { voiceId } = await voiceFor(service, 'en-US', 'alpha');
  const bytes = await spoken(service, { text, voiceId }, 'local-other');
  expect(await cost(key, () => clone(service, { name: 'Mine', files: [{ name: 'reference.wav', bytes }], referenceText: text }, key))).toBe(
    prices.clone,
  );
  for (const providers of [['alpha'], ['beta'], ['alpha', 'beta']]) {
    const headers = { 'Idempotency-Key': providers.join() };
    const body = { prompt: 'A calm old sailor.', previewText: text, providers };
    let made: ReturnType<typeof design.parse> | undefined;
    const create = async () => (made = design.parse(await (await call(service, 'POST', voiceDesignsPath, { key, headers, body })).json()));
    expect(await cost(key, create)).toBe(text.length * providers.length * prices.design);
    const chosen = { candidateId: made!.candidates[0]!.candidateId, name: 'Designed' };
    const save = async () => {
      const path = `${voiceDesignsPath}/${made!.designId}/voices`;
      const saved = await call(service, 'POST', path, { key, headers: { 'Idempotency-Key': `save-${providers.join()}` }, body: chosen });
      expect(saved.status).toBe(200);
    };
    expect(await cost(key, save)).toBe(prices.saved_design);
  }
});

test('a transcription and a lip sync charge what the list says', { tags: ['beside'] }, async () => {
  const key = 'local-media';
  const { voiceId } = await voiceFor(service, 'en-US', 'alpha');
  const wav = await spoken(service, { text, voiceId }, 'local-other');
  const audio_url = files.serve('/said.wav', wav);
  let duration = 0;
  const transcribe = async () => {
    const answer = await call(service, 'POST', transcriptionPath, { key, body: { audio_url, language: 'en' } });
    duration = ((await answer.json()) as { duration: number }).duration;
  };
  expect(await cost(key, transcribe)).toBe(Math.ceil(duration) * prices.transcription);
  const video_url = files.serve('/three.mp4', await videoOf(workshop, 3));
  const tone = files.serve('/two.wav', await toneOf(workshop, 'two.wav', 1.9));
  expect(await cost(key, () => call(service, 'POST', lipSyncPath, { key, body: { video_url, audio_url: tone } }))).toBe(
    2 * prices.lip_sync,
  );
});

test('a fresh studio knows the prices of its own service before the first request, and says that no request taught it', async () => {
  const studio = await openTestStudio();
  try {
    await studio.client.run('voices.search', {});
    const ask = (of: Parameters<typeof studio.client.run<'jobs.price'>>[1]) => studio.client.run('jobs.price', of);
    expect(await ask({ unit: 'request', family: 'voice-create' })).toEqual({ creditsPerUnit: prices.clone, samples: 0 });
    expect(await ask({ unit: 'request', family: 'design-save' })).toEqual({ creditsPerUnit: prices.saved_design, samples: 0 });
    expect(await ask({ unit: 'second', family: 'transcription' })).toEqual({ creditsPerUnit: prices.transcription, samples: 0 });
    expect(await ask({ unit: 'second', family: 'lip-sync' })).toEqual({ creditsPerUnit: prices.lip_sync, samples: 0 });
    expect(await ask({ unit: 'character', modelId: 'alpha-s21pro' })).toEqual({ creditsPerUnit: 2, samples: 0 });
    expect(await studio.client.run('designs.estimate', { characters: 100, providers: 2 })).toEqual({
      credits: 200 * prices.design,
      learnedFrom: 0,
    });
  } finally {
    await studio.close();
  }
});

test('a hosted service’s prices are unknown until the first request, even where the same program answers there', async () => {
  const hosted = await startLocalService();
  const studio = await openTestStudio({ service: hosted });
  try {
    await studio.client.run('voices.search', {});
    expect(await studio.client.run('jobs.price', { unit: 'request', family: 'voice-create' })).toBeNull();
    expect(await studio.client.run('jobs.price', { unit: 'character', modelId: 'alpha-s21pro' })).toBeNull();
  } finally {
    await studio.close();
    await hosted.stop();
  }
});
