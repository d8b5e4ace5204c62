import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { chooseByKeys, chooserOf, dropOn, openByKeys, openMedia, tabTo, zoneOf, type Media } from './media.ts';
import { expect as plainExpect, test } from './with-service.ts';

// Speech and videos are made, fetched and decoded, which takes its time on a busy machine.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });
const create = 'POST /api/open/v1/media/video-dubbing/jobs';
const line = 'Good morning to all of you, and welcome to this short film about the sea.';

let media: Media;
test.beforeAll(async () => {
  media = await openMedia();
});
test.afterAll(() => media.workshop.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const video = (page: Page) => page.getByRole('region', { name: messages.dubbing.video, exact: true });
const jobs = (page: Page) => page.getByRole('region', { name: messages.mediaJobs.job });
const forecast = (page: Page) => page.getByRole('group', { name: messages.dubbing.forecast });

async function openDubbing(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.dubbing }).click();
  // By keys: the control stands in another bar then, and keeps the focus.
  await page.getByRole('radio', { name: messages.dubbing.timeline }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: messages.dubbing.oneText })).toBeFocused();
  await expect(chooserOf(page, 'dubbing.video')).toBeEnabled();
}

/** A video of that many seconds, the line, and the first English voice. */
async function fill(page: Page, seconds: number): Promise<void> {
  await dropOn(page, zoneOf('dubbing.video'), [await media.video(`film-${seconds}.webm`, seconds)]);
  await expect(video(page)).toContainText(`film-${seconds}.webm`);
  await page.getByRole('textbox', { name: messages.dubbing.text }).fill(line);
  await page.getByRole('combobox', { name: messages.dubbing.voice }).fill('English');
  await page.getByRole('option').first().click();
}

const played = (page: Page, id: string): Promise<number | undefined> =>
  page.evaluate((which) => document.querySelector<HTMLVideoElement>(`[data-player="${which}"]`)?.duration, id);

test('a text is forecast against a video, dubbed into it, and played beside it', { tag: '@beside' }, async ({ page, service }) => {
  await openDubbing(page);
  expect(await seriousTroubles(page)).toEqual([]);
  await fill(page, 6);
  await page.getByRole('checkbox', { name: messages.dubbing.fitSpeech }).check();
  await expect(forecast(page)).toContainText(messages.dubbing.willFit('').slice(2));
  await page.getByRole('textbox', { name: messages.dubbing.text }).fill(line.repeat(4));
  await expect(forecast(page)).toContainText(messages.dubbing.willNotFit('').slice(2));
  await expect(forecast(page)).toContainText('The speech would be charged');
  await page.getByRole('textbox', { name: messages.dubbing.text }).fill(line);
  await expect(page.getByText(/price unknown/u).first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(jobs(page)).toContainText(messages.dubbing.done);
  await expect.poll(() => played(page, 'result')).toBeCloseTo(6, 0);
  await expect.poll(() => played(page, 'source')).toBeCloseTo(6, 0);
  // Where the window is low, the transport is in sight all the same.
  const usual = page.viewportSize()!;
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(page.getByRole('timer', { name: messages.player.timecode })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(usual);
  // The words are lit by the clock of the players, and a time leads to its place.
  const said = page.getByRole('region', { name: messages.dubbing.script, exact: true });
  await expect(said).toContainText(line);
  await page.keyboard.press('Control+Space');
  await expect(said.locator('[data-word-lit]')).toHaveText(/\p{L}/u);
  await page.keyboard.press('Control+Space');
  await button(page, 'Go to 0:00.0').click();
  await expect(page.getByRole('timer', { name: messages.player.timecode })).toHaveText('00:00:00:00');
  const charged = (await service.charges()).entries.filter(({ state }) => state === 'settled');
  const credits = charged.reduce((sum, entry) => sum + entry.credits, 0);
  await expect(jobs(page)).toContainText(`${credits} credits`);
  expect(await seriousTroubles(page)).toEqual([]);
});

test(
  'the lip sync fails after the speech was made: after a kill -9 the speech is there, is heard, and its lip sync is made alone',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    await openDubbing(page);
    await fill(page, 5);
    await service.setFaults([{ on: create, kind: 'import-fails', mediaKind: 'audio', status: 503, retryable: true, times: 9 }]);
    await button(page, messages.dubbing.dub).click();
    await expect(jobs(page)).toContainText(messages.dubbing.failed);
    await expect(jobs(page).getByRole('alert')).toContainText(messages.dubbing.speechMade('', messages.dubbing.speechStored).trim());
    await expect(page.getByRole('region', { name: messages.dubbing.speech, exact: true })).toContainText(/0:0\d/u);
    await host.stop('SIGKILL');
    await service.clearFaults();
    const second = await openAgain();
    await openDubbing(second);
    await second
      .getByRole('region', { name: messages.mediaJobs.history })
      .getByRole('listitem')
      .first()
      .getByRole('button')
      .first()
      .click();
    await expect(second.getByRole('region', { name: messages.dubbing.speech, exact: true })).toContainText(/0:0\d/u);
    const before = (await service.charges()).entries.filter(({ state }) => state === 'settled').length;
    await button(second, messages.jobs.lipSyncAlone).click();
    await expect(jobs(second)).toHaveCount(2);
    await expect(jobs(second).nth(1)).toContainText(messages.dubbing.done);
    await expect(button(second, messages.jobs.lipSyncAlone)).toHaveCount(0);
    await expect.poll(() => played(second, 'result')).toBeGreaterThan(1);
    expect((await service.charges()).entries.filter(({ state }) => state === 'settled')).toHaveLength(before + 1);
  },
);

test(
  'a dubbing whose outcome asking again does not bring out is given up by keys, and the same is sent as a new one',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openDubbing(page);
    await fill(page, 5);
    await service.setFaults([{ on: create, kind: 'drop-before-charge', times: 2 }]);
    await button(page, messages.dubbing.dub).click();
    await expect(jobs(page)).toContainText(messages.jobs.outcomeUnknown);
    await expect(button(page, messages.jobs.giveUp)).toHaveCount(0);
    await button(page, messages.shapes.close).click();
    // The same order is the lost one, asked for again; it is what is shown.
    await button(page, messages.dubbing.dub).click();
    await button(page, messages.jobs.giveUp).focus();
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert', { name: messages.shapes.titleGivenUp })).toContainText(messages.shapes.nextWillBeCharged);
    await expect(button(page, messages.jobs.retry)).toHaveCount(0);
    await button(page, messages.dubbing.useAgain).click();
    await button(page, messages.dubbing.dub).click();
    await expect(jobs(page)).toContainText(messages.dubbing.done);
    await expect(page.getByRole('region', { name: messages.mediaJobs.history }).getByRole('listitem')).toHaveCount(2);
  },
);

