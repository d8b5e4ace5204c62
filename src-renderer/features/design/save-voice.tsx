import { Button, Checkbox, Loader, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useEffect, useId, useMemo, useRef } from 'react';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { cloneLimits } from '#shared/wire/voice-creation.ts';
import { candidatesOf, nameOfCompared } from './comparison-store.ts';
import { belongsElsewhere, formProblems, type VoiceForm } from './designs-store.ts';
import { knownVoices, useStudio, whyNotReady } from '../../core/studio/studio.ts';
import { Counted } from '../../ui/counted.tsx';
import { language } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { Section } from '../../ui/section.tsx';
import { PriceWords, usePrice } from '../../core/account/price.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import classes from './save-voice.module.css';
import { messages } from '#shared/messages/index.ts';
import { useComparison, changeForm, closeForm, savePrice, saveVoice, useDesigns } from './stores.ts';

/** Makes a voice of a candidate: what it is called, who may use it, what it speaks. */
export function SaveVoice({ record, form }: { record: DesignRecord; form: VoiceForm }) {
  const saveAsked = useDesigns((state) => state.saveAsked);
  const saving = useDesigns((state) => state.saving);
  const unready = useStudio((state) => whyNotReady(state) ?? belongsElsewhere(record, state.connection?.id));
  const voices = useStudio((state) => knownVoices(state));
  const items = useComparison((state) => state.items);
  const price = usePrice(unready === undefined ? messages.design.saveOperation(record.operation.operationId) : '', savePrice);
  const problems = formProblems({ form, saveAsked });
  const name = useRef<HTMLInputElement>(null);
  const visibilityId = useId();
  const { candidateId } = form;
  useEffect(() => {
    name.current?.focus();
    name.current?.select();
  }, [candidateId]);
  const languages = useMemo(
    () =>
      [...new Set(voices.flatMap((voice) => voice.languages))]
        .map((value) => ({ value, label: language(value) }))
        .sort((one, other) => one.label.localeCompare(other.label, 'en')),
    [voices],
  );
  const candidates = candidatesOf(record);
  const what = messages.design.savingAVoice;
  return (
    <div
      className={classes.form}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || event.target === name.current)) {
          event.preventDefault();
          void saveVoice();
        } else if (event.key === 'Escape' && (event.target as HTMLElement).ariaExpanded !== 'true') {
          closeForm();
          document.querySelector<HTMLElement>('[data-comparison]')?.focus();
        }
      }}
    >
      <Section title={messages.design.saveVoice}>
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
            data={candidates.map((item) => ({ value: item.id, label: nameOfCompared(item, items) }))}
            value={candidateId}
            onChange={(value) => value !== null && changeForm({ candidateId: value })}
          />
          <SearchSelect
            label={messages.design.language}
            clearable
            clearButtonProps={{ 'aria-label': messages.design.languageDefault }}
            placeholder={messages.design.asDesigned}
            data={languages}
            value={form.language === '' ? null : form.language}
            nothingFoundMessage={messages.design.noSuchLanguage}
            onChoose={(value) => changeForm({ language: value ?? '' })}
          />
        </div>
        <Textarea
          label={
            <Counted
              name={messages.design.description}
              characters={form.description.trim().length}
              most={cloneLimits.descriptionCharacters}
            />
          }
          aria-label={messages.design.description}
          autosize
          minRows={1}
          maxRows={5}
          value={form.description}
          error={problems.description}
          onChange={(event) => changeForm({ description: event.currentTarget.value })}
        />
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
              error={problems.consent}
              onChange={(event) => changeForm({ consent: event.currentTarget.checked })}
            />
          ) : (
            <span className={classes.note}>{messages.design.privateNote}</span>
          )}
        </div>
        <div className={classes.actions}>
          <PaidButton
            name={messages.design.saveVoice}
            shortcut="Enter"
            estimate={<PriceWords what={what} credits={price?.credits} learnedFrom={price?.learnedFrom ?? 0} full />}
            recovery={messages.design.saveNote}
            unavailable={unready ?? (saving ? messages.design.saveInProgress : undefined)}
            onPress={() => void saveVoice()}
          />
          <Button variant="default" onClick={closeForm}>
            {messages.design.cancel}
          </Button>
          <span className={classes.note}>
            {saving ? (
              <Loader size={iconSize.small} aria-label={messages.design.saving} />
            ) : (
              (unready ?? <PriceWords what={what} credits={price?.credits} learnedFrom={price?.learnedFrom ?? 0} />)
            )}
          </span>
        </div>
      </Section>
    </div>
  );
}
