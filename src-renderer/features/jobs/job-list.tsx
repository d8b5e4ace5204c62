import { Button, Loader } from '@mantine/core';
import { IconListSearch, IconReceipt, IconWifiOff } from '@tabler/icons-react';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { narrow, openJob, readMore, readMoreElsewhere, refreshJobs, toggleGroup, useJobs } from '../../core/jobs/jobs.ts';
import type { JobsState } from '../../core/jobs/jobs-store.ts';
import { groupRows, type ListRow } from '../../core/jobs/job-groups.ts';
import { fitsElsewhere, isNarrowed, mergeRows, noFilter } from '../../core/jobs/jobs-filter.ts';
import { ConnectionFailure, RestartButton } from '../../core/connections/connection-failure.tsx';
import { useStudio } from '../../core/studio/studio.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { useRem } from '../../lib/narrow.ts';
import { JobLine } from './job-line.tsx';
import classes from './job-list.module.css';
import { messages } from '#shared/messages/index.ts';

/** The height of a row, as `--job-row-height` says it. */
const rowRem = 3.25;
/** Rows that Page Up and Page Down pass over. */
const page = 10;
/** The next page is read when so many rows are left below. */
const ahead = 30;

type Rows = readonly ListRow[];

function useRows(): Rows {
  const { operations, elsewhere, whole, filter, openGroups, opened } = useJobs();
  return useMemo(
    () => findRows({ operations, elsewhere, whole, filter, openGroups, opened }),
    [operations, elsewhere, whole, filter, openGroups, opened],
  );
}

type Listed = Pick<JobsState, 'operations' | 'elsewhere' | 'whole' | 'filter' | 'openGroups' | 'opened'>;

function findRows({ operations, elsewhere, whole, filter, openGroups, opened }: Listed): Rows {
  const now = Date.now();
  const rows = mergeRows(
    operations,
    elsewhere.filter((job) => fitsElsewhere(job, filter, now)),
    whole,
  );
  // Who searches for words looks for one request.
  return filter.text.trim() === '' ? groupRows(rows, opened === undefined ? openGroups : new Set([...openGroups, opened])) : rows;
}

/** Every job in one list, the newest first; arrows go through it, Enter opens a timeline. */
export function JobList() {
  const { operations, whole, reading, sum, opened } = useJobs();
  const rows = useRows();
  const [currentId, setCurrentId] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const listId = useId();
  const at = rows.findIndex(({ id }) => id === (currentId ?? opened));
  const virtual = useVirtualRows(rows, scroller);
  const items = virtual.getVirtualItems();
  useReadAhead(items.at(-1)?.index ?? 0, rows.length, operations.length);
  useAnnouncedCount(sum?.operations);

  const goTo = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setCurrentId(row.id);
    virtual.scrollToIndex(rows.indexOf(row));
    if (opened !== undefined && !('group' in row)) openJob(row.id);
  };
  const onKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(at + 1),
      ArrowUp: () => goTo(at < 0 ? 0 : at - 1),
      PageDown: () => goTo(at + page),
      PageUp: () => goTo(at - page),
      Home: () => goTo(0),
      End: () => goTo(rows.length - 1),
      Enter: () => open(rows[at], true),
      ' ': () => open(rows[at], false),
      ArrowRight: () => fold(rows[at], true),
      ArrowLeft: () => fold(rows[at], false),
      Escape: () => openJob(undefined),
    };
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key];
    if (!step || (event.key === 'Escape' && opened === undefined)) return;
    event.preventDefault();
    step();
  };
  /** A request in a group folds the whole of it. */
  const fold = (row: ListRow | undefined, wanted: boolean): void => {
    const group = row && ('group' in row ? row : rows.slice(0, rows.indexOf(row)).findLast((one) => 'group' in one));
    if (!row || !group || !('group' in group) || (!('group' in row) && (row.isInGroup !== true || wanted)) || group.isOpen === wanted)
      return;
    setCurrentId(group.id);
    toggleGroup(
      group.group.map(({ operationId }) => operationId),
      wanted,
    );
    announce(wanted ? messages.jobs.groupOpened(group.group.length) : messages.jobs.groupFolded);
  };
  const open = (row: ListRow | undefined, focus: boolean): void => {
    if (!row) return;
    if ('group' in row) {
      fold(row, !row.isOpen);
      return;
    }
    const { id } = row;
    setCurrentId(id);
    openJob(id);
    // It is drawn by then; where it was open already, its heading takes the focus all the same.
    if (focus)
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`aside[aria-label="${messages.jobs.timeline}"] h2`)?.focus());
  };

  if (rows.length === 0)
    return (
      <>
        <Failures />
        <Nothing />
        <Older />
      </>
    );
  const current = rows[at];
  const isDrawn = items.some(({ index }) => index === at);
  return (
    <>
      <Failures />
      <div
        ref={scroller}
        className={classes.scroller}
        role="listbox"
        aria-label={messages.jobs.jobs}
        aria-busy={reading === 'first'}
        tabIndex={0}
        aria-activedescendant={current && isDrawn ? `${listId}-${current.id}` : undefined}
        onKeyDown={onKey}
        onFocus={() => {
          if (at < 0 && rows[0]) setCurrentId(rows[0].id);
        }}
      >
        <div
          className={classes.all}
          role="presentation"
          ref={(element) => element?.style.setProperty('height', `${String(virtual.getTotalSize())}px`)}
        >
          {items.map(({ index, start, key }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <Row
                key={key}
                row={row}
                id={`${listId}-${row.id}`}
                place={{ index, of: whole ? rows.length : -1, top: start }}
                isOpen={row.id === opened}
                isCurrent={row.id === current?.id}
                onOpen={() => open(row, false)}
              />
            );
          })}
        </div>
      </div>
      <Older />
    </>
  );
}

