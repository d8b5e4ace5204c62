import { Button, UnstyledButton } from '@mantine/core';
import { IconBook2, IconFileText, IconLanguage, IconPencil, IconPlayerPlay, IconUserPlus, type Icon } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useStudio } from '../../core/studio/studio.ts';
import { useKeys } from '../../core/commands/commands.ts';
import { openHelp, useWindow } from '../../core/window/window.ts';
import { acceptedManuscripts } from '../../features/narration/manuscript/manuscript-files.ts';
import { ImportDialog } from '../../features/narration/manuscript/import-dialog.tsx';
import type { Dropped } from '../../features/clone/clone-files.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { SoundPicture } from '../../ui/sound-picture.tsx';
import { takeTour } from '../tour/take-tour.ts';
import { useTour } from '../tour/stores.ts';
import { chooseProject } from '../shell/commands.ts';
import { useDraggedKinds } from './dragged-kinds.ts';
import type { FileKind } from './kinds.ts';
import {
  beginClone,
  beginDub,
  beginTranscription,
  cloneVoice,
  dropOn,
  dubVideo,
  importManuscripts,
  openSample,
  transcribeRecording,
  write,
} from './open-files.ts';
import { RecentProjects } from './recent-projects.tsx';
import { sampleOutline } from './sample-outline.ts';
import { useGlances } from './stores.ts';
import classes from './start-screen.module.css';
import { messages } from '#shared/messages/index.ts';

/** What the window shows while no project is open: the ways to begin, and the projects of before. */
export function StartScreen() {
  const recent = useStudio((state) => state.recent);
  const dragged = useDraggedKinds();
  const ways = useRef<HTMLDivElement>(null);
  // Who opened it by keys goes on from here, as what had the focus is gone; the start of the window gives the focus to nothing.
  useEffect(() => {
    if (document.activeElement === document.body && navigator.userActivation.hasBeenActive) ways.current?.querySelector('button')?.focus();
  }, []);
  return (
    <main className={classes.screen}>
      <section className={classes.page} aria-label={messages.start.start} data-first={recent.length === 0 || undefined}>
        <Head />
        <div ref={ways} className={classes.ways}>
          <ImportWay dragged={dragged} />
          <Way icon={IconPencil} name={messages.start.write} note={messages.start.writeNote} onClick={() => void write()} />
          <FilesWay
            icon={IconLanguage}
            name={messages.start.dubVideo}
            note={messages.start.dubTakes}
            dropNote={messages.start.dropVideo}
            kind="video"
            dragged={dragged}
            take={({ files }) => dubVideo(files)}
            onClick={() => void beginDub()}
          />
          <FilesWay
            icon={IconFileText}
            name={messages.start.transcribe}
            note={messages.start.transcribeTakes}
            dropNote={messages.start.dropRecording}
            kind="recording"
            dragged={dragged}
            take={({ files }) => transcribeRecording(files)}
            onClick={beginTranscription}
          />
          <FilesWay
            icon={IconUserPlus}
            name={messages.start.clone}
            note={messages.start.cloneTakes}
            dropNote={messages.start.dropToClone}
            kind="recording"
            dragged={dragged}
            take={cloneVoice}
            onClick={beginClone}
          />
          <Way icon={IconPlayerPlay} name={messages.start.openSample} note={messages.start.sampleNote} onClick={() => void openSample()} />
        </div>
        <RecentProjects recent={recent} />
        <Foot isFirst={recent.length === 0} />
      </section>
      <ImportDialog />
    </main>
  );
}

/** The question, over the sound of the project of last time; before there is one, over that of the sample. */
function Head() {
  const glances = useGlances((state) => state.glances);
  const own = useStudio((state) => state.recent)
    .map(({ path }) => glances.get(path))
    .find((glance) => glance && glance.peaks.length > 0);
  return (
    <header className={classes.head}>
      <div className={classes.motif}>
        <SoundPicture peaks={own?.peaks ?? sampleOutline} bars={own ? 220 : sampleOutline.length} />
      </div>
      <h1 className={classes.headline}>{messages.start.headline}</h1>
      <p className={classes.note}>{messages.start.note}</p>
    </header>
  );
}

