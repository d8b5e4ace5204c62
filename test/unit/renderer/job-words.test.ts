import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { codes } from '../../../src-shared/wire/common.ts';
import { fail } from '../../../src-shared/failure.ts';
import { failureTitle } from '../../../src-renderer/lib/failure-words.ts';
import {
  costWords,
  durationWords,
  referenceWords,
  shownState,
  spentWords,
  tookWords,
  voicesInGroup,
  wayOutWords,
} from '../../../src-renderer/core/jobs/job-words.ts';
import { said } from '../../helpers/said.ts';

describe('the state of paid work', () => {
  const job = { family: 'job' as const, state: 'failed' as const };
  it('is Refunded, and no error, where the service says that this very request was given back', () => {
    const { failure } = fail('conflict', said('It was refunded.'), { code: codes.requestPreviouslyRefunded, charged: 'no' });
    expect(shownState({ ...job, failure })).toEqual({ words: messages.shapes.titleRefunded, status: 'empty' });
    expect(shownState({ ...job, failure: { ...failure, code: 'ERR_OTHER' } })).toMatchObject({ status: 'failed' });
  });
  it('is Stopped, and no error, where a person stopped it', () => {
    const { failure } = fail('cancelled', said('Stopped.'), { charged: 'yes' });
    expect(shownState({ ...job, failure })).toEqual({ words: messages.shapes.titleStopped, status: 'incomplete' });
    expect(failureTitle(failure)).toBe(messages.shapes.titleStopped);
  });
});

describe('how long paid work took', () => {
  it('is the time to its end, but of live speech the time that was spoken, however long its session was open', () => {
    const result = { durationMs: 5000 };
    expect(durationWords({ family: 'job', latencyMs: 3600, result })).toBe(tookWords(3600));
    expect(durationWords({ family: 'realtime-reliable', latencyMs: 480_000, result })).toBe(tookWords(5000));
    expect(durationWords({ family: 'realtime-simple', latencyMs: 480_000, result: {} })).toBe(null);
    expect(durationWords({ family: 'job', latencyMs: null, result: null })).toBe(null);
  });
});

describe('what paid work cost', () => {
  const sums = { family: 'speech' as const, creditsUsed: 12, quotaUsed: null, refundedCredits: null };
  it('is the sum where it is known to be charged, and under the charge’s doubt where it is not', () => {
    expect(costWords({ ...sums, state: 'done', failure: null })).toBe('12 credits');
    const broken = fail('stream-interrupted', said('It broke off.'), { charged: 'unknown' }).failure;
    expect(costWords({ ...sums, state: 'unknown', failure: broken })).toBe(messages.jobs.ifCharged('12 credits'));
    expect(costWords({ ...sums, state: 'failed', failure: { ...broken, charged: 'yes' } })).toBe('12 credits');
    expect(costWords({ ...sums, creditsUsed: null, state: 'unknown', failure: broken })).toBe(messages.jobs.costUnknown);
    expect(costWords({ ...sums, creditsUsed: null, creditsEstimate: 193.2, state: 'unknown', failure: broken })).toBe('up to 194 credits');
    expect(costWords({ ...sums, creditsUsed: null, state: 'failed', failure: { ...broken, charged: 'no' } })).toBe(
      messages.jobs.notCharged,
    );
    const charged = { ...sums, creditsUsed: null, state: 'failed', failure: { ...broken, charged: 'yes' } } as const;
    expect(costWords(charged)).toBe(messages.jobs.chargedUnknown);
    expect(costWords({ ...charged, creditsEstimate: 38 })).toBe('about 38 credits');
    const refunded = { ...sums, state: 'failed', failure: { ...broken, refunded: true } } as const;
    expect(costWords(refunded)).toBe(messages.jobs.refunded('12 credits'));
    expect(costWords({ ...refunded, creditsUsed: null })).toBe(messages.jobs.refundReported);
    expect(costWords({ ...sums, refundedCredits: 12, state: 'failed', failure: broken })).toBe('12 credits refunded');
  });
  it('is said to be about an estimate where the service never reports a charge, and not shown at all where there is none', () => {
    const live = {
      family: 'realtime-reliable',
      creditsUsed: null,
      quotaUsed: null,
      refundedCredits: null,
      state: 'done',
      failure: null,
    } as const;
    expect(costWords({ ...live, creditsEstimate: 38 })).toBe('about 38 credits');
    expect(costWords(live)).toBe(messages.jobs.chargeNotReported);
    expect(costWords({ ...live, creditsUsed: 40, creditsEstimate: 38 })).toBe('40 credits');
  });
  it('is no charge where a design is saved and the service names none, as it need not', () => {
    const saved = { family: 'design-save', creditsUsed: null, quotaUsed: null, refundedCredits: null, failure: null } as const;
    expect(costWords({ ...saved, state: 'done' })).toBe(messages.jobs.noCharge);
    expect(costWords({ ...saved, creditsUsed: 3, state: 'done' })).toBe('3 credits');
    expect(costWords({ ...saved, state: 'unknown' })).toBe(messages.jobs.costUnknown);
  });
});

