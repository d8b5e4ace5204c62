import type { Page } from '@playwright/test';
import { seriousTroubles } from './axe.ts';
import { chooseByKeys, dropOn, openByKeys, openMedia, tabTo, type Media } from './media.ts';
import { expect as plainExpect, test } from './with-service.ts';

// Videos are made, handed over, fetched and decoded, which takes its time on a busy machine.
test.slow();
const expect = plainExpect.configure({ timeout: 30_000 });
const create = 'POST /api/open/v1/media/lip-sync/jobs';
const read = 'GET /api/open/v1/media/lip-sync/jobs/*';

let media: Media;
test.beforeAll(async () => {
  media = await openMedia();
});
test.afterAll(() => media.workshop.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: 'Video' | 'Audio') => page.getByRole('region', { name, exact: true });
const job = (page: Page) => page.getByRole('region', { name: 'Job' });
const entries = (page: Page) => page.getByRole('region', { name: 'History' }).getByRole('listitem');

async function openLipSync(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Lip sync' }).click();
  await expect(field(page, 'Video').getByRole('button', { name: 'Choose a file…' })).toBeEnabled();
}

/** A video of seven seconds and a sound of five and a half. */
async function fill(page: Page): Promise<void> {
  const [video, tone] = [await media.video('talk.webm', 7), await media.tone('voice.ogg', 5.5)];
  await dropOn(page, '[data-slot="lip-sync.video"] [data-drop-zone]', [video]);
  await dropOn(page, '[data-slot="lip-sync.audio"] [data-drop-zone]', [tone]);
  await expect(field(page, 'Video')).toContainText('talk.webm');
  await expect(field(page, 'Audio')).toContainText('voice.ogg');
}

interface Heard {
  at: number;
  duration: number;
}
/** Where each of the players is, all at one moment. */
const places = (page: Page): Promise<Record<string, Heard>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLVideoElement>('[data-player]')].map((element) => [
        element.dataset['player'] ?? '',
        { at: element.currentTime, duration: element.duration },
      ]),
    ),
  );

test('a dropped video is lip-synced to a dropped sound, and played beside both on one clock, frame by frame', async ({ page, service }) => {
  await openLipSync(page);
  expect(await seriousTroubles(page)).toEqual([]);
  await fill(page);
  const bill = page.getByLabel('What would be billed');
  await expect(bill).toContainText('6 seconds, the shorter rounded up');
  await page.getByRole('checkbox', { name: 'Extend the video' }).check();
  await expect(bill).toContainText('6 seconds, the audio rounded up');
  await page.getByRole('checkbox', { name: 'Extend the video' }).uncheck();
  await expect(page.getByText(/6 billed seconds · price unknown/u).first()).toBeVisible();
  // What a press would cost is said over the form, not over the history, where what comes of it will stand.
  await button(page, 'Make lip sync').hover();
  const told = page.getByRole('tooltip');
  await expect(told).toContainText('6 billed seconds');
  const [words, inspector] = [(await told.boundingBox())!, (await page.getByRole('complementary', { name: 'Inspector' }).boundingBox())!];
  expect(words.x + words.width).toBeLessThanOrEqual(inspector.x);
  await page.keyboard.press('Control+Enter');
  await expect(job(page)).toContainText('Done');
  await expect(job(page)).toContainText('6 seconds billed');
  const [charge, ...others] = (await service.charges()).entries.filter(({ state }) => state === 'settled');
  expect([charge!.operation, others]).toEqual([create, []]);
  await expect(job(page)).toContainText(`${charge!.credits} credits`);

  await expect.poll(async () => (await places(page))['result']?.duration).toBeCloseTo(5.5, 0);
  await expect(page.getByRole('radio', { name: 'Result' })).toBeChecked();
  await page.keyboard.press('Control+Space');
  const apart = async (): Promise<number> => {
    const { source, audio, result } = await places(page);
    if (result!.at < 0.5) return Infinity;
    return Math.max(...[source!, audio!].map(({ at }) => Math.abs(at - result!.at)));
  };
  await expect.poll(apart, { intervals: [100] }).toBeLessThan(1 / 25);
  for (let look = 0; look < 5; look += 1) expect(await apart()).toBeLessThan(1 / 25);
  await page.keyboard.press('Control+Space');
  const timer = page.getByRole('timer', { name: 'Timecode' });
  const frames = async () => {
    const [hours, minutes, seconds, frame] = ((await timer.textContent()) ?? '').split(':').map(Number);
    return ((hours! * 60 + minutes!) * 60 + seconds!) * 25 + frame!;
  };
  await button(page, 'To the start').click();
  await expect(timer).toHaveText('00:00:00:00');
  for (let step = 0; step < 27; step += 1) await page.keyboard.press('.');
  await page.keyboard.press(',');
  await expect(timer).toHaveText('00:00:01:01');
  expect(await frames()).toBe(26);
  for (const { at } of Object.values(await places(page))) expect(Math.floor(at * 25 + 1e-3)).toBe(26);

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save video…').click()]);
  expect(download.suggestedFilename()).toMatch(/^talk webm with voice ogg\.(?:webm|mkv|mp4)$/u);
  expect(await seriousTroubles(page)).toEqual([]);
});

