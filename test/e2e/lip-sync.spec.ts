import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { seriousTroubles } from './axe.ts';
import { fakeOutputs } from './fake-outputs.ts';
import { chooseByKeys, chooserOf, dropOn, openByKeys, openMedia, tabTo, zoneOf, type Media } from './media.ts';
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
const field = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const job = (page: Page) => page.getByRole('region', { name: messages.mediaJobs.job });
const entries = (page: Page) => page.getByRole('region', { name: messages.mediaJobs.history }).getByRole('listitem');

async function openLipSync(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.lipSync }).click();
  await expect(chooserOf(page, 'lip-sync.video')).toBeEnabled();
}

/** A video of seven seconds and a sound of five and a half. */
async function fill(page: Page): Promise<void> {
  const [video, tone] = [await media.video('talk.webm', 7), await media.tone('voice.ogg', 5.5)];
  await dropOn(page, zoneOf('lip-sync.video'), [video]);
  await expect(field(page, messages.lipSync.video)).toContainText('talk.webm');
  await dropOn(page, zoneOf('lip-sync.audio'), [tone]);
  await expect(field(page, messages.lipSync.audio)).toContainText('voice.ogg');
}

interface Heard {
  at: number;
  duration: number;
}
test('a video plays on the output that Settings names, also one that is shown later', { tag: '@beside' }, async ({ page }) => {
  const outputs = await fakeOutputs(page);
  await openLipSync(page);
  await fill(page);
  await expect(page.locator('[data-player="source"]')).toBeVisible();
  await page.keyboard.press('Control+,');
  await page.getByRole('combobox', { name: messages.output.output }).click();
  await page.getByRole('option', { name: 'Virtual cable' }).click();
  await expect(page.getByRole('combobox', { name: messages.output.output })).toHaveValue('Virtual cable');
  const videos = async () => (await outputs.routed()).filter((sink) => sink === 'HTMLVideoElement cable').length;
  const before = await videos();
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.lipSync }).click();
  await expect.poll(videos).toBeGreaterThan(before);
});

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

/**
 * Plays three seconds, and looks on each frame at how far the source and the sound are from the result, in seconds; from half a second on, as all are moving
 * by then.
 */
async function watchWhilePlaying(page: Page, play: () => Promise<void>): Promise<number[]> {
  const watching = page.evaluateHandle(() => {
    const at = (name: string): HTMLVideoElement => document.querySelector(`[data-player="${name}"]`)!;
    const [result, source, sound] = [at('result'), at('source'), at('audio')];
    const looks: number[] = [];
    return {
      looks: new Promise<number[]>((resolve) => {
        const look = (): void => {
          if (result.currentTime >= 0.5)
            looks.push(Math.max(...[source, sound].map(({ currentTime }) => Math.abs(currentTime - result.currentTime))));
          if (result.currentTime > 3) {
            resolve(looks);
            return;
          }
          requestAnimationFrame(look);
        };
        look();
      }),
    };
  });
  const handle = await watching;
  await play();
  return handle.evaluate(({ looks }) => looks);
}

