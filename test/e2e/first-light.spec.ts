import { readFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { messages } from '#shared/messages/index.ts';
import { expect, test } from './fixtures.ts';
import { chooseIn, choosePreset, exportSheet, openExport, startExport } from './export-sheet.ts';
import { blocks, generateAll, generateEverything, playheadInSight, position, script } from './with-service.ts';

test('a newcomer presses one button and hears the sample chapter while its words light up', async ({ page }) => {
  await expect(script(page)).toBeVisible();
  await expect(blocks(page)).toHaveCount(10);
  await expect(generateAll(page)).toBeEnabled();
  await page.evaluate(() => {
    const seen: (number | null)[] = [];
    Object.assign(window, { seenWords: seen });
    const element = document.querySelector('[role="textbox"][aria-label="Script"]');
    if (!element) throw new Error('no script');
    new MutationObserver(() => {
      const value = element.getAttribute('data-playing-word');
      seen.push(value === null ? null : Number(value));
    }).observe(element, { attributes: true, attributeFilter: ['data-playing-word'] });
  });
  await generateAll(page).click();
  // The first block's live sound is played to its end and the chapter's player takes over within the second block.
  const words = (await blocks(page).first().locator('p').textContent())?.split(/\s+/u).length ?? 0;
  await page.waitForFunction(
    (after) => (window as unknown as { seenWords: (number | null)[] }).seenWords.some((word) => word !== null && word > after),
    words + 2,
    { timeout: 45_000 },
  );
  expect((await position(page)).at).toBeGreaterThan(5);
  await expect.poll(() => playheadInSight(page)).toBe(true);
  await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();
  await expect(script(page)).not.toHaveAttribute('data-playing-word');
  const lit = (await page.evaluate(() => (window as unknown as { seenWords: (number | null)[] }).seenWords)).filter(
    (word) => word !== null,
  );
  expect(lit).toEqual([...lit].sort((a, b) => a - b));
  // A frame that a busy machine drops may pass over words; most are seen.
  expect(new Set(lit).size).toBeGreaterThan(0.5 * ((lit.at(-1) ?? 0) + 1));
});

test('a click on a word, in the script or in the lane, moves the playhead there; Space plays on from it', async ({ page }) => {
  await expect(generateAll(page)).toBeEnabled();
  await generateEverything(page);
  const second = blocks(page).nth(1);
  const box = await second.locator('p').boundingBox();
  if (!box) throw new Error('no block');
  await page.mouse.click(box.x + 20, box.y + 12);
  await expect.poll(async () => (await position(page)).at).toBeGreaterThan(8);
  const clicked = (await position(page)).at;
  await expect.poll(() => playheadInSight(page)).toBe(true);

  const zoomOut = page.getByRole('button', { name: messages.narration.zoomOut });
  for (let press = 0; press < 6; press += 1) await zoomOut.click();
  const lane = await page.getByTitle(messages.narration.dashedWords).boundingBox();
  if (!lane) throw new Error('no lane');
  await page.mouse.click(lane.x + lane.width * 0.8, lane.y + lane.height - 10);
  await expect.poll(async () => (await position(page)).at).toBeGreaterThan(clicked + 20);
  const { at, total } = await position(page);
  expect(at / total).toBeGreaterThan(0.7);
  expect(at / total).toBeLessThan(0.9);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Space');
  await expect(script(page)).toHaveAttribute('data-playing-word', /\d+/u);
  await expect.poll(async () => (await position(page)).at).toBeGreaterThan(at + 0.5);
  await page.keyboard.press('Control+.');
  await expect(script(page)).not.toHaveAttribute('data-playing-word');
});

test(
  'Space plays after a button was pressed with the mouse, and presses the button that was reached by keys',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(generateAll(page)).toBeEnabled();
    await generateEverything(page); // ends with a click on Stop
    await page.keyboard.press('Space');
    await expect(script(page)).toHaveAttribute('data-playing-word', /\d+/u);
    const stop = page.getByRole('button', { name: messages.narration.stop, exact: true });
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(stop).toBeFocused();
    await page.keyboard.press('Space');
    await expect(script(page)).not.toHaveAttribute('data-playing-word');
  },
);

test('the chapter leaves as WAV, MP3, SRT and VTT that other programs can read', { tag: '@beside' }, async ({ page }, testInfo) => {
  await expect(generateAll(page)).toBeEnabled();
  await generateEverything(page);
  const { total } = await position(page);
  for (const format of ['wav', 'mp3', 'srt', 'vtt'] as const) {
    await openExport(page);
    await choosePreset(page, 'own');
    await chooseIn(page, messages.exportSheet.format, messages.exportSheet.formatNames[format]);
    const arriving = page.waitForEvent('download');
    await startExport(page).click();
    const download = await arriving;
    // An export that is still going on when the sheet is closed is shown when it is opened again.
    await expect(exportSheet(page).getByRole('table', { name: messages.exportSheet.exportedFiles, exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    const path = testInfo.outputPath(download.suggestedFilename());
    await download.saveAs(path);
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`, 'u'));
    if (format === 'wav' || format === 'mp3') {
      const seconds = Number(
        execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path], { encoding: 'utf8' }),
      );
      expect(Math.abs(seconds - total)).toBeLessThan(0.3);
    } else {
      const text = await readFile(path, 'utf8');
      if (format === 'vtt') expect(text.startsWith('WEBVTT')).toBe(true);
      expect(text).toContain('Ida Fenn');
      // A standard reader takes it: ffmpeg parses the captions and writes them again.
      const parsed = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-'], { encoding: 'utf8' });
      expect(parsed.match(/-->/gu)?.length).toBe(text.match(/-->/gu)?.length);
    }
  }
});
