import { fixed } from './format.ts';
import type { ExportedPeak } from '#shared/sound/exported-peak.ts';
import { messages } from '#shared/messages/index.ts';

/** `−1.1 dBTP`; of silence, which is `null`, `−∞ dBTP`. */
export const formatTruePeak = (decibels: number | null): string =>
  messages.shapes.dbtp(decibels === null ? '−∞' : fixed(decibels, 1).replace('-', '−'));

/** The sentence that an export's result ends with: its true peak, and what was done to it. Empty where there is no sound. */
export function formatPeak(peak: ExportedPeak | null): string {
  if (peak?.truePeakDb == null) return '';
  const { truePeakDb, limitedFromDb } = peak;
  // A limiter that takes less than is shown took nothing that anybody hears of.
  if (limitedFromDb === null || formatTruePeak(truePeakDb) === formatTruePeak(limitedFromDb))
    return messages.shapes.truePeak(formatTruePeak(truePeakDb));
  return messages.shapes.truePeakLimitedFrom(formatTruePeak(truePeakDb), formatTruePeak(limitedFromDb));
}
