import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import { call, voiceFor } from '../contract/local-service/support.ts';
import { clone, spoken } from '../contract/local-service/voices/voice-support.ts';
import { seriousTroubles } from './axe.ts';
import { tabTo } from './media.ts';
import { blocks, expect, generateAll, paidRequests, script, test } from './with-service.ts';

const grid = (page: Page) => page.getByRole('grid', { name: messages.voices.voices });
const rows = (page: Page) => grid(page).getByRole('row');
const results = (page: Page) => page.getByRole('grid', { name: messages.voices.auditionResults });
const search = (page: Page) => page.getByRole('searchbox', { name: messages.voices.searchVoices });

async function openVoices(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.voices }).click();
  await grid(page).getByRole('gridcell').first().waitFor();
  await page.getByRole('radiogroup', { name: messages.voices.view }).getByText(messages.voices.list, { exact: true }).click();
  await expect(grid(page)).toHaveAttribute('data-view', 'list');
}

test('by keys: search, favourite, and an audition of two voices whose second time is free; then a voice is dropped on a block', async ({
  page,
  service,
}) => {
  test.slow();
  await openVoices(page);
  await page.keyboard.press('Control+f');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('british beta');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('f');
  await expect(rows(page).and(page.locator('[aria-selected="true"]'))).toHaveCount(2);
  const dock = page.getByRole('region', { name: messages.voices.audition });
  await expect(dock).toContainText('2 voices: price unknown');
  await page
    .getByRole('textbox', { name: messages.voices.lineToSay })
    .fill('Good evening, and welcome to the long story of the lighthouse keeper who counted every wave that came to his island.');
  await page.keyboard.press('Control+Enter');
  await expect(results(page).getByRole('button', { name: /^(?:Play|Pause) / })).toHaveCount(2);
  await expect(dock).toContainText('already paid, free');
  expect((await paidRequests(service)).settled).toBe(2);

  // Up and Down play the next at once.
  await results(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(
    results(page)
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^Pause / }),
  ).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: messages.voices.audition, exact: true })).toBeEnabled();
  expect((await paidRequests(service)).settled).toBe(2);
  // What was chosen, and the line, are there after a reload, and free.
  await page.reload();
  await openVoices(page);
  await expect(results(page).getByRole('button', { name: /^Play / })).toHaveCount(2);
  await expect(dock).toContainText('already paid, free');

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousTroubles(page)).toEqual([]);
  }

  await search(page).fill('');
  await page.getByRole('button', { name: messages.voices.favourites }).click();
  await expect(rows(page)).toHaveCount(1);
  const name = (await rows(page).first().getByRole('gridcell').nth(2).textContent()) ?? '';

  const data = await page.evaluateHandle(() => new DataTransfer());
  await rows(page).first().dispatchEvent('dragstart', { dataTransfer: data });
  const narration = page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.narration });
  await narration.dispatchEvent('dragover', { dataTransfer: data });
  const second = blocks(page).nth(1);
  await second.dispatchEvent('dragover', { dataTransfer: data });
  await expect(second).toHaveAttribute('data-voice-drop', '');
  await second.dispatchEvent('drop', { dataTransfer: data });
  await expect(second).toHaveAttribute('data-voice', new RegExp(name, 'u'));
  await expect(second).not.toHaveAttribute('data-voice-drop', '');
  // The changed block is the selected one, and still is after a look at another panel.
  await expect(second).toHaveAttribute('data-selected');
  await openVoices(page);
  await narration.click();
  await expect(second).toHaveAttribute('data-selected');
});

test(
  'a start without the service shows the kept voices and what was noted of them',
  { tag: '@beside' },
  async ({ page, service, host, startAgain }) => {
    test.slow();
    await openVoices(page);
    await grid(page).focus();
    await page.keyboard.press('Control+d');
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /^Favourite/u }),
    ).toHaveAttribute('aria-pressed', 'true');
    const count = await grid(page).getAttribute('aria-rowcount');
    await service.stop();
    await host.stop();
    await page.goto((await startAgain()).url);
    await openVoices(page);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', count ?? '');
    await expect(page.getByText(messages.voices.offlineNote.slice(2))).toBeVisible();
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /^Favourite/u }),
    ).toHaveAttribute('aria-pressed', 'true');
  },
);

