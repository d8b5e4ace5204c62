import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { texts } from './script-blocks.ts';
import { blocks, expect, script, test } from './with-service.ts';

const { narration, pickups, voicing } = messages;

const menu = (page: Page) => page.getByRole('menu', { name: voicing.scriptMenu });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
/** The words that are selected in the script. */
const selectedWords = (page: Page) => page.evaluate(() => getSelection()?.toString());

/** The word that is lit for the menu; empty where none is. */
const wordOfMenu = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('menu-word') ?? [])].map((range) => (range as Range).toString()).join(' '));

test(
  'by keyboard: the menu of the script takes the arrows, runs what Enter chooses, and Escape leads back to the caret',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(blocks(page)).toHaveCount(10);
    const [first = ''] = await texts(page);
    const word = first.slice(0, first.indexOf(' '));
    await script(page).focus();
    await page.keyboard.press('Control+Home');

    // Without a selection Cut and Copy are disabled: the first entry that can be used has the highlight.
    await page.keyboard.press('Shift+F10');
    // The word that the menu is for is lit while it is open.
    expect(await wordOfMenu(page)).toBe(word);
    await expect(item(page, `${narration.paste} Ctrl+V`)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    // The block has no audio yet, and the entry says so.
    await expect(page.getByRole('menuitem', { name: `${pickups.markCommand} ${pickups.markNeedsAudio}` })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(item(page, voicing.sayItAs)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(item(page, voicing.sayItAs)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toHaveCount(0);
    await expect(script(page)).toBeFocused();
    expect(await wordOfMenu(page)).toBe('');

    // Escape keeps the selection, and Cut is for it.
    await page.keyboard.press('Control+Shift+ArrowRight');
    expect(await selectedWords(page)).toBe(word);
    await page.keyboard.press('ContextMenu');
    await expect(item(page, `${narration.cut} Ctrl+X`)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(script(page)).toBeFocused();
    expect(await selectedWords(page)).toBe(word);
    await page.keyboard.press('Shift+F10');
    await page.keyboard.press('Enter');
    await expect(blocks(page).first().locator('p')).toHaveText(first.slice(word.length));
    await expect(script(page)).toBeFocused();
    await page.keyboard.press('Control+v');
    await expect(blocks(page).first().locator('p')).toHaveText(first);

    // A submenu opens by Enter as by the right arrow.
    await page.getByRole('region', { name: voicing.cast }).getByRole('button', { name: voicing.addCharacter }).press('Enter');
    await expect(page.getByRole('region', { name: voicing.cast }).getByRole('list', { name: voicing.characters })).toBeVisible();
    await script(page).focus();
    await page.keyboard.press('Shift+F10');
    await item(page, voicing.character).focus();
    await page.keyboard.press('Enter');
    await expect(item(page, voicing.newName(1))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(blocks(page).first()).toHaveAttribute('data-speaker', 'cast-1');
    await expect(script(page)).toBeFocused();

    // A new character is added where it speaks; its name is next, and one undo takes both back.
    await page.keyboard.press('Control+End');
    const last = blocks(page).last();
    await page.keyboard.press('Shift+F10');
    await item(page, voicing.character).focus();
    await page.keyboard.press('Enter');
    await expect(item(page, voicing.newName(1))).toBeFocused();
    // The check takes no more room than its absence.
    const lefts = [voicing.newName(1), voicing.noCharacter, voicing.newCharacter].map(
      async (name) => (await item(page, name).getByText(name, { exact: true }).boundingBox())?.x,
    );
    expect(new Set(await Promise.all(lefts)).size).toBe(1);
    await page.keyboard.press('ArrowUp');
    await expect(item(page, voicing.newCharacter)).toBeFocused();
    await page.keyboard.press('Enter');
    const characters = page.getByRole('region', { name: voicing.cast }).getByRole('list', { name: voicing.characters });
    const name = page.getByRole('textbox', { name: voicing.nameOf(voicing.newName(2)) });
    await expect(name).toBeFocused();
    await page.keyboard.insertText('Ida');
    await page.keyboard.press('Enter');
    await expect(last).toHaveAttribute('data-speaker', /^cast-[^1]/u);
    await expect(page.getByRole('textbox', { name: voicing.nameOf('Ida') })).toBeVisible();
    await expect(page.getByRole('combobox', { name: voicing.voiceOf('Ida') })).toBeFocused();
    await script(page).focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(last).not.toHaveAttribute('data-speaker', /^cast-/u);
    await expect(characters.getByRole('listitem')).toHaveCount(1);

    // By the pointer, the highlight comes with the first arrow.
    await blocks(page).nth(1).locator('p').click({ button: 'right' });
    await expect(menu(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(item(page, `${narration.paste} Ctrl+V`)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(script(page)).toBeFocused();
  },
);
