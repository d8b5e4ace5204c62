import type { ReactNode } from 'react';
import type { Status } from '../lib/status.ts';
import classes from './status-glyph.module.css';

export type { Status } from '../lib/status.ts';

/** A state by its shape, and beside it its word: colour only repeats what both say. */
export function StatusGlyph({ status, children }: { status: Status; children: ReactNode }) {
  return (
    <span className={classes.status} data-status={status}>
      <span className={classes.shape} aria-hidden />
      {children}
    </span>
  );
}
