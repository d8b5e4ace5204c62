import { describe, expect, it } from 'vitest';
import { fail } from '../../../src-shared/failure.ts';
import { failureTitle } from '../../../src-renderer/lib/failure-words.ts';
import { costWords } from '../../../src-renderer/core/jobs/job-words.ts';
import { said } from '../../helpers/said.ts';

describe('what paid work cost', () => {
  const sums = { creditsUsed: 12, quotaUsed: null, refundedCredits: null };
  it('is the sum where it is known to be charged, and under the charge’s doubt where it is not', () => {
    expect(costWords({ ...sums, state: 'done', failure: null })).toBe('12 credits');
    const broken = fail('stream-interrupted', said('It broke off.'), { charged: 'unknown' }).failure;
    expect(costWords({ ...sums, state: 'unknown', failure: broken })).toBe('12 credits, if charged');
    expect(costWords({ ...sums, state: 'failed', failure: { ...broken, charged: 'yes' } })).toBe('12 credits');
    expect(costWords({ ...sums, creditsUsed: null, state: 'unknown', failure: broken })).toBe('cost not known');
    expect(costWords({ ...sums, creditsUsed: null, state: 'failed', failure: { ...broken, charged: 'no' } })).toBe('not charged');
    expect(costWords({ ...sums, refundedCredits: 12, state: 'failed', failure: broken })).toBe('12 credits refunded');
  });
  it('is said to be about an estimate where the service never tells a charge, and not told at all where there is none', () => {
    const live = { creditsUsed: null, quotaUsed: null, refundedCredits: null, state: 'done', failure: null } as const;
    expect(costWords({ ...live, creditsEstimate: 38 })).toBe('about 38 credits');
    expect(costWords(live)).toBe('charge not reported');
    expect(costWords({ ...live, creditsUsed: 40, creditsEstimate: 38 })).toBe('40 credits');
  });
});

describe('the heading of what does not fit', () => {
  it.each([
    ['Too large', { status: 413 }],
    ['Too large', { field: 'recordings' }],
    ['Too large', { field: 'files.2' }],
    ['Too long', { field: 'text' }],
    ['Too long', {}],
  ])('is “%s” for %j', (title, more) => {
    expect(failureTitle(fail('too-large', said('It does not fit.'), more).failure)).toBe(title);
  });
});
