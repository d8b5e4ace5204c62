import { ActionIcon, Button, Popover, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowMerge,
  IconArrowUp,
  IconChecklist,
  IconChevronDown,
  IconFileDiff,
  IconFileText,
  IconHistory,
  IconMicrophone,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { maximumTitle, type OutlineEntry } from '#shared/narration/outline.ts';
import type { ChapterProgress } from '#shared/narration/chapter-progress.ts';
import { addChapterCommands } from '../../core/chapter/chapter-commands.ts';
import {
  addChapter,
  joinChapter,
  moveChapter,
  progressByChapter,
  removeChapter,
  renameChapter,
  whyNoMore,
  whyNotDeleted,
} from '../../core/chapter/chapters.ts';
import { useKeys, withKeys } from '../../core/commands/commands.ts';
import { showChapter, useProject } from '../../core/project/project.ts';
import { useWindow } from '../../core/window/window.ts';
import { number, spoken, wholeClock } from '../../lib/format.ts';
import { focusScript } from './script/script.tsx';
import { canUpdateProject, chooseManuscripts, chooseRecording, openVersions, proofedByChapter, usePickups } from './stores.ts';
import { iconSize } from '../../lib/icon-size.ts';
import { TitleField } from '../../ui/title-field.tsx';
import classes from './chapter-menu.module.css';
import { messages } from '#shared/messages/index.ts';

const whyNoUpdate = (): string | undefined => (canUpdateProject() ? undefined : messages.manuscript.noText);

/** The name of the chapter that is shown; it opens the list of all of them. */
export function ChapterMenu() {
  const outline = useProject((state) => state.outline);
  const chapterId = useProject((state) => state.chapterId);
  const [opened, setOpened] = useState(false);
  const [renaming, setRenaming] = useState<string>();
  const target = useRef<HTMLButtonElement>(null);
  const keys = useKeys('chapters.list');
  useEffect(
    () =>
      addChapterCommands({
        importFiles: () => chooseManuscripts(),
        updateFromFiles: () => chooseManuscripts('update'),
        whyNoUpdate,
        list: () => setOpened(true),
        rename: () => {
          setRenaming(useProject.getState().chapterId);
          setOpened(true);
        },
      }),
    [],
  );
  const at = outline.findIndex(({ id }) => id === chapterId);
  const close = (): void => {
    setOpened(false);
    setRenaming(undefined);
  };
  return (
    <Popover
      opened={opened}
      onChange={(shown) => {
        if (shown) return;
        close();
        target.current?.focus();
      }}
      position="bottom-start"
      shadow="md"
      trapFocus
      // While a chapter is named, Escape leaves its field.
      closeOnEscape={renaming === undefined}
    >
      <Popover.Target>
        <h1 className={classes.heading}>
          <Tooltip label={withKeys(messages.narration.chapters, keys)}>
            <Button
              ref={target}
              className={classes.target}
              variant="subtle"
              color="gray"
              rightSection={<IconChevronDown size={iconSize.normal} aria-hidden />}
              aria-haspopup="dialog"
              aria-expanded={opened}
              aria-description={messages.narration.chapterOf(String(at + 1), String(outline.length))}
              onClick={() => (opened ? close() : setOpened(true))}
            >
              <span className={classes.shown}>{outline[at]?.title}</span>
            </Button>
          </Tooltip>
        </h1>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={messages.narration.chapters}>
        <ChapterList outline={outline} current={chapterId} renaming={renaming} onRename={setRenaming} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ListProps {
  outline: readonly OutlineEntry[];
  current: string | undefined;
  renaming: string | undefined;
  onRename: (chapterId: string | undefined) => void;
  onDone: () => void;
}

function ChapterList({ outline, current, renaming, onRename, onDone }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  const drag = useRowDrag(outline);
  useProject((state) => state.takes); // what is finished follows from them
  usePickups((state) => state.pickups);
  usePickups((state) => state.checked);
  const progress = progressByChapter();
  const proofed = proofedByChapter();
  // A row that went took the focus with it, and so does a name that was given.
  useEffect(() => {
    if (renaming === undefined && (document.activeElement === document.body || document.activeElement === null))
      list.current?.querySelector<HTMLElement>('[aria-current] button')?.focus();
  }, [outline, renaming]);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }); // some browsers answer with a promise
  }, []);
  const choose = (chapterId: string): void => {
    onDone();
    if (chapterId === current) focusScript();
    else showChapter(chapterId);
  };
  const remove = (chapterId: string): void => {
    removeChapter(chapterId);
    useWindow.setState({ focusScript: false }); // the list keeps it
  };
  return (
    <>
      <div className={classes.columns} aria-hidden>
        <span className={classes.words}>{messages.narration.wordsColumn}</span>
        <span className={classes.figure}>{messages.narration.lengthColumn}</span>
        <span className={classes.figure}>{messages.narration.audioColumn}</span>
        {proofed.size > 0 && <span className={classes.figure}>{messages.narration.checkedColumn}</span>}
      </div>
      <ol ref={list} className={classes.list} aria-label={messages.narration.chapters} onKeyDown={moveThroughRows}>
        {outline.map((entry, index) =>
          renaming === entry.id ? (
            <li key={entry.id} className={classes.row}>
              <TitleField
                label={messages.narration.chapterTitle}
                title={entry.title}
                maxLength={maximumTitle}
                className={classes.field}
                onRename={(title) => renameChapter(entry.id, title)}
                onDone={() => onRename(undefined)}
              />
            </li>
          ) : (
            <Row
              key={entry.id}
              {...{ entry, index, count: outline.length, isCurrent: entry.id === current }}
              progress={progress.get(entry.id)}
              proofed={proofed.get(entry.id)}
              isProofing={proofed.size > 0}
              drag={drag.of(entry.id)}
              onChoose={() => choose(entry.id)}
              onRename={() => onRename(entry.id)}
              onRemove={() => remove(entry.id)}
            />
          ),
        )}
      </ol>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconPlus size={iconSize.normal} aria-hidden />}
        disabled={whyNoMore() !== undefined}
        onClick={() => {
          addChapter();
          onDone();
        }}
      >
        {messages.narration.addChapter}
      </Button>
      <div className={classes.more}>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconFileText size={iconSize.normal} aria-hidden />}
          disabled={whyNoMore() !== undefined}
          onClick={() => {
            chooseManuscripts();
            onDone();
          }}
        >
          {messages.manuscript.importEllipsis}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconFileDiff size={iconSize.normal} aria-hidden />}
          disabled={whyNoUpdate() !== undefined}
          onClick={() => {
            chooseManuscripts('update');
            onDone();
          }}
        >
          {messages.manuscript.updateEllipsis}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconMicrophone size={iconSize.normal} aria-hidden />}
          onClick={() => {
            onDone();
            chooseRecording();
          }}
        >
          {messages.recordedTakes.importForChapter}
        </Button>
        <Button
          variant="subtle"
          color="gray"
          justify="flex-start"
          leftSection={<IconHistory size={iconSize.normal} aria-hidden />}
          onClick={() => {
            onDone();
            openVersions();
          }}
        >
          {messages.versions.open}
        </Button>
      </div>
      <p className={classes.hint}>{messages.narration.chapterKeys}</p>
    </>
  );
}

