import type { Locator, Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { panelButton, panelNames, showPanel } from './panels.ts';
import { expect, generateAll, generateEverything, test } from './with-service.ts';

const { window: names } = messages;

/** Colours as they are painted, and lines that a control has around it. */
const look = (locator: Locator) =>
  locator.evaluate((element) => {
    const { color, backgroundColor, outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return { color, backgroundColor, outline: outlineStyle === 'none' ? 'none' : `${outlineWidth} ${outlineStyle} ${outlineColor}` };
  });

/**
 * Controls whose edge has less contrast than `least` with what they lie on: fields, buttons, switches and the selected one of a few choices, which
 * stand out from what is around them by their edge alone; the edge is a border or a shadow inside it. A button that is an icon or a word without a
 * frame has its contrast as text, and so has a title that becomes a field when it is pressed.
 */
const faintEdges = (page: Page, least: number) =>
  page.evaluate((needed) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    type Colour = readonly [number, number, number];
    /** `colour` painted over what is there. */
    const paint = (colour: string, under: Colour): Colour => {
      if (!canvas) throw new Error('no canvas');
      for (const each of [`rgb(${under.join(' ')})`, colour]) {
        canvas.fillStyle = each;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue];
    };
    const luminance = (colour: Colour): number => {
      const [red = 0, green = 0, blue = 0] = colour.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: Colour, other: Colour): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const behind = (element: Element | null): Colour =>
      element === null ? [255, 255, 255] : paint(getComputedStyle(element).backgroundColor, behind(element.parentElement));
    const selector =
      'input:not([type="hidden"], [type="file"], [type="radio"], [type="checkbox"], [role="switch"], .mantine-PillsInputField-field), textarea, select, button[data-variant="default"], .mantine-Switch-track, .mantine-SegmentedControl-indicator';
    const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.getBoundingClientRect().width > 4 &&
        !element.matches(':disabled, [data-disabled], [aria-disabled="true"]') &&
        !(element instanceof HTMLInputElement && element.value !== '' && getComputedStyle(element).borderColor === 'rgba(0, 0, 0, 0)'),
    );
    return {
      count: all.length,
      faint: all.flatMap((element) => {
        const style = getComputedStyle(element);
        const around = behind(element.parentElement);
        const filled = contrast(paint(style.backgroundColor, around), around);
        const edge =
          style.borderBlockStartStyle === 'none' || Number.parseFloat(style.borderBlockStartWidth) === 0
            ? 1
            : contrast(paint(style.borderBlockStartColor, around), around);
        const inset = style.boxShadow.includes('inset') ? (/^\w+\([^)]*\)/.exec(style.boxShadow)?.[0] ?? null) : null;
        const best = Math.max(filled, edge, inset === null ? 1 : contrast(paint(inset, around), around));
        const name = element.ariaLabel ?? element.textContent.trim();
        return best < needed ? [`${element.tagName} ${name || element.id}: ${best.toFixed(2)}`] : [];
      }),
    };
  }, least);

/** Whether a line stands around an element that has the focus, or around what it is a part of. */
const hasRing = (locator: Locator) =>
  locator.evaluate((element) => {
    for (let at: Element | null = element, level = 0; at && level < 4; at = at.parentElement, level += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return true;
    }
    return false;
  });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const contrast of ['no-preference', 'more'] as const) {
    test(
      `text and the edges of all controls can be seen on every panel in the ${colorScheme} theme${contrast === 'more' ? ' with high contrast' : ''}`,
      { tag: '@beside' },
      async ({ page }) => {
        test.slow();
        await page.emulateMedia({ colorScheme, contrast });
        await expect(generateAll(page)).toBeEnabled();
        for (const panel of panelNames) {
          await showPanel(page, panel);
          const { count, faint } = await faintEdges(page, 3);
          expect(count, panel).toBeGreaterThan(0);
          expect.soft(faint, panel).toEqual([]);
          expect.soft(await seriousTroubles(page), panel).toEqual([]);
        }
      },
    );
  }

  test(
    `in the system's own colours, what is chosen, focused, paid for and not available differ to the eye in the ${colorScheme} theme`,
    { tag: '@beside' },
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, forcedColors: 'active' });
      await expect(generateAll(page)).toBeEnabled();
      // A button that pays stands out from one that does not, and the system paints no plate over its words.
      const plain = page.getByRole('button', { name: messages.exportSheet.export, exact: true });
      expect(await generateAll(page).evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe('none');
      expect((await look(generateAll(page))).backgroundColor).not.toBe((await look(plain)).backgroundColor);
      await generateEverything(page);
      for (const panel of panelNames) {
        await showPanel(page, panel);
        const other = panelNames.find((name) => name !== panel) ?? names.jobs;
        expect((await look(panelButton(page, panel))).outline, panel).not.toBe((await look(panelButton(page, other))).outline);
        const { count, faint } = await faintEdges(page, 3);
        expect(count, panel).toBeGreaterThan(0);
        expect(faint, panel).toEqual([]);
        for (let stop = 0; stop < 12; stop += 1) {
          await page.keyboard.press('Tab');
          const focused = page.locator(':focus-visible');
          if ((await focused.count()) === 0) continue;
          expect(await hasRing(focused), `${panel}, ${String(stop)}`).toBe(true);
        }
      }
    },
  );
}
