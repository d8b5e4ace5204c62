import { Button } from '@mantine/core';
import { closeLipSync, makeLipSync, readElsewhere, takeAgain, tryAgain, tryLipSyncExample, useLipSync, watchLipSync } from './stores.ts';
import { exampleSeconds } from '../../core/examples/example-files.ts';
import { TryExample, useExampleCredits } from '../../core/examples/try-example.tsx';
import { learnReach, playedUrl, resumeSources, useSources } from '../../core/sources/sources.ts';
import { SourceStage } from '../../core/sources/source-zone.tsx';
import { ConnectionFailure } from '../../core/connections/connection-failure.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { canBeTried } from '../../lib/failure-words.ts';
import { clock } from '../../lib/format.ts';
import { secondPrice, type OpenJob } from '../../core/media-jobs/media-jobs.ts';
import { LocalLipSyncNote } from '../../core/media-jobs/local-note.tsx';
import { MediaJob } from '../../core/media-jobs/media-job.tsx';
import { findMissingPart, missingWords, type MissingPart } from '../../core/media-jobs/missing-part.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PanelStage } from '../../ui/panel-stage.tsx';
import { VideoPlayers, type Played } from '../../core/player/video-players.tsx';
import { useOnceConnected, useWhileShown } from '../../core/studio/while-shown.ts';
import { addLipSyncCommands } from './commands.ts';
import { Form } from './form.tsx';
import { History, titleOf } from './history.tsx';
import { MakeAction } from './make-action.tsx';
import { NarrationSound } from './narration-sound.tsx';
import { SpokenSound } from './spoken-sound.tsx';
import { messages } from '#shared/messages/index.ts';

/** Lip sync: a video and a sound become a video whose lips say the sound. */
export function LipSyncPanel() {
  useWhileShown(watchLipSync, addLipSyncCommands);
  useOnceConnected(() => {
    void learnReach();
    void resumeSources(['lip-sync.video', 'lip-sync.audio']);
    void readElsewhere();
  });
  return (
    <PanelFrame
      title={messages.lipSync.lipSync}
      heading={<PanelHeading title={messages.lipSync.lipSync} />}
      actions={<MakeAction />}
      inspectorHasForm
      inspector={
        <>
          <Form />
          <History />
        </>
      }
    >
      <PanelStage>
        <Failures />
        <LocalNote />
        <Job />
        <Players />
        <Example />
      </PanelStage>
    </PanelFrame>
  );
}

function Failures() {
  const failure = useLipSync((state) => state.failure);
  return (
    <>
      <ConnectionFailure kept={messages.lipSync.historyAvailable} lists={false} />
      {failure && (
        <FailureCard
          failure={failure}
          about={messages.lipSync.lipSync}
          failed={messages.lipSync.notMade}
          action={
            canBeTried(failure) ? (
              <Button variant="default" onClick={() => void makeLipSync()}>
                {messages.failures.tryAgain}
              </Button>
            ) : undefined
          }
          onDismiss={() => useLipSync.setState({ failure: undefined })}
        />
      )}
    </>
  );
}

function LocalNote() {
  return <LocalLipSyncNote isJobOpen={useLipSync((state) => state.open !== undefined)} />;
}

function Job() {
  const open = useLipSync((state) => state.open);
  if (!open) return null;
  const { operation, order } = open;
  const missing = findMissingPart(open);
  return (
    <MediaJob
      operation={operation}
      title={titleOf(operation)}
      next={messages.lipSync.resultNext}
      missing={missing && missingWords(missing, 'audio', adviceOf(missing, order?.videoExtension === true))}
      onTryAgain={order ? () => void tryAgain() : undefined}
      onClose={closeLipSync}
      again={
        order && (
          <Button variant="default" onClick={() => void takeAgain()}>
            {messages.lipSync.useAgain}
          </Button>
        )
      }
    />
  );
}

/** What to change, so that all of it is in the next one. */
const adviceOf = ({ of }: MissingPart, wasExtended: boolean): string =>
  of === 'video' ? messages.lipSync.longerAudio : wasExtended ? '' : messages.lipSync.extendAdvice;

/** What the open job was made of beside what came of it; while none is open, what stands in the form, and where it is dropped. */
function Players() {
  const open = useLipSync((state) => state.open);
  return open ? <JobPlayers open={open} /> : <FormPlayers />;
}

function FormPlayers() {
  const slots = useSources((state) => state.slots);
  const [video, audio] = [slots['lip-sync.video'].source, slots['lip-sync.audio'].source];
  const facts = video?.inspected.state === 'known' ? video.inspected.facts : undefined;
  const items: Played[] = [
    {
      id: 'source',
      name: messages.lipSync.source,
      kind: 'video',
      url: playedUrl(video),
      empty: undefined,
      zone: <SourceStage slot="lip-sync.video" name={messages.lipSync.dropVideo} />,
    },
    {
      id: 'audio',
      name: messages.lipSync.newAudio,
      kind: 'audio',
      url: playedUrl(audio),
      empty: undefined,
      zone: (
        <SourceStage slot="lip-sync.audio" name={messages.lipSync.dropAudio}>
          <NarrationSound />
          <SpokenSound />
        </SourceStage>
      ),
    },
  ];
  return <VideoPlayers key="form" name={messages.lipSync.players} items={items} frameRate={facts?.picture?.frameRate ?? null} />;
}

function JobPlayers({ open }: { open: OpenJob }) {
  const { state } = open.operation;
  const isMade = state === 'done';
  const isOver = state === 'failed';
  const result = open.result?.state === 'known' ? open.result.facts : undefined;
  const gone = messages.lipSync.mediaMissing;
  const items: Played[] = [
    { id: 'source', name: messages.lipSync.source, kind: 'video', url: open.videoUrl ?? undefined, empty: gone },
    { id: 'audio', name: messages.lipSync.newAudio, kind: 'audio', url: open.audioUrl ?? undefined, empty: gone },
    {
      id: 'result',
      name: messages.lipSync.result,
      kind: 'video',
      url: isMade ? open.operation.files[0]?.url : undefined,
      empty: isMade ? gone : isOver ? messages.lipSync.noResult : messages.lipSync.resultPending,
      note: result && clock(result.seconds),
    },
  ];
  return (
    <VideoPlayers
      key={open.operation.operationId}
      name={messages.lipSync.players}
      items={items}
      frameRate={result?.picture?.frameRate ?? null}
      prefer="result"
    />
  );
}

/** While nothing stands in the form and nothing is open. */
function Example() {
  const isOpen = useLipSync((state) => state.open !== undefined || state.sending);
  const isEmpty = useSources(({ slots }) =>
    [slots['lip-sync.video'], slots['lip-sync.audio']].every(({ source, busy }) => source === undefined && busy === undefined),
  );
  const whyNoFile = useSources((state) => state.whyNoFile);
  const takes = useExampleCredits('lip-sync', async (signal) => {
    const second = (await secondPrice('lip-sync', signal))?.credits;
    return typeof second === 'number' ? exampleSeconds.film * second : null;
  });
  if (isOpen || !isEmpty) return null;
  return <TryExample onTry={tryLipSyncExample} unavailable={whyNoFile ?? undefined} what={messages.lipSync.exampleWhat} takes={takes} />;
}
