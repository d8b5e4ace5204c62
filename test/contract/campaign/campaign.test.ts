import { expect, it } from 'vitest';
import { families } from '#shared/paid-work.ts';
import { runCampaign, told } from './run.ts';

/** Seeds that failed once, and what was wrong then. */
const failedOnce: Readonly<Record<number, string>> = {
  20261269: 'a live request that failed for good at its second phrase stayed unknown, with the first one paid and its sound not in its result',
};

it.each(Object.entries(failedOnce))('the schedule of seed %s holds, in which %s', { timeout: 300_000 }, async (failed) => {
  const report = await runCampaign({ schedules: 1, seed: Number(failed), lanes: 1, kills: 6 });
  expect(told(report)).toBe('');
});

/** Always the same ones, so that what holds today holds tomorrow; `npm run campaign` runs others. */
const seed = 1;

it(
  'three hundred schedules of faults and kills: nothing is paid twice, nothing paid is lost in silence, nothing final changes',
  { timeout: 900_000 },
  async () => {
    const report = await runCampaign({ schedules: 300, seed, lanes: 2, kills: 15 });
    expect(told(report)).toBe('');
    expect(report.schedules).toBe(300);
    // That it was one: every family, many losses, and processes that were really killed.
    expect(Object.keys(report.ends).sort()).toEqual([...families].sort());
    expect(report.lost).toBeGreaterThan(100);
    expect(report.killed).toBeGreaterThan(15);
    expect(report.charges).toBeGreaterThan(200);
  },
);
