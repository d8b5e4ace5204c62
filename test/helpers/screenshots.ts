import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#main/hosts/served/browser.ts';
import { speakLanguage } from '#main/infra/language.ts';
import { language, messages, readersLanguage } from '#shared/messages/index.ts';
import { translations } from '#shared/messages/languages.ts';
import { clock } from '../../src-renderer/lib/format.ts';
import { agreeToUnknownPrices } from './agree-to-unknown-prices.ts';
import { startLocalService } from './local-service.ts';
import { pictureTexts } from './picture-texts.ts';
import { writeRecogniser } from './recogniser.ts';
import { startBuiltHost } from './served-host.ts';
import { buzz } from '../contract/clone/fixture.ts';
import { ffmpeg } from '../contract/dubbing-timeline/fixture.ts';
import { openSample } from './open-sample.ts';
import { waitUntilDrawn } from './wait-until-drawn.ts';

/**
 * `npm run screenshots [-- DIR]`: pictures of the gallery of shapes and of the states that the studio can be in, in both themes and at both
 * sizes that the design names. Without DIR they replace those that are kept, which are fewer: of most states the light theme in the large size
 * and the dark one in the small, and those of Help in all languages. `npm run screenshots -- DIR NAME` takes those of one state alone.
 * `VOICEWRIGHT_LANGUAGE=de` takes those of Help in that language.
 */
const [chosen, only] = process.argv.slice(2);
await speakLanguage();

/** Until no price is asked for; without a service one may be for as long as the state is. */
async function waitForPrices(page: Page): Promise<void> {
  await page
    .waitForFunction(
      (words) => ![...document.querySelectorAll('main span, main button')].some((element) => element.textContent.includes(words)),
      messages.account.loadingPrice,
      { timeout: 3_000 },
    )
    .catch(() => undefined);
}

const isTranslated = language() !== 'en';
const texts = pictureTexts();
/** Of the voices that speak them. */
const spokenLanguage = new Intl.DisplayNames(language(), { type: 'language' }).of(readersLanguage()) ?? '';
/** Kept in both themes at both sizes. */
const inFull = new Set(['narration', 'gallery']);
/** States that stand in Help too, by the section that shows them. */
const inHelp: Readonly<Record<string, string>> = {
  'start-first': 'start',
  narration: 'narration',
  voices: 'voices',
  clone: 'clone',
  design: 'design',
  live: 'live',
  'lip-sync': 'lip-sync',
  'dubbing-timeline': 'dubbing',
  transcribe: 'transcribe',
  'images-video': 'images-video',
  jobs: 'jobs',
  account: 'account',
  settings: 'settings',
};
const helpFolder = join(
  chosen === undefined ? fileURLToPath(new URL('../../assets/help', import.meta.url)) : join(chosen, 'help'),
  language(),
);
const folder = chosen ?? fileURLToPath(new URL('../../assets/screenshots', import.meta.url));
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
];
const aligned = 'POST /api/open/v3/speech/tts/aligned';
const longest = 60_000;

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('No Chromium or Chrome was found.');
for (const each of [folder, helpFolder]) mkdirSync(each, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'voicewright-screenshots-'));
const recogniser = writeRecogniser(texts.interview);
const service = await startLocalService({ key: 'local-pictures', recogniser: recogniser.program });
const connection = {
  VOICEWRIGHT_BASE_URL: service.baseUrl,
  VOICEWRIGHT_REALTIME_URL: service.realtimeUrl,
  VOICEWRIGHT_API_KEY: service.apiKey,
};
let host = await startBuiltHost(profile, connection);
let last: Page | undefined;
const browser = await chromium.launch({ executablePath, args: ['--disable-quic', '--disable-background-networking'] });

