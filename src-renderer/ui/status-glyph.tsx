import type { ReactNode } from 'react';
import classes from './status-glyph.module.css';

/** The states of whatever is made. */
export type Status = 'empty' | 'stale' | 'queued' | 'generating' | 'done' | 'incomplete' | 'failed' | 'locked';

/** A state by its shape, and beside it its word: colour only repeats what both say. */
export function StatusGlyph({ status, children }: { status: Status; children: ReactNode }) {
  return (
    <span className={classes.status} data-status={status}>
      <span className={classes.shape} aria-hidden />
      {children}
    </span>
  );
}
