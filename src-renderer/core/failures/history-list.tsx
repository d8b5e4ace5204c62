import { ActionIcon, Button, Loader, TextInput } from '@mantine/core';
import { IconArchiveOff, IconRestore, IconSearch, IconSearchOff, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from './failure-card.tsx';
import { moment } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { SectionHeading } from '../../ui/section.tsx';
import { removeInPlace, type EntryRemoval } from '../removal/remove-in-place.ts';
import classes from './history-list.module.css';
import { messages } from '#shared/messages/index.ts';

/** How far a list that is read from main has come. */
type Reading = { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };

interface HistoryListProps {
  /** The region's name, and its heading where there is no other. */
  name: string;
  heading?: string;
  /** Beside the heading. */
  actions?: ReactNode;
  /** Entries can be removed: whether those that were are shown, and what shows them or the others. */
  removed?: { shown: boolean; onShow: (shown: boolean) => void } | undefined;
  search?:
    | {
        name: string;
        placeholder: string;
        value: string;
        onSearch: (words: string) => void;
        /** Said where nothing is found: that there is none, and what is searched. */
        nothing: string;
        searched: string;
      }
    | undefined;
  /** The list's own name: `Designs, newest first`. */
  listName: string;
  reading: Reading;
  /** What is read, within a sentence: `the history`. */
  what: string;
  onAgain: () => void;
  /** Shows older entries; `undefined` where all are shown. */
  onMore: (() => void) | undefined;
  /** In place of a list that has no entry and is not searched. */
  none: ReactNode;
  /** `HistoryEntry`s. */
  entries: readonly ReactNode[];
  /** Below the list. */
  children?: ReactNode;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Everything of a kind that was paid for, newest first: found by words, and opened again. */
export function HistoryList({ name, heading, actions, removed, search, listName, entries, onMore, children, ...rest }: HistoryListProps) {
  const { reading, what } = rest;
  const showsRemoved = removed?.shown === true;
  const none = showsRemoved ? <NothingRemoved /> : rest.none;
  return (
    <section className={classes.history} aria-label={name}>
      <div className={classes.head}>
        <SectionHeading actions={removed ? <RemovedToggle {...removed} /> : actions}>
          {showsRemoved ? messages.removal.removed : (heading ?? name)}
        </SectionHeading>
        {search && (
          <TextInput
            type="search"
            role="searchbox"
            aria-label={search.name}
            placeholder={search.placeholder}
            leftSection={<IconSearch size={iconSize.normal} aria-hidden />}
            value={search.value}
            maxLength={200}
            onChange={(event) => search.onSearch(event.currentTarget.value)}
          />
        )}
      </div>
      {entries.length > 0 ? (
        <ul className={classes.list} aria-label={listName}>
          {entries}
        </ul>
      ) : (
        <Nothing search={search} {...rest} none={none} />
      )}
      {reading.state === 'failed' && entries.length > 0 && <FailureCard failure={reading.failure} paid={false} about={capital(what)} />}
      {onMore && entries.length > 0 && (
        <Button className={classes.more ?? ''} variant="default" onClick={onMore}>
          {messages.failures.showOlder}
        </Button>
      )}
      {children}
    </section>
  );
}

/** Shows what was removed from a list, and the list again. */
export function RemovedToggle({ shown, onShow }: { shown: boolean; onShow: (shown: boolean) => void }) {
  return (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onShow(!shown)}>
      {shown ? messages.removal.backToList : messages.removal.removed}
    </Button>
  );
}

export function NothingRemoved() {
  return (
    <EmptyState
      level={3}
      icon={<IconArchiveOff size={iconSize.picture} stroke={1.4} aria-hidden />}
      title={messages.removal.nothingRemoved}
    >
      {messages.removal.nothingRemovedNote}
    </EmptyState>
  );
}

function Nothing({ reading, what, search, none, onAgain }: Pick<HistoryListProps, 'reading' | 'what' | 'search' | 'none' | 'onAgain'>) {
  if (reading.state === 'failed')
    return (
      <FailureCard
        failure={reading.failure}
        paid={false}
        about={messages.failures.notLoaded(capital(what))}
        action={
          <Button variant="default" onClick={onAgain}>
            {messages.failures.readAgain}
          </Button>
        }
      />
    );
  if (reading.state === 'loading')
    return <EmptyState level={3} icon={<Loader size={iconSize.wide} />} title={messages.failures.reading(what)} />;
  if (search === undefined || search.value.trim() === '') return none;
  return (
    <EmptyState
      level={3}
      icon={<IconSearchOff size={iconSize.picture} stroke={1.4} aria-hidden />}
      title={search.nothing}
      action={
        <Button variant="default" onClick={() => search.onSearch('')}>
          {messages.failures.clearSearch}
        </Button>
      }
    >
      {search.searched}
    </EmptyState>
  );
}

interface HistoryEntryProps {
  /** Of the operation that paid for it. */
  operationId: string;
  /** When it was paid for, Unix milliseconds. */
  createdAt: number;
  current: boolean;
  onOpen: () => void;
  /** Its own name, apart from what is quoted of it. */
  title: string;
  excerpt?: string;
  /** How it stands, what it cost and the like, in one line. */
  facts: ReactNode;
  /** What became of it. */
  outcome?: string | undefined;
  /** What else can be done with it, an `ActionIcon` or a menu of one. */
  menu?: ReactNode;
  /** By a button in place of a menu, and by Delete. */
  removal?: EntryRemoval | undefined;
}

/** One that is opened by a press. */
export function HistoryEntry({ operationId, createdAt, current, onOpen, title, excerpt, facts, outcome, ...rest }: HistoryEntryProps) {
  const { removal, menu = removal && <RemoveButton title={title} removal={removal} /> } = rest;
  return (
    <li
      className={classes.entry}
      data-current={current || undefined}
      data-operation={operationId}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && removal) removeInPlace(removal, event.currentTarget);
      }}
    >
      <button
        type="button"
        className={classes.open}
        aria-current={current ? 'true' : undefined}
        data-with-menu={menu === undefined ? undefined : true}
        onClick={onOpen}
      >
        <span className={classes.title}>{title}</span>
        {excerpt !== undefined && excerpt !== '' && <span className={classes.excerpt}>{excerpt}</span>}
        <span className={classes.facts}>
          {facts}
          <time dateTime={new Date(createdAt).toISOString()}>{moment(createdAt)}</time>
        </span>
        {outcome !== undefined && <span className={classes.outcome}>{outcome}</span>}
      </button>
      {menu !== undefined && <div className={classes.menu}>{menu}</div>}
    </li>
  );
}

function RemoveButton({ title, removal }: { title: string; removal: EntryRemoval }) {
  const { removeNamed, restoreNamed } = messages.removal;
  const Icon = removal.isRemoved ? IconRestore : IconTrash;
  const label = (removal.isRemoved ? restoreNamed : removeNamed)(title.slice(0, 60));
  return (
    <ActionIcon aria-label={label} title={label} onClick={(event) => removeInPlace(removal, event.currentTarget)}>
      <Icon size={iconSize.normal} aria-hidden />
    </ActionIcon>
  );
}
