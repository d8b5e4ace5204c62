import { statSync, writeFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { formatMessage, message } from '#shared/messages/message.ts';
import { seriousTroubles } from './axe.ts';
import { chooseIn, choosePreset, exportSheet, openExport, startExport } from './export-sheet.ts';
import { dropAt } from './media.ts';
import { blocks, expect, generateAll, generateEverything, paidRequests, script, test } from './with-service.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const list = (page: Page) => page.getByRole('list', { name: messages.narration.chapters });
const titles = (page: Page) => list(page).locator('li > button > span:nth-child(2)').allTextContents();
const openList = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+Shift+o');
  await expect(list(page)).toBeVisible();
};

test('by keyboard: a chapter is added, written, named, moved, left and deleted; undo takes it back act by act', async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await openList(page);
  await page.getByRole('button', { name: messages.narration.addChapter, exact: true }).press('Enter');
  await expect(heading(page)).toHaveText('Chapter 2');
  // Before a word of it is written.
  await expect(page.getByRole('button', { name: messages.window.undo, exact: true })).toBeEnabled();
  await expect(script(page)).toBeFocused();
  await page.keyboard.type('A second beginning.');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: messages.narration.chapterTitle }).fill('Epilogue');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Epilogue');
  await expect(list(page).locator('[aria-current] button').first()).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  expect(await titles(page)).toEqual(['Epilogue', 'The Lighthouse Recordings']);
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await script(page).focus();
  await page.keyboard.press('Alt+Shift+PageDown');
  await expect(heading(page)).toHaveText('The Lighthouse Recordings');
  await expect(blocks(page)).toHaveCount(10);
  await expect(script(page)).toBeFocused();
  await page.keyboard.press('Alt+Shift+PageUp');
  await expect(blocks(page)).toHaveCount(1);
  await openList(page);
  await list(page).locator('[aria-current] button').first().press('Delete');
  await expect(heading(page)).toHaveText('The Lighthouse Recordings');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(heading(page)).toHaveText('Epilogue');
  await expect(blocks(page).locator('p')).toHaveText(['A second beginning.']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(heading(page)).toHaveText('Chapter 2');
  await page.keyboard.press('Control+z');
  await expect(blocks(page).locator('p')).toHaveText(['']);
  await page.keyboard.press('Control+z');
  await expect(heading(page)).toHaveText('The Lighthouse Recordings');
  await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
  for (let act = 0; act < 5; act += 1) await page.keyboard.press('Control+Shift+z');
  await expect(heading(page)).toHaveText('The Lighthouse Recordings');
  await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
});

