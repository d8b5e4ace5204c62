import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { lowBalance } from './account.ts';
import { useStudio } from '../studio/studio.ts';
import classes from './paid-button.module.css';

interface PaidButtonProps extends ButtonProps {
  /** The button's name. */
  name: string;
  /** Behind the name, for the eye: what it is for. */
  scope?: string | undefined;
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

/** Where the pointer was at the last press. A button that comes back under a resting pointer does not cover with its price what came of the press. */
let pressedAt: { x: number; y: number } | undefined;

function isResting({ clientX, clientY }: MouseEvent): boolean {
  if (pressedAt?.x !== clientX || pressedAt.y !== clientY) pressedAt = undefined;
  return pressedAt !== undefined;
}

/** A button that may spend credits: says before what it would cost. */
export function PaidButton({ name, scope, estimate, recovery, shortcut, unavailable, onRefused, onPress, ...rest }: PaidButtonProps) {
  const low = useStudio(lowBalance);
  // Who has pressed has read it: it gives way to what comes.
  const [pressed, setPressed] = useState(false);
  const [resting, setResting] = useState(false);
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
      disabled={pressed || resting}
      events={{ hover: true, focus: false, touch: true }}
    >
      <Button
        {...rest}
        aria-keyshortcuts={shortcut}
        aria-description={unavailable ?? ([scope, low].filter(Boolean).join('. ') || undefined)}
        {...(unavailable === undefined ? {} : { 'data-disabled': true })}
        aria-disabled={unavailable !== undefined}
        onMouseEnter={(event) => setResting(isResting(event))}
        onMouseMove={(event) => setResting(isResting(event))}
        onMouseLeave={() => setPressed(false)}
        onClick={({ clientX: x, clientY: y }) => {
          if (unavailable !== undefined) {
            onRefused?.();
            return;
          }
          setPressed(true);
          pressedAt = { x, y };
          onPress();
        }}
      >
        {name}
        {scope !== undefined && (
          <span className={classes.scope} aria-hidden>
            {`· ${scope}`}
          </span>
        )}
      </Button>
    </Tooltip>
  );
}
