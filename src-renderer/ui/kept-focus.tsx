import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { focusNamed, keptNameEvent, nameOf } from './focus-return.ts';
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
  }, [state]);
  useLayoutEffect(() => {
    const group = place.current;
    const keep = (event: Event): void => {
      if (event instanceof CustomEvent && typeof event.detail === 'string') held.current = event.detail;
    };
    group?.addEventListener(keptNameEvent, keep);
    return () => group?.removeEventListener(keptNameEvent, keep);
  }, []);
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
