import { sampleRate } from '#shared/narration/take.ts';
import type { Timeline, TimelineBlock } from '#shared/narration/chapter-timeline.ts';

/** A word begins where the playhead stands when it is no further away than this: what is told was rounded, in samples. */
const slack = sampleRate / 1000;

/** Seconds at which the next word (or with -1 the one before) begins; `undefined` past the first and the last. Pure. */
export function wordBeside(timeline: Timeline, seconds: number, direction: 1 | -1): number | undefined {
  const sample = Math.round(seconds * sampleRate);
  const { blocks } = timeline;
  const here = Math.max(
    0,
    blocks.findLastIndex(({ start }) => start <= sample),
  );
  for (let at = here; at >= 0 && at < blocks.length; at += direction) {
    const starts = startsOf(timeline, blocks[at]);
    const found = direction > 0 ? starts.find((start) => start > sample + slack) : starts.findLast((start) => start < sample - slack);
    if (found !== undefined) return found / sampleRate;
  }
  return undefined;
}

function startsOf(timeline: Timeline, block: TimelineBlock | undefined): number[] {
  return Array.from({ length: block?.words ?? 0 }, (_, token) => timeline.sampleOfWord((block?.firstWord ?? 0) + token) ?? 0);
}

/** The selection with its start at the playhead; without an end after it, it goes on to the end of the chapter. In seconds. */
export function selectedFrom(seconds: number, selection: { to: number } | undefined, total: number): { from: number; to: number } {
  return { from: seconds, to: selection && selection.to > seconds ? selection.to : total };
}
/** The selection with its end at the playhead; without a start before it, it begins with the chapter. In seconds. */
export function selectedTo(seconds: number, selection: { from: number } | undefined): { from: number; to: number } {
  return { from: selection && selection.from < seconds ? selection.from : 0, to: seconds };
}
