import { NumberInput } from '@mantine/core';
import { useState } from 'react';

interface FigureProps {
  label: string;
  suffix: string;
  value: number;
  least: number;
  most: number;
  step: number;
  decimals?: number;
  onChange: (value: number) => void;
}

/** A number that is taken when it is typed to its end. */
export function Figure({ label, suffix, value, least, most, step, decimals = 0, onChange }: FigureProps) {
  const [draft, setDraft] = useState<number | string>();
  const keep = (): void => {
    if (typeof draft === 'number' && draft !== value) onChange(Math.min(most, Math.max(least, draft)));
    setDraft(undefined);
  };
  return (
    <NumberInput
      label={label}
      suffix={suffix}
      min={least}
      max={most}
      step={step}
      decimalScale={decimals}
      hideControls
      value={draft ?? Number(value.toFixed(decimals))}
      onChange={setDraft}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
    />
  );
}
