import { useId, type ReactNode } from 'react';
import classes from './section.module.css';

/** A part of an inspector or a form: its heading, what can be done with the whole of it, and its fields. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <SectionHeading actions={actions}>{title}</SectionHeading>
      {children}
    </section>
  );
}

/** A heading with its actions at the right. */
export function SectionHeading({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.heading}>
      <h2 className={classes.title}>{children}</h2>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/**
 * A name beside what it names, a note below. `children` is given the id that its control must carry, so that a click on the
 * name reaches it. Where there is no room beside, the control goes below.
 */
export function FieldRow({ label, note, children }: { label: string; note?: ReactNode; children: (controlId: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={classes.row}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.control}>{children(id)}</div>
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </div>
  );
}
