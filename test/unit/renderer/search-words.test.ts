import { expect, it } from 'vitest';
import { matchWords, toSearchText, toSearchWords } from '../../../src-renderer/lib/search-words.ts';

const match = (text: string, search: string): string | undefined => matchWords(toSearchText(text), toSearchWords(search));

it.each([
  ['Élise', 'ELI'],
  ['Großvater', 'grossv'],
  ['Gro\u00dfva\u0308ter', 'grossvat'],
  ['DeepNarratorVoice', 'narrator'],
  ['DeepNarratorVoice', 'deepnarratorvoice'],
  ['DeepNarratorVoice', 'narratorvoice'],
  ['TTSReader', 'reader'],
  ['Voice2', '2'],
  ['alpha-s1-flash', 'alpha-s1'],
  ['beta-2.8-hd', '2.8 hd'],
  ['low-pitched', 'low pitched'],
  ['e-book', 'ebook'],
  ['O’Brien', "o'brien"],
  ['O’Brien', 'brien'],
  ['“Calm” (reader)', 'calm reader'],
  ['温柔女声', '女声'],
])('in “%s”, the words “%s” begin words, or parts of them that a capital, a digit or a hyphen shows', (text, search) => {
  expect(match(text, search)).toBe('begins');
});

it.each([
  ['German', 'man'],
  ['Female', 'male'],
  ['Gold', 'old'],
  ['Joanna', 'anna'],
  ['Nachrichten', 'richten extra'],
  ['Nachrichtensprecher', 'rich'],
])('in “%s”, “%s” is only inside a word, and not found', (text, search) => {
  expect(match(text, search)).toBeUndefined();
});

it.each([
  ['Nachrichtensprecher', 'sprecher'],
  ['Männerstimmen, tief', 'tief stimme'],
])('in “%s”, “%s” has the head of a long compound, which is a lesser match', (text, search) => {
  expect(match(text, search)).toBe('ends-compound');
});

it('a search without letters and digits narrows nothing', () => {
  expect(match('Anna', ' – ')).toBe('begins');
});
