import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
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

const go = (page: Page, panel: string) =>
  page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: panel }).click();
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function expectNothingSerious(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousTroubles(page), colorScheme).toEqual([]);
  }
}

withLostWork(
  'lost answers are found, retried and adopted under Jobs by keys alone, without a second charge',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    const settled = async () => (await service.charges()).entries.filter(({ state }) => state === 'settled').length;
    const before = await settled();
    // The status bar leads there.
    await page.getByRole('button', { name: messages.window.withoutResponse(messages.window.paidRequest(2)) }).click();
    const list = page.getByRole('listbox', { name: messages.window.jobs });
    const rows = list.getByRole('option');
    await expect(rows).toHaveCount(2);
    // The filters keep their widths as the button goes, and the keyboard stays among them.
    const widths = () =>
      page
        .getByRole('search')
        .getByRole('combobox')
        .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().width));
    const narrowed = await widths();
    await page.getByRole('button', { name: messages.jobs.clearFilters }).click();
    await expect(page.getByRole('button', { name: messages.jobs.clearFilters })).toHaveCount(0);
    expect(await widths()).toEqual(narrowed);
    await expect(page.getByRole('searchbox', { name: messages.jobs.searchJobs })).toBeFocused();
    await expect(rows.filter({ hasText: 'from another program' })).toHaveCount(1);

    await page.getByRole('searchbox', { name: messages.jobs.searchJobs }).fill('SAILOR');
    await expect(rows).toHaveCount(1);
    await list.focus();
    await page.keyboard.press('Enter');
    const timeline = page.getByRole('complementary', { name: messages.jobs.timeline });
    await expect(timeline.getByRole('heading', { level: 2 }).first()).toBeFocused();
    await expect(timeline.getByText(messages.jobs.eventSent)).toBeVisible();
    await expect(timeline.getByLabel(messages.jobs.requestHeaders)).toContainText('Idempotency-Key');
    await expect(timeline.getByLabel(messages.jobs.requestBody)).toContainText('All hands on deck.');
    await expectNothingSerious(page);
    // In a small window it lies over the list, and over nothing else.
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.getByRole('button', { name: messages.jobs.explain }).click();
    await expect(page.getByRole('dialog', { name: messages.jobs.explain })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: messages.jobs.explain })).toHaveCount(0);
    const retry = timeline.getByRole('button', { name: messages.jobs.retry });
    await retry.focus();
    await page.keyboard.press('Enter');
    await expect(timeline.getByText(messages.jobs.eventResent)).toBeVisible();
    await expect(rows.filter({ hasText: 'sailor' })).toContainText(messages.chapter.done);
    expect(await settled()).toBe(before);
    await page.keyboard.press('Escape');
    await expect(timeline).toHaveCount(0);
    await expect(list).toBeFocused();

    await page.getByRole('searchbox', { name: messages.jobs.searchJobs }).fill('');
    await expect(rows.filter({ hasText: 'Anna' })).toContainText(messages.jobs.outcomeUnknown);
    await list.focus();
    await page.keyboard.press('Home');
    await rows.filter({ hasText: 'Anna' }).click();
    await timeline.getByRole('button', { name: messages.jobs.lookUp }).press('Enter');
    await timeline.getByRole('button', { name: 'Adopt Anna of the lighthouse' }).press('Enter');
    await expect(rows.filter({ hasText: 'Anna' })).toContainText(messages.chapter.done);
    expect(await settled()).toBe(before);
    await expect(page.getByText(new RegExp(messages.window.withoutResponse('.*'), 'u'))).toHaveCount(0);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: messages.jobs.exportCsv }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv).toContain('An old sailor');
    expect(csv + (await page.content())).not.toContain(service.apiKey);
    await page.getByRole('searchbox', { name: messages.jobs.searchJobs }).fill('nothing is called so');
    await expect(page.getByRole('heading', { name: messages.jobs.noMatchingJobs })).toBeVisible();
  },
);

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
    await go(page, messages.window.account);
    const connections = section(page, messages.account.connections);
    await connections.getByRole('button', { name: messages.account.addConnection }).click();
    const form = page.getByRole('form', { name: messages.account.newConnection });
    await form.getByLabel(messages.account.baseUrl).fill(hosted.baseUrl);
    await form.getByLabel(messages.account.realtimeUrl).fill(hosted.realtimeUrl);
    await form.getByLabel(messages.account.apiKey, { exact: true }).fill('a-wrong-canary');
    await form.getByRole('button', { name: messages.account.testConnection }).click();
    await expect(form.getByRole('alert', { name: messages.account.keyRejected })).toBeVisible();
    await form.getByLabel(messages.account.apiKey, { exact: true }).fill(canary);
    await form.getByRole('button', { name: messages.account.testConnection }).click();
    await expect(form.getByText(messages.account.testWorks)).toBeVisible();
    expect(await page.content()).not.toContain(canary);
    await form.getByLabel(messages.account.name, { exact: true }).fill('The studio’s account');
    await form.getByRole('button', { name: messages.account.addAndUse }).click();
    const card = connections.getByRole('listitem', { name: 'The studio’s account' });
    await expect(card).toContainText(messages.account.inUse);
    await expect(page.locator('footer')).toContainText('The studio’s account');
    await expectNothingSerious(page);

    // The answer of an update is lost: it is read whether it happened, and it did.
    await hosted.setFaults([{ on: 'POST /api/open/v1/profile', kind: 'drop-after-charge' }]);
    const account = section(page, messages.window.account);
    await account.getByLabel(messages.account.webhookUrl).fill('https://example.org/hook');
    await account.getByRole('button', { name: messages.account.saveWebhook }).click();
    await expect(page.getByText(messages.account.webhookSaved)).toBeAttached();
    await expect(account.getByRole('alert')).toHaveCount(0);
    // This one never arrived: the profile says so, and trying again sends it.
    await hosted.setFaults([{ on: 'POST /api/open/v1/profile', kind: 'drop-before-charge' }]);
    await account.getByLabel(messages.account.webhookUrl).fill('https://example.org/other');
    await account.getByRole('button', { name: messages.account.saveWebhook }).click();
    await expect(account.getByRole('alert')).toContainText('The profile does not show the change.');
    await hosted.clearFaults();
    await account.getByRole('button', { name: messages.window.tryAgain }).click();
    await expect(account.getByRole('alert')).toHaveCount(0);

    await card.getByRole('button', { name: messages.account.remove }).click();
    await card.getByRole('button', { name: messages.account.removeNow }).click();
    await expect(card).toHaveCount(0);
    await expect(connections.getByRole('listitem', { name: messages.connections.localService })).toContainText(messages.account.inUse);
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
    await go(page, messages.window.account);
    await page.getByLabel(messages.account.capPerBatch).fill('1');
    await page.getByLabel(messages.account.capPerBatch).press('Enter');
    await page.getByLabel(messages.account.lowBalanceWarning).fill('999999999');
    await page.getByLabel(messages.account.lowBalanceWarning).press('Enter');
    await expect(page.locator('footer').getByRole('button', { name: 'low' })).toBeVisible();
    await go(page, messages.window.narration);
    await generateAll(page).click();
    const card = page.getByRole('alert', { name: messages.shapes.titleOverCap }).first();
    await expect(card).toContainText('The cap of 1 credits a batch would be passed');
    await expect(card).toContainText(messages.narration.block(9));
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
    expect((await service.charges()).entries.filter(({ state }) => state === 'settled')).toHaveLength(1);
    // The price is known now, and says so before the next press.
    await expect(page.getByText(messages.account.overCap).first()).toBeVisible();
    await card.getByRole('button', { name: messages.failures.changeCap }).click();
    await expect(page.getByLabel(messages.account.capPerBatch)).toHaveValue('1');
    await go(page, messages.window.settings);
    await section(page, messages.account.storage)
      .getByRole('button', { name: /^Clean up/u })
      .click();
    await expect(page.getByRole('alert').filter({ hasText: messages.account.cleanedUp })).toContainText('All takes are still here.');
    await go(page, messages.window.narration);
    await expect(blocks(page).first()).toHaveAttribute('data-state', 'done');
  },
);

