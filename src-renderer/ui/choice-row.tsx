import { SegmentedControl } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './choice-row.module.css';

interface ChoiceRowProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
  /** What the choice means, or belongs to it. */
  children?: ReactNode;
}

/** One of a few, all in sight, in a row of its own over a form of several columns. */
export function ChoiceRow<Value extends string>({ label, choices, value, onChoose, children }: ChoiceRowProps<Value>) {
  const labelId = useId();
  return (
    <div className={classes.row}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <SegmentedControl
        size="xs"
        aria-labelledby={labelId}
        data={[...choices]}
        value={value}
        onChange={(chosen) => onChoose(choices.find((choice) => choice.value === chosen)?.value ?? value)}
      />
      {children}
    </div>
  );
}
