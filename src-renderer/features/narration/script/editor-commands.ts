import { joinBackward } from '@tiptap/pm/commands';
import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Command, type EditorState, type Transaction } from '@tiptap/pm/state';
import { cutText } from '#shared/cut-text.ts';
import {
  attributesOf,
  isOneParagraph,
  maximumNoteCharacters,
  schema,
  touchedBlocks,
  type BlockAttributes,
} from '#shared/narration/document.ts';
import { newId } from '#shared/ids.ts';
import { joinParts } from '#shared/narration/speech-parts.ts';
import { selectedPlaces } from './block-selection.ts';
import { positionOfBlock, ScatteredBlocks } from './scattered-blocks.ts';

/** The take that a block named before it was split, and the text that it spoke. */
export interface DroppedChoice {
  id: string;
  takeId: string;
  text: string;
}
/** Marks a split with its `DroppedChoice`. */
export const choiceDropped = 'voicewright-choice-dropped';

/**
 * Enter: the second half is a new block and paragraph with the same settings and no note, and begins with a word: white space after the caret stays with
 * the first, so that joined again both read as before. At the start of a block, an empty one is put before it, so that the text
 * keeps its take.
 */
export const splitBlock: Command = (state, dispatch) => {
  if (!dispatch) return true;
  const { tr } = state;
  if (!state.selection.empty) tr.deleteSelection();
  if (!splitAtCaret(tr)) return false;
  dispatch(tr.scrollIntoView());
  return true;
};

