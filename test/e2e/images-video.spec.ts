import type { Page } from '@playwright/test';
import { seriousTroubles } from './axe.ts';
import { openByKeys, stopsTo, tabTo } from './media.ts';
import { expect as plainExpect, script, test } from './with-service.ts';

// Pictures are drawn and videos coded, which takes its time on a busy machine.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });
const videos = 'POST /api/open/v1/media/videos/jobs';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
const card = (page: Page, words: string) => page.getByRole('region', { name: 'Gallery' }).getByRole('article', { name: words });
const references = (page: Page) => page.getByRole('list', { name: 'References, in order' }).getByRole('listitem');
const charged = async (service: { charges(): Promise<{ entries: { operation: string; state: string; credits: number }[] }> }) =>
  (await service.charges()).entries.filter(({ operation, state }) => /media\/(?:images|videos)/u.test(operation) && state === 'settled');

async function openMedia(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Images & video' }).click();
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('');
}

async function makeImage(page: Page, words: string): Promise<void> {
  await prompt(page).fill(words);
  await page.keyboard.press('Control+Enter');
  await expect(card(page, words).getByRole('img')).toBeVisible();
}

test(
  'an image is made, referred to by another, and moved in a video; kill -9 in the middle goes on and counts once',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    await openMedia(page);
    await expect(page.getByRole('main')).toContainText('Draws on the API quota, not on credits');
    await expect(page.getByRole('main')).toContainText('400 API quota, leaves about');
    await makeImage(page, 'A lighthouse at dusk');
    await card(page, 'A lighthouse at dusk').getByRole('button', { name: 'Use as reference' }).click();
    await expect(references(page)).toHaveCount(1);
    await makeImage(page, 'The same lighthouse in a storm');
    await card(page, 'The same lighthouse in a storm').getByRole('button', { name: 'Use as reference' }).click();
    // By keys: the second becomes the first.
    await button(page, 'Move reference 2 up').focus();
    await page.keyboard.press('Enter');
    await expect(references(page).first()).toContainText('in a storm');

    await page.getByText('A video', { exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'What reference 1 is' })).toHaveValue('First frame');
    await service.setFaults([{ on: 'GET /api/open/v1/media/videos/jobs/*', kind: 'delay', ms: 15_000 }]);
    await prompt(page).fill('The light turns');
    // What the press would cost gives way to what comes of it.
    await button(page, 'Make video').hover();
    const told = page.getByRole('tooltip');
    await expect(told).toContainText('It draws on the API quota');
    await button(page, 'Make video').click();
    await expect(told).toHaveCount(0);
    await expect(card(page, 'The light turns')).toContainText('Being made');
    await host.stop('SIGKILL');
    await service.clearFaults();
    const second = await openAgain();
    await openMedia(second);
    const film = card(second, 'The light turns');
    await expect(film).toContainText('Done');
    await expect(film.locator('video')).toHaveJSProperty('error', null);
    await expect(film).toContainText('4,000 quota');
    const all = await charged(service);
    expect(all).toHaveLength(3);
    expect(all.every(({ credits }) => credits === 0)).toBe(true);

    await film.getByRole('button', { name: /^More about/u }).click();
    await second.getByRole('menuitem', { name: 'Details' }).click();
    const details = second.getByRole('dialog');
    await expect(details).toContainText('first frame: The same lighthouse in a storm');
    await expect(details).toContainText(/Key\s*voicewright-/u);
    await second.keyboard.press('Escape');
    await film.getByRole('button', { name: 'Tweak' }).click();
    await expect(prompt(second)).toHaveValue('The light turns');
    await expect(references(second)).toHaveCount(2);
    const downloading = second.waitForEvent('download');
    await film.getByRole('button', { name: /^More about/u }).click();
    await second.getByRole('menuitem', { name: 'Save…' }).click();
    expect((await downloading).suggestedFilename()).toBe('The light turns.mp4');
    await film.getByRole('button', { name: /^More about/u }).click();
    await second.getByRole('menuitem', { name: 'Use in lip sync' }).click();
    await expect(second.getByRole('main', { name: 'Lip sync' })).toBeVisible();
    await expect(second.getByRole('region', { name: 'Video', exact: true })).toContainText('The light turns.mp4');
    await expect(second.getByRole('region', { name: 'Video', exact: true })).toContainText('MP4');
    await openMedia(second);
    await film.getByRole('button', { name: /^More about/u }).click();
    await second.getByRole('menuitem', { name: 'Use in dubbing' }).click();
    await expect(second.getByRole('main', { name: 'Dubbing' })).toContainText('The light turns');
    await expect(second.getByRole('main', { name: 'Dubbing' }).locator('video').first()).toBeVisible();
  },
);

