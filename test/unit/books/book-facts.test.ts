import { expect, it } from 'vitest';
import { bookFactsOf } from '#shared/books/book-facts.ts';

it('a book is by everybody whom its manuscripts name, each once, in the language that the first of them says', () => {
  expect(bookFactsOf([{ author: 'Ann' }, { language: 'de' }, { author: 'Ben', language: 'en' }, { author: 'Ann' }])).toEqual({
    author: 'Ann, Ben',
    language: 'de',
  });
  expect(bookFactsOf([{}])).toEqual({});
});
