import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startLocalService, type LocalService } from '../helpers/local-service.ts';
import { leaveOldSound } from '../helpers/old-sound.ts';
import { leaveLostWork } from '../helpers/lost-work.ts';
import { seriousTroubles } from './axe.ts';
import { blocks, expect, generateAll, script, test as base } from './with-service.ts';

/** Jobs and Account on a profile with work of an earlier run, and a second service that is hosted as far as the studio can tell. */
const test = base.extend<{ hosted: LocalService }>({
  hosted: async ({}, use) => {
    const hosted = await startLocalService({ key: 'local-hosted-canary' });
    await use(hosted);
    await hosted.stop();
  },
});
const withLostWork = test.extend({
  hostEnvironment: async ({ service, profileDirectory }, use) => {
    await leaveLostWork(profileDirectory, service);
    await use({ VOICEWRIGHT_BASE_URL: service.baseUrl, VOICEWRIGHT_API_KEY: service.apiKey });
  },
});

const withOldSound = base.extend({
  hostEnvironment: async ({ hostEnvironment, profileDirectory }, use) => {
    leaveOldSound(profileDirectory);
    await use(hostEnvironment);
  },
});

const go = (page: Page, panel: string) => page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: panel }).click();
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function expectNothingSerious(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousTroubles(page), colorScheme).toEqual([]);
  }
}

withLostWork('lost answers are found, retried and adopted under Jobs by keys alone, without a second charge', async ({ page, service }) => {
  test.slow();
  const settled = async () => (await service.charges()).entries.filter(({ state }) => state === 'settled').length;
  const before = await settled();
  // The status bar leads there.
  await page.getByRole('button', { name: '2 paid requests without an answer' }).click();
  const list = page.getByRole('listbox', { name: 'Jobs' });
  const rows = list.getByRole('option');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(rows.filter({ hasText: 'made elsewhere' })).toHaveCount(1);

  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('SAILOR');
  await expect(rows).toHaveCount(1);
  await list.focus();
  await page.keyboard.press('Enter');
  const timeline = page.getByRole('complementary', { name: 'Timeline' });
  await expect(timeline.getByRole('heading', { level: 2 }).first()).toBeFocused();
  await expect(timeline.getByText('Written down, then sent')).toBeVisible();
  await expect(timeline.getByLabel('Request line and headers')).toContainText('Idempotency-Key');
  await expect(timeline.getByLabel('Request body')).toContainText('All hands on deck.');
  await expectNothingSerious(page);
  // In a small window it lies over the list, and over nothing else.
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(page.getByRole('dialog', { name: 'Explain' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Explain' })).toHaveCount(0);
  const retry = timeline.getByRole('button', { name: 'Retry' });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(timeline.getByText('Sent again with the same ids')).toBeVisible();
  await expect(rows.filter({ hasText: 'sailor' })).toContainText('Done');
  expect(await settled()).toBe(before);
  await page.keyboard.press('Escape');
  await expect(timeline).toHaveCount(0);
  await expect(list).toBeFocused();

  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('');
  await expect(rows.filter({ hasText: 'Anna' })).toContainText('Outcome unknown');
  await list.focus();
  await page.keyboard.press('Home');
  await rows.filter({ hasText: 'Anna' }).click();
  await timeline.getByRole('button', { name: 'Look it up' }).press('Enter');
  await timeline.getByRole('button', { name: 'Adopt Anna of the lighthouse' }).press('Enter');
  await expect(rows.filter({ hasText: 'Anna' })).toContainText('Done');
  expect(await settled()).toBe(before);
  await expect(page.getByText('without an answer')).toHaveCount(0);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  expect(csv).toContain('An old sailor');
  expect(csv + (await page.content())).not.toContain(service.apiKey);
  await page.getByRole('searchbox', { name: 'Search jobs' }).fill('nothing is called so');
  await expect(page.getByRole('heading', { name: 'No job is like that' })).toBeVisible();
});

test(
  'a hosted connection is tested, added, used and removed, and its key stands nowhere on the page',
  { tag: '@beside' },
  async ({ page, service, hosted }) => {
    test.slow();
    const canary = hosted.apiKey;
    // Whatever main sends to the window, from the next wire on.
    const received: string[] = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(Buffer.from(payload).toString('latin1'))));
    await page.reload();
    await script(page).waitFor();
    await go(page, 'Account');
    const connections = section(page, 'Connections');
    await connections.getByRole('button', { name: 'Add a connection…' }).click();
    const form = page.getByRole('form', { name: 'New connection' });
    await form.getByLabel('Base address').fill(hosted.baseUrl);
    await form.getByLabel('Realtime address').fill(hosted.realtimeUrl);
    await form.getByLabel('API key').fill('a-wrong-canary');
    await form.getByRole('button', { name: 'Test connection' }).click();
    await expect(form.getByRole('alert', { name: 'The key was not accepted' })).toBeVisible();
    await form.getByLabel('API key').fill(canary);
    await form.getByRole('button', { name: 'Test connection' }).click();
    await expect(form.getByText('It works')).toBeVisible();
    expect(await page.content()).not.toContain(canary);
    await form.getByLabel('Name', { exact: true }).fill('The studio’s account');
    await form.getByRole('button', { name: 'Add and use' }).click();
    const card = connections.getByRole('listitem', { name: 'The studio’s account' });
    await expect(card).toContainText('In use');
    await expect(page.locator('footer')).toContainText('The studio’s account');
    await expectNothingSerious(page);

    // The answer of an update is lost: it is read whether it happened, and it did.
    await hosted.setFaults([{ on: 'POST /api/open/v1/profile', kind: 'drop-after-charge' }]);
    const account = section(page, 'Account');
    await account.getByLabel('Webhook address').fill('https://example.org/hook');
    await account.getByRole('button', { name: 'Save the address' }).click();
    await expect(account.getByRole('button', { name: 'Save the address' })).toBeDisabled();
    await expect(account.getByRole('alert')).toHaveCount(0);
    // This one never arrived: the profile says so, and trying again sends it.
    await hosted.setFaults([{ on: 'POST /api/open/v1/profile', kind: 'drop-before-charge' }]);
    await account.getByLabel('Webhook address').fill('https://example.org/other');
    await account.getByRole('button', { name: 'Save the address' }).click();
    await expect(account.getByRole('alert')).toContainText('The profile does not show the change.');
    await hosted.clearFaults();
    await account.getByRole('button', { name: 'Try again' }).click();
    await expect(account.getByRole('alert')).toHaveCount(0);

    await card.getByRole('button', { name: 'Remove…' }).click();
    await card.getByRole('button', { name: 'Remove it' }).click();
    await expect(card).toHaveCount(0);
    await expect(connections.getByRole('listitem', { name: 'Local service' })).toContainText('In use');
    expect(await page.content()).not.toContain(canary);
    expect(received.length).toBeGreaterThan(0);
    expect(received.join('\n')).not.toContain(canary);
    expect((await service.charges()).entries.filter(({ state }) => state === 'settled')).toEqual([]);
  },
);

test(
  'a cap refuses the rest of a batch in clear words, a low balance is said, and cleaning up leaves every take',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await expect(generateAll(page)).toBeEnabled();
    await go(page, 'Account');
    await page.getByLabel('Cap per batch').fill('1');
    await page.getByLabel('Cap per batch').press('Enter');
    await page.getByLabel('Low-balance warning').fill('999999999');
    await page.getByLabel('Low-balance warning').press('Enter');
    await expect(page.locator('footer').getByRole('button', { name: 'low' })).toBeVisible();
    await go(page, 'Narration');
    await generateAll(page).click();
    const card = page.getByRole('alert', { name: 'Over your cap' }).first();
    await expect(card).toContainText('The cap of 1 credits a batch would be passed');
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
    expect((await service.charges()).entries.filter(({ state }) => state === 'settled')).toHaveLength(1);
    await card.getByRole('button', { name: 'Change the cap' }).click();
    await expect(page.getByLabel('Cap per batch')).toHaveValue('1 credits');
    await section(page, 'Storage')
      .getByRole('button', { name: /^Clean up/u })
      .click();
    await expect(page.getByRole('alert').filter({ hasText: 'Cleaned up' })).toContainText('Every take is still there.');
    await go(page, 'Narration');
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
  },
);

