import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A dialog that is there as long as its component is: when it goes, the keyboard's focus goes back to what opened it, or to the button of the menu
 * that it was chosen from; not where an answer moved it elsewhere meanwhile.
 */
export function Dialog(props: Omit<ModalProps, 'opened' | 'returnFocus'>) {
  const [opener] = useState(openedBy);
  useEffect(
    () => () => {
      const held = document.activeElement;
      if ((held === null || held === document.body) && opener?.isConnected === true) opener.focus();
    },
    [opener],
  );
  return <Modal opened returnFocus={false} {...props} />;
}

function openedBy(): HTMLElement | undefined {
  const held = document.activeElement;
  const menu = held?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu == null ? held : document.getElementById(menu);
  return opener instanceof HTMLElement && opener !== document.body ? opener : undefined;
}
