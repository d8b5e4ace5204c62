import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';

interface WideChoiceProps<Value extends string> {
  label: string;
  /** How the label looks. */
  className: string | undefined;
  choices: readonly { value: Value; label: string; disabled?: boolean }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** One of a few, all in sight, as wide as the form, under its label. */
export function WideChoice<Value extends string>({ label, className, choices, value, onChoose }: WideChoiceProps<Value>) {
  const labelId = useId();
  return (
    <>
      <span id={labelId} className={className}>
        {label}
      </span>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={labelId}
        data={[...choices]}
        value={value}
        onChange={(chosen) => onChoose(choices.find((choice) => choice.value === chosen)?.value ?? value)}
      />
    </>
  );
}
