import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alignedPath } from '#shared/wire/speech.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { json, scriptedServer } from '../service/scripted-server.ts';
import { start, valueOf, type Ended } from './command-line.ts';

const key = 'local-commandline';
let service: LocalService;
let folder: string;
let voice: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-'));
  service = await startLocalService();
  const answer = await fetch(`${service.baseUrl}/api/open/v3/voices?pageSize=100`, { headers: { Authorization: `Bearer ${key}` } });
  const { items } = (await answer.json()) as { items: { voiceId: string; modelIds: string[] }[] };
  voice = items.find(({ modelIds }) => modelIds.includes('alpha-s21pro-flash'))!.voiceId;
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => service.clearFaults());

const run = (args: readonly string[], more: { input?: string; env?: Record<string, string> } = {}): Promise<Ended> =>
  start(args, { profile: folder, env: { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: key }, ...more }).ended;
const charges = async () => (await service.charges(key)).entries.filter(({ state }) => state !== 'granted').length;
const speak = (name: string) => ['speak', '--voice', voice, '--out', join(folder, name)];

describe('a run that is done ends with 0', () => {
  it('reads profile, models and voices as one JSON value each', async () => {
    const [profile, models, voices] = await Promise.all(
      [['profile', 'get'], ['models', 'list'], ['voices', 'list']].map((args) => run([...args, '--json'])), // prettier-ignore
    );
    expect([profile!.code, models!.code, voices!.code]).toEqual([0, 0, 0]);
    expect(valueOf(profile!)).toMatchObject({ tier: 'local' });
    expect(valueOf(models!)).toMatchObject({ contractVersion: 'v3' });
    expect(valueOf(voices!)['total']).toBeGreaterThan(10);
    expect(profile!.stderr).toBe('');
  });

  it('speaks what comes through a pipe, and writes the sound and the times of its words', async () => {
    const ended = await run([...speak('a.mp3'), '--json'], { input: 'Two words.\n' });
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    expect(valueOf(ended)).toMatchObject({ wordCount: 2, alignmentStatus: 'complete' });
    expect(statSync(join(folder, 'a.mp3')).size).toBeGreaterThan(200);
    const words = JSON.parse(readFileSync(join(folder, 'a.words.json'), 'utf8')) as { words: { text: string }[] };
    expect(words.words.map(({ text }) => text)).toEqual(['Two', 'words.']);
    expect(existsSync(join(folder, 'a.mp3.part'))).toBe(false);
  });

  it('pipes the sound out, and nothing else', { tags: ['beside'] }, async () => {
    const ended = await run(['speak', '--voice', voice, '--text', 'Hello.', '--format', 'wav', '--out', '-']);
    expect(ended.code).toBe(0);
    expect(ended.stdout.subarray(0, 4).toString()).toBe('RIFF');
  });

  it('makes one job for one key, paid once, and fetches its sound as often as wanted', async () => {
    const before = await charges();
    const args = ['tts', 'create', '--voice', voice, '--text', 'A job.', '--idempotency-key', 'mine-42', '--json'];
    const out = join(folder, 'job.mp3');
    const first = valueOf(await run([...args, '--out', out])) as { task: { taskId: string; status: string } };
    expect(first.task.status).toBe('success');
    const again = valueOf(await run(args)) as typeof first;
    expect(again.task.taskId).toBe(first.task.taskId);
    expect(await charges()).toBe(before + 1);
    const downloaded = await run(['tts', 'download', first.task.taskId, '--out', join(folder, 'again.mp3')]);
    expect(downloaded.code).toBe(0);
    expect(readFileSync(join(folder, 'again.mp3')).equals(readFileSync(out))).toBe(true);
    const found = valueOf(await run(['tts', 'list', '--status', 'success', '--json'])) as { items: { task: { taskId: string } }[] };
    expect(found.items.map(({ task }) => task.taskId)).toContain(first.task.taskId);
    const listed = valueOf(await run(['requests', 'list', '--json'])) as { items: { idempotencyKey: string; state: string }[] };
    expect(listed.items.filter(({ idempotencyKey }) => idempotencyKey === 'mine-42')).toMatchObject([{ state: 'done' }]);
  });

  it('starts the local service where nothing is connected', { tags: ['beside'] }, async () => {
    const ended = await start(['profile', 'get', '--json'], { profile: join(folder, 'alone') }).ended;
    expect(ended.code).toBe(0);
    expect(valueOf(ended)).toMatchObject({ tier: 'local' });
  });
});

