import { Button, Loader, TextInput } from '@mantine/core';
import { IconFileText, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useShallow } from 'zustand/react/shallow';
import type { TranscriptRecord } from '#shared/operations/transcripts.ts';
import { loadMoreTranscripts, loadTranscripts, openTranscript, searchTranscripts, useTranscripts } from '../../state/transcripts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../ui/failure-card.tsx';
import { clock, moment } from '../../ui/format.ts';
import { costWords, stateGlyphs, stateWords } from '../../ui/job-words.ts';
import { SectionHeading } from '../../ui/section.tsx';
import { StatusGlyph } from '../../ui/status-glyph.tsx';
import classes from './earlier.module.css';

/** Every transcription that was paid for, found by words and opened again. */
export function Earlier() {
  const { list, transcripts, next, search } = useTranscripts(
    useShallow(({ list, transcripts, next, search }) => ({ list, transcripts, next, search })),
  );
  const openId = useTranscripts((state) => (state.open?.record ?? state.closed?.record)?.operation.operationId);
  return (
    <section className={classes.earlier} aria-label="Transcripts">
      <div className={classes.head}>
        <SectionHeading>Transcripts</SectionHeading>
        <TextInput
          type="search"
          role="searchbox"
          aria-label="Search transcripts"
          placeholder="Name or words"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          maxLength={200}
          onChange={(event) => searchTranscripts(event.currentTarget.value)}
        />
      </div>
      {transcripts.length > 0 ? (
        <ul className={classes.list} aria-label="Transcripts, newest first">
          {transcripts.map((record) => (
            <Entry key={record.operation.operationId} record={record} current={record.operation.operationId === openId} />
          ))}
        </ul>
      ) : (
        <Nothing />
      )}
      {list.state === 'failed' && transcripts.length > 0 && <FailureCard failure={list.failure} paid={false} about="The list" />}
      {next !== null && transcripts.length > 0 && (
        <Button className={classes.more ?? ''} variant="default" onClick={() => void loadMoreTranscripts()}>
          Show older ones
        </Button>
      )}
    </section>
  );
}

function Nothing() {
  const { list, search } = useTranscripts(useShallow(({ list, search }) => ({ list, search })));
  if (list.state === 'failed')
    return (
      <FailureCard
        failure={list.failure}
        paid={false}
        about="The list could not be read."
        action={
          <Button variant="default" onClick={() => void loadTranscripts()}>
            Read again
          </Button>
        }
      />
    );
  if (list.state === 'loading') return <EmptyState icon={<Loader size={20} />} title="Reading the list" />;
  if (search.trim() !== '')
    return (
      <EmptyState
        icon={<IconSearchOff size={28} stroke={1.4} />}
        title="No transcript has these words"
        action={
          <Button variant="default" onClick={() => searchTranscripts('')}>
            Clear the search
          </Button>
        }
      >
        Names and the beginnings of texts are searched.
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconFileText size={28} stroke={1.4} />} title="No transcripts yet">
      What you transcribe is kept here, with its sound where it was a file.
    </EmptyState>
  );
}

function Entry({ record, current }: { record: TranscriptRecord; current: boolean }) {
  const { operation, name, excerpt, seconds, edited } = record;
  const made = new Date(operation.createdAt);
  return (
    <li className={classes.entry} data-current={current || undefined} data-transcript={operation.operationId}>
      <button
        type="button"
        className={classes.open}
        aria-current={current ? 'true' : undefined}
        onClick={() => void openTranscript(record)}
      >
        <span className={classes.name}>{name}</span>
        {excerpt !== '' && <span className={classes.excerpt}>{excerpt}</span>}
        <span className={classes.facts}>
          <StatusGlyph status={stateGlyphs[operation.state]}>{stateWords[operation.state]}</StatusGlyph>
          {edited && <span>Edited</span>}
          {seconds !== null && <span>{clock(seconds)}</span>}
          <span>{costWords(operation)}</span>
          <time dateTime={made.toISOString()}>{moment(operation.createdAt)}</time>
        </span>
      </button>
    </li>
  );
}
