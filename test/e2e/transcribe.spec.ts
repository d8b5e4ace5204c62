import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { buzz } from '../contract/clone/fixture.ts';
import { ffmpeg } from '../contract/dubbing-timeline/fixture.ts';
import { startLocalService } from '../helpers/local-service.ts';
import { interview, writeRecogniser } from '../helpers/recogniser.ts';
import { seriousTroubles } from './axe.ts';
import { chooseByKeys, chooserOf, openByKeys, stopsTo, tabTo, zoneOf } from './media.ts';
import { blocks, expect, script, test as withService } from './with-service.ts';

/** The service has a recogniser, which hears the interview in any sound. */
const test = withService.extend({
  service: async ({}, use) => {
    const recogniser = writeRecogniser(interview);
    const service = await startLocalService({ key: 'local-e2e', recogniser: recogniser.program });
    await use(service);
    await service.stop();
    recogniser.remove();
  },
});
test.slow();

const transcribePath = 'POST /api/open/v1/speech/transcriptions';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const segments = (page: Page) => page.getByRole('list', { name: messages.transcribe.segments }).getByRole('listitem');
const text = (page: Page, place: number) => segments(page).nth(place).getByRole('textbox');
const entries = (page: Page) => page.getByRole('region', { name: messages.transcribe.transcripts }).getByRole('listitem');
const paid = async (service: { charges(): Promise<{ entries: { operation: string; state: string }[] }> }): Promise<number> =>
  (await service.charges()).entries.filter(({ operation, state }) => operation === transcribePath && state === 'settled').length;

async function openTranscribe(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.transcribe }).click();
  await expect(page.getByRole('main', { name: messages.transcribe.transcribe })).toBeVisible();
}

/** Drops a recording on its place, as a person does. */
async function drop(page: Page, name = 'Interview.wav'): Promise<void> {
  await dropBytes(page, name, Buffer.from(buzz(8)));
  await expect(page.locator('[data-chosen="ready"]')).toContainText('0:08.0');
}

async function dropBytes(page: Page, name: string, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, bytes }) => {
      const carried = new DataTransfer();
      carried.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name, { type: 'audio/wav' }));
      return carried;
    },
    { name, bytes: content.toString('base64') },
  );
  const zone = page.locator(zoneOf('recording'));
  for (const event of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(event, { dataTransfer: transfer });
}

test('a file that cannot be transcribed disables the button, which says why', { tag: '@beside' }, async ({ page }) => {
  await openTranscribe(page);
  await dropBytes(page, 'Interview.wav', Buffer.from('This is no recording.'));
  const transcribe = button(page, messages.transcribe.transcribe).last();
  await expect(transcribe).toHaveAttribute('aria-disabled', 'true');
  const reason = await page.locator('main').getByRole('alert').first().textContent();
  expect(reason).toBeTruthy();
  await expect(transcribe).toHaveAccessibleDescription(reason ?? '');
});

