import { z } from 'zod';
import { idPattern, type TakeId } from '../ids.ts';

/** How a take sounds in one block: louder, without its start or its end, with other crossfades. The take itself never changes. */

/** In decibels. */
export const minimumGainDb = -60;
export const maximumGainDb = 24;
/** Of the seams of a repair, in milliseconds. */
export const maximumCrossfadeMs = 500;
/** What a trim must leave of a take, in milliseconds. */
export const shortestSoundMs = 50;
/** Takes of one block that are edited, at most. */
export const maximumTakeEdits = 200;
const maximumTrimMs = 24 * 60 * 60 * 1000;

export const takeEditSchema = z.strictObject({
  gainDb: z.number().min(minimumGainDb).max(maximumGainDb).optional(),
  /** Milliseconds of the start and of the end that are not played. */
  trimStartMs: z.int().min(0).max(maximumTrimMs).optional(),
  trimEndMs: z.int().min(0).max(maximumTrimMs).optional(),
  /** Of a repaired take: how long each of its seams fades, in milliseconds. Absent: as the repair chose it. */
  crossfadeMs: z.int().min(0).max(maximumCrossfadeMs).optional(),
});
export type TakeEdit = Readonly<z.infer<typeof takeEditSchema>>;

/** Of a block: its edits by take. A take without an entry sounds as it is, or as the take that it was made from. */
export const takeEditsSchema = z
  .record(z.string().regex(idPattern), takeEditSchema)
  .refine((edits) => Object.keys(edits).length <= maximumTakeEdits);
export type TakeEdits = Readonly<Record<TakeId, TakeEdit>>;
