import { Select, type ComboboxItem } from '@mantine/core';
import { type MouseEvent, useMemo } from 'react';
import type { Voice } from '#shared/wire/voices.ts';
import { knownModels, knownVoices, useStudio } from '../../state/studio.ts';
import { language } from '../../ui/format.ts';
import { mixed, type Shared } from '../../ui/mixed.ts';
import { defaultModelId, familyOfVoice, voiceGroups, whyNot } from './voice-rules.ts';
import classes from './inspector.module.css';

/** Rows of a list that are shown at once; the rest is found by typing. */
const listedVoices = 100;
/** Stands for the project's voice among the choices of a block. */
export const projectVoice = '';

export function VoiceSelect(props: {
  label: string;
  value: Shared<string> | undefined;
  first?: ComboboxItem;
  onChange: (voiceId: string) => void;
}) {
  const { label, value, first, onChange } = props;
  const state = useStudio((studio) => studio.voices.state);
  const voices = useStudio((studio) => knownVoices(studio));
  const data = useMemo(() => {
    const isGone =
      typeof value === 'string' && value !== projectVoice && state === 'ready' && !voices.some((voice) => voice.voiceId === value);
    return [...(first ? [first] : []), ...(isGone ? [{ value, label: `${value} (no longer there)` }] : []), ...voiceGroups(voices)];
  }, [voices, value, state, first]);
  return (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      limit={listedVoices}
      data={data}
      value={typeof value === 'string' ? value : null}
      placeholder={value === mixed ? 'Mixed' : state === 'loading' ? 'Voices are loading…' : 'Choose a voice'}
      nothingFoundMessage={state === 'failed' ? 'The voices could not be read.' : 'No voice of that name or language'}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      renderOption={({ option }) => <VoiceOption voice={voices.find((voice) => voice.voiceId === option.value)} label={option.label} />}
      onClick={selectText}
      onChange={(chosen) => {
        if (chosen !== null && chosen !== value) onChange(chosen);
      }}
    />
  );
}

/** What is typed takes the place of the name that stands there: it is a search. */
function selectText(event: MouseEvent<HTMLInputElement>): void {
  event.currentTarget.select();
}

function VoiceOption({ voice, label }: { voice: Voice | undefined; label: string }) {
  if (!voice) return <span>{label}</span>;
  const family = familyOfVoice(voice);
  return (
    <span className={classes.voice}>
      <span>{voice.name}</span>
      <span className={classes.voiceFacts}>
        {language(voice.primaryLanguage)}
        {family !== undefined && ` · ${family}`}
        {voice.isPersonal && ' · personal'}
      </span>
    </span>
  );
}

export function ModelSelect(props: {
  label?: string;
  voice: Voice | undefined;
  value: Shared<string>;
  first?: string | undefined;
  disabled?: boolean;
  onChange: (modelId: string | null) => void;
}) {
  const { label = 'Model', voice, value, first, disabled = false, onChange } = props;
  const models = useStudio((state) => knownModels(state));
  const usual = voice && defaultModelId(voice);
  const reasons = new Map((voice?.modelIds ?? []).map((id) => [id, whyNot(id, models)]));
  const isStrange = typeof value === 'string' && value !== '' && voice && !voice.modelIds.includes(value);
  // The default by its own name would be the same speech under another fingerprint, and be paid for again.
  const offered = (voice?.modelIds ?? []).filter((id) => first !== undefined || id !== usual || id === value);
  const data = [
    { value: '', label: first ?? (usual === undefined ? 'Default of the voice' : `Default: ${usual}`) },
    ...offered.map((id) => ({ value: id, label: id, disabled: reasons.get(id) !== undefined })),
    ...(isStrange ? [{ value, label: value, disabled: true }] : []),
  ];
  return (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      disabled={disabled || !voice}
      data={data}
      value={typeof value === 'string' ? value : null}
      placeholder={value === mixed ? 'Mixed' : undefined}
      error={isStrange ? 'This voice does not have this model. Choose another.' : undefined}
      nothingFoundMessage="No model of that name"
      renderOption={({ option }) => {
        const reason = reasons.get(option.value);
        return (
          <span className={classes.voice}>
            <span>{option.label}</span>
            {reason !== undefined && <span className={classes.voiceFacts}>{reason}</span>}
          </span>
        );
      }}
      onClick={selectText}
      onChange={(chosen) => {
        if (chosen !== null && chosen !== value) onChange(chosen === '' ? null : chosen);
      }}
    />
  );
}

export function nameIn(voices: readonly Voice[], voiceId: string | null): string {
  const voice = voices.find((known) => known.voiceId === voiceId);
  return voice ? ` (${voice.name})` : '';
}
