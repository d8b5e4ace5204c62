import type { ReactNode } from 'react';
import { NumberField } from '../../ui/number-field.tsx';
import { messages } from '#shared/messages/index.ts';

interface AmountProps {
  label: string;
  description?: ReactNode;
  className?: string | undefined;
  placeholder?: string;
  unit?: string;
  decimals?: number;
  max?: number;
  /** `null` for none. */
  value: number | null;
  onSet: (value: number | null) => void;
}

/** A number of credits, where no other unit is given; empty for none. */
export function Amount({
  onSet,
  placeholder = messages.account.none,
  unit = messages.account.creditsUnit,
  decimals = 2,
  max = 1_000_000_000,
  ...field
}: AmountProps) {
  return (
    <NumberField
      {...field}
      placeholder={placeholder}
      unit={unit}
      decimals={decimals}
      min={0}
      max={max}
      step={1}
      canBeEmpty
      onCommit={onSet}
    />
  );
}