describe('a row of unknown outcome', () => {
  const unknown = { state: 'unknown' as const, actions: [], creditsEstimate: 193.2 };
  it('says what a person can do about it, and what a new request would cost', () => {
    expect(wayOutWords({ ...unknown, actions: ['retry', 'give-up'] })).toBe('Can be retried');
    expect(wayOutWords({ ...unknown, actions: ['look-up'] })).toBe('Can be looked up');
    expect(wayOutWords(unknown)).toBe('Only by generating again, ≈\u00A0194\u00A0credits');
    expect(wayOutWords({ state: 'unknown', actions: [] })).toBe('Only by generating again');
  });
  it('says nothing of it where the outcome is known, or the same was requested again', () => {
    expect(wayOutWords({ ...unknown, state: 'done' })).toBeUndefined();
    expect(wayOutWords({ ...unknown, isRequestedAgain: true })).toBeUndefined();
  });
});

describe('the heading of what does not fit', () => {
  it.each([
    [messages.shapes.titleTooLarge, { status: 413 }],
    [messages.shapes.titleTooLarge, { field: 'recordings' }],
    [messages.shapes.titleTooLarge, { field: 'files.2' }],
    [messages.narration.tooLong, { field: 'text' }],
    [messages.narration.tooLong, {}],
  ])('is “%s” for %j', (title, more) => {
    expect(failureTitle(fail('too-large', said('It does not fit.'), more).failure)).toBe(title);
  });
});

it('how long a request took is said in the unit that a person reads', () => {
  expect([7, 532, 3_567, 83_838, 100_000, 7_300_000].map(tookWords)).toEqual(['7 ms', '532 ms', '3.6 s', '83.8 s', '2 min', '2 h 2 min']);
});

describe('what a list of paid work says of all of it', () => {
  it('names credits, and API quota beside them where images or videos used any', () => {
    expect(spentWords({ credits: 2_636, estimate: 0, quota: 0 })).toBe('2,636 credits');
    expect(spentWords({ credits: 1_362, estimate: 1_274, quota: 8_800 })).toBe(
      `${messages.shapes.about('2,636 credits')} and 8,800 API quota`,
    );
  });

  it('names the first voices of a group, and counts those that it leaves out', () => {
    expect(voicesInGroup(['Rosalind', 'Abigail', 'Beatrice'], 3)).toEqual(['Rosalind', 'Abigail', 'Beatrice']);
    expect(voicesInGroup(['Rosalind', 'Abigail', 'Beatrice', 'Walter'], 3)).toEqual(['Rosalind', 'Abigail', 'Beatrice', 'and 1 more']);
  });

  it('names the images that an image was made from, and answers nothing of what it does not know', () => {
    const [operationId, address] = ['operation01', 'https://example.invalid/x.png'];
    expect(referenceWords([{ operationId }, { address }])).toBe(`${messages.jobs.galleryImage(operationId)} · ${address}`);
    expect(referenceWords([{ other: 1 }])).toBeUndefined();
    expect(referenceWords(undefined)).toBeUndefined();
  });
});
