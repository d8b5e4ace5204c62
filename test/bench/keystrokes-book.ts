import { bookParagraphs, writeBook } from '../helpers/book.ts';
import { compareTyping, openTypingFixture, typeInBlock, type TypingFixture } from '../helpers/typing-fixture.ts';
import type { Bench } from './run.ts';

const wordsABlock = 100;

/** A project of so many words in one chapter, which is the worst case, the caret in its middle block. */
const fixture = (words: number): Promise<TypingFixture> => {
  const blocks = words / wordsABlock;
  return openTypingFixture({
    prepare: (profile) => void writeBook(profile, bookParagraphs(blocks, wordsABlock)),
    write: async (page) => {
      await page
        .getByRole('textbox', { name: 'Script' })
        .locator('[data-block]')
        .nth(blocks - 1)
        .waitFor({ state: 'attached' });
      await typeInBlock(page, Math.floor(blocks / 2));
    },
  });
};

export default {
  name: 'main-thread time of 200 keystrokes in a project of 90,000 words, against one of a page; seconds',
  atMost: 1.5,
  run: () =>
    compareTyping(
      () => fixture(90_000),
      () => fixture(300),
    ),
} satisfies Bench;
