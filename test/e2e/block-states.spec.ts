import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DatabaseSync } from 'node:sqlite';
import { messages } from '#shared/messages/index.ts';
import { exportSheet, startExport } from './export-sheet.ts';
import { blocks, expect, generateAll, generateEverything, paidRequests, script, test } from './with-service.ts';

/** A project of these paragraphs, made by keyboard: its script has the focus without being gone to. */
async function newProject(page: Page, paragraphs: readonly string[]): Promise<void> {
  await expect(generateAll(page)).toBeEnabled();
  await page.getByRole('button', { name: messages.window.project, exact: true }).click();
  await page.getByRole('menuitem', { name: messages.window.newProject }).click();
  await page.getByRole('textbox', { name: messages.window.title, exact: true }).fill('Small');
  await page.keyboard.press('Enter');
  await expect(blocks(page)).toHaveCount(1);
  await expect(script(page)).toBeFocused();
  for (const [index, text] of paragraphs.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.keyboard.type(text);
  }
  await expect(blocks(page)).toHaveCount(paragraphs.length);
  await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
}

test('kill -9, and a take whose bytes are corrupt: its block is marked and can be made again, the rest plays', async ({
  page,
  host,
  profileDirectory,
  service,
  openAgain,
}) => {
  test.slow();
  await newProject(page, ['The first one is sound, and long enough to be seen while it is played.', 'The second one will be damaged.']);
  await generateEverything(page);
  const damaged = await blocks(page).nth(1).getAttribute('data-block');
  await host.stop('SIGKILL');
  const file = readdirSync(profileDirectory, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('Small.voicewright'));
  const database = new DatabaseSync(join(profileDirectory, file ?? ''));
  const { changes } = database
    .prepare('UPDATE sound_parts SET bytes=randomblob(length(bytes)) WHERE content_hash=(SELECT content_hash FROM takes WHERE block_id=?)')
    .run(damaged);
  expect(changes).toBeGreaterThan(0);
  database.close();
  // Nor is it to be had from the profile.
  for (const folder of ['results', 'cache']) rmSync(join(profileDirectory, folder), { recursive: true });
  const second = await openAgain();
  await expect(blocks(second).nth(1)).toHaveAttribute('data-state', 'damaged');
  await expect(blocks(second).nth(0)).toHaveAttribute('data-state', 'done');
  await second.getByRole('button', { name: messages.narration.play, exact: true }).click();
  await expect(script(second)).toHaveAttribute('data-playing-word', /\d+/u);
  await second.getByRole('button', { name: messages.narration.stop, exact: true }).click();
  await blocks(second).nth(1).locator('p').click();
  await second.getByRole('button', { name: messages.narration.generateAgain }).click();
  await expect(blocks(second).nth(1)).toHaveAttribute('data-state', 'done');
  expect((await paidRequests(service)).settled).toBe(3);
});

test(
  'a block over the model’s limit is split at its sentences, as one act, before anything is sent',
  { tag: '@beside' },
  async ({ page, service }) => {
    const text = 'A sentence that ends where it should. '.repeat(340);
    await newProject(page, ['Short.']);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await expect(blocks(page).first()).toHaveAttribute('data-problem', 'too-long');
    await page.getByRole('button', { name: messages.narration.splitBeforeSending }).click();
    await expect(blocks(page)).not.toHaveCount(1);
    await expect(script(page).locator('[data-problem]')).toHaveCount(0);
    expect((await blocks(page).locator('p').allTextContents()).join(' ').split(/\s+/u).join(' ').trim()).toBe(text.trim());
    await page.keyboard.press('Control+z');
    await expect(blocks(page)).toHaveCount(1);
    expect((await paidRequests(service)).settled).toBe(0);
  },
);

test('what cannot be exported says why; the focus of the keyboard comes back after a run', { tag: '@beside' }, async ({ page }) => {
  await newProject(page, ['One short line.']);
  const exports = page.getByRole('button', { name: messages.exportSheet.export, exact: true });
  await exports.focus();
  await page.keyboard.press('Enter');
  await expect(exportSheet(page).getByRole('status')).toContainText(messages.exports.nothingToExport);
  await expect(startExport(page)).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(exports).toBeFocused();
  await generateAll(page).focus();
  await page.keyboard.press('Enter');
  await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
  await expect(generateAll(page)).toBeFocused();
});
