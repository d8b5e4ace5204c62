import type { Locator, Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { generateAll, generateEverything, script } from './with-service.ts';
import { panelNames, showPanel } from './panels.ts';
import { openSample } from '../helpers/open-sample.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `axe finds nothing serious in the ${colorScheme} theme, before and after there is sound`,
    { tag: colorScheme === 'dark' ? '@beside' : [] },
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await expect(generateAll(page)).toBeEnabled();
      expect(await seriousTroubles(page)).toEqual([]);
      await generateEverything(page);
      expect(await seriousTroubles(page)).toEqual([]);
    },
  );
}

const cut = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('button, label, h1, h2, h3, footer span, header span, nav span')) {
      if (!element.checkVisibility() || element.closest('[role="listbox"], [aria-hidden="true"]')) continue;
      // What is too long ends in dots, by design, in these; anything else must have its room.
      if (getComputedStyle(element).textOverflow === 'ellipsis' || element.innerText.trim() === '') continue;
      const box = element.getBoundingClientRect();
      // What the full status bar has no room for is in its title.
      const giving = element.closest('[data-gives-way]')?.getBoundingClientRect();
      if (giving && box.top >= giving.bottom) continue;
      const words = element.innerText.trim().slice(0, 40);
      if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) found.push(`cut: ${words}`);
      if (box.right > window.innerWidth + 1 || box.bottom > window.innerHeight + 1) {
        // What scrolls can be reached.
        let scroller = element.parentElement;
        while (scroller && !/auto|scroll/u.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
        if (!scroller) found.push(`outside: ${words}`);
      }
    }
    return found;
  });

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `at 200 % text nothing is cut and axe finds nothing serious in the ${colorScheme} theme`,
    { tag: colorScheme === 'dark' ? '@beside' : [] },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1024, height: 700 });
      await expect(generateAll(page)).toBeEnabled();
      // A style attribute would be refused by the content policy.
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await expect(page.locator('html')).toHaveCSS('font-size', '32px');
      await expect(script(page)).toHaveCSS('font-size', '34px');
      const inspector = page.getByRole('button', { name: messages.commands.inspector, exact: true });
      await expect(inspector).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      expect(await cut(page)).toEqual([]);
      await inspector.click();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: messages.window.commandPalette })).toBeVisible();
      expect(await cut(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await seriousTroubles(page)).toEqual([]);
    },
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`at 200 % text nothing of the media panels is cut in the ${colorScheme} theme`, { tag: '@beside' }, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(generateAll(page)).toBeEnabled();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const whole = async (): Promise<void> => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      expect(await cut(page)).toEqual([]);
      expect(await seriousTroubles(page)).toEqual([]);
    };
    for (const panel of [
      messages.window.live,
      messages.window.lipSync,
      messages.window.dubbing,
      messages.window.transcribe,
      messages.window.imagesVideo,
    ]) {
      await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: panel, exact: true }).click();
      await page.getByRole('main', { name: panel }).waitFor();
      await whole();
      if (panel !== messages.window.dubbing) continue;
      const ways = page.getByRole('radiogroup', { name: messages.dubbing.dubbingMode });
      await ways.getByText(messages.dubbing.oneText, { exact: true }).click();
      await expect(page.getByRole('button', { name: messages.shapes.chooseAFile }).first()).toBeEnabled();
      await whole();
      // Both names of the ways, and not a part of them.
      for (const name of [messages.dubbing.oneText, messages.jobs.timeline]) {
        const [label, all] = [await ways.getByText(name, { exact: true }).boundingBox(), await ways.boundingBox()];
        expect(label!.x + label!.width).toBeLessThanOrEqual(all!.x + all!.width);
      }
    }
  });
}

test('the gallery of shapes is whole, and axe finds nothing serious in it', { tag: '@beside' }, async ({ browser, host }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(host.url);
  await openSample(page);
  await page.goto(new URL('/gallery.html', page.url()).href);
  await expect(page.getByRole('heading', { name: 'The shapes of the studio' })).toBeVisible();
  expect(await seriousTroubles(page)).toEqual([]);
  await page.context().close();
});

test('fonts are bundled, nothing is refused by the content policy, and no error is logged', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await expect(script(page)).toBeVisible();
  await page.reload();
  await expect(generateAll(page)).toBeEnabled();
  await generateEverything(page);
  const fonts = await script(page).evaluate(async (element) => {
    await document.fonts.ready;
    const family = getComputedStyle(element).fontFamily;
    return {
      family,
      loaded: [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family.replaceAll('"', '')),
    };
  });
  expect(fonts.family).toContain('Source Serif');
  expect(fonts.loaded.some((family) => family.includes('Inter'))).toBe(true);
  expect(fonts.loaded.some((family) => family.includes('Source Serif'))).toBe(true);
  expect(complaints).toEqual([]);
});

test('at 1024 pixels the inspector is a drawer that covers no line of the script, and nothing runs out of the window', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(script(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const inspector = page.getByRole('complementary', { name: messages.commands.inspector });
  await expect(inspector).toHaveCount(0);
  await page.getByRole('button', { name: messages.commands.inspector }).click();
  const edge = async (of: Locator) => (await of.boundingBox())!;
  const [text, drawer] = [await edge(script(page)), await edge(inspector)];
  expect(text.x + text.width).toBeLessThanOrEqual(drawer.x + 1);
  await inspector.getByRole('combobox').first().focus();
  await page.keyboard.press('Escape');
  await expect(inspector).toHaveCount(0);
  await expect(page.getByRole('button', { name: messages.commands.inspector })).toBeFocused();
});

/** The fields and buttons that the shown tooltip covers, by what they are called. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const note = document.querySelector('[role="tooltip"]')?.getBoundingClientRect();
    if (!note) return ['no tooltip'];
    return [...document.querySelectorAll<HTMLElement>('input, textarea, select, button')].flatMap((element) => {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      if (width === 0 || !element.checkVisibility()) return [];
      const [x, y] = [
        (Math.max(left, note.left) + Math.min(right, note.right)) / 2,
        (Math.max(top, note.top) + Math.min(bottom, note.bottom)) / 2,
      ];
      const isBelow = left < note.right && right > note.left && top < note.bottom && bottom > note.top;
      return isBelow && element.contains(document.elementFromPoint(x, y))
        ? [element.ariaLabel ?? (element.innerText || element.tagName)]
        : [];
    });
  });

for (const [width, height] of [
  [1440, 900],
  [1024, 700],
] as const)
  test(
    `the price of a paid button covers no field and no other button in any panel at ${width} × ${height}`,
    { tag: '@beside' },
    async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height });
      await expect(generateAll(page)).toBeEnabled();
      for (const panel of panelNames) {
        await showPanel(page, panel);
        if (panel === messages.window.design)
          await page.getByRole('textbox', { name: messages.design.prompt, exact: true }).fill('A calm old man.');
        for (const button of await page.locator('main button[aria-disabled]:visible').all()) {
          await button.hover();
          await page.getByRole('tooltip').waitFor();
          // It is faded in where it stands.
          await expect(page.getByRole('tooltip')).toHaveCSS('opacity', '1');
          expect.soft(await covered(page), `${panel}: ${await button.innerText()}`).toEqual([]);
          await page.mouse.move(0, 0);
          await page.getByRole('tooltip').waitFor({ state: 'detached' });
        }
      }
    },
  );
