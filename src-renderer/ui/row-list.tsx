import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useRem } from '../lib/narrow.ts';
import classes from './row-list.module.css';

interface Props<Row> {
  name: string;
  className?: string | undefined;
  rowClassName?: string | undefined;
  rows: readonly Row[];
  /** -1: none. */
  current: number;
  /** Height of a row, in rem. */
  rowRem: number;
  keyOf: (row: Row, index: number) => string | number;
  /** A key goes to the row of this index. */
  onGo: (index: number) => void;
  onPress: (index: number) => void;
  /** Further keys of a row; those with a modifier are never the list's. */
  keys?: Readonly<Partial<Record<string, () => void>>>;
  children: (row: Row) => ReactNode;
}

/** A list of buttons of one height, however long; one stop of Tab, which ArrowUp, ArrowDown, Home and End go through. */
export function RowList<Row>(props: Props<Row>) {
  const { name, className, rowClassName, rows, current, rowRem, keyOf, onGo, onPress, keys = {}, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = rowRem * useRem();
  // oxlint-disable-next-line react/incompatible-library -- the list is measured past React, as others are
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rowHeight]);
  // Where a row has the focus, it goes with the current one.
  useEffect(() => {
    if (current < 0) return;
    const hasFocus = scroller.current?.contains(document.activeElement) === true;
    virtual.scrollToIndex(current, { align: 'auto' });
    if (hasFocus) focusRow(scroller.current, current);
  }, [current, virtual]);
  // What comes below the list makes it shorter: the current row stays in sight.
  useEffect(() => {
    const element = scroller.current;
    if (!element || current < 0) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      if (element.clientHeight < height) virtual.scrollToIndex(current, { align: 'auto' });
      height = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [current, virtual]);
  const go = (to: number): void => {
    const index = Math.min(Math.max(to, 0), rows.length - 1);
    onGo(index);
    virtual.scrollToIndex(index, { align: 'auto' });
    focusRow(scroller.current, index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const acts: Partial<Record<string, () => void>> = {
      ArrowDown: () => go(current + 1),
      ArrowUp: () => go(current < 0 ? rows.length - 1 : current - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ...keys,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const items = virtual.getVirtualItems();
  const stop = items.some(({ index }) => index === current) ? current : items[0]?.index;
  return (
    <div ref={scroller} className={className}>
      <div className={classes.rows} role="list" aria-label={name} style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <div
                key={keyOf(row, index)}
                role="listitem"
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className={classes.item}
                style={{ transform: `translateY(${String(start)}px)`, height: rowHeight }}
              >
                <button
                  type="button"
                  className={`${classes.row ?? ''} ${rowClassName ?? ''}`}
                  data-index={index}
                  tabIndex={index === stop ? 0 : -1}
                  aria-current={index === current || undefined}
                  onClick={() => onPress(index)}
                >
                  {children(row)}
                </button>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** The row is there a frame later; what the press led to may have the focus by then, and keeps it. */
function focusRow(list: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => {
    const active = document.activeElement;
    const isElsewhere = active !== null && active !== document.body && list?.contains(active) !== true;
    if (!isElsewhere) list?.querySelector<HTMLElement>(`[data-index="${String(index)}"]`)?.focus();
  });
}
