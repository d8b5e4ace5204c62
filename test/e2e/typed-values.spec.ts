import { messages } from '#shared/messages/index.ts';
import { blocks, expect, script, test } from './with-service.ts';

test(
  'a speed is typed with a point or a comma, committed by Enter or by leaving the field, and taken back by Escape',
  { tag: '@beside' },
  async ({ page }) => {
    await blocks(page).nth(1).locator('p').click();
    const speed = page.getByRole('textbox', { name: messages.narration.speed });
    await speed.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1.3');
    await page.keyboard.press('Enter');
    await expect(speed).toHaveValue('1.3');
    await expect(page.getByRole('slider', { name: messages.narration.speed })).toHaveAttribute('aria-valuenow', '1.3');

    await page.keyboard.type('0,85');
    await page.keyboard.press('Tab');
    await expect(speed).toHaveValue('0.85');
    await expect(page.getByRole('slider', { name: messages.narration.speed })).toHaveAttribute('aria-valuenow', '0.85');

    await speed.fill('1.9');
    await speed.press('Escape');
    await expect(speed).toHaveValue('0.85');
    await speed.press('ArrowUp');
    await expect(speed).toHaveValue('0.9');
    await speed.press('Shift+ArrowDown');
    await expect(speed).toHaveValue('0.5');

    await speed.fill('fast');
    await expect(speed).toHaveAttribute('aria-invalid', 'true');
    await speed.press('Enter');
    await expect(page.getByText(messages.shapes.numberRange('0.5', '2'))).toBeVisible();
    await speed.press('Tab');
    await expect(speed).toHaveValue('0.5');

    // A pasted number keeps its decimal comma; another block that is chosen takes over what was typed for this one.
    await speed.fill('');
    await speed.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ' 1,5× ');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await blocks(page).nth(3).locator('p').click();
    await expect(speed).toHaveValue('');
    await blocks(page).nth(1).locator('p').click();
    await expect(speed).toHaveValue('1.5');
  },
);

test(
  'a voice that is typed and confirmed by Enter is assigned, one that matches nothing is marked, and Escape takes back what was typed',
  { tag: '@beside' },
  async ({ page }) => {
    await blocks(page).nth(2).locator('p').click();
    const voice = page.getByRole('combobox', { name: messages.narration.voice, exact: true });
    await voice.click();
    await page.keyboard.type('german');
    await page.keyboard.press('Enter');
    await expect(voice).toHaveValue(/German/u);
    const chosen = await voice.inputValue();
    await expect(blocks(page).nth(2)).toHaveAttribute('data-voice', chosen.split(' · ')[0] ?? '');

    // Pasted whole, it opens the list and is taken all the same.
    await page.keyboard.press('Tab');
    await voice.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('french');
    await page.keyboard.press('Enter');
    await expect(voice).toHaveValue(/French/u);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('german');
    await page.keyboard.press('Enter');
    await expect(voice).toHaveValue(chosen);

    await voice.click();
    await page.keyboard.type('nobody at all');
    await expect(page.getByText(messages.narration.noMatchingVoices)).toBeVisible();
    await page.keyboard.press('Enter');
    // The text stands below the field, describes it, and is announced.
    const noMatch = messages.shapes.noMatch('nobody at all');
    await expect(page.getByRole('main').getByText(noMatch)).toBeVisible();
    await expect(voice).toHaveAccessibleDescription(noMatch);
    await expect(page.getByRole('status').filter({ hasText: noMatch })).toBeAttached();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByText(noMatch)).toBeVisible();
    await expect(voice).not.toHaveAttribute('aria-invalid', 'true');
    await expect(voice).toHaveValue(chosen);

    await voice.click();
    await page.keyboard.type('french');
    await script(page).focus();
    await expect(page.getByText(messages.shapes.notChosen('french'))).toBeVisible();
    await expect(voice).toHaveValue(chosen);

    // Escape takes back what was typed, and its list; the focus stays.
    await voice.click();
    await page.keyboard.type('nobody at all');
    await expect(page.getByText(messages.narration.noMatchingVoices)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(voice).toHaveValue(chosen);
    await expect(page.getByText(messages.narration.noMatchingVoices)).toBeHidden();
    await expect(voice).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByText(messages.shapes.notChosen('nobody at all'))).toHaveCount(0);
  },
);

test(
  'a double-click behind the end of a block selects its last word, and typing leaves the next block alone',
  { tag: '@beside' },
  async ({ page }) => {
    const texts = () => blocks(page).locator('p').allTextContents();
    await expect(blocks(page)).toHaveCount(10);
    const original = await texts();
    const last = await blocks(page)
      .nth(2)
      .locator('p')
      .evaluate((paragraph) => {
        const range = document.createRange();
        range.selectNodeContents(paragraph);
        const box = [...range.getClientRects()].at(-1);
        return box && { x: box.right, y: box.top + box.height / 2 };
      });
    if (!last) throw new Error('the block has no text');
    for (const behind of [2, 40]) {
      await page.mouse.dblclick(last.x + behind, last.y);
      await page.keyboard.type('end');
      const words = (original[2] ?? '').split(' ');
      expect(await texts()).toEqual([...original.slice(0, 2), [...words.slice(0, -1), 'end'].join(' '), ...original.slice(3)]);
      await page.keyboard.press('Control+z');
      expect(await texts()).toEqual(original);
    }
  },
);
