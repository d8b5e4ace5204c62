import type { AnswerFacts, PaidRequest } from '../service-client/exchange.ts';
import {
  beginOperation,
  resumeOperation,
  runOperation,
  type By,
  type EngineCall,
  type EngineTools,
  type Order,
  type Strategy,
} from './engine.ts';
import type { LedgerEntry } from './ledger/types.ts';

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

export type Send<T> = (request: PaidRequest, signal: AbortSignal) => Promise<Paid<T>>;

export interface SendCall extends EngineCall {
  /** Goes on with what an earlier run sent, without a person: within the hour of rule 8 from the first send. */
  automatic?: boolean;
}

/**
 * Sends a paid request by the failure rules: the ledger holds it durably before a byte leaves, the same ids go with every attempt, and its
 * end is written down. Throws `FailureError`, whose `charged` says what is known over all attempts.
 */
export async function sendPaid<T>(
  tools: EngineTools,
  order: Order,
  send: Send<T>,
  call: SendCall,
): Promise<Paid<T> & { operationId: string }> {
  const operation = await beginOperation(tools, order, call);
  const paid = await runOperation(tools, operation, oneAnswer(send), call);
  return { ...paid, operationId: operation.operationId };
}

/**
 * Sends exactly what `entry` holds again, with its own ids, by a person's wish or after a restart: for families whose rule is `same-ids`.
 * Fails with `unauthorized` when another account or service is connected.
 */
export async function sendPaidAgain<T>(
  tools: EngineTools,
  entry: LedgerEntry,
  send: Send<T>,
  call: SendCall,
): Promise<Paid<T> & { operationId: string }> {
  const by: By = call.automatic === true ? 'itself' : 'user';
  const paid = await resumeOperation(tools, entry, oneAnswer(send), call, { by });
  return { ...paid, operationId: entry.operationId };
}

/** The strategy of every family whose answer to the request is all that it sends. */
function oneAnswer<T>(send: Send<T>): Strategy<Paid<T>> {
  const strategy: Strategy<Paid<T>> = {
    known: {},
    perform: async (request) => {
      const paid = await request.attempt(send);
      const { status, creditsUsed, quotaRemaining, requestId } = paid.facts;
      Object.assign(strategy.known, { status, creditsUsed, quotaRemaining, requestId, result: paid.result, amount: paid.amount });
      return { value: paid, taskId: paid.taskId };
    },
  };
  return strategy;
}
