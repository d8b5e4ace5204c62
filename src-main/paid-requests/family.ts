import { shortenToLine } from '#shared/cut-text.ts';
import { createHash } from 'node:crypto';
import type { Failure } from '#shared/failure.ts';
import type { OperationFamily } from '#shared/paid-work.ts';
import { operationActions, type Candidate, type KeptFile, type PaidOperation } from '#shared/operations/paid.ts';
import type { Paid } from './send.ts';
import { familyRules } from './family-rules.ts';
import { isSpeech, type LedgerEntry, type Outcome } from './ledger/types.ts';
import { decodePercent } from '../infra/percent-decoding.ts';
import type { KeptFiles } from '../library/kept-files.ts';
import type { Log } from '../infra/platform.ts';
import type { ServiceClient } from '../service-client/client.ts';
import type { PaidRequest, Sleep } from '../service-client/exchange.ts';
import { isGivenUp, mayBeGivenUp } from './giving-up.ts';
import { summaryNow } from './summary.ts';
import { findVoice } from './find-voice.ts';

export interface WorkTools {
  client: ServiceClient;
  kept: KeptFiles;
  log: Log;
  sleep: Sleep;
  signal: AbortSignal;
}

/**
 * How far something is that the service has taken. `ended` is written down as it is. `unclear`: the service answers, and what it says of the end cannot be
 * understood, in a state of another name for one; it is asked less and less often, and when it stays so until a bound, `failure` is written down, and a person
 * may ask again.
 */
export type Step =
  | { type: 'going-on'; retryAfterMs: number | undefined }
  | { type: 'unclear'; retryAfterMs: number | undefined; until: UnclearBound; failure: Failure }
  | { type: 'ended'; state: 'done' | 'failed' | 'unknown'; outcome: Outcome };

/** A state that nobody knows may be one in which the service works; a result that is not there a minute after its end will not come. */
export type UnclearBound = 'state' | 'result';

/** What a family of paid work does by its row of the failure rules; the coordinator does the rest, the same for all. */
export interface FamilyWork<T = unknown> {
  readonly family: OperationFamily;
  /** Sends once. With a `taskId` in what it answers, the service goes on with it, and `ask` tells how far it is. */
  send(request: PaidRequest, tools: WorkTools): Promise<Paid<T>>;
  /** Asks how far it is and, when it has ended, brings what came of it to the disk. Costs nothing, and may be done again at any time. */
  ask?(entry: LedgerEntry, tools: WorkTools): Promise<Step>;
  /** What in the service's list may have come of it, the likeliest first. */
  lookUp?(entry: LedgerEntry, tools: WorkTools): Promise<Candidate[]>;
  /** What one of those is written down as; one with a `taskId` is gone on with. */
  adopted?(id: string, tools: WorkTools): Promise<{ taskId?: string; outcome: Outcome }>;
  /** Whether what was asked for has happened, read from the service. */
  happened?(entry: LedgerEntry, tools: WorkTools): Promise<boolean>;
}

/** Names equal work on one service. */
export function createFingerprint(family: OperationFamily, connectionId: string, what: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([family, connectionId, what]))
    .digest('hex');
}

/** JSON as it is sent: fields that say nothing are left out. */
export const jsonBody = (fields: Record<string, unknown>): Uint8Array => Buffer.from(JSON.stringify(fields));

/** The last part of an address, by which a person knows the file. */
export function findFileName(address: string): string {
  const url = URL.parse(address);
  return shortenToLine(decodePercent(/[^/]*$/u.exec(url?.pathname ?? '')?.[0] ?? '') || (url?.host ?? address));
}

/** What an answer held, as the ledger keeps it: plain data, whatever the service sent. */
export const plain = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

/** The form of an operation that windows and the command line are shown. `trouble` is what keeps it from going on at the moment. */
export function shown(entry: LedgerEntry, trouble?: Failure): PaidOperation {
  const { operationId, family, state, connectionId, createdAt, updatedAt, attempts, latencyMs, modelId, amount, unit } = entry;
  const { creditsUsed, requestId, serviceRequestId, status, code, taskId, purpose, dub, failure, result } = entry;
  const number = (name: string): number | null => (typeof result?.[name] === 'number' ? result[name] : null);
  const voiceId = findVoice(entry);
  return {
    operationId,
    family,
    ...(voiceId !== undefined && { voiceId }),
    summary: summaryNow(entry),
    state,
    connectionId,
    createdAt,
    updatedAt,
    attempts,
    latencyMs,
    modelId,
    amount,
    unit,
    creditsUsed,
    requestId,
    serviceRequestId,
    status,
    code,
    taskId,
    projectId: purpose?.projectId ?? dub?.id ?? null,
    ...(dub && { projectName: dub.name }),
    quotaUsed: number('quotaUsed'),
    refundedCredits: number('refundedCredits'),
    refundedQuota: number('refundedQuota'),
    failure: trouble ?? failure,
    result: result as PaidOperation['result'],
    files: findFiles(entry),
    actions: actionsOf(entry, trouble),
  };
}

export function findFiles({ result }: Pick<LedgerEntry, 'result'>): KeptFile[] {
  return Array.isArray(result?.['files']) ? (result['files'] as KeptFile[]) : [];
}

function actionsOf(entry: LedgerEntry, trouble: Failure | undefined): PaidOperation['actions'] {
  const { state, family, taskId, result } = entry;
  const may = new Set<PaidOperation['actions'][number]>();
  if (state === 'unknown' && !isGivenUp(entry)) {
    const rule = familyRules[family].afterUnknown;
    // A stream that had its HTTP 200 is never sent again.
    const over = isSpeech(entry) && family !== 'job' && entry.status === 200;
    if (taskId !== null || ((rule === 'same-ids' || rule === 'verify') && !over)) may.add('retry');
    else if (rule === 'look-up') may.add('look-up');
  }
  if (mayBeGivenUp(entry)) may.add('give-up');
  if (state === 'waiting' && trouble !== undefined) may.add('retry');
  if (state === 'waiting' || state === 'sending') may.add('stop-waiting');
  if (state === 'failed' && typeof result?.['speechUrl'] === 'string') may.add('salvage');
  return operationActions.filter((action) => may.has(action));
}
