import { useEffect, type RefObject } from 'react';

/** Gives the focus to a part of a dialog that comes once the files are read; not where a choice in the dialog brought it. */
export function useFocusOnArrival(parent: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    if (document.activeElement?.closest('[role=radiogroup]')) return;
    parent.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [parent, selector]);
}
