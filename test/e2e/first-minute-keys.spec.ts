import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { german } from '#shared/messages/de/index.ts';
import { messages } from '#shared/messages/index.ts';
import { buzz } from '../contract/clone/fixture.ts';
import { interview, writeRecogniser } from '../helpers/recogniser.ts';
import { startLocalService } from '../helpers/local-service.ts';
import { chooseByKeys, openMedia, tabTo } from './media.ts';
import { blocks, expect as plainExpect, generateAll, script, test } from './with-service.ts';

// Each begins on the Start screen of a first start, and uses the keyboard alone.
test.use({ opensSample: false });
const expect = plainExpect.configure({ timeout: 30_000 });

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-first-minute-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const way = (page: Page, name: string) =>
  page.getByRole('region', { name: messages.start.start, exact: true }).getByRole('button', { name, exact: true });

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function press(page: Page, target: ReturnType<typeof button>): Promise<void> {
  await expect(target).toBeEnabled();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Generates by the button, and waits until a word is lit. */
async function hear(page: Page): Promise<void> {
  await press(page, generateAll(page));
  await expect(script(page)).toHaveAttribute('data-playing-word', /^\d+$/u);
}

test('the sample is opened, generated and heard by keyboard alone', { tag: '@beside' }, async ({ page }) => {
  await press(page, way(page, messages.start.openSample));
  await expect(blocks(page)).toHaveCount(10);
  await hear(page);
});

test('Write, a first line and Generate are done by keyboard alone, and a word is lit', { tag: '@beside' }, async ({ page }) => {
  await press(page, way(page, messages.start.write));
  await expect(script(page)).toBeFocused();
  await page.keyboard.type('The sea rose in the night, and nobody came.');
  await hear(page);
});

test('a manuscript is imported, generated and heard by keyboard alone', { tag: '@beside' }, async ({ page }) => {
  await chooseByKeys(page, way(page, messages.start.importManuscript), file('Story.md', '# One\n\nThe sea rose in the night.\n'));
  const dialog = page.getByRole('dialog', { name: messages.manuscript.newProjectTitle });
  await press(page, dialog.getByRole('button', { name: messages.manuscript.createProject }));
  await expect(blocks(page).locator('p')).toHaveText(['One', 'The sea rose in the night.']);
  await hear(page);
});

test.describe('With a recogniser', () => {
  test.use({
    service: async ({}, use) => {
      const recogniser = writeRecogniser(interview);
      const service = await startLocalService({ key: 'local-e2e', recogniser: recogniser.program });
      await use(service);
      await service.stop();
      recogniser.remove();
    },
  });

  test('a recording is chosen and transcribed by keyboard alone', { tag: '@beside' }, async ({ page }) => {
    await press(page, way(page, messages.start.transcribe));
    await expect(button(page, messages.shapes.chooseAFile)).toBeFocused();
    await chooseByKeys(page, button(page, messages.shapes.chooseAFile), file('Interview.wav', buzz(8)));
    await expect(page.locator('[data-chosen="ready"]')).toContainText('Interview.wav');
    await press(page, page.getByRole('main').getByRole('button', { name: messages.transcribe.transcribe, exact: true }));
    await expect(page.getByRole('article', { name: 'Interview.wav' })).toBeFocused();
  });
});

test('a video is chosen for a dub and played by keyboard alone', { tag: '@beside' }, async ({ page }) => {
  const media = await openMedia();
  await press(page, way(page, messages.start.dubVideo));
  await expect(button(page, messages.shapes.chooseAFile)).toBeFocused();
  await chooseByKeys(page, button(page, messages.shapes.chooseAFile), await media.video('harbour.webm', 4));
  await expect(page.getByRole('heading', { name: 'harbour' })).toBeVisible();
  await press(page, page.getByRole('main').getByRole('button', { name: messages.dubbing.playDub, exact: true }));
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.2);
  await media.workshop.close();
});

test('a voice is cloned and its test line is heard by keyboard alone', { tag: '@beside' }, async ({ page }) => {
  test.slow();
  await press(page, way(page, messages.start.clone));
  await expect(button(page, messages.shapes.chooseFiles)).toBeFocused();
  await chooseByKeys(page, button(page, messages.shapes.chooseFiles), file('Anna.wav', buzz(12)));
  const consent = page.getByRole('checkbox', { name: /^I have the consent/u });
  await tabTo(page, consent);
  await page.keyboard.press('Space');
  await expect(consent).toBeChecked();
  await press(page, button(page, messages.clone.cloneVoice));
  // The local service measures and tries voices for it, which takes two cores half a minute beside another journey.
  await expect(button(page, messages.clone.generateTestLine)).toBeFocused({ timeout: 90_000 });
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-sound]')).toBeVisible();
});

test.describe('In German', () => {
  test.use({
    hostEnvironment: async ({ service }, use) =>
      use({
        VOICEWRIGHT_BASE_URL: service.baseUrl,
        VOICEWRIGHT_REALTIME_URL: service.realtimeUrl,
        VOICEWRIGHT_API_KEY: service.apiKey,
        VOICEWRIGHT_LANGUAGE: 'de',
      }),
  });

  test('the sample is a German story with a voice that speaks German', { tag: '@beside' }, async ({ page }) => {
    await press(page, way(page, german.start.openSample));
    const text = page.getByRole('textbox', { name: german.narration.script });
    await expect(text).toContainText('Leuchtturm');
    await expect(page.getByRole('combobox', { name: german.narration.voiceOfTheProject, exact: true })).toHaveValue(/ · Deutsch/u);
  });

  test('the five steps of the tour are taken by keyboard alone', { tag: '@beside' }, async ({ page }) => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await press(page, way(page, german.tour.take));
    const tour = page.getByRole('dialog', { name: german.tour.tour });
    const { script: first, generate, waveform, voices, export: last } = german.tour;
    for (const title of [first, generate, waveform, voices, last]) {
      await expect(tour).toContainText(title);
      await expect(tour.getByRole('button', { name: title === last ? german.tour.done : german.tour.next })).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(tour).toHaveCount(0);
  });
});