test(
  'a shortcut is rebound, a conflict is named before it takes a key away, and a reset brings it back',
  { tag: '@beside' },
  async ({ page }) => {
    await go(page, messages.window.settings);
    const keys = section(page, messages.account.keys);
    await keys.getByRole('textbox', { name: messages.account.searchKeys }).or(keys.getByRole('searchbox')).first().fill('find a command');
    const row = keys.getByRole('group', { name: messages.window.findACommand, exact: true });
    await row.getByRole('button', { name: messages.account.changeKeys('Find a command') }).press('Enter');
    await expect(row.getByRole('button', { name: /Press the new shortcut/u })).toBeFocused();
    await page.keyboard.press('Control+o');
    await expect(row).toContainText(messages.account.keyUsedBy('', `“${messages.window.openProjectEllipsis}”`).trim());
    await row.getByRole('button', { name: messages.account.cancel }).press('Enter');
    await row.getByRole('button', { name: messages.account.changeKeys('Find a command') }).press('Enter');
    await page.keyboard.press('Control+Alt+j');
    await expect(row).toContainText('Ctrl+Alt+J');
    const palette = page.getByRole('dialog', { name: messages.window.commandPalette });
    await page.keyboard.press('Control+k');
    await expect(palette).toHaveCount(0);
    await page.reload();
    await keys.waitFor();
    await page.keyboard.press('Control+Alt+j');
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await go(page, messages.window.settings);
    await keys.getByRole('button', { name: messages.account.resetKeys('Find a command') }).press('Enter');
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
  },
);

