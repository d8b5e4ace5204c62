import { Button, Checkbox, Loader, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { candidatesOf, nameOfCompared } from './comparison-store.ts';
import type { VoiceForm } from './designs-state.ts';
import { belongsElsewhere, formProblems } from './designs-store.ts';
import { knownVoices, useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { Counted } from '../../ui/counted.tsx';
import { language } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { Section } from '../../ui/section.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import classes from './save-voice.module.css';
import { locale, messages } from '#shared/messages/index.ts';
import { useComparison, changeForm, closeForm, savePrice, saveVoice, useDesigns } from './stores.ts';

/** Makes a voice of a candidate: what it is called, who may use it, what it speaks. */
export function SaveVoice({ record, form }: { record: DesignRecord; form: VoiceForm }) {
  const saveAsked = useDesigns((state) => state.saveAsked);
  const name = useRef<HTMLInputElement>(null);
  const problems = formProblems({ form, saveAsked });
  const place = useRef<HTMLDivElement>(null);
  // All of it is in sight when it opens, not only the name that has the focus.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [form.candidateId]);
  return (
    <div ref={place} className={classes.form} onKeyDown={(event) => onFormKey(event, name.current)}>
      <Section title={messages.design.saveVoice}>
        <VoiceFields record={record} form={form} problems={problems} name={name} />
        <Visibility form={form} problem={problems.consent} />
        <SaveActions record={record} />
      </Section>
    </div>
  );
}

/** Ctrl/Cmd+Enter, or Enter in the name, saves; Escape closes and goes back to the comparison. */
function onFormKey(event: KeyboardEvent, name: HTMLInputElement | null): void {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target === name)) {
    event.preventDefault();
    void saveVoice();
  } else if (event.key === 'Escape' && (event.target as HTMLElement).ariaExpanded !== 'true') {
    closeForm();
    document.querySelector<HTMLElement>('[data-comparison]')?.focus();
  }
}

/** Name, candidate, language and description. Another candidate's form starts in its name. */
function VoiceFields({
  record,
  form,
  problems,
  name,
}: {
  record: DesignRecord;
  form: VoiceForm;
  problems: ReturnType<typeof formProblems>;
  name: RefObject<HTMLInputElement | null>;
}) {
  const items = useComparison((state) => state.items);
  const languages = useLanguages();
  const { candidateId } = form;
  useEffect(() => {
    name.current?.focus();
    name.current?.select();
  }, [candidateId, name]);
  return (
    <>
      <div className={classes.fields}>
        <TextInput
          ref={name}
          label={<Counted name={messages.design.name} characters={form.name.trim().length} most={cloneLimits.nameCharacters} />}
          aria-label={messages.design.name}
          value={form.name}
          error={problems.name}
          onChange={(event) => changeForm({ name: event.currentTarget.value })}
        />
        <Select
          label={messages.design.candidateLabel}
          allowDeselect={false}
          data={candidatesOf(record).map((item) => ({ value: item.id, label: nameOfCompared(item, items) }))}
          value={candidateId}
          onChange={(value) => value !== null && changeForm({ candidateId: value })}
        />
        <SearchSelect
          label={messages.design.language}
          clearable
          clearButtonProps={{ 'aria-label': messages.design.languageDefault }}
          placeholder={messages.design.languageDefault}
          data={languages}
          value={form.language === '' ? null : form.language}
          nothingFoundMessage={messages.design.noSuchLanguage}
          onChoose={(value) => changeForm({ language: value ?? '' })}
        />
      </div>
      <TextArea
        label={
          <Counted
            name={messages.design.description}
            characters={form.description.trim().length}
            most={cloneLimits.descriptionCharacters}
          />
        }
        aria-label={messages.design.description}
        lines={[1, 5]}
        value={form.description}
        error={problems.description}
        onChange={(event) => changeForm({ description: event.currentTarget.value })}
      />
    </>
  );
}

/** The languages that the known voices speak, by name. */
function useLanguages(): { value: string; label: string }[] {
  const voices = useStudio((state) => knownVoices(state));
  return useMemo(
    () =>
      [...new Set(voices.flatMap((voice) => voice.languages))]
        .map((value) => ({ value, label: language(value) }))
        .sort((one, other) => one.label.localeCompare(other.label, locale())),
    [voices],
  );
}

function Visibility({ form, problem }: { form: VoiceForm; problem: string | undefined }) {
  const visibilityId = useId();
  return (
    <div className={classes.visibility}>
      <span id={visibilityId} className={classes.label}>
        {messages.design.visibility}
      </span>
      <SegmentedControl
        size="xs"
        aria-labelledby={visibilityId}
        data={[
          { value: 'private', label: messages.design.private },
          { value: 'public', label: messages.design.public },
        ]}
        value={form.visibility}
        onChange={(value) => changeForm({ visibility: value === 'public' ? 'public' : 'private', consent: false })}
      />
      {form.visibility === 'public' ? (
        <Checkbox
          size="xs"
          label={messages.design.publicConsent}
          checked={form.consent}
          error={problem}
          onChange={(event) => changeForm({ consent: event.currentTarget.checked })}
        />
      ) : (
        <span className={classes.note}>{messages.design.privateNote}</span>
      )}
    </div>
  );
}

function SaveActions({ record }: { record: DesignRecord }) {
  const saving = useDesigns((state) => state.saving);
  const expired = useDesigns((state) => state.expired.has(record.operation.operationId));
  const unusable = useStudio((state) => whyNotReady(state) ?? belongsElsewhere(record, state.connection?.id));
  const unready = unusable ?? (expired ? messages.design.candidateExpired : undefined);
  const price = usePrice(unready === undefined ? messages.design.saveOperation(record.operation.operationId) : '', savePrice);
  const what = messages.design.savingAVoice;
  return (
    <div className={classes.actions}>
      <PaidButton
        name={messages.design.saveVoice}
        shortcut="Enter"
        estimate={
          <PriceWords what={what} credits={creditsFrom(price, ({ credits }) => credits)} learnedFrom={price?.learnedFrom ?? 0} full />
        }
        recovery={messages.design.saveNote}
        unavailable={unready ?? (saving ? messages.design.saveInProgress : undefined)}
        onPress={() => void saveVoice()}
      />
      <Button variant="default" onClick={closeForm}>
        {messages.design.cancel}
      </Button>
      <span className={classes.note}>
        {saving ? (
          <Loader size={iconSize.small} role="status" aria-label={messages.design.saving} />
        ) : (
          (unready ?? (
            <PriceWords what={what} credits={creditsFrom(price, ({ credits }) => credits)} learnedFrom={price?.learnedFrom ?? 0} />
          ))
        )}
      </span>
    </div>
  );
}
