import { Button } from '@mantine/core';
import { messages } from '#shared/messages/index.ts';
import type { Dropped } from '../../features/clone/clone-files.ts';
import { importRecording } from '../../features/narration/stores.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { formatList } from '../../lib/format.ts';
import { isManuscript, kindOfFile } from '../start/kinds.ts';
import { cloneVoice, dubVideo } from '../start/open-files.ts';
import { closeDroppedRecording, findUses, useDroppedRecording, type RecordingUse } from './dropped-recording.ts';

const names = messages.window.recordingUses;

const uses: Readonly<Record<RecordingUse, (dropped: Dropped) => void>> = {
  import: ({ files }) => {
    const recording = files.find((file) => !isManuscript(file.name) && kindOfFile(file) !== undefined);
    if (recording) void importRecording(recording);
  },
  clone: cloneVoice,
  dub: ({ files }) => dubVideo(files),
};

/** Asks what a recording is that was dropped on Narration; nothing is done before the answer. */
export function DroppedRecordingDialog() {
  const dropped = useDroppedRecording((state) => state.dropped);
  if (!dropped) return null;
  const { files, folders } = dropped;
  return (
    <Dialog onClose={closeDroppedRecording} title={messages.window.recordingQuestion}>
      <DialogWords>{formatList([...files, ...folders].map(({ name }) => name).slice(0, 5))}</DialogWords>
      {findUses(files, folders.length > 0).map((use, index) => (
        <Button
          key={use}
          variant="default"
          fullWidth
          justify="flex-start"
          data-autofocus={index === 0 || undefined}
          onClick={() => {
            closeDroppedRecording();
            uses[use](dropped);
          }}
        >
          {names[use]}
        </Button>
      ))}
      <DialogActions>
        <Button variant="default" onClick={closeDroppedRecording}>
          {messages.window.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
