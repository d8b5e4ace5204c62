import { IconCheck } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { PlacedPickup } from '#shared/narration/pickups.ts';
import { messages } from '#shared/messages/index.ts';
import { player } from '../../../core/player/player.ts';
import { clock } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { useRem } from '../../../lib/narrow.ts';
import { playAround, selectPickup, usePickups } from '../stores.ts';
import { PickupKindLabel } from './pickup-kind.tsx';
import classes from './pickups.module.css';

const rowRem = 2.75;

/** Every pickup, one stop of Tab: the arrows go through them, Enter plays around one, and Space plays and pauses as everywhere. */
export function PickupList() {
  const listed = usePickups((state) => state.listed);
  const current = usePickups(({ listed: all, currentKey }) => all.findIndex(({ key }) => key === currentKey));
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = rowRem * useRem();
  // eslint-disable-next-line react-hooks/incompatible-library -- the list is measured past React, as others are
  const rows = useVirtualizer({
    count: listed.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
  }, [current, rows]);
  const go = (index: number): void => {
    const placed = listed[Math.min(Math.max(index, 0), listed.length - 1)];
    if (!placed) return;
    selectPickup(placed);
    rows.scrollToIndex(listed.indexOf(placed), { align: 'auto' });
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[aria-current]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const acts: Partial<Record<string, () => void>> = {
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current < 0 ? listed.length - 1 : current - 1),
      Home: () => go(0),
      End: () => go(listed.length - 1),
      Enter: playAround,
      ' ': () => {
        player.prepare();
        player.toggle();
      },
    };
    const act = acts[event.key];
    if (!act || (event.key === 'Enter' && current < 0)) return;
    event.preventDefault();
    act();
  };
  const items = rows.getVirtualItems();
  const stop = items.some(({ index }) => index === current) ? current : items[0]?.index;
  return (
    <div ref={scroller} className={classes.list}>
      <div
        className={classes.rows}
        role="list"
        aria-label={messages.pickups.pickups}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, start }) => {
          const placed = listed[index];
          return (
            placed && (
              <div
                key={placed.key}
                role="listitem"
                aria-setsize={listed.length}
                aria-posinset={index + 1}
                className={classes.item}
                style={{ transform: `translateY(${String(start)}px)`, height: rowHeight }}
              >
                <button
                  type="button"
                  className={classes.row}
                  tabIndex={index === stop ? 0 : -1}
                  aria-current={index === current || undefined}
                  onClick={() => selectPickup(placed)}
                >
                  <Row placed={placed} />
                </button>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function Row({ placed: { pickup, chapter, block, chapterMs, opening } }: { placed: PlacedPickup }) {
  return (
    <>
      <span className={classes.line}>
        <PickupKindLabel kind={pickup.kind} />
        <span className={classes.time}>{chapterMs === undefined ? messages.pickups.noAudioNow : clock(chapterMs / 1000)}</span>
      </span>
      <span className={classes.line}>
        <span className={classes.excerpt}>{pickup.text || pickup.note || opening}</span>
        <span className={classes.place}>
          {pickup.state === 'accepted' && (
            <span className={classes.accepted}>
              <IconCheck size={iconSize.small} aria-hidden /> {messages.pickups.acceptedState}
            </span>
          )}
          {messages.pickups.place(chapter, block)}
        </span>
      </span>
    </>
  );
}