it('help whose reader leaves at once, as behind head, ends with 0 and says nothing', async () => {
  const { process: running, ended } = start(['--help'], { profile: folder });
  running.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});

describe('what may have been charged ends with 3', () => {
  it('when no answer came, sent by the family’s rule and no more', async () => {
    await service.setFaults([{ on: `POST ${alignedPath}`, kind: 'drop-before-charge', times: 9 }]);
    const ended = await run([...speak('lost.mp3'), '--text', 'Hello.', '--json']);
    expect(ended.code).toBe(3);
    expect(valueOf(ended)).toMatchObject({ failure: { kind: 'outcome-unknown', charged: 'unknown' } });
    const { items } = valueOf(await run(['requests', 'list', '--state', 'unknown', '--json'])) as {
      items: { operationId: string; attempts: number }[];
    };
    expect(items[0]).toMatchObject({ family: 'aligned', attempts: 2 });
    const shown = valueOf(await run(['requests', 'show', items[0]!.operationId, '--json'])) as { timeline: { event: string }[] };
    expect(shown.timeline.map(({ event }) => event)).toEqual(['begun', 'sent again', 'unknown']);
    const lines = (await run(['requests', 'show', items[0]!.operationId])).stdout.toString().trimEnd().split('\n');
    expect(lines.slice(lines.indexOf('timeline') + 1).map((line) => line.split('\t')[1])).toEqual(['begun', 'sent again', 'unknown']);
  });

  it('when the stream broke off, and what arrived is kept beside its name', async () => {
    await service.setFaults([{ on: `POST ${alignedPath}`, kind: 'cut-after-events', events: 2 }]);
    const ended = await run([...speak('cut.wav'), '--format', 'wav', '--text', 'A longer sentence, so that there is something to cut.']);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain('cut.wav.part');
    expect(statSync(join(folder, 'cut.wav.part')).size).toBeGreaterThan(100);
    expect(existsSync(join(folder, 'cut.wav'))).toBe(false);
  });
});

describe('bad usage ends with 2, before anything is sent', () => {
  it.each([
    [['nonsense']],
    [['speak', '--text', 'x', '--out', 'x.mp3']],
    [['speak', '--voice', 'v', '--text', 'x', '--out', '/nowhere/x.mp3']],
    [['speak', '--voice', 'v', '--text', 'x', '--file', 'y', '--out', 'x.mp3']],
    [['speak', '--voice', 'v', '--text', 'x', '--out', '-', '--json']],
    [['tts', 'create', '--voice', 'v', '--text', 'x', '--speed', 'fast']],
    [['tts', 'create', '--voice', 'v', '--text', 'x', '--speed', '9']],
    [['profile', 'get', '--base-url', 'https://other.example']],
    [['speak', '--voice', 'v', '--text', 'x', '--out', '']],
    [['requests', 'list', '--limit', '201']],
  ])('%j', async (args) => {
    const before = await charges();
    const ended = await run(args);
    expect(ended.code).toBe(2);
    expect(ended.stderr).not.toBe('');
    expect(await charges()).toBe(before);
  });

  it.each([
    ['command', ['nonsense']],
    ['--voice', ['speak', '--text', 'x', '--out', 'x.mp3']],
    ['--voice', ['speak', '--text', 'x', '--out', 'x.mp3', '--voice', '']],
    ['--words', ['speak', '--voice', 'v', '--text', 'x', '--out', 'x.mp3', '--words', '-']],
    ['--speed', ['tts', 'create', '--voice', 'v', '--text', 'x', '--speed', 'fast']],
    ['--speed', ['tts', 'create', '--voice', 'v', '--text', 'x', '--speed', '9']],
    ['--webhook-url', ['profile', 'update', '--webhook-url', 'nowhere']],
  ])('names %s as one JSON value: %j', async (field, args) => {
    const ended = await run([...args, '--json']);
    expect([ended.code, valueOf(ended)]).toMatchObject([2, { failure: { kind: 'invalid-input', charged: 'no', field } }]);
    expect(ended.stderr).toMatch(/^voicewright: /u);
  });

  it('a place where no file can be made is found before anything is bought', async () => {
    const before = await charges();
    mkdirSync(join(folder, 'taken.mp3.part'));
    const ended = await run([...speak('taken.mp3'), '--text', 'x']);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('--out: ')]);
    expect(await charges()).toBe(before);
  });

  it('a key without an address names the variable that is missing', async () => {
    const ended = await start(['profile', 'get'], { profile: folder, env: { VOICEWRIGHT_API_KEY: key } }).ended;
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('VOICEWRIGHT_BASE_URL');
  });
});

