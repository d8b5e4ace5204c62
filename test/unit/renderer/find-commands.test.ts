import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { findCommands } from '../../../src-renderer/app/shell/find-commands.ts';

const commands = [
  { title: messages.window.playOrPause, group: 'Sound' },
  { title: messages.narration.generateAll, group: 'Speech' },
  { title: messages.narration.stopGenerating, group: 'Speech' },
  { title: messages.window.stopPlayback, group: 'Sound' },
  { title: messages.window.openNamed('Récit d’été'), group: 'Recent' },
];
const titles = (query: string): string[] => findCommands(query, commands).map(({ title }) => title);

it('gives all of them without a query, each group’s together', () => {
  expect(titles('  ')).toEqual([
    messages.window.playOrPause,
    messages.window.stopPlayback,
    messages.narration.generateAll,
    messages.narration.stopGenerating,
    messages.window.openNamed('Récit d’été'),
  ]);
});

it('takes words in any order, their beginnings before their insides', () => {
  expect(titles('gen')).toEqual([messages.narration.generateAll, messages.narration.stopGenerating]);
  expect(titles('generating stop')).toEqual([messages.narration.stopGenerating]);
  expect(titles('sound stop')).toEqual([messages.window.stopPlayback]);
});

it('looks past accents and case, into groups, and through letters left out', () => {
  expect(titles('ETE')[0]).toBe(messages.window.openNamed('Récit d’été'));
  expect(titles('speech')).toEqual([messages.narration.generateAll, messages.narration.stopGenerating]);
  expect(titles('gnrall')).toEqual([messages.narration.generateAll]);
  expect(titles('xyz')).toEqual([]);
});

it('finds a single letter where a word begins with it or holds it, in a title or at the start of a group', () => {
  expect(titles('g')).toEqual(['Generate all', 'Stop generating']);
  expect(titles('q')).toEqual([]);
});

it('finds a command by what it is for, and then guesses nothing from scattered letters', () => {
  const exports = { title: 'Export…', group: 'Export', keywords: ['EPUB 3', 'M4B with chapters'] };
  const shorten = { title: 'Shorten pause after block', group: 'Narration' };
  expect(findCommands('epub', [shorten, exports])).toEqual([exports]);
  expect(findCommands('m4b', [shorten, exports])).toEqual([exports]);
  expect(findCommands('spab', [shorten, exports])).toEqual([shorten]);
});

it('puts the titles that have exactly these words first, in the order in which they were added', () => {
  const { narration, window } = messages;
  const added = [window.playOrPause, narration.playSlower, narration.generateChapter, narration.generateBook].map((title) => ({
    title,
    group: 'Narration',
  }));
  const find = (query: string): string[] => findCommands(query, added).map(({ title }) => title);
  expect(find('play')).toEqual([window.playOrPause, narration.playSlower]);
  expect(find('generate')).toEqual([narration.generateChapter, narration.generateBook]);
  expect(find('generate book')).toEqual([narration.generateBook]);
  // The verb of German comes last.
  const german = ['Kapitel erzeugen', 'Buch erzeugen'].map((title) => ({ title, group: 'Sprache' }));
  expect(findCommands('erzeugen', german)).toEqual(german);
  const pause = { title: 'Pause', group: 'Narration' };
  expect(findCommands('pause', [{ title: 'Pause after', group: 'Narration' }, pause])[0]).toBe(pause);
});
