import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { dubSegments, openExampleDub } from './dub-example.ts';
import { expect, test } from './with-service.ts';

const { dubbing } = messages;

async function showByPalette(page: Page, panel: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(panel);
  await expect(page.getByRole('option', { name: messages.window.goToArea(panel) }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

test('from the command palette the focus goes to the segments of the open dub: the arrows select and Space plays', async ({ page }) => {
  await page.getByRole('button', { name: messages.window.project }).click();
  await page.getByRole('menuitem', { name: messages.window.closeProject }).click();
  await openExampleDub(page);
  await showByPalette(page, messages.window.voices);
  await expect(dubSegments(page)).toHaveCount(0);
  // Without a project, Undo in another panel says where the steps of the dub are.
  await page.keyboard.press('Control+z');
  await expect(page.getByText(messages.window.dubStepsInDubbing).first()).toBeVisible();
  await showByPalette(page, messages.window.dubbing);
  await expect(dubSegments(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dubSegments(page).getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: dubbing.pauseDub })).toBeVisible();
  await page.keyboard.press('Space');
  // F6 goes on to the text of the segment, not to the button that deletes it.
  await page.keyboard.press('F6');
  await expect(page.getByRole('textbox', { name: dubbing.text, exact: true })).toBeFocused();
});

test('Undo in the text of a segment takes back what was typed in one go, then what was typed elsewhere, and a paste by itself', async ({
  page,
}) => {
  await openExampleDub(page);
  await dubSegments(page).focus();
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: dubbing.text, exact: true });
  await expect(text).toBeFocused();
  const texts = [await text.inputValue()];
  const did = async (): Promise<void> => void texts.push(await text.inputValue());
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Nobody knows when the boats, and those in them, are back');
  await did();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Now ');
  await did();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+x');
  await did();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+v');
  await did();
  await page.keyboard.type(' then ');
  await did();
  expect(new Set(texts).size).toBe(6);
  for (const before of texts.slice(0, -1).toReversed()) {
    await page.keyboard.press('Control+z');
    await expect(text).toHaveValue(before);
  }
  for (const after of texts.slice(1)) {
    await page.keyboard.press('Control+Shift+z');
    await expect(text).toHaveValue(after);
  }
  // The caret is where the words came or went, so that writing goes on there.
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
  await expect(text).toHaveValue(texts[1] ?? '');
  await page.keyboard.type('But ');
  await expect(text).toHaveValue(`But ${texts[1] ?? ''}`);
});

test(
  'Try an example stays where it is when the list of dubs has come, so that a press on it is not lost',
  { tag: '@beside' },
  async ({ page }) => {
    const goOn = Promise.withResolvers<undefined>();
    await page.routeWebSocket(/\/wire$/u, (wire) => {
      const server = wire.connectToServer();
      wire.onMessage(async (message) => {
        if (message.includes('dubs.list')) await goOn.promise;
        server.send(message);
      });
    });
    await page.reload();
    await page
      .getByRole('navigation', { name: messages.window.panels })
      .getByRole('button', { name: messages.window.dubbing, exact: true })
      .click();
    await page.getByRole('radiogroup', { name: dubbing.dubbingMode }).getByText(dubbing.timeline, { exact: true }).click();
    const example = page.getByRole('button', { name: messages.sources.tryExample, exact: true });
    await expect(example).toBeEnabled();
    await expect(page.getByRole('status', { name: dubbing.loadingDubs })).toBeVisible();
    const before = await example.boundingBox();
    goOn.resolve(undefined);
    await expect(page.getByText(dubbing.noDubsNote)).toBeVisible();
    expect(await example.boundingBox()).toEqual(before);
  },
);
