import { z } from 'zod';
import { noHistory, type DubHistory } from './edits.ts';
import { dubLimits, dubSchema, segmentSchema, type Segment } from './timeline.ts';

/** The history of a dub as text, to be saved beside it and read again by another window. Pure. */

/** UTF-16 units of it, at most; what would pass is forgotten, the steps farthest from now first. */
export const maximumSavedDubHistory = 1024 * 1024;

const place = z.int().nonnegative();
const stepSchema = z.strictObject({
  label: z.string(),
  title: dubSchema.shape.title,
  ducking: dubSchema.shape.ducking,
  /** Places in the list of segments: steps share those that did not change. */
  segments: z.array(place).max(dubLimits.segments),
});
const savedSchema = z.strictObject({
  segments: z.array(segmentSchema),
  past: z.array(stepSchema),
  future: z.array(stepSchema),
});
type Step = DubHistory['past'][number];

/** As many steps next to now as fit. */
export function packDubHistory({ past, future }: DubHistory): string {
  const places = new Map<Segment, number>();
  const segments: Segment[] = [];
  let left = maximumSavedDubHistory - 100;
  const pack = (steps: readonly Step[]): z.infer<typeof stepSchema>[] => {
    const packed: z.infer<typeof stepSchema>[] = [];
    for (const { label, edit } of steps.toReversed()) {
      const fresh = edit.segments.filter((segment) => !places.has(segment));
      const step = {
        label,
        title: edit.title,
        ducking: edit.ducking,
        segments: edit.segments.map((segment) => places.get(segment) ?? segments.length + fresh.indexOf(segment)),
      };
      const cost = JSON.stringify(step).length + JSON.stringify(fresh).length + 2;
      if (cost > left) break;
      left -= cost;
      for (const segment of fresh) places.set(segment, segments.push(segment) - 1);
      packed.unshift(step);
    }
    return packed;
  };
  const saved: z.infer<typeof savedSchema> = { segments, past: pack(past), future: pack(future) };
  return JSON.stringify(saved);
}

/** What `packDubHistory` made; a text of anything else is no history. */
export function unpackDubHistory(text: string): DubHistory {
  try {
    const { segments, past, future } = savedSchema.parse(JSON.parse(text));
    const segmentAt = (at: number): Segment => {
      const segment = segments[at];
      if (segment === undefined) throw new RangeError('There is no such segment.');
      return segment;
    };
    const unpack = ({ label, title, ducking, segments: places }: z.infer<typeof stepSchema>): Step => ({
      label,
      edit: { title, ducking, segments: places.map(segmentAt) },
    });
    return { past: past.map(unpack), future: future.map(unpack) };
  } catch {
    return noHistory;
  }
}
