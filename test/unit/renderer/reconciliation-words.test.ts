import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import type { Reconciliation } from '#shared/operations/office.ts';
import {
  judgeReconciliation,
  reconciliationStatus,
  reconciliationWords,
  whyWords,
} from '../../../src-renderer/core/account/reconciliation-words.ts';

const none: Reconciliation = {
  since: 0,
  creditsThen: 100,
  credits: 100,
  asOf: 1,
  charged: 0,
  unreported: { operations: 0, estimate: 0, unpriced: 0, byFamily: [] },
  open: 0,
  openEstimate: 0,
  drift: 0,
};

it('a clone and a live phrase whose charges the service does not report are no discrepancy', () => {
  const known = { ...none, credits: 70, drift: -30, unreported: { operations: 2, estimate: 0, unpriced: 2, byFamily: [] } };
  expect(reconciliationStatus(known)).toBe('empty');
  expect(reconciliationWords(known)).toBe(messages.account.unreportedCharges('30 credits', '2 charges', ''));
});

it('a charge under way and an estimate that was too high are no discrepancy', () => {
  expect(judgeReconciliation({ ...none, drift: -5, open: 1 })).toBe('not-reported');
  expect(judgeReconciliation({ ...none, drift: 5, unreported: { operations: 1, estimate: 8, unpriced: 0, byFamily: [] } })).toBe(
    'not-reported',
  );
});

it('credits that nothing accounts for are shown as unexplained', () => {
  for (const drift of [-5, 5]) expect(reconciliationStatus({ ...none, drift })).toBe('incomplete');
  const reported = { ...none, drift: -5, unreported: { operations: 1, estimate: 8, unpriced: 0, byFamily: [] } };
  expect(judgeReconciliation(reported)).toBe('unexplained');
  expect(reconciliationStatus(none)).toBe('done');
});

it('what is estimated is named by kind, both kinds of live speech as one', () => {
  const byFamily = [
    { family: 'realtime-reliable', estimate: 70 },
    { family: 'voice-create', estimate: 1000 },
    { family: 'realtime-simple', estimate: 7 },
  ] as const;
  const estimated = { ...none, unreported: { operations: 4, estimate: 1077, unpriced: 0, byFamily: [...byFamily] } };
  expect(reconciliationWords(estimated)).toBe(messages.account.agreesWithEstimates('1,077 credits'));
  const kinds = `${messages.jobs.voiceClone} 1,000 credits, ${messages.jobs.live} 77 credits`;
  expect(whyWords(estimated)).toContain(messages.account.chargesEstimated(kinds));
});
