import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { checkEpub } from '../contract/books/epubcheck.ts';
import { chooseIn, choosePreset, exportSheet, openExport, startExport } from './export-sheet.ts';
import { dropAt } from './media.ts';
import { blocks, expect, generateEverything, test } from './with-service.ts';

const texts = messages.exportSheet;

/** A folder that the studio shows, and takes files into. */
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(homedir(), 'voicewright-facts-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A manuscript as pandoc writes it, with these facts. */
function writeManuscript(name: string, facts: Record<string, string>): string {
  const path = join(folder, name);
  const set = Object.entries(facts).flatMap(([fact, value]) => ['-M', `${fact}=${value}`]);
  const markdown = '# Eins\n\nAm Mittag kam der Nebel.\n';
  const { status, stderr } = spawnSync('pandoc', ['-s', '-f', 'markdown', '-o', path, ...set], { input: markdown, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return path;
}

async function createProject(page: Page, manuscript: string): Promise<void> {
  await dropAt(page, { x: 600, y: 300 }, [manuscript]);
  const preview = page.getByRole('dialog', { name: messages.manuscript.newProjectTitle, exact: true });
  await preview.getByRole('checkbox', { name: messages.manuscript.speakTitles }).uncheck();
  await preview.getByRole('button', { name: messages.manuscript.createProject, exact: true }).click();
  await expect(blocks(page).locator('p')).toHaveText(['Am Mittag kam der Nebel.']);
}

/** Exports one file into the folder; the sheet stays open. */
async function exportAs(page: Page, preset: 'own' | 'read-along', format: string): Promise<void> {
  await choosePreset(page, preset);
  await chooseIn(page, texts.format, format);
  const template = exportSheet(page).getByRole('textbox', { name: texts.template });
  if (!(await template.isVisible())) await exportSheet(page).getByRole('button', { name: texts.advanced }).click();
  await template.fill('Book');
  await exportSheet(page).getByRole('textbox', { name: texts.folder }).fill(folder);
  await startExport(page).click();
  await expect(exportSheet(page).getByRole('table', { name: texts.exportedFiles })).toBeVisible({ timeout: 60_000 });
  await exportSheet(page).getByRole('button', { name: texts.exportAgain }).click();
}

/** The text of each element of this name in the package document of a book, as unzip and xmllint read it. */
function readPackage(book: string, element: string): string[] {
  const opf = execFileSync('unzip', ['-Z1', book], { encoding: 'utf8' })
    .split('\n')
    .find((name) => name.endsWith('.opf'));
  const xml = execFileSync('unzip', ['-p', book, opf ?? '']);
  const found = execFileSync('xmllint', ['--nonet', '--xpath', `//*[local-name()='${element}']/text()`, '-'], {
    input: xml,
    encoding: 'utf8',
  });
  return found.trim().split('\n');
}

const readTags = (file: string): Record<string, string> => {
  const printed = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format_tags', '-of', 'json', file], { encoding: 'utf8' });
  return (JSON.parse(printed) as { format: { tags: Record<string, string> } }).format.tags;
};

test.use({ opensSample: false });

for (const kind of ['docx', 'epub'])
  test(
    `the author and the language of a .${kind} of pandoc stand in the exported EPUB and M4B, as epubcheck, xmllint and ffprobe read them`,
    { tag: '@beside' },
    async ({ page }) => {
      test.slow();
      await createProject(page, writeManuscript(`Buch.${kind}`, { title: 'Der Nebel', author: 'Ida Fenn', lang: 'de-AT' }));
      await generateEverything(page);
      await openExport(page);
      await exportAs(page, 'read-along', texts.formatNames.epub);
      const author = exportSheet(page).getByRole('textbox', { name: texts.author });
      await expect(author).toHaveAttribute('placeholder', 'Ida Fenn');
      await expect(exportSheet(page).getByText(texts.noAuthor)).toHaveCount(0);
      const book = join(folder, 'Book.epub');
      expect(await checkEpub(book)).toEqual([]);
      expect(readPackage(book, 'title')).toEqual(['Der Nebel']);
      expect(readPackage(book, 'creator')).toEqual(['Ida Fenn']);
      expect(readPackage(book, 'language')).toEqual(['de-AT']);

      await exportAs(page, 'own', texts.formatNames.m4b);
      expect(readTags(join(folder, 'Book.m4b'))).toMatchObject({ title: 'Der Nebel', artist: 'Ida Fenn', album: 'Der Nebel' });
    },
  );

test(
  'where a manuscript names no author, Export says so for an EPUB and an M4B until one is typed',
  { tag: '@beside' },
  async ({ page }) => {
    await createProject(page, writeManuscript('Nebel.docx', {}));
    await openExport(page);
    const author = exportSheet(page).getByRole('textbox', { name: texts.author });
    const note = exportSheet(page).getByText(texts.noAuthor);
    for (const [preset, format] of [
      ['read-along', texts.formatNames.epub],
      ['own', texts.formatNames.m4b],
    ] as const) {
      await choosePreset(page, preset);
      await chooseIn(page, texts.format, format);
      await expect(note).toBeVisible();
      await expect(author).toHaveAccessibleDescription(texts.noAuthor);
    }
    await author.fill('Ida Fenn');
    await expect(note).toHaveCount(0);
    await author.fill('');
    await chooseIn(page, texts.format, texts.formatNames.mp3);
    await expect(note).toHaveCount(0);
  },
);
