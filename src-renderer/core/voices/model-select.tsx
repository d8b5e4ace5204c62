import type { ComponentProps } from 'react';
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

/** A model that can be chosen. */
interface ModelOption {
  value: string;
  label: string;
  /** What it means; undefined where nobody knows. */
  modelId: string | undefined;
  /** Why it cannot be chosen. */
  reason?: string | undefined;
}

type ModelListProps = Omit<ComponentProps<typeof SearchSelect>, 'data' | 'onChoose'> & {
  options: readonly ModelOption[];
  onChoose: (value: string) => void;
};

/** A list of models: below each what the interface says of it and what it costs, or why it cannot be chosen. */
export function ModelList({ options, onChoose, ...select }: ModelListProps) {
  const prices = useModelPrices(options.flatMap(({ modelId }) => modelId ?? []));
  const describe = (value: string): string | undefined => {
    const { reason, modelId } = options.find((one) => one.value === value) ?? {};
    if (reason !== undefined || modelId === undefined) return reason;
    const parts = [modelNotes[modelId], prices?.[modelId]].filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : parts.join(' · ');
  };
  return (
    <SearchSelect
      nothingFoundMessage={messages.voices.noMatchingModels}
      {...select}
      data={options.map(({ value, label, reason }) => ({ value, label, disabled: reason !== undefined }))}
      renderOption={({ option }) => {
        const words = describe(option.value);
        return (
          <span className={classes.option}>
            <span>{option.label}</span>
            {words !== undefined && <span className={classes.reason}>{words}</span>}
          </span>
        );
      }}
      onChoose={(chosen) => chosen !== null && onChoose(chosen)}
    />
  );
}

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
  const isStrange = typeof value === 'string' && value !== '' && voice && !voice.modelIds.includes(value);
  // The default by its own name would be the same speech under another fingerprint, and be paid for again.
  const offered = (voice?.modelIds ?? []).filter((id) => first !== undefined || id !== usual || id === value);
  const options = [
    first === undefined
      ? { value: '', label: usual === undefined ? messages.voices.voiceDefault : messages.voices.defaultModel(usual), modelId: usual }
      : { value: '', label: first, modelId: undefined },
    ...offered.map((id) => ({ value: id, label: id, modelId: id, reason: whyNot(id, models) })),
    ...(isStrange ? [{ value, label: value, modelId: undefined, reason: messages.voices.modelNotOffered }] : []),
  ];
  return (
    <ModelList
      label={label}
      disabled={disabled || !voice}
      options={options}
      value={typeof value === 'string' ? value : null}
      {...(value === mixed ? { placeholder: messages.voices.mixed } : {})}
      error={isStrange ? messages.voices.modelNotOffered : undefined}
      onChoose={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}

/** What the interface says of models, in its table of them. */
const modelNotes: Readonly<Record<string, string>> = {
  'alpha-s21pro': messages.voices.higherQuality,
  'alpha-s21pro-flash': messages.voices.fasterAndCheaper,
};

/** The price of 1,000 characters of each model, in words, where it is learned or the service lists it. */
function useModelPrices(named: readonly string[]): Readonly<Record<string, string>> | undefined {
  const ids = [...new Set(named)];
  // What was paid for since may have named a price.
  const balance = useStudio((state) => state.account?.credits ?? '');
  const prices = usePrice(ids.length === 0 ? '' : `${ids.join(' ')} ${String(balance)}`, async (signal) => {
    const known = await attempt(() =>
      Promise.all(
        ids.map(async (modelId) => ({ modelId, price: await client.run('jobs.price', { unit: 'character', modelId }, { signal }) })),
      ),
    );
    if (!known.ok) return undefined;
    const priced = known.value.flatMap(({ modelId, price }) =>
      price === null ? [] : [[modelId, messages.voices.perThousand(credits(Math.round(price.creditsPerUnit * 1000)))] as const],
    );
    return Object.fromEntries(priced);
  });
  return prices ?? undefined;
}
