import { chmod, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { transcription } from '#shared/wire/responses/transcription.ts';
import { startLocalService, type LocalService } from '../../../helpers/local-service.ts';
import { alignedSpeech, bookAddsUp, call, failureOf, tokensOf, voiceFor } from '../support.ts';
import { openWorkshop, startFileServer, toneOf, type FileServer, type Workshop } from './media-support.ts';

// Each test waits for what it awaits; a busy machine may take its time.
vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 });

let service: LocalService;
let workshop: Workshop;
let files: FileServer;
let voiceId: string;
let tone: string;
beforeAll(async () => {
  [service, workshop, files] = await Promise.all([startLocalService({ recogniser: 'none' }), openWorkshop(), startFileServer()]);
  voiceId = (await voiceFor(service, 'en-US', 'alpha')).voiceId;
  tone = files.serve('/tone.wav', await toneOf(workshop, 'tone.wav', 2));
});
beforeEach(() => service.clearFaults());
afterAll(() => Promise.all([service.stop(), workshop.close(), files.close()]));

const text = 'The first sentence is here. A second one follows it.';
const spoken = async (format: string) =>
  Buffer.from(await (await call(service, 'POST', '/api/open/v3/speech/tts', { body: { text, voiceId, format } })).arrayBuffer());
const post = (body: Record<string, unknown>, key?: string, on = service) =>
  call(on, 'POST', transcriptionPath, { body, ...(key !== undefined && { key }) });
const transcribed = async (response: Response) => {
  expect(response.status).toBe(200);
  return transcription.parse(await response.json());
};

test.each(['mp3', 'wav', 'ogg'])('speech of this service in %s is recognised, with its sentences and words', async (format) => {
  const key = `local-heard-${format}`;
  const audio_url = files.serve(`/spoken.${format}`, await spoken(format));
  const answer = await transcribed(await post({ audio_url, language: 'en', file_name: 'spoken' }, key));
  expect(answer.text).toBe(text);
  expect(answer.segments.map((segment) => segment.text)).toEqual(['The first sentence is here.', 'A second one follows it.']);
  const words = answer.segments.flatMap((segment) => segment.words ?? []);
  expect(words.map((word) => word.text)).toEqual(tokensOf(text));
  expect(words.at(-1)!.end).toBeLessThanOrEqual(answer.duration + 0.1);
  expect(answer.credits_used).toBe(Math.ceil(answer.duration) * 2);
  // Its words are exact because they are known, which is said.
  expect([answer.own_speech, answer.draft]).toEqual([true, undefined]);
  const book = await service.charges(key);
  expect(book.entries.at(-1)).toMatchObject({ state: 'settled', credits: answer.credits_used });
  expect(book.balance.quota).toBe(answer.quota_remaining);
});

test('so is a stream, and what was converted without a loss or moved into another container', async () => {
  const { audio } = await alignedSpeech(service, { text: 'This came as a stream.', voiceId, format: 'mp3' });
  const streamed = files.serve('/streamed.mp3', audio);
  expect((await transcribed(await post({ audio_url: streamed }))).text).toBe('This came as a stream.');
  const wav = await workshop.put('spoken.wav', await spoken('wav'));
  const mp3 = await workshop.put('spoken.mp3', await spoken('mp3'));
  const converted = [
    files.serve('/c24.wav', await workshop.make('c24.wav', '-i', wav, '-c:a', 'pcm_s24le')),
    files.serve('/c.mp4', await workshop.make('c.mp4', '-i', mp3, '-c', 'copy')),
  ];
  for (const audio_url of converted) expect((await transcribed(await post({ audio_url }))).text).toBe(text);
});

test('ignore_timestamps leaves the segments out; forms are taken as JSON is', async () => {
  const audio_url = files.serve('/form.mp3', await spoken('mp3'));
  expect(await transcribed(await post({ audio_url, ignore_timestamps: true }))).toMatchObject({ text, segments: [] });
  const fields = { audio_url, ignore_timestamps: 'true' };
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
  for (const body of [new URLSearchParams(fields), multipart]) {
    const response = await fetch(`${service.baseUrl}${transcriptionPath}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}` },
      body,
    });
    expect(await transcribed(response)).toMatchObject({ text, segments: [] });
  }
});

test('any other sound without a recogniser is a clear 400, uncharged', async () => {
  const key = 'local-unheard';
  const failure = await failureOf(await post({ audio_url: tone }, key));
  expect(failure).toMatchObject({ status: 400, code: 'ERR_TRANSCRIPTION_NO_RECOGNISER' });
  expect(failure.message).toContain('recogniser');
  expect((await service.charges(key)).entries).toHaveLength(1);
});

test('imports that fail keep to the statuses of the endpoint, uncharged', async () => {
  const key = 'local-unfetched';
  const busy = files.serve('/busy.mp3', (_, response) => response.writeHead(503).end());
  const cases: [Record<string, unknown>, number, string | undefined][] = [
    [{ audio_url: files.url('/nothing.mp3') }, 400, 'download'],
    [{ audio_url: files.serve('/text.mp3', Buffer.from('no sound at all')) }, 400, 'inspect'],
    [{ audio_url: busy }, 500, 'download'],
    [{ audio_url: 'file:///etc/passwd' }, 400, undefined],
    [{}, 400, undefined],
    [{ audio_url: tone, ignore_timestamps: 'perhaps' }, 400, undefined],
  ];
  for (const [body, status, stage] of cases) {
    const failure = await failureOf(await post(body, key));
    expect(failure.status).toBe(status);
    expect(failure.details?.stage).toBe(stage);
  }
  expect((await service.charges(key)).entries).toHaveLength(1);
});

test('a configured recogniser hears everything else; what it fails at is refunded', async () => {
  const program = await workshop.put(
    'recogniser',
    Buffer.from(`#!${process.execPath}
const { readFileSync } = require('node:fs');
const file = process.argv.at(-1);
if (process.env.VOICEWRIGHT_SERVICE_KEY !== undefined) process.exit(2);
const text = process.argv.slice(2, -1).join(' ') + ' ' + readFileSync(file).length;
console.log(JSON.stringify({ text, segments: [{ start: 0, end: 1.5, text }] }));
`),
  );
  await chmod(program, 0o755);
  const hearing = await startLocalService({ recogniser: program, credits: 10 });
  try {
    const answer = await transcribed(await post({ audio_url: tone, language: 'de' }, undefined, hearing));
    const bytes = (await readFile(await workshop.put('again.wav', Buffer.from(await (await fetch(tone)).arrayBuffer())))).length;
    expect(answer).toMatchObject({ text: `--language de ${bytes}`, segments: [{ id: 0, start: 0, end: 1.5 }], credits_used: 4 });
    expect(answer).not.toHaveProperty('own_speech');
    await hearing.setFaults([{ on: `POST ${transcriptionPath}`, kind: 'fail-generation' }]);
    expect((await failureOf(await post({ audio_url: tone }, undefined, hearing))).status).toBe(500);
    const book = await hearing.charges();
    expect(book.entries.map((entry) => entry.state)).toEqual(['granted', 'settled', 'refunded']);
    expect(bookAddsUp(book)).toBe(true);
    await transcribed(await post({ audio_url: tone }, undefined, hearing));
    expect((await failureOf(await post({ audio_url: tone }, undefined, hearing))).status).toBe(402);
  } finally {
    await hearing.stop();
  }
});
