import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** A place that has nothing to show yet: what it is, why it is empty, and the way on. */
export function EmptyState({
  icon,
  title,
  level = 2,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  /** Of its heading: one more than that of what it stands in. */
  level?: 2 | 3;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.state}>
      {icon !== undefined && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <Heading className={classes.title}>{title}</Heading>
      {children !== undefined && <div className={classes.words}>{children}</div>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
