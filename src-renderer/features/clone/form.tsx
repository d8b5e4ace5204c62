import { Checkbox, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { consentStatements } from '#shared/clone/consent.ts';
import { formProblems } from '#shared/clone/files.ts';
import { lengthOf, type Recording } from '#shared/clone/recordings.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { cloneLimits, localCloneLanguage } from '#shared/wire/voice-creation.ts';
import { changeForm, secondPrice, transcribe, useClone } from './stores.ts';
import { PaidButton } from '../../core/account/paid-button.tsx';
import { creditsFrom, PriceWords, usePrice } from '../../core/account/price.tsx';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { clock, language, number } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import { SearchMultiSelect } from '../../ui/search-select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import classes from './form.module.css';
import { locale, messages } from '#shared/messages/index.ts';
import { formatMessage, type Message } from '#shared/messages/message.ts';

const formatIfAny = (given: Message | undefined): string | undefined => given && formatMessage(given);

/** What the voice is called, and who may use it. Kept as it is typed. */
export function Form() {
  const form = useClone((state) => state.form);
  const begun = useClone((state) => state.recordings.length > 0 || state.form.name !== '');
  const locked = useClone((state) => state.sending !== undefined || state.made !== null);
  const problems = formProblems(form);
  const isPublic = form.visibility === 'public';
  return (
    <aside className={classes.form} aria-label={messages.clone.aboutVoice}>
      <Section title={messages.clone.aboutVoice}>
        <TextInput
          label={messages.clone.name}
          withAsterisk
          disabled={locked}
          value={form.name}
          error={begun && (form.name !== '' || form.description !== '') ? formatIfAny(problems.name) : undefined}
          onChange={(event) => changeForm({ name: event.currentTarget.value })}
        />
        <TextArea
          label={messages.clone.description}
          lines={[2, 6]}
          disabled={locked}
          value={form.description}
          error={formatIfAny(problems.description)}
          onChange={(event) => changeForm({ description: event.currentTarget.value })}
        />
        <Languages disabled={locked} />
      </Section>
      <Section title={messages.clone.whoCanUse}>
        <Checkbox
          size="xs"
          disabled={locked}
          label={messages.clone.makePublic}
          checked={isPublic}
          // Making it public needs more consent than was confirmed.
          onChange={(event) =>
            changeForm(event.currentTarget.checked ? { visibility: 'public', consent: false } : { visibility: 'private' })
          }
        />
        <p className={classes.note}>{isPublic ? messages.clone.publicNote : messages.clone.privateNote}</p>
      </Section>
      <Section title={messages.clone.consent}>
        <Checkbox
          size="xs"
          disabled={locked}
          label={consentStatements[form.visibility]}
          checked={form.consent}
          onChange={(event) => changeForm({ consent: event.currentTarget.checked })}
        />
      </Section>
      <Section title={messages.clone.transcript} actions={<Transcribe disabled={locked} />}>
        <TranscriptNote />
        <TextArea
          aria-label={messages.clone.transcript}
          placeholder={messages.clone.transcriptNote}
          lines={[4, 12]}
          disabled={locked}
          value={form.referenceText}
          error={formatIfAny(problems.referenceText)}
          onChange={(event) => changeForm({ referenceText: event.currentTarget.value })}
        />
      </Section>
    </aside>
  );
}

function Languages({ disabled }: { disabled: boolean }) {
  const chosen = useClone((state) => state.form.languages);
  const voices = useStudio((state) => knownVoices(state));
  const isLocal = useStudio((state) => state.connection?.kind === 'local');
  const note =
    chosen.length > 0
      ? messages.clone.languagesNote
      : isLocal
        ? messages.clone.noLanguageLocal(language(localCloneLanguage))
        : messages.clone.noLanguage;
  const data = useMemo(() => {
    const codes = new Set([...voices.flatMap(({ languages, primaryLanguage }) => [primaryLanguage, ...languages]), ...chosen]);
    return [...codes]
      .map((value) => ({ value, label: language(value) }))
      .sort((one, other) => one.label.localeCompare(other.label, locale()));
  }, [voices, chosen]);
  return (
    <SearchMultiSelect
      label={messages.clone.languages}
      description={note}
      data={data}
      disabled={disabled}
      maxValues={cloneLimits.languages}
      value={chosen}
      nothingFoundMessage={messages.clone.noSuchLanguage}
      onChoose={(languages) => changeForm({ languages, languagesAreChosen: true })}
    />
  );
}

function Transcribe({ disabled }: { disabled: boolean }) {
  const recordings = useClone((state) => state.recordings);
  const busy = useClone((state) => state.transcribing);
  const reason = useClone((state) => state.noTranscription);
  const ready = recordings.filter(({ state }) => state === 'ready');
  if (typeof reason === 'string' || ready.length === 0) return null;
  const [only] = ready;
  if (ready.length === 1 && only)
    return (
      <PaidButton
        name={messages.clone.transcribe}
        variant="default"
        estimate={<TranscriptionPrice recording={only} full />}
        unavailable={undefined}
        loading={busy !== undefined}
        disabled={disabled}
        onPress={() => void transcribe(only.id)}
      />
    );
  return (
    <Select
      aria-label={messages.clone.transcribeRecording}
      placeholder={busy === undefined ? messages.clone.transcribeEllipsis : messages.clone.transcribing}
      className={classes.transcribe}
      disabled={disabled || busy !== undefined}
      data={ready.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      onChange={(id) => {
        if (id !== null) void transcribe(id);
      }}
    />
  );
}

function TranscriptionPrice({ recording, full = false }: { recording: Recording; full?: boolean }) {
  const price = usePrice('transcription', secondPrice);
  const seconds = recording.samples > 0 ? lengthOf(recording) / sampleRate : recording.seconds;
  return (
    <PriceWords
      what={clock(seconds)}
      credits={creditsFrom(price, (each) => Math.ceil(seconds) * each.creditsPerUnit)}
      learnedFrom={price?.samples ?? 0}
      full={full}
    />
  );
}

/** Why there is no button, what a press costs, or what came of it. */
function TranscriptNote() {
  const reason = useClone((state) => state.noTranscription);
  const failure = useClone((state) => state.transcriptFailure);
  const isDraft = useClone((state) => state.transcriptIsDraft);
  const characters = useClone((state) => state.form.referenceText.length);
  const isBusy = useClone((state) => state.transcribing !== undefined);
  const [only, ...more] = useClone((state) => state.recordings).filter(({ state }) => state === 'ready');
  if (failure) return <FailureCard failure={failure} onDismiss={() => useClone.setState({ transcriptFailure: undefined })} />;
  if (typeof reason === 'string') return <p className={classes.note}>{messages.clone.transcriptUnavailable(reason)}</p>;
  if (isDraft) return <p className={classes.note}>{messages.clone.transcriptIsDraft}</p>;
  if (characters > cloneLimits.referenceTextCharacters / 2)
    return <p className={classes.note}>{messages.clone.charactersOf(number(characters), number(cloneLimits.referenceTextCharacters))}</p>;
  if (isBusy) return <p className={classes.note}>{messages.clone.transcribing}</p>;
  if (only === undefined || more.length > 0 || reason === undefined || characters > 0) return null;
  return (
    <p className={classes.note}>
      <TranscriptionPrice recording={only} />
    </p>
  );
}
