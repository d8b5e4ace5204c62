import { Button, Loader } from '@mantine/core';
import type { Failure } from '#shared/failure.ts';
import type { TranscriptRecord } from '#shared/operations/transcripts.ts';
import { saveEdits, useTranscriptEdits, submit, transcribeAgain, useTranscripts } from './stores.ts';
import { ConnectionFailure, useSaidByConnection } from '../../core/connections/connection-failure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { canBeTried } from '../../lib/failure-words.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { findTitle, explainFailure } from '../../lib/transcription-failure.ts';
import { messages } from '#shared/messages/index.ts';

/** What stands in the way: the service, the last request, whose card alone says whether it was charged, and edits that could not be written. */
export function TranscribeFailures() {
  const failed = useTranscripts((state) => state.createFailure);
  const closed = useTranscripts((state) => state.closed);
  const saving = useTranscriptEdits((state) => state.saving);
  const isSaidAbove = useSaidByConnection(failed?.failure);
  const isShownBelow = closed !== undefined && closed.failure.requestId === failed?.failure.requestId;
  return (
    <>
      <ConnectionFailure kept={messages.transcribe.historyAvailable} lists={false} />
      {failed && !isShownBelow && !isSaidAbove && (
        <FailureCard
          failure={explainFailure(failed.failure)}
          title={findTitle(failed.failure)}
          about={failed.name}
          failed={failed.aligned === true ? messages.transcribe.notAligned(failed.name) : messages.transcribe.notTranscribed(failed.name)}
          {...(failed.aligned === true && { paid: false })}
          action={
            canBeTried(failed.failure) ? (
              <Button variant="default" onClick={() => void submit()}>
                {messages.transcribe.tryAgain}
              </Button>
            ) : undefined
          }
          onDismiss={() => useTranscripts.setState({ createFailure: undefined })}
        />
      )}
      {saving.state === 'failed' && (
        <FailureCard
          failure={saving.failure}
          about={messages.transcribe.notSavedNote}
          paid={false}
          action={
            <Button variant="default" onClick={() => void saveEdits()}>
              {messages.transcribe.saveAgain}
            </Button>
          }
        />
      )}
    </>
  );
}

/** A transcription of the list that there is nothing of to read: why, and what can be done. */
export function ClosedTranscript({ record, failure }: { record: TranscriptRecord; failure: Failure }) {
  const state = record.operation?.state;
  if (state === 'sending' || state === 'waiting')
    return (
      <EmptyState icon={<Loader size={iconSize.wide} />} title={messages.transcribe.transcribingTitle(record.name)}>
        {messages.transcribe.transcribingNote}
      </EmptyState>
    );
  return (
    <FailureCard
      failure={explainFailure(failure)}
      title={findTitle(failure)}
      about={record.name}
      failed={messages.transcribe.notTranscribed(record.name)}
      action={
        <Button variant="default" onClick={() => transcribeAgain(record)}>
          {messages.transcribe.useAgain}
        </Button>
      }
      onDismiss={() => useTranscripts.setState({ closed: undefined })}
    />
  );
}