withOldSound(
  'a paid sound that nobody uses is said to be large, found, shown with what it cost, and removed by keys alone',
  { tag: '@beside' },
  async ({ page }) => {
    await go(page, messages.window.settings);
    const storage = section(page, messages.account.storage);
    const limit = storage.getByLabel(messages.account.warnAbove);
    await expect(limit).toHaveValue('20');
    await limit.fill('0.001');
    await limit.press('Enter');
    await expect(storage).toContainText(/Paid results use 1\.\d\sMB, more than your limit of 0\.001\sGB\./u);
    await page.locator('footer').getByRole('button', { name: 'large' }).press('Enter');
    await storage.getByRole('button', { name: messages.account.removeUnusedEllipsis }).press('Enter');
    const dialog = page.getByRole('dialog', { name: messages.account.removeUnused });
    await expect(dialog.getByText(messages.account.nothingUnused)).toBeVisible();
    await expect(dialog.getByRole('button', { name: messages.account.removeNow, exact: true })).toBeDisabled();
    const lost = dialog.getByRole('checkbox', { name: messages.account.includeUnknownProjects });
    await expect(dialog).toContainText('Not removed: their projects may be on another disk.');
    await lost.press('Space');
    await expect(dialog.getByRole('checkbox', { name: `1 ${messages.account.blockAudio}, 1.4 MB` })).toBeChecked();
    await expect(lost).toBeFocused();
    await expect(dialog).toContainText(messages.account.removeUnusedWarning);
    await expectNothingSerious(page);
    await dialog.getByRole('button', { name: messages.account.removeWanted('1 result, 1.4 MB') }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: messages.account.unusedRemoved('1 result', '1.4 MB') })).toBeVisible();
    await expect(storage.getByRole('button', { name: messages.account.removeUnusedEllipsis })).toBeFocused();
    await expect(page.locator('footer').getByRole('button', { name: 'large' })).toHaveCount(0);
  },
);
