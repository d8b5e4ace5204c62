import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState, type DragEvent, type ReactNode } from 'react';
import { takeTexts } from '#shared/dubbing/caption-texts.ts';
import { lanesOf } from '#shared/dubbing/lanes.ts';
import { dubLimits, type Dub } from '#shared/dubbing/timeline.ts';
import { newId } from '#shared/ids.ts';
import { sampleRate } from '#shared/narration/take.ts';
import {
  closeDub,
  flushDub,
  loadDubs,
  openDub,
  renameDub,
  resumeDub,
  showRename,
  useDubs,
} from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { addFiles, dismissExported, takeCaptions, takeCaptionTexts, useDubFiles } from '../../../core/dubbing-timeline/files.ts';
import { readInWindow, refreshSound, stopDub, useDubPlayer } from '../stores.ts';
import { useFilesNear } from '../../../ui/drop-zone.tsx';
import { ConnectionFailure } from '../../../core/connections/connection-failure.tsx';
import { Dialog, DialogActions, DialogWords } from '../../../ui/dialog.tsx';
import { FailureCard } from '../../../core/failures/failure-card.tsx';
import { iconSize } from '../../../lib/icon-size.ts';
import { useKeys, withKeys } from '../../../core/commands/commands.ts';
import { PanelFrame } from '../../../core/commands/panel-frame.tsx';
import { PanelHeading } from '../../../ui/panel-heading.tsx';
import { useFocusReturn } from '../../../ui/focus-return.ts';
import { TitleField } from '../../../ui/title-field.tsx';
import { DubActions } from './actions.tsx';
import { addTimelineCommands } from './commands.ts';
import { FailedLines } from './failed-lines.tsx';
import { DubInspector } from './inspector.tsx';
import { Interrupted } from './interrupted.tsx';
import { Lanes } from './lanes.tsx';
import { NoSegments } from './no-segments.tsx';
import { OtherLanguage } from './other-language.tsx';
import { SegmentList } from './segment-list.tsx';
import { Start } from './start.tsx';
import { Transport } from './transport.tsx';
import { VideoView } from './video-view.tsx';
import { VoicesGone } from './voices-gone.tsx';
import classes from './timeline.module.css';
import { messages } from '#shared/messages/index.ts';

const leaving = ['blur', 'beforeunload'] as const;

/** Dubbing on a time line: a video, segments in several voices over it, and a file of both. `tabs` stands in the bar. */
export function DubbingTimeline({ tabs }: { tabs?: ReactNode }) {
  const dub = useDubs((state) => state.dub);
  const dubId = dub?.id;
  const [shows, setShows] = useState(0);
  useEffect(() => {
    void loadDubs();
    // Who comes with a video does not come for the last dub.
    if (!useDubFiles.getState().coming) void resumeDub();
    const stop = addTimelineCommands();
    // An edit is saved a moment later: who leaves or loads the window again before that loses nothing.
    const leave = (): void => void flushDub();
    for (const event of leaving) window.addEventListener(event, leave);
    return () => {
      for (const event of leaving) window.removeEventListener(event, leave);
      stop();
      stopDub();
      void flushDub();
    };
  }, []);
  useEffect(() => stopDub, [dubId]);
  // Also where it was broken off the last time.
  const undecoded = dub?.video.sound.state === 'undecoded';
  useEffect(() => {
    const { dub: open } = useDubs.getState();
    if (undecoded && open) void readInWindow(open);
  }, [dubId, undecoded]);
  const onShow = (): void => setShows((count) => count + 1);
  if (!dub)
    return (
      <PanelFrame title={messages.dubbing.dubbing} tabs={tabs} heading={<PanelHeading title={messages.dubbing.dubbing} />} actions={null}>
        <DropStage takes={messages.dubbing.videoTypes}>
          <Failures />
          <Start />
        </DropStage>
      </PanelFrame>
    );
  return (
    <PanelFrame
      title={messages.dubbing.dubbing}
      tabs={tabs}
      heading={
        <>
          <Tooltip label={messages.dubbing.allDubs}>
            <ActionIcon aria-label={messages.dubbing.allDubs} onClick={() => void closeDub()}>
              <IconArrowLeft size={iconSize.large} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <DubHeading dub={dub} key={dub.id} />
        </>
      }
      actions={<DubActions dub={dub} onShow={onShow} />}
      inspector={<DubInspector dub={dub} />}
      dock={<Dock dub={dub} key={dub.id} />}
      showInspector={shows}
      dockLanes={Math.min(mostLanes, Math.max(1, lanesOf(dub.segments).length))}
    >
      <Stage dub={dub} onShow={onShow} />
    </PanelFrame>
  );
}

