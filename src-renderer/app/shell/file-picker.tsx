import { ActionIcon, Button, Loader, TextInput } from '@mantine/core';
import { IconArrowUp, IconFileMusic, IconFolder } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Failure } from '#shared/failure.ts';
import { useProject } from '../../core/project/project.ts';
import { listFolder, type Folder } from '../../core/files/files.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureCard } from '../../core/failures/failure-card.tsx';
import { day } from '../../lib/format.ts';
import { iconSize } from '../../lib/icon-size.ts';
import classes from './file-picker.module.css';
import { messages } from '#shared/messages/index.ts';

/** Chooses a project file of main's file system, where the host has no dialog of the operating system. */
export function FilePicker({ onClose, onChoose }: { onClose: () => void; onChoose: (path: string) => Promise<Failure | undefined> }) {
  const [folder, setFolder] = useState<Folder>();
  const [address, setAddress] = useState('');
  const [at, setAt] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(true);
  const list = useRef<HTMLUListElement>(null);
  /** What is typed while a folder is read is not written over when that comes. */
  const typed = useRef(false);

  const show = useCallback((answer: Awaited<ReturnType<typeof listFolder>>): void => {
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.failure);
      return;
    }
    setFailure(undefined);
    setFolder(answer.value);
    setAt(0);
    if (typed.current) return;
    setAddress(answer.value.path);
    list.current?.focus();
  }, []);
  useEffect(() => {
    // Where the open project lies, its neighbours are likely to be wanted.
    const beside = useProject.getState().details?.path.replace(/[\\/][^\\/]*$/u, '');
    void listFolder(beside === '' ? undefined : beside).then(show);
  }, [show]);
  const go = async (path: string): Promise<void> => {
    setBusy(true);
    typed.current = false;
    show(await listFolder(path));
  };

  const choose = async (path: string): Promise<void> => {
    setBusy(true);
    const failed = await onChoose(path);
    setBusy(false);
    if (failed) setFailure(failed);
    else onClose();
  };
  const entries = (folder?.entries ?? []).filter((entry) => entry.kind !== 'file');
  const current = entries[at];
  const take = (entry: (typeof entries)[number] | undefined): void => {
    if (entry) void (entry.kind === 'folder' ? go(entry.path) : choose(entry.path));
  };
  const up = (): void => {
    if (folder?.parent != null) void go(folder.parent);
  };

  return (
    <Dialog onClose={onClose} title={messages.window.openProject} size="var(--dialog-wide)">
      <form
        className={classes.address}
        onSubmit={(event) => {
          event.preventDefault();
          void (address.endsWith('.voicewright') ? choose(address) : go(address));
        }}
      >
        <ActionIcon aria-label={messages.window.parentFolder} variant="default" disabled={folder?.parent == null} onClick={up}>
          <IconArrowUp size={iconSize.large} aria-hidden />
        </ActionIcon>
        <TextInput
          aria-label={messages.window.folder}
          className={classes.path}
          value={address}
          spellCheck={false}
          rightSection={busy ? <Loader size={iconSize.normal} /> : undefined}
          onChange={(event) => {
            typed.current = true;
            setAddress(event.currentTarget.value);
          }}
        />
      </form>
      {failure && <FailureCard failure={failure} paid={false} />}
      <div className={classes.frame}>
        <EntryList list={list} entries={entries} at={at} onMove={setAt} onTake={take} onUp={up} />
        {folder && entries.length === 0 && (
          <div className={classes.nothing}>
            <EmptyState title={messages.window.nothingToOpenHere}>{messages.window.folderEmpty}</EmptyState>
          </div>
        )}
      </div>
      {folder?.truncated === true && <p className={classes.note}>{messages.window.folderTruncated}</p>}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {messages.window.cancel}
        </Button>
        <Button disabled={!current || busy} onClick={() => take(current)}>
          {current?.kind === 'folder' ? messages.window.openFolder : messages.window.open}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface EntryListProps {
  list: RefObject<HTMLUListElement | null>;
  entries: Folder['entries'];
  /** The index of the chosen one. */
  at: number;
  onMove: (to: number) => void;
  onTake: (entry: Folder['entries'][number] | undefined) => void;
  onUp: () => void;
}

/** Folders and projects: arrows choose, Enter opens, Backspace goes up. */
function EntryList({ list, entries, at, onMove, onTake, onUp }: EntryListProps) {
  const current = entries[at];
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(entries.length - 1, to));
    onMove(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent): void => {
    const moves: Partial<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 };
    const to = moves[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter') onTake(current);
    else if (event.key === 'Backspace' || event.key === 'ArrowLeft') onUp();
    else return;
    event.preventDefault();
  };
  return (
    <ul
      ref={list}
      className={classes.list}
      role="listbox"
      aria-label={messages.window.foldersAndProjects}
      aria-activedescendant={current ? `entry-${String(at)}` : undefined}
      tabIndex={0}
      onKeyDown={onKey}
      data-autofocus
    >
      {entries.map((entry, index) => (
        <li
          key={entry.path}
          id={`entry-${String(index)}`}
          role="option"
          aria-selected={index === at}
          className={classes.entry}
          onClick={() => onMove(index)}
          onDoubleClick={() => onTake(entry)}
        >
          {entry.kind === 'folder' ? (
            <IconFolder size={iconSize.large} stroke={1.6} aria-label={messages.window.folder} />
          ) : (
            <IconFileMusic size={iconSize.large} stroke={1.6} aria-label={messages.window.project} />
          )}
          <span className={classes.name}>{entry.name}</span>
          <time className={classes.time}>{entry.modifiedAt > 0 ? day(entry.modifiedAt) : ''}</time>
        </li>
      ))}
    </ul>
  );
}
