import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { blocks, expect, generateAll, position, script, test } from './with-service.ts';

const { takeEdits, narration } = messages;
const shots = process.env['TAKE_EDIT_SHOTS'];

test(
  'the takes of selected blocks get a gain and trims by the keyboard: the length follows at once, undo brings it back, and a reload keeps it',
  { tag: '@beside' },
  async ({ page }) => {
    test.slow();
    const shoot = async (name: string): Promise<void> => {
      if (shots === undefined) return;
      for (const scheme of ['light', 'dark'] as const)
        for (const [width, height] of [
          [1440, 900],
          [1024, 700],
        ] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.setViewportSize({ width, height });
          await page.screenshot({ path: `${shots}/${name}-${scheme}-${width}.png` });
        }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await expect(generateAll(page)).toBeEnabled();
    await script(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await expect(blocks(page)).toHaveCount(1);
    await page.keyboard.insertText('The river was high that year, and nobody crossed it before May.');
    const block = blocks(page).first();
    await page.keyboard.press('Control+Enter');
    await expect(block).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
    const fields = page.getByRole('group', { name: takeEdits.group });
    const field = (name: string) => fields.getByRole('textbox', { name });
    await expect(field(takeEdits.gain)).toHaveValue('0');
    await expect(field(takeEdits.crossfade)).toHaveCount(0);
    const seconds = async (): Promise<number> => (await position(page)).total;
    await expect.poll(seconds).toBeGreaterThan(2);
    const whole = await seconds();
    const shorter = Number((whole - 1).toFixed(1));

    await field(takeEdits.trimStart).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expect.poll(seconds).toBe(shorter);
    await field(takeEdits.gain).focus();
    await page.keyboard.press('ArrowDown');
    await expect(field(takeEdits.gain)).toHaveValue('-0.5');
    await page.keyboard.press('Alt+=');
    await expect(field(takeEdits.gain)).toHaveValue('0.5');
    await expect(block).toHaveAttribute('data-state', 'done');
    expect(await seriousTroubles(page)).toEqual([]);
    await shoot('edited');

    // More than there is leaves the shortest sound, and says so.
    await field(takeEdits.trimEnd).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('9999');
    await page.keyboard.press('Enter');
    await expect(field(takeEdits.trimEnd)).toHaveAccessibleDescription(takeEdits.longestTrim('0.05'));
    await expect.poll(seconds).toBeLessThanOrEqual(0.1);

    await script(page).focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
    await expect.poll(seconds).toBe(whole);
    await page.keyboard.press('Control+y');
    await expect.poll(seconds).toBe(shorter);
    await page.reload();
    await expect(field(takeEdits.trimStart)).toHaveValue('1');
    await fields.getByRole('button', { name: takeEdits.reset }).click();
    await expect.poll(seconds).toBe(whole);
    await expect(page.getByRole('list', { name: narration.takesList }).getByRole('listitem')).toHaveCount(1);
  },
);
