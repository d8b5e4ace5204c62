import { type Page, expect } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { type LocalService, startLocalService } from '../helpers/local-service.ts';
import { test as base } from './fixtures.ts';

export { expect };

/** The studio connected to a local service of the test's own, whose charges and faults the test can reach. */
export const test = base.extend<{ service: LocalService }>({
  service: async ({}, use) => {
    const service = await startLocalService({ key: 'local-e2e' });
    await use(service);
    await service.stop();
  },
  hostEnvironment: async ({ service }, use) => {
    await use({
      VOICEWRIGHT_BASE_URL: service.baseUrl,
      VOICEWRIGHT_REALTIME_URL: service.realtimeUrl,
      VOICEWRIGHT_API_KEY: service.apiKey,
    });
  },
});

export const script = (page: Page) => page.getByRole('textbox', { name: messages.narration.script });
/** Generate all; in a book of several chapters it is called Generate chapter. */
export const generateAll = (page: Page) =>
  page
    .getByRole('button', { name: messages.narration.generateAll, exact: true })
    .or(page.getByRole('button', { name: messages.narration.generateChapter, exact: true }));
/** The script's blocks in order. */
export const blocks = (page: Page) => script(page).locator('[data-block]');

/** Paid requests of the service so far, by what they were. */
export async function paidRequests(service: LocalService): Promise<{ settled: number; characters: number }> {
  const { entries } = await service.charges();
  const settled = entries.filter((entry) => entry.state === 'settled');
  return { settled: settled.length, characters: settled.reduce((sum, entry) => sum + entry.characters, 0) };
}

/** Generates everything and waits until every block is done. The sound that starts with it is stopped. */
export async function generateEverything(page: Page): Promise<void> {
  await generateAll(page).click();
  // Where other chapters lack audio, the button is for the book then.
  const whenDone = page.getByRole('button', { name: messages.narration.generateBook, exact: true }).or(generateAll(page));
  await expect(whenDone).toBeVisible({ timeout: 45_000 });
  for (const block of await blocks(page).all()) await expect(block).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
}

/** Seconds of **Position**, and of the whole. */
export async function position(page: Page): Promise<{ at: number; total: number }> {
  const text = (await page.getByRole('timer', { name: messages.narration.position }).textContent()) ?? '';
  const [at = 0, total = 0] = text.split('/').map((part) => {
    const [seconds = 0, minutes = 0, hours = 0] = part.trim().split(':').reverse().map(Number);
    return hours * 3600 + minutes * 60 + seconds;
  });
  return { at, total };
}

/** The stretch of the chapter that the waveform shows, in seconds. */
export async function inSight(page: Page): Promise<{ from: number; to: number }> {
  const shown = (await page.locator('[data-view]').getAttribute('data-view')) ?? '';
  const [from = 0, to = 0] = [...shown.matchAll(/(\d+):(\d+\.\d)/gu)].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));
  return { from, to };
}

/** Whether the playhead is in the stretch that the waveform shows. */
export async function playheadInSight(page: Page): Promise<boolean> {
  const { at } = await position(page);
  const { from, to } = await inSight(page);
  return at >= from && at <= to;
}

/** Writes a chapter of these blocks in place of the sample, and generates it. */
export async function makeChapter(page: Page, texts: readonly string[]): Promise<void> {
  await expect(generateAll(page)).toBeEnabled({ timeout: 30_000 }); // the service's lists have come
  await script(page).focus();
  await page.keyboard.press('Control+a');
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.insertText(text);
  }
  await expect(blocks(page)).toHaveCount(texts.length);
  await generateEverything(page);
}