/** The title of the dub, which can be changed in its place. The room is the title's: that all is saved is not shown. */
function DubHeading({ dub }: { dub: Dub }) {
  const saving = useDubs((state) => state.saving);
  const renaming = useDubs((state) => state.renaming);
  const keys = useKeys('dub.rename');
  const word = { failed: messages.dubbing.notSaved, changed: messages.dubbing.saving, saved: messages.dubbing.saved }[saving];
  return (
    // The keyboard comes back to the title where it was there.
    <div className={classes.titled} data-kept-focus>
      {renaming ? (
        <RenameField dub={dub} />
      ) : (
        <PanelHeading
          title={dub.title}
          titleAct={{ tooltip: withKeys(messages.dubbingTimeline.rename, keys), act: () => showRename(true) }}
          facts={[saving === 'failed' ? word : <VisuallyHidden key="saving">{word}</VisuallyHidden>]}
        />
      )}
    </div>
  );
}

function RenameField({ dub }: { dub: Dub }) {
  useFocusReturn();
  return (
    <TitleField
      label={messages.dubbingTimeline.titleOfDub}
      title={dub.title}
      maxLength={dubLimits.titleCharacters}
      className={classes.title}
      onRename={renameDub}
      onDone={() => showRename(false)}
    />
  );
}

/** The whole stage takes files: it lights up before the drop, and says what it takes. */
function DropStage({ takes, children }: { takes: string; children: ReactNode }) {
  const near = useFilesNear();
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classes.stage}
      data-drop-zone
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (event.defaultPrevented) return;
        event.preventDefault();
        void addFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {near && (
        <div className={classes.drop} data-over={over || undefined} aria-hidden>
          {over ? messages.dubbing.dropNow(takes) : messages.dubbing.dropHere(takes)}
        </div>
      )}
    </div>
  );
}

function Stage({ dub, onShow }: { dub: Dub; onShow: () => void }) {
  return (
    <DropStage takes={messages.dubbing.dropTypes}>
      <Failures />
      <div className={classes.failures}>
        <FailedLines dub={dub} onShow={onShow} />
        <Interrupted dub={dub} />
        <VoicesGone dub={dub} />
        <OtherLanguage dub={dub} />
      </div>
      <div className={classes.middle}>
        <VideoView key={dub.id} dub={dub}>
          <Outcome />
        </VideoView>
        <div className={classes.segments}>{dub.segments.length === 0 ? <NoSegments dub={dub} /> : <SegmentList />}</div>
      </div>
      <PendingCaptions dub={dub} />
    </DropStage>
  );
}

