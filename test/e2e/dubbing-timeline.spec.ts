import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { heardOf } from '#shared/dubbing/fit.ts';
import { dubSchema, type Dub } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { jobsPath } from '#shared/wire/jobs.ts';
import { decoded, ffmpeg, levelOf, picturesOf, probed } from '../contract/dubbing-timeline/fixture.ts';
import { seriousTroubles } from './axe.ts';
import { dropAt } from './media.ts';
import { expect, paidRequests, test } from './with-service.ts';

const rate = 48_000;
const folder = mkdtempSync(join(tmpdir(), 'voicewright-dubbing-'));
const film = join(folder, 'The harbour.mp4');
const captions = join(folder, 'The harbour.srt');
writeFileSync(
  captions,
  `1
00:00:01,000 --> 00:00:02,800
ANNA: The boats have been away since Monday.

2
00:00:04,000 --> 00:00:05,000
BEN: And nobody has heard anything of them since then?

3
00:00:07,000 --> 00:00:08,500
ANNA: Not one word.
`,
);

test.beforeAll(() =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=10', '-f', 'lavfi', '-i', 'sine=frequency=120:duration=10'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-ac', '1', film],
  ),
);
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const segments = (page: Page) => page.getByRole('listbox', { name: messages.dubbing.segments });
const row = (page: Page, place: number) => segments(page).getByRole('option').nth(place);

async function openDubbing(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: messages.window.panels })
    .getByRole('button', { name: messages.window.dubbing, exact: true })
    .click();
  const tab = page.getByRole('radiogroup', { name: messages.dubbing.dubbingMode }).getByText(messages.dubbing.timeline, { exact: true });
  await expect(
    page
      .getByRole('region', { name: messages.dubbing.videoToDub })
      .or(page.getByRole('region', { name: messages.dubbing.dubs }))
      .or(tab)
      .first(),
  ).toBeVisible();
  if (await tab.isVisible()) await tab.click();
}

/** Lets a file go in the middle of the window. */
const drop = (page: Page, file: string, before?: () => Promise<void>) => dropAt(page, { x: 500, y: 450 }, [file], before);

const speakers = [
  ['ANNA', 0],
  ['BEN', 3],
] as const;

/** A video with its captions, each speaker with another voice, or only some of them with one. */
async function prepare(page: Page, voiced: readonly (typeof speakers)[number][] = speakers): Promise<void> {
  await openDubbing(page);
  await drop(page, film, () => expect(page.getByText(messages.dubbing.dropNow(messages.dubbing.videoTypes))).toBeVisible());
  await expect(page.getByRole('heading', { name: 'The harbour' })).toBeVisible({ timeout: 20_000 });
  await drop(page, captions);
  await expect(segments(page).getByRole('option')).toHaveCount(3);
  for (const [speaker, place] of voiced) {
    await page.getByRole('combobox', { name: `Voice of ${speaker}` }).click();
    await page.getByRole('option').filter({ hasText: 'English' }).nth(place).click();
  }
}

const unfitQuestion = (page: Page) => page.getByRole('dialog', { name: messages.dubbing.unfitQuestion(1) });

/** Generate all, with the line that will not fit. */
async function pressGenerateAll(page: Page): Promise<void> {
  await button(page, messages.dubbing.generateAll).click();
  const withIt = unfitQuestion(page).getByRole('button', { name: /^Generate (?:all \d+|anyway)$/u });
  const lastDone = segments(page).locator('[data-status="done"]').nth(2);
  await withIt.or(button(page, messages.dubbing.stopGenerating)).or(lastDone).first().waitFor();
  // Lines of an earlier run may come while it asks, and it asks no more then.
  if (await withIt.isVisible()) await withIt.or(lastDone).first().click();
}

async function generateEverything(page: Page, made = 3): Promise<void> {
  await pressGenerateAll(page);
  await expect(segments(page).locator('[data-status="done"]')).toHaveCount(made, { timeout: 40_000 });
}

