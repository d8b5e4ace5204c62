import type { Segment } from './timeline.ts';

/** The segments that a place stands in, in order: where one ends, it is over. */
export function segmentsAt(segments: readonly Segment[], at: number): Segment[] {
  return segments.filter(({ start, end }) => start <= at && at < end);
}
