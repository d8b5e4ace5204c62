import { Select } from '@mantine/core';
import { promptCharacters } from '#shared/wire/media.ts';
import { type MediaModel } from '#shared/catalogue/media.ts';
import { modelsOf, notUnderstoodOf } from './media-store.ts';
import { chosenModel, mediaProblems, rolesOf, mostOf, settled } from './form-store.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { Counted } from '../../ui/counted.tsx';
import { number } from '../../lib/format.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import classes from './form.module.css';
import { messages } from '#shared/messages/index.ts';
import { useMedia, changeMediaForm, useMediaForm } from './stores.ts';

/** What is made, of which prompt, by which model, and what of it can be chosen: as the catalogue offers it. */
export function MediaFormView() {
  const form = useMediaForm((state) => state.form);
  const asked = useMediaForm((state) => state.asked);
  const models = useMedia((state) => modelsOf(state, form.kind));
  const notUnderstood = useMedia((state) => notUnderstoodOf(state, form.kind));
  const isLoading = useMedia(({ catalogue }) => catalogue[form.kind].state === 'loading');
  const model = chosenModel(form, models);
  const problem = mediaProblems({ form, asked }, model).prompt;
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
      <TextArea
        label={<Counted name={messages.imagesVideo.prompt} characters={form.prompt.trim().length} most={promptCharacters} />}
        aria-label={messages.imagesVideo.prompt}
        placeholder={form.kind === 'image' ? messages.imagesVideo.imagePlaceholder : messages.imagesVideo.videoPlaceholder}
        lines={[5, 12]}
        value={form.prompt}
        error={problem}
        onChange={(event) => changeMediaForm({ prompt: event.currentTarget.value })}
      />
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
          placeholder={isLoading ? messages.imagesVideo.loadingModels : messages.imagesVideo.noneYet}
          nothingFoundMessage={messages.imagesVideo.noModel}
          onChange={(id) => changeMediaForm({ model: { ...form.model, [form.kind]: id } })}
        />
        {model && (form.kind === 'image' ? <ImageFields model={model} /> : <VideoFields model={model} />)}
        <p className={classes.note}>{model && takesWords(model)}</p>
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

function takesWords(model: MediaModel): string {
  const most = mostOf(model);
  if (most === 0) return messages.imagesVideo.noReferences;
  const roles = rolesOf(model);
  const what = roles.includes('first-frame')
    ? messages.imagesVideo.firstAndLastFrame
    : most === 1
      ? messages.imagesVideo.oneReference
      : messages.imagesVideo.upToOrdered(messages.imagesVideo.reference(most));
  const { resolutions } = model.references;
  const only =
    resolutions && model.resolutions && resolutions.length < model.resolutions.length
      ? messages.imagesVideo.onlyAt(resolutions.join(', '))
      : '';
  return messages.imagesVideo.takesReferences(what, only);
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
