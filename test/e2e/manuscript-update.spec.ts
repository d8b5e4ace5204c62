import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { formatMessage, message } from '#shared/messages/message.ts';
import { seriousTroubles } from './axe.ts';
import { dropAt, tabTo } from './media.ts';
import { blocks, expect, generateAll, generateEverything, paidRequests, script, test } from './with-service.ts';

/** A Word file of this Markdown where pandoc is at hand; the Markdown itself where it is not. */
function writeManuscript(info: TestInfo, name: string, markdown: string): string {
  const path = info.outputPath(`${name}.docx`);
  if (spawnSync('pandoc', ['-f', 'markdown', '-o', path], { input: markdown }).status === 0) return path;
  writeFileSync(info.outputPath(`${name}.md`), markdown);
  return info.outputPath(`${name}.md`);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const chapterList = (page: Page) => page.getByRole('list', { name: messages.narration.chapters, exact: true });
const dialog = (page: Page, name: string = messages.manuscript.updateTitle) => page.getByRole('dialog', { name, exact: true });
const note = (page: Page) => page.getByRole('textbox', { name: messages.narration.note, exact: true });
/** Places to check, in the waveform. */
const flags = (page: Page) => page.locator('[data-flag="mark"]');
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

async function openChapters(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+o');
  await expect(chapterList(page).locator('[aria-current] button').first()).toBeFocused();
}
async function showChapter(page: Page, title: string): Promise<void> {
  await openChapters(page);
  await chapterList(page)
    .getByRole('button', { name: new RegExp(`^\\d+ ?${title}`, 'u') })
    .first()
    .click();
  await expect(heading(page)).toHaveText(title);
}

/** Of a chapter: the id, the state and the text of each block. */
async function readChapter(page: Page, title: string): Promise<string[][]> {
  await showChapter(page, title);
  return blocks(page).evaluateAll(
    (all) =>
    all.map((block) => [block.getAttribute('data-block') ?? '', block.getAttribute('data-state') ?? '', block.querySelector('p')?.textContent ?? '']), // prettier-ignore
  );
}
async function readTitles(page: Page): Promise<string[]> {
  await openChapters(page);
  const titles = await chapterList(page).locator('li > button > span:nth-child(2)').allTextContents();
  await page.keyboard.press('Escape');
  await expect(chapterList(page)).toBeHidden();
  return titles;
}

const fog = 'The fog came in at noon.';
const bell = 'Nobody rang the bell.';
const first = `# Harbour\n\n${fog}\n\n${bell}\n\n# Sea\n\nThe sea was grey that day.\n\nA ship went by.\n`;
const second = `# Sea\n\nThe sea was grey that day.\n\nIt was the last of the year.\n\n# Harbour\n\nThe fog came in at midnight.\n\n${bell}\n`;

test(
  'a revised Word file shows what changes and its price; applied, only changed blocks are stale; one undo takes it back',
  { tag: '@beside' },
  async ({ page, service }, info) => {
    test.slow();
    const drop = (path: string) => dropAt(page, { x: 600, y: 300 }, [path]);
    await expect(generateAll(page)).toBeEnabled({ timeout: 30_000 });

    // A new project of the first version, which says what it would cost before anything is made.
    await page.getByRole('button', { name: messages.window.project, exact: true }).click();
    await page.getByRole('menuitem', { name: messages.window.newProject }).click();
    const start = dialog(page, messages.window.newProjectTitle);
    await expect(start.getByRole('textbox', { name: messages.window.title })).toBeFocused();
    expect(await seriousTroubles(page)).toEqual([]);
    await drop(writeManuscript(info, 'book', first));
    const preview = dialog(page, messages.manuscript.newProjectTitle);
    await expect(preview.getByRole('status')).toContainText(/credits? to generate|price unknown/u);
    await expect(preview.getByRole('textbox', { name: messages.window.title, exact: true })).toHaveValue('book');
    expect(await seriousTroubles(page)).toEqual([]);
    await preview.getByRole('checkbox', { name: messages.manuscript.speakTitles }).uncheck();
    await preview.getByRole('button', { name: messages.manuscript.createProject, exact: true }).press('Enter');
    await expect(heading(page)).toHaveText('Harbour');
    await expect(blocks(page).locator('p')).toHaveText([fog, bell]);
    await generateEverything(page);
    const paid = await paidRequests(service);
    expect(paid.settled).toBe(2);

    // A note on a block that will change and be moved, and a mark in its take.
    await blocks(page).first().locator('p').click();
    await note(page).fill('Too fast?');
    await page.getByRole('slider', { name: 'Playhead' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('m');
    await expect(flags(page)).toHaveCount(1);
    const before = { titles: await readTitles(page), harbour: await readChapter(page, 'Harbour'), sea: await readChapter(page, 'Sea') };
    expect(before.titles).toEqual(['Harbour', 'Sea']);
    expect(before.harbour.map(([, state]) => state)).toEqual(['done', 'done']);

    // What cannot be read changes nothing.
    const revised = writeManuscript(info, 'book second version', second);
    const broken = info.outputPath('broken.docx');
    writeFileSync(broken, Buffer.concat([Buffer.from('PK'), readFileSync(revised).subarray(2, 900)]));
    await drop(broken);
    await expect(page.getByText(formatMessage(message('manuscript.damaged', 'broken.docx')))).toBeVisible();
    await page.keyboard.press('Escape');

    await drop(revised);
    const status = dialog(page).getByRole('status');
    await expect(status).toContainText('1 changed · 1 added');
    await expect(status).toContainText(messages.manuscript.becomeStale(1));
    await expect(status).toContainText(messages.manuscript.withoutAudio(1));
    await expect(status).toContainText(/about \d+ credits to generate/u);
    // What it costs is whole beside the buttons, also in the lowest window.
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(status).toBeInViewport({ ratio: 1 });
    if (size) await page.setViewportSize(size);
    const list = dialog(page).getByRole('list', { name: messages.manuscript.changedChapters });
    await expect(list.getByRole('button').first()).toBeFocused();
    await page.keyboard.press('End');
    await list.getByRole('button', { name: /^Harbour/u }).focus();
    const row = dialog(page)
      .getByRole('table', { name: messages.manuscript.changes })
      .getByRole('row', { name: /Changed/u });
    await expect(row.locator('del')).toHaveText('noon');
    await expect(row.locator('ins')).toHaveText('midnight');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousTroubles(page)).toEqual([]);
    }
    await tabTo(page, inDialog(page, messages.manuscript.apply));
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();

    expect(await readTitles(page)).toEqual(['Sea', 'Harbour']);
    const harbour = await readChapter(page, 'Harbour');
    expect(harbour).toEqual([
      [before.harbour[0]?.[0], 'stale', 'The fog came in at midnight.'],
      [before.harbour[1]?.[0], 'done', bell],
    ]);
    await blocks(page).first().locator('p').click();
    await expect(note(page)).toHaveValue('Too fast?');
    await expect(flags(page)).toHaveCount(1);
    const sea = await readChapter(page, 'Sea');
    expect(sea[0]).toEqual(before.sea[0]);
    expect(sea.map(([, , text]) => text)).toEqual(['The sea was grey that day.', 'It was the last of the year.']);
    expect(await paidRequests(service)).toEqual(paid);

    await script(page).focus();
    await page.keyboard.press('Control+z');
    expect(await readTitles(page)).toEqual(before.titles);
    expect({ titles: await readTitles(page), harbour: await readChapter(page, 'Harbour'), sea: await readChapter(page, 'Sea') }).toEqual(
      before,
    );
    // As main has it, too.
    await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
    await page.reload();
    await script(page).waitFor();
    expect({ titles: await readTitles(page), harbour: await readChapter(page, 'Harbour'), sea: await readChapter(page, 'Sea') }).toEqual(
      before,
    );
  },
);

test(
  'edits of the script are kept by an update, a conflict is chosen by its row, and rows are left out by Space',
  { tag: '@beside' },
  async ({ page }, info) => {
    test.slow();
    const drop = (path: string) => dropAt(page, { x: 600, y: 300 }, [path]);
    await expect(blocks(page)).toHaveCount(10);
    await page.getByRole('button', { name: messages.window.project, exact: true }).click();
    await page.getByRole('menuitem', { name: messages.window.newProject }).click();
    await expect(dialog(page, messages.window.newProjectTitle).getByRole('textbox')).toBeFocused();
    const ship = 'A ship went by.';
    await drop(writeManuscript(info, 'harbour', `# Harbour\n\n${fog}\n\n${bell}\n\n${ship}\n`));
    const preview = dialog(page, messages.manuscript.newProjectTitle);
    await preview.getByRole('checkbox', { name: messages.manuscript.speakTitles }).uncheck();
    await preview.getByRole('button', { name: messages.manuscript.createProject, exact: true }).press('Enter');
    await expect(preview).toBeHidden();
    await expect(blocks(page).locator('p')).toHaveText([fog, bell, ship]);
    for (const [index, words] of [' Slowly.', ' Not once.'].entries()) {
      await blocks(page).nth(index).locator('p').click();
      await page.keyboard.press('End');
      await page.keyboard.type(words);
    }
    await expect(blocks(page).locator('p')).toHaveText([`${fog} Slowly.`, `${bell} Not once.`, ship]);

    await drop(
      writeManuscript(info, 'harbour', `# Harbour\n\n${fog}\n\nNobody rang the bell at all.\n\nA ship went by at night.\n\nIt was late.\n`),
    );
    await expect(dialog(page).getByText(messages.manuscript.ownEdits(1), { exact: true })).toBeVisible();
    await expect(dialog(page).getByText(messages.manuscript.conflictsKept(1))).toBeVisible();
    await expect(dialog(page).getByText(messages.manuscript.taken('2', '3'))).toBeVisible();
    const table = dialog(page).getByRole('table', { name: messages.manuscript.changes });
    await table.getByRole('checkbox', { name: /It was late/u }).press('Space');
    await expect(dialog(page).getByText(messages.manuscript.taken('1', '3'))).toBeVisible();
    await expect(dialog(page).getByRole('status')).toContainText('1 changed');
    const keep = table.getByRole('radio', { name: messages.manuscript.keepMine });
    await expect(keep).toBeChecked();
    await keep.press('Space');
    await expect(table.getByRole('radio', { name: messages.manuscript.takeManuscript })).toBeChecked();
    await page.keyboard.press('Space');
    await expect(keep).toBeChecked();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousTroubles(page)).toEqual([]);
    }
    await inDialog(page, messages.manuscript.apply).press('Enter');
    await expect(dialog(page)).toBeHidden();
    const kept = [`${fog} Slowly.`, `${bell} Not once.`, 'A ship went by at night.'];
    await expect(blocks(page).locator('p')).toHaveText(kept);

    // The same file again: nothing is offered, and what was left out is an edit of the script now.
    await page.reload();
    await expect(blocks(page).locator('p')).toHaveText(kept);
    await drop(
      writeManuscript(info, 'harbour', `# Harbour\n\n${fog}\n\nNobody rang the bell at all.\n\nA ship went by at night.\n\nIt was late.\n`),
    );
    await expect(dialog(page).getByRole('status')).toHaveText(messages.manuscript.manuscriptUnchanged);
    await expect(dialog(page).getByText(messages.manuscript.ownEdits(3), { exact: true })).toBeVisible();
  },
);