test(
  'a chapter that was deleted comes back by the Undo of its toast, reached by keyboard; a later change is never undone by it',
  { tag: '@beside' },
  async ({ page }) => {
    const { chapterDeleted } = messages.chapter;
    const toastOf = (title: string) => page.getByRole('alert').filter({ hasText: chapterDeleted(title) });
    const deleteChapter = async (): Promise<void> => {
      await openList(page);
      await list(page).locator('[aria-current] button').first().press('Delete');
      await expect(heading(page)).toHaveText('The Lighthouse Recordings');
      await page.keyboard.press('Escape');
      await expect(list(page)).toBeHidden();
    };
    await expect(blocks(page)).toHaveCount(10);
    await openList(page);
    await page.getByRole('button', { name: messages.narration.addChapter, exact: true }).press('Enter');
    await page.keyboard.type('A second beginning.');
    await deleteChapter();
    await page.keyboard.press('F8');
    await expect(toastOf('Chapter 2').getByRole('button', { name: messages.window.undo })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toastOf('Chapter 2')).toBeHidden();
    await openList(page);
    await expect.poll(() => titles(page)).toEqual(['The Lighthouse Recordings', 'Chapter 2']);
    // The focus went back to where it was.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+Shift+PageDown');
    await expect(heading(page)).toHaveText('Chapter 2');
    await deleteChapter();
    await script(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Since. ');
    await page.keyboard.press('F8');
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(messages.shapes.undoTooLate);
    await expect(blocks(page).first()).toContainText('Since. On the last day');
    await expect(script(page)).toBeFocused();
  },
);

test('manuscripts become chapters once a person has seen what they hold, by keyboard or dropped, and one undo takes them back', async ({
  page,
}, info) => {
  await expect(blocks(page)).toHaveCount(10);
  const write = (name: string, text: string | Buffer): string => {
    const path = info.outputPath(name);
    writeFileSync(path, text);
    return path;
  };
  const files = [
    write('10 The end.txt', 'Over.'),
    write('2 Caf\u00e9.txt', Buffer.from('Le caf\u00e9\r\nwraps.\r\n\r\nIt ends.', 'latin1')),
  ];
  const choosing = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(messages.manuscript.importEllipsis);
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(files);
  const dialog = page.getByRole('dialog', { name: messages.manuscript.importTitle });
  const tree = dialog.getByRole('tree', { name: messages.narration.chapters });
  await expect(tree.getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('checkbox', { name: '10 The end' })).toBeFocused();
  await expect(dialog.getByRole('status')).toContainText(messages.manuscript.words('6'));
  expect(await seriousTroubles(page)).toEqual([]);
  await dialog.getByRole('button', { name: messages.manuscript.import, exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(heading(page)).toHaveText('2 Café');
  await expect(blocks(page).locator('p')).toHaveText(['Le café wraps.', 'It ends.']);
  await openList(page);
  expect(await titles(page)).toEqual(['The Lighthouse Recordings', '2 Café', '10 The end']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: messages.window.undo, exact: true }).click();
  await expect(heading(page)).toHaveText('The Lighthouse Recordings');
  await dropAt(page, { x: 600, y: 300 }, [write('notes.docx', 'PK')]);
  await expect(dialog.getByText(formatMessage(message('manuscript.damaged', 'notes.docx')))).toBeVisible();
  await dialog.getByRole('button', { name: messages.manuscript.cancel, exact: true }).press('Enter');
  const script =
    '# Copyright\n\nNobody.\n\n# One\n\nIDA: Who is there?\n\nIDA: Nobody[^1].\n\nLater.\n\n# Two\n\nThe end.\n\n[^1]: Or somebody.\n';
  await dropAt(page, { x: 600, y: 300 }, [write('script.md', script)]);
  await expect(tree.getByRole('checkbox', { name: 'Copyright' })).not.toBeChecked();
  await expect(dialog.getByRole('list', { name: messages.manuscript.characters })).toContainText('IDA');
  await dialog.getByText(messages.manuscript.notesInPlace, { exact: true }).click();
  await dialog.getByRole('button', { name: messages.manuscript.showParagraphs('One') }).press('Enter');
  if (process.env['IMPORT_PICTURES'] !== undefined)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const size of [
        { width: 1440, height: 900 },
        { width: 1024, height: 700 },
      ]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        await page.screenshot({ path: `${process.env['IMPORT_PICTURES']}/import-${colorScheme}-${size.width}.png` });
      }
  await dialog.getByRole('button', { name: messages.manuscript.startChapterAt('Later.') }).press('Enter');
  await dialog.getByRole('button', { name: messages.manuscript.joinNamed('Two') }).press('Enter');
  await dialog.getByRole('textbox', { name: messages.manuscript.titleOf(messages.chapter.defaultTitle) }).fill('Rest');
  await dialog.getByRole('button', { name: messages.manuscript.import, exact: true }).click();
  await expect(heading(page)).toHaveText('One');
  await expect(blocks(page).locator('p')).toHaveText(['One', 'Who is there?', 'Nobody.', 'Or somebody.']);
  await openList(page);
  expect(await titles(page)).toEqual(['The Lighthouse Recordings', 'One', 'Rest']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: messages.window.undo, exact: true }).click();
  await expect(heading(page)).toHaveText('The Lighthouse Recordings');
});

