import { joinBackward } from '@tiptap/pm/commands';
import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Command, type EditorState, type Transaction } from '@tiptap/pm/state';
import { attributesOf, schema, touchedBlocks } from '#shared/narration/document.ts';
import { newId } from '#shared/ids.ts';
import { positionOfBlock, selectedRange } from './block-selection.ts';

/** Enter: the second half is a new block with the same settings. At the start of a block, an empty one is put before it, so that the text keeps its take. */
export const splitBlock: Command = (state, dispatch) => {
  if (!dispatch) return true;
  const { tr } = state;
  if (!state.selection.empty) tr.deleteSelection();
  const { $from } = tr.selection;
  const block = $from.parent;
  if (block.type !== schema.nodes.block) return false;
  const attributes = { ...attributesOf(block), id: newId(), takeId: null };
  if ($from.parentOffset === 0 && block.content.size > 0) tr.insert($from.before(), schema.nodes.block.create(attributes));
  else {
    tr.split($from.pos, 1, [{ type: schema.nodes.block, attrs: attributes }]);
    tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(state.selection.from)));
  }
  dispatch(tr.scrollIntoView());
  return true;
};

/** Backspace at the start of a block: it joins the one before. An empty one before it goes, so that the text keeps its take and settings. */
export const mergeBackward: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.depth === 0) return false;
  const index = $from.index(0);
  const before = index > 0 ? state.doc.child(index - 1) : undefined;
  if (before?.content.size === 0 && $from.parent.content.size > 0) {
    const start = $from.before();
    dispatch?.(state.tr.delete(start - before.nodeSize, start).scrollIntoView());
    return true;
  }
  return joinBackward(state, dispatch, view);
};

/** Moves the selected blocks past their neighbour, the selection with them. */
export function moveBlocks(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { first, last } = selectedRange(state);
    const neighbour = direction < 0 ? first - 1 : last + 1;
    if (neighbour < 0 || neighbour >= state.doc.childCount) return false;
    if (!dispatch) return true;
    const moved = state.doc.child(neighbour);
    const start = positionOfBlock(state.doc, first);
    const end = positionOfBlock(state.doc, last) + state.doc.child(last).nodeSize;
    const { tr } = state;
    const shift = direction * moved.nodeSize;
    if (direction < 0) tr.insert(end, moved).delete(start - moved.nodeSize, start);
    else tr.delete(end, end + moved.nodeSize).insert(start, moved);
    const { anchor, head } = state.selection;
    tr.setSelection(TextSelection.create(tr.doc, anchor + shift, head + shift));
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/**
 * Gives a new id to every block whose id is missing or stands before it already; a copy is a block of its own. Costs what was touched: where
 * the blocks between the first and the last change are still those of `before`, in their order, nothing else is looked at.
 */
export function uniqueIds(state: EditorState, before?: Node): Transaction | undefined {
  if (before) {
    const { old, now } = touchedBlocks(before, state.doc);
    if (old.length === now.length && now.every((node, index) => isSameBlock(node, old[index]))) return undefined;
  }
  const seen = new Set<string>();
  const { tr } = state;
  state.doc.forEach((node, position) => {
    const { id } = attributesOf(node);
    if (id !== '' && !seen.has(id)) {
      seen.add(id);
      return;
    }
    tr.setNodeAttribute(position, 'id', newId());
    if (attributesOf(node).takeId !== null) tr.setNodeAttribute(position, 'takeId', null);
  });
  return tr.docChanged ? tr : undefined;
}

function isSameBlock(node: Node, old: Node | undefined): boolean {
  return old !== undefined && attributesOf(node).id !== '' && attributesOf(node).id === attributesOf(old).id;
}
