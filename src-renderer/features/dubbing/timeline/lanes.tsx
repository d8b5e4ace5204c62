import { useEffect, useLayoutEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { marksOf } from '#shared/dubbing/fit.ts';
import { lanesOf } from '#shared/dubbing/lanes.ts';
import { moved, timecodeAt, trimmed, type Dub, type Segment } from '#shared/dubbing/timeline.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { codecName } from '#shared/sound/codec-names.ts';
import { moveSelected, select, trimEdge, useDubs } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { useMaking, heardAt, seekDubToFrame, useDubPlayer } from '../stores.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { findGoneVoices } from '../../../core/voices/gone-voices.ts';
import { onMac } from '../../../core/commands/commands.ts';
import { dragDistance } from './drag-distance.ts';
import { drawTrack, type View } from './draw-track.ts';
import { dubColours } from './dub-colours.ts';
import { useRem } from '../../../lib/narrow.ts';
import { onSegmentKey, writeText } from './segment-keys.ts';
import { SegmentBar, type DragTime } from './segment-bar.tsx';
import { useSegmentMenu } from './segment-menu.tsx';
import { useOriginalPeaks } from './peaks.ts';
import { statusOf } from './words.ts';
import classes from './lanes.module.css';
import { messages } from '#shared/messages/index.ts';

/** Pixels beyond what is shown in which segments are drawn. */
const margin = 200;
/** An edge is drawn to another this near, in pixels. */
const snapPixels = 6;
/** A drag begins so many pixels to the side: a hand that goes up or down is never quite straight. */
const leastAside = 3;

interface Drag {
  kind: 'move' | 'start' | 'end';
  id: string;
  from: number;
  /** Where it began in the window, in pixels. */
  x: number;
  /** It has gone to the side. */
  isAside: boolean;
  by: number;
}

/** The video's time from left to right: ruler, original sound, and the segments over it. */
export function Lanes({ dub, scale }: { dub: Dub; scale: number }) {
  const selected = useDubs((state) => state.selected);
  const { under, failures } = useMaking();
  const scroller = useRef<HTMLDivElement>(null);
  const view = useScrolled(scroller);
  const { open, menu } = useSegmentMenu(dub);
  const { drawnDrag, place, begin, go, end } = useSegmentDrag(dub, selected, scale, scroller);
  useBroughtIntoSight(dub, selected.at(-1), scale, scroller);
  const isGone = useStudio((state) => findGoneVoices(state));
  const peaks = useOriginalPeaks(dub);
  const pixels = (samples: number): number => (samples / sampleRate) * scale;
  const width = Math.max(view.width, pixels(Math.max(dub.video.samples, dub.segments.at(-1)?.end ?? 0)) + snapPixels);

  const shown = useMemo(() => dragged(dub.segments, new Set(selected), drawnDrag), [dub.segments, selected, drawnDrag]);
  const marks = useMemo(() => marksOf(dub, isGone), [dub, isGone]);
  const lanes = useMemo(() => lanesOf(shown), [shown]);
  const colours = useMemo(() => dubColours(dub.segments), [dub.segments]);
  const chosen = new Set(selected);
  const isInSight = ({ start, end }: Segment): boolean =>
    pixels(end) > view.left - margin && pixels(start) < view.left + view.width + margin;

  return (
    <>
      <div
        ref={scroller}
        dir="ltr"
        className={classes.scroller}
        role="group"
        aria-label={messages.dubbing.timeline}
        aria-describedby="dub-keys"
        tabIndex={0}
        onKeyDown={onSegmentKey}
        onContextMenu={(event) => open(event)}
      >
        <span id="dub-keys" hidden>
          {messages.dubbing.lanesHelp}
        </span>
        <div className={classes.content} style={{ width }}>
          <Track dub={dub} peaks={peaks} view={{ ...view, scale }} onSeek={(event) => seekDubToFrame(place(event))} />
          {lanes.map(({ speaker, segments, rows }) => (
            <div key={speaker ?? ''} className={classes.lane} data-speaker={colours.ofSpeaker(speaker)} aria-hidden data-lane>
              <span className={classes.speaker}>
                <span className={classes.dot} />
                {speaker ?? messages.dubbing.noSpeaker}
              </span>
              {segments.filter(isInSight).map((segment) => (
                <SegmentBar
                  key={segment.id}
                  segment={segment}
                  takes={dub.takes}
                  left={pixels(segment.start)}
                  width={pixels(segment.end - segment.start)}
                  scale={scale}
                  row={rows.get(segment.id) ?? 0}
                  chosen={chosen.has(segment.id)}
                  marks={marks.get(segment.id) ?? []}
                  colour={colours.ofSegment(segment)}
                  status={statusOf(segment, dub.takes, under.get(segment.id), failures.get(segment.id))}
                  dragged={drawnDrag?.id === segment.id && drawnDrag.by !== 0 ? dragTime(segment, drawnDrag.kind, dub) : undefined}
                  onBegin={(event, kind) => begin(event, segment, kind)}
                  onGo={go}
                  onEnd={end}
                  onMenu={(event) => open(event, segment.id)}
                  onWrite={writeText}
                />
              ))}
            </div>
          ))}
          <Playhead scale={scale} scroller={scroller} />
        </div>
      </div>
      {menu}
    </>
  );
}

type Scroller = RefObject<HTMLDivElement | null>;

/** Where it is scrolled to and how wide it is, in pixels. */
function useScrolled(scroller: Scroller): Omit<View, 'scale'> {
  const [view, setView] = useState({ left: 0, width: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = (): void => setView({ left: element.scrollLeft, width: element.clientWidth });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller]);
  return view;
}

/** What was chosen elsewhere is brought into sight. */
function useBroughtIntoSight(dub: Dub, currentId: string | undefined, scale: number, scroller: Scroller): void {
  useEffect(() => {
    const element = scroller.current;
    const segment = dub.segments.find(({ id }) => id === currentId);
    if (!element || !segment) return;
    const [from, to] = [(segment.start / sampleRate) * scale, (segment.end / sampleRate) * scale];
    if (from < element.scrollLeft || from > element.scrollLeft + element.clientWidth || to < element.scrollLeft)
      element.scrollTo({ left: Math.max(0, from - element.clientWidth / 4) });
    // oxlint-disable-next-line react/exhaustive-deps -- choosing brings it into sight, changing does not
  }, [currentId, scale]);
}

/** Moving segments and trimming their edges with the pointer. `place`: where the pointer is, in samples. */
function useSegmentDrag(dub: Dub, selected: readonly string[], scale: number, scroller: Scroller) {
  // Moves are drawn when React has time for them: what the pointer did last is the ref’s.
  const drag = useRef<Drag>(undefined);
  const [drawnDrag, drawDrag] = useState<Drag>();
  const setDrag = (next: Drag | undefined): void => {
    drag.current = next;
    drawDrag(next);
  };
  const place = (event: PointerEvent): number => {
    const box = scroller.current?.getBoundingClientRect();
    return ((event.clientX - (box?.left ?? 0) + (scroller.current?.scrollLeft ?? 0)) / scale) * sampleRate;
  };
  const begin = (event: PointerEvent, segment: Segment, kind: Drag['kind']): void => {
    // On a Mac, Control makes it a press with the right button.
    if (event.button !== 0 || (onMac && event.ctrlKey)) return;
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
    if (event.ctrlKey || event.metaKey) select(segment.id, 'also');
    else if (event.shiftKey) select(segment.id, 'range');
    else if (!selected.includes(segment.id) || kind !== 'move') select(segment.id);
    else select(segment.id, 'alone');
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ kind, id: segment.id, from: place(event), x: event.clientX, isAside: false, by: 0 });
  };
  const go = (event: PointerEvent): void => {
    const now = drag.current;
    const segment = dub.segments.find(({ id }) => id === now?.id);
    if (!now || !segment) return;
    const edge = now.kind === 'end' ? segment.end : segment.start;
    const aside = Math.abs(event.clientX - now.x) >= (now.isAside ? 0 : leastAside);
    const near = (snapPixels / scale) * sampleRate;
    const way = { edge, pointer: aside ? place(event) - now.from : 0, near, except: now.id };
    setDrag({ ...now, isAside: aside, by: dragDistance(way, dub.segments, dub.video.frameRate) });
  };
  const end = (): void => {
    const now = drag.current;
    const segment = dub.segments.find(({ id }) => id === now?.id);
    setDrag(undefined);
    if (!now || !segment || now.by === 0) return;
    if (now.kind === 'move') moveSelected(now.by);
    else trimEdge(now.id, now.kind, segment[now.kind] + now.by);
  };
  return { drawnDrag, place, begin, go, end };
}

