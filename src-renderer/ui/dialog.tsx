import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from './focus-return.ts';
import classes from './dialog.module.css';

/**
 * A dialog, its parts below one another and its width that of the text. It is there as long as its component is: when it goes, the keyboard's
 * focus goes back to what opened it, or to the button of the menu that it was chosen from; not where an answer moved it elsewhere meanwhile.
 */
export function Dialog({ children, ...props }: Omit<ModalProps, 'opened' | 'returnFocus'>) {
  useFocusReturn();
  return (
    <Modal opened returnFocus={false} size="var(--dialog-width)" classNames={{ title: classes.title ?? '' }} {...props}>
      <div className={classes.body}>{children}</div>
    </Modal>
  );
}

/** What a dialog asks to be filled in; `onSubmit` also when Enter is pressed in a field. */
export function DialogForm({ children, onSubmit }: { children: ReactNode; onSubmit: () => void }) {
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** A paragraph of a dialog: what is going to happen. */
export function DialogWords({ children }: { children: ReactNode }) {
  return <p className={classes.words}>{children}</p>;
}

/** A dialog's buttons, at its lower right: the way out first, what is done last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
