import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Selection, SelectionRange, TextSelection, type Command, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { Mappable } from '@tiptap/pm/transform';

/** Where the block of this place among the blocks begins. */
export function positionOfBlock(document: Node, index: number): number {
  let position = 0;
  for (let at = 0; at < index; at += 1) position += document.child(at).nodeSize;
  return position;
}

/**
 * Blocks that need not lie side by side, as the rows of a list are selected: `cursor` is the place that the keys move and that the next
 * toggle is of. The browser knows nothing of such a selection: it holds its caret, unseen, in the cursor's block.
 */
export class ScatteredBlocks extends Selection {
  /** Ascending; never empty. */
  readonly places: readonly number[];
  readonly cursor: number;
  override readonly visible = false;

  constructor(document: Node, places: readonly number[], cursor: number) {
    const sorted = [...new Set(places)].sort((one, other) => one - other);
    const wanted = new Set(sorted);
    const ranges: SelectionRange[] = [];
    document.forEach((node, position, index) => {
      if (wanted.has(index)) ranges.push(new SelectionRange(document.resolve(position), document.resolve(position + node.nodeSize)));
    });
    const $caret = document.resolve(positionOfBlock(document, cursor) + 1);
    super($caret, $caret, ranges);
    this.places = sorted;
    this.cursor = cursor;
  }

  /** Each block that is still there stays selected. */
  override map(document: Node, mapping: Mappable): Selection {
    const places = this.ranges.flatMap(({ $from }) => {
      const start = mapping.mapResult($from.pos, 1);
      return start.deletedAfter ? [] : [document.resolve(start.pos).index(0)];
    });
    const caret = Selection.near(document.resolve(Math.min(mapping.map(this.$head.pos), document.content.size)));
    const cursor = Math.min(caret.$head.index(0), document.childCount - 1);
    const left = places.filter((place) => place < document.childCount);
    return left.length === 0 ? caret : new ScatteredBlocks(document, left, cursor);
  }

  override eq(other: Selection): boolean {
    return other instanceof ScatteredBlocks && other.cursor === this.cursor && other.places.join() === this.places.join();
  }

  override toJSON(): { type: string; places: readonly number[]; cursor: number } {
    return { type: 'scattered-blocks', places: this.places, cursor: this.cursor };
  }

  override content(): Slice {
    return new Slice(Fragment.from(this.places.map((place) => this.$head.doc.child(place))), 0, 0);
  }

  /** What is cut goes as blocks; nothing is written over them (see the editor's own paste). */
  override replace(transaction: Transaction): void {
    removeBlocks(transaction, this.places);
  }
  override replaceWith(transaction: Transaction): void {
    removeBlocks(transaction, this.places);
  }

  /** With the next block in that direction besides, which is the cursor then. */
  extended(document: Node, direction: -1 | 1): ScatteredBlocks {
    const cursor = Math.min(Math.max(this.cursor + direction, 0), document.childCount - 1);
    return new ScatteredBlocks(document, [...this.places, cursor], cursor);
  }
}

/** Takes blocks away, and puts the caret where the first one was. Of a chapter that would have none left, an empty one stays. */
export function removeBlocks(transaction: Transaction, places: readonly number[]): void {
  const { doc } = transaction;
  const all = places.length === doc.childCount;
  const first = positionOfBlock(doc, places[0] ?? 0);
  for (const place of (all ? places.slice(1) : places).toReversed()) {
    const start = positionOfBlock(doc, place);
    transaction.delete(start, start + doc.child(place).nodeSize);
  }
  if (all) transaction.delete(1, 1 + doc.child(0).content.size);
  const after = transaction.doc;
  const caret = first < after.content.size ? first + 1 : first - 1;
  transaction.setSelection(TextSelection.create(after, caret));
}

/** The selection with the block of `place` in it, or without it where it is among several or alone; `selected`: the blocks so far. */
export function toggled(state: EditorState, selected: readonly number[], place: number): Selection {
  const { doc, selection } = state;
  const isFirst = !(selection instanceof ScatteredBlocks) && selected.length === 1 && selected[0] === place;
  const next = selected.includes(place) && !isFirst ? selected.filter((other) => other !== place) : [...selected, place];
  return next.length === 0 ? caretIn(doc, place) : new ScatteredBlocks(doc, next, place);
}

const caretIn = (document: Node, place: number): Selection => TextSelection.create(document, positionOfBlock(document, place) + 1);

/** While blocks are selected one by one: the keys that move among them. Each leaves any other selection alone. */
function whileScattered(change: (selection: ScatteredBlocks, document: Node) => Selection): Command {
  return (state, dispatch) => {
    if (!(state.selection instanceof ScatteredBlocks)) return false;
    dispatch?.(state.tr.setSelection(change(state.selection, state.doc)).scrollIntoView());
    return true;
  };
}

export const stepCursor = (direction: -1 | 1): Command =>
  whileScattered(({ places, cursor }, document) => {
    return new ScatteredBlocks(document, places, Math.min(Math.max(cursor + direction, 0), document.childCount - 1));
  });
export const extendScattered = (direction: -1 | 1): Command =>
  whileScattered((selection, document) => selection.extended(document, direction));
/** Back to writing, at the cursor. */
export const endScattered: Command = whileScattered(({ cursor }, document) => caretIn(document, cursor));
