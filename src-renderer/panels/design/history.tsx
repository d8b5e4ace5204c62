import { ActionIcon, Button, Loader, Menu, TextInput } from '@mantine/core';
import { IconCopy, IconDots, IconHistory, IconHistoryOff, IconRestore, IconSearch, IconSearchOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { DesignRecord } from '#shared/operations/paid.ts';
import {
  duplicateDesign,
  listRemoved,
  loadDesigns,
  loadMoreDesigns,
  openDesign,
  removeDesign,
  searchDesigns,
  useDesigns,
} from '../../state/designs.ts';
import { plural } from '../../ui/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../ui/failure-card.tsx';
import { SectionHeading } from '../../ui/section.tsx';
import { StatusGlyph, type Status } from '../../ui/status-glyph.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import classes from './history.module.css';

/** Every design that was paid for, with its candidates: found by words, opened again, and made the start of another. */
export function History() {
  const { history, designs, next, search, showRemoved } = useDesigns(
    useShallow(({ history, designs, next, search, showRemoved }) => ({ history, designs, next, search, showRemoved })),
  );
  const openId = useDesigns((state) => state.open?.operation.operationId);
  const [removing, setRemoving] = useState<DesignRecord>();
  return (
    <section className={classes.history} aria-label="History">
      <div className={classes.head}>
        <SectionHeading
          actions={
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => listRemoved(!showRemoved)}>
              {showRemoved ? 'Back to the history' : 'Removed'}
            </Button>
          }
        >
          {showRemoved ? 'Removed' : 'History'}
        </SectionHeading>
        <TextInput
          type="search"
          role="searchbox"
          aria-label="Search designs"
          placeholder="Prompt, text or voice"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          maxLength={200}
          onChange={(event) => searchDesigns(event.currentTarget.value)}
        />
      </div>
      {designs.length > 0 ? (
        <ul className={classes.list} aria-label={showRemoved ? 'Removed designs, newest first' : 'Designs, newest first'}>
          {designs.map((record) => (
            <Entry
              key={record.operation.operationId}
              record={record}
              current={record.operation.operationId === openId}
              removed={showRemoved}
              onRemove={() => setRemoving(record)}
            />
          ))}
        </ul>
      ) : (
        <Nothing />
      )}
      {history.state === 'failed' && designs.length > 0 && <FailureCard failure={history.failure} paid={false} about="The history" />}
      {next !== null && designs.length > 0 && (
        <Button className={classes.more ?? ''} variant="default" onClick={() => void loadMoreDesigns()}>
          Show older ones
        </Button>
      )}
      {removing && <RemoveDialog record={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  );
}

function Nothing() {
  const { history, search, showRemoved } = useDesigns(useShallow(({ history, search, showRemoved }) => ({ history, search, showRemoved })));
  if (history.state === 'failed')
    return (
      <FailureCard
        failure={history.failure}
        paid={false}
        about="The history could not be read."
        action={
          <Button variant="default" onClick={() => void loadDesigns()}>
            Read again
          </Button>
        }
      />
    );
  if (history.state === 'loading') return <EmptyState icon={<Loader size={20} />} title="Reading the history" />;
  if (search.trim() !== '')
    return (
      <EmptyState
        icon={<IconSearchOff size={28} stroke={1.4} />}
        title="No design has these words"
        action={
          <Button variant="default" onClick={() => searchDesigns('')}>
            Clear the search
          </Button>
        }
      >
        Prompts, preview texts and the names of saved voices are searched.
      </EmptyState>
    );
  return showRemoved ? (
    <EmptyState icon={<IconHistoryOff size={28} stroke={1.4} />} title="Nothing was removed">
      What you remove from the history is kept, and found here.
    </EmptyState>
  ) : (
    <EmptyState icon={<IconHistory size={28} stroke={1.4} />} title="No designs yet">
      Every prompt is kept here with its candidates and their sound.
    </EmptyState>
  );
}

interface EntryProps {
  record: DesignRecord;
  current: boolean;
  removed: boolean;
  onRemove: () => void;
}

function Entry({ record, current, removed, onRemove }: EntryProps) {
  const { operation, saves } = record;
  const { status, words } = standing(record);
  const voices = saves.filter(({ voiceId }) => voiceId !== null).map(({ fields }) => fields.name);
  const made = new Date(operation.createdAt);
  return (
    <li className={classes.entry} data-current={current || undefined} data-design={operation.operationId}>
      <button type="button" className={classes.open} aria-current={current ? 'true' : undefined} onClick={() => openDesign(record)}>
        <span className={classes.prompt}>{record.prompt}</span>
        <span className={classes.facts}>
          <StatusGlyph status={status}>{words}</StatusGlyph>
          <time dateTime={made.toISOString()}>{made.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}</time>
          {operation.creditsUsed !== null && <span>{plural(operation.creditsUsed, 'credit')}</span>}
        </span>
        {voices.length > 0 && <span className={classes.voices}>Saved as {voices.join(', ')}</span>}
      </button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.menu ?? ''} aria-label={`More about ${record.prompt.slice(0, 60)}`}>
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => duplicateDesign(record)}>
            Duplicate and tweak
          </Menu.Item>
          {removed ? (
            <Menu.Item leftSection={<IconRestore size={14} />} onClick={() => void removeDesign(operation.operationId, false)}>
              Put back into the history
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconTrash size={14} />} onClick={onRemove}>
              Remove from the history…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

/** How a design stands, by a shape and a word. */
export function standing({ operation, candidates }: DesignRecord): { status: Status; words: string } {
  switch (operation.state) {
    case 'sending':
      return { status: 'generating', words: 'Being made' };
    case 'waiting':
      return operation.failure ? { status: 'incomplete', words: 'Previews missing' } : { status: 'generating', words: 'Fetching previews' };
    case 'unknown':
      return { status: 'incomplete', words: 'No answer yet' };
    case 'failed':
      return { status: 'failed', words: 'Failed' };
    default:
      return { status: 'done', words: plural(candidates.length, 'candidate') };
  }
}
