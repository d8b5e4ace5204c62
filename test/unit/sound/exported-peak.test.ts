import { expect, it } from 'vitest';
import { exportedPeak } from '#shared/sound/exported-peak.ts';

it('an export that was limited reports its peak, and the peak it had before', () => {
  const { truePeakDb, limitedFromDb } = exportedPeak({ before: 1, after: 0.5 });
  expect(truePeakDb).toBeCloseTo(-6.0206, 4);
  expect(limitedFromDb).toBe(0);
});

it('an export that was not limited, or that is silent, reports no earlier peak', () => {
  expect(exportedPeak({ before: 1, after: 1 })).toEqual({ truePeakDb: 0, limitedFromDb: null });
  expect(exportedPeak({ before: 0, after: 0 })).toEqual({ truePeakDb: null, limitedFromDb: null });
});
