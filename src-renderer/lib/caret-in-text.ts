import { useSyncExternalStore } from 'react';

/** A field that keeps what is typed or chosen in it. */
export const isField = (target: Element): boolean =>
  target.matches('input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"]), textarea, select');

/** True where letters that are typed are written. */
export const isInText = (target: Element | null): boolean => target instanceof HTMLElement && (isField(target) || target.isContentEditable);

function followFocus(changed: () => void): () => void {
  document.addEventListener('focusin', changed);
  document.addEventListener('focusout', changed);
  return () => {
    document.removeEventListener('focusin', changed);
    document.removeEventListener('focusout', changed);
  };
}

/** Whether the caret is in text now. */
export const useCaretInText = (): boolean =>
  useSyncExternalStore(
    followFocus,
    () => isInText(document.activeElement),
    () => false,
  );
