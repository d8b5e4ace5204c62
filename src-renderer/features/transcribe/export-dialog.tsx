import { Button, SegmentedControl, Switch } from '@mantine/core';
import { useId, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { captionRules } from '#shared/narration/caption-breaks.ts';
import { readingSpeeds } from '#shared/narration/reading-speed.ts';
import { listSpeakers } from '#shared/transcripts/edits.ts';
import { checkCaptions, hasTimes, transcriptFormats, type TranscriptFormat } from '#shared/transcripts/make.ts';
import { exportTranscript, useCaptionChoice, useTranscriptEdits } from './stores.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { announce } from '../../lib/live-region.tsx';
import { toast } from '../../lib/toast.tsx';
import classes from './transcript.module.css';
import { messages } from '#shared/messages/index.ts';

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
      const place = answer.value.path === null ? messages.transcribe.savedToDownloads : messages.transcribe.savedAt(answer.value.path);
      toast(messages.transcribe.exported(answer.value.name), place);
      announce(messages.transcribe.exportedWithPlace(answer.value.name, place));
      onClose();
    }
  };
  return (
    <Dialog onClose={onClose} title={messages.transcribe.exportTitle}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={formatId}
        data={transcriptFormats.map((value) => ({ value, label: value.toUpperCase(), disabled: value !== 'txt' && !timed }))}
        value={format}
        onChange={(value) => setFormat(transcriptFormats.find((one) => one === value) ?? 'txt')}
      />
      <span id={formatId} className={classes.note}>
        {timed ? messages.transcribe.exportFormats : messages.transcribe.exportTextOnly}
      </span>
      {format !== 'txt' && (
        <Switch
          label={messages.transcribe.splitLongSegments}
          description={messages.transcribe.splitNote(String(captionRules.lines), String(captionRules.charactersPerLine))}
          checked={choice.split}
          onChange={(event) => useCaptionChoice.setState({ split: event.currentTarget.checked })}
        />
      )}
      {listSpeakers(segments).length > 0 && (
        <Switch
          label={messages.transcribe.speakerNames}
          description={messages.transcribe.speakerNamesNote[format === 'vtt' ? 'tags' : 'lines']}
          checked={choice.speakers}
          onChange={(event) => useCaptionChoice.setState({ speakers: event.currentTarget.checked })}
        />
      )}
      {format !== 'txt' && <Checks format={format} />}
      {failure && <FailureCard failure={failure} paid={false} onDismiss={() => setFailure(undefined)} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {messages.transcribe.cancel}
        </Button>
        <Button loading={busy} onClick={() => void run()} data-autofocus>
          {messages.transcribe.exportFormat(format.toUpperCase())}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** How many segments would be hard to read; which, stands beside them. */
function Checks({ format }: { format: 'srt' | 'vtt' }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const choice = useCaptionChoice();
  // WebVTT has the names apart from the lines.
  const checks = [...checkCaptions(segments, { ...choice, speakers: choice.speakers && format === 'srt' }).values()];
  const [long, fast, brisk] = [
    checks.filter(({ linesOver }) => linesOver > 0).length,
    checks.filter(({ pace }) => pace === 'too-fast').length,
    checks.filter(({ pace }) => pace === 'brisk').length,
  ];
  const found = [
    long > 0
      ? messages.transcribe.segmentsTooLong(
          messages.transcribe.segment(long),
          String(captionRules.lines),
          String(captionRules.charactersPerLine),
        )
      : '',
    fast > 0 ? messages.transcribe.segmentsTooFast(messages.transcribe.segment(fast), String(readingSpeeds.most)) : '',
    brisk > 0 ? messages.transcribe.segmentsFast(messages.transcribe.segment(brisk), String(readingSpeeds.ease)) : '',
  ].filter((part) => part !== '');
  if (found.length === 0) return <p className={classes.note}>{messages.transcribe.captionsFit(String(readingSpeeds.ease))}</p>;
  return (
    <p className={classes.warning}>
      {found.join(' ')} {messages.transcribe.markedNote}
    </p>
  );
}
