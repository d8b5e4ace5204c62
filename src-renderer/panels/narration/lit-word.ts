import { wordsOf } from '#shared/narration/document.ts';
import type { Moment } from '../../audio/player.ts';
import type { ChapterView } from '../../state/chapter-view.ts';
import type { BlockChrome } from './block-view.ts';

const highlightName = 'playing-word';

/** Lights the word that is spoken, past React and past the editor: a highlight over its characters, its index on the script. */
export class LitWord {
  readonly #script: HTMLElement;
  readonly #chrome: BlockChrome;
  readonly #chapter: () => ChapterView;
  readonly #highlight = new Highlight();
  #lit = -1;
  #said = -1;
  #block: string | undefined;

  constructor(script: HTMLElement, chrome: BlockChrome, chapter: () => ChapterView) {
    this.#script = script;
    this.#chrome = chrome;
    this.#chapter = chapter;
    CSS.highlights.set(highlightName, this.#highlight);
  }

  show({ word, mode, paused }: Moment): void {
    const lit = mode === 'stopped' ? -1 : word;
    // Paused, the word stays to be seen; the attribute stands only while something plays.
    const said = paused ? -1 : lit;
    if (said !== this.#said) {
      this.#said = said;
      if (said < 0) delete this.#script.dataset.playingWord;
      else this.#script.dataset.playingWord = String(said);
    }
    if (lit === this.#lit) return;
    this.#lit = lit;
    this.#highlight.clear();
    if (lit < 0) return;
    const found = this.#rangeOf(lit);
    if (!found) return;
    this.#highlight.add(found.range);
    if (found.blockId !== this.#block && !paused) {
      this.#block = found.blockId;
      // Going along with the reading, unless a person is writing.
      if (document.activeElement !== this.#script)
        this.#chrome.textElement(found.blockId)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    }
  }

  /** The script was redrawn: the characters of the word may be others now. */
  refresh(): void {
    if (this.#lit < 0) return;
    this.#highlight.clear();
    const found = this.#rangeOf(this.#lit);
    if (found) this.#highlight.add(found.range);
  }

  destroy(): void {
    CSS.highlights.delete(highlightName);
  }

  #rangeOf(index: number): { blockId: string; range: Range } | undefined {
    const { blocks } = this.#chapter();
    const at = lastWith(blocks, (candidate) => candidate.firstWord <= index);
    const block = blocks[at];
    const word = block && wordsOf(block.text)[index - block.firstWord];
    const element = block && this.#chrome.textElement(block.id);
    if (!word || !element) return undefined;
    const range = new Range();
    if (!place(range, element, word.start, 'setStart') || !place(range, element, word.end, 'setEnd')) return undefined;
    return { blockId: block.id, range };
  }
}

/** Position of the last item that `holds`, where all that hold come before all that do not; -1 when none does. */
function lastWith<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = -1;
  let high = items.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle;
    else high = middle;
  }
  return low;
}

/** Sets one end of a range at a character of an element's text, which may lie in several text nodes. */
function place(range: Range, element: HTMLElement, offset: number, end: 'setStart' | 'setEnd'): boolean {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (offset <= before + length) {
      range[end](node, offset - before);
      return true;
    }
    before += length;
  }
  return false;
}
