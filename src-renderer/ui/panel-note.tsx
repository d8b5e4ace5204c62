import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { iconSize } from '../lib/icon-size.ts';
import classes from './panel-note.module.css';

/** What to know of a panel before anything is made with it, above its stage. */
export function PanelNote({ children }: { children: ReactNode }) {
  return (
    <p className={classes.note} role="note">
      <IconInfoCircle size={iconSize.large} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
