import { expect, it } from 'vitest';
import { readingSpeed } from '#shared/narration/reading-speed.ts';

it('the reading speed is characters with their spaces over the time that they are shown, and none without words or time', () => {
  expect(readingSpeed(' Twenty\n characters.  ', 2)).toBe(9);
  expect(readingSpeed('🚢🚢', 1)).toBe(2);
  expect(readingSpeed('  ', 2)).toBeUndefined();
  expect(readingSpeed('Words.', 0)).toBeUndefined();
});
