import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText, shortenText, shortenToLine } from '#shared/cut-text.ts';

const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é', '👋', '𝄞', '日') });

it('a text is cut to its beginning, as long as allowed or one unit shorter, and never through a character of two units', () => {
  fc.assert(
    fc.property(text, fc.nat(40), (whole, longest) => {
      const cut = cutText(whole, longest);
      expect(whole.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(longest);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(whole.length, longest) - 1);
    }),
  );
});

it('a text that fits stays as it is; a longer one ends with an ellipsis', () => {
  expect(shortenText('four', 4)).toBe('four');
  expect(shortenText('fives', 4)).toBe('five…');
  expect(shortenText('abc👋', 4)).toBe('abc…');
});

it('a line has its whitespace in single spaces and is cut at 80 units, before an emoji that stands on the edge', () => {
  expect(shortenToLine('  two\n lines\t')).toBe('two lines');
  expect(shortenToLine('a'.repeat(80))).toBe('a'.repeat(80));
  expect(shortenToLine(`${'a'.repeat(79)}👋`)).toBe(`${'a'.repeat(79)}…`);
});
