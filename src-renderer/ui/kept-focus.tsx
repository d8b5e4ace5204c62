import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './kept-focus.module.css';

const nameOf = (element: HTMLElement): string => element.ariaLabel ?? element.textContent;

/**
 * Buttons that give way to other buttons (an act to its Stop, and back). Where the keyboard's focus was on one that went, it goes to the one of
 * the same name, else to the first that is there; a press with the mouse moves no focus. `state`: changes when the buttons do.
 */
export function KeptFocus({ state, children }: { state: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const held = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (held.current === undefined || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const buttons = [...(place.current?.querySelectorAll('button') ?? [])];
    const kept = held.current;
    (buttons.find((button) => nameOf(button) === kept) ?? buttons[0])?.focus();
    held.current = kept;
  }, [state]);
  return (
    <div
      ref={place}
      className={classes.group}
      onFocus={({ target }) => (held.current = target.matches(':focus-visible') ? nameOf(target) : undefined)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) held.current = undefined;
      }}
    >
      {children}
    </div>
  );
}
