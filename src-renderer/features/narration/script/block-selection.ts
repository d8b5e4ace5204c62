import type { Node } from '@tiptap/pm/model';
import type { BlockId } from '#shared/ids.ts';
import { attributesOf } from '#shared/narration/document.ts';
import { TextSelection, type Command, type EditorState, type Selection, type Transaction } from '@tiptap/pm/state';
import { positionOfBlock, removeBlocks, ScatteredBlocks } from './scattered-blocks.ts';

/**
 * Several blocks in a row are selected by a selection of text that reaches over them: the browser shows it, reads it out and composes in
 * it as in any text. Where it holds whole blocks, it stands for the blocks themselves. Blocks that lie apart are `ScatteredBlocks`.
 */

/** True where the selection ends before the first letter of a block: nothing of that block is shown as selected. */
const endsBefore = ({ $from, $to }: Selection): boolean =>
  $from.depth > 0 && $to.depth > 0 && $to.parentOffset === 0 && $to.parent.content.size > 0 && $to.index(0) > $from.index(0);

/** True where it begins behind the last letter of a block, likewise. */
const beginsBehind = ({ $from, $to }: Selection): boolean => {
  const size = $from.parent.content.size;
  return $from.depth > 0 && $to.depth > 0 && $from.parentOffset === size && size > 0 && $to.index(0) > $from.index(0);
};

/** Places of the first and the last block that the selection reaches into; of both where it holds only what parts them. */
export function selectedRange(state: Pick<EditorState, 'selection' | 'doc'>): { first: number; last: number } {
  const { $from, $to } = state.selection;
  const [from, to] = [$from.index(0), $to.index(0)];
  const first = beginsBehind(state.selection) ? from + 1 : from;
  const last = Math.min($to.depth === 0 ? Math.max(from, to - 1) : endsBefore(state.selection) ? to - 1 : to, state.doc.childCount - 1);
  return first <= last ? { first, last } : { first: from, last: Math.min(to, state.doc.childCount - 1) };
}

/** Places of all blocks that are selected, ascending. */
export function selectedPlaces(state: Pick<EditorState, 'selection' | 'doc'>): readonly number[] {
  if (state.selection instanceof ScatteredBlocks) return state.selection.places;
  const { first, last } = selectedRange(state);
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

/** True where the selection reaches from the start of a block to the end of that or another one. */
export function coversWholeBlocks(selection: Selection): boolean {
  const { $from, $to, empty } = selection;
  if ($from.depth === 0 && $to.depth === 0) return true;
  if (empty || $from.depth === 0 || $to.depth === 0) return false;
  const [isPast, isBehind] = [endsBefore(selection), beginsBehind(selection)];
  // Between two blocks there is none.
  if (isPast && isBehind && $to.index(0) === $from.index(0) + 1) return false;
  return ($from.parentOffset === 0 || isBehind) && ($to.parentOffset === $to.parent.content.size || isPast);
}

/** A selection of whole blocks; the end that moves on is `head`. */
export function wholeBlocks(document: Node, anchor: number, head: number): TextSelection {
  const startOf = (index: number): number => positionOfBlock(document, index) + 1;
  const endOf = (index: number): number => startOf(index) + document.child(index).content.size;
  return anchor <= head
    ? TextSelection.create(document, startOf(anchor), endOf(head))
    : TextSelection.create(document, endOf(anchor), startOf(head));
}

/** The blocks that are selected as blocks; none where words are. */
export function wholeBlockIds(state: Pick<EditorState, 'selection' | 'doc'>): readonly BlockId[] {
  const areBlocks = state.selection instanceof ScatteredBlocks || coversWholeBlocks(state.selection);
  return areBlocks ? selectedPlaces(state).map((place) => attributesOf(state.doc.child(place)).id) : [];
}

/** Whether a document has the same blocks as before, in another order. */
export function isReordered(before: Node, now: Node): boolean {
  if (before.childCount !== now.childCount) return false;
  const places = new Map(before.children.map((node, place) => [attributesOf(node).id, place]));
  const order = now.children.map((node) => places.get(attributesOf(node).id));
  return !order.includes(undefined) && order.some((place, index) => place !== index);
}

/** A selection of these blocks as they stand in a document; `undefined` where it has none of them. */
export function selectionOf(document: Node, ids: readonly BlockId[]): Selection | undefined {
  const places = document.children.flatMap((node, place) => (ids.includes(attributesOf(node).id) ? [place] : []));
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return last - first + 1 === places.length ? wholeBlocks(document, first, last) : new ScatteredBlocks(document, places, last);
}

/** Shift with Alt and an arrow: first the block itself, then one more block in that direction, or one less. */
export function extendBlocks(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { doc, selection } = state;
    if (selection instanceof ScatteredBlocks) {
      dispatch?.(state.tr.setSelection(selection.extended(doc, direction)).scrollIntoView());
      return true;
    }
    const { first, last } = selectedRange(state);
    const [anchor, head] = selection.head < selection.anchor ? [last, first] : [first, last];
    const next = coversWholeBlocks(selection) ? Math.min(Math.max(head + direction, 0), doc.childCount - 1) : head;
    dispatch?.(state.tr.setSelection(wholeBlocks(doc, anchor, next)).scrollIntoView());
    return true;
  };
}

/** Delete or Backspace over several whole blocks takes the blocks away, not only their words; a chapter keeps one block. */
export const deleteBlocks: Command = (state, dispatch) => {
  const places = selectedPlaces(state);
  const areBlocks = state.selection instanceof ScatteredBlocks;
  const isOne = places.length < 2 && !endsBefore(state.selection) && !beginsBehind(state.selection);
  if (!areBlocks && (isOne || !coversWholeBlocks(state.selection) || places.length === state.doc.childCount)) return false;
  if (!dispatch) return true;
  const { tr } = state;
  removeBlocks(tr, places);
  dispatch(tr.scrollIntoView());
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

/**
 * Puts the selected blocks before the block of place `target` (the number of blocks: after the last), the selection with them. Those that
 * lay apart are together then.
 */
export function moveBlocksTo(state: EditorState, target: number): Transaction | undefined {
  const { doc, selection, tr } = state;
  const places = selectedPlaces(state);
  const [first = 0] = places;
  const last = places.at(-1) ?? first;
  if (last - first + 1 === places.length && target >= first && target <= last + 1) return undefined;
  const nodes = places.map((place) => doc.child(place));
  const goal = positionOfBlock(doc, target);
  const from = positionOfBlock(doc, first);
  for (const place of places.toReversed()) {
    const start = positionOfBlock(doc, place);
    tr.delete(start, start + doc.child(place).nodeSize);
  }
  const to = tr.mapping.map(goal);
  tr.insert(to, nodes);
  if (selection instanceof ScatteredBlocks) {
    const at = places.filter((place) => place < target).length;
    return tr.setSelection(wholeBlocks(tr.doc, target - at, target - at + places.length - 1)).scrollIntoView();
  }
  const size = nodes.reduce((sum, node) => sum + node.nodeSize, 0);
  const within = (position: number): number => Math.min(Math.max(position, from + 1), from + size - 1) + to - from;
  return tr.setSelection(TextSelection.create(tr.doc, within(selection.anchor), within(selection.head))).scrollIntoView();
}
