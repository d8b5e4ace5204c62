import { Slider, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mixed, type Shared } from '../lib/mixed.ts';
import { NumberField } from './number-field.tsx';
import { TextArea } from './text-area.tsx';
import classes from './voice-controls.module.css';
import { decimal } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';

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
  const [dragged, setDragged] = useState<number>();
  const change = (next: number | null): void => onChange(next === null || next === usual ? undefined : next);
  return (
    <div className={classes.control}>
      <NumberField
        label={name}
        className={classes.figure}
        min={from}
        max={to}
        step={step}
        decimals={2}
        unit={unit}
        usual={usual}
        canBeEmpty
        value={dragged ?? set ?? null}
        placeholder={value === mixed ? messages.shapes.mixed : decimal(usual)}
        onCommit={change}
      />
      <Slider
        className={classes.slider}
        thumbLabel={name}
        min={from}
        max={to}
        step={step}
        label={null}
        startPointValue={usual}
        value={dragged ?? set ?? usual}
        onChange={setDragged}
        onChangeEnd={(next) => {
          setDragged(undefined);
          change(Number(next.toFixed(2)));
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
    placeholder: value === mixed ? messages.shapes.mixed : messages.shapes.none,
    onChange: (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value),
    onBlur: () => {
      if (draft !== undefined && draft !== set) onChange(draft.trim() === '' ? undefined : draft);
      setDraft(undefined);
    },
  };
  if (!long) return <TextInput {...field} />;
  return <TextArea {...field} lines={[2, 8]} />;
}
