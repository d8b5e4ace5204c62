import { expect, it } from 'vitest';
import { spokenLine } from '#shared/messages/spoken-lines.ts';

it('a line to try a voice with is in the language of a tag, whatever its region, writing or case, and English where there is none', () => {
  const german = spokenLine('sample', 'de');
  expect(german).toContain('Leuchtturm');
  for (const tag of ['de-AT', 'de_DE', 'DE']) expect(spokenLine('sample', tag)).toBe(german);
  const english = spokenLine('sample', 'en');
  for (const tag of [undefined, '', 'xx-YY', 'constructor', '__proto__']) expect(spokenLine('sample', tag)).toBe(english);
});
