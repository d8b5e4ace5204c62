import type { Page } from '@playwright/test';
import { blocks, script } from './with-service.ts';

/** What the blocks say, in order. */
export const texts = (page: Page): Promise<string[]> => blocks(page).locator('p').allTextContents();
/** The blocks’ ids, in order. */
export const ids = (page: Page): Promise<(string | null)[]> =>
  blocks(page).evaluateAll((elements) => elements.map((element) => element.getAttribute('data-block')));

/** Pastes these, each under its MIME type, where the caret of the script is. */
export async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await script(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

/** What a copy would put on the clipboard. */
export function copied(page: Page): Promise<{ html: string; text: string }> {
  return script(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return { html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') };
  });
}

/** A press on the handle of a block, which is the left edge of its margin. */
export const pressHandle = (page: Page, index: number, modifiers: ('Shift' | 'Control')[] = []): Promise<void> =>
  blocks(page)
    .nth(index)
    .click({ position: { x: 6, y: 18 }, modifiers });
