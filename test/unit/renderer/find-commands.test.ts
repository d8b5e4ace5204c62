import { expect, it } from 'vitest';
import { findCommands } from '../../../src-renderer/app/shell/find-commands.ts';

const commands = [
  { title: 'Play or pause', group: 'Sound' },
  { title: 'Generate all', group: 'Speech' },
  { title: 'Stop generating', group: 'Speech' },
  { title: 'Stop the sound', group: 'Sound' },
  { title: 'Open “Récit d’été”', group: 'Recent' },
];
const titles = (query: string): string[] => findCommands(query, commands).map(({ title }) => title);

it('gives all of them without a query, each group’s together', () => {
  expect(titles('  ')).toEqual(['Play or pause', 'Stop the sound', 'Generate all', 'Stop generating', 'Open “Récit d’été”']);
});

it('takes words in any order, their beginnings before their insides', () => {
  expect(titles('gen')).toEqual(['Generate all', 'Stop generating']);
  expect(titles('generating stop')).toEqual(['Stop generating']);
  expect(titles('sound stop')).toEqual(['Stop the sound']);
});

it('looks past accents and case, into groups, and through letters left out', () => {
  expect(titles('ETE')[0]).toBe('Open “Récit d’été”');
  expect(titles('speech')).toEqual(['Generate all', 'Stop generating']);
  expect(titles('gnrall')).toEqual(['Generate all']);
  expect(titles('xyz')).toEqual([]);
});

it('finds a single letter where a word begins with it or holds it, in a title or at the start of a group', () => {
  expect(titles('g')).toEqual(['Generate all', 'Stop generating']);
  expect(titles('q')).toEqual([]);
});
