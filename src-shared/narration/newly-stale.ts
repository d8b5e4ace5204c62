import type { Node } from '@tiptap/pm/model';
import { attributesOf } from './document.ts';
import type { ProjectDefaults } from './shape.ts';
import type { Take } from './take.ts';
import { buildTimeline } from './timeline.ts';

/** What takes are compared with. */
interface Ground {
  takes: readonly Take[];
  defaults: ProjectDefaults;
  connectionId: string;
}

/** Ids of the blocks whose sound was that of `before` and is not that of `after`. */
export function findNewlyStale(before: Node, after: Node, { takes, defaults, connectionId }: Ground): string[] {
  const old = buildTimeline(before, takes, defaults, connectionId);
  const upToDate = new Set(old.blocks.filter(({ stale }) => !stale).map(({ blockId }) => blockId));
  return buildTimeline(after, takes, defaults, connectionId, old)
    .facts.filter(({ node, heard }) => upToDate.has(attributesOf(node).id) && heard?.stale !== false)
    .map(({ node }) => attributesOf(node).id);
}
