import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pollDelay, suggestedPoll } from '#main/service/polling.ts';

const paces = fc.record({ first: fc.integer({ min: 1, max: 5000 }), slowest: fc.integer({ min: 5000, max: 60_000 }) });
const counts = fc.integer({ min: 0, max: 10_000 });

it('a delay that the service suggests is honoured, up to some minutes and never as a busy loop', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 0, max: 24 * 60 * 60_000 }), paces, (asked, suggested, pace) => {
      const delay = pollDelay(asked, suggested, pace);
      expect(delay).toBe(Math.max(suggestedPoll.least, Math.min(suggested, suggestedPoll.most)));
    }),
  );
  expect(pollDelay(0, 45_000, { first: 500, slowest: 15_000 })).toBe(45_000);
});

it('without a suggestion a job is asked for soon, then less and less, and no more seldom than its pace allows', () => {
  fc.assert(
    fc.property(counts, paces, (asked, pace) => {
      const [now, next] = [pollDelay(asked, undefined, pace), pollDelay(asked + 1, undefined, pace)];
      expect(now).toBeGreaterThanOrEqual(pace.first);
      expect(next).toBeGreaterThanOrEqual(now);
      expect(next).toBeLessThanOrEqual(pace.slowest);
    }),
  );
});
