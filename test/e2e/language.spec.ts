import type { Page } from '@playwright/test';
import { english } from '#shared/messages/en/index.ts';
import { german } from '#shared/messages/de/index.ts';
import { accented, rightToLeft } from '#shared/messages/pseudo.ts';
import type { Messages } from '#shared/messages/shape.ts';
import { expect, test } from './fixtures.ts';
import { namesOfPanels, showPanel } from './panels.ts';

/** Shows one panel after another, and what `look` finds in each. */
async function walk(page: Page, texts: Messages, look: () => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const panel of namesOfPanels(texts)) {
    await showPanel(page, panel, texts);
    found.push(...(await look()).map((one) => `${panel}: ${one}`));
  }
  return found;
}

/** The plain texts of a catalogue, in its order. */
const plainTexts = (texts: object): string[] =>
  Object.values(texts).flatMap((one: unknown) =>
    typeof one === 'string' ? [one] : typeof one === 'object' && one !== null ? plainTexts(one) : [],
  );

/** Texts and labels on the page, without what a person wrote. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || element.closest('[contenteditable="true"], script, style')) continue;
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) shown.push((node.textContent ?? '').trim());
      for (const name of ['aria-label', 'title', 'placeholder']) shown.push((element.getAttribute(name) ?? '').trim());
    }
    return [...new Set(shown)].filter((text) => text !== '');
  });

test('German, chosen in Settings, leaves no English text in any panel', { tag: '@beside' }, async ({ page }) => {
  test.slow();
  await page.keyboard.press('Control+,');
  const section = page.getByRole('region', { name: english.settings.language, exact: true });
  await section.getByLabel(english.window.language, { exact: true }).first().click();
  await page.getByRole('option', { name: 'Deutsch', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('navigation', { name: german.window.panels, exact: true }).waitFor();

  const inGerman = new Set(plainTexts(german));
  const onlyEnglish = new Set(plainTexts(english).filter((text) => !inGerman.has(text)));
  const left = await walk(page, german, async () => (await shownTexts(page)).filter((text) => onlyEnglish.has(text)));
  expect(left).toEqual([]);
});

/** What runs out of the window and cannot be scrolled to. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = document.documentElement.scrollWidth > window.innerWidth ? ['the window scrolls sideways'] : [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, [role="tab"], [role="switch"]',
    )) {
      const box = element.getBoundingClientRect();
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width < 2 || box.height < 2) continue;
      if (element.closest('[aria-hidden="true"]')) continue;
      if (box.left >= -1 && box.right <= window.innerWidth + 1 && box.top >= -1 && box.bottom <= window.innerHeight + 1) continue;
      let scroller = element.parentElement;
      while (scroller && !/auto|scroll/u.test(getComputedStyle(scroller).overflow)) scroller = scroller.parentElement;
      const name = element.getAttribute('aria-label') ?? element.innerText;
      if (!scroller || scroller === document.documentElement) found.push(`outside: ${element.tagName} ${name.trim().slice(0, 60)}`);
    }
    return found;
  });

for (const { language, texts } of [
  { language: 'en-XA', texts: accented(english) },
  { language: 'ar-XB', texts: rightToLeft(english) },
]) {
  test.describe(`In the pseudo-language ${language}`, () => {
    test.use({ hostEnvironment: { VOICEWRIGHT_LANGUAGE: language } });

    test('every panel fits into 1024 by 700 pixels: nothing runs out of the window', { tag: '@beside' }, async ({ browser, host }) => {
      test.slow();
      const page = await (await browser.newContext({ viewport: { width: 1024, height: 700 } })).newPage();
      await page.goto(host.url);
      await page.getByRole('button', { name: texts.start.openSample, exact: true }).click();
      await page.getByRole('textbox', { name: texts.narration.script }).waitFor();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      expect(await walk(page, texts, () => outside(page))).toEqual([]);
      await page.context().close();
    });
  });
}
