import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Transform, type Step } from '@tiptap/pm/transform';
import { newId, type BlockId } from '#shared/ids.ts';
import { attributesOf, type BlockAttributes } from '#shared/narration/document.ts';
import { sameOutline, type Outline, type OutlineEntry } from '#shared/narration/outline.ts';

/** Three-way merges of what two windows changed in one project. Pure. */

interface Merged {
  document: Node;
  /** Blocks whose text both changed, each in its own way: both texts are there, mine behind theirs. */
  both: number;
}

/**
 * A chapter with the changes of both: `mine` and `theirs` were made of `base`. No written text is lost: where both changed the text of a block,
 * mine follows theirs as a block of its own, and a block that they deleted and I wrote in is there again. What I only moved stays in their order.
 */
export function mergeDocuments(base: Node, mine: Node, theirs: Node): Merged {
  const [before, own, stored] = [base, mine, theirs].map(blocksById) as [Blocks, Blocks, Blocks];
  const merged = theirs.children.filter((node) => {
    const { id } = attributesOf(node);
    const isDeletedHere = !own.has(id) && before.get(id)?.eq(node) === true;
    return !isDeletedHere;
  });
  let both = 0;
  let previous: BlockId | undefined;
  const insert = (node: Node): void => {
    merged.splice(previous === undefined ? 0 : placeOf(merged, previous) + 1, 0, node);
    previous = attributesOf(node).id;
  };
  for (const node of mine.children) {
    const { id } = attributesOf(node);
    const [old, other] = [before.get(id), stored.get(id)];
    if (other) {
      const isConflict = old !== undefined && !isSameText(old, node) && !isSameText(old, other) && !isSameText(node, other);
      const text = isConflict || (old && isSameText(old, node)) ? other : node;
      merged[placeOf(merged, id)] = node.type.create(mergeAttributes(old, node, other), text.content);
      previous = id;
      if (!isConflict) continue;
      both += 1;
      insert(node.type.create({ ...node.attrs, id: newId() }, node.content));
    } else if (!old || !isSameText(old, node)) insert(node);
  }
  // Between them they deleted every block.
  return { document: theirs.copy(merged.length === 0 ? theirs.content : Fragment.from(merged)), both };
}

/** The chapters as both named, added, took out and ordered them; where both changed the same, mine counts. */
export function mergeOutlines(base: Outline, mine: Outline, theirs: Outline): Outline {
  if (sameOutline(base, mine)) return theirs;
  if (sameOutline(base, theirs)) return mine;
  const [before, own, stored] = [base, mine, theirs].map(titlesById) as [Titles, Titles, Titles];
  const isDeletedHere = (id: string): boolean => before.has(id) && !own.has(id);
  const merged: OutlineEntry[] = theirs
    .filter(({ id }) => !isDeletedHere(id))
    .map(({ id, title }) => ({ id, title: own.has(id) && own.get(id) !== before.get(id) ? (own.get(id) ?? title) : title }));
  let previous: string | undefined;
  for (const entry of mine) {
    const isAdded = !stored.has(entry.id) && !before.has(entry.id);
    if (isAdded) merged.splice(merged.findIndex(({ id }) => id === previous) + 1, 0, entry);
    if (isAdded || stored.has(entry.id)) previous = entry.id;
  }
  return merged.length === 0 ? theirs : merged;
}

/** The steps that make one document of another: what both have at their ends stays. */
export function replaceBlocks(before: Node, after: Node): { steps: Step[]; before: Node[]; document: Node } {
  const [old, now] = [before.children, after.children];
  const isSame = (one: Node | undefined, other: Node | undefined): boolean => one !== undefined && other !== undefined && one.eq(other);
  const shorter = Math.min(old.length, now.length);
  let [start, end] = [0, 0];
  while (start < shorter && isSame(old[start], now[start])) start += 1;
  while (end < shorter - start && isSame(old[old.length - 1 - end], now[now.length - 1 - end])) end += 1;
  const size = (nodes: readonly Node[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const from = size(old.slice(0, start));
  const to = from + size(old.slice(start, old.length - end));
  const transform = new Transform(before);
  transform.replace(from, to, new Slice(Fragment.from(now.slice(start, now.length - end)), 0, 0));
  return { steps: transform.steps, before: transform.docs, document: transform.doc };
}

type Blocks = ReadonlyMap<BlockId, Node>;
const blocksById = (document: Node): Blocks => new Map(document.children.map((node) => [attributesOf(node).id, node]));

type Titles = ReadonlyMap<string, string>;
const titlesById = (outline: Outline): Titles => new Map(outline.map(({ id, title }) => [id, title]));

const placeOf = (nodes: readonly Node[], id: BlockId): number => nodes.findIndex((node) => attributesOf(node).id === id);

const isSameText = (one: Node, other: Node): boolean => one.textContent === other.textContent;

/** Each attribute as the side that changed it has it; where both did, mine. */
function mergeAttributes(old: Node | undefined, mine: Node, theirs: Node): BlockAttributes {
  const [before, own] = [old && attributesOf(old), attributesOf(mine)];
  const changed = Object.entries(own).filter(
    ([name, value]) => !before || JSON.stringify(before[name as keyof BlockAttributes]) !== JSON.stringify(value),
  );
  return { ...attributesOf(theirs), ...(Object.fromEntries(changed) as Partial<BlockAttributes>) };
}
