import { messages } from '#shared/messages/index.ts';
import { expect, test } from './fixtures.ts';

test('a tooltip goes with the press of its button, and comes again when the pointer does', { tag: '@beside' }, async ({ page }) => {
  await page.getByText(messages.pickups.pickups, { exact: true }).click();
  const more = page.getByRole('region', { name: messages.pickups.pickups }).getByRole('button', { name: messages.pickups.more });
  const tooltip = page.getByRole('tooltip', { name: messages.pickups.more });
  await more.hover();
  await expect(tooltip).toBeVisible();
  await more.click();
  await expect(page.getByRole('menuitem', { name: messages.pickups.importCsv })).toBeVisible();
  await expect(tooltip).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: messages.narration.script }).hover();
  await more.hover();
  await expect(tooltip).toBeVisible();
});

test(
  'the page names all code that the window loads first, so that none of it waits for other code',
  { tag: '@beside' },
  async ({ page }) => {
    const html = await page.evaluate(() => fetch('/').then((answer) => answer.text()));
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => /\/assets\/([^/]+\.(?:js|css))$/u.exec(name)?.[1] ?? []),
    );
    expect(scripts).not.toEqual([]);
    expect(scripts.filter((script) => !html.includes(script))).toEqual([]);
  },
);
