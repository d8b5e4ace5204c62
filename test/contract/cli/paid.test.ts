import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dubbingPath } from '#shared/wire/dubbing.ts';
import { lipSyncPath } from '#shared/wire/lip-sync.ts';
import { imagesPath } from '#shared/wire/media.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { voiceDesignsPath } from '#shared/wire/voice-designs.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import { json, scriptedServer } from '../service/scripted-server.ts';
import { start, valueOf } from './command-line.ts';

import { service, folder, voiceId, recording, audioUrl, videoUrl, key, run, json1, out, charges, clone, image } from './paid-fixture.ts';

describe('voices', () => {
  it('are listed page by page, searched at the service, and no further than --max-pages', { tags: ['beside'] }, async () => {
    const first = (await json1(['voices', 'list', '--page', '1', '--page-size', '3'])) as unknown as {
      items: { voiceId: string; name: string }[];
    };
    const second = (await json1(['voices', 'list', '--page', '2', '--page-size', '3'])) as unknown as typeof first;
    expect([first.items.length, second.items.length]).toEqual([3, 3]);
    expect(second.items.map((one) => one.voiceId)).not.toContain(first.items[0]!.voiceId);
    const { items } = (await json1(['voices', 'list', '--search', first.items[0]!.name])) as unknown as typeof first;
    expect(items.map((one) => one.voiceId)).toContain(first.items[0]!.voiceId);
    const cut = await run(['voices', 'list', '--page-size', '3', '--max-pages', '2', '--json']);
    expect((valueOf(cut) as typeof first).items).toHaveLength(6);
    expect(cut.stderr).toContain('--max-pages');
  });

  it('voices clone whose answer is lost ends with 3, is sent once, and says how to look it up', { tags: ['beside'] }, async () => {
    await service.setFaults([{ on: `POST ${voicesV1Path}`, kind: 'drop-after-charge' }]);
    const lost = await run([...clone('Berta'), '--json']);
    expect(lost.code).toBe(3);
    const { failure } = valueOf(lost) as { failure: { message: string; charged: string } };
    expect(failure).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown', next: 'look-up' });
    expect(failure.message).toContain('voices list --personal --search "Berta"');
    const found = (await json1(['voices', 'list', '--personal', '--search', 'Berta'])) as unknown as { items: { name: string }[] };
    expect(found.items).toMatchObject([{ name: 'Berta' }]);
    const { items } = (await json1(['requests', 'list'])) as unknown as { items: object[] };
    expect(items).toMatchObject([{ family: 'voice-create', state: 'unknown', attempts: 1 }]);
    expect(await charges()).toHaveLength(1);
  });
});

describe.each([
  ['transcribe', () => ['transcribe', '--audio-url', audioUrl], transcriptionPath],
  ['voices clone', () => clone('Never'), voicesV1Path],
  ['design create', () => ['design', 'create', '--prompt', 'a calm old man', '--preview-text', 'Hello.'], voiceDesignsPath],
])('%s is never sent again by itself', (_name, args, path) => {
  it('after a 429', async () => {
    await service.setFaults([{ on: `POST ${path}`, kind: 'status', status: 429, retryAfterSeconds: 0 }]);
    const ended = await run([...args(), '--json']);
    expect([ended.code, valueOf(ended)]).toMatchObject([1, { failure: { status: 429, charged: 'no' } }]);
    expect(await json1(['requests', 'list'])).toMatchObject({ items: [{ attempts: 1, state: 'failed' }] });
  });
});

describe('lip-sync, dub, image and video', () => {
  it('lip-sync create whose answer is lost ends with 3, and names the list', async () => {
    await service.setFaults([{ on: `POST ${lipSyncPath}`, kind: 'drop-after-charge' }]);
    const lost = await run(['lip-sync', 'create', '--video-url', videoUrl, '--audio-url', audioUrl]);
    expect(lost.code).toBe(3);
    expect(lost.stderr).toContain('lip-sync list');
  });

  it('dub create whose speech does not fit is charged for it, and says where it is kept', async () => {
    const args = ['dub', 'create', '--video-url', videoUrl, '--voice', voiceId, '--text', 'No.', '--fit-audio-to-video'];
    const ended = await run(args);
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('It was charged.')]);
    expect(statSync(/\((\/\S+)\)/u.exec(ended.stderr)![1]!).size).toBeGreaterThan(100);
  });

  it('dub create whose answer is lost is asked for again by its key, and is paid once', async () => {
    await service.setFaults([{ on: `POST ${dubbingPath}`, kind: 'drop-after-charge' }]);
    const args = ['dub', 'create', '--video-url', videoUrl, '--voice', voiceId, '--text', 'Good morning.'];
    const lost = await run(args);
    expect(lost.code).toBe(3);
    const own = /--idempotency-key (\S+)/u.exec(lost.stderr)?.[1];
    const paid = (await charges()).length;
    // From another profile, as another machine would.
    const elsewhere = {
      profile: join(folder, `${key}-elsewhere`),
      env: { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: key },
    };
    const again = await start([...args, '--idempotency-key', own!, '--json'], elsewhere).ended;
    expect([again.code, valueOf(again)]).toMatchObject([0, { state: 'waiting' }]);
    expect(await charges()).toHaveLength(paid);
  });

  it('a job that the service gives up ends with 1, and one that takes too long with 3', async () => {
    await service.setFaults([{ on: `POST ${imagesPath}`, kind: 'fail-generation' }]);
    const failed = await run([...image.with(3, 'a failing kite'), '--wait', '--json']);
    expect([failed.code, valueOf(failed)]).toMatchObject([1, { failure: { kind: 'service-failed', charged: 'no' } }]);
    const late = await run([...image, '--wait', '--wait-timeout', '0.001', '--json']);
    expect(late.code).toBe(3);
    expect((valueOf(late) as { failure: { message: string } }).failure.message).toMatch(/image get \S+ --wait/u);
  });
});

