import { Loader } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useStudio } from '../../core/studio/studio.ts';
import { useTranscripts, watchTranscripts, saveEdits } from './stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { PanelFrame } from '../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PanelStage } from '../../ui/panel-stage.tsx';
import { useWhileShown } from '../../core/studio/while-shown.ts';
import { addTranscribeCommands } from './commands.ts';
import { TranscribeAction } from './action.tsx';
import { ClosedTranscript, TranscribeFailures } from './failures.tsx';
import { TranscribeForm } from './form.tsx';
import { Earlier } from './earlier.tsx';
import { TranscriptView } from './transcript.tsx';
import { messages } from '#shared/messages/index.ts';

/** Transcribe: the words of a recording, with their times; read, corrected, searched, and handed on. */
export function TranscribePanel() {
  const open = useTranscripts((state) => state.open);
  const closed = useTranscripts((state) => state.closed);
  useWhileShown(watchTranscripts, addTranscribeCommands, () => () => void saveEdits());
  return (
    <PanelFrame
      title={messages.transcribe.transcribe}
      heading={<PanelHeading title={messages.transcribe.transcribe} />}
      actions={<TranscribeAction />}
      inspector={<Earlier />}
    >
      <PanelStage form={<TranscribeForm />}>
        <TranscribeFailures />
        {closed && <ClosedTranscript record={closed.record} failure={closed.failure} />}
        {open ? <TranscriptView key={open.record.operation.operationId} transcript={open} /> : !closed && <NothingOpen />}
      </PanelStage>
    </PanelFrame>
  );
}

function NothingOpen() {
  const busy = useTranscripts((state) => state.creating !== undefined || state.opening !== undefined);
  const some = useTranscripts((state) => state.transcripts.length > 0);
  const local = useStudio((state) => state.connection?.kind === 'local');
  if (busy)
    return (
      <EmptyState icon={<Loader size={iconSize.wide} />} title={messages.transcribe.pendingTitle}>
        {messages.transcribe.pendingNote}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconFileText size={iconSize.hero} stroke={1.4} />}
      title={some ? messages.transcribe.emptyTitle : messages.transcribe.transcribeRecording}
    >
      {messages.transcribe.emptyNote}
      {local && messages.transcribe.localServiceNote}
    </EmptyState>
  );
}