/** The dub as it is on the disk. */
function keptDub(profileDirectory: string): Dub {
  const [id = ''] = readdirSync(join(profileDirectory, 'dubbing')).filter((name) => name !== 'takes');
  return dubSchema.parse(JSON.parse(readFileSync(join(profileDirectory, 'dubbing', id, 'dub.json'), 'utf8')));
}

const onsetAfter = (pcm: Int16Array, from: number): number => {
  for (let at = from; at < pcm.length; at += 48) if (levelOf(pcm, at, at + 96) > -45) return at;
  return -1;
};

/** The original says nothing while the dub does. */
async function silenceOriginal(page: Page): Promise<void> {
  await page
    .getByRole('spinbutton', { name: messages.dubbing.lowerBy })
    .or(page.getByRole('textbox', { name: messages.dubbing.lowerBy }))
    .fill('60');
  await page.keyboard.press('Enter');
}

/** The bar that says what was written last. */
const written = (page: Page) => page.locator('[data-exported]');

async function exportVideo(page: Page, name: string): Promise<string> {
  await button(page, messages.dubbing.exportWord).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: messages.dubbing.exportVideo, exact: true }).click();
  const download = await downloading;
  const out = join(folder, name);
  await download.saveAs(out);
  expect(download.suggestedFilename()).toBe('The harbour (dubbed, en).mp4');
  await expect(written(page)).toContainText('Exported The harbour (dubbed, en).mp4.');
  return out;
}

/** What is decoded has every take where its segment says. */
async function expectSoundInPlace(out: string, profileDirectory: string): Promise<void> {
  const dub = keptDub(profileDirectory);
  expect(dub.segments).toHaveLength(3);
  const pcm = await decoded(out, 1);
  for (const segment of dub.segments) {
    const { take, pace } = heardOf(segment, dub.takes)!;
    const lead = onsetAfter(await decoded(join(profileDirectory, 'media', take.id.slice(0, 2), take.id), 1), 0) / pace;
    // The original is silent from the segment's start on: what is heard first is the take.
    expect(Math.abs(onsetAfter(pcm, segment.start) - segment.start - lead) / rate).toBeLessThan(0.02);
  }
}

test(
  'lines without a voice are named beside the price and before an export, and lead to their segments',
  { tag: '@beside' },
  async ({ page }) => {
    await prepare(page, [speakers[0]]);
    await expect(page.getByText(/2 lines, \d+ characters, 1 without a voice ·/u)).toBeVisible();
    // It is not generated, so that nothing is said of how it would fit.
    await expect(button(page, messages.dubbing.segmentWillNotFit(2))).toHaveCount(0);
    await button(page, messages.dubbing.voicelessCount(1)).click();
    await expect(row(page, 1)).toHaveAttribute('aria-selected', 'true');
    await button(page, messages.dubbing.exportWord).click();
    await page.getByRole('menuitem', { name: messages.dubbing.exportVideo }).first().click();
    const question = page.getByRole('dialog', { name: messages.dubbing.exportUnfinished });
    await expect(question).toContainText(`${messages.dubbing.silentLines(3)} ${messages.dubbing.voicelessLines(1)}`);
    await page.keyboard.press('Escape');
    await button(page, messages.dubbing.allDubs).click();
    await expect(page.getByText(messages.dubbing.dubsNote)).toBeVisible();
  },
);

