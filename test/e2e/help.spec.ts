import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { expect, test } from './fixtures.ts';

const help = (page: Page) => page.getByRole('dialog', { name: messages.help.help });
const search = (page: Page) => help(page).getByRole('searchbox', { name: messages.help.searchHelp });
const heading = (page: Page, name: string) => help(page).getByRole('heading', { level: 3, name });
const listed = (page: Page, name: string) => help(page).getByRole('navigation').getByRole('button', { name });

test('F1 opens Help at the panel’s section, typing finds topics and keys, and Escape gives the focus back', async ({ page }) => {
  const script = page.getByRole('textbox', { name: messages.narration.script });
  await script.click();
  await page.keyboard.press('F1');
  await expect(search(page)).toBeFocused();
  await expect(heading(page, messages.window.narration)).toBeVisible();
  await expect(listed(page, messages.window.narration)).toHaveAttribute('aria-current', 'true');

  // Its picture is part of the program, in the theme that is shown.
  const picture = help(page).getByRole('img', { name: messages.help.pictureOf(messages.window.narration) });
  await expect(picture).toHaveAttribute('src', /narration-light/u);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(picture).toHaveAttribute('src', /narration-dark/u);
  expect(await seriousTroubles(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  await page.keyboard.type('audition');
  await expect(picture).toBeHidden();
  await expect(heading(page, messages.window.voices)).toBeVisible();
  await expect(heading(page, messages.window.narration)).toBeHidden();
  await expect(help(page).locator('mark').first()).toHaveText(/audition/iu);
  await expect(help(page).getByRole('definition').filter({ hasText: messages.voices.auditionCommand })).toBeVisible();
  expect(await seriousTroubles(page)).toEqual([]);

  // By keys alone into the list, where arrows show the sections.
  await search(page).fill('');
  await page.keyboard.press('ArrowDown');
  await expect(listed(page, messages.window.narration)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(heading(page, messages.window.voices)).toBeVisible();
  await search(page).fill('zzzz');
  await expect(help(page)).toContainText(messages.help.noResults('zzzz'));

  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();
  await expect(script).toBeFocused();
});

test('a panel’s help button opens its section, and gets the focus back', { tag: '@beside' }, async ({ page }) => {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.jobs }).click();
  const button = page.getByRole('button', { name: messages.help.helpForThisPanel });
  await button.click();
  await expect(heading(page, messages.window.jobs)).toBeVisible();
  await listed(page, messages.help.glossary).click();
  await expect(help(page).getByRole('term').filter({ hasText: messages.account.bucket })).toBeVisible();
  await help(page).getByRole('button', { name: messages.help.closeHelp }).click();
  await expect(button).toBeFocused();
});

test('Help of Clone links to how a voice is deleted', { tag: '@beside' }, async ({ page }) => {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.clone }).click();
  await page.keyboard.press('F1');
  await expect(heading(page, messages.window.clone)).toBeVisible();
  await help(page).getByRole('button', { name: 'Delete a voice' }).click();
  await expect(heading(page, messages.window.voices)).toBeVisible();
  const topic = help(page).getByRole('heading', { level: 4, name: 'Delete a voice' });
  await expect(topic).toBeFocused();
  await expect(topic).toBeInViewport({ ratio: 1 });
  expect(await seriousTroubles(page)).toEqual([]);
});

test('Help opens over a dialog, and its Escape leaves the dialog and what was typed there', { tag: '@beside' }, async ({ page }) => {
  await page.getByRole('textbox', { name: messages.narration.script }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new project…');
  await page.keyboard.press('Enter');
  const title = page.getByRole('dialog', { name: messages.window.newProjectTitle }).getByRole('textbox', { name: messages.window.title });
  await title.fill('My book');
  await page.keyboard.press('F1');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(help(page)).toBeHidden();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue('My book');
});
