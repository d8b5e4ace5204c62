import type { EditorState } from '@tiptap/pm/state';
import { messages } from '#shared/messages/index.ts';
import { attributesOf } from '#shared/narration/document.ts';
import { coversWholeBlocks, selectedPlaces } from './block-selection.ts';
import type { BlockChrome } from './block-view.ts';
import { ScatteredBlocks } from './scattered-blocks.ts';

export interface SelectionListeners {
  /** Blocks that the selection touches, in order. */
  selected(blockIds: readonly string[]): void;
  /** Blocks were moved or selected; for those who do not see it. */
  said(words: string): void;
}

/** Marks the selected blocks, and announces them where the browser does not: it reads selected text aloud, but knows nothing of blocks. */
export class SelectionReport {
  readonly #chrome: Pick<BlockChrome, 'select'>;
  readonly #listeners: SelectionListeners;
  /** Selected blocks at the last report. */
  #count = 1;
  /** The block that was announced as selected whole. */
  #block: string | undefined;

  constructor(chrome: Pick<BlockChrome, 'select'>, listeners: SelectionListeners) {
    this.#chrome = chrome;
    this.#listeners = listeners;
  }

  report(state: EditorState): void {
    const { doc, selection } = state;
    const idAt = (place: number): string => attributesOf(doc.child(place)).id;
    const ids = selectedPlaces(state).map(idAt);
    const cursor = selection instanceof ScatteredBlocks ? selection.cursor : undefined;
    const areBlocks = cursor !== undefined || ids.length > 1 || (!selection.empty && coversWholeBlocks(selection));
    this.#chrome.select(ids, areBlocks, cursor === undefined ? undefined : idAt(cursor));
    const count = messages.narration.blocksSelected(String(ids.length), ids.length === 1 ? 'block' : 'blocks');
    if (cursor !== undefined) {
      const isIn = selection instanceof ScatteredBlocks && selection.places.includes(cursor);
      this.#listeners.said(
        messages.narration.blockAnnouncement(String(cursor + 1), isIn ? 'selected' : messages.narration.notSelected, count),
      );
    } else if (areBlocks && (ids.length !== this.#count || (ids.length === 1 && ids[0] !== this.#block))) this.#listeners.said(count);
    this.#count = ids.length;
    this.#block = areBlocks ? ids[0] : undefined;
    this.#listeners.selected(ids);
  }

  /** Announces where the selected blocks are after a move. */
  reportMoved(state: EditorState): void {
    const places = selectedPlaces(state);
    const what = places.length === 1 ? messages.narration.theBlock : messages.narration.blockCount(String(places.length));
    this.#listeners.said(messages.narration.blockMoved(what, String((places[0] ?? 0) + 1), String(state.doc.childCount)));
  }
}