function PendingCaptions({ dub }: { dub: Dub }) {
  const pending = useDubFiles((state) => state.pending);
  const texts = useMemo(() => pending && takeTexts(pending.cues, dub.segments, newId), [pending, dub.segments]);
  const close = (): void => useDubFiles.setState({ pending: undefined });
  if (pending === undefined || texts === undefined) return null;
  const { replaced, added, kept, isMatch } = texts;
  const { cues } = pending;
  return (
    <Dialog onClose={close} title={messages.dubbing.importCaptions} size="xl">
      <DialogWords>
        {messages.dubbing.importNote(pending.name, messages.dubbing.caption(cues.length), messages.dubbing.segment(dub.segments.length))}
      </DialogWords>
      {replaced > 0 && (
        <DialogWords>
          {messages.dubbing.replaceTextsNote} {messages.dubbingTimeline.textsToTake(replaced, added, kept)}
        </DialogWords>
      )}
      <DialogActions>
        <Button variant="default" onClick={close}>
          {messages.dubbing.cancel}
        </Button>
        <Button variant="default" onClick={() => takeCaptions(cues, 'add')}>
          {messages.dubbing.addCaptions}
        </Button>
        <Button variant={isMatch ? 'default' : 'filled'} onClick={() => takeCaptions(cues, 'replace')}>
          {messages.dubbing.replaceSegments}
        </Button>
        {replaced > 0 && (
          <Button
            variant={isMatch ? 'filled' : 'default'}
            {...(isMatch && { 'data-autofocus': true })}
            onClick={() => takeCaptionTexts(cues)}
          >
            {messages.dubbingTimeline.replaceTexts}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** What was written, or why it was not; and what could not be made ready. It lies over the picture, which keeps its place. */
function Outcome() {
  const exported = useDubFiles((state) => state.exported);
  const failure = useDubFiles((state) => state.exportFailure);
  const missing = useDubPlayer((state) => state.missing.length);
  if (!exported && !failure && missing === 0) return null;
  return (
    <div className={classes.outcome}>
      {failure && (
        <FailureCard
          failure={failure}
          about={messages.dubbing.nothingWasExported}
          paid={false}
          onDismiss={() => useDubFiles.setState({ exportFailure: undefined })}
        />
      )}
      {missing > 0 && (
        <p className={classes.notice} role="status">
          {messages.dubbing.missingAudio(messages.dubbing.segment(missing))}
        </p>
      )}
      {exported && (
        <div className={classes.exported} data-exported={exported.name}>
          <span role="status">{messages.dubbing.exported(exported.name, exported.place)}</span>
          <ActionIcon aria-label={messages.dubbing.dismiss} onClick={dismissExported}>
            <IconX size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  );
}

function Failures() {
  const problem = useDubs((state) => state.failure);
  const dubId = useDubs((state) => state.dub?.id);
  return (
    <div className={classes.failures}>
      <ConnectionFailure {...(dubId !== undefined && { kept: messages.dubbing.savedLocally })} />
      {problem && (
        <FailureCard
          failure={problem.failure}
          about={problem.about}
          paid={false}
          action={
            problem.failure.kind === 'conflict' && dubId !== undefined ? (
              <Button
                variant="default"
                onClick={() => {
                  useDubs.setState({ saving: 'saved' });
                  void openDub(dubId);
                }}
              >
                {messages.dubbing.reopen}
              </Button>
            ) : undefined
          }
          onDismiss={() => useDubs.setState({ failure: undefined })}
        />
      )}
    </div>
  );
}

/** Lanes that are in sight at once; the picture keeps the rest of the window. */
const mostLanes = 3;
/** What is in sight at first, in seconds: lines of speech are then wide enough to be read. */
const firstSeconds = 25;

/** Pixels a second that are shown at the most: a frame is then as wide as a finger. */
const largestScale = 600;

function Dock({ dub }: { dub: Dub }) {
  const [chosen, setZoom] = useState<number>();
  const [width, setWidth] = useState(0);
  const saved = useDubs((state) => state.saving === 'saved');
  const revision = useDubs((state) => state.dub?.revision);
  useEffect(() => {
    if (saved) void refreshSound();
  }, [saved, revision]);
  // All of it, with a little room behind the end to drag into.
  const end = Math.max(dub.video.samples, dub.segments.at(-1)?.end ?? 0);
  const whole = (width * 0.98) / Math.max(1, end / sampleRate);
  const range = Math.max(largestScale, whole) / Math.max(whole, 0.01);
  const first = range > 1 ? Math.log(width / firstSeconds / Math.max(whole, 0.01)) / Math.log(range) : 0;
  const zoom = chosen ?? Math.min(1, Math.max(0, first));
  const scale = Math.max(0.01, whole * range ** zoom);
  return (
    <div
      className={classes.dock}
      ref={(element) => {
        if (!element) return undefined;
        const resized = new ResizeObserver(() => setWidth(element.clientWidth));
        resized.observe(element);
        return () => resized.disconnect();
      }}
      onWheel={(event) => {
        if (event.ctrlKey) setZoom(Math.min(1, Math.max(0, zoom - event.deltaY / 1_000)));
      }}
    >
      <Transport dub={dub} zoom={zoom} onZoom={setZoom} />
      {width > 0 && <Lanes dub={dub} scale={scale} />}
    </div>
  );
}
