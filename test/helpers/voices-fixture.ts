import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { messages } from '#shared/messages/index.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { findBrowser } from '../../src-main/hosts/served/browser.ts';
import { startBuiltHost, type RunningHost } from './served-host.ts';
import { median } from './median.ts';

/** The Voices panel of a studio in a browser of its own, whose service lists so many voices. */
export interface VoicesFixture {
  page: Page;
  /** Main-thread seconds of the page so far. */
  busy: () => Promise<number>;
  close: () => Promise<void>;
}

const manners = ['Warm', 'Calm', 'Bright', 'Deep', 'Young', 'Formal', 'Lively'];
const languages = ['en-US', 'de-DE', 'es-ES', 'fr-FR', 'hi-IN'];

/** A service that knows its account and lists voices, and nothing else. */
async function listingService(count: number): Promise<{ url: string; close: () => Promise<void> }> {
  const voices = Array.from({ length: count }, (_, index) => {
    const language = languages[index % languages.length] ?? 'en-US';
    return {
      voiceId: `voice-${index}`,
      name: `Speaker ${index}`,
      title: `Speaker ${index}`,
      isPersonal: false,
      primaryLanguage: language,
      languages: [language],
      modelIds: ['alpha-s21pro-flash'],
      description: `${manners[index % manners.length] ?? ''} narrator number ${index}`,
      created_at: '2025-01-01T00:00:00Z',
      updated_at: '2025-01-01T00:00:00Z',
    };
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const page = Number(searchParams.get('page') ?? 1);
    const items = voices.slice((page - 1) * 100, page * 100);
    const known: Readonly<Record<string, unknown>> = {
      [profilePath]: { user_id: 'bench' },
      [voicesPath]: { total: count, page, pageSize: 100, totalPages: Math.ceil(count / 100), items },
    };
    const body = known[pathname];
    response
      .writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(body ?? { code: 'ERR_NOT_FOUND', message: 'This service lists voices.' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function voicesFixture(count: number, view: 'cards' | 'list'): Promise<VoicesFixture> {
  const profile = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
  const service = await listingService(count);
  let host: RunningHost | undefined;
  let browser: Browser | undefined;
  const close = async (): Promise<void> => {
    await browser?.close();
    await host?.stop();
    await service.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    host = await startBuiltHost(profile, {
      VOICEWRIGHT_BASE_URL: service.url,
      VOICEWRIGHT_REALTIME_URL: service.url.replace('http', 'ws'),
      VOICEWRIGHT_API_KEY: 'bench',
    });
    browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((chosen) => localStorage.setItem('voices-view', JSON.stringify({ view: chosen, grouping: 'language' })), view);
    await page.goto(host.url);
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.voices }).click();
    await page.locator(`[data-voice-grid][data-voices="${String(count)}"]`).waitFor({ timeout: 120_000 });
    await page.waitForLoadState('networkidle');
    const devtools: CDPSession = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const busy = async (): Promise<number> =>
      (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    return { page, busy, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** The median of rounds in which both fixtures take turns, after one in which what is compiled once is compiled. */
export async function compare(
  work: (fixture: VoicesFixture) => Promise<number>,
  { view = 'cards', rounds = 3 }: { view?: 'cards' | 'list'; rounds?: number } = {},
): Promise<{ ours: number; peer: number }> {
  const fixtures: VoicesFixture[] = [];
  try {
    const few = await voicesFixture(100, view);
    fixtures.push(few);
    const many = await voicesFixture(10_000, view);
    fixtures.push(many);
    for (const each of fixtures) await work(each);
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      peer.push(await work(few));
      ours.push(await work(many));
    }
    return { ours: median(ours), peer: median(peer) };
  } finally {
    for (const each of fixtures) await each.close();
  }
}
