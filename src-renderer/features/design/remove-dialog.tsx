import { Button } from '@mantine/core';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { removeDesign } from './stores.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { messages } from '#shared/messages/index.ts';

/** Says what removing a design from the history does, and what it leaves. */
export function RemoveDialog({ record, onClose }: { record: DesignRecord; onClose: () => void }) {
  const sounds = record.candidates.filter(({ preview }) => preview !== null).length;
  const voices = record.saves.filter(({ voiceId }) => voiceId !== null).length;
  return (
    <Dialog onClose={onClose} title={messages.design.removeTitle}>
      <DialogWords>
        {messages.design.removeNote}
        {sounds > 0 && ` ${messages.design.removeKeepsPreviews(sounds, messages.design.preview(sounds))}`}
        {voices > 0 && ` ${messages.design.removeKeepsVoices(voices, messages.design.voiceWord(voices))}`}
      </DialogWords>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {messages.design.cancel}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            void removeDesign(record.operation.operationId, true);
            onClose();
          }}
        >
          {messages.design.remove}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
