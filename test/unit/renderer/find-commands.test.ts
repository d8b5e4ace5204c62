import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import type { Command } from '../../../src-renderer/core/commands/commands-store.ts';
import { findCommands } from '../../../src-renderer/app/shell/find-commands.ts';
import { listCommands } from '../../../src-renderer/app/shell/list-commands.ts';

const commands = [
  { title: messages.window.playOrPause, group: 'Sound' },
  { title: messages.narration.generateAll, group: 'Speech' },
  { title: messages.narration.stopGenerating, group: 'Speech' },
  { title: messages.window.stopPlayback, group: 'Sound' },
  { title: messages.window.openNamed('Récit d’été'), group: 'Recent' },
];
const language = { ...messages.help, alike: ['erase delete'] };
const search = <T extends Parameters<typeof findCommands>[1][number]>(query: string, among: readonly T[]): T[] =>
  findCommands(query, among, language).commands;
const titles = (query: string): string[] => search(query, commands).map(({ title }) => title);

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

it('looks past accents and case, into groups, and to letters that begin words', () => {
  expect(titles('ETE')[0]).toBe(messages.window.openNamed('Récit d’été'));
  expect(titles('speech')).toEqual([messages.narration.generateAll, messages.narration.stopGenerating]);
  expect(titles('geal')).toEqual([messages.narration.generateAll]);
  expect(titles('gnrall')).toEqual([]);
  expect(titles('xyz')).toEqual([]);
});

it('finds a single letter where a word begins with it or holds it, in a title or at the start of a group', () => {
  expect(titles('g')).toEqual(['Generate all', 'Stop generating']);
  expect(titles('q')).toEqual([]);
});

it('finds a command by what it is for, and then guesses nothing from scattered letters', () => {
  const exports = { title: 'Export…', group: 'Export', keywords: ['EPUB 3', 'M4B with chapters'] };
  const shorten = { title: 'Shorten pause after block', group: 'Narration' };
  expect(search('epub', [shorten, exports])).toEqual([exports]);
  expect(search('m4b', [shorten, exports])).toEqual([exports]);
  expect(search('spab', [shorten, exports])).toEqual([shorten]);
});

it('puts the titles that have exactly these words first, in the order in which they were added', () => {
  const { narration, window } = messages;
  const added = [window.playOrPause, narration.playSlower, narration.generateChapter, narration.generateBook].map((title) => ({
    title,
    group: 'Narration',
  }));
  const find = (query: string): string[] => search(query, added).map(({ title }) => title);
  expect(find('play')).toEqual([window.playOrPause, narration.playSlower]);
  expect(find('generate')).toEqual([narration.generateChapter, narration.generateBook]);
  expect(find('generate book')).toEqual([narration.generateBook]);
  // The verb of German comes last.
  const german = ['Kapitel erzeugen', 'Buch erzeugen'].map((title) => ({ title, group: 'Sprache' }));
  expect(search('erzeugen', german)).toEqual(german);
  const pause = { title: 'Pause', group: 'Narration' };
  expect(search('pause', [{ title: 'Pause after', group: 'Narration' }, pause])[0]).toBe(pause);
});

it('keeps the order of titles that begin with the words, whatever panel is shown and whatever can be done now', () => {
  const { narration, window } = messages;
  const play = { title: window.playOrPause, group: 'Sound', reason: window.generateFirst };
  const slower = { title: narration.playSlower, group: 'Narration', isOfShown: true };
  expect(search('play', [play, slower])).toEqual([play, slower]);
});

describe('the commands of other panels', () => {
  const { narration, exportSheet, jobs, window } = messages;
  const panels = [
    { id: 'narration', name: window.narration, needsProject: true as const },
    { id: 'jobs', name: window.jobs },
  ];
  const command = (id: string, title: string, group: string, more: Partial<Command> = {}): Command => ({
    id,
    title,
    group,
    run: () => undefined,
    ...more,
  });
  const generate = command('speech.generate-all', narration.generateChapter, narration.speech);
  const open = command('export.open', exportSheet.openCommand, exportSheet.title, { keywords: ['EPUB 3'] });
  const csv = command('jobs.export', jobs.exportCommand, jobs.jobs);
  const refresh = command('jobs.refresh', jobs.refreshCommand, jobs.jobs);
  const play = command('sound.play', window.playOrPause, 'Sound', { unavailable: () => window.generateFirst });
  const ofPanels = [generate, open].map((each) => ({ panel: 'narration', command: each }));
  ofPanels.push(...[csv, refresh].map((each) => ({ panel: 'jobs', command: each })));
  const list = (query: string, shown: string, commands: readonly Command[], hasProject = true) =>
    listCommands(query, { commands, ofPanels, panels, shown, hasProject }).rows.map(({ command: { id }, panel, reason }) => [
      id,
      panel?.name,
      reason,
    ]);

  it('are found too, with the name of their panel, after those of the panel that is shown', () => {
    for (const query of ['exp', 'export'])
      expect(list(query, 'jobs', [play, csv, refresh])).toEqual([
        ['jobs.export', undefined, undefined],
        ['export.open', window.narration, undefined],
      ]);
    // One that has the word here comes before one that is called so elsewhere; what cannot be done comes last.
    expect(list('export', 'jobs', [command('x', exportSheet.stopCommand, exportSheet.title), refresh])).toEqual([
      ['x', undefined, undefined],
      ['export.open', window.narration, undefined],
      ['jobs.export', window.jobs, window.notInThisView],
    ]);
    expect(list('generate', 'start', [play])).toEqual([['speech.generate-all', window.narration, undefined]]);
    expect(list(`${window.narration} epub`, 'jobs', [csv])).toEqual([['export.open', window.narration, undefined]]);
  });

  it('make guesses from scattered letters count no more', () => {
    expect(list('epub', 'jobs', [command('x', 'Help with pauses and bounces', 'View')])).toEqual([
      ['export.open', window.narration, undefined],
    ]);
  });

  it('stand without a query below all others, panel by panel, and none stands twice', () => {
    expect(list('', 'jobs', [csv, play, refresh])).toEqual([
      ['jobs.export', undefined, undefined],
      ['jobs.refresh', undefined, undefined],
      ['sound.play', undefined, window.generateFirst],
      ['speech.generate-all', window.narration, undefined],
      ['export.open', window.narration, undefined],
    ]);
  });

  it('say that they need a project, and that a part of the shown panel is not there now', () => {
    expect(list('generate', 'jobs', [], false)).toEqual([['speech.generate-all', window.narration, window.noProject]]);
    expect(list('refresh', 'jobs', [])).toEqual([['jobs.refresh', window.jobs, window.notInThisView]]);
  });
});
