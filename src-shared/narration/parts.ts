import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { newId, type BlockId } from '../ids.ts';

/**
 * The block id under which sentences lie that were bought to repair a block. No chapter has such a block, so that a sentence alone never stands for
 * the block; it can always be made again of the block's id.
 */
export const partsIdOf = (blockId: BlockId): BlockId => newId(() => sha256(utf8ToBytes(`${blockId}.parts`)).subarray(0, 20));
