import type { Failure } from '#shared/failure.ts';
import type { MessageId } from '#shared/messages/message.ts';
import type { FailedBlock } from '../../../core/generation/generation.ts';
import { failureKey } from '../../../lib/same-failure.ts';

/** Blocks that failed for one reason, at least one. */
export interface FailureGroup {
  /** Of the cards that it stands for. */
  ids: number[];
  blockIds: string[];
  /** Of the requests that the service named. */
  requestIds: string[];
  /** The first words of the first block. */
  excerpt: string;
  /** Of the first block. */
  failure: Failure;
}

const notSentBecauseBefore: MessageId = 'speech.notSentBecauseBefore';

/** What failed alike is one card, however many blocks it met, with those that were not sent because of it; the newest comes first. */
export function groupFailures(cards: readonly FailedBlock[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  /** The keys of the groups by their reasons, without the words. */
  const reasons = new Map<string, string>();
  for (const { id, blockId, excerpt, failure } of cards) {
    const reason = JSON.stringify([failure.kind, failure.charged, failure.next, failure.code ?? '']);
    const isNotSent = failure.text?.id === notSentBecauseBefore;
    const key = (isNotSent ? reasons.get(reason) : undefined) ?? failureKey(failure);
    if (!isNotSent) reasons.set(reason, key);
    const group = groups.get(key) ?? { ids: [], blockIds: [], requestIds: [], excerpt, failure };
    group.ids.push(id);
    if (blockId !== undefined) group.blockIds.push(blockId);
    if (failure.requestId !== undefined) group.requestIds.push(failure.requestId);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((one, other) => Math.max(...other.ids) - Math.max(...one.ids));
}

/**
 * The ids of cards that have nothing to go to: their block was taken out of the script, and nothing was charged for it. An undo brings it back
 * with its card. `inScript` is asked once, and only where a card speaks of a block.
 */
export function cardsWithoutBlock(
  cards: readonly Pick<FailedBlock, 'id' | 'blockId' | 'failure'>[],
  inScript: () => ReadonlySet<string>,
): number[] {
  const free = cards.filter(({ blockId, failure }) => blockId !== undefined && failure.charged === 'no');
  if (free.length === 0) return [];
  const known = inScript();
  return free.filter(({ blockId }) => blockId !== undefined && !known.has(blockId)).map(({ id }) => id);
}
