import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useAriaKeys, useKeys, withKeys } from '../../core/commands/commands.ts';
import { lookFor, stepMatch, useTranscriptEdits } from './edits.ts';
import { mostMatches } from '#shared/transcripts/search.ts';
import { number } from '../../lib/format.ts';
import { findFieldId } from './commands.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './find-bar.module.css';

/** Finds words in the open transcript: how often they are there, and from one place to the next. */
export function FindBar() {
  const wanted = useTranscriptEdits((state) => state.wanted);
  const count = useTranscriptEdits((state) => state.matches.length);
  const current = useTranscriptEdits((state) => state.current);
  const keys = useAriaKeys('transcribe.find');
  const [next, previous] = [useKeys('transcribe.find-next'), useKeys('transcribe.find-previous')];
  const words = count === 0 ? 'Not found' : `${number(current + 1)} of ${number(count)}${count >= mostMatches ? ' and more' : ''}`;
  return (
    <div className={classes.bar} role="search" aria-label="The transcript">
      <TextInput
        id={findFieldId}
        type="search"
        role="searchbox"
        className={classes.field ?? ''}
        aria-label="Find in the transcript"
        aria-keyshortcuts={keys}
        placeholder="Find in the transcript"
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
      <Tooltip label={withKeys('The place before', previous)}>
        <ActionIcon aria-label="Previous match" disabled={count === 0} onClick={() => stepMatch(-1)}>
          <IconChevronUp size={iconSize.large} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={withKeys('The next place', next)}>
        <ActionIcon aria-label="Next match" disabled={count === 0} onClick={() => stepMatch(1)}>
          <IconChevronDown size={iconSize.large} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
