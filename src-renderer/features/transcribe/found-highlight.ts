import { useEffect, type RefObject } from 'react';
import type { Match } from '#shared/transcripts/search.ts';
import { useTranscriptEdits } from './stores.ts';

/** Lights what is found, past React: the places in the text itself, and the one that is shown in a colour of its own. */
export function useFoundHighlight(list: RefObject<HTMLElement | null>): void {
  const matches = useTranscriptEdits((state) => state.matches);
  const current = useTranscriptEdits((state) => state.current);
  const segments = useTranscriptEdits((state) => state.segments);
  useEffect(() => {
    const root = list.current;
    if (!root) return;
    const shown = matches[current];
    const rest = matches.filter((match) => match !== shown);
    CSS.highlights.set('found', new Highlight(...rest.flatMap((match) => rangeOf(root, match) ?? [])));
    CSS.highlights.set('found-now', new Highlight(...(shown ? [rangeOf(root, shown) ?? []].flat() : [])));
    return () => {
      CSS.highlights.delete('found');
      CSS.highlights.delete('found-now');
    };
  }, [list, matches, current, segments]);
  useEffect(() => {
    const shown = matches[current];
    if (shown) list.current?.children[shown.index]?.scrollIntoView({ block: 'center' });
    // oxlint-disable-next-line react/exhaustive-deps -- another place is shown, not the same one after an edit
  }, [list, current, matches[current]?.index]);
}

function rangeOf(root: HTMLElement, { index, start, end }: Match): Range | undefined {
  // A segment's index is its place in the list.
  const text = root.children[index]?.querySelector('[contenteditable]')?.firstChild;
  if (!(text instanceof Text) || end > text.length) return undefined;
  const range = new Range();
  range.setStart(text, start);
  range.setEnd(text, end);
  return range;
}