test('a dropped video is dubbed in two voices from an SRT, arranged by keyboard, and leaves with its sound where the segments say', async ({
  page,
  service,
  profileDirectory,
}) => {
  test.slow();
  await prepare(page);
  await expect(page.getByText(/3 lines, \d+ characters, segment 2 will not fit · price unknown/u)).toBeVisible();
  // What will not fit leads to its segment, and so does the question: that buys nothing.
  await button(page, messages.dubbing.segmentWillNotFit(2)).click();
  await expect(row(page, 1)).toHaveAttribute('aria-selected', 'true');
  await row(page, 0).click();
  await button(page, messages.dubbing.generateAll).click();
  await unfitQuestion(page)
    .getByRole('button', { name: /^Segment 2 And nobody/u })
    .click();
  await expect(row(page, 1)).toHaveAttribute('aria-selected', 'true');
  await expect(segments(page)).toBeFocused();
  // It asks first: Cancel buys nothing.
  await button(page, messages.dubbing.generateAll).click();
  await expect(unfitQuestion(page).getByRole('button', { name: messages.dubbing.generateFitting(2) })).toBeFocused();
  await unfitQuestion(page).getByRole('button', { name: messages.dubbing.cancel, exact: true }).click();
  expect((await service.charges()).entries.filter(({ state }) => state !== 'granted')).toEqual([]);
  await generateEverything(page);
  expect((await paidRequests(service)).settled).toBe(3);
  // AAC has no decoder in main: the window has decoded it, and the lane shows it.
  await expect(page.getByText(/AAC audio/u)).toHaveCount(0);

  // By keyboard alone: the second segment, half a second later, its end by a frame; undo and redo.
  await segments(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 1)).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 1)).toContainText('00:00:04:00');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+Shift+ArrowRight');
  for (let frame = 0; frame < 3; frame += 1) await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Control+ArrowRight');
  await expect(row(page, 1)).toContainText('00:00:04:13');
  await expect(row(page, 1)).toContainText('00:00:05:14');
  await page.keyboard.press('Control+z');
  await expect(row(page, 1)).toContainText('00:00:05:13');
  await page.keyboard.press('Control+z');
  await expect(row(page, 1)).toContainText('00:00:04:00');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+y');
  await expect(row(page, 1)).toContainText('00:00:05:14');
  // Enter leads to the text; what was made sounds on, marked, until it is made again; the old words find their take again.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: messages.dubbing.text, exact: true })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' Really?');
  await expect(row(page, 1)).toContainText(messages.dubbing.changed);
  await page.keyboard.press('Escape');
  await expect(segments(page)).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(row(page, 1)).toContainText(messages.dubbing.done);
  // A name that is written into the text would be spoken: one press makes it the speaker, and undo takes that back.
  await segments(page).focus();
  await page.keyboard.press('Enter');
  // Home alone goes to the start of the line that the caret is on: the text has two.
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('TOM: ');
  await button(page, messages.dubbing.makeSpeaker('TOM')).click();
  await expect(page.getByRole('textbox', { name: messages.dubbing.text, exact: true })).toBeFocused();
  await expect(row(page, 1)).toContainText('TOM');
  await expect(row(page, 1)).not.toContainText('TOM:');
  await expect(row(page, 1)).toContainText(messages.dubbing.done);
  await page.keyboard.press('Escape');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Control+z');
  await expect(row(page, 1)).not.toContainText('TOM');
  // Who speaks is named in the fields of the segment, and has a lane of its own.
  const speaker = page.getByRole('combobox', { name: messages.dubbing.speaker, exact: true });
  await speaker.fill('Ida');
  await page.keyboard.press('Enter');
  await expect(row(page, 1)).toContainText('Ida');
  await segments(page).focus();
  await page.keyboard.press('Control+z');
  await expect(row(page, 1)).not.toContainText('Ida');
  await silenceOriginal(page);

  // It plays, and the picture follows the sound within two frames.
  await segments(page).focus();
  await page.keyboard.press('Space');
  await expect(button(page, messages.dubbing.pauseDub)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(5);
  await page.keyboard.press('Space');
  await expect(button(page, messages.dubbing.playDub)).toBeVisible();

  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('import subtitles');
  await page.keyboard.press('Enter');
  expect((await choosing).isMultiple()).toBe(false);
  const out = await exportVideo(page, 'downloaded.mp4');
  expect((await probed(out)).streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
  expect(await picturesOf(out)).toEqual(await picturesOf(film));
  const dub = keptDub(profileDirectory);
  expect(dub.segments[1]!.start).toBe(Math.round((4 + 13 / 25) * rate));
  expect(dub.video.sound).toMatchObject({ state: 'ready', codec: 'aac' });
  await expectSoundInPlace(out, profileDirectory);
  expect(await paidRequests(service)).toMatchObject({ settled: 3 });

  // What was written is said until the dub is another one, or nobody wants to read it any more.
  await button(page, messages.dubbing.dismiss).click();
  await expect(written(page)).toHaveCount(0);
  await exportVideo(page, 'again.mp4');
  await segments(page).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(written(page)).toHaveCount(0);
});

