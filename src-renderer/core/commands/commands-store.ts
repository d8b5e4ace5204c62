import { create } from 'zustand';
import { messages } from '#shared/messages/index.ts';

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
  /** What people look for who mean it, besides its title: `EPUB`. */
  keywords?: readonly string[];
  /**
   * `Mod+K`, `Space`, `J`, `Alt+ArrowUp`: modifiers, then a key as `KeyboardEvent.key` names it. `Mod` is Ctrl, on a Mac
   * Command. The first is shown.
   */
  keys?: readonly string[];
  run(): void;
  /** Why it cannot be done now, in words; `undefined` where it can. */
  unavailable?(): string | undefined;
  /** False while the palette leaves it out: there is nothing that it could be done to. */
  isListed?(): boolean;
  /** True where its keys work in text fields although they have neither Ctrl nor Command: those that write nothing there. */
  whileWriting?: boolean;
  /** True where its keys work wherever the focus is, also in a dialog. */
  everywhere?: boolean;
  /** True where holding the key down repeats it. */
  repeats?: boolean;
  /** True where it may send a paid request without a question: it is run only where its price is in sight. */
  charges?: boolean;
}

/** A command of a panel, shown or not. It is not run: one that the panel adds while it is shown takes its place. */
export interface PanelCommand {
  /** The panel by its id. */
  panel: string;
  command: Command;
}

/** The part of a `KeyboardEvent` that tells which key it is. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export const onMac = /^(?:Mac|iPhone|iPad)/u.test(navigator.platform);

/** What is remembered of a command that was there once: its keys are those that it comes with. */
export type KnownCommand = Pick<Command, 'id' | 'title' | 'group'> & { keys: readonly string[] };

/** Keys that a person chose, by the command's id. */
export type ChosenKeys = Readonly<Record<string, readonly string[]>>;

interface CommandState {
  /** Every command there is now, in the order in which they were added, with the keys that it has now. */
  commands: readonly Command[];
  /** Every command that there has been in this window, also of panels that are not shown. */
  known: ReadonlyMap<string, KnownCommand>;
  /** Every command of every panel that was learned, panel by panel. */
  ofPanels: readonly PanelCommand[];
  chosen: ChosenKeys;
}

/** Every command that there is now, and the keys that a person chose. */
export class CommandsStore {
  readonly store = create<CommandState>(() => ({ commands: [], known: new Map(), ofPanels: [], chosen: {} }));

  /** What each command was before a person's keys were put in. */
  readonly #sources = new WeakMap<Command, Command>();

  /** The panel whose commands are learned now. */
  #learning: string | undefined;

  readonly #sourceOf = (command: Command): Command => this.#sources.get(command) ?? command;

