import { Switch } from '@mantine/core';
import { defaultPauseMs, maximumPauseMs } from '#shared/narration/document.ts';
import { mixed, type Shared } from '../../../lib/mixed.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import { decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

interface PauseProps {
  value: Shared<number | null>;
  /** Of blocks that set none, in milliseconds. */
  usual: Shared<number> | undefined;
  onChange: (pauseMs: number | null) => void;
}

export function Pause({ value, usual, onChange }: PauseProps) {
  const usualMs = typeof usual === 'number' ? usual : defaultPauseMs;
  return (
    <NumberField
      label={messages.narration.pauseAfter}
      min={0}
      max={maximumPauseMs / 1000}
      step={0.05}
      decimals={3}
      unit={messages.narration.s}
      usual={usualMs / 1000}
      canBeEmpty
      value={typeof value === 'number' ? value / 1000 : null}
      placeholder={value === mixed || usual === mixed ? messages.narration.mixed : decimal(usualMs / 1000)}
      onCommit={(seconds) => onChange(seconds === null ? null : Math.round(seconds * 1000))}
    />
  );
}

export function Lock({ value, onChange }: { value: Shared<boolean>; onChange: (locked: boolean) => void }) {
  return (
    <Switch
      label={messages.narration.locked}
      description={value === mixed ? messages.narration.lockedMixed : messages.narration.lockedNote}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
