import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { findBrowser } from '../../src-main/hosts/served/browser.ts';
import { startLocalService, type LocalService } from './local-service.ts';
import { startBuiltHost, type RunningHost } from './served-host.ts';

/** The built studio in a browser of its own, with Live shown and ready to speak. */
export interface LiveStudio {
  page: Page;
  host: RunningHost;
  service: LocalService;
  close(): Promise<void>;
}

/** `prepare` may change the page before the studio is opened in it. */
export async function liveStudio(prepare: (page: Page) => Promise<unknown> = () => Promise.resolve()): Promise<LiveStudio> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
  const service = await startLocalService({ key: 'local-bench' });
  const profile = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  let host: RunningHost | undefined;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await host?.stop();
    await service.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const environment = { VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_REALTIME_URL: service.realtimeUrl };
    host = await startBuiltHost(profile, { ...environment, VOICEWRIGHT_API_KEY: service.apiKey });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await prepare(page);
    await page.goto(host.url);
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.live }).click();
    await page.locator('button[aria-disabled="false"]', { hasText: messages.live.speak }).waitFor({ timeout: 60_000 });
    return { page, host, service, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
