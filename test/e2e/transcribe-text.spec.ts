import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { installSphinx } from '../helpers/sphinx.ts';
import { seriousTroubles } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { chooseByKeys, chooserOf, openByKeys, tabTo, zoneOf } from './media.ts';

test.slow();

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/reading/${name}`, import.meta.url));
const [reading, captions] = [fixture('three-sentences.ogg'), fixture('three-sentences.srt')];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
/** Presses what a person sees of a choice. */
const choose = (page: Page, name: string) =>
  page
    .locator('label')
    .filter({ hasText: new RegExp(`^${name}$`, 'u') })
    .click();
const segments = (page: Page) => page.getByRole('list', { name: messages.transcribe.segments }).getByRole('listitem');
const entries = (page: Page) => page.getByRole('region', { name: messages.transcribe.transcripts }).getByRole('listitem');
const article = (page: Page) => page.getByRole('article', { name: 'three-sentences.ogg' });

async function openTranscribe(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.transcribe }).click();
  await expect(page.getByRole('main', { name: messages.transcribe.transcribe })).toBeVisible();
}

/** Drops files on the place of the recording, as a person does. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => ({ name: path.slice(path.lastIndexOf('/') + 1), bytes: readFileSync(path).toString('base64') }));
  const transfer = await page.evaluateHandle((given) => {
    const carried = new DataTransfer();
    for (const { name, bytes } of given) carried.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name));
    return carried;
  }, files);
  const zone = page.locator(zoneOf('recording'));
  for (const event of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(event, { dataTransfer: transfer });
  await expect(page.locator('[data-chosen="ready"]')).toContainText('0:18.3');
}

test.describe('on a machine without a recogniser', () => {
  test.use({ hostEnvironment: { PATH: '/nowhere' } });

  test(
    'the panel says so before a file is chosen, aligns a recording to the captions dropped with it, and refuses another text',
    { tag: '@beside' },
    async ({ page }) => {
      await openTranscribe(page);
      const note = page.getByRole('note', { name: messages.transcribe.noRecognizer });
      await expect(note).toContainText('apt install pocketsphinx pocketsphinx-en-us');
      await expect(choice(page, messages.transcribe.haveText)).toBeChecked();

      await drop(page, [captions, reading]);
      await expect(page.locator('[data-chosen="text"]')).toContainText('three-sentences.srt');
      await choose(page, messages.transcribe.textPasted);
      await page
        .getByRole('textbox', { name: messages.transcribe.pastedText })
        .fill('Hang a few blankets on the walls, and listen for a minute.');
      await button(page, messages.transcribe.align).click();
      await expect(page.getByRole('main').getByRole('alert')).toContainText(messages.alignment.otherText, { timeout: 40_000 });

      await choose(page, messages.transcribe.textFile);
      await expect(page.locator('[data-chosen="text"]')).toContainText('three-sentences.srt');
      await button(page, messages.transcribe.align).click();
      await expect(article(page)).toBeFocused();
      await expect(segments(page)).toHaveCount(3);
      await expect(article(page)).toContainText(messages.transcribe.alignedTo('three-sentences.srt'));
      await expect(article(page)).toContainText(messages.transcribe.free);
      await expect(segments(page).nth(1)).toContainText(/0:0[89]\.\d/u);
      await expect(entries(page)).toHaveCount(1);
      await expect(entries(page).first()).toContainText(messages.transcribe.alignedState);

      await button(page, messages.transcribe.exportWord).click();
      const downloading = page.waitForEvent('download');
      await button(page, 'Export SRT').click();
      const file = await downloading;
      expect(readFileSync(await file.path(), 'utf8')).toMatch(/00:00:0[89],\d{3} --> /u);

      await page.keyboard.press('Escape');
      // The open transcript still has its recording: another text is aligned to it without a file chosen again.
      await button(page, messages.transcribe.useRecording('three-sentences.ogg')).press('Enter');
      await expect(page.locator('[data-chosen="ready"]')).toContainText('0:18.3');
      await expect(choice(page, messages.transcribe.textFile)).toBeFocused();
      await expect(segments(page)).toHaveCount(3);
      await page.keyboard.press('ArrowRight');
      const spoken = readFileSync(captions, 'utf8').replaceAll(/^(?:\d+|.*-->.*)$/gmu, '');
      await page.getByRole('textbox', { name: messages.transcribe.pastedText }).fill(spoken);
      await button(page, messages.transcribe.align).press('Enter');
      await expect(article(page)).toContainText(messages.transcribe.alignedToPasted);
      await expect(entries(page)).toHaveCount(2);

      await button(page, messages.transcribe.closeTranscript).press('Enter');
      await expect(article(page)).toHaveCount(0);
      await expect(page.getByRole('region', { name: messages.transcribe.dropRecording }).getByRole('button').first()).toBeFocused();
    },
  );

  test('the studio’s own example is recognised all the same', { tag: '@beside' }, async ({ page }) => {
    await openTranscribe(page);
    await button(page, messages.sources.tryExample).click();
    await expect(segments(page).first()).toBeVisible();
  });

  test('by keys alone: a chapter of the open project is chosen as the text', { tag: '@beside' }, async ({ page }) => {
    await openByKeys(page, messages.transcribe.transcribe);
    await chooseByKeys(page, chooserOf(page, 'recording'), reading);
    await expect(page.locator('[data-chosen="ready"]')).toContainText('0:18.3');
    await tabTo(page, choice(page, messages.transcribe.textFile));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(choice(page, messages.transcribe.chapter)).toBeChecked();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('main').getByRole('alert')).toContainText(messages.alignment.otherText, { timeout: 40_000 });
  });
});

test.describe('with an installed PocketSphinx', () => {
  const sphinx = installSphinx(readFileSync(fixture('three-sentences.sphinx.txt'), 'utf8'));
  test.use({ hostEnvironment: { PATH: sphinx.path } });
  test.afterAll(() => sphinx.remove());

  test(
    'what is recognised is called a draft, in the panel before and in the transcript and the list after',
    { tag: '@beside' },
    async ({ page }) => {
      await openTranscribe(page);
      await expect(page.getByRole('main')).toContainText(messages.transcribe.draftServiceNote);
      await expect(choice(page, messages.transcribe.recognize)).toBeChecked();
      await drop(page, [reading]);
      await expect(button(page, messages.transcribe.useChapter)).toBeVisible();
      await button(page, messages.transcribe.transcribe).last().click();
      await expect(article(page).getByRole('note')).toContainText(messages.transcribe.draftNote);
      await expect(segments(page).first()).toContainText('john');
      await expect(entries(page).first()).toContainText(messages.transcribe.draft);
    },
  );
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ hostEnvironment: { PATH: '/nowhere' }, colorScheme });

    test('axe finds nothing serious in the form of a text, and in what was aligned', { tag: '@beside' }, async ({ page }) => {
      await openTranscribe(page);
      expect(await seriousTroubles(page)).toEqual([]);
      await drop(page, [captions, reading]);
      await expect(page.locator('[data-chosen="text"]')).toContainText('three-sentences.srt');
      for (const kind of [messages.transcribe.textPasted, messages.transcribe.chapter]) {
        await choose(page, kind);
        expect(await seriousTroubles(page)).toEqual([]);
      }
      await choose(page, messages.transcribe.textFile);
      await button(page, messages.transcribe.align).click();
      await expect(segments(page)).toHaveCount(3);
      expect(await seriousTroubles(page)).toEqual([]);
    });
  });
