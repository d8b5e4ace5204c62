import { ActionIcon, Button, Input, Loader, Switch, TextInput } from '@mantine/core';
import { IconFileMusic, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { RecogniserState } from '#shared/operations/transcripts.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { knownVoices, useStudio } from '../../core/studio/studio.ts';
import { formProblems, type ChosenFile } from './form-rules.ts';
import { DropZone, focusZone } from '../../ui/drop-zone.tsx';
import { clock, formatList, language, roomFor, size } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { InspectorForm } from '../../ui/panel-stage.tsx';
import { ReplaceFile } from '../../ui/replace-file.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import classes from './form.module.css';
import { locale, messages } from '#shared/messages/index.ts';
import { KnownText, WordsChoice } from './known-text.tsx';
import { changeForm, dropFile, takeFiles, takeOpenRecording, useTranscripts } from './stores.ts';

const accept = '.wav,.mp3,.m4a,.aac,.ogg,.opus,.flac,.webm,.mp4,.mov,.mkv,audio/*';
/** What is aligned here has other bounds than what is sent. */
const aligns = messages.transcribe.alignedTypes;
const takes = messages.transcribe.fileTypes(roomFor(importLimits.bytes.audio), String(importLimits.seconds / 60));

/**
 * What is transcribed: a file of this machine, where the service can fetch it or a text is known that it says, or an address; where the words come from, the
 * language, and whether with times.
 */
export function TranscribeForm() {
  const { source, timestamps, words } = useTranscripts((state) => state.form);
  return (
    <InspectorForm name={messages.transcribe.newTranscript}>
      {source === 'file' ? <FileSource /> : <AddressSource />}
      <WordsChoice />
      {words === 'text' && <KnownText />}
      <LanguageSelect />
      {words === 'recognition' && (
        <Switch
          label={messages.transcribe.withTimes}
          description={timestamps ? messages.transcribe.withTimesNote : messages.transcribe.withoutTimesNote}
          checked={timestamps}
          onChange={(event) => changeForm({ timestamps: event.currentTarget.checked })}
        />
      )}
    </InspectorForm>
  );
}

function AddressSource() {
  const form = useTranscripts((state) => state.form);
  const asked = useTranscripts((state) => state.asked);
  const outOfReach = useTranscripts((state) => state.outOfReach);
  const problem = formProblems({ form, asked, outOfReach }).address;
  const wanted = useTranscripts((state) => state.focusAddress);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!wanted) return;
    useTranscripts.setState({ focusAddress: false });
    field.current?.focus();
  }, [wanted]);
  return (
    <>
      <TextInput
        ref={field}
        label={messages.transcribe.url}
        description={messages.transcribe.urlNote}
        type="url"
        placeholder="https://example.com/interview.mp3"
        value={form.address}
        error={problem}
        maxLength={4096}
        onChange={(event) => changeForm({ address: event.currentTarget.value })}
      />
      {typeof outOfReach !== 'string' && (
        <Button className={classes.back ?? ''} variant="default" onClick={() => changeForm({ source: 'file' })}>
          {messages.transcribe.useFile}
        </Button>
      )}
    </>
  );
}

/** Opens the field of the address, and goes there. */
const byLink = (): void => {
  changeForm({ source: 'address' });
  useTranscripts.setState({ focusAddress: true });
};

/** Where a recording comes in. */
export function RecordingZone({ shape, name }: { shape: 'stage' | 'row'; name: string }) {
  const words = useTranscripts((state) => state.form.words);
  const outOfReach = useTranscripts((state) => (state.form.words === 'recognition' ? state.outOfReach : undefined));
  return (
    <DropZone
      name={name}
      shape={shape}
      fills="recording"
      icon={<IconFileMusic size={iconSize.hero} stroke={1.4} aria-hidden />}
      takes={words === 'text' ? aligns : takes}
      accept={accept}
      multiple={false}
      dropsMore
      unavailable={typeof outOfReach === 'string' ? messages.transcribe.outOfReachNote(outOfReach) : undefined}
      onFiles={(files) => void takeFiles(files)}
    >
      {words === 'recognition' && (
        <Button variant="default" onClick={byLink}>
          {messages.sources.byLink}
        </Button>
      )}
    </DropZone>
  );
}