test(
  'what cannot be imported is named by media and stage, and costs nothing; a lost answer is looked up and adopted',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openLipSync(page);
    await field(page, 'Video').getByRole('textbox', { name: 'Video address' }).fill('ftp://example.com/talk.mp4');
    await page.keyboard.press('Tab');
    await expect(field(page, 'Video')).toContainText('This is no address that a service fetches');
    await field(page, 'Video').getByRole('textbox').fill('');
    await fill(page);
    await service.setFaults([
      { on: create, kind: 'import-fails', mediaKind: 'audio', stage: 'inspect', status: 422, retryable: false },
      { on: create, kind: 'drop-after-charge', nth: 2 },
    ]);
    await button(page, 'Make lip sync').click();
    const refused = page.getByRole('alert');
    await expect(refused).toContainText('The audio was fetched, and could not be used');
    await expect(refused).toContainText('Nothing was charged.');
    await expect(refused.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toEqual([]);

    await button(page, 'Make lip sync').click();
    await expect(page.getByRole('alert', { name: 'Sent, but no answer came' })).toBeVisible();
    await button(page, 'Look it up').click();
    await page.getByRole('button', { name: /^Adopt/u }).click();
    await expect(job(page)).toContainText('Done');
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toHaveLength(1);
  },
);

test(
  'kill -9 in the middle: the job goes on, and what it was made of is played beside it',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    await openLipSync(page);
    await fill(page);
    await service.setFaults([{ on: read, kind: 'delay', ms: 15_000, times: 3 }]);
    await button(page, 'Make lip sync').click();
    await expect(entries(page).first()).toContainText('Being made');
    await host.stop('SIGKILL');
    await service.clearFaults();
    const second = await openAgain();
    await openLipSync(second);
    await expect(entries(second).first()).toContainText('Done');
    await entries(second).first().getByRole('button').click();
    await expect.poll(async () => Object.keys(await places(second)).sort()).toEqual(['audio', 'result', 'source']);
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toHaveLength(1);
  },
);

test('axe finds nothing serious in the dark', { tag: '@beside' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openLipSync(page);
  await fill(page);
  await button(page, 'Make lip sync').click();
  await expect(job(page)).toContainText('Done');
  expect(await seriousTroubles(page)).toEqual([]);
});

test('by keys alone: chosen, made, played, found in the history and put into the form again', { tag: '@beside' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openByKeys(page, 'Lip sync');
  const choose = (name: 'Video' | 'Audio') => field(page, name).getByRole('button', { name: 'Choose a file…' });
  await expect(choose('Video')).toBeEnabled();
  // What was chosen takes the chooser's place, and its focus.
  await chooseByKeys(page, choose('Video'), await media.video('talk.webm', 3));
  await expect(field(page, 'Video').getByRole('button', { name: /^Remove/u })).toBeFocused();
  await chooseByKeys(page, choose('Audio'), await media.tone('voice.ogg', 4));
  await expect(field(page, 'Audio').getByRole('button', { name: /^Remove/u })).toBeFocused();
  await tabTo(page, page.getByRole('checkbox', { name: 'Extend the video' }));
  await page.keyboard.press('Space');
  await expect(page.getByLabel('What would be billed')).toContainText('4 seconds, the audio rounded up');
  await page.keyboard.press('Control+Enter');
  await expect(job(page)).toContainText('Done');
  await expect.poll(async () => (await places(page))['result']?.duration).toBeCloseTo(4, 0);
  await tabTo(page, button(page, 'Play'));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await places(page))['result']?.at).toBeGreaterThan(0.2);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: 'Result' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'New audio' })).toBeChecked();
  expect(await seriousTroubles(page)).toEqual([]);
  const remove = field(page, 'Video').getByRole('button', { name: /^Remove/u });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(choose('Video')).toBeVisible();
  await tabTo(page, job(page).getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(job(page)).toHaveCount(0);
  await tabTo(page, entries(page).first().getByRole('button'));
  await page.keyboard.press('Enter');
  await tabTo(page, job(page).getByRole('button', { name: 'Use its media again' }));
  await page.keyboard.press('Enter');
  await expect(field(page, 'Video')).toContainText('talk.webm');
});
