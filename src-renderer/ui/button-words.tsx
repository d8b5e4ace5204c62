import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './button-words.module.css';
import { iconSize } from '../lib/icon-size.ts';

/** Beside a button that pays: what a press would cost; `busy`: what is under way. */
export function ButtonWords({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <span className={classes.words}>
      {busy && <Loader size={iconSize.small} />}
      {children}
    </span>
  );
}
