const caretKeys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
const writingKeys = ['Enter', 'Backspace', 'Delete', 'Process'];

/** Whether a key moves the caret or writes: the keys of commands (F1 for Help) and of menus do not. */
export function movesCaretOrWrites({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  if (altKey) return false;
  return caretKeys.includes(key) || (!ctrlKey && !metaKey && (key.length === 1 || writingKeys.includes(key)));
}

/**
 * Calls `leave` whenever a person takes a view away from what plays in it: scrolls it, or moves the caret or writes in what is `written`.
 * A scroll by the program is none.
 */
export function onScrolledAway(view: HTMLElement, written: HTMLElement, leave: () => void, signal: AbortSignal): void {
  for (const event of ['wheel', 'touchmove'] as const) view.addEventListener(event, leave, { signal, passive: true });
  // Beside what is in it lies the scroll bar.
  view.addEventListener('pointerdown', (event) => event.target === view && leave(), { signal });
  written.addEventListener('keydown', (event) => movesCaretOrWrites(event) && leave(), { signal });
}
