import { describe, expect, it } from 'vitest';
import { familyRules, isSpeechFamily } from '#main/paid-requests/family-rules.ts';
import { shown } from '#main/paid-requests/family.ts';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { fail } from '#shared/failure.ts';
import { families, givenUpCode, type OperationFamily } from '#shared/paid-work.ts';
import { said } from '../../helpers/said.ts';

/** What a person is offered for an operation, by the failure rules. */

const entry = (change: Partial<LedgerEntry>): LedgerEntry =>
  ({
    state: 'unknown',
    attempts: 1,
    taskId: null,
    status: null,
    purpose: null,
    format: null,
    failure: null,
    result: null,
    ...change,
  }) as LedgerEntry;
const ofBlock = { purpose: { projectId: 'p', chapterId: 'c', blockId: 'b' }, format: 'wav' } as const;
const actionsOf = (change: Partial<LedgerEntry>) => shown(entry(change)).actions;
const askable = (family: OperationFamily): boolean => ['same-ids', 'verify'].includes(familyRules[family].afterUnknown);

describe('an outcome that is not known', () => {
  it('of a stream for a block whose answer began with HTTP 200 is never offered to be sent again', () => {
    for (const family of ['aligned', 'speech'] as const) {
      expect(actionsOf({ ...ofBlock, family, status: 200 })).toEqual([]);
      // Without that answer, asking again with the same ids is safe.
      for (const status of [null, 500]) expect(actionsOf({ ...ofBlock, family, status })).toEqual(['retry']);
    }
  });

  it('of a job is offered to be asked for again, also after its HTTP 200', () => {
    expect(actionsOf({ ...ofBlock, family: 'job', status: 200 })).toEqual(['retry']);
  });

  it.each(families.filter((family) => !isSpeechFamily(family)))(
    'of %s is offered as its family’s rule says, whatever the status',
    (family) => {
      for (const status of [null, 200, 500])
        expect(actionsOf({ family, status })).toEqual(
          askable(family) ? ['retry'] : familyRules[family].afterUnknown === 'look-up' ? ['look-up'] : [],
        );
    },
  );

  it('with the service’s own id is offered to be asked for, in every family', () => {
    for (const family of families) expect(actionsOf({ ...ofBlock, family, taskId: 'task1', status: 200 })).toEqual(['retry']);
  });

  it('that a person gave up is offered no more', () => {
    const failure = { ...fail('cancelled', said('Given up.')).failure, code: givenUpCode };
    for (const family of families) expect(actionsOf({ family, failure, attempts: 2 })).toEqual([]);
  });
});

describe('an operation', () => {
  it('that goes on can be left, and asked for where it is in trouble', () => {
    const trouble = fail('unreachable', said('Gone.')).failure;
    expect(shown(entry({ family: 'image', state: 'waiting' })).actions).toEqual(['stop-waiting']);
    expect(shown(entry({ family: 'image', state: 'sending' })).actions).toEqual(['stop-waiting']);
    expect(shown(entry({ family: 'image', state: 'waiting' }), trouble).actions).toEqual(['retry', 'stop-waiting']);
  });

  it('that is over offers nothing, except the speech of a dubbing that failed', () => {
    const result = { speechUrl: 'https://service.example/speech.mp3' };
    for (const family of families) {
      for (const state of ['done', 'failed'] as const) expect(actionsOf({ family, state, taskId: 'task1', status: 200 })).toEqual([]);
      expect(actionsOf({ family, state: 'failed', result })).toEqual(['salvage']);
      expect(actionsOf({ family, state: 'done', result })).toEqual([]);
    }
  });
});
