import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { codes } from '#shared/wire/common.ts';
import { isSpeech, type LedgerEntry, type NewOperation, type Purpose, type SpeechEntry } from '../../paid-requests/ledger/types.ts';
import type { PaidResult } from '../../library/types.ts';
import { resendFor } from '../../paid-requests/attempts.ts';
import { elsewhere } from '../../paid-requests/send.ts';
import { familyRules, type SpeechFamily } from '../../paid-requests/family-rules.ts';
import { families, unmade } from './families.ts';
import type { Flight } from './single-flight.ts';
import {
  chargedFor,
  outcomeOf,
  summaryOf,
  type UnmadeError,
  type MakingEvent,
  type MakingTools,
  type Operation,
  type Repeat,
  type Seen,
} from './operation.ts';
import type { Plan } from './plan.ts';

/**
 * Makes the sound of a plan: continues what was begun before for the same work, or begins a new operation. `byItself`: no person asked for this
 * repeat, so that the hour of automatic resends goes on (failure rules, rule 8). Throws `UnmadeError`.
 */
export async function make(
  plan: Plan,
  purpose: Purpose,
  tools: MakingTools,
  flight: Flight<MakingEvent>,
  byItself = false,
): Promise<PaidResult> {
  const { client, ledger } = tools;
  const accountId = await tools.account.userId(flight.signal);
  const before = await ledger.open(plan.fingerprint, client.connectionId, accountId);
  if (before !== undefined && isSpeech(before) && mayGoOn(before)) {
    if (byItself) return goOn(before, tools, flight);
    try {
      // By a person's hand, and so the hour of automatic resends begins anew.
      return await run({ ...before, firstSentAt: tools.clock.now() }, tools, flight, true);
    } catch (thrown) {
      // Refunded: a new id may follow by the user's hand, and this is it.
      if (!(thrown instanceof FailureError) || thrown.failure.code !== codes.requestPreviouslyRefunded) throw thrown;
    }
  }
  flight.signal.throwIfAborted();
  const operationId = newId();
  const operation = {
    operationId,
    family: plan.family,
    connectionId: client.connectionId,
    accountId,
    origin: client.origin,
    method: 'POST',
    path: plan.path,
    contentType: 'application/json',
    body: plan.body,
    idempotencyKey: `voicewright-${operationId}`,
    requestId: `voicewright-${operationId}`,
    fingerprint: plan.fingerprint,
    modelId: plan.modelId,
    summary: summaryOf(plan.shape.text),
    amount: plan.shape.text.length,
    unit: 'character',
    format: plan.format,
    purpose,
  } satisfies NewOperation;
  tools.live.add(operationId);
  try {
    await ledger.begin(operation);
  } catch (thrown) {
    tools.live.delete(operationId);
    throw thrown;
  }
  return run({ ...operation, taskId: null, firstSentAt: tools.clock.now() }, tools, flight, false);
}

/** Continues by itself what a crash, a lost connection or a closed program left. Throws `UnmadeError`. */
export async function goOn(entry: SpeechEntry, tools: MakingTools, flight: Flight<MakingEvent>): Promise<PaidResult> {
  const late = lateJob(entry, tools.clock.now());
  if (late !== undefined) {
    await tools.ledger.settle(entry.operationId, 'unknown', { failure: late.failure });
    throw unmade(late);
  }
  // One that replays nothing is repeated once, and this is it.
  return run(entry, tools, flight, true, familyRules[entry.family].idempotent === true ? undefined : 0);
}

/** What a job is to be settled with that was sent more than an hour ago and of which no answer came: it is not sent again by itself. */
export function lateJob({ taskId, firstSentAt, requestId }: SpeechEntry, now: number): FailureError | undefined {
  if (taskId !== null || now - firstSentAt <= resendFor) return undefined;
  return fail('outcome-unknown', 'Whether the service took this was never learned. It may have been charged.', {
    ...{ charged: 'unknown', next: 'retry', requestId },
  });
}

