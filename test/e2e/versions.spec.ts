import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { paste, texts } from './script-blocks.ts';
import { blocks, expect, script, test } from './with-service.ts';

const words = messages.versions;
const dialog = (page: Page) => page.getByRole('dialog', { name: words.versions, exact: true });

async function write(page: Page, text: string): Promise<void> {
  await script(page).focus();
  await page.keyboard.press('Control+a');
  await paste(page, { 'text/plain': text });
}

async function openVersions(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: messages.window.commandPalette }).getByRole('combobox').fill(words.open);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
}

test(
  'by keys: a version is saved, compared and restored, and undo brings back what stood there before',
  { tag: '@beside' },
  async ({ page }) => {
    await write(page, 'The fog came in.\nNobody saw it.');
    await expect(blocks(page)).toHaveCount(2);
    await openVersions(page);
    await page.keyboard.type('First draft');
    await page.keyboard.press('Enter');
    const row = dialog(page).getByRole('listitem').filter({ hasText: 'First draft' });
    await expect(row).toContainText('7 words');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);

    await write(page, 'The mist came in.\nNobody saw it.\nThen it went.');
    await expect(blocks(page)).toHaveCount(3);
    await openVersions(page);
    await dialog(page)
      .getByRole('button', { name: words.compareNamed('First draft') })
      .press('Enter');
    const changes = dialog(page).getByRole('region', { name: words.changesSince('First draft') });
    await expect(changes.getByRole('listitem').first()).toBeVisible();
    await expect(changes).toContainText('Then it went.');
    expect(await seriousTroubles(page)).toEqual([]);
    await dialog(page)
      .getByRole('button', { name: words.restoreNamed('First draft') })
      .press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    expect(await texts(page)).toEqual(['The fog came in.', 'Nobody saw it.']);
    await expect(script(page)).toBeFocused();
    await page.keyboard.press('Control+z');
    expect(await texts(page)).toEqual(['The mist came in.', 'Nobody saw it.', 'Then it went.']);
  },
);
