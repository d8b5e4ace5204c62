import { NumberInput, Switch } from '@mantine/core';
import { useState } from 'react';
import { defaultPauseMs, maximumPauseMs } from '#shared/narration/document.ts';
import { mixed, type Shared } from '../../ui/mixed.ts';

export function Pause({ value, onChange }: { value: Shared<number | null>; onChange: (pauseMs: number | null) => void }) {
  const set = typeof value === 'number' ? value / 1000 : '';
  const [draft, setDraft] = useState<number | string>();
  return (
    <NumberInput
      label="Pause after"
      min={0}
      max={maximumPauseMs / 1000}
      step={0.05}
      decimalScale={2}
      suffix=" s"
      clampBehavior="blur"
      value={draft ?? set}
      placeholder={value === mixed ? 'Mixed' : `${String(defaultPauseMs / 1000)} s`}
      onChange={setDraft}
      onBlur={() => {
        if (draft !== undefined)
          onChange(typeof draft === 'number' ? Math.round(Math.min(maximumPauseMs, Math.max(0, draft * 1000))) : null);
        setDraft(undefined);
      }}
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
