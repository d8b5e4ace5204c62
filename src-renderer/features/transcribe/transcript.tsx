import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconLanguage, IconRestore, IconSend, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Transcript, TranscriptRecord } from '#shared/operations/transcripts.ts';
import { isEdited } from '#shared/transcripts/edits.ts';
import { closeTranscript, restoreAll, useTranscriptEdits, sendToDub, sendToDubbing, useTranscripts } from './stores.ts';
import { dubsOfRecording, dubTargets, whyNotDubbed, type DubTarget } from './hand-over-store.ts';
import { loadDubs, useDubs } from '../../core/dubbing-timeline/dubbing-timeline.ts';
import { stopSounds, useSounds } from '../../core/player/sounds.ts';
import { Dialog, DialogActions, DialogWords } from '../../ui/dialog.tsx';
import { clock, language, moment } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { costWords } from '../../core/jobs/job-words.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { toastReason } from '../../lib/toast.tsx';
import { takeFocus } from '../../core/studio/while-shown.ts';
import { ExportDialog } from './export-dialog.tsx';
import { FindBar } from './find-bar.tsx';
import { NarrationDialog } from './narration-dialog.tsx';
import { Segments } from './segments.tsx';
import { SourceSound } from './source-sound.tsx';
import { Speakers } from './speakers.tsx';
import type { TranscriptsState } from './transcripts-state.ts';
import { UnknownFields } from './unknown-fields.tsx';
import classes from './transcript.module.css';
import { messages } from '#shared/messages/index.ts';

/** A transcript as it is read and corrected. */
export function TranscriptView({ transcript }: { transcript: Transcript }) {
  const { record, segments: sent } = transcript;
  const dialog = useTranscripts((state) => state.dialog);
  const empty = useTranscriptEdits((state) => state.segments.every(({ text }) => text.trim() === ''));
  useEffect(() => closeDialog, []);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!useTranscripts.getState().arrived) return;
    useTranscripts.setState({ arrived: false });
    takeFocus(article.current);
  }, []);
  const url = record.sound?.url;
  useEffect(
    () => () => {
      if (url !== undefined && useSounds.getState().url === url) stopSounds();
    },
    [url],
  );
  return (
    <article ref={article} className={classes.transcript} aria-label={record.name} tabIndex={-1}>
      <header className={classes.head}>
        <div className={classes.what}>
          <h2 className={classes.name}>{record.name}</h2>
          <Facts transcript={transcript} />
        </div>
        <div className={classes.actions}>
          {/* First: it comes with the first correction, and moves no button that a hand is going to. */}
          <RestoreButton onPress={() => setDialog('restore')} />
          <ReasonButton
            variant="default"
            leftSection={<IconSend size={iconSize.normal} aria-hidden />}
            why={empty ? messages.transcribe.noText : undefined}
            onPress={() => setDialog('narration')}
          >
            {messages.transcribe.sendToNarration}
          </ReasonButton>
          <OwnDubButton record={record} />
          <DubbingButton record={record} />
          <ReasonButton
            variant="default"
            leftSection={<IconDownload size={iconSize.normal} aria-hidden />}
            why={empty ? messages.transcribe.noText : undefined}
            onPress={() => setDialog('export')}
          >
            {messages.transcribe.exportWord}
          </ReasonButton>
          <ActionIcon
            variant="default"
            aria-label={messages.transcribe.closeTranscript}
            title={messages.transcribe.closeTranscript}
            onClick={closeTranscript}
          >
            <IconX size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      <Doubts record={record} />
      {record.isOwnSpeech === true && <OwnSpeech />}
      <SourceSound record={record} />
      <Speakers sent={sent} />
      <FindBar />
      <Segments soundUrl={url} timed={sent.some(({ startMs }) => startMs !== null)} />
      <UnknownFields transcript={transcript} />
      {dialog === 'narration' && <NarrationDialog name={record.name} onClose={closeDialog} />}
      {dialog === 'export' && <ExportDialog name={record.name} onClose={closeDialog} />}
      {dialog === 'restore' && <RestoreDialog onClose={closeDialog} />}
    </article>
  );
}

const setDialog = (dialog: TranscriptsState['dialog']): void => useTranscripts.setState({ dialog });
const closeDialog = (): void => setDialog(undefined);

/** What must be checked before the transcript is used. */
function Doubts({ record }: { record: TranscriptRecord }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const unsure = segments.filter((segment) => segment.unsure === true).length;
  const outside = segments.filter(({ isOutside }) => isOutside === true).length;
  const what = [
    record.draft ? messages.transcribe.draftNote : unsure > 0 ? messages.transcribe.unsureNote(unsure) : '',
    outside > 0 ? messages.transcribe.outsideNote(outside) : '',
    record.unsaid > 0 ? messages.transcribe.unsaidNote(record.unsaid) : '',
  ].filter((part) => part !== '');
  if (what.length === 0) return null;
  return (
    <p className={classes.doubts} role="note">
      <StatusGlyph status="incomplete">{record.draft ? messages.transcribe.draft : messages.transcribe.check}:</StatusGlyph>{' '}
      {what.join(' ')}
    </p>
  );
}

/** A flawless transcript of the local service's own speech says nothing of how it recognizes other recordings. */
function OwnSpeech() {
  const recogniser = useTranscripts((state) => state.recogniser);
  return (
    <p className={classes.doubts} role="note">
      {messages.transcribe.ownSpeechNote}{' '}
      {recogniser?.kind === 'none' ? messages.transcribe.othersNotRecognized : messages.transcribe.othersHaveErrors}
    </p>
  );
}

