import { Switch } from '@mantine/core';
import { defaultPauseMs, maximumPauseMs } from '#shared/narration/document.ts';
import { mixed, type Shared } from '../../lib/mixed.ts';
import { NumberField } from '../../ui/number-field.tsx';

export function Pause({ value, onChange }: { value: Shared<number | null>; onChange: (pauseMs: number | null) => void }) {
  return (
    <NumberField
      label="Pause after"
      min={0}
      max={maximumPauseMs / 1000}
      step={0.05}
      decimals={3}
      unit="s"
      usual={defaultPauseMs / 1000}
      canBeEmpty
      value={typeof value === 'number' ? value / 1000 : null}
      placeholder={value === mixed ? 'Mixed' : String(defaultPauseMs / 1000)}
      onCommit={(seconds) => onChange(seconds === null ? null : Math.round(seconds * 1000))}
    />
  );
}

export function Lock({ value, onChange }: { value: Shared<boolean>; onChange: (locked: boolean) => void }) {
  return (
    <Switch
      label="Locked"
      description={value === mixed ? 'Mixed: some of these blocks are locked.' : '“Generate all” leaves it as it is.'}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
