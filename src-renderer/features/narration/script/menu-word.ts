import { wordsOf } from '#shared/narration/document.ts';
import type { ChapterView } from '../../../core/chapter/chapter-view.ts';
import type { BlockChrome } from './block-view.ts';
import type { ScriptMenuPlace } from './caret.ts';
import { rangeOfText } from './text-range.ts';

const highlightName = 'menu-word';

/** Lights the word that the open menu is for, past the editor: the pointer may be on another one by now. What is selected shows itself. */
export function showMenuWord(menu: ScriptMenuPlace | undefined, chrome: BlockChrome, chapter: ChapterView): void {
  CSS.highlights.delete(highlightName);
  const at = menu?.range;
  if (!at || at.from !== at.to) return;
  const word = wordsOf(chapter.block(at.blockId)?.text ?? '').find(({ start, end }) => start <= at.from && at.from <= end);
  const element = chrome.textElement(at.blockId);
  const range = word && element && rangeOfText(element, word);
  if (range) CSS.highlights.set(highlightName, new Highlight(range));
}
