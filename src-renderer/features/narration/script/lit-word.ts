import { wordsOf } from '#shared/narration/document.ts';
import type { Moment } from '../../../audio/player.ts';
import type { ChapterView } from '../../../core/chapter/chapter-view.ts';
import type { BlockChrome } from './block-view.ts';
import { GlidingScroll } from './gliding-scroll.ts';
import { isWished } from '../../../lib/system-wishes.ts';

const highlightName = 'playing-word';
/** Of a word whose time is estimated: lit with a dashed line. */
const estimatedName = 'playing-word-estimated';
/** Where in the view a word that was out of sight comes to stand, as a share of its height. */
const restsAt = 0.3;
/** Of a block, as much as must be in sight, in pixels. */
const oneLine = 28;

/** Lights the word that is spoken, past React and past the editor: a highlight over its characters, its index on the script. */
export class LitWord {
  readonly #script: HTMLElement;
  readonly #chrome: BlockChrome;
  readonly #chapter: () => ChapterView;
  readonly #highlight = new Highlight();
  readonly #estimated = new Highlight();
  readonly #scroll: GlidingScroll;
  #lit = -1;
  #said = -1;
  /** Going along with the reading: since it began to play, until a person scrolls or writes. */
  #follows = false;
  #runs = false;
  #isStopped = true;
  readonly #end = new AbortController();

  constructor(script: HTMLElement, chrome: BlockChrome, chapter: () => ChapterView) {
    this.#script = script;
    this.#chrome = chrome;
    this.#chapter = chapter;
    CSS.highlights.set(highlightName, this.#highlight);
    CSS.highlights.set(estimatedName, this.#estimated);
    const { signal } = this.#end;
    const leave = (): void => {
      this.#follows = false;
      this.#scroll.stop();
    };
    const view = scrollerOf(script);
    this.#scroll = new GlidingScroll(view, leave);
    for (const event of ['wheel', 'touchmove'] as const) view.addEventListener(event, leave, { signal, passive: true });
    // Beside the text lies the scroll bar.
    view.addEventListener('pointerdown', (event) => event.target === view && leave(), { signal });
    script.addEventListener('keydown', (event) => event.ctrlKey || event.metaKey || event.altKey || leave(), { signal });
  }

  show({ word, mode, paused, blockId }: Moment): void {
    const isStopped = mode === 'stopped';
    const lit = isStopped ? -1 : word;
    // The playhead goes back to where it began, and a view that followed it goes too.
    if (isStopped && !this.#isStopped && this.#follows && blockId !== undefined) this.#showBlock(blockId);
    this.#isStopped = isStopped;
    // Paused, the word stays to be seen; the attribute stands only while something plays.
    const said = paused ? -1 : lit;
    if (said !== this.#said) {
      this.#said = said;
      if (said < 0) delete this.#script.dataset.playingWord;
      else this.#script.dataset.playingWord = String(said);
    }
    const runs = !isStopped && !paused;
    if (runs && !this.#runs) this.#follows = true;
    this.#runs = runs;
    if (lit === this.#lit) return;
    this.#lit = lit;
    const found = this.#light();
    if (!found) return;
    if (runs && this.#follows) this.#bringWordIntoView(found);
  }

  #showBlock(blockId: string): void {
    const place = this.#chrome.textElement(blockId)?.getBoundingClientRect();
    if (place) this.#bringIntoView(new DOMRect(place.left, place.top, place.width, Math.min(place.height, oneLine)));
  }

  #bringWordIntoView({ blockId, range }: { blockId: string; range: Range }): void {
    const word = range.getBoundingClientRect();
    // A block out of sight may not be laid out yet: then it stands for its word.
    if (word.height === 0) this.#showBlock(blockId);
    else this.#bringIntoView(word);
  }

  #bringIntoView(word: DOMRect): void {
    const view = scrollerOf(this.#script);
    const seen = view.getBoundingClientRect();
    if (word.top >= seen.top + word.height / 2 && word.bottom <= seen.bottom - word.height / 2) return;
    const still = isWished('motion');
    const top = view.scrollTop + word.top - seen.top - seen.height * restsAt;
    if (still) view.scrollTo({ top, behavior: 'instant' });
    else this.#scroll.scrollTo(Math.min(Math.max(0, top), view.scrollHeight - view.clientHeight));
  }

  /** The script was redrawn: the characters of the word may be others now. */
  refresh(): void {
    this.#light();
  }

  #light(): { blockId: string; range: Range } | undefined {
    this.#highlight.clear();
    this.#estimated.clear();
    const found = this.#lit < 0 ? undefined : this.#rangeOf(this.#lit);
    if (!found) return undefined;
    const isEstimated = this.#chapter().timeline.isEstimated(this.#lit);
    (isEstimated ? this.#estimated : this.#highlight).add(found.range);
    return found;
  }

  destroy(): void {
    this.#end.abort();
    this.#scroll.stop();
    CSS.highlights.delete(highlightName);
    CSS.highlights.delete(estimatedName);
  }

  #rangeOf(index: number): { blockId: string; range: Range } | undefined {
    const { blocks, timeline } = this.#chapter();
    const at = timeline.placeOfWord(index);
    const block = blocks[at];
    const word = block && wordsOf(block.text)[index - timeline.firstWordAt(at)];
    const element = block && this.#chrome.textElement(block.id);
    if (!word || !element) return undefined;
    const range = new Range();
    if (!place(range, element, word.start, 'setStart') || !place(range, element, word.end, 'setEnd')) return undefined;
    return { blockId: block.id, range };
  }
}

/** What scrolls the script. */
export function scrollerOf(script: HTMLElement): HTMLElement {
  let element = script.parentElement;
  while (element && getComputedStyle(element).overflowY !== 'auto') element = element.parentElement;
  return element ?? document.documentElement;
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
