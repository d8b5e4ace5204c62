import type { Page } from '@playwright/test';
import { encode } from 'fast-png';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { openByKeys, stopsTo, tabTo } from './media.ts';
import { expect as plainExpect, test } from './with-service.ts';

// Pictures are drawn and videos coded, which takes its time on a busy machine.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });
const videos = 'POST /api/open/v1/media/videos/jobs';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const prompt = (page: Page) => page.getByRole('textbox', { name: messages.imagesVideo.prompt });
const card = (page: Page, words: string) =>
  page.getByRole('region', { name: messages.imagesVideo.gallery }).getByRole('article', { name: words });
const references = (page: Page) => page.getByRole('list', { name: messages.imagesVideo.referencesInOrder }).getByRole('listitem');
const charged = async (service: { charges(): Promise<{ entries: { operation: string; state: string; credits: number }[] }> }) =>
  (await service.charges()).entries.filter(({ operation, state }) => /media\/(?:images|videos)/u.test(operation) && state === 'settled');

async function openMedia(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.imagesVideo }).click();
  await expect(page.getByRole('combobox', { name: messages.imagesVideo.model })).not.toHaveValue('');
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
    await expect(page.getByRole('main')).toContainText(messages.imagesVideo.usesQuota);
    // While there is no prompt, the button says so in place of the price.
    await prompt(page).fill('A lighthouse');
    await expect(page.getByRole('main')).toContainText('400 API quota, leaves about');
    await makeImage(page, 'A lighthouse at dusk');
    await card(page, 'A lighthouse at dusk').getByRole('button', { name: messages.imagesVideo.useAsReference }).click();
    await expect(references(page)).toHaveCount(1);
    await makeImage(page, 'The same lighthouse in a storm');
    await card(page, 'The same lighthouse in a storm').getByRole('button', { name: messages.imagesVideo.useAsReference }).click();
    // By keys: the second becomes the first.
    await button(page, messages.imagesVideo.moveUp('reference 2')).focus();
    await page.keyboard.press('Enter');
    await expect(references(page).first()).toContainText('in a storm');

    // The references of an image are the frames of a video.
    await page.getByText(messages.imagesVideo.aVideo, { exact: true }).click();
    await expect(references(page)).toHaveCount(2);
    await expect(page.getByRole('combobox', { name: messages.imagesVideo.roleOf('reference 1') })).toHaveValue(
      messages.imagesVideo.firstFrameLabel,
    );
    await service.setFaults([{ on: 'GET /api/open/v1/media/videos/jobs/*', kind: 'delay', ms: 15_000 }]);
    await prompt(page).fill('The light turns');
    // What the press would cost gives way to what comes of it.
    await button(page, messages.imagesVideo.makeVideo).hover();
    const told = page.getByRole('tooltip');
    await expect(told).toContainText('Uses API quota');
    await button(page, messages.imagesVideo.makeVideo).click();
    await expect(told).toHaveCount(0);
    await expect(card(page, 'The light turns')).toContainText(messages.chapter.waitingAtService);
    await host.stop('SIGKILL');
    await service.clearFaults();
    const second = await openAgain();
    await openMedia(second);
    const film = card(second, 'The light turns');
    await expect(film.getByRole('button', { name: messages.imagesVideo.save })).toBeVisible();
    await expect(film.locator('video')).toHaveJSProperty('error', null);
    await expect(film).toContainText(messages.imagesVideo.quota('4,000'));
    const all = await charged(service);
    expect(all).toHaveLength(3);
    expect(all.every(({ credits }) => credits === 0)).toBe(true);

    await film.getByRole('button', { name: /^More actions for/u }).click();
    await second.getByRole('menuitem', { name: messages.imagesVideo.details }).click();
    const details = second.getByRole('dialog');
    await expect(details).toContainText('first frame: The same lighthouse in a storm');
    // The key is the id of the request, and stands there once.
    await expect(details.getByText(/^voicewright-/u)).toHaveCount(1);
    await second.keyboard.press('Escape');
    await film.getByRole('button', { name: messages.imagesVideo.adjust }).click();
    await expect(prompt(second)).toHaveValue('The light turns');
    await expect(references(second)).toHaveCount(2);
    const downloading = second.waitForEvent('download');
    await film.getByRole('button', { name: messages.imagesVideo.save, exact: true }).click();
    expect((await downloading).suggestedFilename()).toBe('The light turns.mp4');
    await film.getByRole('button', { name: /^More actions for/u }).click();
    await second.getByRole('menuitem', { name: messages.imagesVideo.useInLipSync }).click();
    await expect(second.getByRole('main', { name: messages.window.lipSync })).toBeVisible();
    await expect(second.getByRole('region', { name: messages.mediaJobs.video, exact: true })).toContainText('The light turns.mp4');
    await expect(second.getByRole('region', { name: messages.mediaJobs.video, exact: true })).toContainText('MP4');
    await openMedia(second);
    await film.getByRole('button', { name: /^More actions for/u }).click();
    await second.getByRole('menuitem', { name: messages.imagesVideo.useInDubbing }).click();
    await expect(second.getByRole('main', { name: messages.window.dubbing })).toContainText('The light turns');
    await expect(second.getByRole('main', { name: messages.window.dubbing }).locator('video').first()).toBeVisible();
  },
);

