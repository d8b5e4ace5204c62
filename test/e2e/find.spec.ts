import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { paste, texts } from './script-blocks.ts';
import { blocks, expect, generateEverything, paidRequests, script, test } from './with-service.ts';

const words = messages.find;
const bar = (page: Page) => page.getByRole('search', { name: words.findAndReplace });
const field = (page: Page, name: string) => bar(page).getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();
const matches = (page: Page) => bar(page).getByRole('list', { name: words.matchList }).getByRole('listitem');

async function write(page: Page, text: string): Promise<void> {
  await script(page).focus();
  await page.keyboard.press('Control+a');
  await paste(page, { 'text/plain': text });
}

test('find goes through the matches by keys, replace all changes them as one act, and Escape leads back to the script', async ({
  page,
}) => {
  await write(page, 'The fog came in.\nNobody saw the fog.\nFOG and the sea.');
  await expect(blocks(page)).toHaveCount(3);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await expect(field(page, words.find)).toBeFocused();
  await page.keyboard.type('fog');
  await expect(matches(page)).toHaveCount(3);
  await expect(bar(page).getByRole('status')).toContainText(words.position('1', '3'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(bar(page).getByRole('status')).toContainText(words.position('2', '3'));
  await expect(blocks(page).nth(1).locator('[data-found="now"]')).toHaveText('fog');
  await press(page, words.matchCase);
  await expect(matches(page)).toHaveCount(2);

  await page.keyboard.press('Control+h');
  await field(page, words.replaceWith).fill('mist');
  await press(page, words.replaceAll);
  expect(await texts(page)).toEqual(['The mist came in.', 'Nobody saw the mist.', 'FOG and the sea.']);
  expect(await seriousTroubles(page)).toEqual([]);
  await field(page, words.find).focus();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(script(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  expect(await texts(page)).toEqual(['The fog came in.', 'Nobody saw the fog.', 'FOG and the sea.']);
});

test(
  'Ctrl+Home right after the keyboard came to the script leads to its start, and find begins there',
  { tag: '@beside' },
  async ({ page }) => {
    await write(page, 'The fog came in.\nNobody saw the fog.\nFOG and the sea.');
    await expect(blocks(page)).toHaveCount(3);
    await page.keyboard.press('Control+End');
    await expect(blocks(page).nth(2)).toHaveAttribute('data-selected');
    await page.keyboard.press('Control+f');
    await page.keyboard.press('Escape');
    // Both in one task of the window, as keys come to one that was busy; the browser moves the caret only for keys of a person.
    await page.getByRole('button', { name: messages.narration.generateAll, exact: true }).focus();
    await script(page).evaluate((element) => {
      element.focus();
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', ctrlKey: true, bubbles: true, cancelable: true }));
      document.getSelection()?.collapse(element.querySelector('p')?.firstChild ?? element, 0);
    });
    await expect(blocks(page).nth(0)).toHaveAttribute('data-selected');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('fog');
    await expect(bar(page).getByRole('status')).toContainText(words.position('1', '3'));
  },
);

test('a regular expression is named where it is invalid, and stopped where it never ends', { tag: '@beside' }, async ({ page }) => {
  await write(page, `${'a'.repeat(60)}!\nOne, two.`);
  await page.keyboard.press('Control+f');
  await press(page, words.regularExpression);
  await field(page, words.find).fill('(');
  await expect(bar(page)).toContainText(words.invalidExpression('Unterminated group'));
  await field(page, words.find).fill('^(a+)+$');
  await expect(bar(page)).toContainText(words.expressionTooSlow, { timeout: 20_000 });
  await field(page, words.find).fill(String.raw`(\w+), (\w+)`);
  await expect(matches(page)).toHaveCount(1);
  await page.keyboard.press('Control+h');
  await field(page, words.replaceWith).fill('$2 and $1');
  await press(page, words.replace);
  await expect(blocks(page).nth(1).locator('p')).toHaveText('two and One.');
});

test(
  'a press on a match goes there, also in another chapter, and the cost of replacing is shown before',
  { tag: '@beside' },
  async ({ page, service }) => {
    await write(page, 'The fog came in.\nNobody saw it.');
    await generateEverything(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(messages.chapter.addChapter);
    await page.keyboard.press('Enter');
    await expect(blocks(page)).toHaveCount(1);
    await page.keyboard.press('Control+h');
    await field(page, words.find).fill('fog');
    await expect(matches(page)).toHaveCount(1);
    await field(page, words.replaceWith).fill('mist');
    await expect(bar(page).getByRole('status')).toContainText('1 block');
    await matches(page).first().getByRole('button').click();
    await expect(script(page)).toBeFocused();
    await expect(blocks(page)).toHaveCount(2);
    const paid = await paidRequests(service);
    await page.keyboard.press('Control+h');
    await press(page, words.replaceAll);
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'stale');
    expect(await paidRequests(service)).toEqual(paid);
  },
);

test('a note on a block shows a sign named by it, changes no sound, and can be undone', { tag: '@beside' }, async ({ page }) => {
  await write(page, 'The fog came in.\nNobody saw it.');
  await generateEverything(page);
  await blocks(page).first().locator('p').click();
  await page.getByRole('textbox', { name: messages.narration.note, exact: true }).fill('Too fast?');
  await script(page).focus();
  const sign = blocks(page).first().getByRole('img', { name: 'Too fast?' });
  await expect(sign).toBeVisible();
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
  await page.keyboard.press('Control+z');
  await expect(sign).toHaveCount(0);
});