function FileSource() {
  const form = useTranscripts((state) => state.form);
  const asked = useTranscripts((state) => state.asked);
  const known = useTranscripts((state) => state.outOfReach);
  const outOfReach = form.words === 'recognition' ? known : undefined;
  const isOnStage = useTranscripts(
    ({ open, closed, opening, creating }) => form.file === undefined && [open, closed, opening, creating].every((one) => one === undefined),
  );
  const problem = formProblems({ form, asked, outOfReach }).file;
  return (
    <div className={classes.file}>
      <KeptFocus state={form.file === undefined}>
        {form.file && typeof outOfReach !== 'string' ? (
          <Chosen file={form.file} />
        ) : isOnStage ? (
          <Input.Wrapper label={messages.transcribe.recording} labelElement="div">
            <p className={classes.note}>{messages.sources.notChosen}</p>
          </Input.Wrapper>
        ) : (
          <>
            {form.words === 'text' && <OpenRecording />}
            <RecordingZone shape="row" name={messages.transcribe.recording} />
          </>
        )}
      </KeptFocus>
      {problem !== undefined && problem !== outOfReach && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The recording of the open transcript, which need not be chosen again; where it is not kept, what is missing. */
function OpenRecording() {
  const record = useTranscripts(({ open }) => open?.record);
  if (!record) return null;
  if (record.sound === null) return <p className={classes.note}>{messages.transcribe.recordingNotKept(record.name)}</p>;
  return (
    <Button
      variant="default"
      className={classes.take ?? ''}
      leftSection={<IconFileMusic size={iconSize.normal} aria-hidden />}
      onClick={() => {
        flushSync(takeOpenRecording);
        // The text is what lacks now.
        document.querySelector<HTMLElement>('[data-known-text] input:checked')?.focus();
      }}
    >
      <span className={classes.takeName}>{messages.transcribe.useRecording(record.name)}</span>
    </Button>
  );
}

/** Its audio may be shorter than its picture. */
const isVideoName = (name: string): boolean => /\.(?:mp4|m4v|mov|webm|mkv)$/iu.test(name);

function Chosen({ file }: { file: ChosenFile }) {
  const { name, bytes, state } = file;
  return (
    <div className={classes.chosen} data-chosen={state.step} data-drop-zone>
      <IconFileMusic size={iconSize.wide} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          {state.step === 'uploading' && <Loader size={iconSize.tiny} />}
          {state.step === 'uploading'
            ? messages.transcribe.checkingFile
            : state.step === 'ready' && state.seconds > 0
              ? `${isVideoName(name) ? messages.transcribe.ofAudio(clock(state.seconds)) : clock(state.seconds)} · ${size(bytes)}`
              : size(bytes)}
        </span>
      </div>
      <ReplaceFile name={messages.transcribe.replaceFile(name)} accept={accept} onFile={(other) => void takeFiles([other])} />
      <ActionIcon
        aria-label={messages.transcribe.removeFile(name)}
        onClick={() => {
          flushSync(dropFile);
          focusZone('recording');
        }}
      >
        <IconX size={iconSize.normal} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function LanguageSelect() {
  const { language: chosen, words } = useTranscripts((state) => state.form);
  const recogniser = useTranscripts((state) => state.recogniser);
  const listed = recogniser?.kind === 'model' ? recogniser.languages : null;
  const only = words === 'recognition' ? onlyLanguage(recogniser) : undefined;
  const voices = useStudio((state) => knownVoices(state));
  const data = useMemo(() => {
    const codes = new Set(
      voices.flatMap((voice) => [voice.primaryLanguage, ...voice.languages]).map((code) => code.replace(/[-_].*$/u, '').toLowerCase()),
    );
    for (const code of listed ?? []) codes.add(code);
    if (chosen !== '') codes.add(chosen);
    const named = [...codes].filter((code) => code !== '' && code !== only).map((code) => ({ value: code, label: language(code) }));
    return [
      { value: '', label: only === undefined ? messages.transcribe.detectAutomatically : language(only) },
      ...named.sort((one, other) => one.label.localeCompare(other.label, locale())),
    ];
  }, [voices, chosen, listed, only]);
  const note = words === 'recognition' ? describeUnknownLanguage(recogniser, chosen) : undefined;
  return (
    <div className={classes.file}>
      <SearchSelect
        label={messages.transcribe.language}
        data={data}
        value={chosen === only ? '' : chosen}
        nothingFoundMessage={messages.transcribe.noMatchingLanguages}
        onChoose={(value) => changeForm({ language: value ?? '' })}
      />
      {note !== undefined && (
        <p role="status" className={classes.note}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The language of a recogniser that knows no other: there is nothing to detect. */
const onlyLanguage = (recogniser: RecogniserState | null | undefined): string | undefined =>
  recogniser?.languages?.length === 1 ? recogniser.languages[0] : undefined;

/** Languages that are named; of more, their number. */
const namedLanguages = 4;

/** That the recogniser there is does not know the language that is chosen; undefined where it does, and where nobody knows. */
function describeUnknownLanguage(recogniser: RecogniserState | null | undefined, chosen: string): string | undefined {
  const known = recogniser?.languages ?? [];
  if (chosen === '' || known.length === 0 || known.includes(chosen)) return undefined;
  const named = recogniser?.kind === 'draft' ? 'PocketSphinx' : (recogniser?.name ?? messages.transcribe.theRecognizer);
  const languages =
    known.length > namedLanguages ? messages.transcribe.severalLanguages(known.length) : formatList(known.map((code) => language(code)));
  return messages.transcribe.languageUnknown(named, languages, language(chosen));
}
