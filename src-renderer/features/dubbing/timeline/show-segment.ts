import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { currentSegment, select } from '../../../core/dubbing-timeline/dubbing-timeline.ts';
import { seekDub } from '../stores.ts';
import { nextSegment } from './next-segment.ts';

/** Chooses a segment and moves the playhead to it, as a press on its row does. */
export function showSegment({ id, start }: Segment): void {
  select(id);
  seekDub(start);
}

/** A further press goes to the next of them. */
export function showNextOf(those: readonly Segment[], { segments }: Dub): void {
  const next = nextSegment(those, segments, currentSegment()?.id);
  if (next) showSegment(next);
}
