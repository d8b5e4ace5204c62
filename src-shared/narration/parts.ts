import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { newId, type BlockId } from '../ids.ts';
import type { Block } from './document.ts';
import type { TextRange } from './repair.ts';
import type { Take } from './take.ts';

/**
 * The block id under which sentences lie that were bought to repair a block. No chapter has such a block, so that a sentence alone never stands for
 * the block; it can always be made again of the block's id.
 */
export const partsIdOf = (blockId: BlockId): BlockId => newId(() => sha256(utf8ToBytes(`${blockId}.parts`)).subarray(0, 20));

/** The block that a paid request is for: the one that it names, or the one that the sentence was bought to repair. */
export const findPaidBlock = (paidBlockId: BlockId, blockIds: readonly BlockId[]): BlockId | undefined =>
  blockIds.includes(paidBlockId) ? paidBlockId : blockIds.find((id) => partsIdOf(id) === paidBlockId);

/** A sentence that was bought to repair a block, and is in none of its takes: the program ended before it was put there. */
export interface UnplacedSentence {
  blockId: BlockId;
  take: Take;
  /** Where the text of the block has it, in UTF-16 units; absent where that says something else, as when it was changed and generated. */
  selection?: TextRange;
}

/** The newest one of each block that has a take to be put into. `blocks`: of the whole project. */
export function findUnplacedSentences(takes: readonly Take[], blocks: readonly Block[]): UnplacedSentence[] {
  const known = new Set(blocks.map(({ attributes: { id } }) => id));
  const used = new Set(takes.flatMap(({ derivedFrom = [] }) => derivedFrom.map(({ takeId }) => takeId)));
  const loose = takes.filter(({ id, blockId, state }) => state === 'complete' && !known.has(blockId) && !used.has(id));
  if (loose.length === 0) return [];
  const newest = new Map(loose.map((take) => [take.blockId, take]));
  const hasSound = new Set(takes.map(({ blockId }) => blockId));
  return blocks.flatMap(({ attributes: { id: blockId }, text }) => {
    const take = hasSound.has(blockId) ? newest.get(partsIdOf(blockId)) : undefined;
    if (take === undefined) return [];
    const from = text.indexOf(take.text);
    return [{ blockId, take, ...(from >= 0 && { selection: { from, to: from + take.text.length } }) }];
  });
}
