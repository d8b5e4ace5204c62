import { ActionIcon, Button, Slider, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconArrowMerge, IconPlayerPlayFilled, IconPlus, IconScissors, IconSubtitles } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { timecodeAt, type Dub } from '#shared/dubbing/timeline.ts';
import { frameRateWords } from '#shared/timecode.ts';
import { mergeSelected, splitSegment, useDubs, whyNotAdded, whyNotMerged } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { heardAt, toggleCaptions, toggleDub, useDubPlayer, useDubView, useRetiming } from '../stores.ts';
import { useAriaKeys, useKeys, withKeys } from '../../../core/commands/commands.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { announce } from '../../../lib/live-region.tsx';
import { retimedWords } from './retiming-store.ts';
import { addHere } from './segment-keys.ts';
import { LeftToRight } from '../../../ui/left-to-right.tsx';
import classes from './timeline.module.css';
import { messages } from '#shared/messages/index.ts';

/** What plays and what is done at the playhead, above the lanes. `zoom`: 0 shows all of it. */
export function Transport({ dub, zoom, onZoom }: { dub: Dub; zoom: number; onZoom: (zoom: number) => void }) {
  const { playing, waiting } = useDubPlayer();
  const noRoom = useDubs(({ at }) => (playing ? undefined : whyNotAdded(at)));
  const playKeys = useKeys('sound.play');
  const splitKeys = useKeys('dub.split');
  const addKeys = useKeys('dub.add');
  const splitAria = useAriaKeys('dub.split');
  return (
    <LeftToRight className={classes.transport}>
      <Tooltip label={withKeys(playing ? messages.dubbing.pause : messages.dubbing.play, playKeys)}>
        <ActionIcon
          variant="default"
          aria-label={playing ? messages.dubbing.pauseDub : messages.dubbing.playDub}
          loading={waiting}
          onClick={toggleDub}
        >
          {playing ? (
            <IconPlayerPauseFilled size={iconSize.normal} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={iconSize.normal} aria-hidden />
          )}
        </ActionIcon>
      </Tooltip>
      <Position dub={dub} />
      <Tooltip label={noRoom ?? withKeys(messages.dubbing.addSegmentNote, addKeys)}>
        <Button
          variant="default"
          leftSection={<IconPlus size={iconSize.normal} aria-hidden />}
          {...(noRoom !== undefined && { 'aria-disabled': true, 'aria-description': noRoom, 'data-disabled': true })}
          onClick={addHere}
        >
          {messages.dubbing.addSegment}
        </Button>
      </Tooltip>
      <Tooltip label={withKeys(messages.dubbing.splitCommand, splitKeys)}>
        <Button
          variant="default"
          leftSection={<IconScissors size={iconSize.normal} aria-hidden />}
          aria-keyshortcuts={splitAria}
          onClick={() => {
            const problem = splitSegment(heardAt());
            if (problem !== undefined) announce(problem);
          }}
        >
          {messages.dubbing.split}
        </Button>
      </Tooltip>
      <MergeButton />
      <RetimedWords dub={dub} />
      <CaptionsSwitch />
      <span className={classes.zoomName} aria-hidden>
        {messages.dubbing.zoom}
      </span>
      <Slider
        className={classes.zoom ?? ''}
        thumbLabel={messages.dubbing.zoom}
        thumbValueText={(value) => messages.shapes.percentDone(Math.round(value * 100))}
        label={null}
        min={0}
        max={1}
        step={0.02}
        value={zoom}
        onChange={onZoom}
      />
    </LeftToRight>
  );
}

/** It is there before there are two to merge, and says then what to select. */
function MergeButton() {
  const keys = useKeys('dub.merge');
  const ariaKeys = useAriaKeys('dub.merge');
  const why = useDubs(() => whyNotMerged());
  return (
    <Tooltip
      label={why === undefined ? withKeys(messages.dubbingTimeline.mergeSegments, keys) : `${messages.dubbingTimeline.merge}: ${why}`}
    >
      <Button
        variant="default"
        classNames={{ label: classes.wordsOfSign ?? '', section: classes.sign ?? '' }}
        aria-label={messages.dubbingTimeline.merge}
        leftSection={<IconArrowMerge size={iconSize.normal} aria-hidden />}
        aria-keyshortcuts={ariaKeys}
        {...(why !== undefined && { 'aria-disabled': true, 'aria-description': why, 'data-disabled': true })}
        onClick={mergeSelected}
      >
        {messages.dubbingTimeline.merge}
      </Button>
    </Tooltip>
  );
}

/** Whether the line at the playhead stands over the picture. */
function CaptionsSwitch() {
  const shown = useDubView((state) => state.captions);
  return (
    <Tooltip label={messages.dubbingTimeline.captionsOverVideoNote}>
      <ActionIcon
        className={classes.captions ?? ''}
        variant={shown ? 'light' : 'subtle'}
        aria-label={messages.dubbingTimeline.captionsOverVideo}
        aria-pressed={shown}
        onClick={toggleCaptions}
      >
        <IconSubtitles size={iconSize.normal} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** What keys did to the times of the segment; it is announced as it happens. */
function RetimedWords({ dub }: { dub: Dub }) {
  const words = useRetiming((retimed) => retimedWords(dub, retimed));
  return (
    <span className={classes.retimed} title={words} aria-hidden>
      {words}
    </span>
  );
}

/** Written past React while it plays. */
function Position({ dub }: { dub: Dub }) {
  const place = useRef<HTMLSpanElement>(null);
  const at = useDubs((state) => state.at);
  const playing = useDubPlayer((state) => state.playing);
  const { samples, frameRate } = dub.video;
  const end = timecodeAt(samples, frameRate);
  useEffect(() => {
    let frame = 0;
    const paint = (): void => {
      if (place.current) place.current.textContent = timecodeAt(heardAt(), frameRate);
      if (playing) frame = requestAnimationFrame(paint);
    };
    paint();
    return () => cancelAnimationFrame(frame);
  }, [at, playing, frameRate]);
  return (
    <span className={classes.position} role="timer" aria-label={messages.dubbing.position}>
      {/* As wide as the longest place: what stands behind it keeps its own while it plays, whatever digits the font has. */}
      <span ref={place} className={classes.here} style={{ minWidth: `${String(end.length)}ch` }} />
      <span className={classes.total}>
        {' '}
        / {end} · {frameRateWords(frameRate)}
      </span>
    </span>
  );
}