test(
  'a line that is too long takes what it needs of the gap, by one press that undo takes back; the example opens a dub that costs nothing yet',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await openDubbing(page);
    await button(page, messages.sources.tryExample).click();
    await expect(segments(page).getByRole('option')).toHaveCount(3, { timeout: 20_000 });
    await expect(page.locator('[data-lane]')).toHaveCount(2);
    await expect(page.getByRole('combobox', { name: messages.dubbing.voiceOf('VISITOR') })).not.toHaveValue('');
    expect((await paidRequests(service)).settled).toBe(0);
    await row(page, 1).click();
    const remedies = page.getByRole('region', { name: messages.dubbing.makeItFit });
    // The last clause can be cut, and a whole sentence is left.
    const text = page.getByRole('textbox', { name: messages.dubbing.text, exact: true });
    const question = 'Have all of the boats come back?';
    await text.fill('Have all of the boats come back, or are they still out there?');
    const cut = remedies.getByRole('button', { name: messages.dubbing.cutWords });
    await expect(cut.locator('del')).toHaveText('or are they still out there');
    await cut.click();
    await expect(text).toHaveValue(question);
    await expect(page.getByText(messages.dubbing.removedWords('or are they still out there'))).toBeVisible();
    await button(page, messages.window.undoOf(messages.dubbing.wordsCut)).click();
    await expect(text).toHaveValue(/still out there/u);
    await cut.click();
    await expect(text).toHaveValue(question);
    // 32 characters in eleven tenths of a second, once its end is moved, and eight tenths behind them.
    const end = page.getByRole('textbox', { name: messages.dubbing.end, exact: true });
    await end.fill('3.4');
    await end.press('Enter');
    await expect(row(page, 1)).toContainText('00:00:03:10');
    await expect(remedies.getByRole('button')).toHaveText([
      new RegExp(messages.dubbing.shortenPause, 'u'),
      new RegExp(messages.dubbing.borrowGap, 'u'),
      new RegExp(messages.dubbing.speakFaster, 'u'),
    ]);
    await expect(row(page, 1)).toContainText('00:00:03:10');
    expect(await seriousTroubles(page)).toEqual([]);
    await remedies.getByRole('button', { name: messages.dubbing.borrowGap }).focus();
    await page.keyboard.press('Enter');
    // To the tenth of a second before the next line begins.
    await expect(row(page, 1)).toContainText('00:00:04:02');
    await expect(remedies.getByRole('button', { name: messages.dubbing.borrowGap })).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(row(page, 1)).toContainText('00:00:03:10');
    // Generated though it does not fit, it is still named, and the rest of it is measured.
    await end.fill('2.9');
    await end.press('Enter');
    const named = (words: string) => page.getByRole('button', { name: words, exact: true });
    await expect(named(messages.dubbing.segmentWillNotFit(2))).toBeVisible();
    await pressGenerateAll(page);
    await expect(named(messages.dubbing.segmentDoesNotFit(2))).toBeVisible({ timeout: 60_000 });
    await row(page, 0).click();
    await named(messages.dubbing.segmentDoesNotFit(2)).click();
    await expect(row(page, 1)).toHaveAttribute('aria-selected', 'true');
    const over = /[\d.]+ s/u;
    await expect(row(page, 1)).toContainText(new RegExp(messages.dubbing.tooLongBy(over.source), 'iu'));
    await expect(page.locator('[data-lane] [data-segment][data-chosen]')).toContainText(new RegExp(`\\+${over.source}`, 'u'));
  },
);

