import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { AccountKeeper } from './account.ts';
import type { Log } from '../infra/platform.ts';
import type { ServiceClient } from '../service-client/client.ts';
import { unreadableAnswer, type AnswerFacts, type PaidRequest } from '../service-client/exchange.ts';
import { queueOf, resendFor, sendByRules, type Clock } from './attempts.ts';
import type { Gate } from './throttle.ts';
import { familyRules, nextAfterUnknown, type OperationFamily } from './family-rules.ts';
import type { Ledger, LedgerEntry, NewOperation, Outcome, Unit } from './ledger/types.ts';

/** What paid work other than the sound of blocks is sent with; that has its own way in `speech/`, which streams. */
export interface PayingTools {
  client: Pick<ServiceClient, 'connectionId' | 'origin'>;
  ledger: Ledger;
  account: AccountKeeper;
  clock: Clock;
  log: Log;
  gate?: Gate | undefined;
}

/** What is to be sent, once and for all. */
export interface Payment {
  family: OperationFamily;
  method?: 'POST' | 'DELETE';
  path: string;
  body: Uint8Array;
  contentType?: string;
  /** What it is, in words that a person knows it by. */
  summary: string;
  modelId?: string | null;
  /** What its price is learned from; one request where nothing finer is known. */
  amount?: number;
  unit?: Unit;
  /** Names equal work; the same while only the ids differ. */
  fingerprint: string;
  /** A person's own ids, 128 characters at most, where they gave some. One that the ledger holds already is a `conflict`. */
  idempotencyKey?: string;
  requestId?: string;
}

/** What a success says: its value for the caller, and what of it the ledger keeps. */
export interface Paid<T> {
  value: T;
  facts: Partial<AnswerFacts>;
  /** Ids and addresses of what came of it, to find it again. */
  result?: Record<string, unknown>;
  /** The service has taken it and goes on: it stays `waiting` until it is settled. */
  taskId?: string;
  /** How many units it took, where only the answer tells. */
  amount?: number | undefined;
  /** Milliseconds until the service wants to be asked for it first, where it said. */
  retryAfterMs?: number | undefined;
}

/** A failure after a part was made and paid for: what was paid is booked, and what is left of it kept with the operation. */
export class PartlyPaidError extends FailureError {
  readonly outcome: Pick<Outcome, 'creditsUsed' | 'result'>;
  constructor(failure: Failure, outcome: PartlyPaidError['outcome']) {
    super({ ...failure, charged: 'yes' });
    this.name = 'PartlyPaidError';
    this.outcome = outcome;
  }
}

export type Send<T> = (request: PaidRequest, signal: AbortSignal) => Promise<Paid<T>>;

export interface PayingCall {
  signal: AbortSignal;
  /** Told of the operation's id before anything is sent, which waits for it; and when the service makes it wait. */
  onBegun?: (operationId: string) => unknown;
  onWait?: () => void;
  /** Goes on with what an earlier run sent, without a person: within the hour of rule 8 from the first send. */
  automatic?: boolean;
}

/**
 * Sends paid work by the failure rules: the ledger holds it durably before a byte leaves, the same ids go with every attempt, and its
 * end is written down. Throws `FailureError`, whose `charged` says what is known over all attempts.
 */
export async function pay<T>(
  tools: PayingTools,
  payment: Payment,
  send: Send<T>,
  call: PayingCall,
): Promise<Paid<T> & { operationId: string }> {
  const { client, ledger, account } = tools;
  const accountId = await account.userId(call.signal);
  call.signal.throwIfAborted();
  const operationId = newId();
  const { method = 'POST', contentType = 'application/json', modelId = null, amount = 1, unit = 'request' } = payment;
  const { family, path, body, summary, fingerprint } = payment;
  const ownId = `voicewright-${operationId}`;
  const operation: NewOperation = {
    ...{ operationId, family, connectionId: client.connectionId, accountId, origin: client.origin, method, path, contentType, body },
    ...{
      idempotencyKey: payment.idempotencyKey ?? ownId,
      requestId: payment.requestId ?? ownId,
      fingerprint,
      summary,
      modelId,
      amount,
      unit,
    },
    ...{ format: null, purpose: null },
  };
  await ledger.begin(operation);
  await call.onBegun?.(operationId);
  return settled(tools, { ...operation, firstSentAt: tools.clock.now() }, send, call, false);
}

