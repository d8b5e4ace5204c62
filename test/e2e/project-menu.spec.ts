import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createProjectFile } from '#main/library/project-schema.ts';
import { newId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { createDocument } from '#shared/narration/document.ts';
import { maximumChapters } from '#shared/narration/outline.ts';
import { seriousTroubles } from './axe.ts';
import { blocks, expect, test } from './with-service.ts';

const projectMenu = (page: Page) => page.getByRole('button', { name: messages.window.project, exact: true });
const importItem = (page: Page) => page.getByRole('menuitem', { name: messages.manuscript.importEllipsis });

test(
  'by keyboard: Import manuscript in the Project menu takes a file, and its chapters follow those that are there',
  { tag: '@beside' },
  async ({ page }, info) => {
    await expect(blocks(page)).toHaveCount(10);
    const path = info.outputPath('Fog.md');
    writeFileSync(path, '# Fog\n\nThe fog came in at noon.\n');
    await projectMenu(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: messages.window.newProject })).toBeFocused();
    await expect(importItem(page)).toBeEnabled();
    await importItem(page).focus();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles(path);
    const preview = page.getByRole('dialog', { name: messages.manuscript.importTitle, exact: true });
    const add = preview.getByRole('button', { name: messages.manuscript.import, exact: true });
    await expect(add).toBeEnabled();
    await add.press('Enter');
    await expect(preview).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fog');
    await expect(blocks(page).locator('p')).toHaveText(['Fog', 'The fog came in at noon.']);
  },
);

/** With a project that takes no further chapter. */
const fullProject = test.extend({
  hostEnvironment: async ({ hostEnvironment, profileDirectory }, use) => {
    const folder = join(profileDirectory, 'Projects');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'Full.voicewright');
    const chapters = Array.from({ length: maximumChapters }, (_, index) => ({
      id: newId(),
      title: `Chapter ${index + 1}`,
      document: JSON.stringify(createDocument([`Line ${index + 1}.`]).toJSON()),
    }));
    createProjectFile(path, { projectId: newId(), title: 'Full', voiceId: null, modelId: null, createdAt: Date.now(), chapters });
    writeFileSync(join(profileDirectory, 'preferences.json'), JSON.stringify({ recent: [{ path, title: 'Full', openedAt: Date.now() }] }));
    await use(hostEnvironment);
  },
});

fullProject(
  'where a project takes no further chapter, Import manuscript says so, in the menu and in the command palette',
  { tag: '@beside' },
  async ({ page }) => {
    await expect(blocks(page).locator('p')).toHaveText(['Line 1.']);
    await projectMenu(page).click();
    await expect(importItem(page)).toBeDisabled();
    await expect(importItem(page)).toContainText(messages.chapter.chapterLimit);
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(messages.manuscript.importEllipsis);
    const command = page.getByRole('option', { name: messages.manuscript.importEllipsis }).first();
    await expect(command).toHaveAttribute('aria-disabled', 'true');
    await expect(command).toContainText(messages.chapter.chapterLimit);
  },
);

test(
  'the Project menu shows where the open project is and copies the path; Save a copy writes a project of its own beside it',
  { tag: '@beside' },
  async ({ page, context, profileDirectory }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await expect(blocks(page)).toHaveCount(10);
    const folder = join(profileDirectory, 'Projects');
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.voicewright'));
    const path = join(folder, file);
    await projectMenu(page).click();
    const copyPath = page.getByRole('menuitem', { name: messages.window.copyPath });
    await expect(copyPath).toContainText(path);
    // A browser has no file manager to show.
    await expect(page.getByRole('menuitem', { name: messages.window.showInFolder })).toHaveCount(0);
    expect(await seriousTroubles(page)).toEqual([]);
    await copyPath.click();
    await expect(page.getByText(messages.window.pathCopied, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(path);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('copy project');
    await page.keyboard.press('Enter');
    const copy = join(folder, file.replace('.voicewright', ' copy.voicewright'));
    await expect(page.locator('[data-toast]').filter({ hasText: messages.window.copySaved })).toContainText(copy);
    expect(existsSync(copy)).toBe(true);
    await expect(blocks(page)).toHaveCount(10);
  },
);
