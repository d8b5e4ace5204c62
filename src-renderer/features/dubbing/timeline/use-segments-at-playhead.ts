import { useSyncExternalStore } from 'react';
import { segmentsAt } from '#shared/dubbing/segments-at.ts';
import type { Segment } from '#shared/dubbing/timeline.ts';
import { useDubs } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { heardAt, useDubPlayer } from '../stores.ts';

/** The segments that the playhead stands in. While it plays it is asked for every frame; what uses it is drawn again only when one begins or ends. */
export function useSegmentsAtPlayhead(segments: readonly Segment[]): Segment[] {
  const ids = useSyncExternalStore(onPlayhead, () =>
    segmentsAt(segments, heardAt())
      .map(({ id }) => id)
      .join(' '),
  );
  const those = new Set(ids.split(' '));
  return segments.filter(({ id }) => those.has(id));
}

/** Calls back whenever the playhead may stand elsewhere. */
function onPlayhead(listener: () => void): () => void {
  let frame = 0;
  const look = (): void => {
    listener();
    cancelAnimationFrame(frame);
    if (useDubPlayer.getState().playing) frame = requestAnimationFrame(look);
  };
  const stops = [useDubs.subscribe(look), useDubPlayer.subscribe(look)];
  look();
  return () => {
    cancelAnimationFrame(frame);
    for (const stop of stops) stop();
  };
}