/**
 * Sends exactly what `entry` holds again, with its own ids, by a person's hand or after a restart: for families whose rule is `same-ids`.
 * Fails with `conflict` when another account or service is connected.
 */
export async function payAgain<T>(
  tools: PayingTools,
  entry: LedgerEntry,
  send: Send<T>,
  call: PayingCall,
): Promise<Paid<T> & { operationId: string }> {
  const { client, ledger, account, clock } = tools;
  if (entry.connectionId !== client.connectionId || entry.accountId !== (await account.userId(call.signal)))
    throw new FailureError(elsewhere(entry));
  if (call.automatic === true && clock.now() - entry.firstSentAt > resendFor) {
    const failure = fail('outcome-unknown', 'Whether the service took this was never learned. It may have been charged.', {
      ...{ charged: 'unknown', next: 'retry', requestId: entry.requestId },
    });
    await ledger.settle(entry.operationId, 'unknown', { failure: failure.failure });
    throw failure;
  }
  await ledger.resending(entry.operationId);
  await call.onBegun?.(entry.operationId);
  return settled(tools, call.automatic === true ? entry : { ...entry, firstSentAt: clock.now() }, send, call, true);
}

/** Work belongs to the account and the service that it was begun with. */
export function elsewhere(entry: Pick<LedgerEntry, 'connectionId' | 'requestId'>): Failure {
  return {
    ...{ kind: 'unauthorized', charged: 'unknown', next: 'check-connection', requestId: entry.requestId },
    message: `This belongs to another account, at ${entry.connectionId}. It goes on when that is connected.`,
  };
}

async function settled<T>(
  tools: PayingTools,
  operation: NewOperation & { firstSentAt: number },
  send: Send<T>,
  { signal, onWait }: PayingCall,
  lostBefore: boolean,
): Promise<Paid<T> & { operationId: string }> {
  const { ledger, account, clock, log, gate } = tools;
  const { operationId, family, method, path, body, contentType, idempotencyKey, requestId, firstSentAt } = operation;
  const request: PaidRequest = { method, path, body, contentType, idempotencyKey, requestId };
  /** The end is written as well as the disk allows; where it is not, the entry stays open, and recovery says that its end is not known. */
  const write = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((thrown: unknown) => {
      log.error('the end of an operation could not be written down', { operationId, kind: toFailure(thrown).kind });
    });
  };
  try {
    const paid = await sendByRules({
      ...{ family, firstSentAt, clock, signal, gate, lostBefore, account: queueOf(operation) },
      send: () => send(request, signal),
      beforeResend: () => ledger.resending(operationId),
      onWait: () => onWait?.(),
    });
    const { taskId } = paid;
    const outcome = outcomeOf(paid);
    await write(() => (taskId === undefined ? ledger.settle(operationId, 'done', outcome) : ledger.accepted(operationId, taskId, outcome)));
    account.paid(paid.facts);
    return { ...paid, operationId };
  } catch (thrown) {
    const failure = offering(toFailure(thrown), family);
    if (!(thrown instanceof FailureError) && failure.kind === 'internal')
      log.error('paid work failed', { operationId, error: String(thrown) });
    const { status, code, requestId: serviceRequestId } = failure;
    const state = failure.charged === 'unknown' ? 'unknown' : 'failed';
    const part = thrown instanceof PartlyPaidError ? thrown.outcome : {};
    await write(() => ledger.settle(operationId, state, { status, code, serviceRequestId, failure, ...part }));
    if (failure.charged !== 'no') account.paid({});
    if (thrown instanceof PartlyPaidError) throw thrown;
    throw new FailureError(failure, { cause: thrown });
  }
}

const withoutAnEnd: readonly Failure['kind'][] = ['outcome-unknown', 'service-timeout', 'service-failed', 'stream-interrupted'];

/** What is offered where the outcome is not known is the family's to say. */
function offering(failure: Failure, family: OperationFamily): Failure {
  const isOpen = withoutAnEnd.includes(failure.kind) || failure.code === unreadableAnswer;
  if (failure.charged !== 'unknown' || !isOpen) return failure;
  return { ...failure, next: nextAfterUnknown[familyRules[family].afterUnknown] };
}

function outcomeOf({ facts, result, amount }: Paid<unknown>): Outcome {
  const { status, creditsUsed, quotaRemaining, requestId } = facts;
  return { status, creditsUsed, quotaRemaining, serviceRequestId: requestId, result, amount };
}
