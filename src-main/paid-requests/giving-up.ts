import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { givenUpCode } from '#shared/paid-work.ts';
import { familyRules } from './family-rules.ts';
import type { LedgerEntry } from './ledger/types.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** When a caller stops waiting for a paid request, and when a person gives one up whose outcome stays unknown. */

export const conflict = (why: Message): FailureError => fail('conflict', why);

export function stoppedWaiting(entry?: LedgerEntry): FailureError {
  return fail('cancelled', message('paidRequests.stoppedWaiting'), {
    charged: 'unknown',
    next: 'retry',
    ...(entry === undefined ? {} : { requestId: entry.requestId }),
  });
}

/** What a person gave up: nobody learned how it ended, and nobody will. */
export const givenUp = ({ requestId }: LedgerEntry): Failure =>
  fail('cancelled', message('paidRequests.givenUp'), {
    charged: 'unknown',
    next: 'generate-again',
    code: givenUpCode,
    requestId,
  }).failure;

export const isGivenUp = ({ state, failure }: Pick<LedgerEntry, 'state' | 'failure'>): boolean =>
  state === 'unknown' && failure?.code === givenUpCode;

/** Asked for again, and still unknown: before giving it up, the person has tried what costs nothing. */
export const mayBeGivenUp = (entry: LedgerEntry): boolean =>
  entry.state === 'unknown' &&
  entry.taskId === null &&
  familyRules[entry.family].mayBeGivenUp === true &&
  entry.attempts > 1 &&
  !isGivenUp(entry);

/** Waits for `work`, or for its caller to leave; `leave` says whether it goes on without them. */
export function untilLeft<T>(work: Promise<T>, signal: AbortSignal, leave: () => boolean): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => {
      if (leave()) reject(stoppedWaiting());
    };
    signal.addEventListener('abort', onAbort, { once: true });
    work
      .then(resolve, (thrown: unknown) => reject(thrown instanceof FailureError ? thrown : new FailureError(toFailure(thrown))))
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
