import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { codes } from '#shared/wire/common.ts';
import { isSpeech, type LedgerEntry, type Purpose, type SpeechEntry } from '../../paid-requests/ledger/types.ts';
import type { PaidResult } from '../../library/types.ts';
import { beginOperation, resumeOperation, runOperation, type By, type OngoingRequest, type Strategy } from '../../paid-requests/engine.ts';
import { familyRules, type SpeechFamily } from '../../paid-requests/family-rules.ts';
import { checkOwner } from '../../paid-requests/ownership.ts';
import { families, unmade } from './families.ts';
import type { Flight } from './single-flight.ts';
import {
  chargedFor,
  formatSummary,
  type UnmadeError,
  type MakingEvent,
  type MakingTools,
  type Operation,
  type Repeat,
  type Seen,
} from './operation.ts';
import type { Plan } from './plan.ts';
import { message } from '#shared/messages/message.ts';

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
      return await resume(before, tools, flight, 'user');
    } catch (thrown) {
      // Refunded: a new id may follow by the user's wish, and this is it.
      if (!(thrown instanceof FailureError) || thrown.failure.code !== codes.requestPreviouslyRefunded) throw thrown;
    }
  }
  flight.signal.throwIfAborted();
  const { family, path, body, fingerprint, modelId, format } = plan;
  const order = {
    family,
    path,
    body,
    fingerprint,
    modelId,
    format,
    purpose,
    summary: formatSummary(plan.shape.text),
    amount: plan.shape.text.length,
    unit: 'character',
  } as const;
  const call = callOf(flight);
  const begun = await beginOperation(tools, order, call);
  const operation = { ...begun, family, format, purpose, taskId: null };
  return asMade(operation, tools, flight, false, (strategy) => runOperation(tools, operation, strategy, call));
}

/** Continues by itself what a crash, a lost connection or a closed program left. Throws `UnmadeError`. */
export const goOn = (entry: SpeechEntry, tools: MakingTools, flight: Flight<MakingEvent>): Promise<PaidResult> =>
  resume(entry, tools, flight, 'itself');

/** Asks for the outcome of what is open with its own ids, by a person's wish; what is there of it comes. Throws `UnmadeError`. */
export async function askAgain(entry: SpeechEntry, tools: MakingTools, flight: Flight<MakingEvent>): Promise<PaidResult> {
  await checkOwner(entry, tools.client, tools.account, flight.signal);
  if (!mayGoOn(entry))
    throw fail('conflict', message('speech.interruptedOnce'), {
      charged: 'unknown',
      next: 'generate-again',
      requestId: entry.requestId,
    });
  return resume(entry, tools, flight, 'user');
}

/** A stream that had its HTTP 200 is never sent again; anything else may be asked for its outcome with the same ids. */
export function mayGoOn(entry: LedgerEntry): boolean {
  return entry.family === 'job' || entry.status !== 200;
}

const resume = (entry: SpeechEntry, tools: MakingTools, flight: Flight<MakingEvent>, by: By): Promise<PaidResult> =>
  asMade(entry, tools, flight, true, (strategy) =>
    resumeOperation(tools, entry, strategy, callOf(flight), { by, follows: entry.taskId !== null }),
  );

const callOf = (flight: Flight<MakingEvent>) => ({ signal: flight.signal, onWait: () => flight.tell({ type: 'queued' }) });

/** Runs an operation by its family's strategy. What it throws is an `UnmadeError`, with what is kept and how it may be repeated. */
async function asMade(
  operation: Operation,
  tools: MakingTools,
  flight: Flight<MakingEvent>,
  again: boolean,
  run: (strategy: Strategy<PaidResult>) => Promise<PaidResult>,
): Promise<PaidResult> {
  const seen: Seen = {};
  const perform = async (request: OngoingRequest) => {
    seen.isBegun = true;
    return { value: await families[operation.family]({ operation, request, tools, flight, again, seen }) };
  };
  try {
    return await run({ known: seen, takesInSound: true, perform });
  } catch (thrown) {
    const failure = toFailure(thrown);
    // Another account, an hour that is over, or a ledger that refuses.
    if (seen.isBegun !== true) throw described(unmade(thrown), seen, failure.charged === 'no' ? 'unsent' : 'never');
    if (failure.kind === 'service-unavailable') tools.modelRefused();
    // A job that the service has taken stays `waiting`: it is paid for, and can be fetched until it is over.
    if (seen.taken === true && seen.over !== true) throw described(unmade(thrown, chargedFor(seen)), seen, 'same-operation');
    throw described(unmade(thrown), seen, repeatFor(operation.family, seen, failure));
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
