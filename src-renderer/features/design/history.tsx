import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconHistory, IconHistoryOff, IconRestore, IconTrash } from '@tabler/icons-react';
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
} from './stores.ts';
import { comingDesign } from './designs-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HistoryEntry, HistoryList } from '../../core/failures/history-list.tsx';
import { iconSize } from '../../lib/icon-size.ts';
import { StatusGlyph, type Status } from '../../ui/status-glyph.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { messages } from '#shared/messages/index.ts';

/** Every design that was paid for, with its candidates: found by words, opened again, and made the start of another. */
export function History() {
  const { history, designs, next, search, showRemoved } = useDesigns(
    useShallow(({ history, designs, next, search, showRemoved }) => ({ history, designs, next, search, showRemoved })),
  );
  const openId = useDesigns((state) => (state.open ?? comingDesign(state))?.operation.operationId);
  const [removing, setRemoving] = useState<DesignRecord>();
  return (
    <>
      <HistoryList
        name={messages.design.history}
        heading={showRemoved ? messages.design.removed : messages.design.history}
        actions={
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => listRemoved(!showRemoved)}>
            {showRemoved ? messages.design.backToHistory : messages.design.removed}
          </Button>
        }
        listName={showRemoved ? messages.design.removedDesignsNewestFirst : messages.design.designsNewestFirst}
        search={{
          name: messages.design.searchDesigns,
          placeholder: messages.design.promptTextOrVoice,
          value: search,
          onSearch: searchDesigns,
          nothing: messages.design.noMatchingDesigns,
          searched: messages.design.searchScope,
        }}
        reading={history}
        what={messages.design.theHistory}
        onAgain={() => void loadDesigns()}
        onMore={next === null ? undefined : () => void loadMoreDesigns()}
        none={
          showRemoved ? (
            <EmptyState
              level={3}
              icon={<IconHistoryOff size={iconSize.picture} stroke={1.4} aria-hidden />}
              title={messages.design.nothingRemoved}
            >
              {messages.design.removedNote}
            </EmptyState>
          ) : (
            <EmptyState
              level={3}
              icon={<IconHistory size={iconSize.picture} stroke={1.4} aria-hidden />}
              title={messages.design.noDesignsYet}
            >
              {messages.design.historyNote}
            </EmptyState>
          )
        }
        entries={designs.map((record) => (
          <Entry
            key={record.operation.operationId}
            record={record}
            current={record.operation.operationId === openId}
            removed={showRemoved}
            onRemove={() => setRemoving(record)}
          />
        ))}
      />
      {removing && <RemoveDialog record={removing} onClose={() => setRemoving(undefined)} />}
    </>
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
  return (
    <HistoryEntry
      operationId={operation.operationId}
      createdAt={operation.createdAt}
      current={current}
      onOpen={() => openDesign(record)}
      title={record.prompt}
      facts={
        <>
          <StatusGlyph status={status}>{words}</StatusGlyph>
          {operation.creditsUsed !== null && <span>{messages.design.credit(operation.creditsUsed)}</span>}
        </>
      }
      outcome={voices.length > 0 ? messages.design.savedAsNamed(voices.join(', ')) : undefined}
      menu={
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={messages.design.moreActions(record.prompt.slice(0, 60))}>
              <IconDots size={iconSize.normal} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={iconSize.normal} aria-hidden />} onClick={() => duplicateDesign(record)}>
              {messages.design.duplicateAndAdjust}
            </Menu.Item>
            {removed ? (
              <Menu.Item
                leftSection={<IconRestore size={iconSize.normal} aria-hidden />}
                onClick={() => void removeDesign(operation.operationId, false)}
              >
                {messages.design.restore}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconTrash size={iconSize.normal} aria-hidden />} onClick={onRemove}>
                {messages.design.removeEllipsis}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      }
    />
  );
}

/** How a design stands, by a shape and a word. */
function standing({ operation, candidates }: DesignRecord): { status: Status; words: string } {
  switch (operation.state) {
    case 'sending':
      return { status: 'generating', words: messages.design.inProgress };
    case 'waiting':
      return operation.failure
        ? { status: 'incomplete', words: messages.design.previewsMissing }
        : { status: 'generating', words: messages.design.fetchingPreviews };
    case 'unknown':
      return { status: 'incomplete', words: messages.design.stateNoResponse };
    case 'failed':
      return { status: 'failed', words: messages.design.failed };
    default:
      return { status: 'done', words: messages.design.candidate(candidates.length) };
  }
}
