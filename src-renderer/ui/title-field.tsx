import { useEffect, useRef, useState } from 'react';
import classes from './title-field.module.css';

interface TitleFieldProps {
  label: string;
  title: string;
  maxLength: number;
  /** Its place among what is around it. */
  className: string | undefined;
  /** Called with what stands in the field; not after Escape. */
  onRename: (title: string) => void;
  /** The field has ended, with a new title or without. */
  onDone: () => void;
}

/** A title that is being changed in its place: Enter and leaving the field keep it, Escape takes it back. */
export function TitleField({ label, title, maxLength, className, onRename, onDone }: TitleFieldProps) {
  const [draft, setDraft] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const done = (keep: boolean): void => {
    if (keep) onRename(draft);
    onDone();
  };
  return (
    <input
      ref={field}
      className={`${classes.field ?? ''} ${className ?? ''}`}
      data-autofocus
      aria-label={label}
      value={draft}
      maxLength={maxLength}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => done(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation(); // Escape leaves the field, not what it is in
        done(event.key === 'Enter');
      }}
    />
  );
}
