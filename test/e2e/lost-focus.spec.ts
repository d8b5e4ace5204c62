import { messages } from '#shared/messages/index.ts';
import { expect, test } from './fixtures.ts';
import { openByKeys, tabTo } from './media.ts';

test(
  'a button that is busy or goes leaves the keyboard where it was: it has the focus again, or what is around it has',
  { tag: '@beside' },
  async ({ page }) => {
    await openByKeys(page, messages.window.jobs);
    const refresh = page.getByRole('main').getByRole('button', { name: messages.jobs.refresh });
    await tabTo(page, refresh);
    await page.keyboard.press('Enter');
    await expect(refresh).toBeFocused();
    await expect(refresh).toBeEnabled();

    await openByKeys(page, messages.window.voices);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('no voice is called this');
    const clear = page.getByRole('button', { name: messages.voices.clearAll });
    await tabTo(page, clear);
    await page.keyboard.press('Enter');
    await expect(clear).toHaveCount(0);
    await expect(page.locator('main :focus, main:focus')).toHaveCount(1);
  },
);
