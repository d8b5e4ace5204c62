import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode, decode } from '@msgpack/msgpack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
// The page's side says what it finds at `window`.
import type {} from '../../../src-renderer/core/host/wire.ts';
import { launchElectron } from '../../helpers/electron-app.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { startBuiltHost } from '../../helpers/served-host.ts';
import { canary, echoProxy, forms, found, type EchoProxy } from './echo-proxy.ts';

/** Both hosts as they are built and started, with the key in their environment and a service that says it back. */
let service: LocalService;
let proxy: EchoProxy;
let profile: string;
beforeAll(async () => {
  service = await startLocalService();
  proxy = await echoProxy(service);
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
});

const environment = (): Record<string, string> => ({
  VOICEWRIGHT_BASE_URL: proxy.baseUrl,
  VOICEWRIGHT_REALTIME_URL: proxy.realtimeUrl,
  VOICEWRIGHT_API_KEY: canary,
});
/** What a window asks that goes to the service, or to where keys are. */
const asked: readonly [op: string, input: unknown][] = [
  ['studio.start', null],
  ['connections.list', null],
  ['profile.read', null],
  ['voices.list', null],
  ['connections.test', { baseUrl: '', key: canary }],
  ['connections.add', { baseUrl: 'http://127.0.0.1:9', realtimeUrl: null, key: canary }],
  ['connections.test', { id: 'http://127.0.0.1:9' }],
  ['images.create', { prompt: 'Kite', model: 'none', aspectRatio: '1:1' }],
  ['jobs.list', {}],
];
const inputOf = ([op, input]: (typeof asked)[number]): unknown =>
  op === 'connections.test' && JSON.stringify(input).includes('baseUrl') ? { baseUrl: proxy.baseUrl, key: canary } : input;

const filesUnder = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile())
    .map((path) => [path, readFileSync(path).toString('latin1')]);

/** What the processes that name this profile were started with, but for the first, whose environment the system keeps as it was given. */
function children(parent: number): [string, string][] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(profile))
    .flatMap((line) => {
      const pid = Number.parseInt(line, 10);
      const own: [string, string][] = [[`the arguments of ${pid}`, line]];
      if (pid !== parent && line.includes('local-service'))
        own.push([`the environment of ${pid}`, readFileSync(`/proc/${pid}/environ`, 'latin1')]);
      return own;
    });
}

test('the served host tells, writes and leaves behind nothing of the key, also when it is brought down', async () => {
  profile = mkdtempSync(join(tmpdir(), 'voicewright-canary-'));
  const host = await startBuiltHost(profile, environment());
  const { origin, hash } = new URL(host.url);
  const session = await fetch(`${origin}/session`, { method: 'POST', headers: { origin }, body: JSON.stringify({ token: hash.slice(1) }) });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await (await fetch(origin, { headers: { cookie } })).text();
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/wire`, { headers: { origin, cookie } });
  const received: string[] = [];
  const answers = new Map<number, (answer: { t: string }) => void>();
  socket.on('message', (data: Buffer) => {
    received.push(data.toString('latin1'));
    const frame = decode(data) as { t: string; id: number };
    if (frame.t === 'done' || frame.t === 'fail') answers.get(frame.id)?.(frame);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const before = proxy.asked();
  for (const [index, call] of asked.entries()) {
    const id = index + 1;
    const answered = new Promise<{ t: string }>((resolve) => answers.set(id, resolve));
    socket.send(encode({ t: 'open', id, op: call[0], in: inputOf(call) }));
    await answered;
  }
  expect(proxy.asked()).toBeGreaterThan(before + 2);
  const started = children(host.process.pid ?? 0);
  // A crash as the system makes it: what the program leaves of it is looked at too.
  await host.stop('SIGSEGV');
  socket.terminate();
  const left = [...filesUnder(profile), ...readdirSync('.').filter((name) => /^(core|report\.)/u.test(name)).map((name): [string, string] => [name, readFileSync(name, 'latin1')])]; // prettier-ignore
  expect(found([['stderr', host.said()], ['the page', page], ['the wire', received.join('\n')], ...started, ...left])).toEqual([]);
  rmSync(profile, { recursive: true, force: true });
});

test('Electron’s window, its preload, the program’s output and its profile have nothing of the key', async () => {
  profile = mkdtempSync(join(tmpdir(), 'voicewright-canary-'));
  const app = await launchElectron(profile, environment());
  let said = '';
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const page = await app.firstWindow();
  const shown: string[] = [];
  page.on('console', (message) => shown.push(message.text()));
  await page.waitForURL(/voicewright/u);
  const before = proxy.asked();
  const calls = asked.map((call, index) => [index + 2_000_000, call[0], inputOf(call)] as const);
  const received = await page.evaluate(async (list) => {
    const frames: unknown[] = [];
    const waiting = new Map<number, () => void>();
    window.voicewright?.listen((frame) => {
      frames.push(frame);
      const { t, id } = frame as { t: string; id: number };
      if (t === 'done' || t === 'fail') waiting.get(id)?.();
    });
    for (const [id, op, input] of list) {
      const answered = new Promise<void>((resolve) => waiting.set(id, resolve));
      window.voicewright?.post({ t: 'open', id, op, in: input });
      await answered;
    }
    return JSON.stringify(frames);
  }, calls);
  expect(proxy.asked()).toBeGreaterThan(before + 2);
  const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]));
  const content = await page.content();
  const inMain = await app.evaluate(() => JSON.stringify([process.argv, process.env]));
  const started = children(app.process().pid ?? 0);
  await app.close();
  const haystacks: [string, string][] = [
    ['the window', content],
    ['what it keeps', kept],
    ['its console', shown.join('\n')],
  ];
  haystacks.push(
    ['the wire', received],
    ['main’s arguments and environment', inMain],
    ['its output', said],
    ...started,
    ...filesUnder(profile),
  );
  expect(found(haystacks)).toEqual([]);
  rmSync(profile, { recursive: true, force: true });
});

test('what looks for the key finds it in each of its forms', () => {
  for (const [form, text] of Object.entries(forms)) expect(found([['x', `a${text}b`]])).toContain(`${form} in x`);
});
