import { Button, SegmentedControl, Switch } from '@mantine/core';
import { useId, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { captionRules } from '#shared/narration/caption-breaks.ts';
import { speakersOf } from '#shared/transcripts/edits.ts';
import { checkCaptions, hasTimes, readingSpeeds, transcriptFormats, type TranscriptFormat } from '#shared/transcripts/make.ts';
import { exportTranscript, useCaptionChoice } from './hand-over.ts';
import { useTranscriptEdits } from './edits.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { plural } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { toast } from '../../lib/toast.tsx';
import classes from './transcript.module.css';

/** The transcript as a file: text, or captions with what is to be said of them before. */
export function ExportDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const choice = useCaptionChoice();
  const timed = hasTimes(segments);
  const [format, setFormat] = useState<TranscriptFormat>(timed ? 'srt' : 'txt');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const formatId = useId();
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const answer = await exportTranscript(format, name.replace(/\.[0-9a-z]{2,5}$/iu, ''));
    setBusy(false);
    if (!answer.ok) setFailure(answer.failure);
    else if (answer.value) {
      const place = answer.value.path === null ? 'It is among your browser’s downloads.' : `It is at ${answer.value.path}.`;
      toast(`Exported ${answer.value.name}`, place);
      announce(`Exported ${answer.value.name}. ${place}`);
      onClose();
    }
  };
  return (
    <Dialog onClose={onClose} title="Export the transcript">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={formatId}
        data={transcriptFormats.map((value) => ({ value, label: value.toUpperCase(), disabled: value !== 'txt' && !timed }))}
        value={format}
        onChange={(value) => setFormat(transcriptFormats.find((one) => one === value) ?? 'txt')}
      />
      <span id={formatId} className={classes.note}>
        {timed
          ? 'Text, or captions: SRT, or VTT for the web'
          : 'Captions need times, and this transcript has none for all of its segments: text alone'}
      </span>
      {format !== 'txt' && (
        <Switch
          label="Split long segments"
          description={`Captions of ${String(captionRules.lines)} lines of ${String(captionRules.charactersPerLine)} characters; without, a caption for each segment.`}
          checked={choice.split}
          onChange={(event) => useCaptionChoice.setState({ split: event.currentTarget.checked })}
        />
      )}
      {speakersOf(segments).length > 0 && (
        <Switch
          label="Names of the speakers"
          description="Before the text, wherever the speaker changes."
          checked={choice.speakers}
          onChange={(event) => useCaptionChoice.setState({ speakers: event.currentTarget.checked })}
        />
      )}
      {format !== 'txt' && <Checks />}
      {failure && <FailureCard failure={failure} paid={false} onDismiss={() => setFailure(undefined)} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void run()} data-autofocus>
          Export {format.toUpperCase()}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** How many segments would be hard to read; which, stands beside them. */
function Checks() {
  const segments = useTranscriptEdits((state) => state.segments);
  const choice = useCaptionChoice();
  const checks = [...checkCaptions(segments, choice).values()];
  const [long, fast, brisk] = [
    checks.filter(({ linesOver }) => linesOver > 0).length,
    checks.filter(({ pace }) => pace === 'too-fast').length,
    checks.filter(({ pace }) => pace === 'brisk').length,
  ];
  const found = [
    long > 0
      ? `${plural(long, 'segment')} longer than ${String(captionRules.lines)} lines of ${String(captionRules.charactersPerLine)} characters.`
      : '',
    fast > 0 ? `${plural(fast, 'segment')} too fast to be read, over ${String(readingSpeeds.most)} characters a second.` : '',
    brisk > 0 ? `${plural(brisk, 'segment')} brisk, over ${String(readingSpeeds.ease)} characters a second.` : '',
  ].filter((part) => part !== '');
  if (found.length === 0)
    return (
      <p className={classes.note}>Every caption fits its lines and is read at ease: at most {readingSpeeds.ease} characters a second.</p>
    );
  return <p className={classes.warning}>{found.join(' ')} They are marked in the transcript.</p>;
}
