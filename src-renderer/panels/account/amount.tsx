import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface AmountProps extends Pick<
  NumberInputProps,
  'label' | 'description' | 'className' | 'placeholder' | 'suffix' | 'decimalScale' | 'max'
> {
  /** `null` for none. */
  value: number | null;
  onSet: (value: number | null) => void;
}

/** A number (of credits, where no other `suffix` is given), taken over by Enter or by leaving the field; empty for none. */
export function Amount({ value, onSet, ...field }: AmountProps) {
  const [typed, setTyped] = useState<string | number>(value ?? '');
  const set = (): void => {
    const next = typed === '' ? null : Number(typed);
    if (next !== value && (next === null || Number.isFinite(next))) onSet(next);
  };
  return (
    <NumberInput
      placeholder="None"
      suffix=" credits"
      min={0}
      max={1_000_000_000}
      decimalScale={2}
      thousandSeparator=","
      hideControls
      {...field}
      value={typed}
      onChange={setTyped}
      onBlur={set}
      onKeyDown={(event) => {
        if (event.key === 'Enter') set();
      }}
    />
  );
}
