import type { Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';
import { expect } from './with-service.ts';

const texts = messages.exportSheet;

export const exportSheet = (page: Page) => page.getByRole('dialog', { name: texts.title, exact: true });

/** Opens Export and chooses what is exported. */
export async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: texts.export, exact: true }).click();
  await expect(exportSheet(page)).toBeVisible();
}

export async function chooseIn(page: Page, field: string, option: string): Promise<void> {
  await exportSheet(page).getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A preset whose files are downloaded as they are made. */
export async function choosePreset(page: Page, preset: keyof typeof texts.presetNames): Promise<void> {
  await exportSheet(page).getByRole('radio', { name: texts.presetNames[preset], exact: true }).check();
}

export const startExport = (page: Page) => exportSheet(page).getByRole('button', { name: texts.export, exact: true });
