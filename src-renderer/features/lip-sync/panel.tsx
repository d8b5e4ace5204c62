import { Button } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { closeLipSync, readElsewhere, takeAgain, useLipSync, watchLipSync } from './stores.ts';
import { learnReach, useSources } from '../../core/sources/sources.ts';
import { ConnectionFailure } from '../../core/connections/connection-failure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { clock } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { MediaJob } from '../../core/media-jobs/media-job.tsx';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PanelStage } from '../../ui/panel-stage.tsx';
import { VideoPlayers, type Played } from '../../core/player/video-players.tsx';
import { useOnceConnected, useWhileShown } from '../../core/studio/while-shown.ts';
import { addLipSyncCommands } from './commands.ts';
import { Form } from './form.tsx';
import { History, titleOf } from './history.tsx';
import { MakeAction } from './make-action.tsx';
import { messages } from '#shared/messages/index.ts';

/** Lip sync: a video and a sound become a video whose lips say the sound. */
export function LipSyncPanel() {
  useWhileShown(watchLipSync, addLipSyncCommands);
  useOnceConnected(() => {
    void learnReach();
    void readElsewhere();
  });
  return (
    <PanelFrame
      title={messages.lipSync.lipSync}
      heading={<PanelHeading title={messages.lipSync.lipSync} />}
      actions={<MakeAction />}
      inspector={<History />}
    >
      <PanelStage form={<Form />}>
        <Failures />
        <Job />
        <Players />
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
        <FailureCard failure={failure} about={messages.lipSync.lipSync} onDismiss={() => useLipSync.setState({ failure: undefined })} />
      )}
    </>
  );
}

function Job() {
  const open = useLipSync((state) => state.open);
  if (!open) return null;
  const { operation, order } = open;
  return (
    <MediaJob
      operation={operation}
      title={titleOf(operation)}
      again={
        <>
          {order && (
            <Button variant="default" onClick={() => void takeAgain()}>
              {messages.lipSync.useAgain}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={closeLipSync}>
            {messages.lipSync.close}
          </Button>
        </>
      }
    />
  );
}

/** What the open job was made of beside what came of it; while none is open, what stands in the form. */
function Players() {
  const open = useLipSync((state) => state.open);
  const slots = useSources((state) => state.slots);
  const [video, audio] = [slots['lip-sync.video'].source, slots['lip-sync.audio'].source];
  if (!open && !video?.url && !audio?.url)
    return (
      <EmptyState icon={<IconMoodSmile size={iconSize.hero} stroke={1.4} />} title={messages.lipSync.emptyTitle}>
        {messages.lipSync.emptyNote}
      </EmptyState>
    );
  const isMade = open?.operation.state === 'done';
  const result = open?.result?.state === 'known' ? open.result.facts : undefined;
  const source = video?.inspected.state === 'known' ? video.inspected.facts : undefined;
  const gone = messages.lipSync.mediaMissing;
  const items: Played[] = [
    {
      id: 'source',
      name: messages.lipSync.source,
      kind: 'video',
      url: (open ? open.videoUrl : video?.url) ?? undefined,
      empty: open ? gone : messages.lipSync.sourcePlaceholder,
    },
    {
      id: 'audio',
      name: messages.lipSync.newAudio,
      kind: 'audio',
      url: (open ? open.audioUrl : audio?.url) ?? undefined,
      empty: open ? gone : messages.lipSync.audioPlaceholder,
    },
    {
      id: 'result',
      name: messages.lipSync.result,
      kind: 'video',
      url: isMade ? open.operation.files[0]?.url : undefined,
      empty: open ? (isMade ? gone : messages.lipSync.resultPending) : messages.lipSync.resultPlaceholder,
      note: result && clock(result.seconds),
    },
  ];
  const frameRate = (open ? result : source)?.picture?.frameRate ?? null;
  return (
    <VideoPlayers
      key={open?.operation.operationId ?? 'form'}
      name={messages.lipSync.players}
      items={items}
      frameRate={frameRate}
      prefer="result"
    />
  );
}
