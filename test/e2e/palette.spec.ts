import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { showPanel } from './panels.ts';
import { blocks, generateAll, script, test as withService } from './with-service.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: messages.window.commandPalette });
const query = (page: Page) => palette(page).getByRole('combobox', { name: messages.window.findACommand });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

test('the palette finds commands by words, runs them by keys alone, and gives the focus back', async ({ page }) => {
  await expect(generateAll(page)).toBeEnabled();
  await script(page).click();
  await page.keyboard.press('Control+Home');
  const before = await blocks(page).allTextContents();

  await page.keyboard.press('Control+k');
  await expect(query(page)).toBeFocused();
  await expect(option(page, /Open project….*Ctrl\+O/u)).toBeVisible();
  expect(await seriousTroubles(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(script(page)).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('block dow');
  await expect(option(page, messages.narration.moveBlockDown)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(blocks(page).nth(1)).toHaveText(before[0] ?? '');
  await expect(script(page)).toBeFocused();

  // Of the commands with a word, the first of the panel comes first: not the shortest, Play slower.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('play');
  await expect(option(page, new RegExp(`^${messages.window.playOrPause} ${messages.window.generateFirst}`, 'u'))).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test(
  'what cannot be done now stands in the palette with its reason, and pressing it does nothing',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(generateAll(page)).toBeEnabled();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('play or pause');
    const play = option(page, new RegExp(`^Play or pause ${messages.window.generateFirst}`, 'u'));
    await expect(play).toHaveAttribute('aria-disabled', 'true');
    await expect(play).toContainText(messages.window.generateFirst);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
    await query(page).fill('zzzz');
    await expect(palette(page)).toContainText(messages.window.noMatchingCommands);
    await query(page).fill('');
    await page.keyboard.press('ArrowUp');
    const all = palette(page).getByRole('option');
    await expect(all.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toBeHidden();
  },
);

test(
  'what is typed right after the palette’s key is its own: no command runs, and the field has the focus at once',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(generateAll(page)).toBeEnabled();
    await page.getByRole('button', { name: messages.narration.generateAll, exact: true }).focus();
    const focused = await page.evaluate(async () => {
      const press = (key: string, change: KeyboardEventInit = {}): void => {
        const event = new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true, ...change });
        document.activeElement?.dispatchEvent(event);
      };
      press('k', { ctrlKey: true });
      press('\\', { ctrlKey: true, code: 'Backslash' }); // puts the inspector away, were it heard
      // Before the browser comes to the next key, it has done what was promised for now.
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      return document.activeElement?.getAttribute('aria-label');
    });
    expect(focused).toBe(messages.window.findACommand);
    await expect(palette(page)).toBeVisible();
    await expect(page.getByRole('complementary', { name: messages.commands.inspector })).toBeVisible();
  },
);

test('a letter typed in a field is no command, nor is a key while an input method composes', { tag: '@beside' }, async ({ page }) => {
  await expect(generateAll(page)).toBeEnabled();
  const title = page.getByRole('textbox', { name: messages.window.projectTitle });
  await title.fill('');
  await title.pressSequentially('a b');
  await expect(title).toHaveValue('a b');
  await page.evaluate(() => {
    const press = new KeyboardEvent('keydown', {
      key: 'k',
      code: 'KeyK',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
      isComposing: true,
    });
    document.activeElement?.dispatchEvent(press);
  });
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
});

test('Go to a panel that is shown leads from a field beside it to what the panel is about', { tag: '@beside' }, async ({ page }) => {
  const speed = page.getByRole('textbox', { name: messages.narration.speed });
  await speed.click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(messages.window.goToArea(messages.narration.narration));
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(script(page)).toBeFocused();
});

test('F6 goes through the areas of the window, and the inspector can be put away', { tag: '@beside' }, async ({ page }) => {
  await expect(generateAll(page)).toBeEnabled();
  await script(page).click();
  const inspector = page.getByRole('complementary', { name: messages.commands.inspector });
  await page.keyboard.press('F6');
  expect(await inspector.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Shift+F6');
  await expect(script(page)).toBeFocused();
  await page.keyboard.press('Control+\\');
  await expect(inspector).toBeHidden();
  await page.getByRole('button', { name: messages.commands.inspector, exact: true }).click();
  await expect(inspector).toBeVisible();
});

test('the palette leads to the views of the inspector and to the voice of the selected block, and F6 to the view that is shown', async ({
  page,
}) => {
  const { pickups, voicing, narration, window: words } = messages;
  const run = async (query: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(query);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
  };
  await expect(generateAll(page)).toBeEnabled();
  const view = (name: string) => page.getByRole('radiogroup', { name: pickups.tabs }).getByRole('radio', { name });

  await run(pickups.pickups);
  await expect(view(pickups.pickups)).toBeChecked();
  await script(page).focus();
  await page.keyboard.press('F6');
  await expect(view(pickups.pickups)).toBeFocused();
  await expect(view(pickups.pickups)).toBeChecked();

  await run(pickups.details);
  await expect(view(pickups.details)).toBeFocused();
  await expect(view(pickups.details)).toBeChecked();

  await page.setViewportSize({ width: 1024, height: 700 });
  await script(page).click();
  await run(voicing.chooseBlockVoice);
  const voice = page.getByRole('combobox', { name: narration.voice, exact: true });
  await expect(voice).toBeFocused();
  await expect(voice).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await run(words.goToArea(voicing.cast));
  await expect(page.getByRole('button', { name: voicing.addCharacter })).toBeFocused();
});

withService(
  'commands of other panels are found with the panel’s name, from the Start screen too; choosing one goes there and runs it, but nothing is charged unseen',
  async ({ page, service }) => {
    const { narration, window: words, exportSheet } = messages;
    const choose = async (query: string, name: RegExp): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(query);
      await expect(option(page, name)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
    };
    const inNarration = (title: string): RegExp => new RegExp(`^${title} ?${words.narration}$`, 'u');
    await expect(generateAll(page)).toBeEnabled();
    await showPanel(page, words.voices);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('generate');
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('Escape');

    // It would be charged: the button has the focus, and the next Enter is a person's own.
    await choose(narration.generateAll, inNarration(narration.generateAll));
    await expect(generateAll(page)).toBeFocused();
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toEqual([]);

    await page.getByRole('button', { name: words.startScreen }).click();
    await choose('export', inNarration(exportSheet.openCommand));
    const sheet = page.getByRole('dialog', { name: exportSheet.title, exact: true });
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(script(page)).toBeFocused();

    await page.keyboard.press('Control+k');
    await page.keyboard.type(words.closeProject);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: words.projectTitle })).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('epub');
    const row = option(page, new RegExp(`^${exportSheet.openCommand}`, 'u'));
    await expect(row).toHaveAttribute('aria-disabled', 'true');
    await expect(row).toContainText(words.noProject);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
  },
);