test(
  'Generate chapter makes the chapter that is shown; an undo in the other one is shown where it happens',
  { tag: '@beside' },
  async ({ page, service }) => {
    await expect(generateAll(page)).toBeEnabled();
    await blocks(page).last().locator('p').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Over.');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(messages.chapter.addChapter);
    await page.keyboard.press('Enter');
    await expect(blocks(page)).toHaveCount(1);
    await script(page).focus();
    await page.keyboard.type('Only this is new.');
    await expect(page.getByRole('button', { name: messages.narration.generateChapter, exact: true })).toBeEnabled();
    await generateEverything(page);
    expect((await paidRequests(service)).settled).toBe(1);
    await script(page).focus();
    // What was typed, the chapter itself, and then what was typed in the other one.
    await page.keyboard.press('Control+z');
    await expect(blocks(page).locator('p')).toHaveText(['']);
    await page.keyboard.press('Control+z');
    await expect(blocks(page)).toHaveCount(10);
    await expect(blocks(page).last().locator('p')).toContainText('Over.');
    await page.keyboard.press('Control+z');
    await expect(blocks(page).last().locator('p')).not.toContainText('Over.');
    // Done again, the chapter has its sound without being bought again.
    for (let act = 0; act < 3; act += 1) await page.keyboard.press('Control+Shift+z');
    await expect(blocks(page)).toHaveCount(1);
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
    expect((await paidRequests(service)).settled).toBe(1);
  },
);

test(
  'by mouse: a chapter is dragged to its place, and the list says how long each runs and how much of it is finished',
  { tag: '@beside' },
  async ({ page }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    await openList(page);
    await page.getByRole('button', { name: messages.narration.addChapter, exact: true }).click();
    await expect(blocks(page)).toHaveCount(1);
    await script(page).focus();
    await page.keyboard.type('One line, quickly spoken.');
    await generateEverything(page);
    await openList(page);
    const rows = list(page).getByRole('listitem');
    await expect(rows.nth(0)).toContainText('0% finished');
    await expect(rows.nth(1)).toContainText('100% finished');
    await expect(rows.nth(1)).toContainText(/\d+ seconds?/u);
    expect(await titles(page)).toEqual(['The Lighthouse Recordings', 'Chapter 2']);
    await rows.nth(1).dragTo(rows.nth(0), { targetPosition: { x: 40, y: 4 } });
    await expect.poll(() => titles(page)).toEqual(['Chapter 2', 'The Lighthouse Recordings']);
    await page.keyboard.press('Escape');
    await script(page).focus();
    await page.keyboard.press('Control+z');
    await openList(page);
    expect(await titles(page)).toEqual(['The Lighthouse Recordings', 'Chapter 2']);
  },
);

test('all chapters leave as one file, and as a file each: what leaves as WAV holds both', { tag: '@beside' }, async ({ page }) => {
  test.slow();
  await expect(generateAll(page)).toBeEnabled();
  await script(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('The first chapter is short.');
  await generateEverything(page);
  await openList(page);
  await page.getByRole('button', { name: messages.narration.addChapter, exact: true }).click();
  await expect(blocks(page)).toHaveCount(1);
  await script(page).focus();
  await page.keyboard.insertText('So is the second.');
  await generateEverything(page);
  await openExport(page);
  await choosePreset(page, 'own');
  const whole = page.waitForEvent('download');
  await startExport(page).click();
  const file = await whole;
  expect(file.suggestedFilename()).toBe('The Lighthouse Recordings.wav');
  const bytes = statSync(await file.path()).size;
  await exportSheet(page).getByRole('button', { name: messages.exportSheet.exportAgain }).click();
  const files: Download[] = [];
  page.on('download', (download) => files.push(download));
  await chooseIn(page, messages.exportSheet.files, messages.exportSheet.eachNames.chapter);
  await startExport(page).click();
  await expect.poll(() => files.length, { timeout: 30_000 }).toBe(2);
  // Two are made at the same time, and the one that is whole first leaves first.
  expect(files.map((each) => each.suggestedFilename()).sort()).toEqual([
    'The Lighthouse Recordings - 01 The Lighthouse Recordings.wav',
    'The Lighthouse Recordings - 02 Chapter 2.wav',
  ]);
  const sizes = await Promise.all(files.map(async (each) => statSync(await each.path()).size));
  // One header less, and a second and a half of silence between.
  expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0) - 44 + 1.5 * 48_000 * 2);
});

