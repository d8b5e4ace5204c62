import { stores } from '../stores.ts';
import { useCaretInText } from '../../lib/caret-in-text.ts';
import { ariaKeys, keysInText, shownKeys } from './commands-store.ts';

export const useCommands = stores.commands.store;
export const { addCommands, commandOf, learnCommands } = stores.commands;
export { onMac, keysOfPress, hasModifier, withKeys, shownKeys, worksInText, keysInText, withNewKey } from './commands-store.ts';
export type { Command, KnownCommand, PanelCommand, ChosenKeys } from './commands-store.ts';

/** The keys of a command by its id, for people (`Ctrl+K`, on a Mac `⌘K`): those that work where the caret is. Empty where it has none. */
export function useKeys(id: string): string {
  const isInText = useCaretInText();
  return useCommands((state) => {
    const keys = state.commands.find((command) => command.id === id)?.keys ?? [];
    return shownKeys(isInText ? keysInText(keys) : keys[0]);
  });
}

/** The keys of a command for people that work wherever the caret is, for what is to be pressed without a look at it. */
export const useKeysInText = (id: string): string =>
  useCommands((state) => shownKeys(keysInText(state.commands.find((command) => command.id === id)?.keys ?? [])));

/** The keys of a command for `aria-keyshortcuts`, all of them. */
export function useAriaKeys(id: string | undefined): string | undefined {
  return useCommands((state) => {
    const keys = (id !== undefined && state.commands.find((command) => command.id === id)?.keys) || [];
    return keys.length === 0 ? undefined : keys.map((one) => ariaKeys(one)).join(' ');
  });
}
