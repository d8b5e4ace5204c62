import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { commandOf, shownKeys, useCommands } from '../../core/commands/commands.ts';
import { useProject } from '../../core/project/project.ts';
import { closeDialog } from '../../core/window/window.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { announce } from '../../lib/live-region.tsx';
import { panels } from '../registry.ts';
import { listCommands, type ListedCommand } from './list-commands.ts';
import { runCommand } from '../../core/commands/run-command.ts';
import { runInPanel } from './run-in-panel.ts';
import classes from './palette.module.css';
import { messages } from '#shared/messages/index.ts';

/** Rows that Page Up and Page Down pass over. */
const page = 8;

/** At once, so that what is typed right after the palette's key is written into it. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus({ preventScroll: true });

/** The heading of a row, and what is said of it beside its name: its group, or the panel that it leads to. */
const headingOf = ({ group, panel }: ListedCommand): string => panel?.name ?? group;
/** Two panels may have the same command. */
const keyOf = ({ command, panel }: ListedCommand): string => `${panel?.id ?? ''} ${command.id}`;

/**
 * Every command of every panel, found by words and run by Enter or a click; what cannot be done now says why. `shown`: the panel that is shown, by its
 * id.
 */
export function CommandPalette({ shown }: { shown: string }) {
  const commands = useCommands((state) => state.commands);
  const ofPanels = useCommands((state) => state.ofPanels);
  const hasProject = useProject((state) => state.details !== undefined);
  const [query, setQuery] = useState('');
  /** The row that a person went to. */
  const [at, setAt] = useState<number>();
  const [before] = useState(() => document.activeElement);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const { rows: found, isClosest } = useMemo(
    () => listCommands(query, { commands, ofPanels, panels, shown, hasProject }),
    [query, commands, ofPanels, shown, hasProject],
  );
  // What only resembles the words is chosen by going there: Enter alone runs none of it.
  const here = Math.min(at ?? (isClosest ? -1 : 0), found.length - 1);
  const current = found[here];
  const optionId = (row: ListedCommand): string => `${listId}-${keyOf(row)}`.replaceAll(' ', '-');
  useAnnouncedCount(query, found.length, isClosest);

  const close = (): void => {
    closeDialog();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  const choose = (row: ListedCommand | undefined): void => {
    if (!row) return;
    // What cannot be done leaves the palette open: the reason is on its row.
    if (row.reason !== undefined) {
      announce(`${row.title}: ${row.reason}`);
      return;
    }
    close();
    if (row.panel) runInPanel(row.panel.id, row.command);
    else runCommand(row.command);
  };
  const move = (to: number, around = false): void => {
    const last = found.length - 1;
    const next = around && to < 0 ? last : around && to > last ? 0 : Math.max(0, Math.min(last, to));
    setAt(next);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(here + 1, true);
    else if (event.key === 'ArrowUp') move(here - 1, true);
    else if (event.key === 'PageDown') move(here + page);
    else if (event.key === 'PageUp') move(here - page);
    else if (event.key === 'Enter') choose(current);
    else if (event.key === 'Escape' || commandOf(event)?.command.id === 'window.palette') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Modal.Root opened onClose={close} returnFocus={false} closeOnEscape={false} size={560} centered={false} yOffset="12vh" padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label={messages.window.commandPalette}>
        <div className={classes.ask}>
          <IconSearch size={iconSize.large} stroke={1.75} aria-hidden className={classes.glass} />
          <input
            className={classes.query}
            role="combobox"
            aria-label={messages.window.findACommand}
            aria-expanded
            aria-haspopup="listbox"
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={current && optionId(current)}
            placeholder={messages.window.findACommand}
            spellCheck={false}
            autoComplete="off"
            value={query}
            ref={takeFocus}
            data-autofocus
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              setAt(undefined);
              list.current?.scrollTo({ top: 0 });
            }}
            onKeyDown={onKey}
          />
        </div>
        {isClosest && <p className={classes.closest}>{messages.window.closestCommands}</p>}
        <div ref={list} id={listId} className={classes.list} role="listbox" aria-label={messages.window.commands}>
          {found.map((row, index) => {
            const isSearch = query.trim() !== '';
            return (
              <CommandRow
                key={keyOf(row)}
                id={optionId(row)}
                row={row}
                heads={!isSearch && (index === 0 || headingOf(row) !== headingOf(found[index - 1] ?? row))}
                isSearch={isSearch}
                isCurrent={row === current}
                onPoint={() => setAt(index)}
                onChoose={() => choose(row)}
              />
            );
          })}
        </div>
        {found.length === 0 && <p className={classes.nothing}>{messages.window.noMatchingCommandsNote}</p>}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Says how many commands the words find, once they change. */
function useAnnouncedCount(query: string, count: number, isClosest: boolean): void {
  const counted = count === 0 ? messages.window.noMatchingCommands : messages.window.command(count);
  const words = query.trim() === '' ? '' : isClosest ? `${messages.window.closestCommands} ${counted}` : counted;
  useEffect(() => {
    if (words !== '') announce(words);
  }, [words]);
}

function CommandRow({
  id,
  row,
  heads,
  isSearch,
  isCurrent,
  onPoint,
  onChoose,
}: {
  id: string;
  row: ListedCommand;
  /** The first under its heading, which stands above it. */
  heads: boolean;
  isSearch: boolean;
  isCurrent: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const { command, reason, panel } = row;
  return (
    <div role="presentation">
      {heads && (
        <div className={classes.group} role="presentation">
          {headingOf(row)}
        </div>
      )}
      <div
        id={id}
        role="option"
        aria-selected={isCurrent}
        aria-disabled={reason !== undefined}
        className={classes.option}
        onMouseMove={onPoint}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
      >
        <span className={classes.words}>
          <span className={classes.title}>{row.title}</span>
          {reason !== undefined && <span className={classes.reason}>{reason}</span>}
        </span>
        {isSearch && <span className={classes.of}>{headingOf(row)}</span>}
        {!panel && command.keys?.[0] !== undefined && <kbd className={classes.keys}>{shownKeys(command.keys[0])}</kbd>}
      </div>
    </div>
  );
}
