import { sameKey, type ChosenKeys, type KnownCommand } from './commands-store.ts';
import { messages } from '#shared/messages/index.ts';

/** A person's own keys: what they are, what they would take from others, and what no command can have. */

export const keysOf = (command: KnownCommand, chosen: ChosenKeys): readonly string[] => chosen[command.id] ?? command.keys;

/** The other commands that have these keys. */
export function ownersOf(keys: string, id: string, known: Iterable<KnownCommand>, chosen: ChosenKeys): KnownCommand[] {
  return [...known].filter((command) => command.id !== id && keysOf(command, chosen).some((one) => sameKey(one, keys)));
}

/** The chosen keys after a command got these in place of its own; who had them loses them. What is as it comes is not kept. */
export function rebound(chosen: ChosenKeys, known: readonly KnownCommand[], id: string, keys: readonly string[]): ChosenKeys {
  const next = new Map(Object.entries(chosen));
  for (const one of keys)
    for (const owner of ownersOf(one, id, known, Object.fromEntries(next)))
      next.set(
        owner.id,
        keysOf(owner, Object.fromEntries(next)).filter((held) => !sameKey(held, one)),
      );
  next.set(id, keys);
  for (const command of known) if (isSame(next.get(command.id), command.keys)) next.delete(command.id);
  return Object.fromEntries(next);
}

const isSame = (some: readonly string[] | undefined, others: readonly string[]): boolean =>
  some?.length === others.length && some.every((one, index) => one === others[index]);

/** Why keys cannot be given to a command, in words; `undefined` where they can. */
export function whyNotKeys(keys: string): string | undefined {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const plain = parts.length === 1 || (parts.length === 2 && parts[0] === 'Shift');
  if (key === 'Tab') return messages.commands.tabReserved;
  if (plain && ['Enter', 'Escape', 'Backspace', 'Delete', 'Home', 'End', 'PageUp', 'PageDown'].includes(key))
    return messages.commands.keyReserved;
  if (plain && key.startsWith('Arrow')) return messages.commands.arrowsReserved;
  if (parts.includes('Meta')) return messages.commands.systemKey;
  if (/^Mod\+[ACVXWTNQ]$/u.test(keys) || /^Mod\+Shift\+[NTW]$/u.test(keys) || keys === 'Alt+F4') return messages.commands.systemKeys;
  return undefined;
}