test('a dropped recording is read, heard from any segment, corrected, found in, narrated, and leaves as SRT', async ({ page, service }) => {
  await openTranscribe(page);
  await drop(page);
  await expect(page.getByRole('main')).toContainText(messages.narration.priceUnknown);
  await button(page, messages.transcribe.transcribe).last().focus();
  await page.keyboard.press('Enter');
  await expect(segments(page)).toHaveCount(4);
  await expect(page.getByRole('article', { name: 'Interview.wav' })).toBeFocused();
  expect(await paid(service)).toBe(1);

  await button(page, `${messages.transcribe.playFrom} 0:04.6`).click();
  await expect(segments(page).nth(2)).toHaveAttribute('data-lit', 'true');
  await expect(page.getByRole('timer', { name: messages.transcribe.position })).toContainText(/^0:0[4-8]/u);
  // The slider is at the same place as the waveform's colour.
  const recording = page.getByRole('article', { name: 'Interview.wav' });
  const wave = await recording.locator('canvas').first().boundingBox();
  const slider = await recording.locator('.mantine-Slider-root').boundingBox();
  expect([slider!.x, slider!.width]).toEqual([wave!.x, wave!.width]);
  await expect(segments(page).nth(3)).toHaveAttribute('data-lit', 'true');

  await page.getByRole('textbox', { name: messages.transcribe.nameOf(messages.transcribe.numberedSpeaker(1)) }).fill('Anna');
  await page.keyboard.press('Enter');
  await expect(segments(page).nth(2)).toContainText('Anna');
  await text(page, 1).fill('Thank you very much for having me.');
  await expect(page.getByRole('article', { name: 'Interview.wav' })).toContainText(messages.transcribe.editedSaved);

  await page.keyboard.press('Control+f');
  await page.keyboard.insertText('THE');
  const bar = page.getByRole('search', { name: messages.transcribe.transcriptSubject });
  await expect(bar).toContainText('1 of 3');
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('2 of 3');
  await page.keyboard.press('Shift+F3');
  await expect(bar).toContainText('1 of 3');
  await page.keyboard.insertText('xyz');
  await expect(bar).toContainText(messages.transcribe.notFound);

  await button(page, messages.transcribe.exportWord).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('too fast to read: over 20 characters per second');
  const downloading = page.waitForEvent('download');
  await button(page, 'Export SRT').click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('Interview.srt');
  const captions = readFileSync(await file.path(), 'utf8');
  expect(captions).toContain('00:00:00,200 --> 00:00:02,000\r\nAnna: Good morning, and welcome.');
  expect(captions).toMatch(/Speaker 2:\s+Thank you very much/u);
  await expect(dialog).toHaveCount(0);
  await expect(button(page, messages.transcribe.exportWord)).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('subtitles');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: messages.transcribe.exportTitle })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await button(page, messages.transcribe.sendToNarration).click();
  await expect(dialog).toContainText('4 blocks in a new chapter');
  await expect(dialog).toContainText(messages.transcribe.newInCast('Anna and Speaker 2'));
  await dialog.getByRole('textbox', { name: messages.transcribe.chapter }).fill('The lighthouse');
  await page.keyboard.press('Enter');
  await expect(blocks(page)).toHaveCount(4);
  await expect(blocks(page).nth(1)).toContainText('Thank you very much for having me.');
  await expect(
    page.getByRole('button', { name: messages.narration.chapters, exact: true }).or(page.getByText('The lighthouse')).first(),
  ).toBeVisible();
  await script(page).focus();
  await page.keyboard.press('Control+z');
  await expect(script(page)).not.toContainText('Thank you very much for having me.');

  // No dub is open: the lines wait for a video, and become its segments, each at its time.
  const film = join(mkdtempSync(join(tmpdir(), 'voicewright-film-')), 'The interview.webm');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=9', '-c:v', 'libvpx', '-deadline', 'realtime', film);
  const sendToDub = async (where: string): Promise<void> => {
    await openTranscribe(page);
    await button(page, messages.transcribe.sendToDubbing).click();
    await page.getByRole('menuitem', { name: where }).click();
  };
  await sendToDub(messages.transcribe.newDubWithVideo);
  const waiting = page.getByRole('region', { name: messages.dubbing.waitingLines });
  await expect(waiting).toContainText('4 lines from Interview.wav wait for a video');
  await expect(waiting).toBeFocused();
  await page.locator('input[type="file"][accept*=".webm"]').first().setInputFiles(film);
  const list = page.getByRole('listbox', { name: messages.transcribe.segments });
  const lines = list.getByRole('option');
  await expect(lines).toHaveCount(4);
  await expect(list).toBeFocused();
  await expect(lines.nth(1)).toContainText('Thank you very much for having me.');
  await expect(lines.first()).toContainText('00:00:05');
  await expect(waiting).toHaveCount(0);
  // A dub is open: its segments are not replaced unasked, and the keyboard goes on with the first of those that came.
  await sendToDub(messages.transcribe.into('The interview'));
  await expect(dialog).toContainText('Interview.wav has 4 captions; the dub has 4 segments.');
  await dialog.getByRole('button', { name: messages.dubbing.replaceSegments }).focus();
  await page.keyboard.press('Enter');
  await expect(list).toBeFocused();
  await expect(lines).toHaveCount(4);
  await expect(lines.first()).toHaveAttribute('aria-selected', 'true');
  // Lines wait over a restart of the window, without taking the focus from who comes by; what was used waits no more.
  await sendToDub(messages.transcribe.newDubWithVideo);
  await expect(waiting).toBeFocused();
  await page.reload();
  const dubbing = page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.dubbing });
  await dubbing.click();
  await expect(waiting).toContainText('4 lines from Interview.wav wait for a video');
  await expect(dubbing).toBeFocused();
  await page.locator('input[type="file"][accept*=".webm"]').first().setInputFiles(film);
  await expect(lines).toHaveCount(4);
  await expect(waiting).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('waiting-lines'))).toBeNull();
  rmSync(film, { recursive: true });
});

