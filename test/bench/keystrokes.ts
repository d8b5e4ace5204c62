import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { findBrowser } from '../../src-main/hosts/served/browser.ts';
import { startBuiltHost, type RunningHost } from '../helpers/served-host.ts';
import type { Bench } from './run.ts';
import { median } from '../helpers/median.ts';
import { openSample } from '../helpers/open-sample.ts';

const keystrokes = 200;
const rounds = 3;

/** A studio in a browser of its own whose chapter has so many blocks, the caret in the middle one. */
interface Fixture {
  page: Page;
  devtools: CDPSession;
  close(): Promise<void>;
}

async function fixture(blocks: number): Promise<Fixture> {
  const profile = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  let host: RunningHost | undefined;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await host?.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    host = await startBuiltHost(profile);
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(host.url);
    await openSample(page);
    await write(page, blocks);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    return { page, devtools, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function write(page: Page, blocks: number): Promise<void> {
  const script = page.getByRole('textbox', { name: 'Script' });
  const places = script.locator('[data-block]');
  await places.first().waitFor();
  await script.focus();
  await page.keyboard.press('Control+a');
  const text = Array.from({ length: blocks }, (_, index) => `Paragraph ${index} says a few words, and then it ends.`).join('\n');
  await script.evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await places.nth(blocks - 1).waitFor({ state: 'attached' });
  await places.nth(Math.floor(blocks / 2)).scrollIntoViewIfNeeded();
  await places
    .nth(Math.floor(blocks / 2))
    .locator('p')
    .click();
  await page.keyboard.press('End');
  // Lists, prices and saving have had their turn.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1500);
}

/** Seconds in which the page's main thread was at work while the keys were pressed. */
async function typing({ page, devtools }: Fixture): Promise<number> {
  const before = await taskSeconds(devtools);
  for (let key = 0; key < keystrokes; key += 1) await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
  return (await taskSeconds(devtools)) - before;
}

async function taskSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN;
}

const bench: Bench = {
  name: 'main-thread time of 200 keystrokes in a chapter of 2,000 blocks, against one of 10; seconds',
  atMost: 2,
  run: async () => {
    const fixtures: Fixture[] = [];
    try {
      const short = await fixture(10);
      fixtures.push(short);
      const long = await fixture(2000);
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
  },
};
export default bench;
