import type { Voice } from '#shared/catalogue/voices.ts';
import { usePrice } from '../account/price.tsx';
import { attempt } from '../host/attempt.ts';
import { client } from '../host/host.ts';
import { credits } from '../../lib/format.ts';
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
  const prices = useModelPrices(voice);
  const describe = (id: string): string | undefined => {
    const parts = [modelNotes[id], prices?.[id]].filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : parts.join(' · ');
  };
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
        const reason =
          reasons.get(option.value) ?? describe(option.value === '' ? (first === undefined ? (usual ?? '') : '') : option.value);
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

/** What the interface says of models, in its table of them. */
const modelNotes: Readonly<Record<string, string>> = {
  'alpha-s21pro': messages.voices.higherQuality,
  'alpha-s21pro-flash': messages.voices.fasterAndCheaper,
};

/** The price of 1,000 characters of each model of a voice, in words, where it is learned or the service lists it. */
function useModelPrices(voice: Voice | undefined): Readonly<Record<string, string>> | undefined {
  const ids = voice?.modelIds ?? [];
  // What was paid for since may have named a price.
  const balance = useStudio((state) => state.account?.credits ?? '');
  return usePrice(ids.length === 0 ? '' : `${ids.join(' ')} ${String(balance)}`, async (signal) => {
    const known = await attempt(() =>
      Promise.all(
        ids.map(async (modelId) => ({ modelId, price: await client.run('jobs.price', { unit: 'character', modelId }, { signal }) })),
      ),
    );
    if (!known.ok) return undefined;
    const named = known.value.flatMap(({ modelId, price }) =>
      price === null ? [] : [[modelId, messages.voices.perThousand(credits(Math.round(price.creditsPerUnit * 1000)))] as const],
    );
    return Object.fromEntries(named);
  });
}
