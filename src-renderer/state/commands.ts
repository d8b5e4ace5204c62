import { create } from 'zustand';

/**
 * What a person can ask for. One list of them serves the command palette, the keys of the window and the list of keys, so that
 * none of the three says what another does not do.
 */
export interface Command {
  /** `area.act`, for example `sound.play`. */
  id: string;
  /** What it does, as an order: `Play or pause`. */
  title: string;
  /** The heading it stands under in the palette. */
  group: string;
  /**
   * `Mod+K`, `Space`, `J`, `Alt+ArrowUp`: modifiers, then a key as `KeyboardEvent.key` names it. `Mod` is Ctrl, on a Mac
   * Command. The first is shown.
   */
  keys?: readonly string[];
  run(): void;
  /** Why it cannot be done now, in words; `undefined` where it can. */
  unavailable?(): string | undefined;
  /** True where its keys work in text fields although they have neither Ctrl nor Command. */
  whileWriting?: boolean;
  /** True where holding the key down repeats it. */
  repeats?: boolean;
}

/** The part of a `KeyboardEvent` that tells which key it is. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export const onMac = /^(?:Mac|iPhone|iPad)/u.test(navigator.platform);

/** Every command there is now, in the order in which they were added. */
export const useCommands = create<{ commands: readonly Command[] }>(() => ({ commands: [] }));

/**
 * Adds commands; answers with what takes them off again. An id or a key that is taken already is a mistake of whoever adds it:
 * it throws, and none is added.
 */
export function addCommands(added: readonly Command[]): () => void {
  const { commands } = useCommands.getState();
  const ids = new Set<string>();
  const owners = new Map<string, string>();
  for (const command of [...commands, ...added]) {
    if (ids.has(command.id)) throw new Error(`There is a command "${command.id}" already.`);
    ids.add(command.id);
    for (const keys of command.keys ?? []) {
      const chord = chordOf(keys, onMac);
      const owner = owners.get(chord);
      if (owner !== undefined) throw new Error(`The key ${keys} of the command "${command.id}" belongs to "${owner}" already.`);
      owners.set(chord, command.id);
    }
  }
  useCommands.setState({ commands: [...commands, ...added] });
  return () => {
    const gone = new Set(added);
    useCommands.setState((state) => ({ commands: state.commands.filter((command) => !gone.has(command)) }));
  };
}

/** The command whose key this is, with the keys as they were given. */
export function commandOf(press: KeyPress, mac = onMac): { command: Command; keys: string } | undefined {
  const chords = new Set(chordsOfPress(press));
  for (const command of useCommands.getState().commands)
    for (const keys of command.keys ?? []) if (chords.has(chordOf(keys, mac))) return { command, keys };
  return undefined;
}

/** True for keys that write nothing: those with Ctrl or Command. */
export const hasModifier = (keys: string): boolean => /(?:^|\+)(?:Mod|Ctrl|Meta)\+/u.test(keys);

/** The keys of a command by its id, for people (`Ctrl+K`, on a Mac `⌘K`); empty where it has none. */
export function useKeys(id: string): string {
  return useCommands((state) => shownKeys(state.commands.find((command) => command.id === id)?.keys?.[0]));
}

/** The keys of a command for `aria-keyshortcuts`, all of them. */
export function useAriaKeys(id: string): string | undefined {
  return useCommands((state) => {
    const keys = state.commands.find((command) => command.id === id)?.keys ?? [];
    return keys.length === 0 ? undefined : keys.map((one) => ariaKeys(one)).join(' ');
  });
}

/** A name with its keys behind it, for a tooltip: `Undo (Ctrl+Z)`. */
export const withKeys = (name: string, keys: string): string => (keys === '' ? name : `${name} (${keys})`);

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Meta: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Enter: '↩', Backspace: '⌫' };
const names: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Meta: 'Win',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
};
const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/** Keys as the platform's people write them. */
export function shownKeys(keys: string | undefined, mac = onMac): string {
  if (keys === undefined) return '';
  const parts = partsOf(keys);
  if (!mac) return parts.map((part) => names[part] ?? part).join('+');
  // Apple's own order: Control, Option, Shift, Command, key.
  const order = ['Ctrl', 'Alt', 'Shift', 'Mod', 'Meta'];
  const rank = (part: string): number => (order.includes(part) ? order.indexOf(part) : order.length);
  return [...parts]
    .sort((one, other) => rank(one) - rank(other))
    .map((part) => macSigns[part] ?? arrows[part] ?? names[part] ?? part)
    .join('');
}

export function ariaKeys(keys: string, mac = onMac): string {
  return partsOf(keys)
    .map((part) => (part === 'Mod' ? (mac ? 'Meta' : 'Control') : part === 'Ctrl' ? 'Control' : part))
    .join('+');
}

/** `Mod++` ends in the key `+`. */
function partsOf(keys: string): string[] {
  if (keys === '+') return [keys];
  return keys.endsWith('++') ? [...keys.slice(0, -2).split('+'), '+'] : keys.split('+');
}

/** One form for one key, whatever order its modifiers are written in. */
function chordOf(keys: string, mac: boolean): string {
  const parts = partsOf(keys);
  const key = parts.at(-1) ?? '';
  const modifiers = new Set(parts.slice(0, -1).map((part) => (part === 'Mod' ? (mac ? 'Meta' : 'Ctrl') : part)));
  for (const modifier of modifiers)
    if (!['Ctrl', 'Meta', 'Alt', 'Shift'].includes(modifier)) throw new Error(`"${keys}" is not a key: ${modifier} is no modifier.`);
  return chord(key, { ctrl: modifiers.has('Ctrl'), meta: modifiers.has('Meta'), alt: modifiers.has('Alt'), shift: modifiers.has('Shift') });
}

function chord(key: string, on: { ctrl: boolean; meta: boolean; alt: boolean; shift: boolean }): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return `${on.ctrl ? 'Ctrl+' : ''}${on.meta ? 'Meta+' : ''}${on.alt ? 'Alt+' : ''}${on.shift ? 'Shift+' : ''}${name}`;
}

/** What a press may be called: by what it writes, and, where that is no Latin letter or sign, by where it lies. */
function chordsOfPress(press: KeyPress): string[] {
  const on = { ctrl: press.ctrlKey, meta: press.metaKey, alt: press.altKey, shift: press.shiftKey };
  const found = [chord(press.key, on)];
  // A sign that needs Shift on this layout is still that sign.
  if (press.shiftKey && press.key.length === 1 && press.key.toUpperCase() === press.key.toLowerCase())
    found.push(chord(press.key, { ...on, shift: false }));
  const place = /^(?:Key|Digit)(.)$/u.exec(press.code)?.[1];
  const foreign = press.key.length === 1 && (press.key.charCodeAt(0) > 126 || press.altKey);
  if (foreign && place !== undefined) found.push(chord(place, on));
  return found;
}