/** Asks for the outcome of what is open with its own ids, by a person's hand; what is there of it comes. Throws `UnmadeError`. */
export async function askAgain(entry: SpeechEntry, tools: MakingTools, flight: Flight<MakingEvent>): Promise<PaidResult> {
  const owner = entry.connectionId === tools.client.connectionId && entry.accountId === (await tools.account.userId(flight.signal));
  if (!owner) throw new FailureError(elsewhere(entry));
  if (!mayGoOn(entry))
    throw fail(
      'conflict',
      'It broke off after it had begun, and is not given twice. What had arrived is kept; a new one is a new request.',
      {
        ...{ charged: 'unknown', next: 'generate-anew', requestId: entry.requestId },
      },
    );
  return run({ ...entry, firstSentAt: tools.clock.now() }, tools, flight, true);
}

/** A stream that had its HTTP 200 is never sent again; anything else may be asked for its outcome with the same ids. */
function mayGoOn(entry: LedgerEntry): boolean {
  return entry.family === 'job' || entry.status !== 200;
}

/** `resends`: how often it may be sent again after an unknown outcome, where not as often as its family allows. */
async function run(
  operation: Operation,
  tools: MakingTools,
  flight: Flight<MakingEvent>,
  again: boolean,
  resends?: number,
): Promise<PaidResult> {
  const { ledger, log, account, live } = tools;
  const { operationId } = operation;
  const seen: Seen = {};
  const settle = async (...outcome: [state: 'done' | 'failed' | 'unknown', ...Parameters<typeof outcomeOf>]): Promise<void> => {
    const [state, ...facts] = outcome;
    // The sound is safe, and the entry says that its end is not known: recovery looks at both at the next start.
    await ledger.settle(operationId, state, outcomeOf(...facts)).catch((thrown: unknown) => {
      log.error('the end of an operation could not be written down', { operationId, state, kind: toFailure(thrown).kind });
    });
  };
  live.add(operationId);
  try {
    const result = await families[operation.family]({ operation, tools, flight, again, resends, seen });
    await settle('done', seen);
    account.paid(seen);
    return result;
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.kind === 'internal' && !(thrown instanceof FailureError))
      log.error('a generation failed', { operationId, error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
    if (failure.kind === 'service-unavailable') tools.modelRefused();
    if (failure.kind === 'disk-full') tools.gate?.told(failure);
    // A job that the service has taken stays `waiting`: it is paid for, and can be fetched until it is over.
    if (seen.taken === true && seen.over !== true) throw described(unmade(thrown, chargedFor(seen)), seen, 'same-operation');
    // A stream that failed after it began said so itself.
    if (failure.kind === 'service-failed' && seen.status === 200) seen.over = true;
    // Sound that a full disk kept out is in its spool: as long as its end is open, recovery looks for it.
    const isOpen = failure.kind === 'disk-full' || (failure.charged === 'unknown' && seen.over !== true);
    await settle(isOpen ? 'unknown' : 'failed', seen, failure);
    if (failure.charged !== 'no') account.paid(seen);
    throw described(unmade(thrown), seen, repeatFor(operation.family, seen, failure));
  } finally {
    live.delete(operationId);
  }
}

function described(failed: UnmadeError, { creditsUsed }: Seen, repeat: Repeat): UnmadeError {
  failed.creditsUsed = creditsUsed;
  failed.repeat = repeat;
  return failed;
}

function repeatFor(family: SpeechFamily, { status, over, sent = 0 }: Seen, { kind }: Failure): Repeat {
  if (status !== undefined || over === true) return 'never';
  if (sent === 0 && kind !== 'outcome-unknown') return 'unsent';
  const { idempotent, resends } = familyRules[family];
  if (idempotent === true) return 'same-operation';
  return sent <= resends ? 'once' : 'never';
}
