import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { buzz } from '../contract/clone/fixture.ts';
import type { Character } from '../helpers/foreign-service/characters.ts';
import { startForeignService, type ForeignService } from '../helpers/foreign-service/index.ts';
import { expect as plainExpect, test as base } from './fixtures.ts';
import { dropAt } from './media.ts';
import { blocks, makeChapter, script } from './with-service.ts';

/** The studio connected to a hosted service that somebody else wrote, and a clock that is moved past everything that the studio remembers of it. */
const movedClock = fileURLToPath(new URL('../helpers/moved-clock.ts', import.meta.url));
const test = base.extend<{ character: Character; foreign: ForeignService; passTime: () => Promise<void> }>({
  character: ['bare', { option: true }],
  foreign: async ({ character }, use) => {
    const foreign = await startForeignService({ character, speech: 'tones' });
    await use(foreign);
    await foreign.stop();
  },
  hostEnvironment: async ({ foreign }, use) => {
    await use({
      VOICEWRIGHT_BASE_URL: foreign.baseUrl,
      VOICEWRIGHT_REALTIME_URL: foreign.realtimeUrl,
      VOICEWRIGHT_API_KEY: foreign.key,
      NODE_OPTIONS: `--import=${movedClock}`,
    });
  },
  passTime: async ({ host, page, foreign }, use) => {
    await use(async () => {
      host.process.kill('SIGUSR2');
      foreign.advance(10 * 60_000);
      await page.evaluate(() => {
        const { now } = Date;
        Date.now = () => now() + 10 * 60_000;
      });
    });
  },
});
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });

const go = (page: Page, panel: string) =>
  page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: panel, exact: true }).click();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Charges so far, and the amounts of a request. Each act of the journey is paid for once. */
function tally(foreign: ForeignService): (what: string, amounts?: number) => void {
  let known = foreign.charges.length;
  return (what, amounts = 1) => {
    expect(foreign.charges.length - known, what).toBe(amounts);
    known = foreign.charges.length;
  };
}

async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option').first().click();
}

async function isDoneUnderJobs(page: Page, count: number): Promise<void> {
  await go(page, messages.window.jobs);
  const rows = page.getByRole('listbox', { name: messages.window.jobs }).getByRole('option');
  await expect(rows).toHaveCount(count);
  for (const row of await rows.all()) await expect(row).toContainText(messages.chapter.done);
}

async function speechJourney(page: Page, foreign: ForeignService, passTime: () => Promise<void>): Promise<void> {
  const paidOnce = tally(foreign);
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-any-service-'));
  const recording = join(folder, 'Anna reads.wav');
  writeFileSync(recording, buzz(4));

  await test.step('Narration, and once more when everything it knew of the voice is old', async () => {
    await makeChapter(page, ['The lighthouse stands at the end of the pier.']);
    paidOnce('a block');
    await passTime();
    const asked = (path: RegExp) => foreign.requests.filter((request) => path.test(request.path)).length;
    const before = asked(/^\/api\/open\/v3\/voices/u);
    await blocks(page).first().locator('p').click();
    await page.keyboard.press('End');
    await page.keyboard.insertText(' At night its lamp is lit.');
    await script(page).press('Control+Enter');
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
    expect(asked(/^\/api\/open\/v3\/voices/u)).toBeGreaterThan(before);
    paidOnce('the block, changed');
    await button(page, messages.narration.stop).click();
  });

  await test.step('Voices', async () => {
    await go(page, messages.window.voices);
    const grid = page.getByRole('grid', { name: messages.window.voices });
    await grid.getByRole('row').first().waitFor();
    await grid.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: messages.voices.lineToSay }).fill('Good evening, and welcome.');
    await page.keyboard.press('Control+Enter');
    const results = page.getByRole('grid', { name: messages.voices.auditionResults });
    await expect(results.getByRole('button', { name: /^(?:Play|Pause) / })).toHaveCount(1);
    paidOnce('an audition');
  });

  await passTime();
  await test.step('Clone, and its test line when the voice is old', async () => {
    await go(page, messages.window.clone);
    await expect(page.getByRole('heading', { name: messages.clone.cloneAVoice })).toBeVisible();
    await dropAt(page, { x: 400, y: 400 }, [recording]);
    await expect(page.getByRole('textbox', { name: messages.account.name })).toHaveValue('Anna reads');
    await page.getByRole('checkbox', { name: /^I have the consent of the person whose voice this is/u }).check();
    await button(page, messages.clone.cloneVoice).click();
    await expect(button(page, messages.design.generateTestLine)).toBeFocused();
    paidOnce('a clone');
    await passTime();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-sound]')).toBeVisible();
    paidOnce('a test line');
  });

  await test.step('Design', async () => {
    await go(page, messages.design.design);
    await page.getByRole('textbox', { name: messages.design.previewText }).fill('Hello there, how are you today?');
    await page.getByRole('textbox', { name: messages.design.prompt }).fill('A calm old man with a deep, warm voice.');
    await button(page, messages.design.createCandidates).click();
    const comparison = region(page, messages.design.comparison);
    await expect(comparison.getByRole('article').first()).toContainText(/0:0\d/u);
    paidOnce('a design');
    await passTime();
    await comparison.focus();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: messages.account.name })).toBeFocused();
    await page.keyboard.insertText('Old Tom');
    await page.keyboard.press('Enter');
    await expect(button(page, messages.design.useInNarration)).toBeFocused();
    paidOnce('a saved voice');
    await page.keyboard.press('Enter');
    await expect(blocks(page).first()).toHaveAttribute('data-voice', /Old Tom/u);
  });

  await passTime();
  await test.step('Live', async () => {
    await go(page, messages.live.live);
    await expect(button(page, messages.live.speak)).toHaveAttribute('aria-disabled', 'false');
    await page.getByRole('textbox', { name: messages.live.say, exact: true }).focus();
    await page.keyboard.insertText('The lamps are lit in every window.');
    await page.keyboard.press('Enter');
    const phrases = page.getByRole('list', { name: messages.live.phrases, exact: true }).getByRole('listitem');
    await expect(phrases.first()).toHaveAttribute('data-phrase', 'spoken');
    await button(page, messages.live.endSession).click();
    paidOnce('a phrase');
  });

  await passTime();
  await test.step('Account and Jobs', async () => {
    await go(page, messages.account.account);
    await button(page, messages.account.testConnection).first().click();
    await expect(page.getByRole('main', { name: messages.account.account })).toContainText('user-1');
    await isDoneUnderJobs(page, 8);
    paidOnce('nothing', 0);
  });
  rmSync(folder, { recursive: true, force: true });
}

