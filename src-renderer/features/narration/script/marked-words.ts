import type { BlockChrome } from './block-view.ts';
import type { RangeInBlock } from './caret.ts';
import { rangeOfText } from './text-range.ts';

const highlightName = 'pickup-words';

/** Marks the words of the current pickup, past the editor: a highlight over their characters, so that neither the caret nor the focus moves. */
export class MarkedWords {
  readonly #chrome: BlockChrome;
  readonly #highlight = new Highlight();

  constructor(chrome: BlockChrome) {
    this.#chrome = chrome;
    this.#highlight.priority = -1; // below the word that is spoken
    CSS.highlights.set(highlightName, this.#highlight);
  }

  /** These words and no others; again when the script was redrawn, as their characters may be others then. */
  show(words: RangeInBlock | undefined): void {
    this.#highlight.clear();
    const element = words && this.#chrome.textElement(words.blockId);
    const range = element && rangeOfText(element, { start: words.from, end: words.to });
    if (range) this.#highlight.add(range);
  }

  destroy(): void {
    if (CSS.highlights.get(highlightName) === this.#highlight) CSS.highlights.delete(highlightName);
  }
}
