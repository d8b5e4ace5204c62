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