/** The keys go from title to title, as in any list; Enter opens the one that has the focus. */
function moveThroughRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target instanceof HTMLInputElement) return;
  const rows = [...event.currentTarget.children];
  const at = rows.findIndex((row) => row.contains(event.target as Element));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[to]?.querySelector('button')?.focus();
}

/** What a row needs to be dragged, and to be dropped on. */
interface RowDrag {
  'data-drop': 'before' | 'after' | undefined;
  onDragStart: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onDragEnd: () => void;
}

/** Rows are put before or after one another by the pointer. Only rows of this list are taken. */
function useRowDrag(outline: readonly OutlineEntry[]): { of: (chapterId: string) => RowDrag } {
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<{ id: string; after: boolean }>();
  const end = (): void => {
    setDragged(undefined);
    setTarget(undefined);
  };
  const placeOf = (chapterId: string): number => outline.findIndex(({ id }) => id === chapterId);
  return {
    of: (chapterId) => ({
      'data-drop': target?.id !== chapterId ? undefined : target.after ? 'after' : 'before',
      onDragStart: (event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        setDragged(chapterId);
      },
      onDragOver: (event) => {
        if (dragged === undefined) return;
        event.preventDefault();
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const after = event.clientY > top + height / 2;
        if (target?.id !== chapterId || target.after !== after) setTarget({ id: chapterId, after });
      },
      onDrop: (event) => {
        if (dragged === undefined || !target) return;
        event.preventDefault();
        const from = placeOf(dragged);
        const gap = placeOf(target.id) + (target.after ? 1 : 0);
        moveChapter(dragged, (gap > from ? gap - 1 : gap) - from);
        end();
      },
      onDragEnd: end,
    }),
  };
}

