import { messages } from '#shared/messages/index.ts';
import type { Page } from '@playwright/test';
import type { LocalService } from '../helpers/local-service.ts';
import type { RunningHost } from '../helpers/served-host.ts';
import { blocks, expect, generateAll, script, test } from './with-service.ts';

/** Of each its own length, so that the service's charges say which were bought. */
const lines = Array.from({ length: 16 }, (_, index) => `Line ${index + 1} says${' more'.repeat(index)}.`);
const aligned = 'POST /api/open/v3/speech/tts/aligned';

/** Writes the lines, generates the first, and kills the studio while the others wait for their answers. */
async function killWhileGenerating({ page, host, service }: { page: Page; host: RunningHost; service: LocalService }): Promise<void> {
  await expect(generateAll(page)).toBeEnabled({ timeout: 30_000 });
  await script(page).focus();
  await page.keyboard.press('Control+a');
  for (const [index, line] of lines.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.insertText(line);
  }
  await expect(blocks(page)).toHaveCount(lines.length);
  await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
  // The first is made; those that are under way then wait for their answers, and the rest waits for them.
  await service.setFaults([{ on: aligned, kind: 'delay', nth: 2, times: 99, ms: 60_000 }]);
  await generateAll(page).click();
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  await host.stop('SIGKILL');
  // One place says that it is gone, and nothing is announced to go on.
  await expect(page.getByRole('alertdialog', { name: messages.window.disconnected })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /Generating/u })).toHaveCount(0);
  await service.clearFaults();
}

test(
  'kill -9 in the middle of Generate all leaves an offer to resume, which makes the rest and buys nothing twice',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    test.slow();
    await killWhileGenerating({ page, host, service });
    const second = await openAgain();
    const offer = second.getByRole('region', { name: messages.narration.unfinishedGeneration });
    await expect(offer).toContainText(/Voicewright closed before \d+ blocks were generated\. You were not charged for them\./u, {
      timeout: 30_000,
    });
    // What had left before is counted apart, so that the two figures of the window agree.
    const open = Number(
      /\d+/u.exec(
        (await second
          .locator('footer')
          .getByRole('button', { name: /with unknown outcome/u })
          .textContent()) ?? '',
      )?.[0],
    );
    await expect(offer).toContainText(
      messages.narration.sentNote(messages.window.withoutResponse(messages.window.paidRequest(open)), open),
    );
    const count = Number(/\d+/u.exec((await offer.textContent()) ?? '')?.[0]);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(lines.length);
    await expect(offer).toContainText('credit'); // what they would cost
    const done = second.locator('[data-block][data-state="done"]');
    await expect(done).toHaveCount(1);
    await offer.getByRole('button', { name: messages.narration.resume }).click();
    await expect(offer).toHaveCount(0);
    await expect(done).toHaveCount(1 + count, { timeout: 60_000 });
    const bought = (await service.charges()).entries.filter(({ state }) => state === 'settled').map(({ characters }) => characters);
    expect(new Set(bought).size).toBe(bought.length);

    // It was taken up, and is not offered again.
    await second.reload();
    await expect(done).toHaveCount(1 + count, { timeout: 30_000 });
    await expect(offer).toHaveCount(0);
  },
);

test(
  'after kill -9, Retry all in Jobs brings the sound of all requests whose outcome is unknown, and each is charged once',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    test.slow();
    await killWhileGenerating({ page, host, service });
    const second = await openAgain();
    const bar = second.locator('footer').getByRole('button', { name: /with unknown outcome/u });
    await expect(bar).toBeVisible({ timeout: 30_000 });
    const open = Number(/\d+/u.exec((await bar.textContent()) ?? '')?.[0]);
    await bar.click();
    const banner = second.getByRole('region', { name: messages.jobs.outcomeUnknown });
    // The status bar, the banner and the list count the same.
    await expect(banner).toContainText(messages.jobs.unknownTitle(messages.window.paidRequest(open)));
    await expect(second.getByRole('listbox', { name: messages.jobs.jobs }).getByRole('option')).toHaveCount(open);
    await banner.getByRole('button', { name: messages.jobs.retryAll, exact: true }).click();
    await expect(second.getByText(messages.jobs.retriedAll(open))).toBeVisible({ timeout: 60_000 });
    await expect(second.getByText(messages.jobs.retryEnds.finished(open))).toBeVisible();
    await expect(banner).toHaveCount(0);
    const bought = (await service.charges()).entries.filter(({ state }) => state === 'settled').map(({ characters }) => characters);
    expect(bought).toHaveLength(1 + open);
    expect(new Set(bought).size).toBe(bought.length);
  },
);
