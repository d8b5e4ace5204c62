import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { findBrowser } from '../../src-main/hosts/served/browser.ts';
import { median } from './median.ts';
import { startBuiltHost, type RunningHost } from './served-host.ts';

const keystrokes = 200;
const rounds = 3;

/** A studio in a browser of its own, the caret in the text that is typed into. */
export interface TypingFixture {
  page: Page;
  devtools: CDPSession;
  close(): Promise<void>;
}

/** `prepare`: writes into the profile before the studio starts. `write`: makes the text, and puts the caret where it is typed. */
export async function openTypingFixture({
  prepare,
  write,
}: {
  prepare?: (profile: string) => void;
  write: (page: Page) => Promise<void>;
}): Promise<TypingFixture> {
  const profile = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  let host: RunningHost | undefined;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await host?.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    prepare?.(profile);
    host = await startBuiltHost(profile);
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(host.url);
    await write(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    return { page, devtools, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Puts the caret at the end of a block. */
export async function typeInBlock(page: Page, index: number): Promise<void> {
  const block = page.getByRole('textbox', { name: 'Script' }).locator('[data-block]').nth(index);
  await block.scrollIntoViewIfNeeded();
  await block.locator('p').click();
  await page.keyboard.press('End');
  // Lists, prices and saving have had their turn.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
}

/** Seconds of the main thread for 200 keystrokes, the median of three rounds that alternate. Both fixtures are closed. */
export async function compareTyping(
  openOurs: () => Promise<TypingFixture>,
  openPeer: () => Promise<TypingFixture>,
): Promise<{ ours: number; peer: number }> {
  const fixtures: TypingFixture[] = [];
  try {
    const short = await openPeer();
    fixtures.push(short);
    const long = await openOurs();
    fixtures.push(long);
    for (const each of fixtures) await typing(each); // what is compiled once is compiled
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      peer.push(await typing(short));
      ours.push(await typing(long));
    }
    return { ours: median(ours), peer: median(peer) };
  } finally {
    for (const each of fixtures) await each.close();
  }
}

/** Seconds in which the page's main thread was at work while the keys were pressed. */
async function typing({ page, devtools }: TypingFixture): Promise<number> {
  const before = await taskSeconds(devtools);
  for (let key = 0; key < keystrokes; key += 1) await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
  return (await taskSeconds(devtools)) - before;
}

async function taskSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN;
}
