import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, test as base } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { launchElectron } from '../helpers/electron-app.ts';
import { openSample } from '../helpers/open-sample.ts';
import { type RunningHost, startBuiltHost } from '../helpers/served-host.ts';

interface Studio {
  /** Whether the studio asks before Generate all, as it does unless a person switches that off. */
  asksFirst: boolean;
  /** Whether the test begins with the sample open; else with the Start screen of a first start. */
  opensSample: boolean;
  /** A profile of the test's own, removed after it. */
  profileDirectory: string;
  /** Set with `test.use({ hostEnvironment: { … } })`. */
  hostEnvironment: Record<string, string>;
  /** The served host; a test that asks for it by name is one of the served host alone. */
  host: RunningHost;
  /** Starts the served host once more on the test's profile, when the test has ended `host`. It ends with the test. */
  startAgain: (environment?: Record<string, string>) => Promise<RunningHost>;
  /** `startAgain`, shown on a page of its own whose script has come. */
  openAgain: (environment?: Record<string, string>) => Promise<Page>;
}
type Use = (page: Page) => Promise<void>;

const shared = base.extend<Studio>({
  hostEnvironment: [{}, { option: true }],
  asksFirst: [false, { option: true }],
  opensSample: [true, { option: true }],
  profileDirectory: async ({ asksFirst }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'voicewright-e2e-'));
    if (!asksFirst) writeFileSync(join(folder, 'preferences.json'), JSON.stringify({ settings: { confirmAbove: null } }));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  host: async ({ profileDirectory, hostEnvironment }, use) => {
    const host = await startBuiltHost(profileDirectory, hostEnvironment);
    await use(host);
    await host.stop();
  },
  startAgain: async ({ profileDirectory, hostEnvironment }, use) => {
    const started: RunningHost[] = [];
    await use(async (environment = hostEnvironment) => {
      const again = await startBuiltHost(profileDirectory, environment);
      started.push(again);
      return again;
    });
    for (const again of started) await again.stop();
  },
  openAgain: async ({ startAgain, context }, use) => {
    await use(async (environment) => {
      const { url } = await startAgain(environment);
      const page = await context.newPage();
      await page.goto(url);
      await page.getByRole('textbox', { name: messages.narration.script }).waitFor();
      return page;
    });
  },
});

/** `page` shows the studio: a served host of the test's own, opened through its one-time address. */
const served = shared.extend({
  page: async ({ page, host, opensSample }, use: Use) => {
    await page.goto(host.url);
    await page.waitForURL((url) => url.pathname === '/' && url.hash === '');
    // On a busy machine the page takes longer to come in than a test waits for what is on it.
    if (opensSample) await openSample(page);
    else await page.getByRole('region', { name: messages.start.start, exact: true }).waitFor();
    await page
      .locator('footer')
      .filter({ hasNotText: /Connecting|starting/u })
      .waitFor();
    await use(page);
  },
});

/** `page` shows the studio in an Electron of the test's own. */
const onElectron = shared.extend({
  page: async ({ profileDirectory, hostEnvironment, opensSample }, use: Use) => {
    const app = await launchElectron(profileDirectory, hostEnvironment);
    const page = await app.firstWindow();
    if (opensSample) await openSample(page);
    await use(page);
    await app.close();
  },
});

export const test = process.env['VOICEWRIGHT_E2E_HOST'] === 'electron' ? onElectron : served;
export { expect } from '@playwright/test';
