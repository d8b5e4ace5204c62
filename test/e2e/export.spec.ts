import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messages } from '#shared/messages/index.ts';
import { parsePickups } from '#shared/narration/pickup-csv.ts';
import { writeLongProject } from '../helpers/long-project.ts';
import { seriousTroubles } from './axe.ts';
import { chooseIn, choosePreset, exportSheet, openExport, startExport } from './export-sheet.ts';
import { blocks, expect, makeChapter, script, test } from './with-service.ts';

const texts = messages.exportSheet;

/** A folder that the studio shows, and takes files into. */
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(homedir(), 'voicewright-export-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a chapter without audio is not ticked and says so; ticked, its blocks are missing as ever', async ({ page }) => {
  await makeChapter(page, ['The lamp burned all night long.']);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(messages.chapter.addChapter);
  await page.keyboard.press('Enter');
  await script(page).focus();
  await page.keyboard.type('This one has no audio.');
  await page.keyboard.press('Control+Shift+E');
  const chapters = exportSheet(page).getByRole('region', { name: texts.chapters });
  const row = (number: string) => chapters.getByRole('listitem').filter({ hasText: new RegExp(`^${number}`, 'u') });
  await expect(row('1').getByRole('checkbox')).toBeChecked();
  await expect(row('2').getByRole('checkbox')).not.toBeChecked();
  await expect(row('2')).toContainText(texts.noAudio);
  await expect(chapters).toContainText(texts.leftOutWithoutAudio(1));
  await expect(startExport(page)).toBeEnabled();
  expect(await seriousTroubles(page)).toEqual([]);
  await row('2').getByRole('checkbox').press('Space');
  await expect(exportSheet(page).getByRole('button', { name: texts.goTo('This one has no audio.') })).toBeVisible();
  await expect(startExport(page)).toBeDisabled();
});

