import { afterEach, describe, expect, it } from 'vitest';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import {
  ariaKeys,
  hasModifier,
  keysInText,
  shownKeys,
  withNewKey,
  worksInText,
  type Command,
  type KeyPress,
} from '../../../src-renderer/core/commands/commands-store.ts';

const stores = createFakeStores();
const { addCommands, commandOf, store: useCommands } = stores.commands;

const command = (id: string, ...keys: string[]): Command => ({ id, title: id, group: 'Test', keys, run: () => undefined });
const press = (key: string, rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
});
const ids = (): string[] => useCommands.getState().commands.map(({ id }) => id);

afterEach(() => useCommands.setState({ commands: [] }));

describe('the one list of commands', () => {
  it('takes off what was added, and nothing else', () => {
    addCommands([command('a')]);
    const off = addCommands([command('b'), command('c')]);
    off();
    off();
    expect(ids()).toEqual(['a']);
  });

  it('refuses an id twice and a key twice, however it is written, and adds none of them', () => {
    addCommands([command('a', 'Mod+Shift+K')]);
    expect(() => addCommands([command('new'), command('a')])).toThrow('"a"');
    expect(() => addCommands([command('new'), command('b', 'Shift+Mod+k')])).toThrow(/"b".*"a"/u);
    expect(() => addCommands([command('b', 'J', 'j')])).toThrow(/belongs/u);
    expect(() => addCommands([command('b', 'Hyper+K')])).toThrow(/no modifier/u);
    expect(ids()).toEqual(['a']);
  });
});

it('learns the commands of a panel, which are not there after that, also where two panels have the same', () => {
  const { learnCommands } = stores.commands;
  const parts = (): (() => void) => {
    addCommands([command('one', 'J')])();
    return addCommands([command('two', 'J')]);
  };
  learnCommands('first', parts);
  learnCommands('second', () => addCommands([command('two')]));
  addCommands([command('three')]);
  expect(useCommands.getState().ofPanels.map(({ panel, command: { id } }) => `${panel} ${id}`)).toEqual([
    'first one',
    'first two',
    'second two',
  ]);
  expect(ids()).toEqual(['three']);
});

describe('a key while the caret is in text', () => {
  it('works there only where it writes nothing: a letter is written, also of a command that has a key for text', () => {
    const mark = { ...command('mark', 'M', 'Alt+M'), whileWriting: true };
    expect(['M', 'Shift+M', 'Space', '/', 'Shift+Space'].filter((keys) => worksInText(mark, keys))).toEqual([]);
    expect(['Alt+M', 'F3', 'Mod+Space'].filter((keys) => worksInText(mark, keys))).toEqual(['Alt+M', 'F3', 'Mod+Space']);
    expect(worksInText(command('other', 'Alt+M'), 'Alt+M')).toBe(false);
  });

  it('is shown in place of the first, where the command has one', () => {
    expect(keysInText(['M', 'Alt+M'])).toBe('Alt+M');
    expect(keysInText(['Space', 'Mod+Space'])).toBe('Mod+Space');
    expect(keysInText(['B'])).toBe('B');
    expect(keysInText([])).toBeUndefined();
  });

  it('stays when the key outside of text is changed, and the other way round; an only key is replaced', () => {
    expect(withNewKey(['M', 'Alt+M'], 'X')).toEqual(['X', 'Alt+M']);
    expect(withNewKey(['M', 'Alt+M'], 'Alt+X')).toEqual(['M', 'Alt+X']);
    expect(withNewKey(['Space', 'Mod+Space'], 'Shift+X')).toEqual(['Shift+X', 'Mod+Space']);
    expect(withNewKey(['M'], 'Alt+X')).toEqual(['Alt+X']);
    expect(withNewKey([], 'X')).toEqual(['X']);
  });
});

describe('finding a command by its key', () => {
  it('takes Mod for Ctrl, and for Command on a Mac, and for nothing else', () => {
    addCommands([command('find', 'Mod+K')]);
    expect(commandOf(press('k', { ctrlKey: true }), false)?.command.id).toBe('find');
    expect(commandOf(press('k', { metaKey: true }), false)).toBeUndefined();
    expect(commandOf(press('k', { metaKey: true }), true)?.command.id).toBe('find');
    expect(commandOf(press('k', { ctrlKey: true }), true)).toBeUndefined();
    expect(commandOf(press('k', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined();
    expect(commandOf(press('k'), false)).toBeUndefined();
  });

  it('tells Space, signs that need Shift, and keys of other scripts', () => {
    addCommands([command('play', 'Space', 'Mod+Space'), command('larger', 'Mod++'), command('forward', 'L'), command('help', '?')]);
    expect(commandOf(press(' '))?.keys).toBe('Space');
    expect(commandOf(press('+', { ctrlKey: true, shiftKey: true, code: 'Equal' }), false)?.command.id).toBe('larger');
    expect(commandOf(press('?', { shiftKey: true, code: 'Slash' }))?.command.id).toBe('help');
    expect(commandOf(press('д', { code: 'KeyL' }))?.command.id).toBe('forward');
    expect(commandOf(press('ö', { code: 'Semicolon' }))).toBeUndefined();
  });

  it('goes by the letter where the layout moves it', () => {
    addCommands([command('z', 'Mod+Z'), command('y', 'Mod+Y')]);
    expect(commandOf(press('z', { ctrlKey: true, code: 'KeyY' }), false)?.command.id).toBe('z');
  });
});

it('writes keys as the platform’s people do', () => {
  expect(shownKeys('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
  expect(shownKeys('Mod+Shift+Z', true)).toBe('⇧⌘Z');
  expect(shownKeys('Alt+ArrowUp', false)).toBe('Alt+Up');
  expect(shownKeys('Alt+ArrowUp', true)).toBe('⌥↑');
  expect(shownKeys('Mod++', false)).toBe('Ctrl++');
  expect(ariaKeys('Mod+Shift+Z', false)).toBe('Control+Shift+Z');
  expect(ariaKeys('Mod+Shift+Z', true)).toBe('Meta+Shift+Z');
});

it('knows which keys write', () => {
  expect(['J', 'Space', 'Shift+J', 'Alt+ArrowUp'].map(hasModifier)).toEqual([false, false, false, false]);
  expect(['Mod+J', 'Shift+Mod+J', 'Ctrl+Space'].map(hasModifier)).toEqual([true, true, true]);
});
