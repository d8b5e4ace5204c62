import { z } from 'zod';
import { toDecibels, type Limited } from './true-peak.ts';

/**
 * dBTP. Nothing that is exported goes above -1, the limit of podcasts, EBU R 128 and streaming. A lossy codec adds to its peaks, and gets half a decibel
 * for that.
 */
export const ceilings = { exact: -1, lossy: -1.5 } as const;

/**
 * The true peak of exported sound in dBTP, before it is coded; `null` for silence. `limitedFromDb`: what it was before the export turned it down around its
 * peaks; `null` where nothing was changed.
 */
export const exportedPeakSchema = z.object({ truePeakDb: z.number().nullable(), limitedFromDb: z.number().nullable() });
export type ExportedPeak = z.infer<typeof exportedPeakSchema>;

export function exportedPeak({ before, after }: Limited): ExportedPeak {
  return { truePeakDb: toDecibels(after), limitedFromDb: after < before ? toDecibels(before) : null };
}
