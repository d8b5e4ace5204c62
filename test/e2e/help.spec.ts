import type { Page } from '@playwright/test';
import { seriousTroubles } from './axe.ts';
import { expect, test } from './fixtures.ts';

const help = (page: Page) => page.getByRole('dialog', { name: 'Help' });
const search = (page: Page) => help(page).getByRole('searchbox', { name: 'Search Help' });
const heading = (page: Page, name: string) => help(page).getByRole('heading', { level: 3, name });
const listed = (page: Page, name: string) => help(page).getByRole('navigation').getByRole('button', { name });

test('F1 opens Help at the panel’s section, typing finds topics and keys, and Escape gives the focus back', async ({ page }) => {
  const script = page.getByRole('textbox', { name: 'Script' });
  await script.click();
  await page.keyboard.press('F1');
  await expect(search(page)).toBeFocused();
  await expect(heading(page, 'Narration')).toBeVisible();
  await expect(listed(page, 'Narration')).toHaveAttribute('aria-current', 'true');

  await page.keyboard.type('audition');
  await expect(heading(page, 'Voices')).toBeVisible();
  await expect(heading(page, 'Narration')).toBeHidden();
  await expect(help(page).locator('mark').first()).toHaveText(/audition/iu);
  await expect(help(page).getByRole('definition').filter({ hasText: 'Audition the chosen voices' })).toBeVisible();
  expect(await seriousTroubles(page)).toEqual([]);

  // By keys alone into the list, where arrows show the sections.
  await search(page).fill('');
  await page.keyboard.press('ArrowDown');
  await expect(listed(page, 'Narration')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(heading(page, 'Voices')).toBeVisible();
  await search(page).fill('zzzz');
  await expect(help(page)).toContainText('No results for “zzzz”');

  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();
  await expect(script).toBeFocused();
});

test('a panel’s help button opens its section, and gets the focus back', async ({ page }) => {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Jobs' }).click();
  const button = page.getByRole('button', { name: 'Help for this panel' });
  await button.click();
  await expect(heading(page, 'Jobs')).toBeVisible();
  await listed(page, 'Glossary').click();
  await expect(help(page).getByRole('term').filter({ hasText: 'Bucket' })).toBeVisible();
  await help(page).getByRole('button', { name: 'Close Help' }).click();
  await expect(button).toBeFocused();
});

test('Help opens over a dialog, and its Escape leaves the dialog and what was typed there', { tag: '@beside' }, async ({ page }) => {
  await page.getByRole('textbox', { name: 'Script' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new project…');
  await page.keyboard.press('Enter');
  const title = page.getByRole('dialog', { name: 'New project' }).getByRole('textbox', { name: 'Title' });
  await title.fill('My book');
  await page.keyboard.press('F1');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('My book');
});
