import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface Way {
  act: string;
  onAct: () => void;
}

/** Something to know before it is paid for, and a button that leads to where it is changed, or two. */
export function Notice({ children, act, onAct, other }: Way & { children: ReactNode; other?: Way }) {
  return (
    <div className={classes.notice}>
      <span role="status">{children}</span>
      <span className={classes.acts}>
        {[{ act, onAct }, ...(other ? [other] : [])].map((way) => (
          <Button key={way.act} variant="default" size="compact-sm" onClick={way.onAct}>
            {way.act}
          </Button>
        ))}
      </span>
    </div>
  );
}