test(
  'the video of a dub is transcribed without being chosen again, and one press makes its segments',
  { tag: '@beside' },
  async ({ page, service }) => {
    await openTranscribe(page);
    await drop(page);
    await button(page, messages.transcribe.transcribe).last().click();
    await expect(segments(page)).toHaveCount(4);

    const folder = mkdtempSync(join(tmpdir(), 'voicewright-film-'));
    const film = join(folder, 'The harbour.webm');
    await ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=9', '-f', 'lavfi', '-i', 'sine=duration=9'],
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', film],
    );
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.dubbing }).click();
    await page.locator('input[type="file"][accept*=".webm"]').first().setInputFiles(film);
    await button(page, messages.dubbing.transcribeElsewhere).click();
    // The transcript of before gives way to what is to be transcribed now.
    await expect(page.locator('[data-chosen="ready"]')).toContainText('The harbour.webm');
    await expect(page.getByRole('article', { name: 'Interview.wav' })).toHaveCount(0);
    await expect(button(page, messages.transcribe.sendToDubbing)).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'The harbour.webm' })).toBeVisible();
    expect(await seriousTroubles(page)).toEqual([]);
    await button(page, messages.transcribe.transcribe).last().click();
    const send = button(page, messages.transcribe.sendToDub('The harbour'));
    await expect(send).toBeVisible();
    // The window may load again, for example for its language: what was open is open.
    await page.reload();
    await openTranscribe(page);
    await expect(page.getByRole('article', { name: 'The harbour.webm' })).toBeVisible();
    expect(await paid(service)).toBe(2);
    expect(await seriousTroubles(page)).toEqual([]);
    await send.click();
    const lines = page.getByRole('listbox', { name: messages.dubbing.segments });
    await expect(lines.getByRole('option')).toHaveCount(4);
    await expect(lines).toBeFocused();
    await expect(page.getByRole('heading', { name: 'The harbour' })).toBeVisible();
    // Nobody waits until it is saved.
    await page.reload();
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.dubbing }).click();
    await expect(lines.getByRole('option')).toHaveCount(4);
    rmSync(folder, { recursive: true });
  },
);

test('one press in Dubbing transcribes the video of a dub, and its segments are there', { tag: '@beside' }, async ({ page, service }) => {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-film-'));
  const film = join(folder, 'The harbour.webm');
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=9', '-f', 'lavfi', '-i', 'sine=duration=9'],
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', film],
  );
  await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.dubbing }).click();
  await page.locator('input[type="file"][accept*=".webm"]').first().setInputFiles(film);
  const transcribe = button(page, messages.dubbing.transcribeVideo);
  await expect(transcribe).toBeEnabled();
  await expect(page.getByText(messages.dubbing.noTranslationNote)).toBeVisible();
  expect(await seriousTroubles(page)).toEqual([]);
  //SHOTS
  await transcribe.focus();
  await page.keyboard.press('Enter');
  const lines = page.getByRole('listbox', { name: messages.dubbing.segments });
  await expect(lines.getByRole('option')).toHaveCount(4);
  expect(await paid(service)).toBe(1);
  await expect(page.getByRole('heading', { name: 'The harbour' })).toBeVisible();
  rmSync(folder, { recursive: true });
});

