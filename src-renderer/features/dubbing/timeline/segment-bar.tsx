import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, type MouseEvent, type PointerEvent } from 'react';
import { heardOf, type Heard, type Mark } from '#shared/dubbing/fit.ts';
import type { DubTake, Segment } from '#shared/dubbing/timeline.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { readingSpeed, readingSpeeds } from '#shared/narration/reading-speed.ts';
import { useOutline } from '../../../core/player/sound-row.tsx';
import type { SpeakerColour } from '../../../core/voices/speaker-colour.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { SoundWave } from '../../../ui/sound-wave.tsx';
import { StatusGlyph } from '../../../ui/status-glyph.tsx';
import { markSign, overrunFigure, paceSign, seconds, type SegmentStatus } from './words.ts';
import classes from './lanes.module.css';
import { messages } from '#shared/messages/index.ts';

export interface DragTime {
  edge: 'start' | 'end';
  time: string;
}

interface SegmentBarProps {
  segment: Segment;
  takes: readonly DubTake[];
  /** Pixels, and pixels a second. */
  left: number;
  width: number;
  scale: number;
  row: 0 | 1;
  chosen: boolean;
  marks: readonly Mark[];
  colour: SpeakerColour | undefined;
  status: SegmentStatus;
  /** While it is dragged. */
  dragged: DragTime | undefined;
  onBegin: (event: PointerEvent, kind: 'move' | 'start' | 'end') => void;
  onGo: (event: PointerEvent) => void;
  onEnd: () => void;
  onMenu: (event: MouseEvent<HTMLElement>) => void;
  onWrite: () => void;
}

/** Pixels below which no word beside its state can be read. */
const leastForWords = 64;
/** Below which a waveform would be a line. */
const leastForWave = 4;

/** A segment on its lane: drag to move it, drag an edge to trim. A line below it shows how long it is heard. */
export function SegmentBar({
  segment,
  takes,
  left,
  width,
  scale,
  row,
  chosen,
  marks,
  colour,
  status,
  dragged,
  onBegin,
  onGo,
  onEnd,
  onMenu,
  onWrite,
}: SegmentBarProps) {
  const heard = heardOf(segment, takes);
  const isOver = heard !== undefined && heard.samples > segment.end - segment.start;
  // An edge lies in the bar, which has the same handlers: what one has done, the other does not do again.
  const alone =
    (act: (event: PointerEvent) => void) =>
    (event: PointerEvent): void => {
      event.stopPropagation();
      act(event);
    };
  const on = (kind: 'move' | 'start' | 'end') => ({
    onPointerDown: alone((event) => onBegin(event, kind)),
    onPointerMove: alone(onGo),
    onPointerUp: alone(onEnd),
    onPointerCancel: alone(onEnd),
  });
  const pace = paceSign(segment, takes);
  const isWarned = marks.length > 0 || pace !== undefined;
  const over = overrunFigure(segment, takes);
  const words = [status.word, ...marks.map((mark) => markSign(mark, segment, takes).words), ...(pace ? [pace.words] : [])].join(', ');
  return (
    <div
      className={classes.segment}
      style={{ left, width }}
      data-segment={segment.id}
      data-row={row}
      data-chosen={chosen || undefined}
      data-status={status.status}
      data-warns={isWarned || undefined}
      data-speaker={colour}
      data-narrow={width < leastForWords || undefined}
      title={[segment.text, words, ...(heard ? [messages.dubbing.barIsLength(seconds(heard.samples))] : [])].join('\n')}
      {...on('move')}
      onContextMenu={onMenu}
      onDoubleClick={onWrite}
    >
      <span className={classes.edge} data-edge="start" {...on('start')} />
      <div className={classes.inside}>
        <div className={classes.line}>
          {isWarned && <IconAlertTriangle className={classes.warns} size={iconSize.small} aria-hidden />}
          {!(isWarned && status.status === 'done') && <StatusGlyph status={status.status}>{''}</StatusGlyph>}
          <span className={classes.words}>{segment.text.trim() === '' ? messages.dubbing.noTextYet : segment.text}</span>
        </div>
        {heard && width >= leastForWave && <TakeWave key={colour} heard={heard} width={(heard.samples / sampleRate) * scale} />}
        <div className={classes.figures} data-figures>
          {pace && <span className={classes.pace}>{pace.sign}</span>}
          {over !== undefined && <span className={classes.pace}>{over}</span>}
          <Reading segment={segment} />
        </div>
      </div>
      <span className={classes.edge} data-edge="end" {...on('end')} />
      {dragged && (
        <span className={classes.dragTime} data-edge={dragged.edge} data-drag-time>
          {dragged.time}
        </span>
      )}
      {heard && <span className={classes.heard} data-over={isOver || undefined} style={{ width: (heard.samples / sampleRate) * scale }} />}
    </div>
  );
}

/** How fast a viewer reads it as a caption; too fast is said by weight, and in the segment's own words. */
function Reading({ segment: { text, start, end } }: { segment: Segment }) {
  const speed = readingSpeed(text, (end - start) / sampleRate);
  if (speed === undefined) return null;
  return (
    <span className={classes.reading} data-pace={speed > readingSpeeds.most ? 'fast' : undefined}>
      {messages.dubbing.readingSpeed(String(Math.round(speed)))}
    </span>
  );
}

/** What is heard of its take, as long as it is heard: cut where the segment ends. */
function TakeWave({ heard: { take, from, to }, width }: { heard: Heard; width: number }) {
  const outline = useOutline(`/bytes/media/${take.id}`);
  const peaks = useMemo(() => {
    const all = outline?.peaks;
    return all?.subarray(Math.floor((all.length * from) / take.samples), Math.max(1, Math.ceil((all.length * to) / take.samples)));
  }, [outline, from, to, take.samples]);
  return (
    <div className={classes.wave} style={{ width }}>
      {peaks && <SoundWave peaks={peaks} passed={nothing} moving={false} />}
    </div>
  );
}

const nothing = (): number => 0;
