import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Listener, openListener } from '../../../src-main/hosts/served/listener.ts';
import { answerWithStudio, serverLimits } from '../../../src-main/hosts/served/server.ts';
import { admissionLimits } from '../../../src-main/hosts/served/admission.ts';
import { messageLimits } from '../../../src-main/infra/message-pack.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { rawRequest, upgradeHeaders } from '../../helpers/raw-request.ts';
import { stubStudio } from '../../helpers/stub-studio.ts';

const studio = stubStudio();
const folder = mkdtempSync(join(tmpdir(), 'served-test-'));
let host: Listener;
let running: { close(): Promise<void> };
let origin: string;

beforeAll(async () => {
  const renderer = join(folder, 'renderer');
  mkdirSync(join(renderer, 'assets'), { recursive: true });
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><meta property="csp-nonce" content="__CSP_NONCE__"><p>the studio</p>');
  writeFileSync(join(renderer, 'assets', 'main-1234.js'), 'export {};');
  writeFileSync(join(folder, 'secret.txt'), 'outside');
  writeFileSync(join(renderer, '.hidden'), 'hidden');
  host = await openListener(0);
  running = answerWithStudio(host, { studio: Promise.resolve(studio), rendererDirectory: renderer, log: quietLog() });
  origin = `http://127.0.0.1:${host.port}`;
});
afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

function token(): string {
  return new URL(host.admission.newUrl()).hash.slice(1);
}
function trade(body: string, headers: Record<string, string> = { origin }) {
  return rawRequest(host.port, { method: 'POST', path: '/session', headers, body });
}
async function newCookie(): Promise<string> {
  const answer = await trade(JSON.stringify({ token: token() }));
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

describe('the token', () => {
  test('stands in the fragment, and is traded once for a cookie that scripts and other sites cannot use', async () => {
    const used = token();
    const answer = await trade(JSON.stringify({ token: used }));
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^voicewright-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/u);
    const again = await trade(JSON.stringify({ token: used }));
    expect(again.status).toBe(401);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  test.each(['', '{}', '{"token":""}', '{"token":7}', 'null', '[]', '{"token":"guess"}'])('is not %s', async (body) => {
    expect((await trade(body)).status).toBe(401);
  });

  test('counts no more once more than the bound are out', async () => {
    const oldest = token();
    for (let i = 0; i < admissionLimits.maxTokens; i++) host.admission.newUrl();
    expect((await trade(JSON.stringify({ token: oldest }))).status).toBe(401);
  });

  test('cannot be drowned in a long body', async () => {
    expect((await trade('x'.repeat(serverLimits.maxSessionBody + 1))).status).toBe(413);
    const chunked = { origin, 'transfer-encoding': 'chunked' };
    expect((await trade('x'.repeat(serverLimits.maxSessionBody + 1), chunked)).status).toBe(413);
  });

  test('is not traded for a page of another origin', async () => {
    const kept = token();
    expect((await trade(JSON.stringify({ token: kept }), { origin: 'http://127.0.0.1:1' })).status).toBe(403);
    expect((await trade(JSON.stringify({ token: kept }), {})).status).toBe(403);
    expect((await trade(JSON.stringify({ token: kept }))).status).toBe(204);
  });
});

const routes = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/index.html' },
  { method: 'GET', path: '/assets/main-1234.js' },
  { method: 'GET', path: '/bytes/hello' },
  { method: 'PUT', path: '/bytes/upload' },
  { method: 'POST', path: '/bytes/upload' },
  { method: 'GET', path: '/session' },
  { method: 'GET', path: '/session.js' },
  { method: 'GET', path: '/wire', upgrade: true },
  { method: 'GET', path: '/nothing-here' },
  { method: 'OPTIONS', path: '/bytes/hello' },
];

describe.each(routes)('$method $path', ({ method, path, upgrade }) => {
  const ask = (headers: Record<string, string>) =>
    rawRequest(host.port, { method, path, headers: { ...(upgrade ? upgradeHeaders : {}), ...headers } });

  test.each(['localhost', 'rebound.example', '127.0.0.1', '[::1]', '127.0.0.1.'])('answers to no name but its own: %s', async (name) => {
    const cookie = await newCookie();
    expect((await ask({ cookie, origin, host: name })).status).toBe(421);
    const withPort = `${name}:${host.port}`;
    if (name !== '127.0.0.1') expect((await ask({ cookie, origin, host: withPort })).status).toBe(421);
  });

  test.each(['http://evil.example', 'null', 'http://localhost', 'http://127.0.0.1', 'https://127.0.0.1', 'http://127.0.0.1:1', ''])(
    'has nothing for the origin "%s"',
    async (other) => {
      const cookie = await newCookie();
      expect((await ask({ cookie, origin: other })).status).toBe(403);
    },
  );

  test('tells nothing of the studio without the cookie', async () => {
    for (const headers of [{ origin }, { origin, cookie: `voicewright-${host.port}=guess` }]) {
      const answer = await ask(headers);
      const open = path === '/' || path === '/session.js' ? 200 : 401;
      expect(answer.status).toBe(open);
      expect(answer.body).not.toContain('the studio</p>');
      expect(answer.body).not.toContain('hello, bytes');
    }
  });

  test.each(['cross-site', 'same-site'])('is not embedded by a page that is %s', async (site) => {
    const cookie = await newCookie();
    const answer = await ask({ cookie, origin, 'sec-fetch-site': site });
    if (path === '/') expect(answer.body).not.toContain('the studio</p>');
    else expect(answer.status).toBe(403);
  });
});

test('while the window that this process opened is given its session, others that ask are sent again, get nothing, and not without end', async () => {
  const { promise: given, resolve: give } = Promise.withResolvers<boolean>();
  let cookie = '';
  host.admission.admitWindow(({ name, value, url }) => {
    expect(url).toBe(`${origin}/`);
    cookie = `${name}=${value}`;
    return given;
  });
  const early = rawRequest(host.port, { path: '/' });
  give(true);
  const answers = [await early];
  for (let again = 1; again <= admissionLimits.maxSentAgain; again++) answers.push(await rawRequest(host.port, { path: '/' }));
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(admissionLimits.maxSentAgain).fill(307), 200]);
  expect(answers.at(-1)?.body).toContain('/session.js');
  for (const answer of answers) {
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain(cookie.split('=')[1]);
  }
  expect((await rawRequest(host.port, { path: '/', headers: { cookie } })).body).toContain('the studio');
});

