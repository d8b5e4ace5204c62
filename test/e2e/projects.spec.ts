import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messages } from '#shared/messages/index.ts';
import { startBuiltHost } from '../helpers/served-host.ts';
import { showPanel } from './panels.ts';
import { blocks, expect, generateAll, generateEverything, paidRequests, script, test } from './with-service.ts';

test('a new project, its text, and the way back over the recent ones', async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await page.getByRole('button', { name: messages.window.project }).click();
  await page.getByRole('menuitem', { name: messages.window.newProject }).click();
  await page.getByRole('textbox', { name: messages.window.title, exact: true }).fill('Second book');
  await page.getByRole('button', { name: messages.window.create }).click();
  await expect(blocks(page)).toHaveCount(1);
  await script(page).focus();
  await page.keyboard.type('A first line.');
  await page.getByRole('button', { name: messages.window.project }).click();
  await page.getByRole('menuitem', { name: /The Lighthouse Recordings/u }).click();
  await expect(blocks(page)).toHaveCount(10);
  await page.getByRole('button', { name: messages.window.project }).click();
  await page.getByRole('menuitem', { name: /Second book/u }).click();
  await expect(blocks(page).locator('p')).toHaveText(['A first line.']);
});

test('a project that is created or opened in another panel shows Narration with the cursor in its script', async ({ page }) => {
  await expect(blocks(page)).toHaveCount(10);
  await showPanel(page, messages.window.voices);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(messages.window.newProject);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: messages.window.title, exact: true })).toBeFocused();
  await page.keyboard.type('Keys only');
  await page.keyboard.press('Enter');
  await expect(blocks(page)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(script(page)).toBeFocused();
  await page.keyboard.type('A first line.');
  await expect(blocks(page).locator('p')).toHaveText(['A first line.']);
  await showPanel(page, messages.window.settings);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(messages.window.openNamed('The Lighthouse Recordings'));
  await page.keyboard.press('Enter');
  await expect(blocks(page)).toHaveCount(10);
  await expect(script(page)).toBeFocused();
  await showPanel(page, messages.window.jobs);
  await page.getByRole('button', { name: messages.window.project, exact: true }).click();
  await page.getByRole('menuitem', { name: /Keys only/u }).click();
  await expect(blocks(page).locator('p')).toHaveText(['A first line.']);
  await expect(script(page)).toBeFocused();
});

test('kill -9 loses no sound and at most the last second of typing, and nothing is bought again', async ({
  page,
  host,
  service,
  openAgain,
}) => {
  await expect(generateAll(page)).toBeEnabled();
  await generateEverything(page);
  const paid = await paidRequests(service);
  await script(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' The end of the tape.');
  await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
  await host.stop('SIGKILL');
  const second = await openAgain();
  await expect(blocks(second)).toHaveCount(10);
  await expect(blocks(second).last().locator('p')).toContainText('The end of the tape.');
  for (let index = 0; index < 9; index += 1) await expect(blocks(second).nth(index)).toHaveAttribute('data-state', 'done');
  await expect(blocks(second).last()).toHaveAttribute('data-state', 'stale');
  await generateEverything(second);
  expect((await paidRequests(service)).settled).toBe(paid.settled + 1);
});

test('Undo and Redo continue after the window was loaded again, and after the studio was closed and started again', async ({
  page,
  host,
  openAgain,
}) => {
  const last = (shown: typeof page) => blocks(shown).last().locator('p');
  await expect(blocks(page)).toHaveCount(10);
  const original = await last(page).innerText();
  await script(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' The end.');
  await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
  await page.reload();
  await expect(last(page)).toHaveText(`${original} The end.`);
  await page.getByRole('button', { name: messages.window.undo, exact: true }).click();
  await expect(last(page)).toHaveText(original);

  await page.getByRole('button', { name: messages.window.project }).click();
  await page.getByRole('menuitem', { name: messages.window.closeProject }).click();
  await expect(blocks(page)).toHaveCount(0);
  await host.stop('SIGTERM');
  const second = await openAgain();
  await second
    .getByRole('button', { name: /The Lighthouse Recordings/u })
    .first()
    .click();
  await expect(last(second)).toHaveText(original);
  await second.getByRole('button', { name: messages.window.redo, exact: true }).click();
  await expect(last(second)).toHaveText(`${original} The end.`);
});

test('a window that is open when the studio ends connects again to the next one, and saves what it holds', async ({
  page,
  host,
  startAgain,
}) => {
  await expect(blocks(page)).toHaveCount(10);
  await host.stop('SIGKILL');
  await expect(page.getByRole('alertdialog', { name: messages.window.disconnected })).toBeVisible();
  await startAgain();
  await page.getByRole('button', { name: messages.window.reconnect }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await script(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' After the storm.');
  await expect(page.getByText(messages.window.saved, { exact: true })).toBeVisible();
  await page.reload();
  await expect(blocks(page).last().locator('p')).toContainText('After the storm.');
});

test(
  'the address of the second start opens the studio also in the tab of the first',
  { tag: '@beside' },
  async ({ page, host, startAgain }) => {
    await expect(blocks(page)).toHaveCount(10);
    await host.stop('SIGKILL');
    await expect(page.getByRole('alertdialog', { name: messages.window.disconnected })).toBeVisible();
    await page.goto((await startAgain()).url);
    await expect(page.getByRole('alertdialog')).toHaveCount(0, { timeout: 30_000 });
    await expect(blocks(page)).toHaveCount(10);
  },
);

test(
  'files that are no project, newer than the program, or gone are refused in words, and left as they are',
  { tag: '@beside' },
  async ({ page, profileDirectory }) => {
    await expect(blocks(page)).toHaveCount(10);
    const noProject = join(profileDirectory, 'letter.voicewright');
    await writeFile(noProject, 'Dear reader, this is no project at all.'.repeat(20));
    const newer = join(profileDirectory, 'newer.voicewright');
    const database = new DatabaseSync(newer);
    database.exec('PRAGMA application_id=1448570417; PRAGMA user_version=999; CREATE TABLE later (x);'); // "VWn1", as every project
    database.close();
    const open = async (path: string) => {
      await page.keyboard.press('Control+o');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: messages.window.folder }).fill(path);
      await page.keyboard.press('Enter');
      return dialog;
    };
    for (const [path, title] of [
      [noProject, messages.shapes.titleNotProject],
      [newer, messages.shapes.titleNewerVersion],
      [join(profileDirectory, 'gone.voicewright'), messages.shapes.titleFileMissing],
    ] as const) {
      const dialog = await open(path);
      await expect(dialog.getByRole('alert', { name: title })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await expect(blocks(page)).toHaveCount(10);
  },
);

test('a second start on the same profile says what is running and ends', { tag: '@beside' }, async ({ host, profileDirectory }) => {
  const first = host.process.pid;
  const error = await startBuiltHost(profileDirectory).then(
    () => 'it started',
    (thrown: unknown) => String(thrown),
  );
  expect(error).toContain('is already running on this profile');
  expect(error).toContain(String(first));
});
