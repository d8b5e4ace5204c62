import { useChapter } from '../../../core/chapter/chapter.ts';
import classes from '../inspector/inspector.module.css';
import { messages } from '#shared/messages/index.ts';

/** Says above the voice of a block that its sound is a recording, and of which file. */
export function RecordingNote({ blockIds }: { blockIds: readonly string[] }) {
  const name = useChapter((chapter) => {
    const takes = blockIds.map((id) => chapter.block(id)?.take);
    const [first] = takes;
    if (first === undefined || takes.some((take) => take?.source !== 'recording')) return undefined;
    const isOne = takes.every((take) => take?.fileName === first.fileName);
    return isOne && first.fileName !== undefined ? messages.recordedTakes.recordingIn(first.fileName) : messages.recordedTakes.recording;
  });
  if (name === undefined) return null;
  return (
    <p className={classes.note}>
      <strong>{name}</strong>
      <br />
      {messages.recordedTakes.voiceNotInUse}
    </p>
  );
}
