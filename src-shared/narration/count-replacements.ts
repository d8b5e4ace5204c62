import type { Node } from '@tiptap/pm/model';
import { attributesOf, blocksOf } from './document.ts';
import type { Replacement } from './pronunciation.ts';
import { blockFingerprint, spokenOf, type ProjectDefaults } from './shape.ts';
import type { Take } from './take.ts';
import { buildTimeline } from './timeline.ts';

/** What becomes of a project's sound when its cast or its pronunciations change. Pure. */

interface Ground {
  takes: readonly Take[];
  connectionId: string;
}

/** Ids of the blocks that the change makes another work, and that have sound of an earlier one and none of what they are now. */
export function findStale(
  document: Node,
  { before, after }: { before: ProjectDefaults; after: ProjectDefaults },
  { takes, connectionId }: Ground,
  documentAfter: Node = document,
): string[] {
  const prints = new Map(blocksOf(document).map((block) => [block.attributes.id, blockFingerprint(block, before, connectionId)]));
  return buildTimeline(documentAfter, takes, after, connectionId).facts.flatMap(({ node, heard }) => {
    const attributes = attributesOf(node);
    if (heard?.stale !== true || attributes.locked) return [];
    const now = blockFingerprint({ attributes, text: node.textContent }, after, connectionId);
    return now === prints.get(attributes.id) ? [] : [attributes.id];
  });
}

/** How often, and in how many blocks, entries for which `counts` holds are said in place of what is written. */
export function countReplacements(
  documents: readonly Node[],
  defaults: ProjectDefaults,
  counts: (replacement: Replacement) => boolean,
): { matches: number; blocks: Set<string> } {
  let matches = 0;
  const blocks = new Set<string>();
  for (const document of documents)
    for (const block of blocksOf(document)) {
      const found = spokenOf(block, defaults).replacements.filter(counts).length;
      if (found > 0) blocks.add(block.attributes.id);
      matches += found;
    }
  return { matches, blocks };
}
