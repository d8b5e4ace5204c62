import { wordsOf } from '#shared/narration/document.ts';
import type { Moment } from '../../../audio/player.ts';
import type { ChapterView } from '../../../core/chapter/chapter-view.ts';
import type { BlockChrome } from './block-view.ts';
import { GlidingScroll } from './gliding-scroll.ts';
import { rangeOfText } from './text-range.ts';
import { onScrolledAway } from '../../../lib/scrolled-away.ts';
import { isWished } from '../../../lib/system-wishes.ts';

const highlightName = 'playing-word';
/** Of a word whose time is estimated: lit with a dashed line. */
const estimatedName = 'playing-word-estimated';
/** Where in the view a word that was out of sight comes to stand, as a share of its height. */
const restsAt = 0.3;
/** Of a block, as much as must be in sight, in pixels. */
const oneLine = 28;

/** Where the word that is read is, as seen from a view that does not follow it. */
export type ReadingSide = 'above' | 'below';

/** A word in the script. */
interface Found {
  blockId: string;
  range: Range;
}

/** Lights the word that is spoken, past React and past the editor: a highlight over its characters, its index on the script. */
export class LitWord {
  readonly #script: HTMLElement;
  readonly #view: HTMLElement;
  readonly #chrome: BlockChrome;
  readonly #chapter: () => ChapterView;
  readonly #highlight = new Highlight();
  readonly #estimated = new Highlight();
  readonly #scroll: GlidingScroll;
  readonly #onAside: (side: ReadingSide | undefined) => void;
  #side: ReadingSide | undefined;
  #found: Found | undefined;
  #lit = -1;
  #said = -1;
  /** Going along with the reading: since it began to play, until a person scrolls, moves the caret or writes. */
  #follows = false;
  #runs = false;
  #isStopped = true;
  readonly #end = new AbortController();

  /** @param onAside where the reading is while it goes on out of sight and is not followed; undefined once it is in sight or followed */
  constructor(script: HTMLElement, chrome: BlockChrome, chapter: () => ChapterView, onAside: (side: ReadingSide | undefined) => void) {
    this.#script = script;
    this.#view = scrollerOf(script);
    this.#chrome = chrome;
    this.#chapter = chapter;
    this.#onAside = onAside;
    CSS.highlights.set(highlightName, this.#highlight);
    CSS.highlights.set(estimatedName, this.#estimated);
    const { signal } = this.#end;
    const leave = (): void => {
      this.#follows = false;
      this.#scroll.stop();
      this.#report();
    };
    const view = this.#view;
    this.#scroll = new GlidingScroll(view, leave);
    onScrolledAway(view, script, leave, signal);
    view.addEventListener('scroll', () => this.#report(), { signal, passive: true });
  }

  /** Whether a word is lit that the view can go to. */
  get isReading(): boolean {
    return this.#lit >= 0;
  }

  /** Goes to the word that is read, and along with the reading from there. */
  follow(): void {
    this.#follows = true;
    if (this.#found) this.#bringWordIntoView(this.#found);
    this.#report();
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
    if (lit !== this.#lit) {
      this.#lit = lit;
      this.#light();
      if (this.#found && runs && this.#follows) this.#bringWordIntoView(this.#found);
    }
    this.#report();
  }

  #report(): void {
    const found = this.#runs && !this.#follows ? this.#found : undefined;
    const side = found && this.#sideOf(this.#placeOf(found));
    if (side === this.#side) return;
    this.#side = side;
    this.#onAside(side);
  }

  #showBlock(blockId: string): void {
    this.#bringIntoView(this.#firstLineOf(blockId));
  }

  #bringWordIntoView(found: Found): void {
    this.#bringIntoView(this.#placeOf(found));
  }

  #placeOf({ blockId, range }: Found): DOMRect | undefined {
    const word = range.getBoundingClientRect();
    // A block out of sight may not be laid out yet: then it stands for its word.
    return word.height === 0 ? this.#firstLineOf(blockId) : word;
  }

  #firstLineOf(blockId: string): DOMRect | undefined {
    const place = this.#chrome.textElement(blockId)?.getBoundingClientRect();
    return place && new DOMRect(place.left, place.top, place.width, Math.min(place.height, oneLine));
  }

  /** Where a place is that is not in sight. */
  #sideOf(word: DOMRect | undefined): ReadingSide | undefined {
    if (!word) return undefined;
    const seen = this.#view.getBoundingClientRect();
    if (word.top < seen.top + word.height / 2) return 'above';
    return word.bottom > seen.bottom - word.height / 2 ? 'below' : undefined;
  }

  #bringIntoView(word: DOMRect | undefined): void {
    if (!word || this.#sideOf(word) === undefined) return;
    const view = this.#view;
    const seen = view.getBoundingClientRect();
    const still = isWished('motion');
    const top = view.scrollTop + word.top - seen.top - seen.height * restsAt;
    if (still) view.scrollTo({ top, behavior: 'instant' });
    else this.#scroll.scrollTo(Math.min(Math.max(0, top), view.scrollHeight - view.clientHeight));
  }

  /** The script was redrawn: the characters of the word may be others now. */
  refresh(): void {
    this.#light();
  }

  #light(): void {
    this.#highlight.clear();
    this.#estimated.clear();
    this.#found = this.#lit < 0 ? undefined : this.#rangeOf(this.#lit);
    if (!this.#found) return;
    const isEstimated = this.#chapter().timeline.isEstimated(this.#lit);
    (isEstimated ? this.#estimated : this.#highlight).add(this.#found.range);
  }

  destroy(): void {
    this.#end.abort();
    this.#scroll.stop();
    CSS.highlights.delete(highlightName);
    CSS.highlights.delete(estimatedName);
  }

  #rangeOf(index: number): Found | undefined {
    const { blocks, timeline } = this.#chapter();
    const at = timeline.placeOfWord(index);
    const block = blocks[at];
    const word = block && wordsOf(block.text)[index - timeline.firstWordAt(at)];
    const element = block && this.#chrome.textElement(block.id);
    if (!word || !element) return undefined;
    const range = rangeOfText(element, word);
    return range && { blockId: block.id, range };
  }
}

/** What scrolls the script. */
export function scrollerOf(script: HTMLElement): HTMLElement {
  let element = script.parentElement;
  while (element && getComputedStyle(element).overflowY !== 'auto') element = element.parentElement;
  return element ?? document.documentElement;
}
