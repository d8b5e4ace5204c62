import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Command, type EditorState, type Selection, type Transaction } from '@tiptap/pm/state';

/**
 * Several blocks are selected by a selection of text that reaches over them: the browser shows it, reads it out and composes in it as in
 * any text. Where it holds whole blocks, it stands for the blocks themselves.
 */

/** Places of the first and the last block that the selection touches. */
export function selectedRange(state: Pick<EditorState, 'selection' | 'doc'>): { first: number; last: number } {
  const { $from, $to } = state.selection;
  const last = $to.depth === 0 ? Math.max($from.index(0), $to.index(0) - 1) : $to.index(0);
  return { first: $from.index(0), last: Math.min(last, state.doc.childCount - 1) };
}

/** True where the selection reaches from the start of a block to the end of that or another one. */
export function coversWholeBlocks({ $from, $to, empty }: Selection): boolean {
  if ($from.depth === 0 && $to.depth === 0) return true;
  return !empty && $from.depth > 0 && $to.depth > 0 && $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size;
}

/** Where the block of this place among the blocks begins. */
export function positionOfBlock(document: Node, index: number): number {
  let position = 0;
  for (let at = 0; at < index; at += 1) position += document.child(at).nodeSize;
  return position;
}

/** A selection of whole blocks; the end that moves on is `head`. */
export function wholeBlocks(document: Node, anchor: number, head: number): TextSelection {
  const startOf = (index: number): number => positionOfBlock(document, index) + 1;
  const endOf = (index: number): number => startOf(index) + document.child(index).content.size;
  return anchor <= head
    ? TextSelection.create(document, startOf(anchor), endOf(head))
    : TextSelection.create(document, endOf(anchor), startOf(head));
}

/** Shift with Alt and an arrow: first the block itself, then one more block in that direction, or one less. */
export function extendBlocks(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { doc, selection } = state;
    const anchor = Math.min(selection.$anchor.index(0), doc.childCount - 1);
    const head = Math.min(selection.$head.index(0), doc.childCount - 1);
    const next = coversWholeBlocks(selection) ? Math.min(Math.max(head + direction, 0), doc.childCount - 1) : head;
    dispatch?.(state.tr.setSelection(wholeBlocks(doc, anchor, next)).scrollIntoView());
    return true;
  };
}

/** Delete or Backspace over several whole blocks takes the blocks away, not only their words; a chapter keeps one block. */
export const deleteBlocks: Command = (state, dispatch) => {
  const { first, last } = selectedRange(state);
  if (first === last || !coversWholeBlocks(state.selection) || last - first + 1 === state.doc.childCount) return false;
  if (!dispatch) return true;
  const from = positionOfBlock(state.doc, first);
  let to = from;
  for (let index = first; index <= last; index += 1) to += state.doc.child(index).nodeSize;
  const tr = state.tr.delete(from, to);
  const caret = first < tr.doc.childCount ? from + 1 : from - 1;
  dispatch(tr.setSelection(TextSelection.create(tr.doc, caret)).scrollIntoView());
  return true;
};

/** Delete in an empty block takes the block away, so that the text after it keeps its take and settings. */
export const deleteEmpty: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isLast = $from.index(0) >= state.doc.childCount - 1;
  if (!empty || $from.depth === 0 || $from.parent.content.size > 0 || isLast) return false;
  const tr = state.tr.delete($from.before(), $from.after());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $from.before() + 1)).scrollIntoView());
  return true;
};

/** Puts the selected blocks before the block of place `target` (the number of blocks: after the last), the selection with them. */
export function moveBlocksTo(state: EditorState, target: number): Transaction | undefined {
  const { first, last } = selectedRange(state);
  if (target >= first && target <= last + 1) return undefined;
  const { doc } = state;
  const from = positionOfBlock(doc, first);
  const nodes = Array.from({ length: last - first + 1 }, (_, offset) => doc.child(first + offset));
  const size = nodes.reduce((sum, node) => sum + node.nodeSize, 0);
  const place = positionOfBlock(doc, target);
  const to = place > from ? place - size : place;
  const tr = state.tr.delete(from, from + size).insert(to, nodes);
  const { anchor, head } = state.selection;
  const within = (position: number): number => Math.min(Math.max(position, from + 1), from + size - 1) + to - from;
  return tr.setSelection(TextSelection.create(tr.doc, within(anchor), within(head))).scrollIntoView();
}