test(
  'kill -9 while a dub is made: a failed line stops no other, none is bought twice, and the sound is where the segments say',
  { tag: '@beside' },
  async ({ page, service, host, profileDirectory, startAgain }) => {
    test.slow();
    await prepare(page);
    await service.setFaults([{ on: `POST ${jobsPath}`, kind: 'fail-generation', nth: 1, times: 1 }]);
    await generateEverything(page, 2);
    await expect(segments(page).locator('[data-status="failed"]')).toHaveCount(1);
    // The reason stands on the stage, also where the fields of a segment are put away.
    await expect(page.getByRole('alert').filter({ hasText: messages.dubbing.failedCountSummary('1') })).toContainText(
      messages.shapes.maybeCharged,
    );
    await segments(page).getByRole('option').filter({ hasText: messages.dubbing.failed }).click();
    await expect(page.getByRole('alert').filter({ hasText: messages.dubbing.segmentSilent })).toBeVisible();
    await silenceOriginal(page);
    await expect.poll(() => keptDub(profileDirectory)).toMatchObject({ takes: { length: 2 }, ducking: { amountDb: -60 } });
    // The failed line once more; the host dies while the service has it.
    await service.setFaults([{ on: `GET ${jobsPath}/*`, kind: 'delay', ms: 20_000, times: 9 }]);
    await pressGenerateAll(page);
    await expect.poll(async () => (await service.charges()).entries.filter(({ state }) => state !== 'granted').length).toBe(4);
    await host.stop('SIGKILL');
    await service.clearFaults();
    await page.goto((await startAgain()).url);
    // The window comes back to the panel and opens what was open; the list has it, too.
    await button(page, messages.dubbing.allDubs).click();
    await page.getByRole('button', { name: /The harbour.*of 3 segments generated/u }).click();
    // What the service had comes by itself.
    await expect(segments(page).locator('[data-status="done"]')).toHaveCount(3, { timeout: 30_000 });
    await expect(page.getByRole('combobox', { name: messages.dubbing.voiceOf('BEN') })).not.toHaveValue('');
    expect((await paidRequests(service)).settled).toBe(3);
    await expectSoundInPlace(await exportVideo(page, 'after.mp4'), profileDirectory);
    await button(page, messages.dubbing.allDubs).click();
    await expect(page.getByRole('button', { name: /The harbour.*3 of 3 segments generated/u })).toBeVisible();
  },
);

