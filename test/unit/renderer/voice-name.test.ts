import { expect, it } from 'vitest';
import { nameOf } from '../../../src-renderer/lib/plain-text.ts';

it.each([
  ['A gentle young woman with a northern accent', 'Gentle young woman'],
  ['Calm old man, deep and warm', 'Calm old man'],
  ['Gentle young woman with a smile', 'Gentle young woman'],
  ['Eine ruhige Erzählerin mit der Stimme einer Nachrichtensprecherin', 'Ruhige Erzählerin'],
  ['The voice of', 'Voice'],
  ['With', 'With'],
  ['', ''],
])('the name that is proposed for “%s” is “%s”: it begins and ends with a word that says something', (prompt, name) => {
  expect(nameOf(prompt)).toBe(name);
});
