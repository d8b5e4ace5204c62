import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findBrowser } from '#main/served/browser.ts';
import { startBuiltHost } from './served-host.ts';

/**
 * `npm run screenshots [-- DIR]`: pictures of the gallery of shapes, of the sample chapter, before and while it is heard, and of
 * the command palette, in both themes and at both sizes that the design names. Without DIR they replace those that the README shows.
 */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../assets/screenshots', import.meta.url));
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
mkdirSync(folder, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'voicewright-screenshots-'));
const host = await startBuiltHost(profile);
const browser = await chromium.launch({ executablePath, args: ['--disable-quic', '--disable-background-networking'] });
try {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(host.url);
  const generateAll = page.getByRole('button', { name: 'Generate all', exact: true });
  const script = page.getByRole('textbox', { name: 'Script' });
  await page.waitForFunction(() => document.querySelectorAll('[data-block][data-voice]:not([data-voice="No voice yet"])').length > 0);
  const take = async (name: string, of = page, fullPage = false): Promise<void> => {
    for (const size of sizes)
      for (const colorScheme of ['light', 'dark'] as const) {
        await of.setViewportSize(size);
        await of.emulateMedia({ colorScheme });
        // Two frames: the first lays out, the second has drawn the canvas anew.
        await of.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        const suffix = size.width === 1440 ? '' : `-${size.width}`;
        await of.screenshot({ path: join(folder, `${name}-${colorScheme}${suffix}.png`), fullPage });
      }
  };
  const gallery = await context.newPage();
  await gallery.goto(new URL('/gallery.html', page.url()).href);
  await gallery.getByRole('heading', { name: 'The shapes of the studio' }).waitFor();
  await take('gallery', gallery, true);
  await gallery.close();
  await take('narration-new');
  await script.click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await take('palette');
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await take('narration-large-text');
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await generateAll.click();
  await page.waitForFunction(() => document.querySelectorAll('[data-block]:not([data-state="done"])').length === 0, undefined, {
    timeout: 60_000,
  });
  // In the second block the chapter's own player has taken over.
  await page.waitForFunction(
    () => Number(document.querySelector('[data-playing-word]')?.getAttribute('data-playing-word')) > 45,
    undefined,
    {
      timeout: 60_000,
    },
  );
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await script.waitFor();
  await page.mouse.move(0, 0);
  await take('narration');
} finally {
  await browser.close();
  await host.stop();
  rmSync(profile, { recursive: true, force: true });
}