test(
  'a shortcut is rebound, a conflict is named before it takes a key away, and a reset brings it back',
  { tag: '@beside' },
  async ({ page }) => {
    await go(page, 'Account');
    const keys = section(page, 'Keys');
    await keys.getByRole('textbox', { name: 'Search commands and keys' }).or(keys.getByRole('searchbox')).first().fill('find a command');
    const row = keys.getByRole('group', { name: 'Find a command', exact: true });
    await row.getByRole('button', { name: 'Change the keys of Find a command' }).press('Enter');
    await expect(row.getByRole('button', { name: /Press the new keys/u })).toBeFocused();
    await page.keyboard.press('Control+o');
    await expect(row).toContainText('belongs to “Open a project…”');
    await row.getByRole('button', { name: 'Leave it' }).press('Enter');
    await row.getByRole('button', { name: 'Change the keys of Find a command' }).press('Enter');
    await page.keyboard.press('Control+Alt+j');
    await expect(row).toContainText('Ctrl+Alt+J');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await page.keyboard.press('Control+k');
    await expect(palette).toHaveCount(0);
    await page.reload();
    await script(page).waitFor();
    await page.keyboard.press('Control+Alt+j');
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await go(page, 'Account');
    await keys.getByRole('button', { name: 'Reset the keys of Find a command' }).press('Enter');
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
  },
);

withOldSound(
  'a paid sound that nobody uses is said to be large, found, told what it cost to lose, and removed by keys alone',
  { tag: '@beside' },
  async ({ page }) => {
    await go(page, 'Account');
    const storage = section(page, 'Storage');
    const limit = storage.getByLabel('Tell me when paid results take more than');
    await expect(limit).toHaveValue('20');
    await limit.fill('0.001');
    await limit.press('Enter');
    await expect(storage).toContainText(/Paid results take 1\.\d MB, more than the 0\.001 GB that you set\./u);
    await page.locator('footer').getByRole('button', { name: 'large' }).press('Enter');
    await storage.getByRole('button', { name: 'Remove results nobody uses…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Remove results nobody uses' });
    await expect(dialog.getByText('Nothing is unused for so long.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled();
    const lost = dialog.getByRole('checkbox', { name: 'Also sounds of projects that the studio does not know' });
    await expect(dialog).toContainText('They stay: the projects may lie on another disk, or be deleted.');
    await lost.press('Space');
    await expect(dialog.getByRole('checkbox', { name: '1 sound of a block, 1.4 MB' })).toBeChecked();
    await expect(lost).toBeFocused();
    await expect(dialog).toContainText('These were paid for.');
    await expectNothingSerious(page);
    await dialog.getByRole('button', { name: 'Remove 1 result, 1.4 MB' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: '1 result removed, 1.4 MB freed.' })).toBeVisible();
    await expect(storage.getByRole('button', { name: 'Remove results nobody uses…' })).toBeFocused();
    await expect(page.locator('footer').getByRole('button', { name: 'large' })).toHaveCount(0);
  },
);
