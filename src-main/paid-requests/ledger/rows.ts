import type { SQLInputValue } from 'node:sqlite';
import { failureSchema } from '#shared/failure.ts';
import { ledgerLimits } from './limits.ts';
import type { LedgerEntry, NewOperation, Outcome } from './types.ts';

type Row = Record<string, SQLInputValue>;

export function toRow(operation: NewOperation, now: number): Row {
  const { purpose, dub } = operation;
  return {
    operationId: operation.operationId,
    family: operation.family,
    connectionId: operation.connectionId,
    accountId: operation.accountId,
    origin: operation.origin,
    method: operation.method,
    path: operation.path,
    body: operation.body,
    idempotencyKey: operation.idempotencyKey,
    requestId: operation.requestId,
    fingerprint: operation.fingerprint,
    modelId: operation.modelId,
    amount: operation.amount,
    unit: operation.unit,
    contentType: operation.contentType,
    summary: operation.summary,
    format: operation.format ?? '',
    // A dub stands in the place of a project; no block tells them apart.
    projectId: purpose?.projectId ?? dub?.id ?? '',
    chapterId: purpose?.chapterId ?? '',
    blockId: purpose?.blockId ?? '',
    dubName: dub?.name ?? '',
    now,
  };
}

/** The columns that an outcome changes; `null` leaves what a column holds, but for `failure`. */
export function toOutcomeRow(outcome: Outcome): Row {
  return {
    status: outcome.status ?? null,
    code: outcome.code ?? null,
    creditsUsed: outcome.creditsUsed ?? null,
    amount: outcome.amount ?? null,
    quotaRemaining: outcome.quotaRemaining ?? null,
    serviceRequestId: outcome.serviceRequestId ?? null,
    failure: outcome.failure === undefined ? null : JSON.stringify(outcome.failure),
    result: resultText(outcome),
  };
}

function resultText({ result }: Outcome): string | null {
  if (result === undefined) return null;
  const text = JSON.stringify(result);
  return Buffer.byteLength(text) > ledgerLimits.resultBytes ? null : text;
}

export function toEntry(row: Record<string, unknown> | undefined): LedgerEntry | undefined {
  if (row === undefined) return undefined;
  const failure = typeof row['failure'] === 'string' ? failureSchema.safeParse(JSON.parse(row['failure'])) : undefined;
  const named = Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamelCase(name), value]));
  const { projectId, chapterId, blockId, dubName, format, result, ...rest } = named;
  return {
    ...rest,
    format: format === '' ? null : format,
    purpose: blockId === '' ? null : { projectId, chapterId, blockId },
    ...(blockId === '' && projectId !== '' && { dub: { id: projectId, name: dubName } }),
    failure: failure?.success === true ? failure.data : null,
    result: typeof result === 'string' ? (JSON.parse(result) as Record<string, unknown>) : null,
  } as LedgerEntry;
}

export const toEntries = (rows: readonly Record<string, unknown>[]): LedgerEntry[] => rows.flatMap((row) => toEntry(row) ?? []);

const toCamelCase = (name: string): string => name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
