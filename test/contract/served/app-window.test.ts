import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '#shared/messages/index.ts';
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

const debuggingPort = () => readFileSync(join(profile, 'window', 'chromium', 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? '';

/** The studio's page, once the window has its session. */
function shownPage(): Promise<{ url: string; title: string }> {
  return vi.waitFor(async () => {
    const pages = (await (await fetch(`http://127.0.0.1:${debuggingPort()}/json/list`)).json()) as {
      type: string;
      url: string;
      title: string;
    }[];
    const page = pages.find(({ type, url }) => type === 'page' && /^http:\/\/127\.0\.0\.1:\d+\/$/u.test(url));
    if (!page) throw new Error('The window does not show the studio yet.');
    return page;
  }, waiting);
}

test('the window opens the studio, and what lets it in stands in no list of processes and in no file of ours', async () => {
  const { url } = await shownPage();
  const lines = processes().join('\n');
  expect(lines).toContain(`--app=${new URL(url).origin} `);
  expect(readdirSync(join(profile, 'window'))).toEqual(['chromium']);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debuggingPort()}`);
  const [context] = browser.contexts();
  await context?.pages()[0]?.getByRole('region', { name: messages.start.start }).waitFor();
  const cookies = (await context?.cookies()) ?? [];
  await browser.close();
  expect(cookies).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict', domain: '127.0.0.1', path: '/' })]);
  expect(cookies[0]?.value).toHaveLength(43);
  expect(lines).not.toContain(cookies[0]?.value);
});

test('a second start brings it to the front', { tags: ['beside'] }, async () => {
  await shownPage();
  const second = launch();
  let said = '';
  second.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(second, 'exit')) as [number];
  expect({ code, said }).toMatchObject({ code: 3, said: expect.stringContaining('brought to the front') as string });
});

test('closing it ends the host, with all it started', { tags: ['beside'] }, async () => {
  await shownPage();
  const exited = once(host, 'exit');
  const browser = processes().find((line) => line.includes('--app=http:') && !line.includes('--type='));
  process.kill(Number(browser?.trim().split(' ')[0]), 'SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a host that is killed takes its window with it', { tags: ['beside'] }, async () => {
  await shownPage();
  host.kill('SIGKILL');
  await once(host, 'exit');
  await vi.waitFor(() => {
    expect(processes()).toEqual([]);
  }, waiting);
});
