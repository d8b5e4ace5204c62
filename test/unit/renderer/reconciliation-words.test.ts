import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import type { Reconciliation } from '#shared/operations/office.ts';
import {
  findGap,
  reconciliationStatus,
  reconciliationWords,
  restWords,
  whyWords,
} from '../../../src-renderer/core/account/reconciliation-words.ts';

const none: Reconciliation = {
  since: 0,
  creditsThen: 100,
  credits: 100,
  asOf: 1,
  charged: 0,
  inDoubt: 0,
  unreported: { operations: 0, estimate: 0, unpriced: 0, byFamily: [] },
  open: 0,
  openEstimate: 0,
  openUnpriced: 0,
  drift: 0,
};

it('a clone and a live phrase whose charges the service does not report are no discrepancy', () => {
  const known = { ...none, credits: 70, drift: -30, unreported: { operations: 2, estimate: 0, unpriced: 2, byFamily: [] } };
  expect(reconciliationStatus(findGap(known))).toBe('empty');
  expect(reconciliationWords(known, findGap(known))).toBe(messages.account.unreportedCharges('30 credits', '2 charges'));
});

it('a charge under way and an estimate that was too high are no discrepancy', () => {
  for (const open of [{ openUnpriced: 1 }, { openEstimate: 5 }]) {
    const { verdict, rest } = findGap({ ...none, drift: -5, open: 1, ...open });
    expect([verdict, rest]).toEqual(['not-reported', open.openEstimate === undefined ? -5 : 0]);
  }
  const tooHigh = { ...none, drift: 5, unreported: { operations: 1, estimate: 8, unpriced: 0, byFamily: [] } };
  expect(findGap(tooHigh).verdict).toBe('not-reported');
});

it('credits that nothing accounts for are shown as unexplained', () => {
  for (const drift of [-5, 5]) expect(reconciliationStatus(findGap({ ...none, drift }))).toBe('incomplete');
  const reported = { ...none, drift: -5, unreported: { operations: 1, estimate: 8, unpriced: 0, byFamily: [] } };
  expect(findGap(reported).verdict).toBe('unexplained');
  expect(reconciliationStatus(findGap(none))).toBe('done');
});

it('what is estimated is named by kind, both kinds of live speech as one', () => {
  const byFamily = [
    { family: 'realtime-reliable', estimate: 70 },
    { family: 'voice-create', estimate: 1000 },
    { family: 'realtime-simple', estimate: 7 },
  ] as const;
  const estimated = { ...none, unreported: { operations: 4, estimate: 1077, unpriced: 0, byFamily: [...byFamily] } };
  expect(reconciliationWords(estimated, findGap(estimated))).toBe(messages.account.agreesWithEstimates('1,077 credits'));
  const kinds = `${messages.jobs.voiceClone} 1,000 credits, ${messages.jobs.live} 77 credits`;
  expect(whyWords(estimated, findGap(estimated))).toContain(messages.account.chargesEstimated(kinds));
});

it('the lines of the sum add up to the balance now, and none repeats what another accounts for', () => {
  // Two charges are open: one of about 72 credits, one at an unknown price; another program was charged 15.
  const value = { ...none, drift: -587, open: 2, openEstimate: 72, openUnpriced: 1 };
  const gap = findGap(value, 15);
  expect(gap).toEqual({ left: -572, open: 72, inDoubt: 0, rest: -500, verdict: 'not-reported' });
  expect(restWords(value, gap)).toBe(messages.account.atUnknownPrice);
  expect(reconciliationWords(value, gap)).toBe(
    messages.account.differsWhileOpen(messages.account.differsFromJobs('572 credits', 'less'), '2 charges', 'are'),
  );
});

it('open charges with a known price account for no more than that: what went besides is unexplained', () => {
  expect(findGap({ ...none, drift: -100, open: 1, openEstimate: 72 })).toMatchObject({ open: 72, rest: -28, verdict: 'unexplained' });
});

it('credits that the service named and may have charged account for a difference of up to as many', () => {
  const value = { ...none, drift: -215, inDoubt: 365 };
  expect(reconciliationWords(value, findGap(value))).toBe(messages.account.mayHaveCost('215 credits'));
  expect(findGap(value)).toMatchObject({ inDoubt: 215, rest: 0, verdict: 'not-reported' });
  expect(findGap({ ...none, drift: -400, inDoubt: 365 })).toMatchObject({ inDoubt: 365, rest: -35, verdict: 'unexplained' });
});

it('what another program was charged, by the list of the service, is no discrepancy', () => {
  expect(findGap({ ...none, drift: -15 }, 15).verdict).toBe('agrees');
});