test(
  'segments are dragged and trimmed with the mouse; one speaks by another model; a batch that is stopped buys nothing twice',
  { tag: '@beside' },
  async ({ page, service, profileDirectory }) => {
    test.slow();
    await prepare(page);
    const bar = page.locator('[data-lane] [data-segment]', { hasText: 'And nobody has heard' });
    /** The second segment's start and end on the disk, in seconds, as soon as all is saved. */
    const times = async (): Promise<number[]> => {
      // A narrow bar may have no room to show it.
      await expect(page.getByText(messages.dubbing.saved, { exact: true }).last()).toBeAttached();
      const { start = 0, end = 0 } = keptDub(profileDirectory).segments[1] ?? {};
      return [start / rate, end / rate];
    };
    /** Presses on the bar at a share of its length, and lets go so many lengths (of a second) later. */
    const drag = async (at: number, by: number): Promise<void> => {
      const box = (await bar.boundingBox())!;
      const [x, y] = [box.x + box.width * at, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + (box.width * by) / 2, y, { steps: 3 });
      await page.mouse.move(x + box.width * by, y, { steps: 3 });
      await page.mouse.up();
    };
    const frames = (seconds: number): number => Math.round(seconds * 25);
    // Down to another lane, as straight as a hand does it: no time is changed, and there is nothing to undo of it below.
    const { x, y, width, height } = (await bar.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 2, y + height * 2, { steps: 3 });
    await expect(bar).toHaveAttribute('data-chosen', 'true');
    await page.mouse.up();
    await drag(0.5, 0.6);
    await expect(row(page, 1)).not.toContainText('00:00:04:00');
    await expect.poll(async () => (await times()).map(frames)).toEqual([frames(4.6), frames(5.6)]);
    await page.mouse.move(0, 0);
    const box = (await bar.boundingBox())!;
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 1.4 - 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await times()).map(frames)).toEqual([frames(4.6), frames(6)]);
    for (let undone = 0; undone < 2; undone += 1) await page.keyboard.press('Control+z');
    await expect.poll(async () => (await times()).map(frames)).toEqual([frames(4), frames(5)]);

    const model = page.getByRole('combobox', { name: messages.dubbing.model, exact: true });
    await expect(model).toHaveValue(/^Default: /u);
    await model.click();
    const other = page
      .getByRole('option', { disabled: false })
      .filter({ hasText: /^(?:alpha|beta|gamma)-/u })
      .first();
    const modelId = await other.textContent();
    await other.click();
    await expect(model).toHaveValue(modelId!);

    await service.setFaults([{ on: `GET ${jobsPath}/*`, kind: 'delay', ms: 20_000, times: 9 }]);
    await pressGenerateAll(page);
    await expect.poll(async () => (await service.charges()).entries.filter(({ state }) => state !== 'granted').length).toBe(3);
    await button(page, messages.dubbing.stopGenerating).click();
    await expect(page.getByText(messages.dubbing.generationStopped('0 lines')).first()).toBeVisible();
    await service.clearFaults();
    await generateEverything(page);
    expect((await paidRequests(service)).settled).toBe(3);
    const models = () => keptDub(profileDirectory).takes.map((take) => take.modelId);
    await expect.poll(() => models().toSorted()).toEqual([modelId, null, null].toSorted());
  },
);

test(
  'what is no video or damaged captions is refused in words that name the line; a line that is added is written at once',
  { tag: '@beside' },
  async ({ page }) => {
    await openDubbing(page);
    const notes = join(folder, 'notes.mp4');
    writeFileSync(notes, 'These are notes. '.repeat(50));
    await drop(page, notes);
    await expect(page.getByRole('alert')).toContainText('not an MP4, MOV, WebM or Matroska');
    await drop(page, film);
    await expect(page.getByRole('heading', { name: 'The harbour' })).toBeVisible({ timeout: 20_000 });
    const damaged = join(folder, 'damaged.srt');
    writeFileSync(damaged, '1\n00:00:01,000 --> 00:00:0x,000\nHello\n');
    await drop(page, damaged);
    await expect(page.getByRole('alert')).toContainText('Line 2 has a time that cannot be read');
    await expect(segments(page)).toHaveCount(0);
    await page.getByRole('button', { name: messages.dubbing.dismiss }).click();
    expect(await seriousTroubles(page)).toEqual([]);
    await drop(page, captions);
    await expect(segments(page).getByRole('option')).toHaveCount(3);
    expect(await seriousTroubles(page)).toEqual([]);
    // Letters that follow are its text and no keys of the panel; in a narrow window the drawer opens for it.
    await segments(page).focus();
    await page.keyboard.press('n');
    await page.keyboard.type('Not now.');
    await expect(row(page, 0)).toContainText('Not now.');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1000, height: 700 });
    await expect(button(page, messages.commands.inspector)).toBeVisible();
    await segments(page).focus();
    await page.keyboard.press('n');
    await page.keyboard.type('No sun.');
    await expect(segments(page).getByText('No sun.')).toBeVisible();
    await expect(segments(page).getByRole('option')).toHaveCount(5);
  },
);

test.describe(() => {
  test.use({ colorScheme: 'dark' });
  test('axe finds nothing serious in the time line in the dark theme', { tag: '@beside' }, async ({ page }) => {
    await prepare(page);
    expect(await seriousTroubles(page)).toEqual([]);
  });
});
