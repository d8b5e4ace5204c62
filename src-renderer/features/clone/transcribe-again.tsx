import { Button } from '@mantine/core';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { answerTranscript, useClone } from './stores.ts';
import { messages } from '#shared/messages/index.ts';

/** Before a recording is transcribed a second time that has not changed, or whose words the person has changed. */
export function TranscribeAgainDialog() {
  const asked = useClone((state) => state.asksTranscript);
  const name = useClone((state) => state.recordings.find(({ id }) => id === asked?.recordingId)?.name ?? '').slice(0, 60);
  const isOnly = useClone((state) => state.recordings.length === 1);
  if (!asked) return null;
  const { transcribeAgainUnchanged, transcribeAgainEdited, transcriptReplaced, transcriptBelow, replacesYourChanges } = messages.clone;
  return (
    <Dialog onClose={() => answerTranscript(false)} title={messages.clone.transcribeAgainTitle}>
      <DialogWords>
        {asked.question === 'unchanged' ? transcribeAgainUnchanged(name) : transcribeAgainEdited(name)}{' '}
        {!asked.isEdited ? transcriptReplaced : isOnly ? replacesYourChanges : transcriptBelow}
      </DialogWords>
      <DialogActions>
        <Button variant="default" data-autofocus onClick={() => answerTranscript(false)}>
          {messages.clone.cancel}
        </Button>
        <Button onClick={() => answerTranscript(true)}>{messages.clone.transcribeAgain}</Button>
      </DialogActions>
    </Dialog>
  );
}
