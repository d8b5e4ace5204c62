import { expect, it } from 'vitest';
import { toTrackLanguage } from '#main/media/track-language.ts';

it.each([
  ['de', 'deu'],
  ['pt-BR', 'por'],
  ['zh_Hans', 'zho'],
  ['EN', 'eng'],
  ['fil', 'fil'],
  ['x1', undefined],
  ['', undefined],
  [undefined, undefined],
])('a track of a file calls the language %s %s', (tag, code) => {
  expect(toTrackLanguage(tag)).toBe(code);
});
