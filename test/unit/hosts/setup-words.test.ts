import { expect, it } from 'vitest';
import { languageOfTag } from '#shared/messages/languages.ts';
import { setupWords } from '../../../src-main/hosts/launch/setup-words.mjs';

const german = setupWords({ LANG: 'de_DE.UTF-8' }, 'linux');
const english = setupWords({}, 'linux');

it('setup says everything in German too, with the same figures', () => {
  expect(Object.keys(german)).toEqual(Object.keys(english));
  for (const [name, text] of Object.entries(german)) {
    const other = english[name];
    expect(text, name).not.toBe(other);
    expect(typeof text === 'function' ? text.length : text.length > 0, name).toBe(typeof other === 'function' ? other.length : true);
  }
});

it('setup chooses its language by the rule of the program', () => {
  for (const tag of ['de', 'de_AT.UTF-8', 'de-CH', 'DE', 'en_GB.UTF-8', 'C.UTF-8', 'fr_FR', 'den', 'de@euro'])
    expect(setupWords({ LANG: tag }, 'linux') === german, tag).toBe(languageOfTag(tag) === 'de');
  expect(setupWords({ VOICEWRIGHT_LANGUAGE: 'en', LANG: 'de_DE' }, 'linux')).toBe(english);
  expect(setupWords({ LC_ALL: '', LC_MESSAGES: 'de_DE', LANG: 'en' }, 'linux')).toBe(german);
  expect(setupWords({}, 'darwin', 'de-DE')).toBe(german);
  expect(setupWords({}, 'linux', 'de-DE')).toBe(english);
});
