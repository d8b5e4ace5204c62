import { shortenToLine } from '#shared/cut-text.ts';
import { messages } from '#shared/messages/index.ts';
import { z } from 'zod';
import { FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { controlsSchema, wordsOf } from '#shared/narration/document.ts';
import { fingerprintOf, maximumVariants, type Shape, type Take, type Word } from '#shared/narration/take.ts';
import { speechRequest, type SpeechRequest } from '#shared/wire/speech.ts';
import type { AccountKeeper } from '../../paid-requests/account.ts';
import type { Known } from '../../paid-requests/engine.ts';
import type { Ledger, SpeechEntry } from '../../paid-requests/ledger/types.ts';
import type { Library, PaidResult, ResultFacts } from '../../library/types.ts';
import type { Log } from '../../infra/platform.ts';
import type { AlignedCompletion } from '../../service-client/aligned.ts';
import { parseJson } from '../../service-client/answers.ts';
import type { ServiceClient } from '../../service-client/client.ts';
import type { AnswerFacts } from '../../service-client/exchange.ts';
import type { Clock } from '../../paid-requests/clock.ts';
import type { Throttle } from '../../paid-requests/throttle.ts';

/** What a generation tells while it runs; as `GenerationEvent`, of no block yet. */
export type MakingEvent =
  | { type: 'queued' }
  | { type: 'sending' }
  /** The request has left, and whether it is taken is not known yet; not sent to a window. */
  | { type: 'sent' }
  | { type: 'receiving'; liveUrl: string }
  | { type: 'waiting' }
  | { type: 'words'; words: Word[] }
  /** All of the sound is here, and is not stored yet; a window does not get it. */
  | { type: 'received' };

/**
 * How the same request may follow by itself where its connection was lost. `unsent`: it did not leave this machine. `same-operation`: its family
 * repeats without a second charge, or reads a job that the service has. `once`: with the same ids, to learn its state (failure rules, "By family").
 */
export type Repeat = 'unsent' | 'same-operation' | 'once' | 'never';

/** A generation that did not become whole, with what was kept of its sound. */
export class UnmadeError extends FailureError {
  readonly kept: PaidResult | undefined;
  /** What it cost all the same, where the service said. */
  creditsUsed: number | undefined;
  /** What was kept, in its project. */
  take: Take | undefined;
  repeat: Repeat = 'never';
  constructor(failure: Failure, kept: PaidResult | undefined) {
    super(failure);
    this.name = 'UnmadeError';
    this.kept = kept;
  }
}

export interface MakingTools {
  client: ServiceClient;
  ledger: Ledger;
  library: Library;
  account: AccountKeeper;
  clock: Clock;
  log: Log;
  throttle: Throttle | undefined;
  /** The operations that are under way in this run; recovery leaves them alone. */
  underWay: Set<string>;
  /** The service said that the model is not available. */
  modelRefused(): void;
}

/** The part of a ledger entry that a run needs. */
export type Operation = Pick<
  SpeechEntry,
  'operationId' | 'family' | 'body' | 'requestId' | 'fingerprint' | 'connectionId' | 'accountId' | 'format' | 'purpose' | 'taskId'
>;

/** What was learned of an operation on the way: for the ledger, and for the take. */
export interface Seen extends Known {
  /** The engine has let its family begin. */
  isBegun?: boolean;
  /** How often its request left this machine. */
  sent?: number;
  ignoredParameters?: string[];
}

export function learn(seen: Seen, facts: Partial<AnswerFacts | AlignedCompletion>): void {
  seen.requestId = facts.requestId ?? seen.requestId;
  seen.creditsUsed = facts.creditsUsed ?? seen.creditsUsed;
  seen.quotaRemaining = facts.quotaRemaining ?? seen.quotaRemaining;
  if (facts.ignoredParameters !== undefined && facts.ignoredParameters.length > 0) seen.ignoredParameters = facts.ignoredParameters;
  if ('status' in facts) seen.status = facts.status;
}

/** Whether something that the service delivered was charged. */
export function chargedFor(seen: Seen): Failure['charged'] {
  return seen.creditsUsed === undefined ? 'unknown' : seen.creditsUsed === 0 ? 'no' : 'yes';
}

/** By what lists name an operation: its text, cut to a line and quoted unless it begins with a quotation itself. */
export function formatSummary(text: string): string {
  const line = shortenToLine(text);
  return /^["“„«‘']/u.test(line) ? line : messages.shapes.quoted(line);
}

function requestOf(operation: Pick<Operation, 'body'>): SpeechRequest {
  return speechRequest.parse(parseJson(Buffer.from(operation.body).toString('utf8')));
}

/** The whitespace tokens of the text that was sent. */
export function readTokens(operation: Pick<Operation, 'body'>): string[] {
  return wordsOf(requestOf(operation).text).map((word) => word.text);
}

/** Drops what is no control. */
const controlsAmong = z.object(controlsSchema.shape);

/** What the ledger alone knows of a sound. */
export function readFacts(operation: Pick<SpeechEntry, 'body' | 'fingerprint' | 'connectionId' | 'purpose' | 'requestId'>): ResultFacts {
  const request = requestOf(operation);
  const { text, voiceId, modelId } = request;
  const controls = controlsAmong.parse(request);
  const { fingerprint, connectionId, purpose, requestId } = operation;
  const variant = variantOf({ connectionId, text, voiceId, modelId: modelId ?? null, controls }, fingerprint);
  return {
    fingerprint,
    text,
    voiceId,
    modelId: modelId ?? null,
    requestId,
    creditsUsed: null,
    alignment: 'none',
    words: [],
    ignoredParameters: [],
    purpose,
    controls,
    ...(variant === undefined ? {} : { variant }),
  };
}

/** Which reading of a shape a fingerprint is: what was sent is the same for all of them, and is all that the ledger keeps. */
function variantOf(shape: Shape, fingerprint: string): Take['variant'] {
  const of = fingerprintOf(shape);
  if (of === fingerprint) return undefined;
  for (let number = 1; number <= maximumVariants; number++)
    if (fingerprintOf({ ...shape, variant: number }) === fingerprint) return { number, of };
  return undefined;
}

/** A result that is in its project, where that is open. */
export interface Made {
  result: PaidResult;
  take: Take | undefined;
}

/** Puts what was made into its project, and what was kept of what was not; once, however many wait for it. */
export async function land(making: Promise<PaidResult>, { library, log }: Pick<MakingTools, 'library' | 'log'>): Promise<Made> {
  let result: PaidResult;
  try {
    result = await making;
  } catch (thrown) {
    if (thrown instanceof UnmadeError && thrown.kept !== undefined)
      thrown.take = await library.addTake(thrown.kept).catch((reason: unknown) => {
        log.error('an incomplete sound could not be put into its project', { kind: toFailure(reason).kind });
        return undefined;
      });
    throw thrown;
  }
  try {
    return { result, take: await library.addTake(result) };
  } catch (thrown) {
    // It is paid for and in the profile: the next try takes it from there.
    throw new FailureError({ ...toFailure(thrown), charged: result.creditsUsed === 0 ? 'no' : 'yes' }, { cause: thrown });
  }
}
