import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { ownersOf, rebound, whyNotKeys } from '../../../src-renderer/core/commands/key-rules.ts';

const command = (id: string, ...keys: string[]) => ({ id, title: id, group: 'Test', keys });

describe('keys that no command can have', () => {
  it.each([
    [messages.commands.tabReserved, ['Tab', 'Shift+Tab', 'Mod+Tab']],
    [
      messages.commands.keyReserved,
      ['Enter', 'Escape', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown'].flatMap((key) => [key, `Shift+${key}`]),
    ],
    [messages.commands.arrowsReserved, ['ArrowUp', 'ArrowLeft', 'Shift+ArrowDown']],
    [messages.commands.systemKey, ['Meta+J', 'Mod+Meta+J']],
    [
      messages.commands.systemKeys,
      ['A', 'C', 'V', 'X', 'W', 'T', 'N', 'Q'].map((key) => `Mod+${key}`).concat('Mod+Shift+N', 'Mod+Shift+T', 'Mod+Shift+W', 'Alt+F4'),
    ],
  ])('are refused with “%s”', (why, refused) => {
    for (const keys of refused) expect([keys, whyNotKeys(keys)]).toEqual([keys, why]);
  });

  it('are no more than these', () => {
    for (const keys of [
      'J',
      'Shift+J',
      'Mod+Enter',
      'Alt+Delete',
      'Mod+Shift+Home',
      'Alt+ArrowUp',
      'Mod+Shift+ArrowUp',
      'Mod+B',
      'Mod+Shift+A',
      'Alt+Mod+A',
      'F4',
      'Mod++',
    ])
      expect([keys, whyNotKeys(keys)]).toEqual([keys, undefined]);
  });
});

describe('the other commands that have keys', () => {
  const known = [command('a', 'J'), command('b', 'L', 'Mod+J'), command('c', 'J')];

  it('have them by choice or as they come, in whatever order they are written, and the command itself is none of them', () => {
    expect(ownersOf('J', 'a', known, {}).map(({ id }) => id)).toEqual(['c']);
    expect(ownersOf('Mod+J', 'a', known, {}).map(({ id }) => id)).toEqual(['b']);
    expect(ownersOf('J', 'x', known, { a: [], b: ['J'] }).map(({ id }) => id)).toEqual(['b', 'c']);
    expect(ownersOf('Shift+Alt+K', 'x', [command('d', 'Alt+Shift+K')], {})).toHaveLength(1);
  });

  it('lose the keys that another one gets, and no others', () => {
    expect(rebound({ b: ['L', 'Mod+J', 'F6'] }, known, 'x', ['Mod+J', 'L'])).toEqual({ x: ['Mod+J', 'L'], b: ['F6'] });
  });

  it('have the order of their keys: another order is another choice', () => {
    expect(rebound({}, known, 'b', ['Mod+J', 'L'])).toEqual({ b: ['Mod+J', 'L'] });
    expect(rebound({ b: ['F6'] }, known, 'b', ['L', 'Mod+J'])).toEqual({});
  });
});
