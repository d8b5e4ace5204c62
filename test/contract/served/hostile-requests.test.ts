import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { holdProfile } from '../../../src-main/hosts/shared/profile-hold.ts';
import { openLastingAddresses } from '../../../src-main/features/bucket/reachable.ts';
import { type Listener, openListener } from '../../../src-main/hosts/served/listener.ts';
import { answerWithStudio } from '../../../src-main/hosts/served/server.ts';
import { anyHeader, anyTarget, hostileTargets } from '../../helpers/hostile-targets.ts';
import { watchProcess } from '../../helpers/process-errors.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { rawBytes, rawRequest, requestText, upgradeHeaders } from '../../helpers/raw-request.ts';
import { stubStudio } from '../../helpers/stub-studio.ts';

const folder = mkdtempSync(join(tmpdir(), 'hostile-test-'));
const watched = watchProcess();
let host: Listener;
let running: { close(): Promise<void> };
let own: Record<string, string>;

beforeAll(async () => {
  const renderer = join(folder, 'renderer');
  mkdirSync(renderer);
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><p>the studio</p>');
  host = await openListener(0);
  running = answerWithStudio(host, { studio: Promise.resolve(stubStudio()), rendererDirectory: renderer, log: quietLog() });
  const origin = host.admission.origin;
  const token = new URL(host.admission.newUrl()).hash.slice(1);
  const traded = await rawRequest(host.port, { method: 'POST', path: '/session', headers: { origin }, body: JSON.stringify({ token }) });
  own = { host: `127.0.0.1:${host.port}`, origin, cookie: traded.headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
});
afterAll(async () => {
  watched.stop();
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

async function expectToServe(): Promise<void> {
  expect(watched.errors).toEqual([]);
  expect(await rawRequest(host.port, { path: '/bytes/hello', headers: own })).toMatchObject({ status: 200, body: 'hello, bytes' });
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}/wire`, { headers: own });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.terminate();
}

/** With nothing that admits, with all of it, and as a page of another site sends it. */
const senders = (): Record<string, Record<string, string>> => ({
  nobody: { host: own['host'] ?? '' },
  'another site': { host: own['host'] ?? '', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'the window': own,
});

describe('an upgrade of a hostile target', () => {
  test.each(['//', '/\\', '///', 'http://[', 'http://x:99999/'])(
    'is judged by its Host, Origin and cookie first, and is a 400 then: %s',
    async (target) => {
      const { host: name = '', origin = '' } = own;
      const upgrade = (headers: Record<string, string>): Promise<number> =>
        rawBytes(host.port, requestText(target, { ...headers, ...upgradeHeaders }));
      expect(await upgrade({ host: 'evil.example' })).toBe(421);
      expect(await upgrade({ host: name, origin: 'https://evil.example' })).toBe(403);
      expect(await upgrade({ host: name, origin })).toBe(401);
      expect(await upgrade(own)).toBe(400);
      await expectToServe();
    },
  );

  test('is refused, no matter who sends it, and the host goes on', async () => {
    for (const sender of Object.values(senders()))
      for (const target of hostileTargets) {
        const status = await rawBytes(host.port, requestText(target, { ...sender, ...upgradeHeaders }));
        const mayOpen = sender === own && /^\/(?:wire\?|bytes\/\.\.\/wire$)/u.test(target);
        expect((mayOpen && status === 101) || status === 0 || (status >= 400 && status < 500), `${target} answered ${status}`).toBe(true);
      }
    await expectToServe();
  });
});

test('A request of a hostile target is never a fault of the host', async () => {
  for (const sender of Object.values(senders()))
    for (const method of ['GET', 'POST', 'OPTIONS', 'CONNECT', 'TRACE'])
      for (const target of hostileTargets) {
        const status = await rawBytes(host.port, requestText(target, { ...sender, connection: 'close' }, method));
        expect(status < 500, `${method} ${target} answered ${status}`).toBe(true);
      }
  await expectToServe();
});

test('Any target with any headers, as a request or an upgrade, leaves the host as it was', async () => {
  await fc.assert(
    fc.asyncProperty(anyTarget, fc.array(anyHeader, { maxLength: 4 }), fc.boolean(), fc.boolean(), async (target, more, known, upgrade) => {
      const headers = { ...(known ? own : { host: own['host'] ?? '' }), ...(upgrade ? upgradeHeaders : { connection: 'close' }) };
      const status = await rawBytes(host.port, requestText(target, { ...headers, ...Object.fromEntries(more) }));
      expect(status < 500).toBe(true);
      expect(watched.errors).toEqual([]);
    }),
    { numRuns: 300 },
  );
  await expectToServe();
});

test('What is no HTTP, and what ends in the middle, leaves the host as it was', async () => {
  const head = requestText('/wire', { ...own, ...upgradeHeaders });
  const pieces = [Buffer.alloc(70_000, 'A'), Buffer.from([22, 3, 1, 0, 200]), Buffer.from('GET / HTTP/9\r\n\r\n'), Buffer.from('\0\0\0\0')];
  for (const bytes of [
    ...pieces,
    Buffer.from('GET / HTTP/1.1\r\nHost'),
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    head.subarray(0, 60),
  ])
    await rawBytes(host.port, bytes);
  // Reset at once after the upgrade, and bytes that are no frame of a WebSocket.
  for (const after of [
    Buffer.alloc(0),
    Buffer.alloc(5000, 0xff),
    Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0, 0, 1]),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
  ])
    await new Promise<void>((resolve) => {
      const socket = createConnection(host.port, '127.0.0.1', () => {
        socket.write(Buffer.concat([head, after]), () => socket.resetAndDestroy());
      });
      socket.on('error', () => undefined).on('close', () => resolve());
    });
  await expectToServe();
});

test('Messages of a window that are no frames, or hostile ones, end no more than its wire', async () => {
  const messages: (Uint8Array | string)[] = [
    ...['text', new Uint8Array(0), Uint8Array.of(0xc1), Uint8Array.of(0xdd, 255, 255, 255, 255), new Uint8Array(1000).fill(0x91)],
    ...[Uint8Array.of(0xd4, 1, 2), Uint8Array.of(0x81, 0xa9, ...Buffer.from('__proto__'), 0x80), new Uint8Array(100_000).fill(0xdf)],
  ];
  for (const message of messages) {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}/wire`, { headers: own });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send(message);
    await closed;
  }
  await expectToServe();
});

