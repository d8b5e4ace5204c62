import type { NumberRules } from '../../../lib/number-text.ts';
import { NumberField } from '../../../ui/number-field.tsx';

interface FigureProps {
  label: string;
  suffix?: string;
  value: number;
  least: number;
  most: number;
  step: number;
  decimals?: number;
  /** A place in the video: `m:ss`. */
  isTime?: boolean;
  /** As a timecode, in place of `m:ss`. */
  notation?: NumberRules['notation'];
  onChange: (value: number) => void;
}

/** A number of a segment or of the dub, which always has one. */
export function Figure({ label, suffix, value, least, most, step, decimals = 0, isTime = false, notation, onChange }: FigureProps) {
  return (
    <NumberField
      label={label}
      {...(suffix === undefined ? {} : { unit: suffix })}
      isTime={isTime}
      {...(notation && { notation })}
      min={least}
      max={most}
      step={step}
      decimals={decimals}
      value={Number(value.toFixed(decimals))}
      onCommit={(next) => next !== null && onChange(next)}
    />
  );
}
