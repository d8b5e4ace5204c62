import { seriousTroubles } from './axe.ts';
import { messages } from '#shared/messages/index.ts';
import { choosePreset, exportSheet, openExport, startExport } from './export-sheet.ts';
import { blocks, expect, generateAll, paidRequests, test } from './with-service.ts';

test.use({ asksFirst: true });

test('Generate all asks before the first purchase of a project, and an unfinished chapter is not exported unasked', async ({
  page,
  service,
}) => {
  test.slow();
  await expect(generateAll(page)).toBeEnabled({ timeout: 30_000 });
  await generateAll(page).click();
  const question = page.getByRole('dialog', { name: messages.narration.generateBlocksQuestion('10 blocks') });
  await expect(question).toContainText(messages.narration.balanceNow);
  await question.getByRole('button', { name: messages.narration.cancel }).click();
  expect((await paidRequests(service)).settled).toBe(0);

  // Two blocks alone: no question, as it is no whole project.
  await blocks(page).nth(0).locator('p').click();
  await page.keyboard.press('Control+Enter');
  await expect(blocks(page).nth(0)).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
  await page.getByRole('button', { name: messages.narration.stop, exact: true }).click();

  await openExport(page);
  await choosePreset(page, 'captions');
  const sheet = exportSheet(page);
  await expect(sheet.getByRole('list', { name: messages.exportSheet.missing }).getByRole('button')).toHaveCount(9);
  await expect(startExport(page)).toBeDisabled();
  await sheet.getByRole('checkbox', { name: messages.exportSheet.leaveOut }).check();
  const [exported] = await Promise.all([page.waitForEvent('download'), startExport(page).click()]);
  expect(exported.suggestedFilename()).toMatch(/\.srt$/u);
  await sheet.getByRole('button', { name: messages.exportSheet.exportAgain }).click();
  await sheet.getByRole('button', { name: 'Generate 9 blocks' }).click();
  await expect(blocks(page).nth(9)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  expect((await paidRequests(service)).settled).toBe(10);

  // Export comes back by itself, as it was, and a press beside it takes nothing away.
  await expect(sheet.getByRole('radio', { name: messages.exportSheet.presetNames.captions })).toBeChecked({ timeout: 30_000 });
  await expect(sheet.getByRole('list', { name: messages.exportSheet.missing })).toHaveCount(0);
  await expect(startExport(page)).toBeEnabled();
  const placeOfStart = async () => (await startExport(page).boundingBox())?.y;
  const place = await placeOfStart();
  for (const preset of ['audiobook', 'daw', 'own'] as const) {
    await choosePreset(page, preset);
    expect(await placeOfStart()).toBe(place);
  }
  await page.mouse.click(5, 400);
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('radio', { name: messages.exportSheet.presetNames.own })).toBeChecked();
});

test(
  'Generate all asks where the price passes the limit, and goes on by Enter, where the focus stays at hand',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await page.getByRole('button', { name: messages.window.account, exact: true }).click();
    const limit = page.getByRole('textbox', { name: messages.account.askAbove });
    await limit.fill('100');
    await limit.press('Enter');
    await page.getByRole('button', { name: messages.narration.narration, exact: true }).click();
    await blocks(page).nth(0).locator('p').click();
    await page.keyboard.press('Control+Enter');
    await expect(blocks(page).nth(0)).toHaveAttribute('data-state', 'done', { timeout: 30_000 });
    await generateAll(page).press('Enter');
    const question = page.getByRole('dialog', { name: messages.narration.generateBlocksQuestion('9 blocks') });
    await expect(question).toContainText('about');
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    // The button that was pressed has given way to this one.
    await expect(page.getByRole('button', { name: messages.narration.stopGenerating, exact: true })).toBeFocused();
    await expect(blocks(page).nth(9)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
    expect((await paidRequests(service)).settled).toBe(10);
  },
);

test('a question that the mouse opened and Enter answers leaves the focus at hand, during the run and after it', async ({ page }) => {
  test.slow();
  await expect(generateAll(page)).toBeEnabled();
  await generateAll(page).click();
  const question = page.getByRole('dialog', { name: messages.narration.generateBlocksQuestion('10 blocks') });
  await expect(question).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: messages.narration.stopGenerating, exact: true })).toBeFocused();
  await expect(blocks(page).nth(9)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  await expect(generateAll(page)).toBeFocused();
});

test(
  'a first purchase at an unknown price asks, with the balance, and Cancel sends nothing',
  { tag: '@beside' },
  async ({ page, service }) => {
    await page.getByRole('button', { name: messages.window.design, exact: true }).click();
    const create = page.getByRole('button', { name: messages.design.createCandidates, exact: true });
    await page.getByRole('textbox', { name: messages.design.prompt }).fill('A calm old sailor.');
    const question = page.getByRole('dialog', { name: messages.account.unknownPriceQuestion(messages.design.createCandidates) });
    await create.click();
    await expect(question).toContainText(messages.account.unknownUntilFirst);
    await expect(question).toContainText(messages.account.balanceIs(messages.account.credit(100_000_000)));
    expect(await seriousTroubles(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(create).toBeFocused();
    expect((await paidRequests(service)).settled).toBe(0);
    await create.press('Enter');
    await question.getByRole('button', { name: messages.design.createCandidates }).click();
    await expect(page.getByRole('region', { name: messages.design.comparison })).toBeVisible({ timeout: 60_000 });
    expect((await paidRequests(service)).settled).toBe(1);
  },
);
