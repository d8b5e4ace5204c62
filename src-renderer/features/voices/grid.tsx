import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { withdrawOffer } from '../../core/voices/samples.ts';
import { useVoices } from '../../core/voices/voices.ts';
import { announce } from '../../lib/live-region.tsx';
import { useRem } from '../../lib/narrow.ts';
import type { VoiceGroup } from '../../core/voices/arrange-voices.ts';
import { layOut, type VoiceLine, type VoiceLines } from './arrange.ts';
import { VoiceCard } from './card.tsx';
import { useGridKeys } from './grid-keys.ts';
import classes from './grid.module.css';
import { VoiceRow } from './row.tsx';
import { keepOrder, renewOrder, useView } from './stores.ts';
import { cellId } from './voice-cell.ts';
import { useVoiceMenu } from './voice-menu.tsx';
import { messages } from '#shared/messages/index.ts';

/** Lines that are drawn beyond those in sight. */
const linesBeyond = { cards: 2, list: 8 };
/** Sizes as the style sheet has them, in rem: a row, a heading, a card with the gap below it, and its least width with the gap. */
const sizes = { row: 2.25, heading: 2.25, card: 8.5 + 0.75, cardWidth: 15 + 0.75, edges: 2 - 0.75 };

const leastRowsWithHeadings = 5;

/** The voices in groups, as cards beside each other or one row each; only those in sight are in the page. Keys: `grid-keys.ts`. */
export function VoiceGrid({ groups }: { groups: readonly VoiceGroup[] }) {
  const view = useView((state) => state.view);
  const isCards = view === 'cards';
  const currentId = useVoices((state) => state.currentId);
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const { width, height } = useSize(scroller);
  // Where few rows have room, none of it goes to headings.
  const hasHeadings = height >= leastRowsWithHeadings * sizes.row * rem;
  const columns = isCards ? Math.max(1, Math.floor((width - sizes.edges * rem) / (sizes.cardWidth * rem))) : 1;
  const lines = useMemo(() => layOut(groups, columns, hasHeadings), [groups, columns, hasHeadings]);
  const { voices } = lines;
  const lineHeight = (isCards ? sizes.card : sizes.row) * rem;
  const rows = useVirtualLines(lines, scroller, { line: lineHeight, heading: sizes.heading * rem, beyond: linesBeyond[view] });
  const at = useMemo(() => voices.findIndex((voice) => voice.voiceId === currentId), [voices, currentId]);
  const current = at < 0 ? undefined : voices[at];
  const shown = rows.getVirtualItems();
  useAnnouncedGroup(groups, current?.voiceId);

  const show = (index: number): void => {
    const line = lines.lineOf[index];
    // The heading of the first line of a group comes into sight with it.
    if (line !== undefined) rows.scrollToIndex(lines.lines[line - 1]?.kind === 'heading' && line === 1 ? 0 : line);
  };
  const go = useCallback(
    (index: number): void => {
      const place = Math.max(0, Math.min(voices.length - 1, index));
      const voice = voices[place];
      if (!voice) return;
      if (voice.voiceId !== useVoices.getState().currentId) withdrawOffer();
      useVoices.setState({ currentId: voice.voiceId });
      show(place);
    },
    // oxlint-disable-next-line react/exhaustive-deps -- `show` is of the lines
    [lines, rows],
  );
  // What was asked for from elsewhere, and what stays current while the filters change, is in sight.
  useEffect(() => {
    if (at >= 0) show(at);
    // oxlint-disable-next-line react/exhaustive-deps -- when the lines change, not when the current voice does
  }, [lines]);

  const onKeyDown = useGridKeys({
    lines,
    isCards,
    at,
    go,
    pageOf: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / lineHeight) - 1),
  });
  const { open, menu } = useVoiceMenu(voices, current, go);
  const isDrawn = at >= 0 && shown.some(({ index }) => index === lines.lineOf[at]);

  const place = usePersonInside();

  return (
    <div className={classes.place} {...place}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="grid"
        aria-label={messages.voices.voices}
        aria-multiselectable
        aria-rowcount={isCards ? (lines.lineOf.at(-1) ?? -1) + 1 : voices.length}
        aria-colcount={isCards ? columns : undefined}
        aria-activedescendant={current && isDrawn ? cellId(current.voiceId) : undefined}
        tabIndex={0}
        data-voice-grid
        data-voices={voices.length}
        data-view={view}
        onKeyDown={onKeyDown}
        onContextMenu={open}
        onFocus={(event) => {
          if (!current && event.target === event.currentTarget) go(0);
        }}
      >
        <div
          className={classes.all}
          role="rowgroup"
          ref={(element) => element?.style.setProperty('height', `${String(rows.getTotalSize())}px`)}
        >
          {shown.map(({ index, start, key }) => {
            const line = lines.lines[index];
            return (
              line && (
                <Line key={key} lines={lines} line={line} start={start} columns={columns} isCards={isCards} currentId={currentId} go={go} />
              )
            );
          })}
        </div>
      </div>
      {menu}
    </div>
  );
}

