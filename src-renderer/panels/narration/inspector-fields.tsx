import { NumberInput, Slider, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { defaultPauseMs, maximumPauseMs } from '#shared/narration/document.ts';
import { mixed, type Shared } from './mixed.ts';
import classes from './inspector.module.css';

export function Control(props: {
  name: string;
  unit: string;
  from: number;
  to: number;
  step: number;
  usual: number;
  value: Shared<number | undefined>;
  onChange: (value: number | undefined) => void;
}) {
  const { name, unit, from, to, step, usual, value, onChange } = props;
  const set = typeof value === 'number' ? value : undefined;
  const [draft, setDraft] = useState<number>();
  const change = (next: number): void => onChange(next === usual ? undefined : Number(next.toFixed(2)));
  return (
    <div className={classes.control}>
      <NumberInput
        label={name}
        className={classes.figure}
        min={from}
        max={to}
        step={step}
        decimalScale={2}
        suffix={unit}
        clampBehavior="blur"
        value={draft ?? set ?? ''}
        placeholder={value === mixed ? 'Mixed' : `${String(usual)}${unit}`}
        onChange={(next) => setDraft(typeof next === 'number' ? next : undefined)}
        onBlur={(event) => {
          const typed = Number.parseFloat(event.currentTarget.value);
          if (draft !== undefined && draft >= from && draft <= to) change(draft);
          else if (event.currentTarget.value === '' && set !== undefined) onChange(undefined);
          else if (Number.isFinite(typed) && draft !== undefined) change(Math.min(to, Math.max(from, typed)));
          setDraft(undefined);
        }}
      />
      <Slider
        className={classes.slider}
        thumbLabel={name}
        min={from}
        max={to}
        step={step}
        label={null}
        startPointValue={usual}
        value={draft ?? set ?? usual}
        onChange={setDraft}
        onChangeEnd={(next) => {
          setDraft(undefined);
          change(next);
        }}
      />
    </div>
  );
}

export function Words(props: {
  name: string;
  long?: boolean;
  most: number;
  value: Shared<string | undefined>;
  onChange: (value: string | undefined) => void;
}) {
  const { name, long = false, most, value, onChange } = props;
  const set = typeof value === 'string' ? value : '';
  const [draft, setDraft] = useState<string>();
  const field = {
    label: name,
    maxLength: most,
    value: draft ?? set,
    placeholder: value === mixed ? 'Mixed' : 'None',
    onChange: (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value),
    onBlur: () => {
      if (draft !== undefined && draft !== set) onChange(draft.trim() === '' ? undefined : draft);
      setDraft(undefined);
    },
  };
  return long ? <Textarea {...field} autosize minRows={2} maxRows={8} /> : <TextInput {...field} />;
}

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
