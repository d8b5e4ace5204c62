import type { BlockView } from '../../state/chapter-view.ts';

/** What "Generate all" makes: blocks with words and no sound of what they are now, that are not locked. */
export function blocksToMake(blocks: readonly BlockView[]): BlockView[] {
  return blocks.filter((block) => block.wanting && !block.attributes.locked);
}

/** By the blocks they are among: the same list as long as what is to be made stays the same, whatever else is edited. */
const listed = new WeakMap<readonly BlockView[], readonly string[]>();
let lastListed: readonly string[] = [];

/** The ids of `blocksToMake`. */
export function idsToMake(blocks: readonly BlockView[]): readonly string[] {
  const known = listed.get(blocks);
  if (known) return known;
  const ids = blocksToMake(blocks).map((block) => block.id);
  if (ids.length !== lastListed.length || ids.some((id, index) => id !== lastListed[index])) lastListed = ids;
  listed.set(blocks, lastListed);
  return lastListed;
}

/** What "Generate" makes: the selected blocks that have words. */
export function selectedToMake(blocks: readonly BlockView[], selected: readonly string[]): BlockView[] {
  const wanted = new Set(selected);
  return blocks.filter((block) => wanted.has(block.id) && block.text.trim() !== '');
}
