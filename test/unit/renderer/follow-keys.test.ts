import { expect, it } from 'vitest';
import { movesCaretOrWrites } from '../../../src-renderer/lib/scrolled-away.ts';

const press = (key: string, ...held: ('ctrlKey' | 'metaKey' | 'altKey')[]): boolean =>
  movesCaretOrWrites({ key, ctrlKey: held.includes('ctrlKey'), metaKey: held.includes('metaKey'), altKey: held.includes('altKey') });

it.each(['a', ' ', 'Enter', 'Backspace', 'Delete', 'ArrowDown', 'Home', 'PageDown', 'Process'])('ends the following: %s', (key) => {
  expect(press(key)).toBe(true);
});

it('ends the following with Ctrl where the caret moves', () => {
  expect([press('Home', 'ctrlKey'), press('ArrowRight', 'ctrlKey'), press('ArrowUp', 'metaKey')]).toEqual([true, true, true]);
});

it.each(['F1', 'Escape', 'Tab', 'Shift', 'Control', 'ContextMenu', 'F8'])('keeps following the voice: %s', (key) => {
  expect(press(key)).toBe(false);
});

it('keeps following the voice with the keys of commands', () => {
  expect([press(' ', 'ctrlKey'), press('k', 'metaKey'), press('Enter', 'ctrlKey'), press('PageDown', 'altKey')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
