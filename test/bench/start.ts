import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright';
import { headlessBrowser } from '../helpers/headless-browser.ts';
import type { Bench } from './run.ts';
import { median } from '../helpers/median.ts';
import { openSample } from '../helpers/open-sample.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = 5;

/** Attaches to the browser of `userData` as soon as it can be, and waits for what `usable` waits for. */
async function untilUsable(userData: string, usable: (page: Page) => Promise<unknown>): Promise<number> {
  const contact = join(userData, 'DevToolsActivePort');
  let port: string | undefined;
  while (port === undefined || port === '') {
    try {
      port = readFileSync(contact, 'utf8').split('\n')[0];
    } catch {
      await delay(2);
    }
  }
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = browser.contexts()[0];
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error('Chromium shows no page.');
  await usable(page);
  const now = performance.now();
  await browser.close();
  return now;
}

/** npm ends before the studio that it started, and a start meanwhile would find the profile held. */
async function untilReleased(profile: string): Promise<void> {
  while (existsSync(join(profile, 'held.json'))) await delay(5);
}

async function timed(child: ChildProcess, began: number, userData: string, usable: (page: Page) => Promise<unknown>): Promise<number> {
  const exited = once(child, 'exit');
  try {
    return (await untilUsable(userData, usable)) - began;
  } finally {
    child.kill('SIGTERM');
    await exited;
    rmSync(join(userData, 'DevToolsActivePort'), { force: true });
  }
}

const bench: Bench = {
  name: 'npm start (second time) to a usable window, against Chromium opening an empty page; milliseconds',
  atMost: 6.5,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
    const [profile, userData, empty] = [join(folder, 'profile'), join(folder, 'empty-profile'), join(folder, 'empty.html')];
    const browser = headlessBrowser(folder);
    writeFileSync(empty, '<!doctype html><title>empty</title>');
    const start = async (): Promise<number> => {
      const env = { ...process.env, DISPLAY: ':0', VOICEWRIGHT_BROWSER: browser };
      const began = performance.now();
      const npm = spawn('npm', ['start', '--', '--host', 'served', '--profile', profile], { cwd: root, stdio: 'ignore', env });
      const taken = await timed(npm, began, join(profile, 'window', 'chromium'), openSample);
      await untilReleased(profile);
      return taken;
    };
    const emptyPage = (): Promise<number> => {
      const flags = ['--no-first-run', '--disable-sync', '--disable-background-networking', '--disable-component-update'];
      const began = performance.now();
      const child = spawn(browser, [...flags, `--user-data-dir=${userData}`, `--app=${pathToFileURL(empty).href}`], { stdio: 'ignore' });
      return timed(child, began, userData, (page) => page.waitForLoadState('load'));
    };
    try {
      await start(); // the first time: build, profile, sample project
      await emptyPage();
      const [ours, peer]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        peer.push(await emptyPage());
        ours.push(await start());
      }
      return { ours: median(ours), peer: median(peer) };
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    }
  },
};
export default bench;
