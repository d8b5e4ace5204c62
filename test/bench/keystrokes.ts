import type { Page } from 'playwright';
import { compareTyping, openTypingFixture, typeInBlock, type TypingFixture } from '../helpers/typing-fixture.ts';
import { openSample } from '../helpers/open-sample.ts';
import type { Bench } from './run.ts';

/** A chapter of so many blocks, the caret in the middle one. */
const fixture = (blocks: number): Promise<TypingFixture> => openTypingFixture({ write: (page) => write(page, blocks) });

async function write(page: Page, blocks: number): Promise<void> {
  await openSample(page);
  const script = page.getByRole('textbox', { name: 'Script' });
  const places = script.locator('[data-block]');
  await places.first().waitFor();
  await script.focus();
  await page.keyboard.press('Control+a');
  const text = Array.from({ length: blocks }, (_, index) => `Paragraph ${index} says a few words, and then it ends.`).join('\n');
  await script.evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await places.nth(blocks - 1).waitFor({ state: 'attached' });
  await typeInBlock(page, Math.floor(blocks / 2));
}

export default {
  name: 'main-thread time of 200 keystrokes in a chapter of 2,000 blocks, against one of 10; seconds',
  atMost: 2,
  run: () =>
    compareTyping(
      () => fixture(2000),
      () => fixture(10),
    ),
} satisfies Bench;
