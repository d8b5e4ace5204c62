import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import classes from './panel.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  note?: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
}

/** One of a few, all in sight. */
export function Choice<Value extends string>({ label, note, value, choices, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={classes.choice}>
      <span className={classes.label} id={id}>
        {label}
      </span>
      <SegmentedControl fullWidth size="xs" aria-labelledby={id} value={value} data={[...choices]} onChange={onChoose} />
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </div>
  );
}
