import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { toastReason } from '../lib/toast.tsx';

interface ReasonButtonProps extends ButtonProps {
  /** Why it cannot be used now, in words. */
  why: string | undefined;
  shortcut?: string | undefined;
  title?: string | undefined;
  /** Whether Enter in a field of its form presses it; the form then does what it is for. */
  submits?: boolean;
  onPress?: () => void;
  /** Its name. */
  children: string;
}

/** A button that can be reached also while it cannot be used: its tooltip then says why, to the pointer and to the keyboard, and so does a press. */
export function ReasonButton({ why, shortcut, submits = false, onPress, children, ...rest }: ReasonButtonProps): ReactNode {
  const refused = why === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': why };
  return (
    <Tooltip label={why} disabled={why === undefined} multiline maw="20rem" events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...rest}
        {...refused}
        type={submits ? 'submit' : 'button'}
        aria-keyshortcuts={shortcut}
        onClick={(event) => {
          if (why === undefined) onPress?.();
          else {
            event.preventDefault();
            toastReason(children, why);
          }
        }}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
