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

/** Scrolls to a match, and selects it where that is asked for. */
export function revealMatch(view: EditorView, match: ShownMatch, select: boolean): void {
  const place = placeOf(placesOfBlocks(view.state.doc), match);
  if (!place) return;
  const { tr } = view.state;
  if (select) view.dispatch(tr.setSelection(TextSelection.create(tr.doc, place.from, place.to)));
  const { node } = view.domAtPos(place.from, 1);
  const element = node instanceof HTMLElement ? node : node.parentElement;
  if (!element) return;
  // A block out of sight may not be laid out yet: coming into view, it is, and the match has its place.
  const scroller = scrollerOf(view.dom);
  const isSeen = ({ top, bottom }: { top: number; bottom: number }): boolean => {
    const seen = scroller.getBoundingClientRect();
    return top >= seen.top && bottom <= seen.bottom;
  };
  if (!isSeen(view.coordsAtPos(place.from))) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const coords = view.coordsAtPos(place.from);
  if (isSeen(coords)) return;
  const seen = scroller.getBoundingClientRect();
  scroller.scrollTo({ top: scroller.scrollTop + (coords.top + coords.bottom) / 2 - (seen.top + seen.bottom) / 2, behavior: 'instant' });
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
