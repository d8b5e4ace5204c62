import { codes } from '#shared/wire/common.ts';
import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { ServiceFailure } from '../service-client/answers.ts';
import { backoff } from '../service-client/exchange.ts';
import type { Clock } from './clock.ts';
import type { Throttle } from './throttle.ts';
import { familyRules, nextAfterUnknown, type OperationFamily } from './family-rules.ts';
import { message } from '#shared/messages/message.ts';

/** The service said how this very operation ended, whatever became of its earlier attempts. */
export class EndedError extends FailureError {
  override readonly name = 'EndedError';
}

/** Failure rules, rule 8. */
export const resendFor = 60 * 60 * 1000;

/** Bounds of what is done without a person. */
const most = {
  /** Tries that did not leave this machine. */
  unreachable: 3,
  rateLimited: 5,
  unavailable: 3,
  inProgress: 120,
  /** Milliseconds that are waited because the service says so. */
  wait: 2 * 60_000,
} as const;

export interface Attempts<T> {
  family: OperationFamily;
  firstSentAt: number;
  clock: Clock;
  signal: AbortSignal;
  /** It was sent before, by an earlier call or run, and how that ended was never learned: no answer but one about its id makes it free. */
  lostBefore?: boolean | undefined;
  /** How often it may be sent again after an unknown outcome, where not as often as its family allows. */
  resends?: number | undefined;
  /** How much goes to the service at a time, and whose it is: an account of a connection. */
  throttle?: Throttle | undefined;
  account: string;
  /** Sends once. It must settle with the answer's status, not with its body: nothing after HTTP 200 is sent again from here. */
  send(): Promise<T>;
  /** Makes the ledger hold one more attempt; called before each send but the first. */
  beforeResend(): Promise<void>;
  /** Called when the service makes this wait. */
  onWait(): void;
}

/** Whose requests are asked less of together. */
export const queueOf = ({ connectionId, accountId }: { connectionId: string; accountId: string }): string => `${connectionId} ${accountId}`;

/**
 * Sends a paid request by the failure rules 4 to 8 and its family's row, always with the same ids. What it throws says what
 * is known of the charge over all attempts: once one was lost, a later refusal to connect does not make it free.
 */
export async function sendByRules<T>(attempts: Attempts<T>): Promise<T> {
  const { family, clock, signal } = attempts;
  const count = { unreachable: 0, unknown: 0, rateLimited: 0, unavailable: 0, inProgress: 0 };
  let lost: Failure | undefined = attempts.lostBefore === true ? sentBefore : undefined;

  for (;;) {
    try {
      return await oneAttempt(attempts);
    } catch (thrown) {
      const failure = toFailure(thrown);
      const give = (): FailureError => {
        if (lost === undefined || failure.charged !== 'no' || thrown instanceof EndedError || knowsTheOutcome(failure))
          return asFailure(thrown);
        if (failure.kind === 'unreachable' && lost !== sentBefore) return new FailureError(lost);
        const keeps = keepsItsStep.includes(failure.kind);
        return new FailureError({
          ...failure,
          charged: 'unknown',
          ...(keeps ? {} : { next: nextAfterUnknown[familyRules[family].afterUnknown] }),
        });
      };
      if (failure.kind === 'cancelled') throw give();
      const wait = nextWait(thrown, failure);
      if (wait === undefined || wait > most.wait || clock.now() + wait - attempts.firstSentAt > resendFor) throw give();
      if (isUnknown(thrown, failure, family)) lost = failure;
      if (failure.kind === 'rate-limited' || failure.kind === 'conflict') attempts.onWait();
      const mayBeCharged = lost !== undefined || failure.charged !== 'no';
      try {
        await clock.sleep(wait, signal);
      } catch {
        throw fail('cancelled', message('failures.stopped'), { charged: mayBeCharged ? 'unknown' : 'no' });
      }
      try {
        await attempts.beforeResend();
      } catch (refused) {
        // The ledger could not hold another attempt, which says nothing of those before.
        throw mayBeCharged ? new FailureError({ ...toFailure(refused), charged: 'unknown' }, { cause: refused }) : refused;
      }
    }
  }

  /** Milliseconds before the next send, or `undefined` where none may follow by itself. */
  function nextWait(thrown: unknown, failure: Failure): number | undefined {
    const after = (which: keyof typeof count, bound: number): number | undefined =>
      count[which]++ < bound ? (failure.retryAfterMs ?? backoff(count[which])) : undefined;
    if (failure.kind === 'unreachable') return after('unreachable', most.unreachable - 1);
    // A part of it was made and paid for, or the interface says that it is never sent again by itself.
    if (failure.charged === 'yes' || familyRules[family].never === true) return undefined;
    if (isUnknown(thrown, failure, family)) return after('unknown', attempts.resends ?? familyRules[family].resends);
    if (failure.kind === 'rate-limited') return after('rateLimited', most.rateLimited);
    if (failure.kind === 'conflict' && failure.code === codes.requestInProgress) return after('inProgress', most.inProgress);
    if (failure.kind === 'service-unavailable' && retryableOf(thrown) === true) return after('unavailable', most.unavailable);
    return undefined;
  }
}

const sentBefore = fail('outcome-unknown', message('paidRequests.sentBefore'), {
  charged: 'unknown',
}).failure;

/** Their step comes first; what the family offers comes after it. */
const keepsItsStep: readonly Failure['kind'][] = ['unauthorized', 'payment-required', 'unreachable', 'rate-limited', 'cancelled'];

async function oneAttempt<T>(attempts: Attempts<T>): Promise<T> {
  const { throttle, account, signal } = attempts;
  const leave = await throttle?.acquire(signal, account);
  try {
    const value = await attempts.send();
    throttle?.report(undefined, account, leave);
    return value;
  } catch (thrown) {
    throttle?.report(toFailure(thrown), account, leave);
    throw thrown;
  } finally {
    leave?.();
  }
}

const retryableOf = (thrown: unknown): boolean | undefined => (thrown instanceof ServiceFailure ? thrown.retryable : undefined);

/**
 * Sent, without an answer that says how it ended. A 504 leaves that open, and for a family whose repeats are the same operation a 500 does too,
 * unless they say that nothing was charged or that another try is of no use.
 */
function isUnknown(thrown: unknown, failure: Failure, family: OperationFamily): boolean {
  if (failure.kind === 'outcome-unknown') return true;
  if (failure.charged !== 'unknown' || retryableOf(thrown) === false) return false;
  return failure.status === 504 || (failure.kind === 'service-failed' && familyRules[family].idempotent === true);
}

/** An answer about this very id: it settles what an earlier attempt left open. */
function knowsTheOutcome(failure: Failure): boolean {
  return failure.code === codes.requestPreviouslyRefunded || failure.code === codes.requestAlreadyCompleted;
}

function asFailure(thrown: unknown): FailureError {
  return thrown instanceof FailureError ? thrown : new FailureError(toFailure(thrown), { cause: thrown });
}