test(
  'another book that is opened as an update is said to be one, and can be added or made a project of its own',
  { tag: '@beside' },
  async ({ page }, info) => {
    await expect(blocks(page)).toHaveCount(10);
    const other = info.outputPath('other.md');
    writeFileSync(other, '# Elsewhere\n\nA wholly different story.\n');
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(messages.manuscript.updateEllipsis);
    await page.keyboard.press('Enter');
    await (await choosing).setFiles([other]);
    await expect(dialog(page).getByRole('alert')).toHaveText(messages.manuscript.otherText('0', '10'));
    await dialog(page).getByText(messages.manuscript.wayAdd, { exact: true }).click();
    const added = dialog(page, messages.manuscript.importTitle);
    await expect(added.getByRole('radio', { name: messages.manuscript.wayAdd })).toBeChecked();
    await added.getByRole('button', { name: messages.manuscript.import, exact: true }).press('Enter');
    await expect(heading(page)).toHaveText('Elsewhere');
    expect(await readTitles(page)).toEqual(['The Lighthouse Recordings', 'Elsewhere']);
  },
);

/** Pastes what a word processor puts on the clipboard. */
const paste = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'One\nIt begins.\nTwo\nIt ends.');
    data.setData('text/html', '<h1>One</h1><p>It begins.</p><h1>Two</h1><p>It <b>ends</b>.</p>');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });

