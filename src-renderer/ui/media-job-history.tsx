import { Button, Loader } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { MediaJobs } from '../state/media-jobs.ts';
import { EmptyState } from './empty-state.tsx';
import { FailureCard } from './failure-card.tsx';
import { moment } from './format.ts';
import { costWords, stateGlyphs, stateWords } from './job-words.ts';
import { SectionHeading } from './section.tsx';
import { StatusGlyph } from './status-glyph.tsx';
import classes from './media-job-history.module.css';

interface MediaJobHistoryProps {
  jobs: Pick<MediaJobs, 'history' | 'operations' | 'whole' | 'open'>;
  /** What an entry is called: its summary, without what the panel says already. */
  titleOf: (operation: PaidOperation) => string;
  onOpen: (operation: PaidOperation) => void;
  onMore: () => void;
  onAgain: () => void;
  /** What is said while there is none. */
  none: string;
  /** Below the list: what the service lists besides. */
  children?: ReactNode;
}

/** Every job of a kind that was paid for, newest first, to be opened again. */
export function MediaJobHistory({ jobs, titleOf, onOpen, onMore, onAgain, none, children }: MediaJobHistoryProps) {
  const { history, operations, whole, open } = jobs;
  return (
    <section className={classes.history} aria-label="History">
      <div className={classes.head}>
        <SectionHeading>History</SectionHeading>
      </div>
      {operations.length > 0 ? (
        <ul className={classes.list} aria-label="Newest first">
          {operations.map((operation) => (
            <Entry
              key={operation.operationId}
              operation={operation}
              title={titleOf(operation)}
              current={open?.operation.operationId === operation.operationId}
              onOpen={() => onOpen(operation)}
            />
          ))}
        </ul>
      ) : history.state === 'loading' ? (
        <EmptyState icon={<Loader size={20} />} title="Reading the history" />
      ) : (
        history.state === 'ready' && (
          <EmptyState icon={<IconHistory size={28} stroke={1.4} />} title="None yet">
            {none}
          </EmptyState>
        )
      )}
      {history.state === 'failed' && (
        <FailureCard
          failure={history.failure}
          paid={false}
          about="The history could not be read."
          action={
            <Button variant="default" onClick={onAgain}>
              Read again
            </Button>
          }
        />
      )}
      {!whole && (
        <Button className={classes.more ?? ''} variant="default" onClick={onMore}>
          Show older ones
        </Button>
      )}
      {children}
    </section>
  );
}

interface EntryProps {
  operation: PaidOperation;
  title: string;
  current: boolean;
  onOpen: () => void;
}

function Entry({ operation, title, current, onOpen }: EntryProps) {
  const { state, createdAt, operationId } = operation;
  return (
    <li className={classes.entry} data-current={current || undefined} data-operation={operationId}>
      <button type="button" className={classes.open} aria-current={current ? 'true' : undefined} onClick={onOpen}>
        <span className={classes.title}>{title}</span>
        <span className={classes.facts}>
          <StatusGlyph status={stateGlyphs[state]}>{stateWords[state]}</StatusGlyph>
          <time dateTime={new Date(createdAt).toISOString()}>{moment(createdAt)}</time>
          <span>{costWords(operation)}</span>
        </span>
      </button>
    </li>
  );
}
