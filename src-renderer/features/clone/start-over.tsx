import { Button } from '@mantine/core';
import { startAnother, useClone } from './store.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { plural } from '../../lib/format.ts';

/** Says what beginning anew takes away, before it does: what was recorded here is nowhere else. */
export function StartOverDialog({ onClose }: { onClose: () => void }) {
  const recordings = useClone((state) => state.recordings);
  const recorded = recordings.filter(({ kind }) => kind === 'recording').length;
  return (
    <Dialog onClose={onClose} title="Start over?">
      <DialogWords>
        The form, {plural(recordings.length, 'recording')} and {recordings.length === 1 ? 'its trim' : 'their trims'} go from this draft.{' '}
        {recorded > 0
          ? `${plural(recorded, 'recording')} made here ${recorded === 1 ? 'is' : 'are'} nowhere else and cannot be brought back.`
          : 'Your files stay where they are.'}
      </DialogWords>
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Keep the draft
        </Button>
        <Button
          onClick={() => {
            void startAnother();
            onClose();
          }}
        >
          Start over
        </Button>
      </DialogActions>
    </Dialog>
  );
}
