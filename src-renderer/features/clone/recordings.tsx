import { ActionIcon, Button, Checkbox, Loader, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconCheck, IconFileAlert, IconInfoCircle, IconX } from '@tabler/icons-react';
import { adviceOn, adviceOnLength, worst, type AdviceLevel } from '#shared/clone/advice.ts';
import { acceptedInWords, bytesInWords, fileBytesInWords } from '#shared/clone/files.ts';
import { canBeTrimmed, lengthOf, chooseForm, secondsOf, wholeOf, type Recording } from '#shared/clone/recordings.ts';
import { findOtherSpeakers, findUnconfirmedSpeakers, formatOtherSpeaker, samePersonStatement } from '#shared/clone/speakers.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { cloneExtensions } from '#shared/wire/voice-creation.ts';
import { unusable } from './clone-store.ts';
import { comingInWords, droppedIn } from './clone-files.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { length } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { Section } from '../../ui/section.tsx';
import { PlaySound } from '../../core/player/sound-row.tsx';
import { Record, RecordButton } from './record.tsx';
import { formWords } from './words.ts';
import classes from './recordings.module.css';
import { messages } from '#shared/messages/index.ts';
import {
  changeForm,
  dismissNotice,
  dropHeld,
  moveRecording,
  removeRecording,
  removeUnusable,
  selectRecording,
  useClone,
  addDropped,
  openHeld,
} from './stores.ts';
import { plainFailure } from '../../lib/failure-words.ts';

const accept = cloneExtensions.map((extension) => `.${extension}`).join(',');

