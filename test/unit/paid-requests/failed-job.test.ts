import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failedJob } from '#main/paid-requests/media-job.ts';
import type { JobRecord } from '#main/service-client/reading/media-job.ts';

const job = (change: Partial<JobRecord>): JobRecord =>
  ({ id: 'job1', status: 'failed', standing: 'failed', errorCode: 'ERR_GENERATION_FAILED', fields: {}, ...change }) as JobRecord;
const entry = (creditsUsed: number | null = null) => ({ creditsUsed, requestId: 'request1' });
const credits = fc.integer({ min: 0, max: 10_000 });

describe('a job that the service gave up', () => {
  it('was paid for what was made before it, and everything else of its credits was refunded', () => {
    fc.assert(
      fc.property(credits, credits, fc.boolean(), (speech, rest, isInAnswer) => {
        const total = speech + rest;
        // Where the answer names no price, the one that the ledger has of its creation holds.
        const { creditsUsed, result } = failedJob(
          job({ speechCredits: speech, ...(isInAnswer && { creditsUsed: total }) }),
          entry(isInAnswer ? null : total),
        );
        expect(creditsUsed).toBe(speech);
        expect(result?.['refundedCredits']).toBe(rest);
      }),
    );
  });

  it('has no negative refund where its answer names a total below the price of the speech: that of its creation holds, if there is one', () => {
    fc.assert(
      fc.property(credits, fc.integer({ min: 1, max: 10_000 }), fc.option(credits), (below, more, taken) => {
        const { creditsUsed, result } = failedJob(job({ creditsUsed: below, speechCredits: below + more }), entry(taken));
        expect(creditsUsed).toBe(below + more);
        expect(result?.['refundedCredits']).toBe(taken !== null && taken >= below + more ? taken - below - more : undefined);
      }),
    );
  });

  it('of another kind was refunded whole', () => {
    expect(failedJob(job({ creditsUsed: 12.5 }), entry())).toMatchObject({ creditsUsed: 0, result: { refundedCredits: 12.5 } });
    const image = failedJob(job({ quotaUsed: 3 }), entry());
    expect(image.result).toMatchObject({ quotaUsed: 0, refundedQuota: 3 });
    expect(image.result).not.toHaveProperty('refundedCredits'); // nobody said what it took
  });

  it('says that the speech stays paid where it does, and only there', () => {
    const paid = failedJob(job({ creditsUsed: 10, speechCredits: 4 }), entry()).failure;
    expect(paid).toMatchObject({ charged: 'yes', requestId: 'request1' });
    expect(paid.message).toMatch(/ The speech stays paid\.$/u);
    for (const speechCredits of [0, undefined]) {
      const free = failedJob(job({ creditsUsed: 10, speechCredits }), entry()).failure;
      expect(free.charged).toBe('no');
      expect(free.message).not.toContain('stays paid');
    }
  });
});
