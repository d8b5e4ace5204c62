import { useEffect, useRef, useState } from 'react';

/**
 * When the component goes, the keyboard’s focus goes back to what had it before, or to the button of the menu that it was chosen
 * from; not where something else has taken it meanwhile. Where that button has given way to another (`KeptFocus`), a person who used the
 * keys, before or meanwhile, is led to that one.
 */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener);
  const isByKey = useRef(opener?.isByKey ?? false);
  useEffect(() => {
    const onKey = (): void => void (isByKey.current = true);
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  useEffect(
    () => () => {
      const held = document.activeElement;
      if (!opener || (held !== null && held !== document.body)) return;
      const { element, group, name } = opener;
      if (element.isConnected) element.focus({ preventScroll: true });
      else if (isByKey.current && group?.isConnected === true) focusNamed(group, name);
    },
    [opener],
  );
}

interface Opener {
  element: HTMLElement;
  /** Where what takes its place is. */
  group: Element | null;
  name: string;
  isByKey: boolean;
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
  return {
    element: opener,
    group: opener.closest('[data-kept-focus]'),
    name: nameOf(opener),
    isByKey: opener.matches(':focus-visible'),
  };
}
