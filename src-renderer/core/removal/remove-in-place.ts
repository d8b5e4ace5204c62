import { toastReason } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';

/** How an entry of a list is removed from it, or put back. */
export interface EntryRemoval {
  isRemoved: boolean;
  /** Its end is not reached: its panel must go on to show it. */
  isRunning: boolean;
  onChange: () => void;
}

/** Removes the entry of a list, or puts it back; the keyboard goes on at the entry beside it. */
export function removeInPlace({ isRemoved, isRunning, onChange }: EntryRemoval, within: Element | null): void {
  if (isRunning && !isRemoved) {
    toastReason(messages.removal.remove, messages.removal.notYet);
    return;
  }
  const entry = within?.closest('li');
  const beside = entry?.nextElementSibling ?? entry?.previousElementSibling;
  if (entry?.contains(document.activeElement) === true) beside?.querySelector<HTMLElement>('button')?.focus();
  onChange();
}
