import type { Node } from '@tiptap/pm/model';
import { blocksOf } from './document.ts';
import type { Replacement } from './pronunciation.ts';
import { spokenOf, type ProjectDefaults } from './shape.ts';

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
