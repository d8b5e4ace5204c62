import { sharedEnds } from '#shared/narration/document.ts';
import { isToMake } from '#shared/narration/what-to-make.ts';
import type { BlockView, ChapterView } from '../../../core/chapter/chapter-view.ts';
import { findLeftOutInChapter, whyOnlyLeftOut } from './left-out.ts';
import { messages } from '#shared/messages/index.ts';

/** What "Generate all" makes. */
export function blocksToMake(blocks: readonly BlockView[]): BlockView[] {
  return blocks.filter(({ wanting, attributes: { locked }, problem }) => isToMake({ wanting, locked, problem }));
}

/** Why there is nothing that "Generate all" would make. */
export function whyNothingToMake({ blocks, timeline }: Pick<ChapterView, 'blocks' | 'timeline'>): string {
  if (timeline.wordCount === 0) return messages.narration.nothingToSpeak;
  const isLockedLeft = blocks.some((block) => block.wanting && block.attributes.locked);
  const whyRest = isLockedLeft ? messages.narration.onlyLockedLeft : messages.narration.allGenerated;
  return whyOnlyLeftOut(findLeftOutInChapter(blocks)) ?? whyRest;
}

/** Makes a reader of the ids of `blocksToMake`: it returns the same list as long as what is to be made stays the same, whatever else is edited. */
export function createIdsToMake(): (blocks: readonly BlockView[]) => readonly string[] {
  let last: { blocks: readonly BlockView[]; ids: readonly string[] } = { blocks: [], ids: [] };
  return (blocks) => {
    const { start, end } = sharedEnds(last.blocks, blocks);
    const idsIn = (list: readonly BlockView[]): string[] => blocksToMake(list.slice(start, list.length - end)).map(({ id }) => id);
    const [before, now] = [idsIn(last.blocks), idsIn(blocks)];
    const isSame = before.length === now.length && before.every((id, index) => id === now[index]);
    last = { blocks, ids: isSame ? last.ids : blocksToMake(blocks).map(({ id }) => id) };
    return last.ids;
  };
}

/** What "Generate" makes: the selected blocks that have words, are not locked and not too long for their model. `selected` in the chapter's order. */
export function selectedToMake(chapter: ChapterView, selected: readonly string[]): BlockView[] {
  return selected.flatMap((id) => {
    const block = chapter.block(id);
    return block && block.text.trim() !== '' && !block.attributes.locked && block.problem !== 'too-long' ? [block] : [];
  });
}

/** Whether "Generate" does anything for a block: it has no whole audio of what it is now, or names an older take, which then gives way. */
export const needsGenerate = (block: BlockView | undefined): boolean => block?.wanting === true || block?.state === 'stale';

/** Why "Generate" has no block to make. */
export function whyNoneSelected(chapter: ChapterView, selected: readonly string[]): string {
  const blocks = selected.flatMap((id) => chapter.block(id) ?? []);
  if (blocks.some(({ attributes }) => attributes.locked)) return messages.narration.unlockFirst;
  return blocks.some(({ problem }) => problem === 'too-long') ? messages.narration.splitFirst : messages.narration.placeCaretInText;
}
