import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimatedWords } from '#shared/narration/spread-words.ts';

it('words whose times nobody reported fill the sound in their order, each by its letters, and all say that they are estimated', () => {
  const word = fc.string({ minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 40 }),
      fc.nat(10_000),
      fc.integer({ min: 1, max: 60_000 }),
      (texts, start, length) => {
        const words = estimatedWords(texts, start, start + length);
        expect(words.map(({ text }) => text)).toEqual(texts);
        expect(words[0]?.startMs).toBe(start);
        expect(words.at(-1)?.endMs).toBeCloseTo(start + length, 6);
        const perLetter = length / texts.join('').length;
        for (const [index, { text, startMs, endMs, estimated }] of words.entries()) {
          expect(estimated).toBe(true);
          expect(startMs).toBe(words[index - 1]?.endMs ?? start);
          expect(endMs - startMs).toBeCloseTo(perLetter * text.length, 6);
        }
      },
    ),
  );
  expect(estimatedWords([], 0, 100)).toEqual([]);
});
