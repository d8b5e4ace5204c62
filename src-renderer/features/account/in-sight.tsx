import { useEffect, useRef, type ReactNode } from 'react';
import classes from './connections.module.css';

/** What came of a press, with the buttons below it: scrolled into sight when it comes, and when it is another (`of`). */
export function InSight({ of, children }: { of: unknown; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After a field that is wrong has the focus, which scrolls too.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'nearest' }));
    });
    return () => cancelAnimationFrame(frame);
  }, [of]);
  return (
    <div ref={place} className={classes.inSight}>
      {children}
    </div>
  );
}