test('a dropped video is lip-synced to a dropped sound, and played beside both on one clock, frame by frame', async ({ page, service }) => {
  await openLipSync(page);
  expect(await seriousTroubles(page)).toEqual([]);
  // The stage takes them too: as large as the picture will be.
  await expect(page.getByRole('figure').getByRole('region', { name: messages.lipSync.dropVideo })).toBeVisible();
  await fill(page);
  const bill = page.getByLabel(messages.lipSync.billing);
  await expect(bill).toContainText(messages.lipSync.billedRounded('6 seconds', 'shorter'));
  await page.getByRole('checkbox', { name: messages.lipSync.extendVideo }).check();
  await expect(bill).toContainText(messages.lipSync.billedRounded('6 seconds', 'audio'));
  await page.getByRole('checkbox', { name: messages.lipSync.extendVideo }).uncheck();
  await expect(page.getByText(/6 billed seconds · price unknown/u).first()).toBeVisible();
  // What a press would cost is said over the form, not over the history, where what comes of it will stand.
  await button(page, messages.lipSync.makeLipSync).hover();
  const told = page.getByRole('tooltip');
  await expect(told).toContainText('6 billed seconds');
  const [words, inspector] = [
    (await told.boundingBox())!,
    (await page.getByRole('complementary', { name: messages.commands.inspector }).boundingBox())!,
  ];
  expect(words.x + words.width).toBeLessThanOrEqual(inspector.x);
  await page.keyboard.press('Control+Enter');
  await expect(job(page)).toContainText(messages.chapter.done);
  await expect(job(page)).toContainText('6 seconds billed');
  const [charge, ...others] = (await service.charges()).entries.filter(({ state }) => state === 'settled');
  expect([charge!.operation, others]).toEqual([create, []]);
  await expect(job(page)).toContainText(`${charge!.credits} credits`);

  await expect.poll(async () => (await places(page))['result']?.duration).toBeCloseTo(5.5, 0);
  await expect(page.getByRole('radio', { name: messages.lipSync.result })).toBeChecked();
  const looks = await watchWhilePlaying(page, () => page.keyboard.press('Control+Space'));
  expect(looks.length).toBeGreaterThan(4);
  // A frame that a busy machine draws late brings them apart for that long; as a rule they are together.
  const usual = looks.toSorted((one, other) => one - other)[Math.floor(looks.length / 2)];
  expect(usual).toBeLessThan(1 / 25);
  await page.keyboard.press('Control+Space');
  const timer = page.getByRole('timer', { name: messages.player.timecode });
  const frames = async () => {
    const [hours, minutes, seconds, frame] = ((await timer.textContent()) ?? '').split(':').map(Number);
    return ((hours! * 60 + minutes!) * 60 + seconds!) * 25 + frame!;
  };
  await button(page, messages.player.toStart).click();
  await expect(timer).toHaveText('00:00:00:00');
  for (let step = 0; step < 27; step += 1) await page.keyboard.press('.');
  await page.keyboard.press(',');
  await expect(timer).toHaveText('00:00:01:01');
  expect(await frames()).toBe(26);
  for (const { at } of Object.values(await places(page))) expect(Math.floor(at * 25 + 1e-3)).toBe(26);

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, messages.mediaJobs.saveVideo).click()]);
  expect(download.suggestedFilename()).toMatch(/^talk with voice\.(?:webm|mkv|mp4)$/u);
  expect(await seriousTroubles(page)).toEqual([]);
});

test(
  'the example fills the form at a hosted service, names its price, and is paid for by the button alone',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openLipSync(page);
    await button(page, messages.sources.tryExample).click();
    await expect(field(page, messages.lipSync.video)).toContainText(messages.sources.exampleFilm);
    await expect(field(page, messages.lipSync.audio)).toContainText(messages.sources.exampleLine);
    await expect(page.getByLabel(messages.lipSync.billing)).toContainText(messages.lipSync.billedRounded('6 seconds', 'shorter'));
    await expect(button(page, messages.sources.tryExample)).toHaveCount(0);
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toEqual([]);
    await button(page, messages.lipSync.makeLipSync).click();
    await expect(job(page)).toContainText(messages.chapter.done);
  },
);

test(
  'what cannot be imported is named by media and stage, and costs nothing; a lost answer is looked up and adopted',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openLipSync(page);
    await page.locator(zoneOf('lip-sync.video')).getByRole('button', { name: messages.sources.byLink }).click();
    const dialog = page.getByRole('dialog', { name: messages.sources.byLinkTitle(messages.sources.video) });
    const address = dialog.getByRole('textbox', { name: messages.sources.url(messages.sources.video) });
    await address.fill('ftp://example.com/talk.mp4');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(messages.sources.urlInvalid);
    // What was typed is there again.
    await page.keyboard.press('Escape');
    await page.locator(zoneOf('lip-sync.video')).getByRole('button', { name: messages.sources.byLink }).click();
    await expect(address).toHaveValue('ftp://example.com/talk.mp4');
    await address.fill('');
    await page.keyboard.press('Escape');
    // What is no film is refused on the stage too: nothing of it can be sent.
    const film = { name: 'talk.mp4', mimeType: 'video/mp4', buffer: Buffer.from('This is no film.') };
    await page.locator(zoneOf('lip-sync.video')).locator('input[type="file"]').setInputFiles(film);
    await expect(page.getByRole('figure', { name: messages.lipSync.source })).toContainText(
      messages.sources.unusable(messages.sources.videoSubject, messages.sources.notMedia),
    );
    await field(page, messages.lipSync.video)
      .getByRole('button', { name: messages.sources.remove('video') })
      .click();
    await fill(page);
    // In place of a good video it is refused beside that, which stays.
    const chosen = field(page, messages.lipSync.video);
    await chosen.locator('input[type="file"]').setInputFiles(film);
    await expect(chosen.getByRole('alert')).toContainText(messages.sources.unusable('talk.mp4', messages.sources.notMedia));
    await expect(chosen).toContainText('talk.webm');
    await chosen.getByRole('button', { name: messages.failures.dismiss }).click();
    await expect(chosen.getByRole('alert')).toHaveCount(0);
    await expect(chosen).toContainText('talk.webm');
    await service.setFaults([
      { on: create, kind: 'import-fails', mediaKind: 'audio', stage: 'inspect', status: 422, retryable: false },
      { on: create, kind: 'drop-after-charge', nth: 2 },
    ]);
    await button(page, messages.lipSync.makeLipSync).click();
    const refused = page.getByRole('alert');
    await expect(refused).toContainText('The audio was fetched, and could not be used');
    await expect(refused).toContainText(messages.shapes.notCharged);
    await expect(refused.getByRole('button', { name: messages.window.tryAgain })).toHaveCount(0);
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toEqual([]);

    await button(page, messages.lipSync.makeLipSync).click();
    await expect(page.getByRole('alert', { name: messages.shapes.titleNoResponse })).toBeVisible();
    await button(page, messages.jobs.lookUp).click();
    await page.getByRole('button', { name: /^Adopt/u }).click();
    await expect(job(page)).toContainText(messages.chapter.done);
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
    await button(page, messages.lipSync.makeLipSync).click();
    await expect(entries(page).first()).toContainText(messages.chapter.waitingAtService);
    await host.stop('SIGKILL');
    await service.clearFaults();
    const second = await openAgain();
    await openLipSync(second);
    await expect(entries(second).first()).toContainText(messages.chapter.done);
    await entries(second).first().getByRole('button', { name: messages.chapter.done }).click();
    await expect.poll(async () => Object.keys(await places(second)).sort()).toEqual(['audio', 'result', 'source']);
    expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toHaveLength(1);
  },
);

