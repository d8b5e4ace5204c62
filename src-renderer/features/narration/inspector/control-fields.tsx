import { Select, Switch } from '@mantine/core';
import type { Model } from '#shared/catalogue/models.ts';
import type { Voice } from '#shared/catalogue/voices.ts';
import { messages } from '#shared/messages/index.ts';
import type { Controls } from '#shared/narration/document.ts';
import type { ReactNode } from 'react';
import type { Family } from '#shared/wire/models.ts';
import { language } from '../../../lib/format.ts';
import { mixed, type Shared } from '../../../lib/mixed.ts';
import { Fold } from '../../../ui/fold.tsx';
import { Control, Words } from '../../../ui/voice-controls.tsx';
import { offers } from '../voicing/voice-rules.ts';

const figures = [
  { key: 'speed', name: messages.narration.speed, unit: '×', from: 0.5, to: 2, step: 0.05, usual: 1 },
  { key: 'volume', name: messages.narration.volume, unit: messages.narration.db, from: -20, to: 20, step: 1, usual: 0 },
  { key: 'pitch', name: messages.narration.pitch, unit: messages.narration.st, from: -12, to: 12, step: 1, usual: 0 },
  { key: 'stability', name: messages.narration.stability, unit: '', from: 0.5, to: 1.5, step: 0.05, usual: 1 },
  { key: 'similarity', name: messages.narration.similarity, unit: '', from: 0.5, to: 1.5, step: 0.05, usual: 1 },
] as const;
type FigureKey = (typeof figures)[number]['key'];

export interface ControlFieldsProps {
  voice: Voice | undefined;
  model: Model | undefined;
  family: Family | undefined;
  value: <K extends keyof Controls>(name: K) => Shared<Controls[K]>;
  /** What holds where nothing is set here: the character's. */
  inherited?: Controls | undefined;
  onChange: <K extends keyof Controls>(name: K, value: Controls[K] | undefined) => void;
  /** What else is set often; it stands before what is folded. */
  children?: ReactNode;
}

/** The controls that the model takes, of blocks or of a character: those that are set often, and the rest folded. */
export function ControlFields(props: ControlFieldsProps) {
  const { model, family, value, children, onChange } = props;
  return (
    <>
      <Figures {...props} keys={['speed']} />
      {offers(model, family, 'emotion') && (
        <Words name={messages.narration.emotion} most={64} value={value('emotion')} onChange={(to) => onChange('emotion', to)} />
      )}
      {offers(model, family, 'instruction') && (
        <Words
          name={messages.narration.instruction}
          long
          most={1600}
          value={value('instruction')}
          onChange={(to) => onChange('instruction', to)}
        />
      )}
      {children}
      <Advanced {...props} />
    </>
  );
}

/** What few blocks set, folded; how many of them are set is seen all the same. */
function Advanced(props: ControlFieldsProps) {
  const { voice, model, value, inherited = {}, onChange } = props;
  const set = advanced.filter((name) => value(name) !== undefined).length;
  return (
    <Fold
      title={messages.narration.advanced}
      set={set === 0 ? undefined : messages.narration.advancedSet(set)}
      remember="advanced-controls"
    >
      <Figures {...props} keys={['volume', 'pitch', 'stability', 'similarity']} />
      {voice && voice.languages.length > 1 && (
        <LanguageField
          voice={voice}
          value={value('language')}
          inherited={inherited.language}
          onChange={(code) => onChange('language', code)}
        />
      )}
      {model?.controls['textNormalization'] !== false && (
        <TextSwitch
          label={messages.narration.textNormalization}
          note={messages.narration.normalizationNote}
          value={value('textNormalization')}
          usual={inherited.textNormalization ?? true}
          onChange={(on) => onChange('textNormalization', on)}
        />
      )}
      <TextSwitch
        label={messages.narration.leaveOutKaomoji}
        note={messages.narration.kaomojiNote}
        value={value('filterEmoji')}
        usual={inherited.filterEmoji ?? false}
        onChange={(on) => onChange('filterEmoji', on)}
      />
    </Fold>
  );
}

const advanced = ['volume', 'pitch', 'stability', 'similarity', 'language', 'textNormalization', 'filterEmoji'] as const;

function Figures({ keys, model, family, value, inherited = {}, onChange }: ControlFieldsProps & { keys: readonly FigureKey[] }) {
  return figures.map(
    ({ key, usual, ...figure }) =>
      keys.includes(key) &&
      offers(model, family, key) && (
        <Control key={key} {...figure} usual={inherited[key] ?? usual} value={value(key)} onChange={(to) => onChange(key, to)} />
      ),
  );
}

function LanguageField(props: {
  voice: Voice;
  value: Shared<string | undefined>;
  inherited: string | undefined;
  onChange: (code: string | undefined) => void;
}) {
  const { voice, value, inherited, onChange } = props;
  const codes = new Set([...voice.languages, ...(typeof value === 'string' ? [value] : [])]);
  return (
    <Select
      label={messages.narration.language}
      allowDeselect={false}
      data={[
        { value: '', label: messages.narration.voiceLanguage(language(inherited ?? voice.primaryLanguage)) },
        ...[...codes].map((code) => ({ value: code, label: language(code) })),
      ]}
      value={value === mixed ? null : (value ?? '')}
      placeholder={messages.narration.mixed}
      onChange={(code) => code !== null && onChange(code === '' ? undefined : code)}
    />
  );
}

/** Set only where it is not as usual, so that it changes no fingerprint. */
function TextSwitch(props: {
  label: string;
  note: string;
  value: Shared<boolean | undefined>;
  usual: boolean;
  onChange: (on: boolean | undefined) => void;
}) {
  const { label, note, value, usual, onChange } = props;
  return (
    <Switch
      label={label}
      description={value === mixed ? messages.narration.lockedMixed : note}
      checked={value === mixed ? false : (value ?? usual)}
      onChange={(event) => onChange(event.currentTarget.checked === usual ? undefined : event.currentTarget.checked)}
    />
  );
}
