import { FailureError, reword, toFailure, type Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { message } from '#shared/messages/message.ts';
import { withoutCredits } from '#shared/paid-work.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import type { AccountKeeper } from './account.ts';
import type { Log } from '../infra/platform.ts';
import type { ServiceClient } from '../service-client/client.ts';
import { unreadableAnswer, type PaidRequest } from '../service-client/exchange.ts';
import { queueOf, sendByRules } from './attempts.ts';
import type { Clock } from './clock.ts';
import { familyRules, nextAfterUnknown, type OperationFamily } from './family-rules.ts';
import type { DubPurpose, Ledger, LedgerEntry, NewOperation, Outcome, Purpose, Unit } from './ledger/types.ts';
import { checkOwner, lostAnHourAgo } from './ownership.ts';
import type { Throttle } from './throttle.ts';

/**
 * The state machine of every paid request, over HTTP, of a stream or of a realtime session (README.md):
 *
 *     begin → sending → attempts → accepted → settled: done, failed or unknown
 *
 * A family says how it sends and what it takes in; what is written down, sent again and called charged is decided here.
 */

/** What paid requests are sent with. */
export interface EngineTools {
  client: Pick<ServiceClient, 'connectionId' | 'origin'>;
  ledger: Ledger;
  account: AccountKeeper;
  clock: Clock;
  log: Log;
  throttle?: Throttle | undefined;
  /** The operations that are under way in this run of the program, by id: recovery leaves them alone. */
  underWay?: Set<string> | undefined;
}

/** What is to be sent, once and for all. */
export interface Order {
  family: OperationFamily;
  method?: 'POST' | 'DELETE';
  path: string;
  body: Uint8Array;
  contentType?: string;
  /** What it is, in words that a person knows it by. */
  summary: string;
  modelId?: string | null;
  /** What its price is learned from; one request where nothing finer is known. */
  amount?: number | undefined;
  unit?: Unit;
  /** Names equal work; the same while only the ids differ. */
  fingerprint: string;
  /** A person's own ids, 128 characters at most, where they gave some. One that the ledger holds already is a `conflict`. */
  idempotencyKey?: string;
  requestId?: string;
  /** Of the sound of a block: its format, and which block. */
  format?: AudioFormat;
  purpose?: Purpose;
  /** Of a line of a dub: which dub. */
  dub?: DubPurpose | undefined;
}

/** The part of an operation that the engine needs. */
type Sendable = Pick<
  NewOperation,
  'operationId' | 'family' | 'method' | 'path' | 'body' | 'contentType' | 'idempotencyKey' | 'requestId' | 'connectionId' | 'accountId'
> & { firstSentAt: number };

/** What is learned of an operation on its way: what goes to the ledger and the account. */
export interface Known {
  status?: number | undefined;
  /** The service's own id of the request. */
  requestId?: string | undefined;
  creditsUsed?: number | undefined;
  quotaRemaining?: number | undefined;
  amount?: number | undefined;
  result?: Record<string, unknown> | undefined;
  /** The service has taken it and goes on with it: paid for, and to be fetched until it is over. */
  taken?: boolean;
  /** The service said how it ended: there is nothing left to ask. */
  over?: boolean;
}

/** A request on its way, as its family sees it. */
export interface OngoingRequest {
  readonly signal: AbortSignal;
  /** Sends by the failure rules, with the operation's own ids; `once` settles with the answer's status. */
  attempt<T>(once: (request: PaidRequest, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Writes down that the service has taken it and goes on with it under this id. */
  accept(taskId: string): Promise<void>;
}

/** What a family does with a request: everything that the engine does not decide. */
export interface Strategy<T> {
  /** Filled as the request goes on; belongs to one run of it. */
  known: Known;
  /** From the first send to the result. With a `taskId`, the service goes on with it, and somebody else waits for its end. */
  perform(request: OngoingRequest): Promise<{ value: T; taskId?: string | undefined }>;
  /** It takes its sound in as it comes, into a file that recovery looks for: a full disk leaves its end open. */
  takesInSound?: true;
}

export interface EngineCall {
  signal: AbortSignal;
  /** Called with the operation's id before anything is sent, which waits for it. */
  onBegun?: ((operationId: string) => unknown) | undefined;
  /** The service makes it wait. */
  onWait?: (() => void) | undefined;
}

/** What is done by itself, without a person, keeps within the hour of rule 8 from the first send. */
export type By = 'user' | 'itself';

/** A failure after a part was made and paid for: what was paid is written down, and what is left of it kept with the operation. */
export class PartlyPaidError extends FailureError {
  readonly outcome: Pick<Outcome, 'creditsUsed' | 'result'>;
  constructor(failure: Failure, outcome: PartlyPaidError['outcome']) {
    super({ ...failure, charged: 'yes' });
    this.name = 'PartlyPaidError';
    this.outcome = outcome;
  }
}

/** Begins a new operation: the ledger holds it durably before a byte leaves (rules 1 and 2). Throws `FailureError`; then nothing is sent. */
export async function beginOperation(tools: EngineTools, order: Order, call: EngineCall): Promise<NewOperation & { firstSentAt: number }> {
  const { client, ledger, account, clock, underWay } = tools;
  const accountId = await account.userId(call.signal);
  call.signal.throwIfAborted();
  const operationId = newId();
  const ownId = `voicewright-${operationId}`;
  const operation: NewOperation = {
    operationId,
    family: order.family,
    connectionId: client.connectionId,
    accountId,
    origin: client.origin,
    method: order.method ?? 'POST',
    path: order.path,
    contentType: order.contentType ?? 'application/json',
    body: order.body,
    idempotencyKey: order.idempotencyKey ?? ownId,
    requestId: order.requestId ?? ownId,
    fingerprint: order.fingerprint,
    summary: order.summary,
    modelId: order.modelId ?? null,
    amount: order.amount ?? 1,
    unit: order.unit ?? 'request',
    format: order.format ?? null,
    purpose: order.purpose ?? null,
    dub: order.dub,
  };
  underWay?.add(operationId);
  try {
    await ledger.begin(operation);
  } catch (thrown) {
    underWay?.delete(operationId);
    throw thrown;
  }
  await call.onBegun?.(operationId);
  return { ...operation, firstSentAt: clock.now() };
}

/** Sends a new operation and brings it to its end. Throws `FailureError`, whose `charged` says what is known over all attempts. */
export const runOperation = <T>(tools: EngineTools, operation: Sendable, strategy: Strategy<T>, call: EngineCall): Promise<T> =>
  run(tools, operation, strategy, call, { lostBefore: false });

/**
 * Goes on with an operation under its own ids, by a person's wish or after a restart. Fails with `unauthorized` where another account or
 * service is connected, and, by itself, with `outcome-unknown` more than an hour after the first send. `follows`: the service has taken it,
 * and it is only asked for.
 */
export async function resumeOperation<T>(
  tools: EngineTools,
  entry: LedgerEntry,
  strategy: Strategy<T>,
  call: EngineCall,
  { by, follows = false }: { by: By; follows?: boolean },
): Promise<T> {
  const { client, ledger, account, clock, underWay } = tools;
  const { operationId, firstSentAt } = entry;
  await checkOwner(entry, client, account, call.signal);
  const late = by === 'itself' && !follows ? lostAnHourAgo(entry, clock.now()) : undefined;
  if (late !== undefined) {
    await ledger.settle(operationId, 'unknown', { failure: late.failure });
    throw late;
  }
  underWay?.add(operationId);
  try {
    if (!follows) await ledger.resending(operationId);
    await call.onBegun?.(operationId);
  } catch (thrown) {
    underWay?.delete(operationId);
    throw thrown;
  }
  return run(tools, { ...entry, firstSentAt: by === 'user' ? clock.now() : firstSentAt }, strategy, call, {
    lostBefore: true,
    // One that replays nothing is repeated once by itself, to learn its state, and this is that repeat.
    ...(by === 'itself' && familyRules[entry.family].idempotent !== true && { resends: 0 }),
  });
}

async function run<T>(
  tools: EngineTools,
  operation: Sendable,
  strategy: Strategy<T>,
  { signal, onWait }: EngineCall,
  { lostBefore, resends }: { lostBefore: boolean; resends?: number },
): Promise<T> {
  const { ledger, account, clock, log, throttle, underWay } = tools;
  const { operationId, family, firstSentAt, method, path, body, contentType, idempotencyKey, requestId } = operation;
  const { known } = strategy;
  const sent: PaidRequest = { method, path, body, contentType, idempotencyKey, requestId };
  const request: OngoingRequest = {
    signal,
    attempt: (once) =>
      sendByRules({
        family,
        firstSentAt,
        clock,
        signal,
        throttle,
        lostBefore,
        resends,
        account: queueOf(operation),
        send: () => once(sent, signal),
        beforeResend: () => ledger.resending(operationId),
        onWait: () => onWait?.(),
      }),
    accept: async (taskId) => {
      known.taken = true;
      await ledger.accepted(operationId, taskId, outcomeOf(known));
      account.paid(known);
    },
  };
  /** The end is written as well as the disk allows; where it is not, the entry stays open, and recovery says that its end is not known. */
  const write = (written: Promise<void>): Promise<void> =>
    written.catch((thrown: unknown) => {
      log.error('the end of an operation could not be written down', { operationId, kind: toFailure(thrown).kind });
    });
  underWay?.add(operationId);
  try {
    const { value, taskId } = await strategy.perform(request);
    const outcome = outcomeOf(known);
    await write(taskId === undefined ? ledger.settle(operationId, 'done', outcome) : ledger.accepted(operationId, taskId, outcome));
    account.paid(known);
    return value;
  } catch (thrown) {
    const said = withNextStep(withBalance(toFailure(thrown), family), family, strategy);
    const failure = withOwnId(said, requestId);
    if (failure.kind === 'internal' && !(thrown instanceof FailureError))
      log.error('paid work failed', { operationId, error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
    if (failure.kind === 'disk-full') throttle?.report(failure);
    const state = stateAfter(failure, strategy);
    if (state !== 'waiting') {
      const part = thrown instanceof PartlyPaidError ? thrown.outcome : {};
      await write(ledger.settle(operationId, state, { ...outcomeOf(known, said), failure, ...part }));
      if (failure.charged !== 'no') account.paid(known);
    }
    if (!(thrown instanceof FailureError && thrown.failure === said)) throw new FailureError(failure, { cause: thrown });
    // The same error: what was kept of the result may be in it.
    thrown.failure = failure;
    throw thrown;
  } finally {
    underWay?.delete(operationId);
  }
}

/** Where an operation stands after a failure (rules 4 to 7). `waiting`: the service has it, and it can be fetched until it is over. */
function stateAfter({ kind, charged }: Failure, { known, takesInSound }: Strategy<unknown>): 'waiting' | 'unknown' | 'failed' {
  if (known.taken === true && known.over !== true) return 'waiting';
  // A stream that failed after it began said so itself.
  if (takesInSound === true && kind === 'service-failed' && known.status === 200) known.over = true;
  if (takesInSound === true && kind === 'disk-full') return 'unknown';
  return charged === 'unknown' && known.over !== true ? 'unknown' : 'failed';
}

const withoutAnEnd: readonly Failure['kind'][] = ['outcome-unknown', 'service-timeout', 'service-failed', 'stream-interrupted'];

/** What is offered where the outcome is not known is the family's to say, until the service has answered with a success: then the failure says it. */
function withNextStep(failure: Failure, family: OperationFamily, { known: { status, taken } }: Strategy<unknown>): Failure {
  const isOpen = withoutAnEnd.includes(failure.kind) || failure.code === unreadableAnswer;
  if (status !== undefined || taken === true || failure.charged !== 'unknown' || !isOpen) return failure;
  return { ...failure, next: nextAfterUnknown[familyRules[family].afterUnknown] };
}

/** Images and videos take API quota, all else credits: the status of the refusal does not say which. */
function withBalance(failure: Failure, family: OperationFamily): Failure {
  if (failure.status !== 402 || !withoutCredits.includes(family)) return failure;
  return reword(failure, message('service.sentence', message('service.quotaUsedUp')), { next: 'add-quota' });
}

/** What may have been charged can be found by the id that it was sent with, where no answer named one. */
function withOwnId(failure: Failure, requestId: string): Failure {
  return failure.charged === 'no' || failure.requestId !== undefined ? failure : { ...failure, requestId };
}

function outcomeOf(known: Known, failure?: Failure): Outcome {
  return {
    status: failure?.status ?? known.status,
    code: failure?.code,
    creditsUsed: known.creditsUsed,
    amount: known.amount,
    quotaRemaining: known.quotaRemaining,
    serviceRequestId: failure?.requestId ?? known.requestId,
    failure,
    result: known.result,
  };
}
