import type { Failure } from '#shared/failure.ts';
import type { FailedBlock } from '../../core/generation/generation.ts';
import { failureKey } from '../../lib/same-failure.ts';

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

/** What failed alike is one card, however many blocks it met; in the order in which it happened, so that what came of a failure stands below it. */
export function groupFailures(cards: readonly FailedBlock[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const { id, blockId, excerpt, failure } of cards) {
    const key = failureKey(failure);
    const group = groups.get(key) ?? { ids: [], blockIds: [], requestIds: [], excerpt, failure };
    group.ids.push(id);
    if (blockId !== undefined) group.blockIds.push(blockId);
    if (failure.requestId !== undefined) group.requestIds.push(failure.requestId);
    groups.set(key, group);
  }
  return [...groups.values()];
}
