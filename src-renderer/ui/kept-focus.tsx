import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { focusNamed, nameOf } from './focus-return.ts';
import classes from './kept-focus.module.css';

/**
 * Buttons that give way to other buttons (an act to its Stop, and back). Where the keyboard's focus was on one that went, it goes to the one of
 * the same name, else to the first that is there; a press with the mouse moves no focus. `state`: changes when the buttons do.
 */
export function KeptFocus({ state, children }: { state: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const held = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (held.current === undefined || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const kept = held.current;
    if (place.current) focusNamed(place.current, kept);
    held.current = kept;
  }, [state]);
  return (
    <div
      ref={place}
      className={classes.group}
      data-kept-focus
      onFocus={({ target }) => (held.current = target.matches(':focus-visible') ? nameOf(target) : undefined)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null) held.current = undefined;
      }}
    >
      {children}
    </div>
  );
}
