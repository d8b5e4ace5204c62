import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useAriaKeys, useKeys, withKeys } from '../../core/commands/commands.ts';
import { lookFor, stepMatch, useTranscriptEdits } from './stores.ts';
import { mostMatches } from '#shared/transcripts/search.ts';
import { number } from '../../lib/format.ts';
import { findFieldId } from './commands.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './find-bar.module.css';
import { messages } from '#shared/messages/index.ts';

/** Finds words in the open transcript: how often they are there, and from one place to the next. */
export function FindBar() {
  const wanted = useTranscriptEdits((state) => state.wanted);
  const count = useTranscriptEdits((state) => state.matches.length);
  const current = useTranscriptEdits((state) => state.current);
  const keys = useAriaKeys('transcribe.find');
  const [next, previous] = [useKeys('transcribe.find-next'), useKeys('transcribe.find-previous')];
  const words =
    count === 0
      ? messages.transcribe.notFound
      : messages.transcribe.matchesOf(number(current + 1), number(count), count >= mostMatches ? messages.transcribe.andMore : '');
  return (
    <div className={classes.bar} role="search" aria-label={messages.transcribe.transcriptSubject}>
      <TextInput
        id={findFieldId}
        type="search"
        role="searchbox"
        className={classes.field ?? ''}
        aria-label={messages.transcribe.findCommand}
        aria-keyshortcuts={keys}
        placeholder={messages.transcribe.findCommand}
        leftSection={<IconSearch size={iconSize.normal} aria-hidden />}
        value={wanted}
        maxLength={200}
        onChange={(event) => lookFor(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') stepMatch(event.shiftKey ? -1 : 1);
        }}
      />
      <span className={classes.count} data-none={(wanted.trim() !== '' && count === 0) || undefined}>
        {wanted.trim() === '' ? '' : words}
      </span>
      <Tooltip label={withKeys(messages.transcribe.previousMatch, previous)}>
        <ActionIcon aria-label={messages.transcribe.previousMatch} disabled={count === 0} onClick={() => stepMatch(-1)}>
          <IconChevronUp size={iconSize.large} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys(messages.transcribe.nextMatch, next)}>
        <ActionIcon aria-label={messages.transcribe.nextMatch} disabled={count === 0} onClick={() => stepMatch(1)}>
          <IconChevronDown size={iconSize.large} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
