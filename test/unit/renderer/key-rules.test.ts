import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { keysOfPress, type KeyPress } from '../../../src-renderer/core/commands/commands-store.ts';
import { keysOf, ownersOf, rebound, whyNotKeys } from '../../../src-renderer/core/commands/key-rules.ts';

const stores = createFakeStores();
const { addCommands, chooseKeys, commandOf, store: useCommands } = stores.commands;

const press = (key: string, rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
});
const add = (id: string, ...keys: string[]) => addCommands([{ id, title: id, group: 'Test', keys, run: () => undefined }]);

afterEach(() => {
  useCommands.setState({ commands: [], known: new Map(), chosen: {} });
});

describe('a person’s own keys', () => {
  it('hold for what is there and for what comes later, and the panel that leaves takes its commands with it', () => {
    add('find', 'Mod+K');
    chooseKeys({ find: ['Mod+J'], later: ['Mod+K'], broken: ['Hyper+K'] });
    expect(commandOf(press('j', { ctrlKey: true }), false)?.command.id).toBe('find');
    expect(commandOf(press('k', { ctrlKey: true }), false)).toBeUndefined();
    const off = add('later', 'L');
    expect(commandOf(press('k', { ctrlKey: true }), false)?.command.id).toBe('later');
    off();
    expect(useCommands.getState().commands.map(({ id }) => id)).toEqual(['find']);
    expect([...useCommands.getState().known.keys()]).toEqual(['find', 'later']);
    chooseKeys({});
    expect(commandOf(press('k', { ctrlKey: true }), false)?.command.id).toBe('find');
  });

  it('go before those that another command comes with', () => {
    add('old', 'J');
    add('new', 'L');
    chooseKeys({ new: ['J'] });
    expect(commandOf(press('j'))?.command.id).toBe('new');
  });

  it('are read from a press as they are found again by one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('a', 'K', '?', ' ', 'ArrowUp', 'F6', '+'),
        fc.record({ ctrlKey: fc.boolean(), altKey: fc.boolean(), shiftKey: fc.boolean() }),
        (key, modifiers) => {
          useCommands.setState({ commands: [], known: new Map(), chosen: {} });
          const event = press(key, { ...modifiers, code: /[a-z]/iu.test(key) && key.length === 1 ? `Key${key.toUpperCase()}` : '' });
          const keys = keysOfPress(event, false);
          add('it', keys!);
          expect(commandOf(event, false)?.command.id).toBe('it');
        },
      ),
    );
    for (const key of ['Control', 'Shift', 'Alt', 'Meta', 'Dead']) expect(keysOfPress(press(key))).toBeUndefined();
  });
});

describe('rebinding', () => {
  const chords = ['Mod+A', 'Mod+B', 'J', 'L', 'Shift+F6', 'Space'];
  const known = chords.map((keys, index) => ({ id: `c${index}`, title: `c${index}`, group: 'Test', keys: [keys] }));

  it('never leaves a key with two commands, whatever was rebound before, and keeps nothing that is as it comes', () => {
    const step = fc.record({
      id: fc.constantFrom(...known.map(({ id }) => id)),
      keys: fc.uniqueArray(fc.constantFrom(...chords), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let chosen = {};
        for (const { id, keys } of steps) {
          chosen = rebound(chosen, known, id, keys);
          expect(
            keysOf(
              known.find((one) => one.id === id)!,
              chosen,
            ),
          ).toEqual(keys);
        }
        for (const keys of chords) expect(ownersOf(keys, '', known, chosen).length).toBeLessThanOrEqual(1);
        for (const command of known) if (command.id in chosen) expect(keysOf(command, chosen)).not.toEqual(command.keys);
      }),
    );
  });

  it('refuses what every list, the system or the browser uses itself, and says why', () => {
    for (const keys of ['Tab', 'Shift+Tab', 'Enter', 'ArrowDown', 'Mod+C', 'Mod+W', 'Mod+Shift+T', 'Alt+F4', 'Meta+L'])
      expect(whyNotKeys(keys)).toMatch(/\w/u);
    for (const keys of ['J', 'Mod+J', 'Alt+ArrowUp', 'F6', 'Mod+Enter']) expect(whyNotKeys(keys)).toBeUndefined();
  });
});
