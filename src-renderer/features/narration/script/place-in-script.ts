import { Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { attributesOf } from '#shared/narration/document.ts';
import type { BlockId } from '#shared/ids.ts';
import type { Place } from '#shared/narration/place.ts';
import { revealMatch } from './found-matches.ts';
import { scrollerOf } from './lit-word.ts';

/** Where a person is in the script of one chapter. */
export type ScriptPlace = Pick<Place, 'caret' | 'topBlockId'>;

/** Where the caret is, and the block whose text is first in sight. */
export function readPlace(view: EditorView): ScriptPlace {
  const { $head } = view.state.selection;
  const caret = $head.depth === 0 ? null : { blockId: attributesOf($head.parent).id, offset: $head.parentOffset };
  const { top } = scrollerOf(view.dom).getBoundingClientRect();
  return { caret, topBlockId: firstBelow(view.dom, top)?.dataset['block'] ?? null };
}

/** Puts the caret and the view back. What is gone is left out. */
export function restorePlace(view: EditorView, { caret, topBlockId }: ScriptPlace): void {
  view.state.doc.forEach((node, position) => {
    const { id } = attributesOf(node);
    if (id === caret?.blockId) {
      const at = view.state.doc.resolve(position + 1 + Math.min(caret.offset, node.content.size));
      view.dispatch(view.state.tr.setSelection(Selection.near(at)));
    }
    if (id !== topBlockId || position === 0) return;
    const element = view.nodeDOM(position);
    if (element instanceof HTMLElement) element.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
}

/** Puts the caret at the start of a block and shows it, also where the block was out of sight and is not laid out yet. */
export function goToBlock(view: EditorView, blockId: BlockId): void {
  revealMatch(view, { blockId, start: 0, end: 0 }, true);
  view.focus();
}

/**
 * The first block that reaches below a line of the screen. The blocks stand below one another, so a few of them are measured: to ask for the position
 * at a point has a gap between blocks measured against all of them.
 */
function firstBelow(script: HTMLElement, top: number): HTMLElement | undefined {
  const blocks = script.querySelectorAll<HTMLElement>(':scope > [data-block]');
  let [before, found] = [-1, blocks.length];
  while (found - before > 1) {
    const middle = (before + found) >> 1;
    if ((blocks[middle]?.getBoundingClientRect().bottom ?? 0) > top + 1) found = middle;
    else before = middle;
  }
  return blocks[found] ?? blocks[blocks.length - 1];
}