test('axe finds nothing serious in the dark', { tag: '@beside' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openLipSync(page);
  await fill(page);
  await button(page, messages.lipSync.makeLipSync).click();
  await expect(job(page)).toContainText(messages.chapter.done);
  expect(await seriousTroubles(page)).toEqual([]);
});

test('by keys alone: chosen, made, played, found in the history and put into the form again', { tag: '@beside' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openByKeys(page, messages.lipSync.lipSync);
  await expect(chooserOf(page, 'lip-sync.video')).toBeEnabled();
  // What was chosen takes the chooser's place, where the keyboard goes on.
  await chooseByKeys(page, chooserOf(page, 'lip-sync.video'), await media.video('talk.webm', 3));
  await expect(page.getByRole('figure', { name: messages.lipSync.source }).locator(':focus')).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(chooserOf(page, 'lip-sync.audio')).toBeFocused();
  await chooseByKeys(page, chooserOf(page, 'lip-sync.audio'), await media.tone('voice.ogg', 4));
  await expect(field(page, messages.lipSync.audio)).toContainText('voice.ogg');
  // Who takes it back is where another one is chosen.
  await tabTo(page, field(page, messages.lipSync.audio).getByRole('button', { name: /^Remove/u }));
  await page.keyboard.press('Enter');
  await expect(chooserOf(page, 'lip-sync.audio')).toBeFocused();
  await chooseByKeys(page, chooserOf(page, 'lip-sync.audio'), await media.tone('voice.ogg', 4));
  await expect(field(page, messages.lipSync.audio)).toContainText('voice.ogg');
  await tabTo(page, page.getByRole('checkbox', { name: messages.lipSync.extendVideo }));
  await page.keyboard.press('Space');
  await expect(page.getByLabel(messages.lipSync.billing)).toContainText(messages.lipSync.billedRounded('4 seconds', 'audio'));
  await page.keyboard.press('Control+Enter');
  await expect(job(page)).toContainText(messages.chapter.done);
  await expect.poll(async () => (await places(page))['result']?.duration).toBeCloseTo(4, 0);
  await tabTo(page, button(page, messages.player.play));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await places(page))['result']?.at).toBeGreaterThan(0.2);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: messages.lipSync.result }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: messages.lipSync.newAudio })).toBeChecked();
  expect(await seriousTroubles(page)).toEqual([]);
  const remove = field(page, messages.lipSync.video).getByRole('button', { name: /^Remove/u });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(chooserOf(page, 'lip-sync.video')).toBeVisible();
  await tabTo(page, job(page).getByRole('button', { name: messages.shapes.close }));
  await page.keyboard.press('Enter');
  await expect(job(page)).toHaveCount(0);
  await tabTo(page, entries(page).first().getByRole('button').first());
  await page.keyboard.press('Enter');
  await tabTo(page, job(page).getByRole('button', { name: messages.lipSync.useAgain }));
  await page.keyboard.press('Enter');
  await expect(field(page, messages.lipSync.video)).toContainText('talk.webm');
});