/** Draws the rows that are in sight. */
function useVirtualRows(rows: Rows, scroller: RefObject<HTMLDivElement | null>): Virtualizer<HTMLDivElement, Element> {
  const rem = useRem();
  // One and the same as long as the list is, as in Voices.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  // oxlint-disable-next-line react/incompatible-library -- it tells its own changes
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowRem * rem,
    overscan: 12,
    getItemKey,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, rem]);
  return virtual;
}

/** `read`: a page that all went into a group makes no row. */
function useReadAhead(lastShown: number, count: number, read: number): void {
  useEffect(() => {
    if (lastShown >= count - ahead) void readMore();
  }, [lastShown, count, read]);
}

/** Says how many jobs the filter finds, once that changes. */
function useAnnouncedCount(found: number | undefined): void {
  useEffect(() => {
    if (found !== undefined) announce(found === 0 ? messages.jobs.noneFound : messages.jobs.job(found));
  }, [found]);
}

/** `place.of`: -1 where the list is not read to its end. `place.top` in pixels. */
function Row({
  row,
  id,
  place,
  isOpen,
  isCurrent,
  onOpen,
}: {
  row: Rows[number];
  id: string;
  place: { index: number; of: number; top: number };
  isOpen: boolean;
  isCurrent: boolean;
  onOpen: () => void;
}) {
  return (
    <div
      id={id}
      className={classes.row}
      role="option"
      aria-selected={isOpen}
      aria-setsize={place.of}
      aria-posinset={place.index + 1}
      data-current={isCurrent || undefined}
      data-job={row.id}
      data-in-group={'isInGroup' in row || undefined}
      ref={(element) => element?.style.setProperty('transform', `translateY(${String(place.top)}px)`)}
      onClick={onOpen}
    >
      <JobLine row={row} />
    </div>
  );
}

function Failures() {
  const { failure, elsewhereFailure, operations } = useJobs();
  const isGone = useStudio(({ connection }) => connection?.state === 'failed');
  if (!isGone && !elsewhereFailure && (!failure || operations.length === 0)) return null;
  return (
    <div className={classes.failures}>
      <ConnectionFailure kept={messages.jobs.elsewhereNotListed} lists={false} />
      {failure && operations.length > 0 && (
        <FailureCard failure={failure} paid={false} about={messages.jobs.jobList} action={<ReadAgain />} />
      )}
      {elsewhereFailure && !isGone && (
        <FailureCard
          failure={elsewhereFailure}
          paid={false}
          about={messages.jobs.elsewhereNotLoaded}
          action={elsewhereFailure.next === 'restart-local-service' ? <RestartButton /> : <ReadAgain />}
        />
      )}
    </div>
  );
}

const ReadAgain = () => (
  <Button variant="default" onClick={() => void refreshJobs()}>
    {messages.jobs.readAgain}
  </Button>
);

/** What the service lists and is not read yet, once the ledger is read to its end. */
function Older() {
  const { elsewhereLeft, readingElsewhere, whole } = useJobs();
  if (elsewhereLeft === 0 || !whole) return null;
  const read = async (): Promise<void> => {
    await readMoreElsewhere();
    const { elsewhereLeft: left, elsewhereFailure } = useJobs.getState();
    if (elsewhereFailure === undefined)
      announce(left === 0 ? messages.jobs.allListed : messages.jobs.moreAtService(messages.jobs.olderJob(left)));
    // The button goes with the last of them: the focus then stays with the list.
    if (left === 0) document.querySelector<HTMLElement>(`[role="listbox"][aria-label="${messages.jobs.jobs}"]`)?.focus();
  };
  return (
    <div className={classes.more}>
      <span>{messages.jobs.olderAtService(messages.jobs.olderJob(elsewhereLeft))}</span>
      <Button variant="default" size="compact-sm" loading={readingElsewhere} onClick={() => void read()}>
        {messages.jobs.showOlderJobs}
      </Button>
    </div>
  );
}

/** Why there is no row, each in its own words. */
function Nothing() {
  const { filter, reading, failure, sum } = useJobs();
  if (failure)
    return (
      <EmptyState icon={<IconWifiOff size={iconSize.picture} stroke={1.4} aria-hidden />} title={messages.jobs.jobsNotLoaded}>
        <FailureCard failure={failure} paid={false} action={<ReadAgain />} />
      </EmptyState>
    );
  if (reading === 'first' || sum === undefined)
    return (
      <EmptyState icon={<Loader size={iconSize.wide} />} title={messages.jobs.loadingJobs}>
        {messages.jobs.loadingJobsNote}
      </EmptyState>
    );
  if (isNarrowed(filter))
    return (
      <EmptyState
        icon={<IconListSearch size={iconSize.picture} stroke={1.4} aria-hidden />}
        title={messages.jobs.noMatchingJobs}
        action={
          <Button variant="default" onClick={() => narrow(noFilter)}>
            {messages.jobs.clearFilters}
          </Button>
        }
      >
        {messages.jobs.noMatchingJobsNote}
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconReceipt size={iconSize.picture} stroke={1.4} aria-hidden />} title={messages.jobs.emptyTitle}>
      {messages.jobs.emptyNote}
    </EmptyState>
  );
}