test.each(['PUT', 'POST', 'DELETE', 'OPTIONS'])('%s needs the page’s own origin, not only its cookie', async (method) => {
  const cookie = await newCookie();
  expect((await rawRequest(host.port, { method, path: '/bytes/upload', headers: { cookie } })).status).toBe(403);
});

test('the upgrade needs origin and cookie, and then is one', async () => {
  const cookie = await newCookie();
  const ask = (headers: Record<string, string>, path = '/wire') =>
    rawRequest(host.port, { path, headers: { ...upgradeHeaders, ...headers } });
  expect((await ask({ cookie })).status).toBe(403);
  expect((await ask({ origin })).status).toBe(401);
  expect((await ask({ cookie, origin }, '/bytes/hello')).status).toBe(404);
  expect((await ask({ cookie, origin })).status).toBe(101);
});

describe('pages', () => {
  test('carry a strict policy with a nonce of their own each time', async () => {
    const cookie = await newCookie();
    const [one, two] = [
      await rawRequest(host.port, { headers: { cookie, 'sec-fetch-site': 'none' } }),
      await rawRequest(host.port, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
    ];
    const nonce = /content="([^"]+)"/u.exec(one.body)?.[1] ?? '';
    expect(nonce).toMatch(/^[\w+/]{24}$/u);
    expect(one.body).toContain('the studio</p>');
    expect(two.body).not.toContain(nonce);
    expect(one.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; media-src 'self' blob:; ` +
        "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(one.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'permissions-policy': expect.stringMatching(/^microphone=\(self\), camera=\(\), /u) as string,
    });
  });

  test('before the cookie hold no script but their own file', async () => {
    const answer = await rawRequest(host.port, {});
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; connect-src 'self'");
    expect(answer.body).not.toMatch(/<script(?! src="\/session\.js")/u);
  });
});

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/.hidden',
  '/assets/%00',
  '/%',
  '//etc/passwd',
])('no path leads out of the renderer’s folder: %s', async (path) => {
  const cookie = await newCookie();
  const answer = await rawRequest(host.port, { path, headers: { cookie } });
  expect(answer.status).toBe(404);
  expect(answer.body).not.toMatch(/outside|hidden|root:/u);
});

describe('bytes', () => {
  test('come whole, by range, and with the host’s headers', async () => {
    const cookie = await newCookie();
    const whole = await rawRequest(host.port, { path: '/bytes/hello', headers: { cookie } });
    expect(whole).toMatchObject({ status: 200, body: 'hello, bytes' });
    const part = await rawRequest(host.port, { path: '/bytes/hello', headers: { cookie, range: 'bytes=7-11' } });
    expect(part).toMatchObject({ status: 206, body: 'bytes' });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 7-11/12', 'x-content-type-options': 'nosniff' });
  });

  test('are no longer made when their reader leaves', async () => {
    const cookie = await newCookie();
    const before = studio.seen.cancelled;
    const leaving = new AbortController();
    const answer = await fetch(`${origin}/bytes/endless`, { headers: { cookie }, signal: leaving.signal });
    await answer.body?.getReader().read();
    leaving.abort();
    await vi.waitFor(() => {
      expect(studio.seen.cancelled).toBe(before + 1);
    });
  });

  test('are uploaded in a stream', async () => {
    const cookie = await newCookie();
    const body = new Uint8Array(3_000_000);
    for (const headers of [{ 'content-length': String(body.length) }, { 'transfer-encoding': 'chunked' }]) {
      const answer = await rawRequest(host.port, { method: 'PUT', path: '/bytes/upload', headers: { cookie, origin, ...headers }, body });
      expect(JSON.parse(answer.body)).toEqual({ size: body.length });
    }
  });

  test('that announce more than the bound are refused before they are read', async () => {
    const cookie = await newCookie();
    const headers = { cookie, origin, 'content-length': String(serverLimits.maxUpload + 1) };
    const answer = await fetchHead('/bytes/upload', headers);
    expect(answer).toBe(413);
  });
});

/** The status of an answer to a request whose body is announced and not sent. */
async function fetchHead(path: string, headers: Record<string, string>): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: host.port, method: 'PUT', path, headers }, (answer) => {
      resolve(answer.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
}

test('a message over the bound ends its wire and nobody else’s', async () => {
  const cookie = await newCookie();
  const open = () => new WebSocket(`ws://127.0.0.1:${host.port}/wire`, { headers: { cookie, origin } });
  const [bad, good] = [open(), open()];
  await Promise.all([bad, good].map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  const closed = new Promise<number>((resolve) => bad.once('close', resolve));
  bad.send(new Uint8Array(messageLimits.maxBytes + 1));
  expect(await closed).toBe(1009);
  expect(good.readyState).toBe(WebSocket.OPEN);
  good.close();
});
