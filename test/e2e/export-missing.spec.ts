import { messages } from '#shared/messages/index.ts';
import { chooseIn, choosePreset, exportSheet, openExport } from './export-sheet.ts';
import { blocks, expect, paidRequests, test } from './with-service.ts';

const texts = messages.exportSheet;

test(
  'who generates from Export and leaves Narration comes back by the press of one button, and finds all that was chosen',
  { tag: '@beside' },
  async ({ page, service }) => {
    test.slow();
    await expect(blocks(page)).toHaveCount(10);
    const sheet = exportSheet(page);
    const field = (name: string) => sheet.getByRole('textbox', { name, exact: true });
    await openExport(page);
    await choosePreset(page, 'own');
    await chooseIn(page, texts.format, texts.formatNames.flac);
    await chooseIn(page, texts.level, texts.levelNames.podcast);
    await field(texts.author).fill('Ida Fenn');
    await sheet.getByRole('button', { name: texts.advanced }).click();
    await field(texts.template).fill('Fog {chapter}');
    await sheet.getByRole('checkbox', { name: texts.receipts }).check();
    await sheet.getByRole('button', { name: texts.generate(messages.narration.block(10)) }).click();
    await expect(sheet).toBeHidden();
    await page.getByRole('navigation', { name: messages.window.panels }).getByRole('button', { name: messages.window.voices }).click();
    const offer = page.getByRole('alert').filter({ hasText: texts.generationEnded });
    await expect(offer).toBeVisible({ timeout: 60_000 });
    // Nothing opens over what the person does.
    await expect(page.getByRole('main', { name: messages.window.voices })).toBeVisible();
    await expect(sheet).toBeHidden();
    expect((await paidRequests(service)).settled).toBe(10);

    await page.keyboard.press('F8');
    await expect(offer.getByRole('button', { name: texts.backToExport })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(sheet).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(sheet.getByRole('radio', { name: texts.presetNames.own, exact: true })).toBeChecked();
    await expect(sheet.getByRole('combobox', { name: texts.format, exact: true })).toHaveValue(texts.formatNames.flac);
    await expect(sheet.getByRole('combobox', { name: texts.level, exact: true })).toHaveValue(texts.levelNames.podcast);
    await expect(field(texts.author)).toHaveValue('Ida Fenn');
    await expect(field(texts.template)).toHaveValue('Fog {chapter}');
    await expect(sheet.getByRole('checkbox', { name: texts.receipts })).toBeChecked();
    await expect(sheet.getByRole('list', { name: texts.missing })).toHaveCount(0);
    await expect(sheet.getByRole('list', { name: texts.firstNames })).toHaveText('Fog The Lighthouse Recordings.flac');
  },
);