it('an interrupted run ends with 130, and what was on its way stays in the ledger as unknown', async () => {
  let arrived = (): void => undefined;
  const sent = new Promise<void>((resolve) => (arrived = resolve));
  const silent = await scriptedServer((request, response) => {
    if (request.url === profilePath) json(response, 200, { user_id: 'u', api_quota_remaining: 1, tier: 't', credits: 1 });
    else arrived();
  });
  const profile = join(folder, 'interrupted');
  const env = { VOICEWRIGHT_BASE_URL: silent.origin, VOICEWRIGHT_API_KEY: 'key-of-nobody' };
  try {
    const running = start([...speak('stopped.mp3'), '--text', 'Hello.', '--json'], { profile, env });
    await sent;
    running.process.kill('SIGINT');
    const ended = await running.ended;
    expect(ended.code).toBe(130);
    expect(valueOf(ended)).toMatchObject({ failure: { kind: 'cancelled', charged: 'unknown' } });
  } finally {
    await silent.close();
  }
  const { items } = valueOf(await start(['requests', 'list', '--json'], { profile }).ended) as { items: unknown[] };
  expect(items).toMatchObject([{ state: 'unknown', attempts: 1 }]);
});

it('a job that the service gives up ends with 1', async () => {
  await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'fail-generation' }]);
  const ended = await run(['tts', 'create', '--voice', voice, '--text', 'It fails.', '--wait', '--json']);
  expect(ended.code).toBe(1);
  // What it took is told, and that it was given back is not.
  expect(valueOf(ended)).toMatchObject({ failure: { kind: 'service-failed', charged: 'unknown' } });
});

it(
  'a job that was made and cannot be fetched is said to be charged, and where it is kept; one that cannot be looked at may be',
  { tags: ['beside'] },
  async () => {
    // Not in the profile's own folder, whose files are never replaced.
    const out = join(mkdtempSync(join(tmpdir(), 'voicewright-sound-')), 'kept.mp3');
    const args = ['tts', 'create', '--voice', voice, '--json', '--out', out];
    await service.setFaults([{ on: `GET ${jobsPath}/*/audio`, kind: 'status', status: 404, times: 6, retryAfterSeconds: 0 }]);
    const made = await run([...args, '--text', 'It is made.']);
    expect([made.code, valueOf(made)]).toMatchObject([1, { failure: { charged: 'yes', status: 404 } }]);
    const [, taskId] = /tts download (\S+) --out/u.exec(made.stderr) ?? [];
    expect((await run(['tts', 'download', taskId!, '--out', out])).code).toBe(0);
    await service.setFaults([{ on: `GET ${jobsPath}/*`, kind: 'status', status: 404, times: 6, retryAfterSeconds: 0 }]);
    const taken = await run([...args, '--text', 'It is taken.']);
    expect([taken.code, valueOf(taken)]).toMatchObject([3, { failure: { charged: 'unknown', status: 404 } }]);
    expect(taken.stderr).toContain('tts get ');
  },
);

it('what is not found says what to check', async () => {
  const ended = await run(['voices', 'get', 'nobody']);
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('Check the id')]);
});