/** While the pointer or the focus is in the list or in its menu, the order stands. */
function usePersonInside() {
  const inside = useRef({ pointer: false, focus: false });
  useEffect(() => renewOrder, []);
  const set = (change: Partial<typeof inside.current>): void => {
    Object.assign(inside.current, change);
    if (inside.current.pointer || inside.current.focus) keepOrder();
    else renewOrder();
  };
  return {
    onPointerEnter: () => set({ pointer: true }),
    onPointerLeave: () => set({ pointer: false }),
    onFocus: () => set({ focus: true }),
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) set({ focus: false });
    },
  };
}

interface LineProps {
  lines: VoiceLines;
  line: VoiceLine;
  start: number;
  columns: number;
  isCards: boolean;
  currentId: string | undefined;
  go: (index: number) => void;
}

function Line({ lines, line, start, columns, isCards, currentId, go }: LineProps) {
  const place = (element: HTMLElement | null): void => element?.style.setProperty('transform', `translateY(${String(start)}px)`);
  // Each voice says its language and model itself; the list says when another group begins.
  if (line.kind === 'heading')
    return (
      <div ref={place} className={classes.heading} aria-hidden data-group={line.group.id}>
        <span>{line.group.title}</span>
        <span className={classes.count}>{messages.voices.voice(line.group.voices.length)}</span>
      </div>
    );
  const members = lines.voices.slice(line.from, line.to);
  if (!isCards) {
    const voice = members[0];
    return voice && <VoiceRow voice={voice} index={line.from} start={start} isCurrent={voice.voiceId === currentId} onPress={go} />;
  }
  return (
    <div
      className={classes.cards}
      role="row"
      aria-rowindex={(lines.lineOf[line.from] ?? 0) + 1}
      ref={(element) => {
        place(element);
        element?.style.setProperty('grid-template-columns', `repeat(${String(columns)}, minmax(0, 1fr))`);
      }}
    >
      {members.map((voice, column) => (
        <VoiceCard
          key={voice.voiceId}
          voice={voice}
          index={line.from + column}
          column={column}
          isCurrent={voice.voiceId === currentId}
          onPress={go}
        />
      ))}
    </div>
  );
}

/** The room inside an element in pixels, as it changes. */
function useSize(scroller: RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    measure();
    return () => resized.disconnect();
  }, [scroller]);
  return size;
}

/** Draws the lines that are in sight. Heights in pixels. */
function useVirtualLines(
  { lines, voices }: VoiceLines,
  scroller: RefObject<HTMLDivElement | null>,
  { line: lineHeight, heading, beyond }: { line: number; heading: number; beyond: number },
): Virtualizer<HTMLDivElement, Element> {
  // One and the same as long as the list is: with another, the places of all lines are worked out again on each scroll.
  const getItemKey = useCallback(
    (index: number) => {
      const line = lines[index];
      return line?.kind === 'heading' ? `group:${line.group.id}` : ((line && voices[line.from]?.voiceId) ?? index);
    },
    [lines, voices],
  );
  const estimateSize = useCallback(
    (index: number) => (lines[index]?.kind === 'heading' ? heading : lineHeight),
    [lines, heading, lineHeight],
  );
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used; the list is drawn on each scroll on purpose
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    overscan: beyond,
    getItemKey,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, estimateSize]);
  return virtual;
}

/** Says the group that the current voice is in, once that is another. */
function useAnnouncedGroup(groups: readonly VoiceGroup[], currentId: string | undefined): void {
  const said = useRef<string>(undefined);
  useEffect(() => {
    const group = currentId === undefined ? undefined : groups.find(({ voices }) => voices.some((voice) => voice.voiceId === currentId));
    const isFirst = said.current === undefined;
    if (group?.title == null || group.id === said.current) return;
    said.current = group.id;
    if (!isFirst) announce(messages.voices.groupOf(group.title, messages.voices.voice(group.voices.length)));
    // oxlint-disable-next-line react/exhaustive-deps -- when another voice is current
  }, [currentId]);
}
