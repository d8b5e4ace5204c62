import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headlessBrowser } from '../../helpers/headless-browser.ts';

/** The window that `npm start` opens where Electron cannot be had: a real Chromium, without a screen. */
let folder: string;
let profile: string;
let host: ChildProcess;

function launch(): ChildProcess {
  const [node, entry] = ['../../../node_modules/.bin/node', '../../../dist/main/launch.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const env = { ...process.env, DISPLAY: ':0', VOICEWRIGHT_BROWSER: join(folder, 'chromium') };
  return spawn(node ?? '', [entry ?? '', '--host', 'served', '--profile', profile], { stdio: ['ignore', 'ignore', 'pipe'], env });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'window-test-'));
  profile = join(folder, 'profile');
  headlessBrowser(folder);

  host = launch();
});
afterEach(async () => {
  if (host.exitCode === null && host.signalCode === null) {
    host.kill('SIGKILL');
    await once(host, 'exit');
  }
  await vi.waitFor(() => {
    expect(processes()).toEqual([]);
  }, waiting);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
const waiting = { timeout: 30_000, interval: 100 };

function processes(): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\n');
  return lines.filter((line) => line.includes(profile));
}

/** The studio's page, once the token was traded and left the address. */
function shownPage(): Promise<{ url: string; title: string }> {
  return vi.waitFor(async () => {
    const port = readFileSync(join(profile, 'window', 'chromium', 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? '';
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { type: string; url: string; title: string }[];
    const page = pages.find(({ type, url }) => type === 'page' && /^http:\/\/127\.0\.0\.1:\d+\/$/u.test(url));
    if (!page) throw new Error('The window does not show the studio yet.');
    return page;
  }, waiting);
}

test('the window opens the studio, and its token stands in no list of processes', async () => {
  await shownPage();
  const redirect = join(profile, 'window', 'open.html');
  expect(statSync(redirect).mode & 0o077).toBe(0);
  const token = /#([\w-]{43})/u.exec(readFileSync(redirect, 'utf8'))?.[1] ?? 'none';
  expect(token).toHaveLength(43);
  const lines = processes().join('\n');
  expect(lines).toContain('--app=file:');
  expect(lines).not.toContain(token);
});

test('a second start brings it to the front', async () => {
  await shownPage();
  const second = launch();
  let said = '';
  second.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(second, 'exit')) as [number];
  expect({ code, said }).toMatchObject({ code: 3, said: expect.stringContaining('brought to the front') as string });
});

test('closing it ends the host, with all it started', async () => {
  await shownPage();
  const exited = once(host, 'exit');
  const browser = processes().find((line) => line.includes('--app=file:') && !line.includes('--type='));
  process.kill(Number(browser?.trim().split(' ')[0]), 'SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a host that is killed takes its window with it', async () => {
  await shownPage();
  host.kill('SIGKILL');
  await once(host, 'exit');
  await vi.waitFor(() => {
    expect(processes()).toEqual([]);
  }, waiting);
});