test('axe finds nothing serious in the dark', { tag: '@beside' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openDubbing(page);
  await fill(page, 5);
  expect(await seriousTroubles(page)).toEqual([]);
});

test('by keys alone: a text is given, dubbed, and its script leads through the video', { tag: '@beside' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openByKeys(page, messages.dubbing.dubbing);
  await tabTo(page, page.getByRole('radio', { name: messages.dubbing.timeline }));
  await page.keyboard.press('ArrowLeft');
  await expect(chooserOf(page, 'dubbing.video')).toBeEnabled();
  await chooseByKeys(page, chooserOf(page, 'dubbing.video'), await media.video('film-6.webm', 6));
  await expect(video(page)).toContainText('film-6.webm');
  await tabTo(page, page.getByRole('textbox', { name: messages.dubbing.text }));
  await page.keyboard.type(line);
  await tabTo(page, page.getByRole('combobox', { name: messages.dubbing.voice }));
  await page.keyboard.type('English');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: messages.dubbing.voice })).toHaveValue(/English/u);
  await tabTo(page, page.getByRole('checkbox', { name: messages.dubbing.fitSpeech }));
  await page.keyboard.press('Space');
  await expect(forecast(page)).toContainText(messages.dubbing.willFit('').slice(2));
  await tabTo(page, button(page, messages.dubbing.dub));
  await page.keyboard.press('Enter');
  await expect(jobs(page)).toContainText(messages.dubbing.done);
  // The button gave way while the request was on its way.
  await expect(button(page, messages.dubbing.dub)).toBeFocused();
  await expect.poll(() => played(page, 'result')).toBeCloseTo(6, 0);
  await tabTo(page, button(page, messages.player.frameForward));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('timer', { name: messages.player.timecode })).toHaveText('00:00:00:01');
  await tabTo(page, button(page, 'Go to 0:00.0'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('timer', { name: messages.player.timecode })).toHaveText('00:00:00:00');
  expect(await seriousTroubles(page)).toEqual([]);
  await tabTo(page, jobs(page).getByRole('button', { name: messages.dubbing.useAgain }));
  await page.keyboard.press('Enter');
  await expect(jobs(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: messages.dubbing.text })).toHaveValue(line);
});
