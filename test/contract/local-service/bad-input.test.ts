import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { profilePath } from '#shared/wire/profile.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { call } from './support.ts';

// Many calls each, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 150_000 });

let service: LocalService;
let routes: { method: string; path: string }[];
beforeAll(async () => {
  service = await startLocalService({ requestSeconds: 2 });
  const document = (await (await fetch(`${service.baseUrl}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/gu, 'x') })),
  );
});
afterAll(() => service.stop());

const withBody = () => routes.filter(({ method }) => method === 'POST');
const serves = async () => expect((await call(service, 'GET', profilePath)).status).toBe(200);

/** Bytes over a bare socket, as no client library would send them. Resolves with all that was answered until the other end closes. */
function exchange(send: (socket: Socket) => void): Promise<string> {
  const { hostname, port } = new URL(service.baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => send(socket));
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}
const head = (method: string, path: string, lines: readonly string[] = []) =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(service.baseUrl).host}`,
    `Authorization: Bearer ${service.apiKey}`,
    ...lines,
    '',
    '',
  ].join('\r\n');
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/u.exec(answer)?.[1] ?? 0);

/** Memory that the process holds, in bytes. */
async function resident(): Promise<number> {
  const status = await readFile(`/proc/${service.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/u.exec(status)?.[1] ?? 0) * 1024;
}

test('a million random bytes as a body: every route refuses them by a 4xx and serves the next request', async () => {
  const bytes = randomBytes(1_000_000);
  for (const { method, path } of withBody()) {
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const answer = await exchange((socket) => {
        socket.write(head(method, path, [`Content-Type: ${type}`, `Content-Length: ${bytes.length}`, 'Connection: close']));
        socket.write(bytes);
      });
      expect(statusOf(answer), `${method} ${path} ${type}`).toBeGreaterThanOrEqual(400);
      expect(statusOf(answer), `${method} ${path} ${type}`).toBeLessThan(500);
      expect(answer, path).toContain('"code":"');
    }
  }
  await serves();
});

test('small bodies that are no such thing are refused by every route, whatever their content type', async () => {
  const bodies = ['', 'null', '[]', '"x"', '{"a":', '{"__proto__":{"x":1}}', '['.repeat(50_000), randomBytes(300).toString('latin1')];
  for (const { method, path } of withBody()) {
    for (const body of bodies) {
      const type = body.length % 2 === 0 ? 'application/json' : 'text/plain';
      const response = await call(service, method, path, { body, headers: { 'Content-Type': type } });
      // An update of nothing is none, and lists of old clients take no body.
      if (response.status !== 200) expect(response.status, `${path} ${body.slice(0, 20)}`).toBeGreaterThanOrEqual(400);
      expect(response.status, `${path} ${body.slice(0, 20)}`).toBeLessThan(500);
      await response.arrayBuffer();
    }
  }
  await serves();
});

test('a compressed body is refused and not unpacked', async () => {
  const before = await resident();
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
  for (const { method, path } of withBody()) {
    const answer = await exchange((socket) => {
      const lines = ['Content-Type: application/json', 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`, 'Connection: close'];
      socket.write(head(method, path, lines));
      socket.write(bomb);
    });
    expect(statusOf(answer), path).toBe(400);
    expect(answer).toContain('Content-Encoding');
  }
  expect((await resident()) - before).toBeLessThan(150 * 1024 * 1024);
  await serves();
});

test('a body without end is cut off at its bound, in bounded memory', async () => {
  const before = await resident();
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')]);
  for (const [path, type, status] of [
    [withBody()[0]!.path, 'application/json', 413],
    [voicesV1Path, 'multipart/form-data; boundary=x', 400],
  ] as const) {
    const answer = await exchange((socket) => {
      socket.write(head('POST', path, [`Content-Type: ${type}`, 'Transfer-Encoding: chunked']));
      const more = () => {
        while (!socket.destroyed && socket.writable && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    });
    expect([0, status]).toContain(statusOf(answer));
  }
  expect((await resident()) - before).toBeLessThan(200 * 1024 * 1024);
  await serves();
});

test('headers without end are a 431, and what is no HTTP a 400, each with the error body', async () => {
  const flood = await exchange((socket) => {
    socket.write(
      head(
        'GET',
        profilePath,
        Array.from({ length: 2_000 }, (_, index) => `X-Flood-${index}: ${'x'.repeat(40)}`),
      ),
    );
  });
  expect(statusOf(flood)).toBe(431);
  expect(flood).toContain('ERR_INVALID_REQUEST');
  const noise = await exchange((socket) => socket.write(Buffer.concat([Buffer.from([0x16, 0x03, 0x01]), randomBytes(100_000)])));
  expect(statusOf(noise)).toBe(400);
  await serves();
});

test('slow headers, slow bodies and half-open sockets are ended by the server, and hold up nobody', async () => {
  const halfHead = exchange((socket) => socket.write('POST /api/open/v3/speech/tts HTTP/1.1\r\nHost: 127'));
  const halves = withBody().map(async ({ path }) => {
    const type = path === voicesV1Path ? 'multipart/form-data; boundary=x' : 'application/json';
    const lines = [`Content-Type: ${type}`, 'Content-Length: 1000'];
    const halfBody = exchange((socket) => {
      socket.write(head('POST', path, lines));
      socket.write(type === 'application/json' ? '{"text":' : '--x\r\n');
    });
    const halfOpen = exchange((socket) => {
      socket.write(head('POST', path, lines));
      socket.end();
    });
    return { path, status: statusOf(await halfBody), afterTheEnd: statusOf(await halfOpen) };
  });
  await serves();
  expect(statusOf(await halfHead)).toBe(408);
  for (const { path, status, afterTheEnd } of await Promise.all(halves)) {
    // Some are refused by their headers alone, before a body is waited for.
    for (const one of [status, afterTheEnd]) if (one !== 0) expect(one, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
    expect(afterTheEnd, path).toBeLessThan(500);
  }
  await serves();
});

test('a client that leaves in the middle of everything leaves the service as it was', async () => {
  for (const { method, path } of routes) {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(head(method, path, ['Content-Type: application/json', 'Content-Length: 20']));
    socket.write('{"text"');
    socket.resetAndDestroy();
  }
  await serves();
});

test('wild path segments, queries and headers never make a 5xx', { tags: ['beside'] }, async () => {
  const parts = ['%00', '%ff', '..%2f..%2f', '\u00e4'.repeat(200), "'%20OR%201=1--", '9'.repeat(400), '%F0%9F%98%80', '.'];
  for (const { method, path } of routes) {
    for (const part of parts) {
      const address = `${path.replace(/x(?=\/|$)/gu, part)}?page=${part}&limit=${part}&download=${part}`;
      const response = await call(service, method, address, {
        headers: { 'X-Request-Id': 'x', 'Idempotency-Key': `k-${path.length}` },
        ...(method === 'POST' && { body: {} }),
      });
      expect(response.status, `${method} ${address}`).toBeLessThan(500);
      await response.arrayBuffer();
    }
  }
  await serves();
});
