import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** A place that has nothing to show yet: what it is, why it is empty, and the way on. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes.state}>
      {icon !== undefined && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <h2 className={classes.title}>{title}</h2>
      {children !== undefined && <div className={classes.words}>{children}</div>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