test('by keys alone: a recording is given, transcribed, heard, corrected, and narrated', { tag: '@beside' }, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'voicewright-recording-'));
  const file = join(folder, 'Interview.wav');
  writeFileSync(file, buzz(8));
  await openByKeys(page, messages.transcribe.transcribe);
  await chooseByKeys(page, chooserOf(page, 'recording'), file);
  // What was chosen takes the chooser's place, and its focus; and gives both back.
  await expect(button(page, 'Play Interview.wav')).toBeFocused();
  await tabTo(page, button(page, messages.transcribe.removeFile('Interview.wav')));
  await page.keyboard.press('Enter');
  await expect(chooserOf(page, 'recording')).toBeFocused();
  await chooseByKeys(page, chooserOf(page, 'recording'), file);
  await expect(page.locator('[data-chosen="ready"]')).toContainText('0:08.0');
  rmSync(folder, { recursive: true });
  await tabTo(page, page.getByRole('combobox', { name: messages.transcribe.language }));
  await page.keyboard.type('Engl');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: messages.transcribe.language })).toHaveValue('English');
  await tabTo(page, page.getByRole('switch', { name: messages.transcribe.withTimes }));
  await tabTo(page, button(page, messages.transcribe.transcribe).last(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const article = page.getByRole('article', { name: 'Interview.wav' });
  await expect(article).toBeFocused();
  expect(await stopsTo(page, text(page, 1))).toEqual([
    ...[
      messages.transcribe.sendToNarration,
      messages.transcribe.sendToDubbing,
      messages.transcribe.exportWord,
      messages.transcribe.closeTranscript,
      'Play Interview.wav',
      messages.transcribe.audioPosition,
      messages.transcribe.nameOf(messages.transcribe.numberedSpeaker(1)),
      messages.transcribe.nameOf(messages.transcribe.numberedSpeaker(2)),
    ],
    ...[
      messages.transcribe.findCommand,
      `${messages.transcribe.playFrom} 0:00.2`,
      messages.transcribe.segmentNumber('1, 0:00.2'),
      `${messages.transcribe.playFrom} 0:02.2`,
      messages.transcribe.segmentNumber('2, 0:02.2'),
    ],
  ]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Thank you for having me.');
  await page.keyboard.press('Shift+Enter');
  await expect(text(page, 0)).toBeFocused();
  await tabTo(page, button(page, `${messages.transcribe.playFrom} 0:00.2`), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(segments(page).nth(1)).toHaveAttribute('data-lit', 'true');
  await page.keyboard.press('Control+Space');
  await expect(button(page, 'Play Interview.wav')).toBeVisible();
  await tabTo(page, button(page, messages.transcribe.sendToNarration), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('textbox', { name: messages.transcribe.chapter }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('The lighthouse');
  await page.keyboard.press('Enter');
  await expect(blocks(page)).toHaveCount(4);
  await expect(blocks(page).nth(1)).toContainText('Thank you for having me.');
  await expect(script(page)).toBeFocused();
});

test(
  'a segment is given to another speaker by its menu and by keys, and without an open project the transcript becomes one',
  { tag: '@beside' },
  async ({ page }) => {
    await openTranscribe(page);
    await drop(page);
    await button(page, messages.transcribe.transcribe).last().click();
    await expect(segments(page)).toHaveCount(4);
    await text(page, 1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: messages.transcribe.numberedSpeaker(1) }).click();
    await expect(segments(page).nth(1)).toContainText(messages.transcribe.numberedSpeaker(1));
    await text(page, 2).click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ida');
    await page.keyboard.press('Enter');
    await expect(segments(page).nth(2)).toContainText('Ida');
    await expect(text(page, 2)).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(segments(page).nth(2)).toContainText(messages.transcribe.numberedSpeaker(1));
    await page.keyboard.press('Control+Shift+z');

    await button(page, messages.window.project).click();
    await page.getByRole('menuitem', { name: messages.window.closeProject }).click();
    await page.getByRole('region', { name: messages.start.start, exact: true }).waitFor();
    await openTranscribe(page);
    await button(page, messages.transcribe.sendToNarration).click();
    await expect(page.getByRole('dialog')).toContainText(messages.transcribe.inNewProject('4 blocks'));
    await button(page, messages.manuscript.createProject).click();
    await expect(blocks(page)).toHaveCount(4);
    await expect(page.getByRole('banner')).toContainText('Interview');
  },
);

test(
  'an answer that is lost may have been charged and is never sent again; kill -9 changes nothing of that, and what was read is there',
  { tag: '@beside' },
  async ({ page, host, service, openAgain }) => {
    await openTranscribe(page);
    await drop(page, 'First.wav');
    await button(page, messages.transcribe.transcribe).last().click();
    await expect(segments(page)).toHaveCount(4);
    await text(page, 0).fill('Good evening.');
    await expect(page.getByRole('article', { name: 'First.wav' })).toContainText(messages.transcribe.editedSaved);

    await service.setFaults([{ on: transcribePath, kind: 'drop-after-charge' }]);
    await drop(page, 'Second.wav');
    await button(page, messages.transcribe.transcribe).last().click();
    const lost = page.getByRole('alert', { name: messages.shapes.titleNoResponse });
    await expect(lost).toContainText(messages.shapes.maybeCharged);
    await expect(entries(page).first()).toContainText(messages.jobs.outcomeUnknown);
    expect(await paid(service)).toBe(2);

    await service.setFaults([{ on: transcribePath, kind: 'delay', ms: 15_000 }]);
    await button(page, messages.transcribe.transcribe).last().click();
    await expect(button(page, messages.transcribe.stopWaiting)).toBeVisible();
    await expect(entries(page)).toHaveCount(3);
    await host.stop('SIGKILL');
    await service.clearFaults();
    const second = await openAgain();
    await openTranscribe(second);
    await expect(entries(second).nth(0)).toContainText(messages.jobs.outcomeUnknown);
    await expect(entries(second).nth(1)).toContainText(messages.jobs.outcomeUnknown);
    await entries(second).nth(0).getByRole('button').first().click();
    const card = second.getByRole('main').getByRole('alert');
    await expect(card).toContainText(messages.shapes.maybeCharged);
    await card.getByRole('button', { name: messages.transcribe.useAgain }).click();
    await expect(second.locator('[data-chosen="ready"]')).toContainText('Second.wav');
    await entries(second).nth(2).getByRole('button').first().click();
    await expect(text(second, 0)).toHaveText('Good evening.');
    await second.getByRole('button', { name: messages.transcribe.restoreOriginal, exact: true }).click();
    await second.getByRole('button', { name: messages.transcribe.discard }).click();
    await expect(text(second, 0)).toHaveText('Good morning, and welcome.');
    // Nothing was sent by itself: what was asked for twice before, and the third that was cut off.
    expect(await paid(service)).toBeLessThanOrEqual(3);
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `axe finds nothing serious on Transcribe in the ${colorScheme} theme, and what cannot be sent is named at its field`,
    { tag: '@beside' },
    async ({ page, service }) => {
      await page.emulateMedia({ colorScheme });
      await openTranscribe(page);
      expect(await seriousTroubles(page)).toEqual([]);
      const transcribe = button(page, messages.transcribe.transcribe).last();
      await expect(transcribe).toHaveAttribute('aria-disabled', 'true');
      await expect(transcribe).toHaveAccessibleDescription(messages.transcribe.chooseFile);
      await transcribe.press('Enter');
      await expect(page.getByRole('main')).toContainText(messages.transcribe.chooseFile);
      await page.getByRole('main').getByRole('button', { name: messages.sources.byLink }).first().click();
      const address = page.getByRole('textbox', { name: messages.transcribe.url });
      await expect(address).toBeFocused();
      await address.fill('ftp://example.com/a.wav');
      await button(page, messages.transcribe.transcribe).last().press('Enter');
      await expect(address).toHaveAccessibleDescription(/must be an http or https address/u);
      expect(await seriousTroubles(page)).toEqual([]);
      expect(await paid(service)).toBe(0);
      await button(page, messages.transcribe.useFile).click();
      await drop(page);
      await page.keyboard.press('Control+Enter');
      await expect(segments(page)).toHaveCount(4);
      await page.getByRole('searchbox', { name: messages.transcribe.findCommand }).fill('the');
      expect(await seriousTroubles(page)).toEqual([]);
      await button(page, messages.transcribe.sendToNarration).click();
      await page.getByRole('dialog').getByRole('textbox', { name: messages.transcribe.chapter }).waitFor();
      expect(await seriousTroubles(page)).toEqual([]);
    },
  );
}
