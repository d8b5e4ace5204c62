import type { Segment } from './timeline.ts';

/** A lane of the time line: one speaker, in the order in which they begin to speak; those without a name last. */
export interface SpeakerLane {
  speaker: string | null;
  segments: readonly Segment[];
  /** Of each segment of it: what overlaps in one lane stands in two rows. */
  rows: ReadonlyMap<string, 0 | 1>;
}

/** `segments` in the order of their starts. */
export function lanesOf(segments: readonly Segment[]): SpeakerLane[] {
  const bySpeaker = new Map<string | null, Segment[]>();
  for (const segment of segments) {
    const lane = bySpeaker.get(segment.speaker);
    if (lane) lane.push(segment);
    else bySpeaker.set(segment.speaker, [segment]);
  }
  return [...bySpeaker]
    .toSorted(([one], [other]) => Number(one === null) - Number(other === null))
    .map(([speaker, those]) => ({ speaker, segments: those, rows: rowsOf(those) }));
}

function rowsOf(segments: readonly Segment[]): Map<string, 0 | 1> {
  const rows = new Map<string, 0 | 1>();
  let free = 0;
  for (const { id, start, end } of segments) {
    const row = start < free ? 1 : 0;
    rows.set(id, row);
    if (row === 0) free = end;
  }
  return rows;
}
