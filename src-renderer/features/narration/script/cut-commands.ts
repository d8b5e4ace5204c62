import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { useChapter } from '../../../core/chapter/chapter.ts';
import { joinChapter, neighbour, splitChapter, whyNotSplit } from '../../../core/chapter/chapters.ts';
import type { Command } from '../../../core/commands/commands-store.ts';
import { setBlocks, useProject } from '../../../core/project/project.ts';
import { announce } from '../../../lib/live-region.tsx';
import { blockAtCaret, goToBlock, joinBlockAtCaret, splitBlockAtCaret, whyNotJoinBlock, whyNotSplitBlock } from './script.tsx';

/** Where a chapter begins when it is split: at the caret's block, else at the first that is selected. */
const blockToSplitAt = (): BlockId | undefined => blockAtCaret() ?? useProject.getState().selected[0];

const showBlock = (blockId: BlockId | undefined): void => {
  if (blockId !== undefined) goToBlock(blockId);
};

export const splitChapterHere = async (): Promise<void> => {
  const blockId = blockToSplitAt();
  if (blockId !== undefined) showBlock(await splitChapter(blockId));
};
export const whyNoChapterHere = (): string | undefined => whyNotSplit(blockToSplitAt());

export const joinChapterWithAbove = async (): Promise<void> => {
  const { chapterId } = useProject.getState();
  if (chapterId !== undefined) showBlock(await joinChapter(chapterId));
};
export const whyNotJoined = (): string | undefined => (neighbour(-1) ? undefined : messages.chapter.isFirst);

/** Whether every selected block is locked. */
export const isSelectionLocked = (): boolean => {
  const { selected } = useProject.getState();
  const chapter = useChapter.getState();
  return selected.length > 0 && selected.every((id) => chapter.block(id)?.attributes.locked === true);
};

/** Locks the selected blocks; where all of them are locked, unlocks them. */
export function toggleLock(): void {
  const { selected } = useProject.getState();
  const locked = !isSelectionLocked();
  setBlocks(selected, () => ({ locked }));
  announce(locked ? messages.narration.blocksLocked(selected.length) : messages.narration.blocksUnlocked(selected.length));
}

const nothingSelected = (): string | undefined => (useProject.getState().selected.length === 0 ? messages.voicing.selectBlock : undefined);

/** Chapters and blocks that are split, joined and locked. */
export function cutCommands(): Command[] {
  const [chapters, script] = [messages.chapter.chapters, messages.narration.script];
  return [
    {
      id: 'chapters.split',
      title: messages.chapter.splitHere,
      group: chapters,
      run: () => void splitChapterHere(),
      unavailable: whyNoChapterHere,
    },
    {
      id: 'chapters.join',
      title: messages.chapter.joinWithAbove,
      keywords: [messages.chapter.mergeKeyword],
      group: chapters,
      run: () => void joinChapterWithAbove(),
      unavailable: whyNotJoined,
    },
    {
      id: 'script.split-block',
      title: messages.narration.splitBlock,
      group: script,
      run: splitBlockAtCaret,
      unavailable: whyNotSplitBlock,
    },
    {
      id: 'script.join-block',
      title: messages.narration.joinBlock,
      keywords: [messages.narration.mergeKeyword],
      group: script,
      run: joinBlockAtCaret,
      unavailable: whyNotJoinBlock,
    },
    { id: 'script.lock', title: messages.narration.lockBlocks, group: script, run: toggleLock, unavailable: nothingSelected },
  ];
}
