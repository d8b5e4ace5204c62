import { ActionIcon } from '@mantine/core';
import { IconCheck, IconRestore } from '@tabler/icons-react';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { captionChecker, type CaptionCheck } from '#shared/transcripts/make.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { playSoundFrom, secondsOf, useSounds } from '../../core/player/sounds.ts';
import { goTo, restoreSegment, toggleChecked, useTranscriptEdits, useCaptionChoice } from './stores.ts';
import { clock } from '../../lib/format.ts';
import { CheckMark } from './check-mark.tsx';
import { focusSegment, SegmentText } from './segment-text.tsx';
import { SpeakerDialog, useSegmentMenu } from './segment-menu.tsx';
import { isChanged } from './segment-state.ts';
import { useFoundHighlight } from './found-highlight.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { TimeMark } from '../../ui/time-mark.tsx';
import classes from './segments.module.css';
import { messages } from '#shared/messages/index.ts';

/** The segments in order: each heard by a press on its time, corrected in place, and lit while it sounds. */
export function Segments({ soundUrl, timed }: { soundUrl: string | undefined; timed: boolean }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const edits = useTranscriptEdits((state) => state.edits);
  const choice = useCaptionChoice();
  const settled = useDeferredValue(segments);
  const [check] = useState(captionChecker);
  const checks = useMemo(() => check(settled, choice), [check, settled, choice]);
  const list = useRef<HTMLOListElement>(null);
  useHeardMark(list, soundUrl, segments);
  useFoundHighlight(list);
  const speaks = segments.some(({ speaker }) => speaker !== null);
  const { open, menu } = useSegmentMenu();
  // The same function for every row: a row is drawn again only where its segment has changed.
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const openAt = useCallback((event: MouseEvent<HTMLElement>) => latest.current(event), []);
  return (
    <>
      <ol
        ref={list}
        className={classes.segments}
        aria-label={messages.transcribe.segments}
        data-timed={timed || undefined}
        data-speakers={speaks || undefined}
        onContextMenu={openAt}
        onFocus={({ target }) => {
          const index = target.closest<HTMLElement>('[data-segment]')?.dataset['segment'];
          if (index !== undefined) goTo(Number(index));
        }}
      >
        {segments.map((segment) => (
          <Row
            key={segment.index}
            segment={segment}
            changed={isChanged(edits, segment.index)}
            onSpeaker={openAt}
            soundUrl={soundUrl}
            {...shownCheck(checks.get(segment.index))}
            timed={timed}
            speaks={speaks}
          />
        ))}
      </ol>
      {menu}
      <SpeakerDialog />
    </>
  );
}

/** As single values, so that a row is drawn again only where one of them has changed. */
const shownCheck = (check: CaptionCheck | undefined) => ({
  pace: check?.pace,
  speed: Math.round(check?.speed ?? 0),
  linesOver: check?.linesOver ?? 0,
});

interface RowProps {
  segment: Segment;
  changed: boolean;
  /** Asks who speaks it, where the press is. */
  onSpeaker: (event: MouseEvent<HTMLElement>) => void;
  soundUrl: string | undefined;
  pace: CaptionCheck['pace'] | undefined;
  speed: number;
  linesOver: number;
  timed: boolean;
  speaks: boolean;
}

const Row = memo(function Row({ segment, changed, onSpeaker, soundUrl, pace, speed, linesOver, timed, speaks }: RowProps) {
  const { index, startMs, speaker } = segment;
  const name = messages.transcribe.segmentNumber(String(index + 1));
  return (
    <li className={classes.row} data-segment={index}>
      {timed && <Time startMs={startMs} soundUrl={soundUrl} />}
      {/* For the mouse: by keys, the command does it from within the text. */}
      {speaks && (
        <button type="button" className={classes.speaker} tabIndex={-1} title={messages.transcribe.changeSpeaker} onClick={onSpeaker}>
          {speaker ?? messages.transcribe.nobody}
        </button>
      )}
      <SegmentText segment={segment} name={startMs === null ? name : `${name}, ${clock(startMs / 1000)}`} />
      <span className={classes.marks}>
        {(segment.unsure === true || segment.isOutside === true) && (
          <span title={segment.isOutside === true ? messages.transcribe.outsideTitle : messages.transcribe.unsureTitle}>
            <StatusGlyph status="incomplete">{messages.transcribe.unsure}</StatusGlyph>
          </span>
        )}
        {segment.unsure === true && (
          <ActionIcon
            size="var(--control-small)"
            aria-label={messages.transcribe.markCheckedNamed(name)}
            title={messages.transcribe.markChecked}
            onClick={() => {
              toggleChecked(index);
              focusSegment(index);
            }}
          >
            <IconCheck size={iconSize.small} aria-hidden />
          </ActionIcon>
        )}
        <CheckMark pace={pace} speed={speed} linesOver={linesOver} />
        {changed && (
          <ActionIcon
            size="var(--control-small)"
            aria-label={messages.transcribe.restoreNamed(name)}
            title={messages.transcribe.restoreOriginal}
            onClick={() => {
              restoreSegment(index);
              focusSegment(index);
            }}
          >
            <IconRestore size={iconSize.small} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  );
});

function Time({ startMs, soundUrl }: { startMs: number | null; soundUrl: string | undefined }) {
  if (startMs === null) return <TimeMark act={messages.transcribe.playFrom} onPress={undefined} />;
  const seconds = startMs / 1000;
  const hear = soundUrl === undefined ? undefined : () => playSoundFrom(soundUrl, seconds);
  return <TimeMark time={clock(seconds)} act={messages.transcribe.playFrom} onPress={hear} />;
}

/** Marks the segment that is heard, past React: asked once a frame while it sounds. */
function useHeardMark(list: RefObject<HTMLElement | null>, url: string | undefined, segments: readonly Segment[]): void {
  const current = useSounds((state) => url !== undefined && state.url === url);
  const paused = useSounds((state) => state.paused);
  const timed = useMemo(
    () => segments.flatMap(({ index, startMs, endMs }) => (startMs === null ? [] : [{ index, startMs, endMs }])),
    [segments],
  );
  useEffect(() => {
    const rows = list.current?.children;
    if (!current || url === undefined || !rows) return;
    let frame = 0;
    let lit: Element | undefined;
    const light = (row: Element | undefined): void => {
      if (row === lit) return;
      for (const name of ['data-lit', 'aria-current']) {
        lit?.removeAttribute(name);
        row?.setAttribute(name, 'true');
      }
      lit = row;
      const writing = document.activeElement instanceof HTMLElement && document.activeElement.isContentEditable;
      if (!writing) row?.scrollIntoView({ block: 'nearest' });
    };
    const look = (): void => {
      const at = secondsOf(url) * 1000 + 1; // a seek may come to rest a little before the place that was asked for
      const found = timed.findLast(({ startMs }) => startMs <= at);
      const heard = found && (found.endMs === null || at < Math.max(found.endMs, found.startMs + 1)) ? found.index : undefined;
      light(heard === undefined ? undefined : rows[heard]);
      if (!paused) frame = requestAnimationFrame(look);
    };
    look();
    return () => {
      cancelAnimationFrame(frame);
      light(undefined);
    };
  }, [list, url, current, paused, timed]);
}