test('by keyboard: Export says what is missing and goes there; the audiobook preset is exported, measured and listed', async ({ page }) => {
  test.slow();
  await makeChapter(page, ['The lamp burned all night long.', 'Nobody came.']);
  await script(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('This one has no audio.');
  await page.keyboard.press('Control+Shift+E');
  const sheet = exportSheet(page);
  const audiobook = sheet.getByRole('radiogroup', { name: texts.preset }).getByRole('radio', { name: texts.presetNames.audiobook });
  await expect(audiobook).toBeChecked();
  const start = startExport(page);
  await expect(start).toBeDisabled();
  await start.focus();
  await expect(page.getByRole('tooltip', { name: texts.decideMissing(texts.leaveOut) })).toBeVisible();
  const missing = sheet.getByRole('list', { name: texts.missing }).getByRole('button', { name: texts.goTo('This one has no audio.') });
  await missing.focus();
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await expect(blocks(page).nth(2)).toHaveText(/This one has no audio\./u);
  await expect(script(page)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(blocks(page).nth(2)).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  // While it is heard as it arrives, it has no take to mark.
  await expect(page.getByRole('button', { name: messages.narration.play, exact: true })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Alt+m');
  await expect(page.locator('[data-flag="mark"]')).toHaveCount(1);

  await page.keyboard.press('Control+Shift+E');
  await expect(sheet.getByRole('list', { name: texts.missing })).toHaveCount(0);
  const row = (rule: string) => sheet.getByRole('table', { name: texts.checks }).getByRole('row').filter({ hasText: rule });
  await expect(row(messages.exports.rules.rms)).toContainText('−20.0', { timeout: 30_000 });
  await expect(row(messages.exports.rules['room-tone-head'])).toContainText(texts.states.fixed);
  await expect(row(messages.exports.rules.duration)).toContainText(texts.states.ok);
  expect(await seriousTroubles(page)).toEqual([]);
  await sheet.getByRole('textbox', { name: texts.author }).fill('Ida Fenn');
  await sheet.getByRole('button', { name: texts.advanced }).click();
  const names = sheet.getByRole('textbox', { name: texts.template });
  await names.fill('../{chapter}');
  await expect(sheet.getByText(messages.exports.nameLeavesFolder).first()).toBeVisible();
  await expect(start).toBeDisabled();
  await names.fill('{number} {chapter}');
  await expect(sheet.getByRole('list', { name: texts.firstNames })).toHaveText('01 The Lighthouse Recordings.mp3');
  await sheet.getByRole('textbox', { name: texts.folder }).fill(folder);
  await expect(start).toBeEnabled();
  await page.keyboard.press('Enter');
  const files = sheet.getByRole('table', { name: texts.exportedFiles });
  await expect(files).toContainText('01 The Lighthouse Recordings.mp3', { timeout: 60_000 });
  await expect(files).toContainText(texts.passed);
  await expect(sheet.getByText(texts.inFolder(folder))).toBeVisible();
  await expect(sheet.locator('button').filter({ hasText: texts.close })).toBeFocused();
  await sheet.getByRole('button', { name: texts.showReport }).click();
  await expect(sheet.getByRole('table', { name: texts.report })).toContainText(messages.exports.rules['room-tone-tail']);
  await expect(sheet.getByText(messages.exports.openPickups(1))).toBeVisible();
  expect(await seriousTroubles(page)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual([
    '01 The Lighthouse Recordings.mp3',
    'The Lighthouse Recordings - Export report (MP3).html',
    'The Lighthouse Recordings - Export report (MP3).json',
  ]);
  const tags = execFileSync('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format_tags',
    '-of',
    'json',
    join(folder, '01 The Lighthouse Recordings.mp3'),
  ]);
  expect(JSON.parse(tags.toString())).toMatchObject({ format: { tags: { artist: 'Ida Fenn' } } });
  await page.keyboard.press('Escape');

  // What was chosen is there again, and nothing is replaced unasked.
  await page.keyboard.press('Control+Shift+E');
  await expect(sheet.getByRole('textbox', { name: texts.author })).toHaveValue('Ida Fenn');
  await expect(start).toBeEnabled();
  await start.click();
  await expect(sheet.getByRole('list', { name: texts.existing })).toHaveText('01 The Lighthouse Recordings.mp3');
  await sheet.getByRole('button', { name: texts.keep }).click();
  await expect(sheet.getByRole('status')).toContainText(texts.keptFiles('1 file'), { timeout: 30_000 });
});

/** As long as it takes some seconds to export, however fast the machine is. */
const longSound = test.extend({
  hostEnvironment: async ({ hostEnvironment, profileDirectory }, use) => {
    writeLongProject(profileDirectory, { hours: 1 / 5, words: true });
    await use(hostEnvironment);
  },
});

longSound(
  'an export is paused and resumed, goes on while its sheet is closed, leaves no file when it is stopped, and is whole when it is started again',
  { tag: '@beside' },
  async ({ page }) => {
    longSound.slow();
    await openExport(page);
    await choosePreset(page, 'own');
    await chooseIn(page, texts.format, texts.formatNames.mp3);
    const sheet = exportSheet(page);
    const button = (name: string) => sheet.getByRole('button', { name, exact: true });
    const running = sheet.getByRole('status').filter({ hasText: texts.writing('Long.mp3', 1, 1) });
    await sheet.getByRole('textbox', { name: texts.folder }).fill(folder);
    await startExport(page).click();
    await button(texts.pause).click();
    await expect(sheet.getByRole('status').filter({ hasText: /^Paused at \d+%$/u })).toBeVisible();
    await expect(button(texts.pause)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: texts.export, exact: true })).toHaveAccessibleDescription(texts.exportPaused);
    await openExport(page);
    await button(texts.resume).click();
    await expect(running).toBeVisible();
    await expect(button(texts.pause)).toBeVisible();
    await button(texts.stop).click();
    await expect(sheet.getByText(texts.stoppedNote)).toBeVisible();
    await expect.poll(() => readdirSync(folder)).toEqual([]);

    // Stopped while it is paused, it leaves nothing either.
    await button(texts.resume).click();
    await button(texts.pause).click();
    await expect(button(texts.resume)).toBeVisible();
    await button(texts.stop).click();
    await expect(sheet.getByText(texts.stoppedNote)).toBeVisible();
    await expect.poll(() => readdirSync(folder)).toEqual([]);

    await button(texts.resume).click();
    await expect(sheet.getByRole('table', { name: texts.exportedFiles })).toContainText('Long.mp3', { timeout: 60_000 });
    const seconds = execFileSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'format=duration',
      '-of',
      'csv=p=0',
      join(folder, 'Long.mp3'),
    ]);
    expect(Math.abs(Number(seconds) - 720)).toBeLessThan(0.3);
  },
);
test(
  'Read-along exports an EPUB with its people and its cover, and a pair of text and audio for each word',
  { tag: '@beside' },
  async ({ page }) => {
    await makeChapter(page, ['The lamp burned all night long.', 'Nobody came.']);
    await openExport(page);
    await choosePreset(page, 'read-along');
    const sheet = exportSheet(page);
    await expect(sheet.getByRole('combobox', { name: texts.format, exact: true })).toHaveValue(texts.formatNames.epub);
    await sheet.getByRole('textbox', { name: texts.author }).fill('Ida Fenn');
    const choosing = page.waitForEvent('filechooser');
    await sheet.getByRole('button', { name: texts.chooseCover }).click();
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await (await choosing).setFiles({ name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
    await expect(sheet.getByText('cover.png')).toBeVisible();
    await expect(sheet.getByRole('combobox', { name: texts.sampleRate })).toHaveCount(0);
    expect(await seriousTroubles(page)).toEqual([]);
    await sheet.getByRole('textbox', { name: texts.folder }).fill(folder);
    await startExport(page).click();
    const name = 'The Lighthouse Recordings.epub';
    await expect(sheet.getByRole('table', { name: texts.exportedFiles })).toContainText(name, { timeout: 60_000 });
    expect(readdirSync(folder)).toEqual([name]);
    const part = (path: string): string => execFileSync('unzip', ['-p', join(folder, name), path]).toString();
    execFileSync('unzip', ['-tq', join(folder, name)]);
    expect(part('EPUB/package.opf')).toContain('>Ida Fenn</dc:creator>');
    expect(part('EPUB/package.opf')).toContain('properties="cover-image"');
    expect(part('EPUB/overlays/chapter-0001.smil').match(/<par /gu)).toHaveLength(8);
  },
);

test(
  'Edit in a DAW exports a project and the audio of its chapter, and lists both before and after',
  { tag: '@beside' },
  async ({ page }) => {
    await makeChapter(page, ['The lamp burned all night long.', 'Nobody came.']);
    await openExport(page);
    await choosePreset(page, 'daw');
    const sheet = exportSheet(page);
    await expect(sheet.getByRole('textbox', { name: texts.author })).toHaveCount(0);
    await sheet.getByRole('combobox', { name: texts.files, exact: true }).click();
    await expect(page.getByRole('option', { name: texts.projectFiles, exact: true })).toBeVisible();
    await expect(page.getByRole('option', { name: texts.eachNames.one, exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    const names = ['The Lighthouse Recordings - Audio 01 The Lighthouse Recordings.wav', 'The Lighthouse Recordings.rpp'];
    await expect(sheet.getByRole('list', { name: texts.firstNames }).getByRole('listitem')).toHaveText(names);
    expect(await seriousTroubles(page)).toEqual([]);
    await sheet.getByRole('textbox', { name: texts.folder }).fill(folder);
    await startExport(page).click();
    const files = sheet.getByRole('table', { name: texts.exportedFiles });
    await expect(files).toContainText('The Lighthouse Recordings.rpp', { timeout: 60_000 });
    expect(readdirSync(folder).sort()).toEqual(names);
    const project = readFileSync(join(folder, 'The Lighthouse Recordings.rpp'), 'utf8');
    expect(project.match(/<ITEM/gu)).toHaveLength(2);
    expect(project).toContain(`FILE "${names[0]}"`);

    // Names that are taken are asked for, also those of the audio.
    await sheet.getByRole('button', { name: texts.exportAgain }).click();
    await startExport(page).click();
    await expect(sheet.getByRole('list', { name: texts.existing }).getByRole('listitem')).toHaveText(names);
    await sheet.getByRole('button', { name: texts.replace }).click();
    await expect(files).toContainText('The Lighthouse Recordings.rpp', { timeout: 60_000 });
  },
);

test(
  'A proof page opens from the disk without a network, lights up its words, and its marks become pickups',
  { tag: '@beside' },
  async ({ page, context }) => {
    test.slow();
    await makeChapter(page, ['The lamp burned all night long.', 'Nobody came.']);
    await openExport(page);
    await choosePreset(page, 'read-along');
    await chooseIn(page, texts.format, texts.formatNames.html);
    const sheet = exportSheet(page);
    await sheet.getByRole('textbox', { name: texts.folder }).fill(folder);
    await startExport(page).click();
    const name = 'The Lighthouse Recordings.html';
    await expect(sheet.getByRole('table', { name: texts.exportedFiles })).toContainText(name, { timeout: 60_000 });
    expect(readdirSync(folder)).toEqual([name]);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    const words = messages.exports.proof;
    const proof = await context.newPage();
    const requested: string[] = [];
    proof.on('request', (request) => requested.push(request.url().split(':')[0] ?? ''));
    const problems: string[] = [];
    proof.on('pageerror', ({ message }) => problems.push(message));
    proof.on('console', (entry) => {
      if (entry.type() === 'error') problems.push(entry.text());
    });
    await proof.goto(pathToFileURL(join(folder, name)).href);
    await proof.getByText('Nobody', { exact: true }).click();
    await expect(proof.locator('.lit')).toHaveText(/Nobody|came\./u);
    await proof.keyboard.press('m');
    const marks = proof.getByRole('complementary', { name: words.marks }).getByRole('listitem');
    await expect(marks).toHaveCount(1);
    await proof.getByRole('textbox').fill('=too, "fast"');
    expect(await seriousTroubles(proof)).toEqual([]);
    const downloading = proof.waitForEvent('download');
    await proof.getByRole('button', { name: words.save }).click();
    const csv = await (await downloading).path();
    expect(problems).toEqual([]);
    expect(new Set(requested)).toEqual(new Set(['file', 'blob']));
    const [row] = parsePickups(readFileSync(csv, 'utf8'), () => undefined);
    expect(row).toMatchObject({ chapter: 1, block: 2, kind: 'mark', note: '=too, "fast"', state: 'open' });
    const block = proof.locator('[data-block="2"]');
    const at = await block.getByText(row?.text ?? '', { exact: true }).getAttribute('data-at');
    expect(row?.startMs).toBe(Math.max(0, Math.round(Number(at) - Number(await block.getAttribute('data-start')))));
    await proof.reload();
    await expect(marks).toHaveCount(1);
    await proof.close();

    await page.getByRole('slider', { name: 'Playhead' }).focus();
    await page.keyboard.press('Shift+M');
    const pickups = page.getByRole('region', { name: messages.pickups.pickups, exact: true });
    await pickups.getByRole('button', { name: messages.pickups.more, exact: true }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: messages.pickups.importCsv }).click();
    await (await choosing).setFiles({ name: 'Pickups.csv', mimeType: 'text/csv', buffer: readFileSync(csv) });
    const rows = pickups.getByRole('list', { name: messages.pickups.pickups }).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText(messages.pickups.kinds.mark);

    // An export with open pickups leads to them.
    await page
      .getByRole('tab', { name: messages.pickups.details })
      .or(page.getByText(messages.pickups.details, { exact: true }))
      .first()
      .click();
    await expect(pickups).toHaveCount(0);
    await openExport(page);
    await exportSheet(page).getByRole('button', { name: messages.pickups.showCommand }).click();
    await expect(exportSheet(page)).toHaveCount(0);
    await expect(rows.first().getByRole('button')).toBeFocused();

    // One with changed blocks names them too, and leads to the first.
    await script(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(' At last.');
    await openExport(page);
    await exportSheet(page).getByRole('button', { name: texts.showChanged }).click();
    await expect(exportSheet(page)).toHaveCount(0);
    await expect(script(page)).toBeFocused();
  },
);
