import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '../../src-main/hosts/served/browser.ts';
import { writeLongProject } from '../helpers/long-project.ts';
import { startBuiltHost } from '../helpers/served-host.ts';
import type { Bench } from './run.ts';

const frames = 300;

/** Main-thread milliseconds of one frame in which the waveform of ten hours is scrolled by a wheel's notch. */
async function perFrame(words: boolean): Promise<number> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
  const profile = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  writeLongProject(profile, { hours: 10, words });
  const host = await startBuiltHost(profile);
  const browser = await chromium.launch({ executablePath, args: ['--disable-quic', '--disable-background-networking'] });
  try {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.locator('[data-view]').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Zoom out' }).and(page.locator(':enabled')).waitFor({ timeout: 60_000 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const taskSeconds = async (): Promise<number> =>
      (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    const scroll = (count: number): Promise<void> =>
      page.evaluate(async (wanted) => {
        const stage = document.querySelector('[role="slider"][aria-label="Playhead"]');
        for (let frame = 0; frame < wanted; frame += 1) {
          stage?.dispatchEvent(new WheelEvent('wheel', { deltaY: 60, cancelable: true, bubbles: true }));
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      }, count);
    await scroll(60);
    const before = await taskSeconds();
    await scroll(frames);
    return (((await taskSeconds()) - before) * 1000) / frames;
  } finally {
    await browser.close();
    await host.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

export default {
  name: 'scrolling the waveform of 10 h with 100,000 words, against the same without words; main-thread ms per frame',
  atMost: 1.3,
  run: async () => ({ ours: await perFrame(true), peer: await perFrame(false) }),
} satisfies Bench;
