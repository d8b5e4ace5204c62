import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { messages } from '#shared/messages/index.ts';
import { useProject } from '../../core/project/project.ts';
import { useRem } from '../../lib/narrow.ts';
import type { FoundMatch } from './find-store.ts';
import { goToMatch, useFind } from './stores.ts';
import classes from './find-bar.module.css';

const rowRem = 1.75;
/** Characters of the text around a match that its row shows. */
const around = { before: 30, after: 90 } as const;

/** Every match with the words around it; a press goes there. */
export function FindMatches() {
  const matches = useFind((state) => state.matches);
  const current = useFind((state) => state.current);
  const outline = useProject((state) => state.outline);
  const titles = useMemo(() => new Map(outline.map(({ id, title }) => [id, title])), [outline]);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = rowRem * useRem();
  // eslint-disable-next-line react-hooks/incompatible-library -- the list is measured past React, as others are
  const rows = useVirtualizer({
    count: matches.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
  }, [current, rows]);
  if (matches.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const index = Math.min(Math.max(current + by, 0), matches.length - 1);
    goToMatch(index, { focus: false });
    rows.scrollToIndex(index, { align: 'auto' });
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${String(index)}"]`)?.focus());
  };
  const items = rows.getVirtualItems();
  // The list is one stop of Tab: the match that the keys are at, or the first one in sight.
  const stop = items.some(({ index }) => index === current) ? current : items[0]?.index;
  return (
    <div ref={scroller} className={classes.matches}>
      <div
        className={classes.rows}
        role="list"
        aria-label={messages.find.matchList}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, start }) => {
          const match = matches[index];
          return (
            match && (
              <div
                key={index}
                role="listitem"
                aria-setsize={matches.length}
                aria-posinset={index + 1}
                className={classes.item}
                style={{ transform: `translateY(${String(start)}px)`, height: rowHeight }}
              >
                <button
                  type="button"
                  className={classes.match}
                  data-index={index}
                  tabIndex={index === stop ? 0 : -1}
                  aria-current={index === current || undefined}
                  onClick={() => goToMatch(index, { focus: true })}
                >
                  <Words {...match} />
                  <span className={classes.chapter}>{match.blockId === null ? messages.find.inTitle : titles.get(match.chapterId)}</span>
                </button>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function Words({ text, start, end }: FoundMatch) {
  const from = Math.max(0, start - around.before);
  return (
    <span className={classes.words}>
      {from > 0 && '…'}
      {text.slice(from, start)}
      <mark className={classes.mark}>{text.slice(start, end)}</mark>
      {text.slice(end, end + around.after)}
    </span>
  );
}
