import { expect, it } from 'vitest';
import { afterCrash, settleInterrupted } from '#main/paid-requests/recovery.ts';
import type { Ledger, LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { fail } from '#shared/failure.ts';
import { families, type OperationFamily } from '#shared/paid-work.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

const now = 1_000_000_000;
const hour = 60 * 60_000;
const block = { purpose: { projectId: 'p', chapterId: 'c', blockId: 'b' }, format: 'wav' } as const;
const entry = (family: OperationFamily, more: Partial<LedgerEntry> = {}): LedgerEntry =>
  ({
    ...{ operationId: family, requestId: 'request', family, state: 'sending', taskId: null, firstSentAt: now, purpose: null, format: null },
    ...more,
  }) as LedgerEntry;

/** Rule 4 and the families' rows: a crash counts as after the send. */
const expected: Record<OperationFamily, ReturnType<typeof afterCrash>> = {
  aligned: 'resend',
  speech: 'resend',
  job: 'resend',
  'speech-v1': 'resend',
  'speech-v1-cached': 'resend',
  'job-v1': 'resend',
  'speech-v2': 'give-up',
  compatibility: 'give-up',
  'realtime-simple': 'salvage',
  'realtime-reliable': 'salvage',
  transcription: 'give-up',
  'voice-create': 'give-up',
  'voice-delete': 'verify',
  design: 'give-up',
  'design-save': 'give-up',
  'lip-sync': 'give-up',
  dubbing: 'give-up',
  image: 'resend',
  video: 'resend',
  'profile-update': 'verify',
};

it.each(families)('what a crash left of the family %s goes on as its row of the failure rules says', (family) => {
  expect(afterCrash(entry(family), now)).toBe(expected[family]);
});

it('the sound of a block that came as it was made is looked for on the disk, and its job is sent again', () => {
  expect(afterCrash(entry('aligned', block), now)).toBe('salvage');
  expect(afterCrash(entry('speech', block), now)).toBe('salvage');
  expect(afterCrash(entry('job', block), now)).toBe('resend');
});

it('nothing is sent again by itself an hour after it was first sent; what the service has taken is asked for as long as it takes', () => {
  const old = { firstSentAt: now - hour - 1 };
  for (const family of families) {
    const what = afterCrash(entry(family, old), now);
    expect([family, what]).toEqual([family, expected[family] === 'salvage' ? 'salvage' : 'give-up']);
  }
  expect(afterCrash(entry('job', { ...block, ...old, taskId: 'task' }), now)).toBe('follow');
  expect(afterCrash(entry('image', { ...old, state: 'waiting', taskId: 'task' }), now)).toBe('follow');
});

it('what cannot go on is unknown, with the next step of its family; what can, and a sound that cannot be looked for yet, stays open', async () => {
  const settled: unknown[] = [];
  const settle = (operationId: string, state: string, { failure }: { failure?: { next: string } }): Promise<void> => {
    settled.push([operationId, state, failure?.next]);
    return Promise.resolve();
  };
  const tools = { ledger: { settle } as unknown as Ledger, clock: { now: () => now }, log: quietLog() };
  const left = [entry('image'), entry('lip-sync'), entry('transcription'), entry('aligned', block), entry('speech', block)];
  await settleInterrupted(tools, left, ({ family }) =>
    family === 'aligned' ? Promise.resolve({ state: 'done', outcome: {} }) : Promise.reject(fail('disk-full', said('no room'))),
  );
  expect(settled).toEqual([
    ['lip-sync', 'unknown', 'look-up'],
    ['transcription', 'unknown', 'generate-again'],
    ['aligned', 'done', undefined],
  ]);
});
