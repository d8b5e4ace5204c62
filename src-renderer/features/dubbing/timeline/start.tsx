import { ActionIcon, Button, Loader, Progress } from '@mantine/core';
import { IconMovie, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { loadDubs, removeDub, useDubs, type DubSummary } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { addFiles, dropWaiting, openListed, stopComing, useDubFiles, videoEndings } from '../../../core/dubbing-timeline/files.ts';
import { TryExample, useExampleCredits } from '../../../core/examples/try-example.tsx';
import { knownVoices, useStudio } from '../../../core/studio/studio.ts';
import { exampleDubPrice, openExampleDub } from '../stores.ts';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { moment } from '../../../lib/format.ts';
import { clock } from '#shared/messages/figures.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import classes from './start.module.css';
import { messages } from '#shared/messages/index.ts';

/** Before a dub is open: a video is dropped, or a dub of before is opened. */
export function Start() {
  const coming = useDubFiles((state) => state.coming);
  return (
    <div className={classes.start}>
      <Waiting />
      {coming ? (
        <Coming />
      ) : (
        <DropZone
          name={messages.dubbing.videoToDub}
          shape="stage"
          icon={<IconMovie size={iconSize.hero} stroke={1.4} aria-hidden />}
          takes={messages.dubbing.videoDropNote}
          accept={videoEndings.join(',')}
          multiple={false}
          dropsMore
          onFiles={(files) => void addFiles(files)}
        />
      )}
      {!coming && <Example />}
      <List />
    </div>
  );
}

function Example() {
  const waiting = useDubFiles((state) => state.waiting !== undefined);
  const noVoice = useStudio((state) => (knownVoices(state).length === 0 ? messages.dubbing.voicesAreLoading : undefined));
  const takes = useExampleCredits(noVoice === undefined ? 'dub' : '', exampleDubPrice);
  if (waiting) return null;
  return <TryExample onTry={openExampleDub} unavailable={noVoice} what={messages.dubbing.exampleDubWhat} takes={takes} />;
}

/** Lines that were sent here before there is a video for them. */
function Waiting() {
  const waiting = useDubFiles((state) => state.waiting);
  const some = useDubs(({ list }) => list.state === 'ready' && list.dubs.length > 0);
  const wanted = useDubFiles((state) => state.focusWaiting);
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!wanted) return;
    useDubFiles.setState({ focusWaiting: false });
    notice.current?.focus();
  }, [wanted]);
  if (!waiting) return null;
  const { name, cues } = waiting;
  return (
    <section ref={notice} className={classes.waiting} aria-label={messages.dubbing.waitingLines} tabIndex={-1}>
      <span className={classes.name}>
        {(cues.length === 1 ? messages.dubbing.lineWaits : messages.dubbing.linesWait)(messages.dubbing.line(cues.length), name)}
      </span>
      <span className={classes.facts}>
        {messages.dubbing.waitingDrop}
        {some && messages.dubbing.waitingOpen}
        {messages.dubbing.waitingNote}
      </span>
      <Button variant="default" onClick={dropWaiting}>
        {messages.dubbing.discardLines}
      </Button>
    </section>
  );
}

function Coming() {
  const coming = useDubFiles((state) => state.coming);
  if (!coming) return null;
  const { name, stage, fraction } = coming;
  return (
    <section className={classes.coming} aria-label={messages.dubbing.openingVideo}>
      <span className={classes.name} role="status">
        {stage === 'sending' ? messages.dubbing.copying(name) : messages.dubbing.openingAndReadingAudio(name)}
      </span>
      <Progress size={4} value={(fraction ?? 0) * 100} aria-label={messages.dubbing.opening(name)} />
      <Button variant="default" onClick={stopComing}>
        {messages.dubbing.stop}
      </Button>
    </section>
  );
}

function List() {
  const list = useDubs((state) => state.list);
  const [removing, setRemoving] = useState<DubSummary>();
  if (list.state === 'loading')
    return (
      <div className={classes.loading}>
        {/* Keeps the place of the note: the example above would move away from a press when the list has come without a dub. */}
        <p className={classes.note} aria-hidden>
          {messages.dubbing.noDubsNote}
        </p>
        <Loader size={iconSize.wide} role="status" aria-label={messages.dubbing.loadingDubs} />
      </div>
    );
  if (list.state === 'failed')
    return (
      <FailureCard
        failure={list.failure}
        about={messages.dubbing.dubsNotLoaded}
        paid={false}
        action={
          <Button variant="default" onClick={() => void loadDubs()}>
            {messages.dubbing.readAgain}
          </Button>
        }
      />
    );
  if (list.dubs.length === 0) return <p className={classes.note}>{messages.dubbing.noDubsNote}</p>;
  return (
    <section aria-label={messages.dubbing.dubs}>
      <h2 className={classes.title}>{messages.dubbing.dubs}</h2>
      <p className={classes.listNote}>{messages.dubbing.dubsNote}</p>
      <ul className={classes.list}>
        {list.dubs.map((dub) => (
          <li key={dub.id} className={classes.row}>
            <button type="button" className={classes.open} onClick={() => void openListed(dub.id)}>
              <span className={classes.name} title={dub.title}>
                {dub.title}
              </span>
              <span className={classes.facts}>
                {clock(dub.samples / sampleRate)} ·{' '}
                {dub.segments === 0 ? messages.dubbing.noSegmentsInline : messages.dubbing.segmentsGenerated(dub.made, dub.segments)} ·{' '}
                {moment(dub.changedAt)}
              </span>
            </button>
            <ActionIcon aria-label={messages.dubbing.removeNamed(dub.title)} onClick={() => setRemoving(dub)}>
              <IconTrash size={iconSize.normal} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {removing && (
        <Dialog onClose={() => setRemoving(undefined)} title={messages.dubbing.removeTitle}>
          <DialogWords>{messages.dubbing.removeNote(removing.title, clock(removing.samples / sampleRate))}</DialogWords>
          <DialogActions>
            <Button variant="default" onClick={() => setRemoving(undefined)}>
              {messages.dubbing.cancel}
            </Button>
            <Button
              color="red"
              onClick={() => {
                void removeDub(removing.id);
                setRemoving(undefined);
              }}
            >
              {messages.dubbing.remove}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}
