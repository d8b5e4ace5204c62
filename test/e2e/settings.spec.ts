import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { expect, test } from './fixtures.ts';
import type { Page } from '@playwright/test';

const rail = (page: Page, panel: string) =>
  page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: panel, exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const background = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).getPropertyValue('--text-faint'));

test(
  'Settings has its sections at the foot of the rail, opens by its keys, and axe finds nothing serious in it',
  { tag: '@beside' },
  async ({ page }) => {
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('main', { name: messages.window.settings })).toBeVisible();
    await expect(rail(page, messages.window.settings)).toHaveAttribute('aria-current', 'page');
    const { general, accessibility, soundDevices, language } = messages.settings;
    for (const name of [general, messages.account.keys, soundDevices, messages.account.storage, accessibility, language])
      await expect(section(page, name)).toBeVisible();
    await expect(section(page, messages.account.storage).getByRole('table')).toBeVisible();
    // The list of sections leads to each, and shows which one is read.
    const toKeys = page.getByRole('navigation', { name: messages.settings.sections }).getByRole('button', { name: messages.account.keys });
    await toKeys.click();
    await expect(page.getByRole('searchbox', { name: messages.account.searchKeys })).toBeInViewport();
    await expect(toKeys).toHaveAttribute('aria-current', 'true');
    // It stays the one that is used, also where the page becomes shorter or larger.
    await page.getByRole('searchbox', { name: messages.account.searchKeys }).fill('undo');
    await expect(section(page, messages.account.keys).locator('[data-command]')).toHaveCount(1);
    await expect(toKeys).toHaveAttribute('aria-current', 'true');
    const percent = messages.settings.percent('130');
    await section(page, accessibility).getByText(percent, { exact: true }).click();
    await expect(section(page, accessibility).getByRole('radio', { name: percent })).toBeChecked();
    await expect(toKeys).not.toHaveAttribute('aria-current');
    await expect(
      page.getByRole('navigation', { name: messages.settings.sections }).getByRole('button', { name: accessibility, exact: true }),
    ).toHaveAttribute('aria-current', 'true');
    expect(await seriousTroubles(page)).toEqual([]);
  },
);

test('theme, text size, contrast and motion take effect at once, and hold after a reload', { tag: '@beside' }, async ({ page }) => {
  await rail(page, messages.window.settings).click();
  const normal = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const faint = await background(page, ':root');
  await section(page, messages.settings.general).getByText(messages.window.dark, { exact: true }).click();
  await section(page, messages.settings.general).getByText(messages.window.light, { exact: true }).click();
  await section(page, messages.settings.accessibility).getByText(messages.settings.percent('130'), { exact: true }).click();
  await section(page, messages.settings.accessibility).getByRole('switch', { name: messages.settings.moreContrast }).click();
  await section(page, messages.settings.accessibility).getByRole('switch', { name: messages.settings.lessMotion }).click();
  const hold = async (): Promise<void> => {
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await expect(page.locator('html')).toHaveCSS('font-size', `${String(normal * 1.3)}px`);
    await expect.poll(() => background(page, ':root')).not.toBe(faint);
    // The rule for less motion holds: what would glide is there at once.
    await expect
      .poll(() => rail(page, messages.window.jobs).evaluate((item) => Number.parseFloat(getComputedStyle(item).transitionDuration)))
      .toBeLessThan(0.001);
  };
  await hold();
  await page.reload();
  await section(page, messages.account.keys).waitFor();
  await hold();
});
