import type { Segment } from '#shared/dubbing/timeline.ts';

/** The first of these after the segment that is shown; after the last of them, and where none is shown, the first. */
export function nextSegment(those: readonly Segment[], segments: readonly Segment[], shownId: string | undefined): Segment | undefined {
  const wanted = new Set(those.map(({ id }) => id));
  const here = segments.findIndex(({ id }) => id === shownId);
  return [...segments.slice(here + 1), ...segments.slice(0, here + 1)].find(({ id }) => wanted.has(id));
}
