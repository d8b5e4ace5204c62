import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { iconSize } from '../lib/icon-size.ts';
import { useRememberedOpen } from '../lib/remembered.ts';
import classes from './fold.module.css';

interface FoldProps {
  title: string;
  /** What is set inside, in a few words: seen while it is folded too. */
  set?: string | undefined;
  /** Under which key it is remembered whether it is open. */
  remember: string;
  children: ReactNode;
}

/** What few people need, folded behind its title; it stays as it was left. */
export function Fold({ title, set, remember, children }: FoldProps) {
  const [open, setOpen] = useRememberedOpen(remember);
  return (
    <div className={classes.fold}>
      <UnstyledButton className={classes.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconChevronRight className={classes.mark} size={iconSize.normal} stroke={1.75} aria-hidden />
        {title}
        {set !== undefined && <span className={classes.set}>{set}</span>}
      </UnstyledButton>
      {open && children}
    </div>
  );
}
