import { NumberInput, Slider, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mixed, type Shared } from './mixed.ts';
import classes from './voice-controls.module.css';

/** A figure that shapes a voice: typed, or dragged; `undefined` where it is as usual. */
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

/** Words that shape a voice; `undefined` where there are none. */
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