/** The same picture at a fraction of its bytes. */
async function toWebp(png: Buffer): Promise<Buffer> {
  const converter = await browser.newPage();
  const address = await converter.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.82);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await converter.close();
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
try {
  const context = await browser.newContext();
  await agreeToUnknownPrices(context);
  let page = await context.newPage();
  last = page;
  await page.goto(host.url);
  const button = (name: string, of = page) => of.getByRole('button', { name, exact: true });
  const blocks = page.locator('div[data-block]');
  const script = page.getByRole('textbox', { name: messages.narration.script });
  const state = (place: number, wanted: string, of = page): Promise<void> =>
    of.locator(`[data-block]:nth-child(${place + 1})[data-state="${wanted}"]`).waitFor({ timeout: longest });
  /** `fullPage`: all that can be scrolled to. `inspector`: what it shows is in the drawer of the small size, which is opened. */
  const take = async (name: string, of: Page = page, { fullPage = false, inspector = false } = {}): Promise<void> => {
    if (only !== undefined && name !== only) return;
    if (isTranslated && inHelp[name] === undefined) return;
    for (const size of sizes)
      for (const colorScheme of ['light', 'dark'] as const) {
        const section = size.width === 1440 ? inHelp[name] : undefined;
        const isKept = chosen !== undefined || (!isTranslated && (inFull.has(name) || (size.width === 1440) === (colorScheme === 'light')));
        if (!isKept && section === undefined) continue;
        await of.setViewportSize(size);
        await of.emulateMedia({ colorScheme });
        const drawer = inspector && size.width < 1100 && button(messages.commands.inspector, of);
        if (drawer) {
          await drawer.click();
          await of.mouse.move(0, 0);
          await of.getByRole('heading', { name: messages.narration.takes, exact: true }).evaluate((heading) => heading.scrollIntoView());
        }
        await waitForPrices(of);
        await waitUntilDrawn(of);
        const suffix = size.width === 1440 ? '' : `-${size.width}`;
        const picture = await of.screenshot({ ...(isKept && { path: join(folder, `${name}-${colorScheme}${suffix}.png`) }), fullPage });
        if (section !== undefined) writeFileSync(join(helpFolder, `${section}-${colorScheme}.webp`), await toWebp(picture));
        if (drawer) await drawer.click();
      }
    await of.setViewportSize({ width: 1440, height: 900 });
  };
  const pressHandle = (place: number, modifiers: ('Control' | 'Shift')[] = []): Promise<void> =>
    blocks.nth(place).click({ position: { x: 6, y: 18 }, modifiers });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('region', { name: messages.start.start, exact: true }).waitFor();
  await take('start-first');
  await openSample(page);
  await page.waitForFunction(
    (none) => document.querySelectorAll(`[data-block][data-voice]:not([data-voice="${none}"])`).length > 0,
    messages.narration.noVoice,
  );
  const gallery = await context.newPage();
  await gallery.goto(new URL('/gallery.html', page.url()).href);
  await gallery.getByRole('heading', { name: 'The shapes of the studio' }).waitFor();
  await take('gallery', gallery, { fullPage: true });
  await gallery.close();
  await take('narration-new');
  await script.click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: messages.window.commandPalette }).waitFor();
  await take('palette');
  await page.keyboard.press('Escape');
  await button(messages.window.settings).click();
  await page.getByRole('region', { name: messages.account.storage, exact: true }).getByRole('table').waitFor();
  await page.mouse.move(0, 0);
  await take('settings');
  await button(messages.window.narration).click();
  await script.waitFor();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await take('narration-large-text');
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));

  await button(messages.narration.generateAll).click();
  // It asks before the first purchase of a project.
  await page.getByRole('dialog').getByRole('button', { name: messages.narration.generate, exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('div[data-block]:not([data-state="done"])').length === 0, undefined, {
    timeout: longest,
  });
  // In the second block the chapter's own player has taken over.
  const heard = (): boolean => Number(document.querySelector('[data-playing-word]')?.getAttribute('data-playing-word')) > 45;
  await page.waitForFunction(heard, undefined, { timeout: longest });
  await button(messages.narration.play).click();
  await page.mouse.move(0, 0);
  await take('narration');

  await pressHandle(0);
  await pressHandle(2, ['Control']);
  await pressHandle(3, ['Control']);
  await page.mouse.move(0, 0);
  await take('selection');

  // The first block once more, changed, and one take beside the other.
  await blocks.first().locator('p').click();
  await page.keyboard.press('End');
  await page.keyboard.type(texts.addition);
  await page.keyboard.press('Control+Enter');
  await state(0, 'done');
  await button(messages.narration.stop).click();
  await script.focus();
  await page.keyboard.press('Alt+PageDown');
  await page.keyboard.press('Alt+b');
  await page.mouse.move(0, 0);
  await take('takes', page, { inspector: true });
  await button(messages.narration.stop).click();

  /** Adds an empty chapter and writes in it from now on. */
  const addChapter = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: messages.window.commandPalette }).getByRole('combobox').waitFor();
    await page.keyboard.type(messages.chapter.addChapter);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => {
      const blocks = [...document.querySelectorAll('div[data-block]')];
      return blocks.length === 1 && blocks[0]?.textContent.trim() === '';
    });
    await script.focus();
  };
  const panel = (name: string) => page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name }).click();
  await addChapter();
  await page.keyboard.insertText(texts.long.repeat(360));
  await page.locator('[data-problem="too-long"]').waitFor();
  await page.keyboard.press('Control+Home');
  await take('too-long', page, { inspector: true });
  await page.keyboard.press('Control+Shift+o');
  await page.getByRole('list', { name: messages.narration.chapters }).waitFor();
  await take('chapters');
  await page.keyboard.press('Escape');

  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.voices }).click();
  const voices = page.getByRole('grid', { name: messages.window.voices });
  await voices.focus();
  for (let voice = 0; voice < 4; voice += 1) {
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('f');
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(
    (results) => document.querySelectorAll(`[aria-label="${results}"] canvas`).length === 4,
    messages.voices.auditionResults,
    {
      timeout: longest,
    },
  );
  await take('voices');

  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.design }).click();
  await page.getByRole('textbox', { name: messages.design.prompt }).fill(texts.voicePrompt);
  await button(messages.design.createCandidates).click();
  const candidates = page.getByRole('region', { name: messages.narration.comparison });
  await candidates.getByRole('article').nth(3).getByText(/0:0/u).waitFor({ timeout: longest });
  await page.keyboard.press('3');
  await candidates.getByText(`${messages.design.playing} 3`).waitFor();
  await candidates.press('Enter');
  await candidates.getByText(messages.design.winner).waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await take('design');
  // A recording that was dropped, and what its signal says.
  await page
    .getByRole('navigation', { name: messages.window.panels })
    .getByRole('button', { name: messages.window.clone, exact: true })
    .click();
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: texts.recording, mimeType: 'audio/wav', buffer: Buffer.from(buzz(12)) });
  await page.getByRole('list', { name: new RegExp(`^${messages.clone.adviceFor('')}`, 'u') }).waitFor({ timeout: longest });
  await take('clone');
  // A long phrase is spoken, one is ready behind it, and two wait.
  await page
    .getByRole('navigation', { name: messages.window.panels })
    .getByRole('button', { name: messages.window.live, exact: true })
    .click();
  await page.locator('button[aria-disabled="false"]').getByText(messages.live.speak, { exact: true }).waitFor({ timeout: longest });
  for (const text of texts.phrases) {
    await page.getByRole('textbox', { name: messages.live.say, exact: true }).fill(text);
    await page.keyboard.press('Enter');
  }
  await page.locator('[data-phrase="speaking"]').waitFor({ timeout: longest });
  await page.keyboard.insertText(texts.typed);
  await take('live');
  await page.keyboard.press('Escape');
  // An interview that was transcribed, corrected and searched, with one of its segments heard.
  await panel(messages.window.transcribe);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'Interview.wav', mimeType: 'audio/wav', buffer: Buffer.from(buzz(8)) });
  await page.locator('[data-chosen="ready"]').waitFor({ timeout: longest });
  await page.keyboard.press('Control+Enter');
  const segments = page.getByRole('list', { name: messages.dubbing.segments });
  await segments.getByRole('listitem').nth(3).waitFor({ timeout: longest });
  await page.getByRole('textbox', { name: messages.transcribe.nameOf(messages.transcribe.numberedSpeaker(1)) }).fill(texts.speaker);
  await page.keyboard.press('Enter');
  await segments.getByRole('textbox').nth(1).fill(texts.corrected);
  await page.getByRole('searchbox', { name: messages.transcribe.findCommand }).fill(texts.sought);
  await button(`${messages.transcribe.playFrom} ${clock(4.6)}`).click();
  await page.locator('[data-lit]').waitFor();
  await page.keyboard.press('Control+Space');
  await page.mouse.move(0, 0);
  await take('transcribe');
  // Two pictures, the second made with the first, and both in the form as frames of a video.
  await panel(messages.window.imagesVideo);
  await page.getByRole('combobox', { name: messages.imagesVideo.aspectRatio }).waitFor({ timeout: longest });
  for (const [place, prompt] of texts.images.entries()) {
    await page.getByRole('textbox', { name: messages.design.prompt }).fill(prompt);
    await button(messages.imagesVideo.makeImage).click();
    await page.getByRole('article').getByRole('img').nth(place).waitFor({ timeout: longest });
    await page.getByRole('article', { name: prompt }).getByRole('button', { name: messages.imagesVideo.useAsReference }).click();
  }
  await page.getByText(messages.imagesVideo.aVideo, { exact: true }).click();
  for (const prompt of texts.images)
    await page.getByRole('article', { name: prompt }).getByRole('button', { name: messages.imagesVideo.useAsReference }).click();
  await page.getByRole('textbox', { name: messages.design.prompt }).fill(texts.video);
  await page.mouse.move(0, 0);
  await take('images-video');
  // A film with captions by two speakers, made, one line too long for its time, and the second chosen.
  await page
    .getByRole('navigation', { name: messages.window.panels })
    .getByRole('button', { name: messages.window.dubbing, exact: true })
    .click();
  const timeline = page.getByRole('radiogroup', { name: messages.dubbing.dubbingMode }).getByText(messages.jobs.timeline, { exact: true });
  const videoZone = page.getByRole('region', { name: messages.dubbing.videoToDub });
  await timeline.or(videoZone).first().waitFor();
  if (await timeline.isVisible()) await timeline.click();
  const film = join(profile, `${texts.film}.mp4`);
  await ffmpeg(
    ...[
      '-f',
      'lavfi',
      '-i',
      'gradients=size=1280x720:rate=25:duration=20:c0=0x20304f:c1=0xd08a5a:x0=640:y0=720:x1=640:y1=0:nb_colors=2:speed=0.01',
    ],
    ...[
      '-f',
      'lavfi',
      '-i',
      'anoisesrc=color=brown:amplitude=0.8:duration=20',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-pix_fmt',
      'yuv420p',
    ],
    ...['-c:a', 'libmp3lame', film],
  );
  await videoZone.locator('input[type="file"]').setInputFiles(film);
  await button(messages.dubbing.allDubs).waitFor({ timeout: longest });
  const times = [
    '01,000 --> 00:00:03,500',
    '04,200 --> 00:00:05,600',
    '07,000 --> 00:00:10,000',
    '12,000 --> 00:00:15,000',
    '16,500 --> 00:00:18,500',
  ];
  const captions = texts.lines.map(
    (line, place) => `${place + 1}\n00:00:${times[place] ?? ''}\n${place % 2 === 0 ? 'ANNA' : 'BEN'}: ${line}`,
  );
  await page
    .locator(`input[aria-label="${messages.dubbing.captionsFile}"]`)
    .setInputFiles({ name: `${texts.film}.srt`, mimeType: 'application/x-subrip', buffer: Buffer.from(captions.join('\n\n')) });
  for (const [speaker, place] of [
    ['ANNA', 0],
    ['BEN', 3],
  ] as const) {
    await page.getByRole('combobox', { name: messages.dubbing.voiceOf(speaker) }).click();
    await page
      .getByRole('listbox', { name: messages.dubbing.voiceOf(speaker) })
      .getByRole('option')
      .filter({ hasText: spokenLanguage })
      .nth(place)
      .click();
  }
  await button(messages.narration.generateAll).click();
  // One line is expected not to fit: all are made, so that the picture shows what is offered for it.
  await button(messages.dubbing.generateUnfitToo(5)).click();
  await page.waitForFunction(() => document.querySelectorAll('[data-segments] [data-status="done"]').length === 5, undefined, {
    timeout: longest,
  });
  await page.getByRole('listbox', { name: messages.dubbing.segments }).getByRole('option').nth(1).click();
  await page.mouse.move(0, 0);
  await take('dubbing-timeline');
  // The same harbour in a kind that this browser plays: dubbed with one text, then lip-synced to a take of the script.
  const harbour = join(profile, `${texts.harbour}.webm`);
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'gradients=size=640x360:rate=25:duration=9:c0=0x20304f:c1=0xd08a5a:x0=320:y0=360:x1=320:y1=0:nb_colors=2'],
    ...['-f', 'lavfi', '-i', 'anoisesrc=color=brown:amplitude=0.8:duration=9'],
    ...['-c:v', 'libvpx', '-pix_fmt', 'yuv420p', '-deadline', 'realtime', '-c:a', 'libopus', harbour],
  );
  const given = (slot: string) => page.locator(`[data-slot="${slot}"]`);
  const give = async (slot: string): Promise<void> => {
    await page.locator(`[data-fills="${slot}"] input[type="file"]`).setInputFiles(harbour);
    await given(slot).getByText('640 × 360').waitFor({ timeout: longest });
  };
  await page.getByRole('radiogroup', { name: messages.dubbing.dubbingMode }).getByText(messages.dubbing.oneText, { exact: true }).click();
  await give('dubbing.video');
  await page.getByRole('combobox', { name: messages.narration.voice }).fill(spokenLanguage);
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: messages.dubbing.text }).fill(texts.dubbed);
  await page.getByRole('checkbox', { name: messages.dubbing.fitSpeech }).check();
  await button(messages.dubbing.dub).click();
  await page.getByRole('region', { name: messages.mediaJobs.job }).getByText(messages.chapter.done).waitFor({ timeout: longest });
  await button(`${messages.dubbing.goTo} ${clock(0)}`).click();
  await page.keyboard.press('Control+Space');
  await page.locator('[data-word-lit]', { hasText: texts.lit }).waitFor({ timeout: longest });
  await page.keyboard.press('Control+Space');
  await page.mouse.move(0, 0);
  await take('dubbing-text');
  await panel(messages.window.lipSync);
  await give('lip-sync.video');
  await page.getByRole('button', { name: messages.lipSync.fromNarration }).click();
  await page.getByRole('menuitem').last().click();
  await given('lip-sync.audio')
    .getByText(/ · WAVE · /u)
    .waitFor({ timeout: longest });
  await button(messages.lipSync.makeLipSync).click();
  await page.getByRole('region', { name: messages.mediaJobs.job }).getByText(messages.chapter.done).waitFor({ timeout: longest });
  await page.mouse.move(0, 0);
  await take('lip-sync');
  await panel(messages.window.jobs);
  // The newest of the lines that were made for the comparison of voices.
  await page.locator(`[role="option"]:has-text("${texts.voicePrompt.slice(0, 40)}") + [role="option"]`).click();
  await page.getByLabel(messages.jobs.requestHeaders).waitFor();
  await take('jobs');
  await panel(messages.window.account);
  await page.getByText(messages.account.showTable, { exact: true }).waitFor();
  await take('account');
  await panel(messages.window.narration);

  // A chapter in which everything goes wrong.
  await addChapter();
  for (const [index, line] of texts.failing.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.insertText(line);
  }
  await service.setFaults([
    { on: aligned, kind: 'cut-after-events', nth: 1, times: 1, events: 4 },
    { on: aligned, kind: 'status', status: 402, code: 'ERR_INSUFFICIENT_CREDITS', nth: 2, times: 2 },
  ]);
  await button(messages.narration.generateChapter).click();
  await state(0, 'incomplete');
  await state(2, 'failed');
  await page.mouse.move(0, 0);
  await take('trouble');
  await service.clearFaults();
  // Back in the first chapter, the sound of its third block is changed on the disk while the studio is away.
  await page.keyboard.press('Shift+Alt+PageUp');
  await page.keyboard.press('Shift+Alt+PageUp');
  await page.locator('div[data-block]:first-child', { hasText: texts.addition.trim() }).waitFor();
  const damagedId = (await blocks.nth(2).getAttribute('data-block')) ?? '';
  await page.close();
  await host.stop();
  const file = readdirSync(profile, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('.voicewright'));
  const database = new DatabaseSync(join(profile, file ?? ''));
  database
    .prepare(
      `UPDATE sound_parts SET bytes = randomblob(length(bytes)) WHERE content_hash IN (SELECT content_hash FROM takes WHERE block_id = ?)`,
    )
    .run(damagedId);
  database.close();
  for (const kept of ['results', 'cache']) rmSync(join(profile, kept), { recursive: true, force: true });
  host = await startBuiltHost(profile, connection);
  page = await context.newPage();
  last = page;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(host.url);
  await state(2, 'damaged', page);
  await page.locator('[data-block] p').nth(2).click();
  await page.mouse.move(0, 0);
  await take('damaged', page, { inspector: true });
} catch (thrown) {
  // What stood there when it failed.
  await last?.screenshot({ path: join(folder, 'failed.png') }).catch(() => undefined);
  throw thrown;
} finally {
  await browser.close();
  await host.stop();
  await service.stop();
  recogniser.remove();
  rmSync(profile, { recursive: true, force: true });
}
// Each language has a run of its own: texts that are read once keep theirs.
if (chosen === undefined && !isTranslated)
  for (const other of translations.filter((each) => each !== 'en')) {
    const env = { ...process.env, VOICEWRIGHT_LANGUAGE: other };
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit', env });
    if (status !== 0) throw new Error(`The pictures in ${other} could not be taken.`);
  }