interface WayProps {
  icon: Icon;
  name: string;
  note: string;
  onClick: () => void;
}

/** One way to begin. */
function Way({ icon: Picture, name, note, onClick }: WayProps) {
  const noteId = useId();
  return (
    <div className={classes.way}>
      <span className={classes.icon} aria-hidden>
        <Picture size={iconSize.wide} stroke={1.6} />
      </span>
      <div className={classes.words}>
        <UnstyledButton className={classes.name} aria-describedby={noteId} onClick={onClick}>
          {name}
        </UnstyledButton>
        <span className={classes.takes} id={noteId}>
          {note}
        </span>
      </div>
    </div>
  );
}

interface FilesWayProps extends WayProps {
  dropNote: string;
  kind: FileKind;
  dragged: ReadonlySet<FileKind> | undefined;
  take: (dropped: Dropped) => void;
}

/** A way that begins with files: a press leads to where they are chosen, a drop on it opens them at once. */
function FilesWay({ dropNote, note, kind, dragged, take, ...way }: FilesWayProps) {
  return (
    <DropWay kind={kind} dragged={dragged} take={take}>
      {(state) => <Way {...way} note={state === undefined ? note : dropNote} />}
    </DropWay>
  );
}

/** A manuscript has no panel before there is a project: a press leads to the dialog of the system. */
function ImportWay({ dragged }: { dragged: ReadonlySet<FileKind> | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FilesWay
        icon={IconBook2}
        name={messages.start.importManuscript}
        note={messages.start.importTakes}
        dropNote={messages.start.dropManuscript}
        kind="manuscript"
        dragged={dragged}
        take={({ files }) => importManuscripts(files)}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedManuscripts}
        multiple
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (files.length > 0) importManuscripts(files);
        }}
      />
    </>
  );
}

/** Lights up while files that it may take are over the window, and more where they are over it. */
function DropWay(props: {
  kind: FileKind;
  dragged: ReadonlySet<FileKind> | undefined;
  take: (dropped: Dropped) => void;
  children: (state: 'near' | 'over' | undefined) => ReactNode;
}) {
  const { kind, dragged, take, children } = props;
  const [over, setOver] = useState(false);
  const near = dragged !== undefined && (dragged.size === 0 || dragged.has(kind));
  const state = !near ? undefined : over ? 'over' : 'near';
  const enter = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classes.drop}
      data-drop-zone
      data-state={state}
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        dropOn(kind, take)(event.dataTransfer);
      }}
    >
      {children(state)}
    </div>
  );
}

/** What helps on: Help, every command, and a project file where none is listed. */
function Foot({ isFirst }: { isFirst: boolean }) {
  const isTourSeen = useTour((state) => state.seen);
  const helpKeys = useKeys('help.open');
  const paletteKeys = useKeys('window.palette');
  return (
    <div className={classes.foot}>
      <Button
        className={isTourSeen ? classes.edge : undefined}
        variant={isTourSeen ? 'subtle' : 'light'}
        {...(isTourSeen && { color: 'gray' })}
        onClick={() => void takeTour()}
      >
        {messages.tour.take}
      </Button>
      {isFirst && (
        <Button variant="subtle" color="gray" onClick={() => void chooseProject()}>
          {messages.start.openFile}
        </Button>
      )}
      <Button variant="subtle" color="gray" rightSection={<kbd>{helpKeys}</kbd>} onClick={openHelp}>
        {messages.start.help}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        rightSection={<kbd>{paletteKeys}</kbd>}
        onClick={() => useWindow.setState({ dialog: 'palette' })}
      >
        {messages.start.findCommand}
      </Button>
    </div>
  );
}
