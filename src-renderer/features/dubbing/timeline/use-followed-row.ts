import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';
import { onScrolledAway } from '../../../lib/scrolled-away.ts';
import { useDubPlayer } from '../stores.ts';

/** Keeps a row in sight while the dub plays: since it began to play, until a person scrolls or types in the list. */
export function useFollowedRow(
  scroller: RefObject<HTMLDivElement | null>,
  rows: Virtualizer<HTMLDivElement, Element>,
  place: number,
): void {
  const playing = useDubPlayer((state) => state.playing);
  const follows = useRef(false);
  useEffect(() => {
    if (!scroller.current) return undefined;
    const end = new AbortController();
    const leave = (): void => {
      follows.current = false;
    };
    onScrolledAway(scroller.current, scroller.current, leave, end.signal);
    return () => end.abort();
  }, [scroller]);
  useEffect(() => {
    follows.current = playing;
  }, [playing]);
  useEffect(() => {
    if (place < 0 || !follows.current) return;
    const nearest = rows.getOffsetForIndex(place, 'auto')?.[0];
    // In the middle, so that what comes next is in sight too.
    if (nearest !== rows.scrollOffset) rows.scrollToIndex(place, { align: 'center' });
  }, [place, playing, rows]);
}