test('by keys alone: an image is made, referred to by the next, and found again in its details', { tag: '@beside' }, async ({ page }) => {
  await openByKeys(page, 'Images & video');
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('');
  await tabTo(page, prompt(page));
  await page.keyboard.type('A lighthouse at dusk');
  expect(await stopsTo(page, button(page, 'Add'))).toEqual(['Model', 'Aspect ratio', 'Resolution', 'Reference by address', 'Add']);
  await tabTo(page, button(page, 'Make image'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const first = card(page, 'A lighthouse at dusk');
  await expect(first.getByRole('img')).toBeVisible();
  await expect(button(page, 'Make image')).toBeFocused();
  await tabTo(page, first.getByRole('button', { name: 'Use as reference' }));
  await page.keyboard.press('Enter');
  await expect(references(page)).toHaveCount(1);
  await tabTo(page, page.getByRole('textbox', { name: 'Reference by address' }), 'Shift+Tab');
  await page.keyboard.type('https://example.com/kite.png');
  await page.keyboard.press('Enter');
  await expect(references(page)).toHaveCount(2);
  // What was moved to its end keeps the focus; what is taken out gives it to what stands in its place, and the last to what adds another.
  await tabTo(page, button(page, 'Move reference 2 up'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(references(page).first()).toContainText('kite');
  await expect(button(page, 'Move reference 1 up')).toBeFocused();
  await tabTo(page, button(page, 'Take reference 1 out'));
  await page.keyboard.press('Enter');
  await expect(references(page)).toHaveCount(1);
  await expect(button(page, 'Take reference 1 out')).toBeFocused();
  await tabTo(page, prompt(page), 'Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('The same in a storm');
  await page.keyboard.press('Control+Enter');
  const second = card(page, 'The same in a storm');
  await expect(second.getByRole('img')).toBeVisible();
  await tabTo(page, button(page, 'Take reference 1 out'));
  await page.keyboard.press('Enter');
  await expect(button(page, 'Add')).toBeFocused();
  const more = second.getByRole('button', { name: /^More about/u });
  await tabTo(page, more);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Details' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('reference: A lighthouse at dusk');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(more).toBeFocused();
});

test(
  'what cannot be sent is named at its field, what fails is given back, and what is not offered is no error',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openMedia(page);
    await button(page, 'Make image').click();
    await expect(prompt(page)).toHaveAccessibleDescription('The prompt is empty.');
    const address = page.getByRole('textbox', { name: 'Reference by address' });
    await address.fill('file:///etc/passwd');
    await page.keyboard.press('Enter');
    await expect(address).toHaveAccessibleDescription(/must be an http or https address/u);
    // What was typed and not added is not left out in silence.
    await prompt(page).fill('A kite');
    await button(page, 'Make image').click();
    await expect(address).toHaveAccessibleDescription(/must be an http or https address/u);
    expect(await charged(service)).toHaveLength(0);
    for (const place of [1, 2, 3, 4, 5]) {
      await address.fill(`https://example.com/${String(place)}.png`);
      await page.keyboard.press('Enter');
      await expect(references(page)).toHaveCount(place);
    }
    await prompt(page).fill('A kite');
    await expect(page.getByRole('alert')).toContainText('Alpha Image takes 4 references at most; there are 5.');
    await button(page, 'Make image').click();
    expect(await charged(service)).toHaveLength(0);
    for (const place of [5, 4, 3, 2, 1]) await button(page, `Take reference ${String(place)} out`).click();

    await page.getByText('A video', { exact: true }).click();
    await service.setFaults([{ on: videos, kind: 'fail-generation' }]);
    await button(page, 'Make video').click();
    await expect(card(page, 'A kite')).toContainText('Failed');
    await expect(card(page, 'A kite')).toContainText('refunded it');
    expect(await charged(service)).toHaveLength(0);

    await service.setFaults([{ on: 'GET /api/open/v1/media/models', kind: 'status', status: 404, times: 9 }]);
    await page.reload();
    await script(page).waitFor();
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Images & video' }).click();
    await expect(page.getByRole('note')).toContainText('Images are not available for this account');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    await expect(card(page, 'A kite')).toBeVisible();
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on Images & video in the ${colorScheme} theme`, { tag: '@beside' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openMedia(page);
    expect(await seriousTroubles(page)).toEqual([]);
    await makeImage(page, 'A lighthouse at dusk');
    await card(page, 'A lighthouse at dusk').getByRole('button', { name: 'Use as reference' }).click();
    await page.getByText('A video', { exact: true }).click();
    expect(await seriousTroubles(page)).toEqual([]);
    await card(page, 'A lighthouse at dusk')
      .getByRole('button', { name: /^More about/u })
      .click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await expect(page.getByRole('dialog')).toContainText('Key');
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(await seriousTroubles(page)).toEqual([]);
  });
}
