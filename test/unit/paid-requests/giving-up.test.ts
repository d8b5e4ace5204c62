import { describe, expect, it, vi } from 'vitest';
import { familyRules } from '#main/paid-requests/family-rules.ts';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { conflict, givenUp, isGivenUp, mayBeGivenUp, stoppedWaiting, untilLeft } from '#main/paid-requests/giving-up.ts';
import { interrupted } from '#main/paid-requests/recovery.ts';
import { fail } from '#shared/failure.ts';
import { families, givenUpCode } from '#shared/paid-work.ts';
import { said } from '../../helpers/said.ts';

const entry = (change: Partial<LedgerEntry> = {}): LedgerEntry =>
  ({ family: 'image', state: 'unknown', taskId: null, attempts: 2, failure: null, requestId: 'request1', ...change }) as LedgerEntry;

describe('an end that is not known', () => {
  it('may have been charged, and offers what the rule of its family allows', () => {
    const next = new Map(families.map((family) => [family, interrupted(entry({ family })).next]));
    expect(interrupted(entry())).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown', requestId: 'request1', next: 'retry' });
    expect([next.get('voice-create'), next.get('transcription'), next.get('profile-update')]).toEqual([
      'look-up',
      'generate-again',
      'retry',
    ]);
    for (const family of families) expect(next.get(family) === 'generate-again').toBe(familyRules[family].afterUnknown === 'again');
  });

  it('of what is not waited for can be gone on with, and names the request where there is one', () => {
    expect(stoppedWaiting(entry()).failure).toMatchObject({ kind: 'cancelled', charged: 'unknown', next: 'retry', requestId: 'request1' });
    expect(stoppedWaiting().failure).toMatchObject({ kind: 'cancelled', charged: 'unknown', next: 'retry' });
    expect(stoppedWaiting().failure.requestId).toBeUndefined();
  });

  it('of what was given up says so, and costs again when it is made again', () => {
    const failure = givenUp(entry());
    expect(failure).toMatchObject({
      kind: 'cancelled',
      charged: 'unknown',
      next: 'generate-again',
      code: givenUpCode,
      requestId: 'request1',
    });
    expect(isGivenUp(entry({ failure }))).toBe(true);
    expect(isGivenUp(entry({ failure, state: 'failed' }))).toBe(false);
    expect(isGivenUp(entry())).toBe(false);
    expect(isGivenUp(entry({ failure: fail('cancelled', said('Other.')).failure }))).toBe(false);
  });

  it('is no failure of the order where it only cannot be done now', () => {
    expect(conflict(said('Wait.')).failure).toMatchObject({ kind: 'conflict', message: 'Wait.' });
  });
});

it('only what was asked for twice, has no task, is unknown still and whose addresses end may be given up, once', () => {
  expect(mayBeGivenUp(entry())).toBe(true);
  const refused: Partial<LedgerEntry>[] = [
    { state: 'waiting' },
    { state: 'failed' },
    { taskId: 'task1' },
    { family: 'speech' },
    { attempts: 1 },
    { failure: givenUp(entry()) },
  ];
  for (const change of refused) expect([change, mayBeGivenUp(entry(change))]).toEqual([change, false]);
  expect(families.filter((family) => mayBeGivenUp(entry({ family })))).toEqual(['dubbing', 'image', 'video']);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('work that is waited for', () => {
  const controlled = () => {
    const controller = new AbortController();
    return { controller, ...Promise.withResolvers<string>() };
  };

  it('answers or fails as it does where nobody leaves', async () => {
    const { controller, promise, resolve } = controlled();
    const waited = untilLeft(promise, controller.signal, () => expect.unreachable());
    resolve('made');
    expect(await waited).toBe('made');
    await turn();
    controller.abort();
    await expect(
      untilLeft(Promise.reject(fail('disk-full', said('Full.'))), new AbortController().signal, () => true),
    ).rejects.toMatchObject({
      failure: { kind: 'disk-full' },
    });
    await expect(untilLeft(Promise.reject(new Error('odd')), new AbortController().signal, () => true)).rejects.toMatchObject({
      failure: { kind: 'internal' },
    });
  });

  it('goes on without who leaves, where it may', async () => {
    const { controller, promise, resolve } = controlled();
    const waited = untilLeft(promise, controller.signal, () => true);
    controller.abort();
    await expect(waited).rejects.toMatchObject({ failure: { kind: 'cancelled', charged: 'unknown' } });
    resolve('made');
  });

  it('is waited for still where it does not go on, and ends by itself', async () => {
    const { controller, promise, reject } = controlled();
    const leave = vi.fn(() => false);
    const waited = untilLeft(promise, controller.signal, leave);
    controller.abort();
    expect(leave).toHaveBeenCalledTimes(1);
    reject(fail('cancelled', said('Stopped.'), { charged: 'no' }));
    await expect(waited).rejects.toMatchObject({ failure: { kind: 'cancelled', charged: 'no' } });
  });
});
