import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PaidOperation } from '#shared/operations/paid.ts';
import type { MediaJobs } from './media-jobs.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HistoryEntry, HistoryList } from '../failures/history-list.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { costWords, isRunning, stateGlyphs, stateWords } from '../jobs/job-words.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { messages } from '#shared/messages/index.ts';

interface MediaJobHistoryProps {
  jobs: Pick<MediaJobs, 'history' | 'operations' | 'showRemoved' | 'whole' | 'open'>;
  /** What an entry is called: its summary, without what the panel says already. */
  titleOf: (operation: PaidOperation) => string;
  onOpen: (operation: PaidOperation) => void;
  onListRemoved: (removed: boolean) => void;
  /** Takes a job out of the list, or puts it back. */
  onToggleRemoved: (operation: PaidOperation) => void;
  onMore: () => void;
  onAgain: () => void;
  /** What is said while there is none. */
  none: string;
  /** Below the list: what the service lists besides. */
  children?: ReactNode;
}

/** Every job of a kind that was paid for, newest first, to be opened again. */
export function MediaJobHistory({ jobs, titleOf, onOpen, none, children, ...rest }: MediaJobHistoryProps) {
  const { history, operations, showRemoved, whole, open } = jobs;
  const { onListRemoved, onToggleRemoved, onMore, onAgain } = rest;
  return (
    <HistoryList
      name={messages.mediaJobs.history}
      removed={{ shown: showRemoved, onShow: onListRemoved }}
      listName={messages.mediaJobs.newestFirst}
      reading={history}
      what={messages.mediaJobs.theHistory}
      onAgain={onAgain}
      onMore={whole ? undefined : onMore}
      none={
        <EmptyState level={3} icon={<IconHistory size={iconSize.picture} stroke={1.4} aria-hidden />} title={messages.mediaJobs.noneYet}>
          {none}
        </EmptyState>
      }
      entries={operations.map((operation) => (
        <HistoryEntry
          key={operation.operationId}
          operationId={operation.operationId}
          createdAt={operation.createdAt}
          current={open?.operation.operationId === operation.operationId}
          onOpen={() => onOpen(operation)}
          title={titleOf(operation)}
          removal={{
            isRemoved: showRemoved,
            isRunning: isRunning(operation),
            onChange: () => onToggleRemoved(operation),
          }}
          facts={
            <>
              <StatusGlyph status={stateGlyphs[operation.state]}>{stateWords[operation.state]}</StatusGlyph>
              <span>{costWords(operation)}</span>
            </>
          }
        />
      ))}
    >
      {children}
    </HistoryList>
  );
}
