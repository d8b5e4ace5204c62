import { useEffect, useState } from 'react';

/**
 * When the component goes, the keyboard’s focus goes back to what had it before, or to the button of the menu that it was chosen
 * from; not where something else has taken it meanwhile. Where that button has given way to another (`KeptFocus`), a person who uses the keys is
 * led to that one.
 */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      const held = document.activeElement;
      if (!opener || (held !== null && held !== document.body)) return;
      const { element, replacement } = opener;
      if (element.isConnected) element.focus({ preventScroll: true });
      else if (replacement?.group.isConnected === true) focusNamed(replacement.group, replacement.name);
    },
    [opener],
  );
}

interface Opener {
  element: HTMLElement;
  /** Where what takes its place is. */
  replacement?: { group: Element; name: string };
}

export const nameOf = (element: HTMLElement): string => element.ariaLabel ?? element.textContent;

/** A group of `KeptFocus` was led to by the name of a button that may come back; `detail` is that name. */
export const keptNameEvent = 'keptname';

/** Focuses the button of this name, else the first that is there. */
export function focusNamed(group: Element, name: string): void {
  const buttons = [...group.querySelectorAll('button')];
  (buttons.find((button) => nameOf(button) === name) ?? buttons[0])?.focus({ preventScroll: true });
  group.dispatchEvent(new CustomEvent(keptNameEvent, { detail: name }));
}

/** What had the focus before a menu without a button of its own opened, by what the menu is anchored at: that goes with the menu. */
export const openersOfMenus = new WeakMap<Element, Element>();

function findOpener(): Opener | undefined {
  const held = document.activeElement;
  const menu = held?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const target = menu == null ? null : document.getElementById(menu);
  const opener = menu == null ? held : ((target && openersOfMenus.get(target)) ?? target);
  if (!(opener instanceof HTMLElement) || opener === document.body) return undefined;
  const group = opener.matches(':focus-visible') ? opener.closest('[data-kept-focus]') : null;
  return group ? { element: opener, replacement: { group, name: nameOf(opener) } } : { element: opener };
}
