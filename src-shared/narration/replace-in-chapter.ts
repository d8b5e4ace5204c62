import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import type { BlockId } from '../ids.ts';
import { blocksOf, schema } from './document.ts';
import { replaceMatches, type Match } from './find.ts';

/** Replaces matches in the blocks of a chapter, found in their texts as they are now: one step a block that comes to say something else. */
export function replaceInChapter(document: Node, matchesOf: (blockId: BlockId, text: string) => readonly Match[]): Transform {
  const transform = new Transform(document);
  // From the last block on, so that the positions before it stay.
  for (const { attributes, text, position } of blocksOf(document).toReversed()) {
    const matches = matchesOf(attributes.id, text);
    const [first, last] = [matches[0], matches.at(-1)];
    if (!first || !last) continue;
    const { start } = first;
    const inside = matches.map((match) => ({ ...match, start: match.start - start, end: match.end - start }));
    const before = text.slice(start, last.end);
    const after = replaceMatches(before, inside);
    if (after === before) continue;
    const from = position + 1 + start;
    const to = position + 1 + last.end;
    if (after === '') transform.delete(from, to);
    else transform.replaceWith(from, to, schema.text(after));
  }
  return transform;
}
