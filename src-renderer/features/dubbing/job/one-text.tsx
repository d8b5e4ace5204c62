import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PaidOperation } from '#shared/operations/paid.ts';
import {
  closeDubbing,
  dubbingExamplePrice,
  openDubbing,
  readDubbings,
  listRemovedDubbings,
  readMoreDubbings,
  toggleRemovedDubbing,
  makeDubbing,
  takeDubbingAgain,
  tryDubbingAgain,
  tryDubbingExample,
  useDubbing,
  watchDubbings,
} from '../stores.ts';
import { TryExample, useExampleCredits } from '../../../core/examples/try-example.tsx';
import { learnReach, resumeSources, useSources } from '../../../core/sources/sources.ts';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { ConnectionFailure, useSaidByConnection } from '../../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { canBeTried } from '../../../lib/failure-words.ts';
import { credits } from '../../../lib/format.ts';
import { LocalLipSyncNote } from '../../../core/media-jobs/local-note.tsx';
import { MediaJob } from '../../../core/media-jobs/media-job.tsx';
import { findMissingPart, missingWords } from '../../../core/media-jobs/missing-part.ts';
import { MediaJobHistory } from '../../../core/media-jobs/media-job-history.tsx';
import { PanelFrame } from '../../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { PanelStage } from '../../../ui/panel-stage.tsx';
import { SoundRow } from '../../../core/player/sound-row.tsx';
import { useOnceConnected, useWhileShown } from '../../../core/studio/while-shown.ts';
import { addDubbingCommands } from './commands.ts';
import { Form } from './form.tsx';
import { LanguageNotice, useTextLanguage } from './language-field.tsx';
import { MakeAction } from './make-action.tsx';
import { NamesNotice } from './names-notice.tsx';
import { adviseAgain } from './outlook.ts';
import { Players } from './players.tsx';
import classes from './one-text.module.css';
import { withoutKind } from '../../../lib/without-kind.ts';
import { messages } from '#shared/messages/index.ts';

/** The service's own dubbing: one text, spoken by one voice over the whole of a video. */
export function OneText({ tabs }: { tabs?: ReactNode }) {
  useWhileShown(watchDubbings, addDubbingCommands);
  useOnceConnected(() => {
    void learnReach();
    void resumeSources(['dubbing.video']);
  });
  const found = useTextLanguage();
  return (
    <PanelFrame
      title={messages.dubbing.dubbing}
      tabs={tabs}
      heading={<PanelHeading title={messages.dubbing.dubbing} />}
      actions={<MakeAction />}
      inspectorHasForm
      inspector={
        <>
          <Form textLanguage={found} />
          <History />
        </>
      }
    >
      <PanelStage>
        <Failures />
        <LocalNote />
        <LanguageNotice found={found} />
        <NamesNotice />
        <Job />
        <Players />
        <Example />
      </PanelStage>
    </PanelFrame>
  );
}

/** While there is no video and nothing is open. */
function Example() {
  const isOpen = useDubbing((state) => state.open !== undefined || state.sending);
  const isEmpty = useSources(({ slots: { 'dubbing.video': video } }) => video.source === undefined && video.busy === undefined);
  const whyNoFile = useSources((state) => state.whyNoFile);
  const noVoice = useStudio((state) => (knownVoices(state).length === 0 ? messages.dubbing.voicesAreLoading : undefined));
  const takes = useExampleCredits(noVoice === undefined ? 'dubbing' : '', dubbingExamplePrice);
  if (isOpen || !isEmpty) return null;
  return <TryExample onTry={tryDubbingExample} unavailable={whyNoFile ?? noVoice} what={messages.dubbing.exampleWhat} takes={takes} />;
}

function History() {
  const jobs = useDubbing();
  return (
    <MediaJobHistory
      jobs={jobs}
      titleOf={titleOf}
      onOpen={(operation) => void openDubbing(operation)}
      onListRemoved={(removed) => void listRemovedDubbings(removed)}
      onToggleRemoved={(operation) => void toggleRemovedDubbing(operation, titleOf(operation))}
      onMore={() => void readMoreDubbings()}
      onAgain={() => void readDubbings()}
      none={messages.dubbing.historyNote}
    />
  );
}

/** `talk.mp4: “Good morning …”`. */
const titleOf = ({ summary }: PaidOperation): string => withoutKind(summary, (name) => messages.dubbing.ofVideo(name, ''));

function Failures() {
  const failure = useDubbing((state) => state.failure);
  const isSaidAbove = useSaidByConnection(failure);
  return (
    <>
      <ConnectionFailure kept={messages.dubbing.historyAvailable} />
      {failure && !isSaidAbove && (
        <FailureCard
          failure={failure}
          about={messages.dubbing.dubbing}
          failed={messages.dubbing.notDubbed}
          action={
            canBeTried(failure) ? (
              <Button variant="default" onClick={() => void makeDubbing()}>
                {messages.failures.tryAgain}
              </Button>
            ) : undefined
          }
          onDismiss={() => useDubbing.setState({ failure: undefined })}
        />
      )}
    </>
  );
}

function LocalNote() {
  return <LocalLipSyncNote isJobOpen={useDubbing((state) => state.open !== undefined)} />;
}

function Job() {
  const open = useDubbing((state) => state.open);
  const salvaged = useDubbing((state) => state.salvaged);
  if (!open) return null;
  const { operation, order } = open;
  const missing = findMissingPart(open);
  const salvagedMissing = salvaged && findMissingPart({ operation: salvaged, result: undefined });
  return (
    <>
      <MediaJob
        operation={salvaged ? { ...operation, actions: operation.actions.filter((action) => action !== 'salvage') } : operation}
        title={titleOf(operation)}
        missing={missing && missingWords(missing, 'speech', adviseAgain(missing, order?.fitAudioToVideo === true))}
        onTryAgain={order ? () => void tryDubbingAgain() : undefined}
        onClose={closeDubbing}
        again={
          order && (
            <Button variant="default" onClick={() => void takeDubbingAgain()}>
              {messages.dubbing.useAgain}
            </Button>
          )
        }
      />
      <Speech operation={operation} />
      {salvaged && (
        <MediaJob
          operation={salvaged}
          title={messages.dubbing.ofSavedSpeech}
          missing={salvagedMissing && missingWords(salvagedMissing, 'speech', '')}
        />
      )}
    </>
  );
}

/** What was made before the lip sync failed: it is paid for, and kept. */
function Speech({ operation }: { operation: PaidOperation }) {
  const speech = operation.state === 'failed' ? operation.files.find(({ contentType }) => contentType.startsWith('audio/')) : undefined;
  if (!speech) return null;
  return (
    <section className={classes.speech} aria-label={messages.dubbing.speech}>
      <h2 className={classes.speechTitle}>
        {messages.dubbing.speechSaved}
        {operation.creditsUsed !== null && <span className={classes.note}> {credits(operation.creditsUsed)}</span>}
      </h2>
      <SoundRow name={messages.dubbing.speechSubject} url={speech.url} />
    </section>
  );
}
