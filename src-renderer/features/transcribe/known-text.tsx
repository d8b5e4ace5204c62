import { ActionIcon, Loader } from '@mantine/core';
import { IconFileText, IconX } from '@tabler/icons-react';
import { knownTextCharacters, type RecogniserState } from '#shared/operations/transcripts.ts';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../core/project/project.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { findChapter, namedChapters, whyNoText, type TextFile, type TextKind } from './known-text-store.ts';
import { changeText, chooseTextFile, chooseWords, dropTextFile, useKnownText, useTranscripts } from './stores.ts';
import { WideChoice } from './wide-choice.tsx';
import classes from './form.module.css';

const accept = '.txt,.md,.docx,.srt,.vtt,.epub,.html,text/plain,text/vtt';

/** Where the words come from: a text that is known, or what the service recognises. What is free and exact comes first. */
export function WordsChoice() {
  const words = useTranscripts((state) => state.form.words);
  const recogniser = useTranscripts((state) => state.recogniser);
  return (
    <div className={classes.words}>
      <WideChoice
        label={messages.transcribe.words}
        className={classes.label}
        choices={[
          { value: 'text', label: messages.transcribe.haveText },
          { value: 'recognition', label: messages.transcribe.recognize },
        ]}
        value={words}
        onChoose={chooseWords}
      />
      <p className={classes.note}>{words === 'text' ? messages.transcribe.haveTextNote : describeRecognition(recogniser)}</p>
    </div>
  );
}

function describeRecognition(recogniser: RecogniserState | null | undefined): string {
  if (recogniser?.kind === 'none') return messages.transcribe.recognizeOwnNote;
  if (recogniser?.kind === 'draft') return messages.transcribe.recognizeDraftNote;
  if (recogniser?.kind === 'model') return messages.transcribe.recognizeModelNote(recogniser.name ?? messages.transcribe.theRecognizer);
  return messages.transcribe.recognizeNote;
}

/** The text that the recording says: a file, a pasted text, or a chapter of the open project. */
export function KnownText() {
  const state = useKnownText();
  const asked = useTranscripts(({ asked }) => asked);
  const problem = useProject((project) => whyNoText(state, project, asked));
  const hasProject = useProject(({ details }) => details !== undefined);
  const kinds: { value: TextKind; label: string; disabled?: boolean }[] = [
    { value: 'file', label: messages.transcribe.textFile },
    { value: 'pasted', label: messages.transcribe.textPasted },
    { value: 'chapter', label: messages.transcribe.chapter, disabled: !hasProject },
  ];
  return (
    <div className={classes.words} data-known-text>
      <WideChoice
        label={messages.transcribe.text}
        className={classes.label}
        choices={kinds}
        value={state.kind}
        onChoose={(kind) => changeText({ kind })}
      />
      {state.kind === 'file' && <FileText file={state.file} />}
      {state.kind === 'pasted' && (
        <TextArea
          aria-label={messages.transcribe.pastedText}
          placeholder={messages.transcribe.pastePlaceholder}
          lines={[3, 8]}
          maxLength={knownTextCharacters}
          value={state.pasted}
          error={problem}
          onChange={(event) => changeText({ pasted: event.currentTarget.value })}
        />
      )}
      {state.kind === 'chapter' && <ChapterText />}
      {problem !== undefined && state.kind !== 'pasted' && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function FileText({ file }: { file: TextFile | undefined }) {
  return (
    <KeptFocus state={file === undefined}>
      {file && <ChosenText file={file} />}
      {/* One that cannot be read is not in the way of another. */}
      {file?.state.step !== 'uploading' && file?.state.step !== 'ready' && (
        <DropZone
          name={messages.transcribe.textOfRecording}
          shape="row"
          takes={messages.transcribe.textTypes}
          accept={accept}
          multiple={false}
          onFiles={([chosen]) => chosen && void chooseTextFile(chosen)}
        />
      )}
    </KeptFocus>
  );
}

function ChosenText({ file: { name, state } }: { file: TextFile }) {
  return (
    <div className={classes.chosen} data-chosen={state.step === 'failed' ? 'failed' : 'text'}>
      <IconFileText size={iconSize.wide} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          {state.step === 'uploading' && <Loader size={iconSize.tiny} />}
          {state.step === 'uploading' && messages.transcribe.checkingFile}
          {state.step === 'ready' && messages.transcribe.word(state.words)}
        </span>
      </div>
      <ActionIcon aria-label={messages.transcribe.removeFile(name)} onClick={dropTextFile}>
        <IconX size={iconSize.normal} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function ChapterText() {
  const chapterId = useKnownText((state) => state.chapterId);
  const outline = useProject((state) => state.outline);
  const shown = useProject((state) => state.chapterId);
  const title = useProject((state) => state.details?.title);
  if (title === undefined) return null;
  return (
    <SearchSelect
      label={messages.transcribe.chapterOf(title)}
      data={namedChapters(outline).map(({ id, name }) => ({ value: id, label: name }))}
      value={findChapter({ chapterId }, { outline, chapterId: shown })?.id ?? ''}
      nothingFoundMessage={messages.transcribe.noMatchingChapters}
      onChoose={(value) => changeText({ chapterId: value ?? undefined })}
    />
  );
}