test(
  'a personal voice is deleted with its consequences named; its project is marked and offers another voice',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    const { voiceId } = await voiceFor(service, 'en', 'alpha');
    const bytes = await spoken(service, { text: 'The lighthouse keeper counted the waves, as he had every night.', voiceId });
    await clone(service, { name: 'Grandmother', files: [{ name: 'her.wav', bytes }] });
    const uncle = await clone(service, { name: 'Uncle', files: [{ name: 'him.wav', bytes }] });
    await openVoices(page);
    const refresh = page.getByRole('button', { name: messages.voices.refresh, exact: true });
    await refresh.click();
    // One that is deleted elsewhere is not asked to say the line.
    await search(page).fill('uncle');
    await expect(rows(page)).toHaveCount(1);
    await search(page).press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(results(page).getByRole('row')).toHaveCount(1);
    expect((await call(service, 'DELETE', `${voicesV1Path}/${uncle.voiceId}`)).status).toBe(200);
    await refresh.click();
    await expect(page.getByText(messages.voices.voiceNoLongerListed('Uncle')).first()).toBeVisible();
    await expect(results(page).getByRole('row')).toHaveCount(0);
    await search(page).fill('grandmother');
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().click();
    await page.getByRole('button', { name: messages.voices.useForProject }).click();
    await expect(page.getByRole('button', { name: messages.voices.isProjectVoice })).toBeVisible();
    // By the key of the list, from the menu of the voice, and in its details; each asks first, and gives the focus back.
    await rows(page).first().click();
    await grid(page).focus();
    await page.keyboard.press('Delete');
    const asked = page.getByRole('dialog', { name: messages.voices.deleteTitle('Grandmother') });
    await expect(asked.getByRole('button', { name: messages.voices.keepIt })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(asked).toBeHidden();
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: messages.voices.voiceMenu });
    await expect(menu.getByRole('menuitem', { name: messages.voices.play })).toBeFocused();
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(asked).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    await expect(grid(page)).toBeFocused();
    await page.getByRole('button', { name: messages.voices.deleteEllipsis }).click();
    const dialog = page.getByRole('dialog', { name: messages.voices.deleteTitle('Grandmother') });
    await expect(dialog.getByRole('list', { name: messages.voices.projectsList })).toContainText(`${messages.voices.projectVoice} · open`);
    await expect(dialog).toContainText('Nothing is refunded');
    await dialog.getByRole('button', { name: messages.voices.deleteVoice }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(messages.voices.noMatchingVoices)).toBeVisible();

    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.narration }).click();
    await expect(blocks(page).first()).toHaveAttribute('data-problem', 'voice-gone');
    await expect(blocks(page).first()).toHaveAttribute('data-voice', 'Grandmother');
    await script(page).focus();
    await expect(page.getByText(messages.narration.voiceMissing('Grandmother'))).toBeVisible();
    await page.getByRole('combobox', { name: messages.narration.replacementVoice(messages.narration.theProject) }).click();
    await page.getByRole('option', { name: /^Ada/u }).click();
    await expect(page.getByText('no longer lists the voice')).toHaveCount(0);
    for (const block of await blocks(page).all()) {
      await expect(block).toHaveAttribute('data-voice', 'Ada');
      await expect(block).not.toHaveAttribute('data-problem', 'voice-gone');
    }
    await expect(generateAll(page)).toBeEnabled();
  },
);

test.describe('an account that may not list voices', () => {
  test.use({
    hostEnvironment: async ({ service }, use) =>
      use({
        VOICEWRIGHT_BASE_URL: service.baseUrl,
        VOICEWRIGHT_REALTIME_URL: service.realtimeUrl,
        VOICEWRIGHT_API_KEY: 'local-e2e-novoices',
      }),
  });
  test('learns it, with a way on', { tag: '@beside' }, async ({ page }) => {
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.voices }).click();
    await expect(page.getByRole('heading', { name: messages.voices.forbidden })).toBeVisible();
    await expect(page.getByRole('button', { name: messages.voices.tryAgain })).toBeVisible();
    expect(await seriousTroubles(page)).toEqual([]);
  });
});

