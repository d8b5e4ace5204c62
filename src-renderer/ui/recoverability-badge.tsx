import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconHelpCircle, IconRotateClockwise } from '@tabler/icons-react';
import { recoverabilityWords, type Recoverability } from '../lib/recoverability.ts';
import classes from './recoverability-badge.module.css';

const shapes = { kept: IconCircleCheck, 'fetch-again': IconRotateClockwise, lost: IconCircleX, unknown: IconHelpCircle } as const;

/**
 * Whether paid work can be had again if its answer is lost: a shape and a word, and why. `open` shows the why beside it
 * (in cards), else it is a tooltip. `plain` leaves out the colour, on grounds of another one (in tooltips).
 */
export function RecoverabilityBadge({
  is,
  why,
  open = false,
  plain = false,
}: {
  is: Recoverability;
  why: string;
  open?: boolean;
  plain?: boolean;
}) {
  const Shape = shapes[is];
  const badge = (
    <span className={classes.badge} data-is={plain ? undefined : is} {...(open ? {} : { tabIndex: 0 })}>
      <Shape size="0.875rem" stroke={1.75} aria-hidden />
      {recoverabilityWords[is]}
      {!open && <VisuallyHidden>: {why}</VisuallyHidden>}
    </span>
  );
  if (open)
    return (
      <span className={classes.line} data-plain={plain || undefined}>
        {badge}
        <span className={classes.why}>{why}</span>
      </span>
    );
  return (
    <Tooltip multiline maw="20rem" label={why}>
      {badge}
    </Tooltip>
  );
}
