import { Button } from '@mantine/core';
import type { DesignRecord } from '#shared/operations/paid.ts';
import { removeDesign } from './store.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { plural } from '../../lib/format.ts';

/** Says what removing a design from the history does, and what it leaves. */
export function RemoveDialog({ record, onClose }: { record: DesignRecord; onClose: () => void }) {
  const sounds = record.candidates.filter(({ preview }) => preview !== null).length;
  const voices = record.saves.filter(({ voiceId }) => voiceId !== null).length;
  return (
    <Dialog onClose={onClose} title="Remove this design from the history?">
      <DialogWords>
        It is no longer listed.{' '}
        {sounds > 0
          ? `Its ${plural(sounds, 'preview')}, which you paid for, ${sounds === 1 ? 'stays' : 'stay'} on this machine`
          : 'Nothing is deleted'}
        {voices > 0 ? `, and ${plural(voices, 'voice')} saved from it ${voices === 1 ? 'stays' : 'stay'} yours` : ''}. You find it again
        under Removed, and its request under Jobs.
      </DialogWords>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            void removeDesign(record.operation.operationId, true);
            onClose();
          }}
        >
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}
