import type { EditorState } from '@tiptap/pm/state';
import type { BlockId } from '#shared/ids.ts';
import { attributesOf, wordsOf } from '#shared/narration/document.ts';
import { ScatteredBlocks } from './scattered-blocks.ts';

/** What is at the caret, or selected, in an editor of the script. */
type Selected = Pick<EditorState, 'doc' | 'selection'>;

/** More words than this are no name, but a stretch of text that happens to be selected. */
export const mostWordsOfName = 6;

/**
 * The word or the name that the selection touches, without the punctuation around it; empty where there is none. At the caret, and where more is
 * selected than a name, the word at `place`.
 */
export function wordAtCaret({ doc, selection }: Selected, place = selection.head): string {
  const { $from, $to, empty } = selection;
  if (!empty && $from.sameParent($to) && $from.parent.isTextblock) {
    const text = $from.parent.textContent;
    const touched = wordsOf(text).filter(({ start, end }) => start < $to.parentOffset && $from.parentOffset < end);
    if (touched.length > 0 && touched.length <= mostWordsOfName) return toEntry(text.slice(touched[0]?.start, touched.at(-1)?.end));
  }
  const { parent, parentOffset } = doc.resolve(place);
  const word = parent.isTextblock && wordsOf(parent.textContent).find(({ start, end }) => start <= parentOffset && parentOffset <= end);
  return word ? toEntry(word.text) : '';
}

/** Short forms of “is” and “us”, which are no possessives. */
const shortForms = /^(?:he|here|how|it|let|one|she|so|that|there|this|what|when|where|who|why)$/iu;

/** Without the punctuation around it, unless there is nothing else, and as the name alone: how “Alice” is said is how “Alice’s” begins. */
export function toEntry(text: string): string {
  const bare = text.replaceAll(/^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu, '');
  const last = /(?<name>\p{Lu}[\p{L}\p{M}]*)['’]s$/u.exec(bare)?.groups?.['name'];
  if (last !== undefined && !shortForms.test(last)) return bare.slice(0, -2);
  return bare === '' ? text.trim() : bare;
}

/** The words that are selected, where they lie in one block; else empty. */
export function selectedText({ doc, selection: { $from, $to, from, to } }: Selected): string {
  return $from.sameParent($to) ? doc.textBetween(from, to) : '';
}

/** A stretch of the text of a block, in UTF-16 units. */
export interface RangeInBlock {
  blockId: BlockId;
  from: number;
  to: number;
}

/** Where the menu of the script was asked for in the window, in pixels, and for what. */
export interface ScriptMenuPlace {
  x: number;
  y: number;
  isByPointer: boolean;
  /** Empty where there is none. */
  word: string;
  /** `undefined` where whole blocks are selected, and the place is in none of them. */
  range: RangeInBlock | undefined;
}

/** The place that a menu was opened at, or the caret: what is selected in one block where it holds the place, else the place alone. */
export function rangeAtPlace(state: Selected, place = state.selection.head): RangeInBlock | undefined {
  const { selection, doc } = state;
  const selected = selection.empty || place < selection.from || place > selection.to ? undefined : rangeInBlock(state);
  if (selected) return selected;
  const { parent, parentOffset } = doc.resolve(place);
  return parent.isTextblock ? { blockId: attributesOf(parent).id, from: parentOffset, to: parentOffset } : undefined;
}

/** What is selected in one block, or the caret in one, in UTF-16 units of its text. */
export function rangeInBlock({ selection: { $from, $to } }: Selected): RangeInBlock | undefined {
  if (!$from.sameParent($to) || !$from.parent.isTextblock) return undefined;
  return { blockId: attributesOf($from.parent).id, from: $from.parentOffset, to: $to.parentOffset };
}

/** The block that the caret is in; `undefined` where whole blocks are selected one by one. */
export function blockAtCaret({ selection }: Selected): BlockId | undefined {
  return selection instanceof ScatteredBlocks || selection.$from.depth === 0 ? undefined : attributesOf(selection.$from.parent).id;
}

/** Whether the caret parts a block, or what is selected in one parts it from the rest: there is text on both sides. */
export function canSplitBlock({ selection: { $from, $to, empty } }: Selected): boolean {
  if (!$from.sameParent($to) || $from.depth === 0) return false;
  const { textContent } = $from.parent;
  const [before, after] = [textContent.slice(0, $from.parentOffset).trim(), textContent.slice($to.parentOffset).trim()];
  if (empty) return before !== '' && after !== '';
  return textContent.slice($from.parentOffset, $to.parentOffset).trim() !== '' && before + after !== '';
}

/** Whether the selection lies in one block that has another one before it. */
export function canJoinBlock(state: Selected): boolean {
  const { $from, $to } = state.selection;
  return blockAtCaret(state) !== undefined && $from.sameParent($to) && $from.index(0) > 0;
}