test(
  'an image that Delete removed comes back by Undo, and by Restore among the removed ones, over a reload',
  { tag: '@beside' },
  async ({ page }) => {
    await openMedia(page);
    await makeImage(page, 'A lighthouse at dusk');
    await makeImage(page, 'A kite over the hills');
    const [first, second] = [card(page, 'A kite over the hills'), card(page, 'A lighthouse at dusk')];
    await first.getByRole('button', { name: messages.imagesVideo.save, exact: true }).focus();
    await page.keyboard.press('Delete');
    await expect(first).toHaveCount(0);
    await expect(second.getByRole('button').first()).toBeFocused();
    await page.getByRole('button', { name: messages.window.undoOf(messages.removal.wasRemoved('A kite over the hills')) }).click();
    await expect(first.getByRole('img')).toBeVisible();

    await second.getByRole('button', { name: /^More actions for/u }).click();
    await page.getByRole('menuitem', { name: messages.removal.remove }).click();
    await expect(second).toHaveCount(0);
    await page.reload();
    await openMedia(page);
    await expect(first).toBeVisible();
    await expect(second).toHaveCount(0);
    await button(page, messages.removal.removed).click();
    await expect(second.getByRole('img')).toBeVisible();
    await expect(first).toHaveCount(0);
    await second.getByRole('button', { name: messages.imagesVideo.save, exact: true }).focus();
    await page.keyboard.press('Delete');
    await expect(page.getByRole('main')).toContainText(messages.removal.nothingRemoved);
    await button(page, messages.removal.backToList).click();
    await expect(page.getByRole('region', { name: messages.imagesVideo.gallery }).getByRole('article')).toHaveCount(2);
  },
);

test('an example fills the prompt and makes nothing; a file that is dropped in is a reference of the image', async ({ page, service }) => {
  await openMedia(page);
  const [example = ''] = messages.imagesVideo.imageExamples;
  await button(page, example).click();
  await expect(prompt(page)).toHaveValue(example);
  await page
    .getByRole('region', { name: messages.imagesVideo.referenceImages })
    .first()
    .locator('input[type="file"]')
    .setInputFiles(
      [
        {
          name: 'kite.png',
          mimeType: 'image/png',
          buffer: encode({ width: 2, height: 2, data: new Uint8Array(16).fill(200), channels: 4 }),
        },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
      ].map((file) => ({ ...file, buffer: Buffer.from(file.buffer) })),
    );
  await expect(references(page)).toHaveText(/kite\.png/u);
  await expect(page.getByRole('alert')).toContainText('notes.txt');
  expect(await charged(service)).toHaveLength(0);
  await button(page, messages.imagesVideo.makeImage).click();
  await expect(card(page, example).getByRole('img')).toBeVisible();
});

