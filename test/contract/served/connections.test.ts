import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { holdProfile } from '../../../src-main/hosts/shared/profile-hold.ts';
import { sessionLimits } from '../../../src-main/hosts/served/session-store.ts';
import { type Listener, listenerLimits, openListener } from '../../../src-main/hosts/served/listener.ts';
import { answerWithStudio } from '../../../src-main/hosts/served/server.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { rawRequest } from '../../helpers/raw-request.ts';
import { stubStudio } from '../../helpers/stub-studio.ts';

let folder: string;
let host: Listener;
let running: { close(): Promise<void> };
const sockets: Socket[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connections-test-'));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  rmSync(folder, { recursive: true, force: true });
});

async function open(limits = listenerLimits): Promise<void> {
  host = await openListener(0, undefined, limits);
  running = answerWithStudio(host, { studio: Promise.resolve(stubStudio()), rendererDirectory: folder, log: quietLog() });
}

async function signIn(): Promise<Record<string, string>> {
  const { origin } = host.admission;
  const body = JSON.stringify({ token: new URL(host.admission.newUrl()).hash.slice(1) });
  const answer = await rawRequest(host.port, { method: 'POST', path: '/session', headers: { origin }, body });
  return { origin, cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
}

async function openWindow(headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/wire`, { headers });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

/** A connection that sends this much of a request, and then nothing. */
async function halfOpen(text: string): Promise<Socket> {
  const socket = connect(host.port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  if (text !== '') await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

test('Half-open connections beyond the bound make room for a window, and never close one that is open', async () => {
  await open();
  const headers = await signIn();
  const window = await openWindow(headers);
  for (let count = 0; count < listenerLimits.maxConnections + 20; count++)
    await halfOpen(['', 'GET / HTTP/1.1\r\nHo', 'POST /session HTTP/1.1\r\n'][count % 3] ?? '');
  expect(await rawRequest(host.port, { path: '/bytes/hello', headers })).toMatchObject({ status: 200 });
  const second = await openWindow(headers);
  expect(window.readyState).toBe(WebSocket.OPEN);
  const [oldest, newest] = [sockets[0], sockets.at(-1)];
  expect(oldest?.destroyed).toBe(true);
  expect(newest?.destroyed).toBe(false);
  window.terminate();
  second.terminate();
  await running.close();
});

test('A connection that is not admitted in time is closed, and one that is stays', async () => {
  await open({ ...listenerLimits, admissionMs: 300 });
  const window = await openWindow(await signIn());
  const stranger = await halfOpen('');
  await once(stranger, 'close');
  expect(window.readyState).toBe(WebSocket.OPEN);
  window.terminate();
  await running.close();
});

test('Headers that do not come whole in time end their connection', async () => {
  await open({ ...listenerLimits, headersTimeoutMs: 300 });
  const slow = await halfOpen('GET / HTTP/1.1\r\nHost: 127');
  await once(slow, 'close');
  await running.close();
});

test('A refused client does not keep the connection', async () => {
  await open();
  for (const headers of [{}, { host: 'evil.example' }, { origin: 'https://evil.example' }]) {
    const answer = await rawRequest(host.port, { path: '/bytes/hello', headers: { connection: 'keep-alive', ...headers } });
    expect(answer.headers.connection).toBe('close');
  }
  await running.close();
});

test('A window is closed with its session', async () => {
  await open();
  const window = await openWindow(await signIn());
  const closed = once(window, 'close') as Promise<[number]>;
  for (let count = 0; count < sessionLimits.maxSessions; count++) await signIn();
  expect((await closed)[0]).toBe(1008);
  await running.close();
});

const mode = (path: string): number => statSync(path).mode & 0o777;

test.skipIf(process.platform === 'win32')('A profile folder that others could read is closed when the studio starts on it', async () => {
  const profileDirectory = join(folder, 'profile');
  mkdirSync(profileDirectory);
  chmodSync(profileDirectory, 0o755);
  writeFileSync(join(profileDirectory, 'mine.txt'), 'beside', { mode: 0o644 });
  const onSecondStart = () => ({ running: 'test', pid: 1, front: false });
  const first = await holdProfile({ profileDirectory, onSecondStart });
  if ('hold' in first) first.hold.release();
  expect(mode(profileDirectory)).toBe(0o700);
  // What lies in a folder that was no profile yet is not the studio's.
  expect(mode(join(profileDirectory, 'mine.txt'))).toBe(0o644);

  const outside = join(folder, 'outside.txt');
  writeFileSync(outside, 'a link leads here');
  chmodSync(outside, 0o644);
  symlinkSync(outside, join(profileDirectory, 'link'));
  mkdirSync(join(profileDirectory, 'results'));
  writeFileSync(join(profileDirectory, 'connections.json'), '{}');
  chmodSync(join(profileDirectory, 'results'), 0o755);
  chmodSync(join(profileDirectory, 'connections.json'), 0o664);
  const second = await holdProfile({ profileDirectory, onSecondStart });
  expect('hold' in second).toBe(true);
  if ('hold' in second) second.hold.release();
  expect(mode(join(profileDirectory, 'results'))).toBe(0o700);
  expect(mode(join(profileDirectory, 'connections.json'))).toBe(0o600);
  expect(mode(outside)).toBe(0o644);
  expect(existsSync(outside)).toBe(true);
});

test.skipIf(process.platform === 'win32')('A folder that several people share on purpose keeps its rights', async () => {
  const profileDirectory = join(folder, 'shared');
  mkdirSync(profileDirectory);
  chmodSync(profileDirectory, 0o1777);
  const held = await holdProfile({ profileDirectory, onSecondStart: () => ({ running: 'test', pid: 1, front: false }) });
  if ('hold' in held) held.hold.release();
  expect(statSync(profileDirectory).mode & 0o7777).toBe(0o1777);
});
