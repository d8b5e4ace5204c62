import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { lowBalance } from './account.ts';
import { useStudio } from '../studio/studio.ts';
import classes from './paid-button.module.css';

interface PaidButtonProps extends ButtonProps {
  /** The button's name. */
  name: string;
  /** What pressing it would send, cost and leave, in words. */
  estimate: ReactNode;
  /** What becomes of it if its answer is lost, below the estimate. */
  recovery?: ReactNode;
  /** For `aria-keyshortcuts`. */
  shortcut: string | undefined;
  /** Why it cannot be pressed now, in words; pressing is then refused. */
  unavailable: string | undefined;
  /** Called instead where it is pressed all the same: names at its field what lacks. Buys nothing. */
  onRefused?: (() => void) | undefined;
  onPress: () => void;
}

/** A button that may spend credits: says before what it would cost. */
export function PaidButton({ name, estimate, recovery, shortcut, unavailable, onRefused, onPress, ...rest }: PaidButtonProps) {
  const low = useStudio(lowBalance);
  // Who has pressed has read it: it gives way to what comes.
  const [pressed, setPressed] = useState(false);
  return (
    <Tooltip
      label={
        unavailable ?? (
          <>
            {estimate}
            {low !== undefined && <div className={classes.recovery}>{low}</div>}
            {recovery !== undefined && <div className={classes.recovery}>{recovery}</div>}
          </>
        )
      }
      multiline
      maw="20rem"
      // Over the form that the button belongs to, not over the list beside it, where what comes of the press stands first.
      position="bottom-end"
      disabled={pressed}
      events={{ hover: true, focus: false, touch: true }}
    >
      <Button
        {...rest}
        aria-keyshortcuts={shortcut}
        aria-description={unavailable ?? low}
        {...(unavailable === undefined ? {} : { 'data-disabled': true })}
        aria-disabled={unavailable !== undefined}
        onMouseLeave={() => setPressed(false)}
        onClick={() => {
          if (unavailable !== undefined) {
            onRefused?.();
            return;
          }
          setPressed(true);
          onPress();
        }}
      >
        {name}
      </Button>
    </Tooltip>
  );
}
