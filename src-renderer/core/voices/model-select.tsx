import type { Voice } from '#shared/catalogue/voices.ts';
import { knownModels, useStudio } from '../studio/studio.ts';
import { defaultModelId, whyNot } from './voice-facts.ts';
import { mixed, type Shared } from '../../lib/mixed.ts';
import { SearchSelect } from '../../ui/search-select.tsx';
import classes from './model-select.module.css';
import { messages } from '#shared/messages/index.ts';

/** A voice's model, `''` its default. What the account does not have is listed with the reason, and cannot be chosen. */
export function ModelSelect(props: {
  label?: string;
  voice: Voice | undefined;
  value: Shared<string>;
  /** What the default is called, where it is another one's. */
  first?: string | undefined;
  disabled?: boolean;
  onChange: (modelId: string | null) => void;
}) {
  const { label = messages.voices.model, voice, value, first, disabled = false, onChange } = props;
  const models = useStudio((state) => knownModels(state));
  const usual = voice && defaultModelId(voice);
  const reasons = new Map((voice?.modelIds ?? []).map((id) => [id, whyNot(id, models)]));
  const isStrange = typeof value === 'string' && value !== '' && voice && !voice.modelIds.includes(value);
  // The default by its own name would be the same speech under another fingerprint, and be paid for again.
  const offered = (voice?.modelIds ?? []).filter((id) => first !== undefined || id !== usual || id === value);
  const data = [
    { value: '', label: first ?? (usual === undefined ? messages.voices.voiceDefault : messages.voices.defaultModel(usual)) },
    ...offered.map((id) => ({ value: id, label: id, disabled: reasons.get(id) !== undefined })),
    ...(isStrange ? [{ value, label: value, disabled: true }] : []),
  ];
  return (
    <SearchSelect
      label={label}
      disabled={disabled || !voice}
      data={data}
      value={typeof value === 'string' ? value : null}
      {...(value === mixed ? { placeholder: messages.voices.mixed } : {})}
      error={isStrange ? messages.voices.modelNotOffered : undefined}
      nothingFoundMessage={messages.voices.noMatchingModels}
      renderOption={({ option }) => {
        const reason = reasons.get(option.value);
        return (
          <span className={classes.option}>
            <span>{option.label}</span>
            {reason !== undefined && <span className={classes.reason}>{reason}</span>}
          </span>
        );
      }}
      onChoose={(chosen) => chosen !== null && onChange(chosen === '' ? null : chosen)}
    />
  );
}
