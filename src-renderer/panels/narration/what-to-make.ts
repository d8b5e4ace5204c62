import type { BlockView } from '../../state/chapter-view.ts';

/** What "Generate all" makes: blocks with words and no sound of what they are now, that are not locked. */
export function blocksToMake(blocks: readonly BlockView[]): BlockView[] {
  return blocks.filter((block) => block.wanting && !block.attributes.locked);
}

/** What "Generate" makes: the selected blocks that have words. */
export function selectedToMake(blocks: readonly BlockView[], selected: readonly string[]): BlockView[] {
  const wanted = new Set(selected);
  return blocks.filter((block) => wanted.has(block.id) && block.text.trim() !== '');
}
