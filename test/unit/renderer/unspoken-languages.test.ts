import { expect, it } from 'vitest';
import type { Model } from '../../../src-shared/catalogue/models.ts';
import type { Voice } from '../../../src-shared/catalogue/voices.ts';
import { findUnspokenLanguages, findWantedTexts } from '../../../src-renderer/features/narration/voicing/unspoken-languages.ts';
import { enoughText } from '#shared/dubbing/voice-languages.ts';

const voice = (voiceId: string, ...languages: string[]): Voice => ({
  voiceId,
  name: voiceId,
  isPersonal: false,
  primaryLanguage: languages[0] ?? '',
  languages,
  modelIds: ['alpha-s21pro-flash'],
});
const models = [{ id: 'alpha-s21pro-flash', available: true, supportedOperations: {} }] as unknown as Model[];
const block = (id: string, text: string, change: object = {}) => ({
  id,
  text,
  voiceId: 'anna',
  wanting: true,
  paid: false,
  attributes: { locked: false },
  ...change,
});

it('the text of a voice is that of all blocks that would be bought, as far as it tells the language', () => {
  const texts = findWantedTexts([
    block('spoken', 'Has audio.', { wanting: false }),
    block('paid', 'Was bought.', { paid: true }),
    block('locked', 'Is not generated.', { attributes: { locked: true } }),
    block('voiceless', 'Nobody.', { voiceId: null }),
    block('one', 'Eins.'),
    block('other', 'Two.', { voiceId: 'ben' }),
    block('two', 'x'.repeat(2 * enoughText)),
  ]);
  expect(texts.map(({ voiceId, blockId, text }) => [voiceId, blockId, text.slice(0, 7), text.length])).toEqual([
    ['anna', 'one', 'Eins. x', enoughText],
    ['ben', 'other', 'Two.', 4],
  ]);
});

it('a voice that does not speak the language of its text is named with one that does, and only where there is one', () => {
  const texts = findWantedTexts([block('one', 'Der Nebel kam.')]);
  const found = (voices: Voice[], language = 'de') =>
    findUnspokenLanguages(texts, new Map([['anna', language]]), { voices, models }).map(({ language: of, other }) => [of, other.voiceId]);
  const [english, german] = [voice('anna', 'en-US'), voice('greta', 'de-DE')];
  expect(found([english, german])).toEqual([['de', 'greta']]);
  expect(found([english, german], 'en')).toEqual([]);
  expect(found([english, german], 'fr')).toEqual([]);
  expect(found([english])).toEqual([]);
  expect(found([voice('anna', 'en-US', 'de-DE'), german])).toEqual([]);
  expect(found([voice('anna', 'multilingual'), german])).toEqual([]);
  // Where the language is not plain, nothing is said.
  expect(findUnspokenLanguages(texts, new Map(), { voices: [english, german], models })).toEqual([]);
});
