import { ActionIcon } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { checkCaptions, type CaptionCheck } from '#shared/transcripts/make.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { playSoundFrom, secondsOf, useSounds } from '../../state/sounds.ts';
import { restoreSegment, useTranscriptEdits } from '../../state/transcript-edits.ts';
import { useCaptionChoice } from '../../state/transcript-out.ts';
import { clock } from '../../ui/format.ts';
import { CheckMark } from './check-mark.tsx';
import { focusSegment, SegmentText } from './segment-text.tsx';
import { useFoundHighlight } from './found-highlight.ts';
import classes from './segments.module.css';

/** The segments in order: each heard by a press on its time, corrected in place, and lit while it sounds. */
export function Segments({ soundUrl, timed }: { soundUrl: string | undefined; timed: boolean }) {
  const segments = useTranscriptEdits((state) => state.segments);
  const sent = useTranscriptEdits((state) => state.sent);
  const choice = useCaptionChoice();
  const settled = useDeferredValue(segments);
  const checks = useMemo(() => checkCaptions(settled, choice), [settled, choice]);
  const list = useRef<HTMLOListElement>(null);
  const lit = useHeard(soundUrl, segments);
  useFoundHighlight(list);
  useEffect(() => {
    if (lit === undefined || (document.activeElement instanceof HTMLElement && document.activeElement.isContentEditable)) return;
    list.current?.querySelector(`[data-segment="${String(lit)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [lit]);
  const speaks = segments.some(({ speaker }) => speaker !== null);
  return (
    <ol ref={list} className={classes.segments} aria-label="Segments" data-timed={timed || undefined} data-speakers={speaks || undefined}>
      {segments.map((segment, place) => (
        <Row
          key={segment.index}
          segment={segment}
          changed={segment.text !== sent[place]?.text}
          lit={lit === segment.index}
          soundUrl={soundUrl}
          {...shownCheck(checks.get(segment.index))}
          timed={timed}
          speaks={speaks}
        />
      ))}
    </ol>
  );
}

/** As single values, so that a row is drawn anew only where one of them has changed. */
const shownCheck = (check: CaptionCheck | undefined) => ({
  pace: check?.pace,
  speed: Math.round(check?.speed ?? 0),
  linesOver: check?.linesOver ?? 0,
});

interface RowProps {
  segment: Segment;
  changed: boolean;
  lit: boolean;
  soundUrl: string | undefined;
  pace: CaptionCheck['pace'] | undefined;
  speed: number;
  linesOver: number;
  timed: boolean;
  speaks: boolean;
}

const Row = memo(function Row({ segment, changed, lit, soundUrl, pace, speed, linesOver, timed, speaks }: RowProps) {
  const { index, startMs, speaker } = segment;
  const name = `Segment ${String(index + 1)}`;
  return (
    <li className={classes.row} data-segment={index} data-lit={lit || undefined} aria-current={lit ? 'true' : undefined}>
      {timed && <Time startMs={startMs} soundUrl={soundUrl} />}
      {speaks && <span className={classes.speaker}>{speaker}</span>}
      <SegmentText segment={segment} name={startMs === null ? name : `${name}, ${clock(startMs / 1000)}`} />
      <span className={classes.marks}>
        <CheckMark pace={pace} speed={speed} linesOver={linesOver} />
        {changed && (
          <ActionIcon
            size="var(--control-small)"
            aria-label={`${name} as the service sent it`}
            title="As the service sent it"
            onClick={() => {
              restoreSegment(index);
              focusSegment(index);
            }}
          >
            <IconRestore size={12} />
          </ActionIcon>
        )}
      </span>
    </li>
  );
});

function Time({ startMs, soundUrl }: { startMs: number | null; soundUrl: string | undefined }) {
  if (startMs === null) return <span className={classes.time} />;
  const words = clock(startMs / 1000);
  if (soundUrl === undefined) return <span className={classes.time}>{words}</span>;
  return (
    <button
      type="button"
      className={classes.time}
      aria-label={`Hear from ${words}`}
      onClick={() => playSoundFrom(soundUrl, startMs / 1000)}
    >
      {words}
    </button>
  );
}

/** The index of the segment that is heard; asked once a frame while it sounds. */
function useHeard(url: string | undefined, segments: readonly Segment[]): number | undefined {
  const current = useSounds((state) => url !== undefined && state.url === url);
  const paused = useSounds((state) => state.paused);
  const [heard, setHeard] = useState<number>();
  const timed = useMemo(
    () => segments.flatMap(({ index, startMs, endMs }) => (startMs === null ? [] : [{ index, startMs, endMs }])),
    [segments],
  );
  useEffect(() => {
    if (!current || url === undefined) return;
    let frame = 0;
    const look = (): void => {
      const at = secondsOf(url) * 1000 + 1; // a seek may come to rest a little before the place that was asked for
      const found = timed.findLast(({ startMs }) => startMs <= at);
      setHeard(found && (found.endMs === null || at < Math.max(found.endMs, found.startMs + 1)) ? found.index : undefined);
      if (!paused) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [url, current, paused, timed]);
  return current ? heard : undefined;
}
