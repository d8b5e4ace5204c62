import { fail, FailureError, type Failure } from '#shared/failure.ts';
import type { AccountKeeper } from './account.ts';
import { resendFor } from './attempts.ts';
import type { LedgerEntry } from './ledger/types.ts';
import { message } from '#shared/messages/message.ts';

/** Whose an operation is, and for how long it goes on by itself (failure rules 3 and 8). */

type Owned = Pick<LedgerEntry, 'connectionId' | 'accountId' | 'requestId'>;

export async function isOwner(
  { connectionId, accountId }: Owned,
  connected: { connectionId: string },
  account: Pick<AccountKeeper, 'userId'>,
  signal: AbortSignal,
): Promise<boolean> {
  return connectionId === connected.connectionId && accountId === (await account.userId(signal));
}

/** Fails with `unauthorized` where another account or service is connected than the one that an operation was begun with. */
export async function checkOwner(
  entry: Owned,
  ...connected: [{ connectionId: string }, Pick<AccountKeeper, 'userId'>, AbortSignal]
): Promise<void> {
  if (!(await isOwner(entry, ...connected))) throw new FailureError(ofAnotherAccount(entry));
}

export function ofAnotherAccount(entry: Pick<LedgerEntry, 'connectionId' | 'requestId'>): Failure {
  return fail('unauthorized', message('paidRequests.otherAccount', entry.connectionId), {
    charged: 'unknown',
    next: 'check-connection',
    requestId: entry.requestId,
  }).failure;
}

/** What an operation is settled with that was first sent more than an hour ago: it is not sent again by itself. */
export function lostAnHourAgo(
  { firstSentAt, requestId }: Pick<LedgerEntry, 'firstSentAt' | 'requestId'>,
  now: number,
): FailureError | undefined {
  if (now - firstSentAt <= resendFor) return undefined;
  return fail('outcome-unknown', message('paidRequests.neverLearned'), {
    charged: 'unknown',
    next: 'retry',
    requestId,
  });
}
