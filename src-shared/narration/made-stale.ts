import type { Node } from '@tiptap/pm/model';
import { attributesOf } from './document.ts';
import type { ProjectDefaults } from './shape.ts';
import type { Take } from './take.ts';
import { buildTimeline } from './chapter-timeline.ts';

/** A chapter, and what its blocks fall back to. */
interface Side {
  document: Node;
  defaults: ProjectDefaults;
}

/**
 * Ids of the blocks whose sound was that of `before` and is not that of `after`: of another text, or of other voices or pronunciations. One that
 * was stale already is not counted again; one that has a take of `after` is not stale.
 */
export function findNewlyStale(
  before: Side,
  after: Side,
  { takes, connectionId }: { takes: readonly Take[]; connectionId: string },
): string[] {
  const old = buildTimeline(before.document, takes, before.defaults, connectionId);
  const upToDate = new Set(old.blocks.filter(({ stale }) => !stale).map(({ blockId }) => blockId));
  return buildTimeline(after.document, takes, after.defaults, connectionId, old)
    .facts.filter(({ node, heard }) => upToDate.has(attributesOf(node).id) && heard?.stale !== false)
    .map(({ node }) => attributesOf(node).id);
}
