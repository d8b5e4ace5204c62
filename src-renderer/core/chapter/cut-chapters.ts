import type { Node } from '@tiptap/pm/model';
import { newId, type BlockId } from '#shared/ids.ts';
import { isChapterLine } from '#shared/manuscript/manuscript.ts';
import { attributesOf, schema } from '#shared/narration/document.ts';
import { maximumTitle, type Outline } from '#shared/narration/outline.ts';
import { messages } from '#shared/messages/index.ts';

/** Chapters that are split and joined: the blocks stay what they are, with their takes, notes and pauses. Pure. */

const documentOf = (nodes: readonly Node[]): Node => schema.node('doc', null, [...nodes]);

/** Nobody left anything in it. */
const isLeftOver = (node: Node): boolean => node.textContent.trim() === '' && attributesOf(node).note === null;

function withoutEmptyStart(nodes: readonly Node[]): readonly Node[] {
  const from = nodes.findIndex((node) => !isLeftOver(node));
  return from < 0 ? [] : nodes.slice(from);
}

function withoutEmptyEnd(nodes: readonly Node[]): readonly Node[] {
  const last = nodes.findLastIndex((node) => !isLeftOver(node));
  return nodes.slice(0, last + 1);
}

/** A chapter as two, the second from a block on, without empty blocks between them; `undefined` where one of them would have nothing. */
export function splitDocument(document: Node, blockId: BlockId): { first: Node; second: Node } | undefined {
  const at = document.children.findIndex((node) => attributesOf(node).id === blockId);
  const [before, rest] = [withoutEmptyEnd(document.children.slice(0, Math.max(at, 0))), withoutEmptyStart(document.children.slice(at))];
  return at < 0 || before.length === 0 || rest.length === 0 ? undefined : { first: documentOf(before), second: documentOf(rest) };
}

/** Two chapters as one. A block that stands in both is another in the second. */
export function joinDocuments(above: Node, below: Node): Node {
  const [first, second] = [withoutEmptyEnd(above.children), withoutEmptyStart(below.children)];
  const known = new Set(first.map((node) => attributesOf(node).id));
  const own = second.map((node) =>
    known.has(attributesOf(node).id) ? node.type.create({ ...attributesOf(node), id: newId() }, node.content) : node,
  );
  return first.length + own.length === 0 ? above : documentOf([...first, ...own]);
}

/** The name of the second part: the line that it begins with where that names a chapter, else that of the first with a number. */
export function titleOfRest(outline: Outline, title: string, second: Node): string {
  const line = second.child(0).textContent.trim();
  if (isChapterLine(line)) return line;
  const taken = new Set(outline.map((entry) => entry.title));
  for (let number = 2; ; number += 1) {
    const name = messages.chapter.partTitle(title.slice(0, maximumTitle - 10), String(number));
    if (!taken.has(name)) return name;
  }
}
