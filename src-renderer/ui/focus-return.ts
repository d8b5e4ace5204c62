import { useEffect, useState } from 'react';

/**
 * When the component goes, the keyboard’s focus goes back to what had it before, or to the button of the menu that it was chosen
 * from; not where something else has taken it meanwhile.
 */
export function useFocusReturn(): void {
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      const held = document.activeElement;
      if ((held === null || held === document.body) && opener?.isConnected === true) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

function findOpener(): HTMLElement | undefined {
  const held = document.activeElement;
  const menu = held?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu == null ? held : document.getElementById(menu);
  return opener instanceof HTMLElement && opener !== document.body ? opener : undefined;
}
