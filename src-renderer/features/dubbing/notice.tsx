import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** Something to know before it is paid for, and a button that leads to where it is changed. */
export function Notice({ children, act, onAct }: { children: ReactNode; act: string; onAct: () => void }) {
  return (
    <div className={classes.notice}>
      <span role="status">{children}</span>
      <Button variant="default" size="compact-sm" onClick={onAct}>
        {act}
      </Button>
    </div>
  );
}