async function mediaJourney(page: Page, foreign: ForeignService, passTime: () => Promise<void>): Promise<void> {
  const line = 'The lighthouse stands at the end of the pier.';
  const paidOnce = tally(foreign);
  const [videoUrl, audioUrl] = await Promise.all([foreign.videoUrl(), foreign.audioUrl(line)]);
  const address = (name: string) => page.getByRole('textbox', { name });
  const giveLink = async (name: string, figure: string, url: string): Promise<void> => {
    await page.getByRole('figure', { name: figure }).getByRole('button', { name: messages.sources.byLink }).click();
    await address(messages.sources.url(name)).fill(url);
    await page.keyboard.press('Enter');
    await expect(region(page, name)).toContainText(url);
  };

  await test.step('Transcribe', async () => {
    await go(page, messages.window.transcribe);
    const link = page.getByRole('main').getByRole('button', { name: messages.sources.byLink }).first();
    await link.or(address(messages.transcribe.url)).first().waitFor();
    if (await link.isVisible()) await link.click();
    await address(messages.transcribe.url).fill(audioUrl);
    await button(page, messages.window.transcribe).last().click();
    await expect(page.getByRole('list', { name: messages.dubbing.segments }).getByRole('textbox').first()).toHaveText(line);
    paidOnce('a transcript');
  });

  await passTime();
  await test.step('Lip sync', async () => {
    await go(page, messages.window.lipSync);
    await giveLink(messages.lipSync.video, messages.lipSync.source, videoUrl);
    await giveLink(messages.lipSync.audio, messages.lipSync.newAudio, audioUrl);
    await button(page, messages.lipSync.makeLipSync).click();
    await expect(region(page, messages.mediaJobs.job)).toContainText(messages.chapter.done);
    await expect(button(page, messages.mediaJobs.saveVideo)).toBeEnabled();
    paidOnce('a lip sync');
  });

  await passTime();
  await test.step('Dubbing', async () => {
    await go(page, messages.window.dubbing);
    await page.getByRole('radio', { name: messages.jobs.timeline }).focus();
    await page.keyboard.press('ArrowLeft');
    await giveLink(messages.dubbing.video, messages.dubbing.source, videoUrl);
    await page.getByRole('textbox', { name: messages.dubbing.text }).fill(line);
    await choose(page, messages.live.voice, 'alpha');
    await button(page, messages.dubbing.dub).click();
    await expect(region(page, messages.mediaJobs.job)).toContainText(messages.chapter.done);
    paidOnce('a dubbing: its speech and its lip sync', 2);
  });

  await passTime();
  await test.step('Images & video', async () => {
    await go(page, messages.window.imagesVideo);
    const model = page.getByRole('combobox', { name: messages.live.model });
    await expect(model).not.toHaveValue('');
    const gallery = region(page, messages.imagesVideo.gallery);
    await page.getByRole('textbox', { name: messages.design.prompt }).fill('A lighthouse at dusk');
    await page.keyboard.press('Control+Enter');
    await expect(
      gallery.getByRole('article', { name: 'A lighthouse at dusk' }).getByRole('img', { name: 'A lighthouse at dusk' }),
    ).toBeVisible();
    paidOnce('an image');
    await passTime();
    await page.getByText(messages.imagesVideo.aVideo, { exact: true }).click();
    await expect(model).not.toHaveValue('');
    await page.getByRole('textbox', { name: messages.design.prompt }).fill('The light turns');
    await page.keyboard.press('Control+Enter');
    await expect(
      gallery.getByRole('article', { name: 'The light turns' }).getByRole('button', { name: messages.imagesVideo.save }),
    ).toBeVisible({ timeout: 30_000 });
    paidOnce(messages.sources.aVideo);
  });

  await passTime();
  await test.step('Jobs', () => isDoneUnderJobs(page, 5));
  paidOnce('nothing', 0);
}

for (const character of ['bare', 'rich', 'odd'] as const)
  test.describe(
    `with a ${character} service, while the clock moves past every cache`,
    { tag: character === 'bare' ? [] : '@beside' },
    () => {
      test.use({ character });
      test('Narration, Voices, Clone, Design and Live do their work, paid once each, as Account and Jobs show', async ({
        page,
        foreign,
        passTime,
      }) => {
        await speechJourney(page, foreign, passTime);
      });
      test('Transcribe, Lip sync, Dubbing and Images & video do their work, paid once each, as Jobs shows', async ({
        page,
        foreign,
        passTime,
      }) => {
        await mediaJourney(page, foreign, passTime);
      });
    },
  );
