import { Menu } from '@mantine/core';
import { useCallback, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './context-menu.module.css';
import { openersOfMenus } from './focus-return.ts';

/** Where a menu was opened in the window, in pixels, and how. */
export interface Place {
  x: number;
  y: number;
  /** Otherwise by keys: the first item is highlighted at once, not only after an arrow. */
  isByPointer: boolean;
}

interface ContextMenuProps {
  name: string;
  at: Place;
  onClose: () => void;
  children: ReactNode;
}

/** A menu at the pointer, or at what the keys are on. It is there while it is open. */
export function ContextMenu({ name, at, onClose, children }: ContextMenuProps) {
  const { isByPointer } = at;
  const [opener] = useState(() => document.activeElement);
  const keepOpener = useCallback(
    (anchor: HTMLButtonElement | null) => {
      if (anchor && opener) openersOfMenus.set(anchor, opener);
    },
    [opener],
  );
  // The focus trap of Mantine takes the first item even where it is disabled, and then nothing has the focus.
  const takeFocus = useCallback(
    (list: HTMLDivElement | null) => {
      const first = isByPointer ? null : list?.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)');
      (first ?? list)?.focus({ preventScroll: true });
    },
    [isByPointer],
  );
  const stayInside = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') event.preventDefault();
  };
  return (
    <Menu
      opened
      position="bottom-start"
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 4 } }}
      trapFocus={false}
      onClose={onClose}
    >
      <Menu.Target>
        <button
          ref={keepOpener}
          type="button"
          className={classes.anchor}
          tabIndex={-1}
          aria-label={name}
          style={{ left: at.x, top: at.y }}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes.list} aria-label={name} ref={takeFocus} onKeyDown={stayInside}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ContextItemProps {
  /** Its name. */
  children: string;
  /** For people, as `useKeys` has them. */
  keys?: string;
  /** Below the name: what it costs, or what comes of it. */
  note?: ReactNode;
  /** Why it cannot be used now, in words: stands in place of the note, and the keys reach it all the same. */
  why?: string | undefined;
  onChoose: () => void;
}

/** One act of a menu. What cannot be used now says why. */
export function ContextItem({ children, keys = '', note, why, onChoose }: ContextItemProps) {
  const below = why ?? note;
  return (
    <Menu.Item
      rightSection={keys === '' ? undefined : <span className={classes.keys}>{keys}</span>}
      closeMenuOnClick={why === undefined}
      {...(why === undefined ? { onClick: onChoose } : { 'aria-disabled': true, className: classes.unavailable ?? '' })}
    >
      {children}
      {below !== undefined && <span className={classes.note}>{below}</span>}
    </Menu.Item>
  );
}