test('at 200 % text in a low window the list keeps room for rows, which stand below one another', { tag: '@beside' }, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openVoices(page);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (let place = 0; place < 3; place += 1) await expect(rows(page).nth(place)).toBeInViewport({ ratio: 1 });
  const [first, second] = [await rows(page).nth(0).boundingBox(), await rows(page).nth(1).boundingBox()];
  expect(first!.height).toBe(72);
  expect(second!.y - first!.y).toBe(72);
  // What has no room in the row of filters comes into sight with the keyboard.
  await search(page).focus();
  const recent = page.getByRole('button', { name: messages.voices.recent });
  await expect(recent).not.toBeInViewport();
  await tabTo(page, recent);
  await expect(recent).toBeInViewport({ ratio: 1 });
});

test(
  'cards by keys: a price before a sample is bought, its picture once it was heard, and favourites first',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.voices }).click();
    const view = page.getByRole('radiogroup', { name: messages.voices.view });
    await expect(view.getByRole('radio', { name: messages.voices.cards })).toBeChecked();
    const cards = grid(page).getByRole('gridcell');
    await cards.first().waitFor();
    await search(page).fill('Beatrice');
    await expect(cards).toHaveCount(1);
    await search(page).press('ArrowDown');
    await expect(grid(page)).toBeFocused();
    const picture = cards.first().locator('svg[data-size="card"]');
    await expect(picture).not.toHaveAttribute('data-measured');
    const before = (await paidRequests(service)).settled;

    // The first press shows the price, Escape withdraws it, and only a second press in a row buys.
    await page.keyboard.press('Space');
    await expect(cards.first()).toContainText(messages.voices.buySample(messages.voices.priceUnknown));
    await page.keyboard.press('Escape');
    await expect(cards.first()).not.toContainText(messages.voices.buySample(''));
    await page.keyboard.press('Space');
    await expect(cards.first()).toContainText(messages.voices.buySample(messages.voices.priceUnknown));
    expect((await paidRequests(service)).settled).toBe(before);
    await page.keyboard.press('Space');
    await expect(cards.first().getByRole('button', { name: messages.voices.pauseNamed('Beatrice') })).toBeVisible();
    await expect(picture).toHaveAttribute('data-measured', '');
    expect((await paidRequests(service)).settled).toBe(before + 1);

    await page.keyboard.press('f');
    await search(page).fill('');
    await expect(cards.first()).toContainText('Beatrice');
    await expect(grid(page).locator('[data-group]').first()).toHaveAttribute('data-group', 'favourites');
    await grid(page).focus();
    await page.keyboard.press('Home');
    // While the focus is in the list, a voice that is no favourite any more stays where it is.
    const star = cards.first().getByRole('button', { name: messages.voices.favouriteNamed('Beatrice') });
    for (const isFavourite of ['false', 'true']) {
      await page.keyboard.press('f');
      await expect(star).toHaveAttribute('aria-pressed', isFavourite);
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const second = await grid(page).getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${second ?? ''}"]`)).toHaveAttribute('aria-colindex', '2');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousTroubles(page)).toEqual([]);
    }

    // The view, the sample and the picture are there after a reload, and playing again is free.
    await view.getByText(messages.voices.list, { exact: true }).click();
    await page.reload();
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.voices }).click();
    await expect(grid(page)).toHaveAttribute('data-view', 'list');
    await expect(rows(page).first()).toContainText('Beatrice');
    await expect(rows(page).first().locator('svg[data-size="row"]')).toHaveAttribute('data-measured', '');
    await rows(page)
      .first()
      .getByRole('button', { name: messages.voices.playNamed('Beatrice') })
      .click();
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: messages.voices.pauseNamed('Beatrice') }),
    ).toBeVisible();
    expect((await paidRequests(service)).settled).toBe(before + 1);
  },
);