function Facts({ transcript: { record, segments } }: { transcript: Transcript }) {
  const saving = useTranscriptEdits((state) => state.saving.state);
  const changed = useTranscriptEdits((state) => isEdited(state.edits));
  const facts = [
    record.seconds === null ? undefined : clock(record.seconds),
    messages.transcribe.segment(segments.length),
    record.language === null ? undefined : language(record.language),
    record.operation !== null
      ? undefined
      : record.textName === null
        ? messages.transcribe.alignedToPasted
        : messages.transcribe.alignedTo(record.textName),
    record.operation === null ? messages.transcribe.free : costWords(record.operation),
    moment(record.createdAt),
    changed
      ? {
          saved: messages.transcribe.editedSaved,
          unsaved: messages.transcribe.edited,
          saving: messages.transcribe.saving,
          failed: messages.transcribe.editedNotSaved,
        }[saving]
      : undefined,
  ];
  return <p className={classes.facts}>{facts.filter((fact) => fact !== undefined).join(' · ')}</p>;
}

/** Of a transcript that was made for a dub: one press, and its segments are there. */
function OwnDubButton({ record }: { record: TranscriptRecord }) {
  const dub = useTranscripts(({ forDub }) => (forDub?.transcriptId === record.id ? forDub.dub : undefined));
  const isRefused = useTranscriptEdits(({ segments }) => whyNotDubbed(segments) !== undefined);
  if (!dub || isRefused) return null;
  return (
    <Button
      className={classes.own ?? ''}
      leftSection={<IconLanguage size={iconSize.normal} aria-hidden />}
      onClick={() => void sendToDub(dub, record.name).then(() => warnOfDraft(record))}
    >
      <span className={classes.ownName}>{messages.transcribe.sendToDub(dub.title)}</span>
    </Button>
  );
}

/** Where its segments are made, nothing else says that a computer drafted the words. */
function warnOfDraft({ draft }: TranscriptRecord): void {
  if (draft) toastReason(messages.transcribe.draft, messages.transcribe.draftInDub);
}

function DubbingButton({ record }: { record: TranscriptRecord }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const openId = useDubs((state) => state.dub?.id);
  const openTitle = useDubs((state) => state.dub?.title);
  const list = useDubs((state) => state.list);
  const listed = list.state === 'ready' ? dubsOfRecording(list.dubs, record).filter(({ id }) => id !== openId) : [];
  const why = whyNotDubbed(segments);
  const icon = <IconLanguage size={iconSize.normal} aria-hidden />;
  if (why !== undefined)
    return (
      <ReasonButton variant="default" leftSection={icon} why={why} onPress={() => undefined}>
        {messages.transcribe.sendToDubbing}
      </ReasonButton>
    );
  const words: Record<DubTarget, string> = {
    open: messages.transcribe.into(openTitle ?? ''),
    'own-video': messages.transcribe.newDub,
    'other-video': messages.transcribe.newDubWithVideo,
  };
  const targets = dubTargets(record.sound, openTitle !== undefined);
  return (
    <Menu position="bottom-end" onOpen={() => void loadDubs()}>
      <Menu.Target>
        <Button variant="default" leftSection={icon} rightSection={<IconChevronDown size={iconSize.small} aria-hidden />}>
          {messages.transcribe.sendToDubbing}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map((target) => (
          <Menu.Item key={target} onClick={() => void sendToDubbing(target, record.name, record.sound).then(() => warnOfDraft(record))}>
            {words[target]}
          </Menu.Item>
        ))}
        {listed.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{messages.transcribe.dubsOfRecording}</Menu.Label>
            {listed.map(({ id, title }) => (
              <Menu.Item key={id} onClick={() => void sendToDub({ id, title }, record.name).then(() => warnOfDraft(record))}>
                {messages.transcribe.into(title)}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function RestoreButton({ onPress }: { onPress: () => void }) {
  const changed = useTranscriptEdits((state) => isEdited(state.edits));
  if (!changed) return null;
  return (
    <Button variant="default" leftSection={<IconRestore size={iconSize.normal} aria-hidden />} onClick={onPress}>
      {messages.transcribe.restoreOriginal}
    </Button>
  );
}

/** Before all that was corrected is given up. */
function RestoreDialog({ onClose }: { onClose: () => void }) {
  const count = useTranscriptEdits((state) => Object.keys(state.edits.texts).length);
  const names = useTranscriptEdits((state) => Object.keys(state.edits.speakers).length);
  const moved = useTranscriptEdits((state) => Object.keys(state.edits.segmentSpeakers ?? {}).length);
  const checked = useTranscriptEdits((state) => Object.keys(state.edits.checked ?? {}).length);
  const what = [
    count > 0 ? messages.transcribe.correctedSegment(count) : '',
    names > 0 ? messages.transcribe.renamedSpeaker(names) : '',
    moved > 0 ? messages.transcribe.movedSegment(moved) : '',
    checked > 0 ? messages.transcribe.checkedSegment(checked) : '',
  ];
  return (
    <Dialog onClose={onClose} title={messages.transcribe.discardTitle}>
      <DialogWords>{messages.transcribe.discardNote(what.filter((part) => part !== '').join(', '))}</DialogWords>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {messages.transcribe.keepChanges}
        </Button>
        <Button
          color="red"
          onClick={() => {
            restoreAll();
            onClose();
          }}
        >
          {messages.transcribe.discard}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