test('a command whose part of its panel is not shown says so, and one whose price has no button there asks for a second look', async ({
  page,
}) => {
  const { dubbing, narration, window: words } = messages;
  const reason = page.locator('[data-toast]');
  const choose = async (title: string, panel: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(title);
    await option(page, new RegExp(`^${title} ?${panel}$`, 'u')).click();
  };
  await expect(generateAll(page)).toBeEnabled();
  await choose(dubbing.dub, words.dubbing);
  await expect(page.getByRole('main', { name: words.dubbing, exact: true })).toBeVisible();
  await expect(reason).toContainText(`${dubbing.dub} ${words.notInThisView}`);
  await choose(narration.generateBook, words.narration);
  await expect(generateAll(page)).toBeEnabled();
  await expect(reason).toContainText(`${narration.generateBook} ${words.priceFirst}`);
});

test('what only resembles the words is run by Enter once a person went to it', async ({ page }) => {
  const { chapter, window: words } = messages;
  await expect(generateAll(page)).toBeEnabled();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('delete chapter zebra');
  await expect(palette(page).getByText(words.closestCommands)).toBeVisible();
  const deletes = option(page, new RegExp(`^${chapter.deleteChapter}`, 'u'));
  await expect(deletes).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(palette(page).locator('[aria-selected="true"]')).toHaveCount(1);
});
