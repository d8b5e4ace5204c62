import { expect, type Page } from '@playwright/test';
import { messages } from '#shared/messages/index.ts';

const { dubbing } = messages;

export const dubSegments = (page: Page) => page.getByRole('listbox', { name: dubbing.segments, exact: true });

/** The example dub, three lines of two speakers, opened in Dubbing. It has no takes. */
export async function openExampleDub(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: messages.window.panels })
    .getByRole('button', { name: messages.window.dubbing, exact: true })
    .click();
  await page.getByRole('radiogroup', { name: dubbing.dubbingMode }).getByText(dubbing.timeline, { exact: true }).click();
  await page.getByRole('button', { name: messages.sources.tryExample, exact: true }).click();
  await expect(dubSegments(page).getByRole('option')).toHaveCount(3, { timeout: 20_000 });
}