interface RowProps {
  progress: ChapterProgress | undefined;
  proofed: number | undefined;
  /** A column of what is proofed is shown. */
  isProofing: boolean;
  drag: RowDrag;
  entry: OutlineEntry;
  index: number;
  count: number;
  isCurrent: boolean;
  onChoose: () => void;
  onRename: () => void;
  onRemove: () => void;
}

function Row({
  entry: { id, title },
  index,
  count,
  isCurrent,
  progress,
  proofed,
  isProofing,
  drag,
  onChoose,
  onRename,
  onRemove,
}: RowProps) {
  const keep = whyNotDeleted(count);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'F2') onRename();
    else if (event.key === 'Delete' && keep === undefined) onRemove();
    else if (event.altKey && event.key === 'ArrowUp') moveChapter(id, -1);
    else if (event.altKey && event.key === 'ArrowDown') moveChapter(id, 1);
    else return;
    event.preventDefault();
  };
  return (
    <li className={classes.row} aria-current={isCurrent ? 'true' : undefined} draggable {...drag} onKeyDown={onKey}>
      <button
        type="button"
        className={classes.title}
        data-autofocus={isCurrent ? '' : undefined}
        onClick={onChoose}
        onDoubleClick={onRename}
      >
        <span className={classes.number}>{index + 1}</span>
        <span className={classes.name}>{title}</span>
        {progress && <Progress {...progress} />}
        {isProofing && <span className={classes.figure}>{proofed !== undefined && <Proofed percent={proofed} />}</span>}
      </button>
      <span className={classes.acts}>
        <Act
          name={messages.narration.moveUp(title)}
          reason={index === 0 ? messages.narration.isFirst : undefined}
          onPress={() => moveChapter(id, -1)}
        >
          <IconArrowUp size={iconSize.normal} aria-hidden />
        </Act>
        <Act
          name={messages.narration.moveDown(title)}
          reason={index === count - 1 ? messages.narration.isLast : undefined}
          onPress={() => moveChapter(id, 1)}
        >
          <IconArrowDown size={iconSize.normal} aria-hidden />
        </Act>
        <Act
          name={messages.manuscript.joinNamed(title)}
          reason={index === 0 ? messages.narration.isFirst : undefined}
          onPress={() => void joinChapter(id)}
        >
          <IconArrowMerge size={iconSize.normal} aria-hidden />
        </Act>
        <Act name={messages.narration.rename(title)} onPress={onRename}>
          <IconPencil size={iconSize.normal} aria-hidden />
        </Act>
        <Act name={messages.narration.deleteNamed(title)} reason={keep} onPress={onRemove}>
          <IconTrash size={iconSize.normal} aria-hidden />
        </Act>
      </span>
    </li>
  );
}

/** Its words, how long it runs, and how much of it has its sound. */
function Progress({ words, seconds, finished }: ChapterProgress) {
  return (
    <>
      <span className={classes.words}>
        <span aria-hidden>{number(words)}</span>
        <VisuallyHidden>{messages.narration.word(words)}</VisuallyHidden>
      </span>
      <span className={classes.figure}>
        <span aria-hidden>{seconds > 0 ? wholeClock(Math.round(seconds)) : '–'}</span>
        <VisuallyHidden>{seconds > 0 ? spoken(Math.round(seconds)) : messages.narration.noAudioInline}</VisuallyHidden>
      </span>
      <span className={classes.figure} data-finished={finished === 100 ? '' : undefined}>
        {messages.shapes.percentDone(finished)}
        <VisuallyHidden> {messages.narration.finished}</VisuallyHidden>
      </span>
    </>
  );
}

/** How much of it was checked and has nothing left to look at. */
function Proofed({ percent }: { percent: number }) {
  return (
    <Tooltip label={messages.pickups.proofedPercent(percent)}>
      <span className={classes.checked} data-finished={percent === 100 ? '' : undefined}>
        <IconChecklist className={classes.proofed} size={iconSize.small} aria-hidden />
        {messages.shapes.percentDone(percent)}
        <VisuallyHidden> {messages.pickups.proofed}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}

function Act({ name, reason, onPress, children }: { name: string; reason?: string | undefined; onPress: () => void; children: ReactNode }) {
  return (
    <Tooltip label={reason === undefined ? name : `${name}: ${reason}`}>
      <ActionIcon aria-label={name} disabled={reason !== undefined} onClick={onPress}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
