import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breathsOf, chunksOf } from '#main/local-service/sound/tokens.ts';

const sentences = (text: string) => chunksOf(text, true).map((chunk) => chunk.tokens.map((token) => token.text).join(' '));
const tokensOf = (text: string) => text.split(/\s+/u).filter((token) => token !== '');

describe('sentences', () => {
  test.each([
    ['Dr. Smith paid $3.50, e.g. today. Then he left!', ['Dr. Smith paid $3.50, e.g. today.', 'Then he left!']],
    ['J. R. R. Tolkien wrote. (He did.) “Really?” Yes.', ['J. R. R. Tolkien wrote.', '(He did.)', '“Really?”', 'Yes.']],
    ['Am 3. Oktober kam z.B. Frau Dr. Klein. Gut.', ['Am 3. Oktober kam z.B. Frau Dr. Klein.', 'Gut.']],
    ['नमस्ते दुनिया। आप कैसे हैं?', ['नमस्ते दुनिया।', 'आप कैसे हैं?']],
    ['A title\n\nA paragraph', ['A title', 'A paragraph']],
    ['', []],
  ])('of %j', (text, expected) => expect(sentences(text)).toEqual(expected));

  test('a paragraph ends with a longer pause than a sentence', () => {
    const [first, second] = chunksOf('One. Two.\n\nThree.', true);
    expect(second!.pauseMs).toBeGreaterThan(first!.pauseMs);
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.string({ unit: 'grapheme', maxLength: 120 })).map((parts) => parts.join(' ')),
);

test('no token is lost, joined or changed, whatever the text', () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (text, normalise) => {
      expect(chunksOf(text, normalise).flatMap((chunk) => chunk.tokens.map((token) => token.text))).toEqual(tokensOf(text));
    }),
  );
});

test('no call of the engine is long, and each piece keeps its token, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.integer({ min: 1, max: 9_000 }).map((length) => '7x'.repeat(length)),
      ),
      (text) => {
        for (const chunk of chunksOf(text, false)) {
          const breaths = breathsOf(chunk);
          for (const breath of breaths) expect(breath.reduce((sum, piece) => sum + piece.text.length + 1, 0)).toBeLessThanOrEqual(500);
          const pieces = breaths.flat();
          expect(pieces.map((piece) => piece.text)).toEqual(chunk.tokens.flatMap((token) => token.spoken));
          expect(pieces.every((piece, index) => index === 0 || piece.token >= pieces[index - 1]!.token)).toBe(true);
        }
      },
    ),
  );
});

test('nothing that would end a C string, or speak the engine’s own notation, reaches it', () => {
  const spoken = chunksOf('a\u0000b [[h@l]] \ud800x "quoted!"', true).flatMap((chunk) => chunk.tokens.flatMap((token) => token.spoken));
  expect(spoken).toEqual(['ab', 'h@l', 'x', 'quoted!']);
});

test('digits are spoken one by one without normalisation', () => {
  expect(chunksOf('Room 237', false)[0]!.tokens[1]!.spoken).toEqual(['2 3 7']);
  expect(chunksOf('Room 237', true)[0]!.tokens[1]!.spoken).toEqual(['237']);
});