test('by keys alone: an image is made, referred to by the next, and found again in its details', { tag: '@beside' }, async ({ page }) => {
  await openByKeys(page, messages.imagesVideo.imagesVideo);
  await expect(page.getByRole('combobox', { name: messages.imagesVideo.model })).not.toHaveValue('');
  await tabTo(page, prompt(page));
  await page.keyboard.type('A lighthouse at dusk');
  expect(await stopsTo(page, page.getByRole('combobox', { name: messages.imagesVideo.resolution }))).toEqual([
    messages.shapes.chooseFiles,
    messages.sources.byLink,
    messages.sources.tryExample,
    messages.imagesVideo.anImage,
    messages.imagesVideo.model,
    messages.imagesVideo.aspectRatio,
    messages.imagesVideo.resolution,
  ]);
  await tabTo(page, button(page, messages.imagesVideo.makeImage), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const first = card(page, 'A lighthouse at dusk');
  await expect(first.getByRole('img')).toBeVisible();
  await expect(button(page, messages.imagesVideo.makeImage)).toBeFocused();
  await tabTo(page, first.getByRole('button', { name: messages.imagesVideo.useAsReference }));
  await page.keyboard.press('Enter');
  await expect(references(page)).toHaveCount(1);
  await tabTo(page, button(page, messages.sources.byLink));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: messages.imagesVideo.referenceUrl })).toBeFocused();
  await page.keyboard.type('https://example.com/kite.png');
  await page.keyboard.press('Enter');
  await expect(references(page)).toHaveCount(2);
  // What was moved to its end keeps the focus; what is taken out gives it to what stands in its place, and the last to what adds another.
  await tabTo(page, button(page, messages.imagesVideo.moveUp('reference 2')), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(references(page).first()).toContainText('kite');
  await expect(button(page, messages.imagesVideo.moveUp('reference 1'))).toBeFocused();
  await tabTo(page, button(page, messages.imagesVideo.remove('reference 1')));
  await page.keyboard.press('Enter');
  await expect(references(page)).toHaveCount(1);
  await expect(button(page, messages.imagesVideo.remove('reference 1'))).toBeFocused();
  await tabTo(page, prompt(page), 'Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('The same in a storm');
  await page.keyboard.press('Control+Enter');
  const second = card(page, 'The same in a storm');
  await expect(second.getByRole('img')).toBeVisible();
  await tabTo(page, button(page, messages.imagesVideo.remove('reference 1')));
  await page.keyboard.press('Enter');
  await expect(button(page, messages.shapes.chooseFiles)).toBeFocused();
  const more = second.getByRole('button', { name: /^More actions for/u });
  await tabTo(page, more);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: messages.imagesVideo.details })).toBeFocused();
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
    // It says why, and a press names the field.
    await expect(button(page, messages.imagesVideo.makeImage)).toHaveAccessibleDescription(messages.shapes.isEmpty('The prompt'));
    await button(page, messages.imagesVideo.makeImage).press('Enter');
    await expect(prompt(page)).toHaveAccessibleDescription(messages.shapes.isEmpty('The prompt'));
    await button(page, messages.sources.byLink).click();
    const address = page.getByRole('textbox', { name: messages.imagesVideo.referenceUrl });
    await address.fill('file:///etc/passwd');
    await page.keyboard.press('Enter');
    await expect(address).toHaveAccessibleDescription(/must be an http or https address/u);
    // What was typed and not added is not left out in silence.
    await prompt(page).fill('A kite');
    await button(page, messages.imagesVideo.makeImage).click();
    await expect(address).toHaveAccessibleDescription(/must be an http or https address/u);
    expect(await charged(service)).toHaveLength(0);
    for (const place of [1, 2, 3, 4, 5]) {
      await address.fill(`https://example.com/${String(place)}.png`);
      await page.keyboard.press('Enter');
      await expect(references(page)).toHaveCount(place);
    }
    await prompt(page).fill('A kite');
    await expect(page.getByRole('alert')).toContainText(messages.imagesVideo.tooManyReferences('Alpha Image', '4 references', '5'));
    await button(page, messages.imagesVideo.makeImage).press('Enter');
    expect(await charged(service)).toHaveLength(0);
    for (const place of [5, 4, 3, 2, 1]) await button(page, messages.imagesVideo.remove(`reference ${String(place)}`)).click();

    await page.getByText(messages.imagesVideo.aVideo, { exact: true }).click();
    await service.setFaults([{ on: videos, kind: 'fail-generation' }]);
    await button(page, messages.imagesVideo.makeVideo).click();
    await expect(card(page, 'A kite')).toContainText(messages.chapter.failed);
    await card(page, 'A kite')
      .getByRole('button', { name: messages.imagesVideo.moreActions('A kite') })
      .click();
    await page.getByRole('menuitem', { name: messages.imagesVideo.details }).click();
    await expect(page.getByRole('dialog')).toContainText('was refunded');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await charged(service)).toHaveLength(0);

    await service.setFaults([{ on: 'GET /api/open/v1/media/models', kind: 'status', status: 404, times: 9 }]);
    await page.reload();
    // The panel and the choice of a video survive the reload.
    await expect(page.getByRole('note')).toContainText(messages.imagesVideo.videosNotOffered);
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
    await card(page, 'A lighthouse at dusk').getByRole('button', { name: messages.imagesVideo.useAsReference }).click();
    await page.getByText(messages.imagesVideo.aVideo, { exact: true }).click();
    expect(await seriousTroubles(page)).toEqual([]);
    await card(page, 'A lighthouse at dusk')
      .getByRole('button', { name: /^More actions for/u })
      .click();
    await page.getByRole('menuitem', { name: messages.imagesVideo.details }).click();
    await expect(page.getByRole('dialog')).toContainText(messages.shapes.request);
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(await seriousTroubles(page)).toEqual([]);
  });
}
