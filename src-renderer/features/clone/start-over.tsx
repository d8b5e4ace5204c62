import { Button } from '@mantine/core';
import { startAnother, useClone } from './stores.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { messages } from '#shared/messages/index.ts';

/** Says what beginning again takes away, before it does: what was recorded here is nowhere else. */
export function StartOverDialog({ onClose }: { onClose: () => void }) {
  const recordings = useClone((state) => state.recordings);
  const recorded = recordings.filter(({ kind }) => kind === 'recording').length;
  return (
    <Dialog onClose={onClose} title={messages.clone.startOverTitle}>
      <DialogWords>
        {recordings.length === 1
          ? messages.clone.startOverRecording
          : messages.clone.startOverRecordings(messages.clone.recording(recordings.length))}{' '}
        {recorded > 0
          ? messages.clone.recordedHereLost(messages.clone.recording(recorded), recorded === 1 ? 'is' : 'are')
          : messages.clone.filesStay}
      </DialogWords>
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          {messages.clone.keepDraft}
        </Button>
        <Button
          onClick={() => {
            void startAnother();
            onClose();
          }}
        >
          {messages.clone.startOver}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