test('kill -9 keeps the chapters as they were, and the one that was shown', { tag: '@beside' }, async ({ page, host, openAgain }) => {
  await expect(blocks(page)).toHaveCount(10);
  await openList(page);
  await page.getByRole('button', { name: messages.narration.addChapter, exact: true }).click();
  await script(page).focus();
  await page.keyboard.type('Written in time.');
  await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
  await host.stop('SIGKILL');
  const second = await openAgain();
  await expect(blocks(second)).toHaveCount(1);
  await openList(second);
  expect(await titles(second)).toEqual(['The Lighthouse Recordings', 'Chapter 2']);
  await list(second)
    .getByRole('button', { name: /Chapter 2/u })
    .first()
    .click();
  await expect(blocks(second).locator('p')).toHaveText(['Written in time.']);
});

test('axe finds nothing serious in the list of chapters, in both themes', { tag: '@beside' }, async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(messages.chapter.addChapter);
  await page.keyboard.press('Enter');
  await expect(blocks(page)).toHaveCount(1);
  await openList(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousTroubles(page)).toEqual([]);
    if (process.env['CHAPTER_PICTURES'] !== undefined)
      await page.screenshot({ path: `${process.env['CHAPTER_PICTURES']}/chapters-${colorScheme}.png` });
  }
});

test(
  'a relaunch in a new browser profile opens the chapter and the place where the last window was',
  { tag: '@beside' },
  async ({ page, host, startAgain, browser }) => {
    await openList(page);
    await page.getByRole('button', { name: messages.narration.addChapter, exact: true }).press('Enter');
    await expect(heading(page)).toHaveText('Chapter 2');
    await expect(script(page)).toBeFocused();
    await page.keyboard.type('First block.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second block.');
    for (let character = 0; character < 'block.'.length; character += 1) await page.keyboard.press('ArrowLeft');
    await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
    await page.reload();
    await expect(heading(page)).toHaveText('Chapter 2');
    await host.stop();
    const { url } = await startAgain();
    const context = await browser.newContext();
    const fresh = await context.newPage();
    await fresh.goto(url);
    await expect(heading(fresh)).toHaveText('Chapter 2');
    await script(fresh).focus();
    await fresh.keyboard.type('long ');
    await expect(blocks(fresh).locator('p')).toHaveText(['First block.', 'Second long block.']);
    await context.close();
  },
);

test(
  'the whole book is behind the arrow of its chapter’s button, in the palette, and in place of that button where the chapter is done',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await openList(page);
    await page.getByRole('button', { name: messages.narration.addChapter, exact: true }).press('Enter');
    await expect(script(page)).toBeFocused();
    await page.keyboard.type('A second beginning.');
    const more = page.getByRole('button', { name: messages.narration.generateMore });
    await more.press('Enter');
    // Both chapters: what is shown has one block.
    await expect(page.getByRole('menuitem', { name: messages.narration.generateBook })).toContainText('11 blocks');
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await generateAll(page).click();
    await expect(blocks(page).nth(0)).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
    expect((await paidRequests(service)).settled).toBe(1);
    await expect(page.getByText(/10 blocks, 1,597 characters/u).first()).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(messages.narration.generateBook);
    await expect(page.getByRole('option', { name: messages.narration.generateBook }).first()).toBeEnabled();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: messages.narration.generateBook, exact: true }).click();
    // Nothing is left to make.
    await expect(page.getByRole('button', { name: messages.narration.generateBook, exact: true })).toBeDisabled({ timeout: 60_000 });
    expect((await paidRequests(service)).settled).toBe(11);
  },
);