/** Splits the block at both ends of what is selected in it, or at the caret; an end without text beyond it is none. */
export const splitAroundSelection: Command = (state, dispatch) => {
  const { from, to, $from, $to } = state.selection;
  const text = $from.parent.textContent;
  const { tr } = state;
  // The later end first: what is before it stays where it is.
  const ends =
    from === to
      ? [from]
      : [to, from].filter((at) => (at === to ? text.slice($to.parentOffset) : text.slice(0, $from.parentOffset)).trim() !== '');
  for (const at of ends) splitAtCaret(tr.setSelection(TextSelection.create(tr.doc, at)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

function splitAtCaret(tr: Transaction): boolean {
  const { $from } = tr.selection;
  const block = $from.parent;
  if (block.type !== schema.nodes.block) return false;
  const attributes = { ...attributesOf(block), id: newId(), takeId: null, note: null, paragraphId: null };
  if ($from.parentOffset === 0 && block.content.size > 0)
    tr.insert($from.before(), schema.nodes.block.create({ ...attributes, pauseMs: null }));
  else {
    // A take that was chosen is of all of the text.
    const { id, takeId } = attributesOf(block);
    if (takeId !== null) {
      tr.setNodeAttribute($from.before(), 'takeId', null);
      tr.setMeta(choiceDropped, { id, takeId, text: block.textContent } satisfies DroppedChoice);
    }
    const rest = block.textContent.slice($from.parentOffset);
    const isAtEnd = rest.trim() === '';
    const space = isAtEnd ? 0 : rest.length - rest.trimStart().length;
    // A pause that was set stays behind the text that it was behind.
    if (!isAtEnd && attributes.pauseMs !== null) tr.setNodeAttribute($from.before(), 'pauseMs', null);
    tr.split($from.pos + space, 1, [{ type: schema.nodes.block, attrs: isAtEnd ? { ...attributes, pauseMs: null } : attributes }]);
    tr.setSelection(TextSelection.create(tr.doc, $from.pos + space + 2));
  }
  return true;
}

/** The take that a block must name to be spoken by what is made of its text already; `null` where it need not name one. */
type TakeToName = (block: { attributes: BlockAttributes; text: string }) => string | null;

/** Backspace at the start of a block: it joins the one before. An empty one before it goes, so that the text keeps its take and settings. */
export const mergeBackward =
  (takeToName: TakeToName): Command =>
  (state, dispatch, view) => {
    const { $from, empty } = state.selection;
    if (!empty || $from.parentOffset > 0 || $from.depth === 0) return false;
    const index = $from.index(0);
    const before = index > 0 ? state.doc.child(index - 1) : undefined;
    if (before?.content.size === 0 && $from.parent.content.size > 0) {
      const start = $from.before();
      const tr = state.tr.delete(start - before.nodeSize, start);
      const note = joinNotes(attributesOf(before).note, attributesOf($from.parent).note);
      if (note !== attributesOf($from.parent).note) tr.setNodeAttribute(start - before.nodeSize, 'note', note);
      dispatch?.(tr.scrollIntoView());
      return true;
    }
    return joinBackward(state, dispatch && ((tr) => dispatch(afterJoin(tr, before, $from.parent, takeToName))), view);
  };

/** Delete at the end of a block: the one after it joins it, as by Backspace there. */
export const mergeForward =
  (takeToName: TakeToName): Command =>
  (state, dispatch) => {
    const { $from, empty } = state.selection;
    if (!empty || $from.depth === 0 || $from.parentOffset < $from.parent.content.size || $from.index(0) === state.doc.childCount - 1)
      return false;
    const atNext = state.apply(state.tr.setSelection(TextSelection.create(state.doc, $from.after() + 1)));
    return mergeBackward(takeToName)(atNext, dispatch);
  };

/**
 * Sentences keep a space between them, so that the words of both stay those of their takes; a take that was chosen is of one of them alone, unless
 * they were one block before and it speaks both. The notes of both stay, and so do the edits of their takes.
 */
function afterJoin(tr: Transaction, before: Node | undefined, second: Node, takeToName: TakeToName): Transaction {
  if (!before || !tr.docChanged) return tr;
  const { $from } = tr.selection;
  const [one, other] = [attributesOf(before), attributesOf(second)];
  const note = joinNotes(one.note, other.note);
  if (note !== attributesOf($from.parent).note) tr.setNodeAttribute($from.before(), 'note', note);
  if (Object.keys(other.takeEdits).length > 0) tr.setNodeAttribute($from.before(), 'takeEdits', { ...other.takeEdits, ...one.takeEdits });
  if (before.content.size === 0 || second.content.size === 0) return tr;
  const isParagraph = isOneParagraph(before, second);
  const isSentence = /[.!?…]["'”’»)]*$/u.test(before.textContent) && /^["'“‘«¿¡(]*\p{L}/u.test(second.textContent);
  const space = joinParts([before.textContent, second.textContent]).slice(before.textContent.length, -second.textContent.length);
  if (isParagraph ? space !== '' : isSentence) tr.insertText(' ', $from.pos);
  // The pause is the one after the last part.
  if (one.pauseMs !== other.pauseMs) tr.setNodeAttribute($from.before(), 'pauseMs', other.pauseMs);
  const joined = tr.doc.nodeAt($from.before());
  const takeId = joined && takeToName({ attributes: attributesOf(joined), text: joined.textContent });
  if (takeId !== one.takeId) tr.setNodeAttribute($from.before(), 'takeId', takeId);
  return tr;
}

function joinNotes(one: string | null, other: string | null): string | null {
  const notes = [one, other].flatMap((note) => note ?? []);
  return notes.length === 0 ? null : cutText(notes.join('\n'), maximumNoteCharacters);
}

/** Moves the selected blocks past their neighbour, the selection with them; of those that lie apart, each that is not at the edge. */
export function moveBlocks(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { doc, selection, tr } = state;
    const goesTo = new Map<number, number>();
    let shift = 0;
    for (const { first, last } of direction < 0 ? runs(selectedPlaces(state)) : runs(selectedPlaces(state)).reverse()) {
      const neighbour = direction < 0 ? first - 1 : last + 1;
      const stays = neighbour < 0 || neighbour >= doc.childCount;
      for (let place = first; place <= last; place += 1) goesTo.set(place, stays ? place : place + direction);
      if (stays) continue;
      // What lies before a run that is still to be moved is as long as it was.
      const start = positionOfBlock(tr.doc, first);
      const end = positionOfBlock(tr.doc, last + 1);
      const node = tr.doc.child(neighbour);
      if (direction < 0) tr.insert(end, node).delete(start - node.nodeSize, start);
      else tr.delete(end, end + node.nodeSize).insert(start, node);
      shift = direction * node.nodeSize;
    }
    if (tr.steps.length === 0) return false;
    if (!dispatch) return true;
    if (selection instanceof ScatteredBlocks)
      tr.setSelection(new ScatteredBlocks(tr.doc, [...goesTo.values()], goesTo.get(selection.cursor) ?? selection.cursor));
    else tr.setSelection(TextSelection.create(tr.doc, selection.anchor + shift, selection.head + shift));
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** Ascending places as runs of neighbours. */
function runs(places: readonly number[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (const place of places) {
    const run = found.at(-1);
    if (run?.last === place - 1) run.last = place;
    else found.push({ first: place, last: place });
  }
  return found;
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
