import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { dubSegments, openExampleDub } from './dub-example.ts';
import { dropAt } from './media.ts';
import { expect, test } from './with-service.ts';

const { dubbing, dubbingTimeline } = messages;

const folder = mkdtempSync(join(tmpdir(), 'voicewright-layout-'));
const captions = join(folder, 'lines.srt');
const time = (tenths: number): string => `00:00:${String(Math.floor(tenths / 10)).padStart(2, '0')},${String(tenths % 10)}00`;
const speakers = ['ANNA', 'BEN', 'CLEO'];
/** Ten of three speakers, of different lengths, with more text than there is time for. */
writeFileSync(
  captions,
  Array.from({ length: 10 }, (_, at) =>
    [
      at + 1,
      `${time(at * 5)} --> ${time(at * 5 + 3 + (at % 3))}`,
      `${speakers[at % 3]!}: Nobody has heard anything of them since Monday.`,
      '',
    ]
      .map(String)
      .join('\n'),
  ).join('\n'),
);
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openLines(page: Page): Promise<void> {
  await openExampleDub(page);
  await dropAt(page, { x: 400, y: 300 }, [captions]);
  await button(page, dubbing.replaceSegments).click();
  await expect(dubSegments(page).locator('[aria-setsize="10"]').first()).toBeVisible();
}

/** Rows of the list that are in sight from their first line to their last. */
const wholeRows = (page: Page): Promise<number> =>
  dubSegments(page).evaluate((list) => {
    const seen = list.getBoundingClientRect();
    return [...list.querySelectorAll('[role="option"]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= seen.top - 1 && bottom <= seen.bottom + 1;
    }).length;
  });

test('in a small window six segments and more are in sight, also beside the fields of the one that is selected', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openLines(page);
  await dubSegments(page).getByRole('option').nth(1).click();
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(6);
  await button(page, messages.commands.inspector).click();
  await expect(page.getByRole('textbox', { name: dubbing.text, exact: true })).toBeVisible();
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(6);
  // The drawer covers none of the list.
  const [list, drawer] = await Promise.all([
    dubSegments(page).boundingBox(),
    page.getByRole('complementary', { name: messages.commands.inspector }).boundingBox(),
  ]);
  expect(list!.x + list!.width).toBeLessThanOrEqual(drawer!.x + 1);
  expect((await page.locator('video').boundingBox())!.width).toBeGreaterThan(200);
  expect(await seriousTroubles(page)).toEqual([]);
});

test('a bar shows each of its figures whole, with its unit, or not at all', async ({ page }) => {
  await openLines(page);
  /** Words of figures that are in sight; `cut`: by an edge. */
  const figures = (): Promise<{ whole: string[]; cut: string[] }> =>
    page.locator('[data-figures]').evaluateAll((all) => {
      const found = { whole: [] as string[], cut: [] as string[] };
      for (const box of all) {
        const seen = box.getBoundingClientRect();
        for (const figure of box.children) {
          const { top, right } = figure.getBoundingClientRect();
          if (seen.width === 0 || top >= seen.bottom - 1) continue;
          found[right <= seen.right + 1 ? 'whole' : 'cut'].push(figure.textContent);
        }
      }
      return found;
    });
  const zoom = page.getByRole('slider', { name: dubbing.zoom });
  await zoom.focus();
  await page.keyboard.press('Home');
  let shown = 0;
  for (let step = 0; step < 12; step += 1) {
    const { whole, cut } = await figures();
    expect(cut).toEqual([]);
    shown += whole.length;
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('ArrowRight');
  }
  expect(shown).toBeGreaterThan(0);
});

test('a notice of an export moves nothing, and each choice of the question about lines that will not fit has its price', async ({
  page,
}) => {
  await openLines(page);
  const places = () =>
    Promise.all([page.locator('video'), dubSegments(page), page.locator('[data-lane]').first()].map((place) => place.boundingBox()));
  const before = await places();
  await button(page, dubbing.exportWord).click();
  await page.getByRole('menuitem', { name: dubbing.exportCaptions, exact: true }).click();
  await expect(page.locator('[data-exported]')).toBeVisible();
  expect(await places()).toEqual(before);
  expect(await seriousTroubles(page)).toEqual([]);

  for (const [place, speaker] of speakers.entries()) {
    await page.getByRole('combobox', { name: dubbing.voiceOf(speaker) }).click();
    await page.getByRole('option').filter({ hasText: 'English' }).nth(place).click();
  }
  await button(page, dubbing.generateAll).click();
  const all = page.getByRole('dialog').getByRole('button', { name: /^Generate (?:all \d+|anyway)$/u });
  await expect(all).toContainText(messages.account.priceUnknown);
  await expect(all).toHaveAccessibleDescription(new RegExp(messages.account.priceUnknown, 'u'));
});

test('where a mode of Dubbing is chosen, both are explained, to the pointer, to the keyboard and to screen readers', async ({ page }) => {
  await page
    .getByRole('navigation', { name: messages.window.panels })
    .getByRole('button', { name: messages.window.dubbing, exact: true })
    .click();
  const modes = page.getByRole('radiogroup', { name: dubbing.dubbingMode });
  await expect(modes).toHaveAccessibleDescription(new RegExp(dubbingTimeline.timelineNote, 'u'));
  const explained = page.getByRole('tooltip').filter({ hasText: dubbingTimeline.oneTextNote });
  await modes.hover();
  await expect(explained).toContainText(dubbingTimeline.timelineNote);
  await page.mouse.move(600, 500);
  await expect(explained).toHaveCount(0);
  await page.getByRole('radio', { name: dubbing.timeline, exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: dubbing.oneText, exact: true })).toBeFocused();
  await expect(explained).toBeVisible();
});

test('while a clip or its edge is dragged its time stands at it, to the frame; Escape leads from the text back to the segments in a small window too', async ({
  page,
}) => {
  await openExampleDub(page);
  const bar = page.locator('[data-lane] [data-segment]').nth(0);
  const time = page.locator('[data-drag-time]');
  const start = page.getByRole('textbox', { name: dubbing.start, exact: true });
  const end = page.getByRole('textbox', { name: dubbing.end, exact: true });
  await bar.click();
  for (const [place, field] of [
    ['middle', start],
    ['end', end],
  ] as const) {
    const before = await field.inputValue();
    const { x, y, width, height } = (await bar.boundingBox())!;
    await page.mouse.move(place === 'middle' ? x + width / 2 : x + width, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + (place === 'middle' ? 0 : width / 2) + 37, y + height / 2, { steps: 4 });
    await expect(time).toHaveText(/^00:00:0\d:\d\d$/u);
    const shown = (await time.textContent())!;
    await expect(field).toHaveValue(before);
    await page.mouse.up();
    await expect(time).toHaveCount(0);
    await expect(field).toHaveValue(shown);
    expect(shown).not.toBe(before);
  }

  await page.setViewportSize({ width: 1024, height: 700 });
  const row = dubSegments(page).getByRole('option').nth(1);
  await row.click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: dubbing.text, exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dubSegments(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dubSegments(page).getByRole('option').nth(2)).toHaveAttribute('aria-selected', 'true');
});
