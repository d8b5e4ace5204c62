import { Select } from '@mantine/core';
import { type MediaModel } from '#shared/catalogue/media.ts';
import { modelsOf, notUnderstoodOf } from './media-store.ts';
import { chosenModel, settled } from './form-store.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { number } from '../../lib/format.ts';
import { NumberField } from '../../ui/number-field.tsx';
import classes from './form.module.css';
import { messages } from '#shared/messages/index.ts';
import { useMedia, changeMediaForm, useMediaForm } from './stores.ts';

/** What is made, by which model, and what of it can be chosen: as the catalogue offers it. */
export function MediaFormView() {
  const form = useMediaForm((state) => state.form);
  const models = useMedia((state) => modelsOf(state, form.kind));
  const notUnderstood = useMedia((state) => notUnderstoodOf(state, form.kind));
  const isReachable = useStudio(({ connection }) => connection?.state !== 'failed');
  const isLoading = useMedia(({ catalogue }) => catalogue[form.kind].state === 'loading') && isReachable;
  const model = chosenModel(form, models);
  return (
    <>
      <ChoiceRow
        label={messages.imagesVideo.make}
        choices={[
          { value: 'image', label: messages.imagesVideo.anImage },
          { value: 'video', label: messages.imagesVideo.aVideo },
        ]}
        value={form.kind}
        onChoose={(kind) => changeMediaForm({ kind })}
      >
        <Quota />
      </ChoiceRow>
      <div className={classes.settings}>
        <Select
          className={classes.model ?? ''}
          label={messages.imagesVideo.model}
          allowDeselect={false}
          data={models.map(({ id, name, available }) => ({
            value: id,
            label: available ? name : messages.imagesVideo.modelUnavailable(name),
            disabled: !available,
          }))}
          value={model?.id ?? null}
          placeholder={isLoading ? messages.imagesVideo.loadingModels : messages.imagesVideo.noModel}
          nothingFoundMessage={messages.imagesVideo.noModel}
          onChange={(id) => changeMediaForm({ model: { ...form.model, [form.kind]: id } })}
        />
        {model && (form.kind === 'image' ? <ImageFields model={model} /> : <VideoFields model={model} />)}
        {notUnderstood.length > 0 && <p className={classes.note}>{messages.imagesVideo.unsupportedModels(notUnderstood.join(', '))}</p>}
      </div>
    </>
  );
}

function Quota() {
  const left = useStudio((state) => state.account?.apiQuotaRemaining);
  return (
    <span className={classes.quota}>
      {messages.imagesVideo.usesQuota}
      {typeof left === 'number' && messages.imagesVideo.quotaLeft(number(left))}
    </span>
  );
}

function ImageFields({ model }: { model: MediaModel }) {
  const form = useMediaForm((state) => state.form);
  const { aspectRatio, resolution } = settled(form, model);
  return (
    <>
      <Choice
        name={messages.imagesVideo.aspectRatio}
        offered={model.aspectRatios}
        value={aspectRatio}
        onChange={(value) => changeMediaForm({ aspectRatio: value })}
      />
      {model.resolutions && (
        <Choice
          name={messages.imagesVideo.resolution}
          offered={model.resolutions}
          words={(value) =>
            model.quota[value] === undefined ? value : `${value} · ${messages.imagesVideo.apiQuota(number(model.quota[value]))}`
          }
          value={resolution}
          onChange={(value) => changeMediaForm({ resolution: value })}
        />
      )}
    </>
  );
}

function VideoFields({ model }: { model: MediaModel }) {
  const form = useMediaForm((state) => state.form);
  const { seconds, size } = settled(form, model);
  return (
    <>
      <Choice
        name={messages.imagesVideo.size}
        offered={model.sizes}
        value={size}
        words={(value) => value.replace('x', ' × ')}
        onChange={(value) => changeMediaForm({ size: value })}
      />
      {model.seconds ? (
        <Choice
          name={messages.imagesVideo.length}
          offered={model.seconds.map(String)}
          value={String(seconds)}
          words={(value) => messages.imagesVideo.second(Number(value))}
          onChange={(value) => changeMediaForm({ seconds: Number(value) })}
        />
      ) : (
        <NumberField
          className={classes.choice}
          label={messages.imagesVideo.length}
          min={1}
          max={600}
          step={1}
          decimals={2}
          unit={messages.imagesVideo.s}
          value={seconds}
          onCommit={(next) => next !== null && changeMediaForm({ seconds: next })}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  name: string;
  offered: readonly string[] | undefined;
  value: string;
  words?: (value: string) => string;
  onChange: (value: string) => void;
}

/** What the catalogue offers; where it says nothing, what is chosen stays. */
function Choice({ name, offered, value, words = (one) => one, onChange }: ChoiceProps) {
  return (
    <Select
      className={classes.choice ?? ''}
      label={name}
      allowDeselect={false}
      data={(offered ?? [value]).map((one) => ({ value: one, label: words(one) }))}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}
