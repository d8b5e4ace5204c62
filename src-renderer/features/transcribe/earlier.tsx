import { IconFileText } from '@tabler/icons-react';
import { useShallow } from 'zustand/react/shallow';
import type { TranscriptRecord } from '#shared/operations/transcripts.ts';
import {
  listRemovedTranscripts,
  loadMoreTranscripts,
  loadTranscripts,
  openTranscript,
  searchTranscripts,
  toggleRemovedTranscript,
  useTranscripts,
} from './stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { clock } from '../../lib/format.ts';
import { HistoryEntry, HistoryList } from '../../core/failures/history-list.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { costWords, isRunning, stateGlyphs, stateWords } from '../../core/jobs/job-words.ts';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import { messages } from '#shared/messages/index.ts';

/** Every transcript, recognised or aligned, found by words and opened again. */
export function Earlier() {
  const { list, transcripts, next, search, showRemoved } = useTranscripts(
    useShallow(({ list, transcripts, next, search, showRemoved }) => ({ list, transcripts, next, search, showRemoved })),
  );
  const openId = useTranscripts((state) => (state.open?.record ?? state.closed?.record)?.id);
  return (
    <HistoryList
      name={messages.transcribe.transcripts}
      removed={{ shown: showRemoved, onShow: listRemovedTranscripts }}
      listName={messages.transcribe.transcriptsNewestFirst}
      search={{
        name: messages.transcribe.searchTranscripts,
        placeholder: messages.transcribe.searchPlaceholder,
        value: search,
        onSearch: searchTranscripts,
        nothing: messages.transcribe.noMatchingTranscripts,
        searched: messages.transcribe.searchScope,
      }}
      reading={list}
      what={messages.transcribe.theList}
      onAgain={() => void loadTranscripts()}
      onMore={next === null ? undefined : () => void loadMoreTranscripts()}
      none={
        <EmptyState
          level={3}
          icon={<IconFileText size={iconSize.picture} stroke={1.4} aria-hidden />}
          title={messages.transcribe.noTranscripts}
        >
          {messages.transcribe.noTranscriptsNote}
        </EmptyState>
      }
      entries={transcripts.map((record) => (
        <Entry key={record.id} record={record} current={record.id === openId} isRemoved={showRemoved} />
      ))}
    />
  );
}

function Entry({ record, current, isRemoved }: { record: TranscriptRecord; current: boolean; isRemoved: boolean }) {
  const { id, createdAt, operation, draft, isForClone, name, excerpt, seconds, edited } = record;
  return (
    <HistoryEntry
      operationId={id}
      createdAt={createdAt}
      current={current}
      excerpt={excerpt}
      title={name}
      removal={{
        isRemoved,
        isRunning: operation !== null && isRunning(operation),
        onChange: () => void toggleRemovedTranscript(record),
      }}
      onOpen={() => void openTranscript(record)}
      facts={
        <>
          {operation === null ? (
            <StatusGlyph status="done">{messages.transcribe.alignedState}</StatusGlyph>
          ) : (
            <StatusGlyph status={stateGlyphs[operation.state]}>{stateWords[operation.state]}</StatusGlyph>
          )}
          {isForClone === true && <span>{messages.transcribe.forClone}</span>}
          {draft && <span>{messages.transcribe.draft}</span>}
          {edited && <span>{messages.transcribe.edited}</span>}
          {seconds !== null && <span>{clock(seconds)}</span>}
          <span>{operation === null ? messages.transcribe.free : costWords(operation)}</span>
        </>
      }
    />
  );
}
