import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { blocks, expect, makeChapter, paidRequests, script, test } from './with-service.ts';

const { jobs, narration } = messages;
const advanced = (page: Page) => page.getByRole('button', { name: new RegExp(`^${narration.advanced}`, 'u') }).first();
const rows = (page: Page) => page.getByRole('listbox', { name: messages.window.jobs }).getByRole('option');

/** What the style sheet shows of a pseudo-element of a block. */
const shownOf = (page: Page, place: number, part: '::before' | '::after') =>
  blocks(page)
    .nth(place)
    .evaluate((block, pseudo) => getComputedStyle(block, pseudo).opacity, part);

test(
  'the inspector folds what few blocks set, says how much of it is set, and stays as it was left',
  { tag: '@beside' },
  async ({ page }) => {
    await blocks(page).nth(1).locator('p').click();
    await expect(advanced(page)).toHaveAttribute('aria-expanded', 'false');
    const volume = page.getByRole('textbox', { name: narration.volume });
    await expect(volume).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: narration.speed })).toBeVisible();
    await advanced(page).press('Enter');
    await volume.fill('3');
    await volume.press('Enter');
    await expect(advanced(page)).toContainText(narration.advancedSet(1));
    expect(await seriousTroubles(page)).toEqual([]);
    await page.reload();
    await blocks(page).nth(1).locator('p').click();
    await expect(volume).toHaveValue('3');
    await advanced(page).press(' ');
    await expect(volume).toHaveCount(0);
    await expect(advanced(page)).toContainText(narration.advancedSet(1));
    await blocks(page).nth(2).locator('p').click();
    await expect(advanced(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(advanced(page)).toHaveText(narration.advanced);
  },
);

test(
  'where all is as usual the margin is silent, and a book is one row of Jobs that opens by keys',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await makeChapter(page, ['The lamp is lit.', 'Ships see it.', 'The tape hissed.', 'Ida listens.']);
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    await page.mouse.move(0, 0);
    const text = blocks(page).nth(2).locator('p');
    await expect(text).toHaveAttribute('data-label', /^0:\d\d\.\d$/u);
    await expect(text).toHaveAttribute('data-spoken', new RegExp(`^${messages.chapter.done} · 0:`, 'u'));
    expect([await shownOf(page, 0, '::before'), await shownOf(page, 2, '::before'), await shownOf(page, 2, '::after')]).toEqual([
      '1',
      '0',
      '0',
    ]);
    // What a person set is shown, and a state that needs one is named.
    await blocks(page).nth(2).locator('p').click();
    await page.getByRole('textbox', { name: narration.pauseAfter }).fill('1');
    await page.keyboard.press('Enter');
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Now. ');
    await page.mouse.move(0, 0);
    await expect(blocks(page).nth(2)).toHaveAttribute('data-own-pause', '');
    expect(await shownOf(page, 2, '::after')).toBe('1');
    await expect(blocks(page).first().locator('p')).toHaveAttribute('data-label', new RegExp(messages.chapter.changed, 'u'));

    const { settled } = await paidRequests(service);
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.jobs }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText(jobs.requestCount(settled));
    await expect(rows(page).first().locator('[data-speaker]')).toHaveCount(1);
    await rows(page).first().locator('xpath=ancestor::*[@role="listbox"]').focus();
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(settled + 1);
    await expect(page.getByRole('complementary', { name: jobs.timeline })).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousTroubles(page), colorScheme).toEqual([]);
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await expect(page.getByRole('complementary', { name: jobs.timeline })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole('complementary', { name: jobs.timeline })).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(rows(page)).toHaveCount(settled + 1);
    // Who searches for words looks for one request.
    await page.getByRole('searchbox', { name: jobs.searchJobs }).fill('tape hissed');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText('tape hissed');
  },
);
