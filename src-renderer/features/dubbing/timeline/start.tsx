import { ActionIcon, Button, Loader, Progress } from '@mantine/core';
import { IconMovie, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { loadDubs, removeDub, useDubs, type DubSummary } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { addFiles, dropWaiting, openListed, stopComing, useDubFiles, videoEndings } from '../../../core/dubbing-timeline/files.ts';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { length, moment, plural } from '../../../lib/format.ts';
import { seconds } from './words.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import classes from './start.module.css';

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
          name="Video to dub"
          takes="MP4, MOV, WebM or MKV, up to 2 GB. It is copied here, and never changed."
          accept={videoEndings.join(',')}
          multiple={false}
          onFiles={(files) => void addFiles(files)}
        />
      )}
      <List />
    </div>
  );
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
    <section ref={notice} className={classes.waiting} aria-label="Lines that wait" tabIndex={-1}>
      <span className={classes.name}>
        {plural(cues.length, 'line')} of {name} {cues.length === 1 ? 'waits' : 'wait'} for a video
      </span>
      <span className={classes.facts}>Drop it, or choose it{some && ', or open a dub'}: they become its segments, each at its time.</span>
      <Button variant="default" onClick={dropWaiting}>
        Give them up
      </Button>
    </section>
  );
}

function Coming() {
  const coming = useDubFiles((state) => state.coming);
  if (!coming) return null;
  const { name, stage, fraction } = coming;
  return (
    <section className={classes.coming} aria-label="Opening a video" role="status">
      <span className={classes.name}>{stage === 'sending' ? `Copying ${name}` : `Opening ${name} and reading its sound`}</span>
      <Progress size={4} value={(fraction ?? 0) * 100} aria-label={`Opening ${name}`} />
      <Button variant="default" onClick={stopComing}>
        Stop
      </Button>
    </section>
  );
}

function List() {
  const list = useDubs((state) => state.list);
  const [removing, setRemoving] = useState<DubSummary>();
  if (list.state === 'loading') return <Loader size={iconSize.wide} aria-label="Reading the dubs" />;
  if (list.state === 'failed')
    return (
      <FailureCard
        failure={list.failure}
        about="The dubs could not be listed."
        paid={false}
        action={
          <Button variant="default" onClick={() => void loadDubs()}>
            Read again
          </Button>
        }
      />
    );
  if (list.dubs.length === 0)
    return (
      <EmptyState icon={<IconMovie size={iconSize.hero} stroke={1.4} />} title="No dub yet">
        Drop a video. Then import its captions or write segments, give them voices, and generate: each line stands where it is to be heard,
        the original sound gives way, and the video comes out with its pictures untouched.
      </EmptyState>
    );
  return (
    <section aria-label="Dubs">
      <h2 className={classes.title}>Dubs</h2>
      <ul className={classes.list}>
        {list.dubs.map((dub) => (
          <li key={dub.id} className={classes.row}>
            <button type="button" className={classes.open} onClick={() => void openListed(dub.id)}>
              <span className={classes.name}>{dub.title}</span>
              <span className={classes.facts}>
                {length(dub.samples / sampleRate)} ·{' '}
                {dub.segments === 0 ? 'no segments yet' : `${String(dub.made)} of ${plural(dub.segments, 'segment')} made`} ·{' '}
                {moment(dub.changedAt)}
              </span>
            </button>
            <ActionIcon aria-label={`Remove ${dub.title}`} onClick={() => setRemoving(dub)}>
              <IconTrash size={iconSize.normal} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {removing && (
        <Dialog onClose={() => setRemoving(undefined)} title="Remove this dub?">
          <DialogWords>
            {removing.title} ({seconds(removing.samples)}) and the copy of its video go. The lines that were paid for stay in the store: the
            same lines are free in another dub.
          </DialogWords>
          <DialogActions>
            <Button variant="default" onClick={() => setRemoving(undefined)}>
              Keep it
            </Button>
            <Button
              color="red"
              onClick={() => {
                void removeDub(removing.id);
                setRemoving(undefined);
              }}
            >
              Remove
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}