  #withChosenKeys(command: Command, chosen: ChosenKeys): Command {
    const keys = chosen[command.id];
    if (keys === undefined) return command;
    const changed: Command = { ...command, keys };
    if (keys.length === 0) delete changed.keys;
    this.#sources.set(changed, command);
    return changed;
  }

  /** Takes a person's keys over; what is no key is left out. */
  readonly chooseKeys = (wanted: ChosenKeys): void => {
    const chosen = Object.fromEntries(Object.entries(wanted).map(([id, keys]) => [id, keys.filter(isKey)]));
    const { commands } = this.store.getState();
    this.store.setState({ chosen, commands: commands.map((command) => this.#withChosenKeys(this.#sourceOf(command), chosen)) });
  };

  /**
   * Adds commands; answers with what takes them off again. An id or a key that is taken already is a mistake of the caller:
   * it throws, and none is added.
   */
  readonly addCommands = (added: readonly Command[]): (() => void) => {
    const { commands, known, chosen } = this.store.getState();
    const ids = new Set<string>();
    const owners = new Map<string, string>();
    for (const command of [...commands.map(this.#sourceOf), ...added]) {
      if (ids.has(command.id)) throw new Error(`There is a command "${command.id}" already.`);
      ids.add(command.id);
      for (const keys of command.keys ?? []) {
        const chord = chordOf(keys, onMac);
        const owner = owners.get(chord);
        if (owner !== undefined) throw new Error(`The key ${keys} of the command "${command.id}" belongs to "${owner}" already.`);
        owners.set(chord, command.id);
      }
    }
    this.store.setState({
      commands: [...commands, ...added.map((command) => this.#withChosenKeys(command, chosen))],
      known: new Map([...known, ...added.map(({ id, title, group, keys = [] }) => [id, { id, title, group, keys }] as const)]),
    });
    const panel = this.#learning;
    if (panel !== undefined)
      this.store.setState(({ ofPanels }) => ({ ofPanels: [...ofPanels, ...added.map((command) => ({ panel, command }))] }));
    return () => {
      const gone = new Set(added);
      this.store.setState((state) => ({ commands: state.commands.filter((command) => !gone.has(this.#sourceOf(command))) }));
    };
  };

  /** What `add` adds are commands of this panel. They are taken off again at once, and are known while it is not shown. */
  readonly learnCommands = (panel: string, add: () => () => void): void => {
    this.#learning = panel;
    add()();
    this.#learning = undefined;
  };

  /** The command whose key this is, with the keys as they were given. */
  readonly commandOf = (press: KeyPress, mac = onMac): { command: Command; keys: string } | undefined => {
    const chords = new Set(chordsOfPress(press));
    const { commands, chosen } = this.store.getState();
    const find = (among: readonly Command[]) => {
      for (const command of among) for (const keys of command.keys ?? []) if (chords.has(chordOf(keys, mac))) return { command, keys };
      return undefined;
    };
    // What a person chose goes before what a command comes with.
    return find(commands.filter(({ id }) => chosen[id] !== undefined)) ?? find(commands);
  };
}

/** The keys of a press as they are written in the list; `undefined` while only modifiers are down. */
export function keysOfPress(press: KeyPress, mac = onMac): string | undefined {
  if (['Control', 'Meta', 'Alt', 'AltGraph', 'Shift', 'Dead', 'Process', 'Unidentified'].includes(press.key)) return undefined;
  const place = /^(?:Key|Digit)(.)$/u.exec(press.code)?.[1];
  const foreign = press.key.length === 1 && (press.key.charCodeAt(0) > 126 || press.altKey);
  const key = press.key === ' ' ? 'Space' : foreign && place !== undefined ? place : press.key;
  const isSign = key.length === 1 && key.toUpperCase() === key.toLowerCase();
  const modifiers = [
    (mac ? press.metaKey : press.ctrlKey) && 'Mod',
    mac && press.ctrlKey && 'Ctrl',
    !mac && press.metaKey && 'Meta',
    press.altKey && 'Alt',
    press.shiftKey && !isSign && 'Shift',
  ].filter((modifier) => typeof modifier === 'string');
  return [...modifiers, key.length === 1 ? key.toUpperCase() : key].join('+');
}

/** One form for one key, to compare two. */
export const sameKey = (one: string, other: string): boolean => chordOf(one, onMac) === chordOf(other, onMac);

function isKey(keys: string): boolean {
  try {
    return chordOf(keys, onMac) !== '';
  } catch {
    return false;
  }
}

/** True for keys that write nothing: those with Ctrl or Command. */
export const hasModifier = (keys: string): boolean => /(?:^|\+)(?:Mod|Ctrl|Meta)\+/u.test(keys);

/** True for keys that write a character where the caret is in text. */
const writesText = (keys: string): boolean => {
  const parts = partsOf(keys);
  const key = parts.at(-1) ?? '';
  return (key.length === 1 || key === 'Space') && parts.slice(0, -1).every((part) => part === 'Shift');
};

/** Whether a key of a command works while the caret is in text. */
export const worksInText = ({ whileWriting = false }: Pick<Command, 'whileWriting'>, keys: string): boolean =>
  hasModifier(keys) || (whileWriting && !writesText(keys));

/** Of the keys of a command, the one to show where letters are written; the first where none works there. */
export const keysInText = (keys: readonly string[]): string | undefined => keys.find((one) => !writesText(one)) ?? keys[0];

/**
 * The keys of a command after a person has pressed a new one for it. It takes the place of the key of its kind: where a command has one that writes a
 * character and one that works in text too, the other stays. A command's only key is replaced whichever kind it is.
 */
export const withNewKey = (keys: readonly string[], pressed: string): string[] => {
  const others = keys.length < 2 ? [] : keys.filter((one) => writesText(one) !== writesText(pressed));
  return writesText(pressed) ? [pressed, ...others] : [...others, pressed];
};

/** A name with its keys behind it, for a tooltip: `Undo (Ctrl+Z)`. */
export const withKeys = (name: string, keys: string): string => (keys === '' ? name : `${name} (${keys})`);

const macSigns: Readonly<Record<string, string>> = { Mod: '⌘', Meta: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Enter: '↩', Backspace: '⌫' };

/** As they stand on the keyboards of the language. */
const names: Readonly<Record<string, string>> = { ...messages.commands.keyNames, Mod: messages.commands.keyNames.Ctrl };

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