/** Ruler and waveform of what is in sight, drawn past React. */
function Track({
  dub,
  peaks,
  view,
  onSeek,
}: {
  dub: Dub;
  peaks: Int8Array | undefined;
  view: View;
  onSeek: (event: PointerEvent) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const rem = useRem();
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = (): void => drawTrack(element, { dub, peaks, view });
    draw();
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => themed.disconnect();
  }, [dub, peaks, view, rem]);
  const { sound } = dub.video;
  const words =
    sound.state === 'none'
      ? messages.dubbing.noOriginalAudio
      : sound.state === 'undecoded'
        ? messages.dubbing.originalLoading(codecName(sound.codec))
        : sound.state === 'unreadable'
          ? messages.dubbing.originalNotDecodable(codecName(sound.codec))
          : undefined;
  return (
    <div
      className={classes.track}
      style={{ width: view.width }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onSeek(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) onSeek(event);
      }}
    >
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      {words !== undefined && <span className={classes.silent}>{words}</span>}
    </div>
  );
}

/** Where the edge stands that is dragged. */
const dragTime = (segment: Segment, kind: Drag['kind'], { video }: Dub): DragTime => {
  const edge = kind === 'end' ? 'end' : 'start';
  return { edge, time: timecodeAt(segment[edge], video.frameRate) };
};

/** Moved past React while it plays; the lanes follow where it leaves them. */
function Playhead({ scale, scroller }: { scale: number; scroller: React.RefObject<HTMLDivElement | null> }) {
  const line = useRef<HTMLDivElement>(null);
  const at = useDubs((state) => state.at);
  const playing = useDubPlayer((state) => state.playing);
  useEffect(() => {
    let frame = 0;
    const paint = (): void => {
      const x = (heardAt() / sampleRate) * scale;
      if (line.current) line.current.style.transform = `translateX(${String(x)}px)`;
      const element = scroller.current;
      if (playing && element && (x > element.scrollLeft + element.clientWidth - margin / 8 || x < element.scrollLeft))
        element.scrollLeft = Math.max(0, x - margin / 4);
      if (playing) frame = requestAnimationFrame(paint);
    };
    paint();
    return () => cancelAnimationFrame(frame);
  }, [at, playing, scale, scroller]);
  return <div ref={line} className={classes.playhead} aria-hidden />;
}

/** The segments as they are while one is dragged. */
function dragged(segments: readonly Segment[], chosen: ReadonlySet<string>, drag: Drag | undefined): readonly Segment[] {
  const segment = segments.find(({ id }) => id === drag?.id);
  if (!drag || !segment || drag.by === 0) return segments;
  if (drag.kind === 'move') return moved(segments, chosen, drag.by);
  return trimmed(segments, drag.id, drag.kind, segment[drag.kind] + drag.by);
}
