import { ActionIcon, Checkbox, TextInput, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconChevronDown, IconChevronRight, IconScissors } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { messages } from '#shared/messages/index.ts';
import { maximumTitle } from '#shared/narration/outline.ts';
import { number } from '../../../lib/format.ts';
import { iconSize } from '../../../lib/icon-size.ts';
import { chooseDraftChapter, joinDraftChapter, renameDraftChapter, splitDraftChapter } from '../stores.ts';
import { useFocusOnArrival } from './focus-on-arrival.ts';
import type { DraftChapter } from './manuscript-draft.ts';
import classes from './import-dialog.module.css';

/** Up and Down go from chapter to chapter. */
function moveInTree(event: KeyboardEvent<HTMLUListElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('input[type=checkbox]')];
  const row = (event.target as Element).closest('[role=treeitem]');
  const at = boxes.findIndex((box) => row?.contains(box) === true);
  const next = boxes[at + by];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

/** The row of the chapter that the focus is in. */
const rowOf = ({ currentTarget, target }: FocusEvent<HTMLUListElement>): number =>
  [...currentTarget.children].findIndex((row) => row.contains(target));

/** The chapters of the files, each with a checkbox, its title and its paragraphs. */
export function ChapterTree({ chapters, words }: { chapters: readonly DraftChapter[]; words: ReadonlyMap<string, number> }) {
  const tree = useRef<HTMLUListElement>(null);
  /** The row that had the focus last: a join takes it away. */
  const focused = useRef(0);
  useFocusOnArrival(tree, 'input[type=checkbox]');
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const boxes = tree.current?.querySelectorAll<HTMLElement>('input[type=checkbox]');
    boxes?.[Math.min(Math.max(focused.current - 1, 0), boxes.length - 1)]?.focus();
  }, [chapters]);
  return (
    <ul
      ref={tree}
      role="tree"
      aria-label={messages.narration.chapters}
      className={classes.tree}
      onKeyDown={moveInTree}
      onFocus={(event) => (focused.current = rowOf(event))}
    >
      {chapters.map((chapter, index) => (
        <ChapterRow key={chapter.key} chapter={chapter} words={words.get(chapter.key) ?? 0} isFirst={index === 0} />
      ))}
    </ul>
  );
}

/** Blocks of a chapter that are shown at once: enough to find where another begins. */
const shownBlocks = 300;

function ChapterRow({ chapter, words, isFirst }: { chapter: DraftChapter; words: number; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { key, title, isChosen, isFrontMatter, blocks } = chapter;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li role="treeitem" aria-expanded={isOpen} aria-selected={isChosen} className={classes.chapter}>
      <div className={classes.row}>
        <Checkbox aria-label={title} checked={isChosen} onChange={(event) => chooseDraftChapter(key, event.currentTarget.checked)} />
        <Tooltip label={messages.manuscript.paragraphs}>
          <ActionIcon variant="subtle" color="gray" aria-label={messages.manuscript.showParagraphs(title)} onClick={() => setOpen(!isOpen)}>
            <Chevron size={iconSize.normal} />
          </ActionIcon>
        </Tooltip>
        <TextInput
          aria-label={messages.manuscript.titleOf(title)}
          value={title}
          maxLength={maximumTitle}
          onChange={(event) => renameDraftChapter(key, event.currentTarget.value)}
        />
        <span className={classes.words}>
          {/* Why it is not ticked. */}
          {isFrontMatter && title !== messages.manuscript.frontMatter && `${messages.manuscript.frontMatter} · `}
          {messages.manuscript.words(number(words))}
        </span>
        <Tooltip label={messages.manuscript.joinWithPrevious}>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={isFirst}
            aria-label={messages.manuscript.joinNamed(title)}
            onClick={() => joinDraftChapter(key)}
          >
            <IconArrowMerge size={iconSize.normal} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {isFrontMatter && !isOpen && <p className={classes.preview}>{blocks.map(({ text }) => text).join(' · ')}</p>}
      {isOpen && (
        <ul role="group" className={classes.blocks}>
          {blocks.slice(0, shownBlocks).map((block, index) => (
            <li key={index} role="treeitem" aria-selected={false} className={classes.block}>
              <span className={classes.text} data-heading={block.isHeading ? '' : undefined}>
                {block.text}
              </span>
              {index > 0 && (
                <Tooltip label={messages.manuscript.startChapterHere}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={messages.manuscript.startChapterAt(block.text.slice(0, 40))}
                    onClick={() => splitDraftChapter(key, index)}
                  >
                    <IconScissors size={iconSize.normal} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
