import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { profile } from '#shared/wire/responses/profile.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { transcription } from '#shared/wire/responses/transcription.ts';
import { decodeApart } from '#main/local-service/recognition/decode-apart.ts';
import { findSphinx } from '#main/local-service/recognition/sphinx-recogniser.ts';
import { startLocalService, type LocalService, type LocalServiceOptions } from '../../../helpers/local-service.ts';
import { installSphinx } from '../../../helpers/sphinx.ts';
import { bookAddsUp, call, failureOf } from '../support.ts';
import { startFileServer, type FileServer } from './media-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

const fixture = (name: string): Buffer<ArrayBuffer> => readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url));
const printed = fixture('reading/three-sentences.sphinx.txt').toString('utf8');

let files: FileServer;
let reading: string;
beforeAll(async () => {
  files = await startFileServer();
  reading = files.serve('/reading.ogg', fixture('reading/three-sentences.ogg'));
});
afterAll(() => files.close());

const post = (service: LocalService, body: Record<string, unknown>) => call(service, 'POST', transcriptionPath, { body });
const abilities = async (service: LocalService) => profile.parse(await (await call(service, 'GET', profilePath)).json()).transcription;
const states = async (service: LocalService) => (await service.charges()).entries.map(({ state }) => state);

async function withService(options: LocalServiceOptions, use: (service: LocalService) => Promise<void>): Promise<void> {
  const service = await startLocalService(options);
  try {
    await use(service);
    expect(bookAddsUp(await service.charges())).toBe(true);
  } finally {
    await service.stop();
  }
}

/** Calls a service that finds a PocketSphinx which prints this of any sound, and nothing else. */
async function withSphinx(
  said: string,
  use: (service: LocalService, orders: () => Record<string, unknown>[]) => Promise<void>,
): Promise<void> {
  const { path, orders, remove } = installSphinx(said);
  const read = () =>
    existsSync(orders)
      ? readFileSync(orders, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>)
      : [];
  await withService({ path }, (service) => use(service, read)).finally(remove);
}

test(
  'an installed PocketSphinx drafts English, is said in the profile, and its draft says that it is one',
  { tags: ['beside'] },
  async () => {
    await withSphinx(printed, async (service, orders) => {
      expect(await abilities(service)).toEqual({ recogniser: 'draft', languages: ['en'] });
      const response = await post(service, { audio_url: reading });
      expect(response.status).toBe(200);
      const answer = transcription.parse(await response.json());
      expect(answer).toMatchObject({ draft: true, credits_used: 38 });
      expect(answer.text).toContain('he was not');
      expect(answer.segments.map(({ id }) => id)).toEqual(answer.segments.map((_, index) => index));
      expect(await states(service)).toEqual(['granted', 'settled']);
      const [order] = orders();
      expect(order).toMatchObject({ format: 'RIFF', channels: 1, rate: 16_000, bits: 16 });
      // All of it but the silence at its ends.
      expect(Math.abs(Number(order?.['seconds']) - answer.duration)).toBeLessThan(0.5);
      // Its own search for pauses gives wrong times.
      expect((order?.['parts'] as string[]).join(' ')).toContain('-remove_silence no');
      // Neither the key nor anything else of the service’s environment.
      expect(order?.['environment']).not.toContain('VOICEWRIGHT_SERVICE_KEY');
      expect((await post(service, { audio_url: reading, language: 'en-GB' })).status).toBe(200);
    });
  },
);

test('a recording of any coding becomes a WAV of 16 kHz', { tags: ['beside'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-coding-'));
  try {
    const seconds = { aac: 0.5, flac: 0.5, m4a: 0.5, mp3: 2, ogg: 2, 'opus.ogg': 2 };
    for (const [ending, length] of Object.entries(seconds)) {
      const path = join(folder, `${ending}.wav`);
      await decodeApart(new Uint8Array(fixture(`sound/sweep.${ending}`)), path, { signal: new AbortController().signal });
      const wav = readFileSync(path);
      expect([wav.readUInt16LE(22), wav.readUInt32LE(24)], ending).toEqual([1, 16_000]);
      expect(Math.abs(wav.readUInt32LE(40) / 32_000 - length), ending).toBeLessThan(0.15);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a recording without words is refused in words, and its charge is refunded', { tags: ['beside'] }, async () => {
  await withSphinx("\n<s> 0.000 0.110 1.000000\ni'm(2) 0.490 0.930 0.102852\n</s> 1.000 1.200 1.000000\n", async (service) => {
    const failure = await failureOf(await post(service, { audio_url: reading }));
    expect(failure).toMatchObject({ status: 400, code: 'ERR_TRANSCRIPTION_NO_SPEECH' });
    expect(await states(service)).toEqual(['granted', 'refunded']);
  });
});

test('another language than English is refused before anything is charged', async () => {
  await withSphinx(printed, async (service, orders) => {
    const failure = await failureOf(await post(service, { audio_url: reading, language: 'de' }));
    expect(failure).toMatchObject({ status: 400, code: 'ERR_TRANSCRIPTION_LANGUAGE' });
    expect(failure.message).toContain('language');
    expect(await states(service)).toEqual(['granted']);
    expect(orders()).toEqual([]);
  });
});

test('without PocketSphinx, without its model, or with --recogniser none there is no recogniser, and nothing is charged', async () => {
  const withoutModel = installSphinx(printed, { withModel: false });
  const unwanted = installSphinx(printed);
  const cases: LocalServiceOptions[] = [{ path: '/nowhere' }, { path: withoutModel.path }, { path: unwanted.path, recogniser: 'none' }];
  try {
    for (const options of cases)
      await withService(options, async (service) => {
        expect(await abilities(service)).toEqual({ recogniser: 'none', languages: [] });
        const failure = await failureOf(await post(service, { audio_url: reading }));
        expect(failure).toMatchObject({ status: 400, code: 'ERR_TRANSCRIPTION_NO_RECOGNISER' });
        expect(await states(service)).toEqual(['granted']);
      });
  } finally {
    withoutModel.remove();
    unwanted.remove();
  }
});

test(
  'the PocketSphinx of this machine, where there is one, finds words where they are spoken in a long reading without pauses',
  { tags: ['beside'] },
  async () => {
    const path = process.env['PATH'] ?? '';
    const audio_url = files.serve('/without-pauses.ogg', fixture('reading/without-pauses.ogg'));
    await withService({ path }, async (service) => {
      const response = await post(service, { audio_url, language: 'en' });
      // A machine without one is a case of its own, which must be refused as the test above says.
      if (findSphinx(path) === undefined) {
        expect((await failureOf(response)).code).toBe('ERR_TRANSCRIPTION_NO_RECOGNISER');
        return;
      }
      const { segments, draft, duration } = transcription.parse(await response.json());
      expect(draft).toBe(true);
      const words = segments.flatMap((segment) => segment.words ?? []);
      expect(words.length).toBeGreaterThan(30);
      expect(Math.max(...words.map(({ end }) => end))).toBeLessThanOrEqual(duration);
      /** Where they are spoken, in seconds. */
      const spoken = { fourteen: 5.9, against: 8.9, inside: 10.2, lamp: 12.1, hundred: 14.1, asked: 18.2 };
      for (const [text, second] of Object.entries(spoken)) {
        const found = words.filter((word) => word.text === text).map(({ start }) => Math.abs(start - second));
        expect(Math.min(...found), text).toBeLessThan(0.3);
      }
    });
  },
);
