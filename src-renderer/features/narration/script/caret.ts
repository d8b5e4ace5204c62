import type { EditorState } from '@tiptap/pm/state';
import type { BlockId } from '#shared/ids.ts';
import { attributesOf, wordsOf } from '#shared/narration/document.ts';
import { ScatteredBlocks } from './scattered-blocks.ts';

/** What is at the caret, or selected, in an editor of the script. */
type Selected = Pick<EditorState, 'doc' | 'selection'>;

/** The words that the selection touches, or the one at the caret, without the punctuation around them; empty where there is none. */
export function wordAtCaret({ doc, selection }: Selected): string {
  const { $from, $to, from, to, empty } = selection;
  if (!$from.sameParent($to)) return bareWord(doc.textBetween(from, to, ' '));
  const text = $from.parent.textContent;
  const touched = wordsOf(text).filter(({ start, end }) =>
    empty ? start <= $from.parentOffset && $from.parentOffset <= end : start < $to.parentOffset && $from.parentOffset < end,
  );
  const [first, last] = [touched[0], empty ? touched[0] : touched.at(-1)];
  return first === undefined ? '' : bareWord(text.slice(first.start, last?.end));
}

/** Without the punctuation around it, unless there is nothing else. */
function bareWord(text: string): string {
  const bare = text.replaceAll(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
  return bare === '' ? text.trim() : bare;
}

/** The words that are selected, where they lie in one block; else empty. */
export function selectedText({ doc, selection: { $from, $to, from, to } }: Selected): string {
  return $from.sameParent($to) ? doc.textBetween(from, to) : '';
}

/** What is selected in one block, or the caret in one, in UTF-16 units of its text. */
export function rangeInBlock({ selection: { $from, $to } }: Selected): { blockId: BlockId; from: number; to: number } | undefined {
  if (!$from.sameParent($to) || !$from.parent.isTextblock) return undefined;
  return { blockId: attributesOf($from.parent).id, from: $from.parentOffset, to: $to.parentOffset };
}

/** The block that the caret is in; `undefined` where whole blocks are selected one by one. */
export function blockAtCaret({ selection }: Selected): BlockId | undefined {
  return selection instanceof ScatteredBlocks || selection.$from.depth === 0 ? undefined : attributesOf(selection.$from.parent).id;
}

/** Whether the caret parts a block: there is text on both sides of it. */
export function canSplitBlock({ selection: { $head, empty } }: Selected): boolean {
  const { textContent } = $head.parent;
  const [before, after] = [textContent.slice(0, $head.parentOffset), textContent.slice($head.parentOffset)];
  return empty && $head.depth > 0 && before.trim() !== '' && after.trim() !== '';
}

/** Whether the selection lies in one block that has another one before it. */
export function canJoinBlock(state: Selected): boolean {
  const { $from, $to } = state.selection;
  return blockAtCaret(state) !== undefined && $from.sameParent($to) && $from.index(0) > 0;
}
