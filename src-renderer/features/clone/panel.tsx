import { Button, Loader } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import {
  dismissFailure,
  learnTranscription,
  loadDraft,
  startAnother,
  tryCloneExample,
  useClone,
  useRecorder,
  learnMicrophones,
} from './stores.ts';
import { TryExample } from '../../core/examples/try-example.tsx';
import { useStudio } from '../../core/studio/studio.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { credits, length } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { canBeTrimmed, secondsOf } from '#shared/clone/recordings.ts';
import { addCloneCommands } from './commands.ts';
import { Form } from './form.tsx';
import { LostClones } from './lost.tsx';
import { useCloneCost } from './clone-cost.ts';
import { Gone, Made } from './made.tsx';
import { ReadingScript } from './reading.tsx';
import { RecordingStage } from './recording-stage.tsx';
import { Recordings } from './recordings.tsx';
import { SendActions, SendState } from './send.tsx';
import { SendAgainDialog } from './send-again.tsx';
import { TranscribeAgainDialog } from './transcribe-again.tsx';
import { StartOverDialog } from './start-over.tsx';
import { Trim } from './trim.tsx';
import classes from './panel.module.css';
import { messages } from '#shared/messages/index.ts';

/** Clone: from recordings of a voice to the voice, and to its first line. */
export function ClonePanel() {
  const status = useClone((state) => state.status);
  const failure = useClone((state) => state.failure);
  const made = useClone((state) => state.made);
  const isGone = useClone((state) => state.isGone);
  const selected = useClone((state) => state.recordings.find((one) => one.id === state.selected && canBeTrimmed(one)));
  const recording = useRecorder((state) => state.phase !== 'idle');
  const connectionId = useStudio((state) => (state.connection?.state === 'ready' ? state.connection.id : undefined));
  useEffect(addCloneCommands, []);
  useEffect(() => void learnMicrophones(), []);
  useEffect(() => {
    if (connectionId !== undefined) void learnTranscription();
  }, [connectionId]);
  return (
    <PanelFrame title={messages.clone.clone} heading={<Heading />} actions={<Actions />}>
      {status === 'loading' ? (
        <EmptyState icon={<Loader size={iconSize.wide} />} title={messages.clone.openingDraft}>
          {messages.clone.openingDraftNote}
        </EmptyState>
      ) : status === 'failed' && failure ? (
        <EmptyState
          icon={<IconUserX size={iconSize.hero} stroke={1.4} aria-hidden />}
          title={messages.clone.draftNotOpened}
          action={<Button onClick={() => void loadDraft()}>{messages.clone.tryAgain}</Button>}
        >
          <FailureCard failure={failure} paid={false} />
        </EmptyState>
      ) : (
        <div className={classes.stage}>
          <div className={classes.recordings}>
            {recording ? (
              <RecordingStage />
            ) : (
              <>
                {failure && <FailureCard failure={failure} paid={false} onDismiss={dismissFailure} />}
                <LostClones />
                <SendState />
                {/* Once the voice is made, nothing of it can be changed. */}
                {made ? (
                  isGone ? (
                    <Gone name={made.name} />
                  ) : (
                    <Made key={made.voiceId} voice={made} />
                  )
                ) : (
                  <>
                    <Recordings />
                    <Hint />
                    {selected && (
                      <div data-trim>
                        <Trim key={`${selected.id} ${String(selected.samples)}`} recording={selected} />
                      </div>
                    )}
                  </>
                )}
              </>
            )}
          </div>
          {!made && <Form />}
        </div>
      )}
    </PanelFrame>
  );
}

/** Before the first recording: an example, and what can be read aloud. */
function Hint() {
  const empty = useClone((state) => state.recordings.length === 0);
  const price = useCloneCost();
  if (!empty) return null;
  return (
    <div className={classes.hint}>
      <div className={classes.example}>
        <TryExample
          onTry={tryCloneExample}
          what={messages.clone.exampleWhat}
          takes={price ? credits(Math.ceil(price.creditsPerUnit)) : undefined}
        />
      </div>
      <ReadingScript />
    </div>
  );
}

function Heading() {
  const recordings = useClone(useShallow((state) => state.recordings.filter(({ state: at }) => at !== 'failed')));
  const unsaved = useClone((state) => state.unsaved);
  const made = useClone((state) => state.made !== null);
  const begun = useClone((state) => state.form.name !== '' || state.recordings.length > 0);
  const seconds = secondsOf(recordings);
  return (
    <PanelHeading
      title={messages.clone.cloneAVoice}
      facts={[
        recordings.length > 0 && `${messages.clone.recording(recordings.length)} · ${length(seconds)}`,
        begun && !made && (unsaved ? messages.clone.savingDraft : messages.clone.draftSaved),
      ]}
    />
  );
}

function Actions() {
  const made = useClone((state) => state.made);
  const begun = useClone((state) => state.recordings.length > 0 || state.held.length > 0 || state.form.name !== '');
  const sending = useClone((state) => state.sending !== undefined);
  const [asks, setAsks] = useState(false);
  return (
    <>
      {(made !== null || begun) && !sending && (
        <Button variant="default" onClick={() => (made ? void startAnother() : setAsks(true))}>
          {made ? messages.clone.cloneAnother : messages.clone.startOver}
        </Button>
      )}
      {asks && <StartOverDialog onClose={() => setAsks(false)} />}
      {!made && <SendActions />}
      <SendAgainDialog />
      <TranscribeAgainDialog />
    </>
  );
}
