import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { blocks, expect, generateAll, paidRequests, script, test } from './with-service.ts';

const takes = (page: Page) => page.getByRole('list', { name: /Takes of this block/u }).getByRole('listitem');
const undo = 'Control+z';

/** The first block alone in the script, made once. */
async function oneTake(page: Page): Promise<void> {
  await expect(generateAll(page)).toBeEnabled();
  await script(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await expect(blocks(page)).toHaveCount(1);
  await page.keyboard.insertText('The lighthouse was dark.');
  await expect(blocks(page).first()).toContainText('The lighthouse was dark.');
  await page.keyboard.press('Control+Enter');
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
  await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
  await script(page).focus();
  await page.keyboard.press('Control+End');
}

test('by keys: compare two takes, choose the old one, take it back, restore; nothing of it is paid for', async ({ page, service }) => {
  test.slow();
  await oneTake(page);
  await expect(takes(page)).toHaveCount(1);
  await page.keyboard.type(' Nobody knew why.');
  await expect(takes(page).first()).toContainText(messages.narration.stale);
  await expect(takes(page).first()).toContainText(messages.narration.otherText);
  await expect(takes(page).first()).toContainText('3 words added, 0 removed');
  await page.keyboard.press('Control+Enter');
  await expect(takes(page)).toHaveCount(2);
  await expect(takes(page).first()).toContainText(messages.narration.inUse);
  await expect(takes(page).first()).not.toContainText(messages.narration.stale);
  await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
  const paid = await paidRequests(service);
  expect(paid.settled).toBe(2);

  await script(page).focus();
  await page.keyboard.press('Alt+PageDown');
  await expect(
    takes(page)
      .nth(1)
      .getByRole('button', { name: /^Take 1/u }),
  ).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Alt+b');
  const sides = page.getByRole('group', { name: messages.narration.comparison }).getByRole('button', { name: /^[AB] / });
  await expect(sides.nth(0)).toHaveAttribute('aria-pressed', 'true');
  await expect(sides.nth(0)).toContainText(messages.narration.takeNumber('1'));
  await page.keyboard.press('Alt+x');
  await expect(sides.nth(1)).toHaveAttribute('aria-pressed', 'true');

  // The take in use plays: ending keeps it. The other one is taken with one key, which ends the comparison.
  const comparison = page.getByRole('group', { name: messages.narration.comparison });
  await expect(comparison.getByRole('button', { name: messages.narration.keepCompared('Take 2') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(comparison).toBeHidden();
  await expect(page.getByText(messages.narration.takeStaysInUse('Take 2'))).toBeAttached();
  // The key that chooses a take means the one that plays too, not the card that was picked before.
  await page.keyboard.press('Alt+b');
  await page.keyboard.press('Alt+x');
  await expect(sides.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Alt+c');
  await expect(comparison).toBeHidden();
  await expect(takes(page).first()).toContainText(messages.narration.inUse);

  await page.keyboard.press('Alt+PageDown');
  await page.keyboard.press('Alt+b');
  await expect(comparison.getByRole('button', { name: messages.narration.useCompared('Take 1') })).toBeVisible();
  await page.keyboard.press('Alt+u');
  await expect(comparison).toBeHidden();
  await expect(page.getByText(messages.narration.takeNowInUse('Take 1'))).toBeAttached();
  await expect(takes(page).nth(1)).toContainText(messages.narration.inUse);
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'stale');
  await expect(generateAll(page)).toBeDisabled(); // what is written now has been made already
  await script(page).focus();
  await page.keyboard.press(undo);
  await expect(takes(page).nth(0)).toContainText(messages.narration.inUse);
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');

  await page.keyboard.press('Alt+r');
  await expect(blocks(page).first().locator('p')).toHaveText('The lighthouse was dark.');
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
  await expect(takes(page).nth(1)).toContainText(messages.narration.inUse);
  await page.keyboard.press(undo);
  await expect(blocks(page).first().locator('p')).toHaveText('The lighthouse was dark. Nobody knew why.');
  expect(await paidRequests(service)).toEqual(paid);
});

test('a star outlives the window, and another take is bought only on purpose', { tag: '@beside' }, async ({ page, service }) => {
  await oneTake(page);
  await page.keyboard.press('Alt+s');
  const star = page.getByRole('button', { name: messages.narration.starNamed('Take 1') });
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  const another = page.getByRole('button', { name: messages.narration.anotherTake });
  await expect(page.getByText(/≈\s\d+\scredits/u).last()).toBeVisible();
  await another.click();
  await expect(takes(page)).toHaveCount(2);
  await expect(takes(page).first()).toContainText('reading 2');
  await expect(takes(page).first()).toContainText(messages.narration.inUse);
  // A take of what the block is now says nothing of that, in use or not: its voice is the last word.
  await expect(takes(page).nth(1)).toHaveAttribute('data-state', 'current');
  await expect(takes(page).nth(1)).toHaveText(/ · \p{L}+$/u);
  expect((await paidRequests(service)).settled).toBe(2);

  await page.reload();
  await script(page).focus();
  await page.keyboard.press('Control+End');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: messages.narration.starNamed('Take 2') })).toHaveAttribute('aria-pressed', 'false');
});

test('undo after another take puts the one before in use and leaves what was written elsewhere, and redo the new one', async ({ page }) => {
  await oneTake(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Nobody came.');
  await page.keyboard.press('ArrowUp');
  await expect(takes(page)).toHaveCount(1);
  const another = page.getByRole('button', { name: messages.narration.anotherTake });
  await another.click();
  await expect(takes(page)).toHaveCount(2);
  await expect(another).toBeEnabled();
  await expect(takes(page).first()).toContainText(messages.narration.inUse);

  await page.keyboard.press(undo);
  await expect(takes(page).nth(1)).toContainText(messages.narration.inUse);
  await expect(takes(page).first()).not.toContainText(messages.narration.inUse);
  await expect(blocks(page).nth(1)).toContainText('Nobody came.');
  const what = messages.voicing.settingsOfBlocks.take(messages.voicing.blockNumber('1'));
  await expect(page.getByText(messages.voicing.undone(what))).toBeAttached();
  await page.keyboard.press('Control+Shift+z');
  await expect(takes(page).first()).toContainText(messages.narration.inUse);
  await expect(blocks(page).nth(1)).toContainText('Nobody came.');
});

test(
  'a take that broke off says what can be had of it; axe finds nothing serious in either theme',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await oneTake(page);
    await page.keyboard.type(' Then, slowly, and without a sound, the great lamp began to turn, as it had done every night before.');
    await service.setFaults([{ on: 'POST /api/open/v3/speech/tts/aligned', kind: 'cut-after-events', nth: 1, times: 1, events: 3 }]);
    await page.keyboard.press('Control+Enter');
    await expect(takes(page)).toHaveCount(2);
    await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
    await takes(page)
      .first()
      .getByRole('button', { name: /^Take 2/u })
      .click();
    await expect(takes(page).first()).toContainText(messages.narration.incomplete);
    await expect(takes(page).first()).toContainText('can’t resume it');
    await page.getByRole('button', { name: messages.narration.compareNamed('Take 2') }).click();
    await expect(page.getByRole('group', { name: messages.narration.comparison })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousTroubles(page)).toEqual([]);
      if (process.env['TAKES_PICTURES'] !== undefined)
        await page.screenshot({ path: `${process.env['TAKES_PICTURES']}/takes-${colorScheme}.png` });
    }
  },
);