/** Where recordings come in, and the list of them. */
export function Recordings() {
  const recordings = useClone((state) => state.recordings);
  const held = useClone((state) => state.held);
  const notice = useClone((state) => state.notice);
  return (
    <Section title={messages.clone.recordings}>
      <DropZone
        name={messages.clone.dropRecordings}
        takes={messages.clone.dropNote(acceptedInWords, fileBytesInWords)}
        accept={`audio/*,video/*,${accept}`}
        onFiles={(files) => void addDropped({ files: [...files], folders: [] })}
        onTransfer={(transfer) => void addDropped(droppedIn(transfer))}
      >
        <RecordButton />
      </DropZone>
      <Record />
      {notice !== undefined && (
        <p className={classes.notice} role="status">
          <IconInfoCircle size={iconSize.normal} aria-hidden />
          <span>{notice}</span>
          <ActionIcon aria-label={messages.clone.dismiss} size="xs" onClick={dismissNotice}>
            <IconX size={iconSize.small} aria-hidden />
          </ActionIcon>
        </p>
      )}
      {held.length > 0 && (
        <ul className={classes.list} aria-label={messages.clone.unopenedFiles}>
          {held.map((one) => (
            <li key={one.id} className={classes.held}>
              <IconFileAlert size={iconSize.large} stroke={1.75} aria-hidden className={classes.warn} />
              <div className={classes.words}>
                <span className={classes.name}>{one.file.name}</span>
                <span className={classes.reason}>{one.why}</span>
              </div>
              {one.opens && (
                <Button variant="default" onClick={() => void openHeld(one)}>
                  {messages.clone.openToTrimOrConvert}
                </Button>
              )}
              <ActionIcon aria-label={messages.clone.leaveOutFile(shortName(one.file.name))} onClick={() => dropHeld(one.id)}>
                <IconX size={iconSize.normal} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <RemoveUnusable />
      {recordings.length > 0 && (
        <ol className={`${classes.list ?? ''} ${classes.recordings ?? ''}`} aria-label={messages.clone.recordings}>
          {recordings.map((recording, index) => (
            <Row key={recording.id} recording={recording} index={index} last={index === recordings.length - 1} />
          ))}
        </ol>
      )}
      <Together />
      <OtherSpeakers />
    </Section>
  );
}

/** Several recordings that are short together: said once, below them all. */
function Together() {
  const seconds = useClone((state) =>
    state.recordings.length > 1 && state.recordings.every((one) => one.state === 'ready') ? secondsOf(state.recordings) : undefined,
  );
  if (seconds === undefined) return null;
  const { level, finding, reason } = adviceOnLength(seconds);
  if (level === 'good') return null;
  const Icon = verdicts[level].icon;
  return (
    <p className={classes.together} data-level={level}>
      <Icon size={14} stroke={1.75} aria-hidden />
      <span>
        <span className={classes.finding}>{messages.clone.together(finding)}</span> {reason}
      </span>
    </p>
  );
}

/** Files of several speakers make a voice of none of them: named, to be removed or confirmed. */
function OtherSpeakers() {
  const recordings = useClone((state) => state.recordings);
  const samePerson = useClone((state) => state.form.samePerson);
  const locked = useClone((state) => state.sending !== undefined || state.made !== null);
  const others = findOtherSpeakers(recordings);
  if (others.length === 0) return null;
  const confirmed = findUnconfirmedSpeakers(recordings, samePerson).length === 0;
  const Icon = confirmed ? IconInfoCircle : IconAlertTriangle;
  return (
    <section className={classes.speakers} aria-label={messages.clone.speakers} data-confirmed={confirmed}>
      <Icon size={iconSize.large} stroke={1.75} aria-hidden className={confirmed ? undefined : classes.warn} />
      <div className={classes.words}>
        <ul className={classes.others} role="status">
          {others.map((one) => (
            <li key={one.recording.id}>{formatOtherSpeaker(one)}.</li>
          ))}
        </ul>
        <span className={classes.reason}>{messages.clone.oneSpeakerNote}</span>
        <Checkbox
          size="xs"
          className={classes.same}
          disabled={locked}
          label={samePersonStatement}
          checked={confirmed}
          onChange={(event) => changeForm({ samePerson: event.currentTarget.checked ? others.map(({ recording }) => recording.id) : [] })}
        />
      </div>
    </section>
  );
}

/** Where several cannot be used, one press for all of them. */
function RemoveUnusable() {
  const count = useClone((state) => unusable(state).length);
  if (count < 2) return null;
  return (
    <div className={classes.all}>
      <span className={classes.reason}>{messages.clone.countUnusable(messages.clone.file(count))}</span>
      <Button
        variant="default"
        onClick={(event) => {
          // The button goes; the keyboard goes on where recordings come in.
          event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-drop-zone] button')?.focus();
          void removeUnusable();
        }}
      >
        {messages.clone.removeUnusable}
      </Button>
    </div>
  );
}

/** Shows a recording below the list, also where that is long. */
function showTrim(id: string): void {
  selectRecording(id);
  requestAnimationFrame(() => document.querySelector('[data-trim]')?.scrollIntoView({ block: 'nearest' }));
}

function Row({ recording, index, last }: { recording: Recording; index: number; last: boolean }) {
  const chosen = useClone((state) => state.selected === recording.id);
  const several = useClone((state) => state.recordings.length > 1);
  const { id, name, state, samples, failure } = recording;
  const short = shortName(name);
  return (
    <li className={classes.row} data-state={state} data-recording-row aria-current={chosen && several ? 'true' : undefined}>
      {state === 'arriving' ? (
        <Loader size={iconSize.large} className={classes.waiting} />
      ) : (
        <PlaySound name={short} url={samples > 0 ? `/bytes/clone/${id}.wav` : undefined} />
      )}
      <button
        type="button"
        className={classes.choose}
        disabled={!canBeTrimmed(recording)}
        onClick={() => showTrim(id)}
        title={messages.clone.trimAndCheck}
      >
        <span className={classes.name}>{name}</span>
        <Facts recording={recording} />
        {failure && <span className={classes.reason}>{plainFailure(failure)}</span>}
      </button>
      <Verdict recording={recording} />
      {several && (
        <>
          <ActionIcon aria-label={messages.clone.moveUp(short)} disabled={index === 0} onClick={() => void moveRecording(id, -1)}>
            <IconArrowUp size={iconSize.normal} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={messages.clone.moveDown(short)} disabled={last} onClick={() => void moveRecording(id, 1)}>
            <IconArrowDown size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </>
      )}
      <Tooltip label={messages.clone.removeNote}>
        <ActionIcon aria-label={messages.clone.remove(short)} onClick={() => void removeRecording(id)}>
          <IconX size={iconSize.normal} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

/** Format, length and how it goes out, or how far it has come. */
function Facts({ recording }: { recording: Recording }) {
  const coming = useClone((state) => state.coming[recording.id] ?? 0);
  const decoding = useClone((state) => state.decoding[recording.id]);
  const { state, kind, bytes, codec, seconds, samples, cutShort, truncated } = recording;
  if (state === 'failed') return <span className={classes.facts}>{messages.clone.unusable}</span>;
  if (state === 'arriving')
    return (
      <span className={classes.facts}>
        {kind === 'recording' ? messages.clone.recordingState : messages.clone.openingState(comingInWords(coming, bytes))}
      </span>
    );
  const whole = wholeOf(recording);
  const sent = lengthOf({ ...recording, samples: whole });
  const sending = chooseForm(recording);
  const facts = [
    codec ?? '',
    length(sent / sampleRate) + (sent < whole ? messages.clone.ofSeconds(length(seconds)) : ''),
    recording.cleaned ? messages.clone.cleanedUp : '',
    bytes > 0 && recording.original
      ? sending?.form === 'as-is'
        ? bytesInWords(bytes)
        : messages.clone.originalSize(bytesInWords(bytes))
      : '',
    sending === undefined
      ? messages.clone.tooLargeToSend
      : sending.form === 'as-is'
        ? messages.clone.sentUnchanged
        : sending.form === 'wav' && recording.original && sending.bytes > bytes
          ? messages.clone.sentAsWav(bytesInWords(sending.bytes))
          : messages.clone.sentAs(formWords[sending.form], bytesInWords(sending.bytes)),
  ];
  const notes = [
    cutShort ? messages.clone.firstTwoHours : '',
    truncated ? messages.clone.fileTruncated : '',
    samples > 0 ? '' : decoding === 'wanted' ? messages.clone.decoding : messages.clone.noDecoder(codec ?? messages.clone.thisFormat),
  ].filter(Boolean);
  return (
    <>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {notes.length > 0 && <span className={classes.reason}>{notes.join(' ')}</span>}
    </>
  );
}

const verdicts: Record<AdviceLevel, { words: string; icon: typeof IconCheck }> = {
  good: { words: messages.clone.soundsGood, icon: IconCheck },
  note: { words: messages.clone.couldBeBetter, icon: IconInfoCircle },
  warn: { words: messages.clone.needsALook, icon: IconAlertTriangle },
};

function Verdict({ recording }: { recording: Recording }) {
  const several = useClone((state) => state.recordings.length > 1);
  const { facts, state } = recording;
  if (state !== 'ready' || facts === null) return null;
  const tooLarge = chooseForm(recording) === undefined;
  // The length of several counts together, and is judged below them.
  const found = adviceOn(facts).filter(({ topic }) => !several || topic !== 'length');
  const level = tooLarge ? 'warn' : worst(found);
  const { words, icon: Icon } = verdicts[level];
  const why = level === 'good' || tooLarge ? undefined : found.find((advice) => advice.level === level);
  return (
    <span className={classes.verdict} data-level={level} title={why?.reason}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {tooLarge ? messages.clone.trimIt : why ? `${words} · ${why.finding}` : words}
    </span>
  );
}

const shortName = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name);