test(
  'chapters that are pasted from a word processor into New project, or into an empty chapter, are read as a manuscript',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(blocks(page)).toHaveCount(10);
    await page.getByRole('button', { name: messages.window.project, exact: true }).click();
    await page.getByRole('menuitem', { name: messages.window.newProject }).click();
    await expect(dialog(page, messages.window.newProjectTitle).getByRole('textbox')).toBeFocused();
    await paste(page);
    const preview = dialog(page, messages.manuscript.newProjectTitle);
    await expect(preview.getByRole('tree').getByRole('checkbox', { name: 'Two' })).toBeChecked();
    await preview.getByRole('textbox', { name: messages.window.title, exact: true }).fill('Pasted');
    await preview.getByRole('button', { name: messages.manuscript.createProject, exact: true }).press('Enter');
    // A dialog that closes gives the focus back: nothing is typed or pasted before it is gone.
    await expect(preview).toBeHidden();
    await expect(heading(page)).toHaveText('One');
    await expect(blocks(page).locator('p')).toHaveText(['One', 'It begins.']);
    // Where there is text, a paste is a paste.
    await blocks(page).last().locator('p').click();
    await expect(script(page)).toBeFocused();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await expect(blocks(page).locator('p')).toHaveText(['One', 'It begins.', '']);
    await paste(page);
    await expect(blocks(page).locator('p')).toHaveText(['One', 'It begins.', 'One', 'It begins.', 'Two', 'It ends.']);
    await openChapters(page);
    await page.getByRole('button', { name: messages.narration.addChapter, exact: true }).press('Enter');
    await expect(chapterList(page)).toBeHidden();
    await expect(blocks(page)).toHaveCount(1);
    await expect(script(page)).toBeFocused();
    await paste(page);
    await page.getByRole('dialog').getByText(messages.manuscript.wayAdd, { exact: true }).click();
    await dialog(page, messages.manuscript.importTitle)
      .getByRole('button', { name: messages.manuscript.import, exact: true })
      .press('Enter');
    expect(await readTitles(page)).toEqual(['One', 'One', 'Two', 'Two']);
  },
);