test('The addresses at which files are handed to a service survive hostile requests, and still give the file', async () => {
  const addresses = openLastingAddresses({
    directory: join(folder, 'addresses'),
    respond: () => Promise.resolve(new Response('the file')),
    log: quietLog(),
  });
  const address = new URL(await addresses.of('file.wav', 'a file.wav'));
  for (const extra of [upgradeHeaders, { connection: 'close' }])
    for (const target of hostileTargets) {
      const status = await rawBytes(Number(address.port), requestText(target, { host: address.host, ...extra }));
      expect(status < 500, `${target} answered ${status}`).toBe(true);
    }
  const { origin } = address;
  for (const bad of ['//', 'http://[', 'a b', '', '%'])
    await rawBytes(Number(address.port), requestText('/', { host: bad, connection: 'close' }));
  expect(watched.errors).toEqual([]);
  expect(await (await fetch(origin + address.pathname)).text()).toBe('the file');
  await addresses.close();
});

test('A second start whose answer fails ends its own connection alone, and the profile stays held', async () => {
  const directory = join(folder, 'held');
  let asked = 0;
  const first = await holdProfile({
    profileDirectory: directory,
    onSecondStart: () => {
      asked += 1;
      throw new Error('the window is gone');
    },
  });
  const second = await holdProfile({ profileDirectory: directory, onSecondStart: () => ({ running: 'another', pid: 1, front: false }) });
  expect(second).toEqual({ heldBy: undefined });
  expect(asked).toBe(1);
  expect(watched.errors).toEqual([]);
  if ('hold' in first) first.hold.release();
});
