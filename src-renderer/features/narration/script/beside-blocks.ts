import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { wordsOf } from '#shared/narration/document.ts';
import { positionOfBlock } from './scattered-blocks.ts';

/**
 * A press on the page beside the blocks, above the first or below the last: the caret goes where it would in the block nearest by, and
 * a drag from there selects. Left to the browser, the caret would stand between the blocks, where what is typed is lost.
 */
export function pressBeside(view: EditorView, event: MouseEvent): boolean {
  // With Shift in the text too: Chromium does not extend a selection out of blocks that were deleted and came back by undo.
  if (event.button !== 0 || (event.target !== view.dom && !event.shiftKey)) return false;
  event.preventDefault();
  view.focus();
  const to = (place: { clientX: number; clientY: number }, anchor?: number): number => {
    const head = nearest(view, place.clientX, place.clientY);
    const { doc, tr } = view.state;
    view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor ?? head), doc.resolve(head))).setMeta('pointer', true));
    return view.state.selection.anchor;
  };
  const anchor = to(event, event.shiftKey ? view.state.selection.anchor : undefined);
  const controller = new AbortController();
  const { signal } = controller;
  window.addEventListener('mousemove', (moved) => (moved.buttons & 1 ? to(moved, anchor) : controller.abort()), { signal });
  window.addEventListener('mouseup', () => controller.abort(), { signal });
  window.addEventListener('blur', () => controller.abort(), { signal });
  return true;
}

/**
 * A double-click at or behind the end of a block selects its last word, as word processors do. Left to the browser, it would select the paragraph break, and
 * what is typed then would join the block to the next one, which loses its voice.
 */
export function selectLastWord(view: EditorView, position: number): boolean {
  const place = view.state.doc.resolve(position);
  const text = place.parent.textContent;
  const last = wordsOf(text).at(-1);
  if (place.depth === 0 || place.parentOffset < (last?.end ?? 0)) return false;
  const start = place.start();
  const selection = TextSelection.create(view.state.doc, start + (last?.start ?? 0), start + (last?.end ?? 0));
  view.dispatch(view.state.tr.setSelection(selection).setMeta('pointer', true));
  view.focus();
  return true;
}

/** The place in the text that is nearest to a point of the window, in CSS pixels. */
function nearest(view: EditorView, x: number, y: number): number {
  const within = view.posAtCoords({ left: x, top: y });
  if (within && within.inside >= 0) return within.pos;
  const { doc } = view.state;
  const blocks = view.dom.children;
  // The first block that ends below the point, else the last: they stand in their order.
  let index = 0;
  for (let behind = doc.childCount - 1; index < behind;) {
    const middle = (index + behind) >> 1;
    if ((blocks[middle]?.getBoundingClientRect().bottom ?? Infinity) > y) behind = middle;
    else index = middle + 1;
  }
  const start = positionOfBlock(doc, index) + 1;
  const end = start + doc.child(index).content.size;
  const text = blocks[index]?.querySelector('p')?.getBoundingClientRect();
  if (!text || y >= text.bottom) return end;
  if (y < text.top) return start;
  const beside = view.posAtCoords({ left: Math.min(Math.max(x, text.left + 1), text.right - 1), top: y });
  return Math.min(Math.max(beside?.pos ?? end, start), end);
}
