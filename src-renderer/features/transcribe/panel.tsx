import { Button, Loader } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useProject } from '../../core/project/project.ts';
import { exampleSeconds } from '../../core/examples/example-files.ts';
import { TryExample, useExampleCredits } from '../../core/examples/try-example.tsx';
import {
  changeText,
  chooseWords,
  secondPrice,
  takeDub,
  tryTranscribeExample,
  useKnownText,
  useTranscripts,
  watchTranscripts,
  saveEdits,
} from './stores.ts';
import { hasText } from './known-text-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { KeptFocus } from '../../ui/kept-focus.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PanelStage } from '../../ui/panel-stage.tsx';
import { useWhileShown } from '../../core/studio/while-shown.ts';
import { takeIntent, useWindow } from '../../core/window/window.ts';
import { addTranscribeCommands } from './commands.ts';
import { TranscribeAction } from './action.tsx';
import { ClosedTranscript, TranscribeFailures } from './failures.tsx';
import { RecordingZone, TranscribeForm } from './form.tsx';
import { Earlier } from './earlier.tsx';
import { LocalNote } from './local-note.tsx';
import { FileStrip, SoundStrip } from './sound-strip.tsx';
import type { ChosenFile } from './form-rules.ts';
import { TranscriptView } from './transcript.tsx';
import classes from './panel.module.css';
import { plainFailure } from '../../lib/failure-words.ts';
import { messages } from '#shared/messages/index.ts';

/** Transcribe: the words of a recording, with their times; read, corrected, searched, and handed on. */
export function TranscribePanel() {
  const open = useTranscripts((state) => state.open);
  const closed = useTranscripts((state) => state.closed);
  const step = useTranscripts((state) => state.form.file?.state.step);
  const intent = useWindow((state) => state.intent);
  useEffect(() => {
    const dub = takeIntent('transcribe')?.dub;
    if (dub) void takeDub(dub);
  }, [intent]);
  useWhileShown(watchTranscripts, addTranscribeCommands, () => () => void saveEdits());
  return (
    <PanelFrame
      title={messages.transcribe.transcribe}
      heading={<PanelHeading title={messages.transcribe.transcribe} />}
      actions={<TranscribeAction />}
      inspectorHasForm
      inspector={
        <>
          <TranscribeForm />
          <Earlier />
        </>
      }
    >
      <PanelStage>
        <TranscribeFailures />
        {closed && <ClosedTranscript record={closed.record} failure={closed.failure} />}
        <KeptFocus state={`${open?.record.id ?? ''} ${step ?? ''}`}>
          {open ? <TranscriptView key={open.record.id} transcript={open} /> : !closed && <NothingOpen />}
        </KeptFocus>
      </PanelStage>
    </PanelFrame>
  );
}

/** Where a recording is dropped; then what stands in the form, until its words are here. */
function NothingOpen() {
  const isOpening = useTranscripts((state) => state.opening !== undefined);
  const isMaking = useTranscripts((state) => state.creating !== undefined);
  const { source, file, address } = useTranscripts((state) => state.form);
  const chosen = source === 'file' ? file : undefined;
  if (chosen?.state.step === 'ready' && !isOpening)
    return (
      <Recording file={chosen} seconds={chosen.state.seconds}>
        {isMaking ? <Pending /> : <Offer name={chosen.name} dub={chosen.dub} />}
      </Recording>
    );
  if (isOpening || isMaking) return <Pending />;
  if (chosen?.state.step === 'uploading')
    return (
      <EmptyState icon={<Loader size={iconSize.wide} />} title={chosen.name}>
        {chosen.dub ? messages.transcribe.readingVideo : messages.transcribe.checkingFile}
      </EmptyState>
    );
  const isEmpty = chosen === undefined && address === '';
  return (
    <>
      {chosen?.state.step === 'failed' && (
        <p className={classes.refused}>
          {chosen.name}: {plainFailure(chosen.state.failure)}
        </p>
      )}
      <RecordingZone shape="stage" name={messages.transcribe.dropRecording} />
      {isEmpty && <Example />}
      <LocalNote />
    </>
  );
}

function Example() {
  const outOfReach = useTranscripts((state) => state.outOfReach);
  // Only the local service says what it recognises, and knows the example by its sound.
  const knowsExample = useTranscripts(({ recogniser }) => recogniser !== null && recogniser !== undefined);
  const takes = useExampleCredits('transcription', async (signal) => {
    const second = (await secondPrice(signal))?.perSecond;
    return typeof second === 'number' ? exampleSeconds.reading * second : null;
  });
  return (
    <TryExample
      onTry={tryTranscribeExample}
      unavailable={outOfReach ?? undefined}
      what={knowsExample ? messages.transcribe.exampleOwnSpeech : messages.transcribe.exampleWhat}
      takes={takes}
    />
  );
}

/** Its words are on their way. */
function Pending() {
  const aligns = useTranscripts((state) => state.creating?.fraction !== undefined);
  return (
    <EmptyState
      icon={<Loader size={iconSize.wide} />}
      title={aligns ? messages.transcribe.aligningTitle : messages.transcribe.pendingTitle}
    >
      {aligns ? messages.transcribe.aligningNote : messages.transcribe.pendingNote}
    </EmptyState>
  );
}

/** A recording that can be heard before it is transcribed, and while it is. */
function Recording({ file: { name, url, blob }, seconds, children }: { file: ChosenFile; seconds: number; children: ReactNode }) {
  const silentNote = useTranscripts(({ form }) =>
    form.words === 'text' ? messages.transcribe.silentText : messages.transcribe.silentPaid,
  );
  const strip = { name, seconds, silentNote };
  return (
    <div className={classes.ready}>
      {url !== undefined && (blob ? <FileStrip url={url} blob={blob} {...strip} /> : <SoundStrip url={url} {...strip} />)}
      {children}
    </div>
  );
}

/** What can be done with a recording. It may read the open project, whose text is there, exact and free: that is offered first. */
function Offer({ name, dub }: { name: string; dub: ChosenFile['dub'] }) {
  const words = useTranscripts((state) => state.form.words);
  const title = useProject((state) => state.details?.title);
  const isComplete = useKnownText(hasText);
  const hasFailed = useTranscripts(({ createFailure }) => createFailure?.name === name && createFailure.aligned !== true);
  if (hasFailed) return <EmptyState title={name}>{messages.transcribe.failedNote}</EmptyState>;
  if (words === 'text')
    return <EmptyState title={name}>{isComplete ? messages.transcribe.readyToAlign : messages.transcribe.addText}</EmptyState>;
  if (dub) return <EmptyState title={name}>{messages.transcribe.readyForDub(dub.title)}</EmptyState>;
  if (title === undefined) return <EmptyState title={name}>{messages.transcribe.readyNote}</EmptyState>;
  const align = (): void => {
    changeText({ kind: 'chapter' });
    chooseWords('text');
  };
  return (
    <EmptyState
      title={name}
      action={
        <Button variant="default" onClick={align}>
          {messages.transcribe.useChapter}
        </Button>
      }
    >
      <p className={classes.offer}>{messages.transcribe.chapterOffer(title)}</p>
      {messages.transcribe.elseRecognize}
    </EmptyState>
  );
}