it('voices clone without --consent names the option, ends with 2 and sends nothing', async () => {
  const ended = await run(clone('Anna').filter((part) => part !== '--consent'));
  expect([ended.code, ended.stdout.length]).toEqual([2, 0]);
  expect(ended.stderr).toContain('--consent is missing. Confirm that you have the consent of the person whose voice this is.');
  expect(await charges()).toEqual([]);
  expect((await run(['voices', 'clone', '--help'])).stdout.toString()).toContain('--consent');
});

describe('bad usage ends with 2, before anything is sent', () => {
  it.each([
    [['voices', 'clone', '--name', 'x', '--audio', '/nowhere.wav', '--consent']],
    [['voices', 'clone', '--name', 'x'.repeat(101), '--audio', 'RECORDING', '--consent']],
    [['transcribe', '--audio-url', 'ftp://x']],
    [['design', 'create', '--prompt', '', '--preview-text', 'x']],
    [['design', 'save', 'd', '--candidate', 'c', '--name', '']],
    [['lip-sync', 'create', '--video-url', 'x', '--audio-url', 'https://x.example/a.mp3']],
    [['lip-sync', 'list', '--limit', '101']],
    [['image', 'create', '--prompt', 'x', '--model', 'm', '--aspect-ratio', 'square']],
    [['video', 'create', '--prompt', 'x', '--model', 'm', '--seconds', '0', '--size', '1280x720']],
    [['dub', 'create', '--video-url', 'https://x.example/v.mp4', '--voice', 'v', '--text', 'x', '--out', '-', '--json']],
    [['media', 'models']],
    [['profile', 'get', '--realtime-url', 'https://not-a-socket.example']],
    [['profile', 'get', '--base-url', 'http://far.example']],
  ])('%j', async (args) => {
    const ended = await run(args.map((part) => (part === 'RECORDING' ? recording : part)));
    expect([ended.code, ended.stdout.length === 0 || args.includes('--json')]).toEqual([2, true]);
    expect(ended.stderr).not.toBe('');
    expect(await charges()).toEqual([]);
  });
});

it('an interrupted transcription ends with 130, and stays in the ledger as unknown', async () => {
  let arrived = (): void => undefined;
  const sent = new Promise<void>((resolve) => (arrived = resolve));
  const silent = await scriptedServer((request, response) => {
    if (request.url === profilePath) json(response, 200, { user_id: 'u', api_quota_remaining: 1, tier: 't', credits: 1 });
    else arrived();
  });
  const profile = join(folder, 'interrupted');
  const env = { VOICEWRIGHT_BASE_URL: silent.origin, VOICEWRIGHT_API_KEY: 'key-of-nobody' };
  try {
    const running = start(['transcribe', '--audio-url', audioUrl, '--out', out('never.json'), '--json'], { profile, env });
    await sent;
    running.process.kill('SIGINT');
    const ended = await running.ended;
    expect([ended.code, valueOf(ended)]).toMatchObject([130, { failure: { kind: 'cancelled', charged: 'unknown' } }]);
    expect(existsSync(out('never.json'))).toBe(false);
  } finally {
    await silent.close();
  }
  const { items } = valueOf(await start(['requests', 'list', '--json'], { profile }).ended) as { items: unknown[] };
  expect(items).toMatchObject([{ family: 'transcription', state: 'unknown', attempts: 1 }]);
});

it('a paid command without a connection is the local service’s, started for the run', { tags: ['beside'] }, async () => {
  const ended = await start([...image, '--out', out('alone.png')], { profile: join(folder, 'alone') }).ended;
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  expect(readFileSync(out('alone.png')).subarray(1, 4).toString()).toBe('PNG');
});
