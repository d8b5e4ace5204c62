import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { BlockId } from '#shared/ids.ts';
import { attributesOf } from '#shared/narration/document.ts';
import { scrollerOf } from './lit-word.ts';
import classes from './script.module.css';

/** A match in a block, by UTF-16 offsets in its text. */
export interface ShownMatch {
  blockId: BlockId;
  start: number;
  end: number;
}

const key = new PluginKey<DecorationSet>('found-matches');

/** Holds what is found in the script; it moves with the text until the next search. */
export function createFoundMatches(): Plugin {
  return new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, before: DecorationSet) =>
        (transaction.getMeta(key) as DecorationSet | undefined) ?? before.map(transaction.mapping, transaction.doc),
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

/** Marks matches in the text; those whose offsets the text does not have any more are left out. */
export function showMatches(view: EditorView, matches: readonly ShownMatch[], current: ShownMatch | undefined): void {
  const { doc, tr } = view.state;
  if (matches.length === 0 && key.getState(view.state) === DecorationSet.empty) return;
  const places = placesOfBlocks(doc);
  const decorations = matches.flatMap((match) => {
    const place = placeOf(places, match);
    if (place === undefined || match.start === match.end) return [];
    const isCurrent = current?.blockId === match.blockId && current.start === match.start;
    const look = isCurrent ? { class: classes.foundNow ?? '', 'data-found': 'now' } : { class: classes.found ?? '', 'data-found': '' };
    return [Decoration.inline(place.from, place.to, look)];
  });
  view.dispatch(tr.setMeta(key, DecorationSet.create(doc, decorations)).setMeta('addToHistory', false));
}

/** The blocks around a place that comes into view are laid out within so many frames; what is above may become lower or higher with them. */
const settlesInFrames = 4;

/** Scrolls to a match, and selects it where that is asked for. */
export function revealMatch(view: EditorView, match: ShownMatch, select: boolean): void {
  const place = placeOf(placesOfBlocks(view.state.doc), match);
  if (!place) return;
  const { tr } = view.state;
  if (select) view.dispatch(tr.setSelection(TextSelection.create(tr.doc, place.from, place.to)));
  bringIntoView(view, match, settlesInFrames);
}

/** Scrolls until a match is in sight, and again while what lies around it gets its height. */
function bringIntoView(view: EditorView, match: ShownMatch, frames: number): void {
  const place = view.isDestroyed ? undefined : placeOf(placesOfBlocks(view.state.doc), match);
  if (!place) return;
  const scroller = scrollerOf(view.dom);
  const seen = scroller.getBoundingClientRect();
  const { top, bottom } = view.coordsAtPos(place.from);
  if (top < seen.top || bottom > seen.bottom)
    scroller.scrollTo({ top: scroller.scrollTop + (top + bottom) / 2 - (seen.top + seen.bottom) / 2, behavior: 'instant' });
  if (frames > 0) requestAnimationFrame(() => bringIntoView(view, match, frames - 1));
}

function placesOfBlocks(doc: Node): Map<BlockId, { position: number; size: number }> {
  const places = new Map<BlockId, { position: number; size: number }>();
  doc.forEach((node, position) => places.set(attributesOf(node).id, { position, size: node.content.size }));
  return places;
}

function placeOf(places: ReturnType<typeof placesOfBlocks>, { blockId, start, end }: ShownMatch): { from: number; to: number } | undefined {
  const block = places.get(blockId);
  return block && end <= block.size ? { from: block.position + 1 + start, to: block.position + 1 + end } : undefined;
}