it('a job whose answer was lost is asked for by the key that the failure names, and paid once', { tags: ['beside'] }, async () => {
  const before = await charges();
  await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'status', status: 500, times: 5, retryAfterSeconds: 0 }]);
  const args = ['tts', 'create', '--voice', voice, '--text', 'Was it taken?'];
  const lost = await run(args);
  expect(lost.code).toBe(3);
  const [, own] = /--idempotency-key (\S+)/u.exec(lost.stderr) ?? [];
  expect((await run([...args, '--idempotency-key', own!])).code).toBe(0);
  expect(await charges()).toBe(before + 1);
});

it('a job whose creation answers 500 is sent again by itself with the same key, and paid once; its download mends a break', async () => {
  const before = await charges();
  await service.setFaults([
    { on: `POST ${jobsPath}`, kind: 'status', status: 500, times: 2, retryAfterSeconds: 0 },
    { on: 'GET /api/open/signed/*/*', kind: 'cut-after-bytes', bytes: 1000 },
  ]);
  const out = join(folder, 'confirmed.mp3');
  const made = await run(['tts', 'create', '--voice', voice, '--text', 'Sent again by itself.', '--out', out, '--json']);
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(statSync(out).size).toBe(valueOf(made)['bytes']);
  const { items } = valueOf(await run(['requests', 'list', '--limit', '1', '--json'])) as { items: { attempts: number }[] };
  expect(items).toMatchObject([{ attempts: 3, state: 'done' }]);
  expect(await charges()).toBe(before + 1);
});

it('an answer that has no place to go to any more lets the run end', async () => {
  const out = join(folder, 'occupied.mp3');
  const slow = await scriptedServer((_request, response) => {
    mkdirSync(`${out}.part`); // the place was looked at before this was asked for
    response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).write(Buffer.alloc(1_000_000));
  });
  const env = { VOICEWRIGHT_BASE_URL: slow.origin, VOICEWRIGHT_API_KEY: 'key-of-nobody' };
  try {
    const { code, stderr } = await start(['tts', 'download', 'job', '--out', out], { profile: join(folder, 'slow'), env }).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('folder')]);
  } finally {
    await slow.close();
  }
});

it('the key stands in nothing that is printed or written, though the service says it back in every form', async () => {
  const canary = 'canary/7f3a+key=with;signs';
  const bytes = Buffer.from(canary);
  const forms = [
    canary,
    encodeURIComponent(canary),
    bytes.toString('base64').replace(/=+$/u, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  const said = forms.join(' | ');
  const hostile = await scriptedServer((request, response) => {
    if (request.url === profilePath) json(response, 200, { user_id: said, api_quota_remaining: 1, tier: said, credits: 1, note: said });
    else if (request.url === alignedPath) json(response, 400, { code: `ERR ${canary}`, message: said, requestId: canary });
    else json(response, 404, { code: said, message: said, requestId: said });
  });
  const profile = join(folder, 'canary');
  const env = { VOICEWRIGHT_BASE_URL: hostile.origin, VOICEWRIGHT_API_KEY: canary };
  try {
    const ends = [
      await start(['profile', 'get', '--json'], { profile, env }).ended,
      await start([...speak('canary.mp3'), '--text', 'Hello.', '--json'], { profile, env }).ended,
      await start(['requests', 'list', '--json'], { profile, env }).ended,
    ];
    expect(ends.map(({ code }) => code)).toEqual([0, 1, 0]);
    expect(hostile.seen.some(({ headers }) => headers.authorization === `Bearer ${canary}`)).toBe(true);
    const files = readdirSync(profile, { recursive: true, encoding: 'utf8' }).map((name) => join(profile, name)).filter((path) => statSync(path).isFile()); // prettier-ignore
    expect(files.some((path) => path.endsWith('ledger.sqlite'))).toBe(true);
    const haystacks = [...ends.flatMap(({ stdout, stderr }) => [stdout.toString(), stderr]), ...files.map((path) => readFileSync(path).toString('latin1'))]; // prettier-ignore
    for (const form of forms) for (const text of haystacks) expect(text.includes(form), form).toBe(false);
  } finally {
    await hostile.close();
  }
});
