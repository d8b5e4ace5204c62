import type { PaidOperation } from '#shared/operations/paid.ts';
import { messages } from '#shared/messages/index.ts';

const columns: readonly [name: string, value: (operation: PaidOperation) => string | number | null][] = [
  ['Begun', (operation) => new Date(operation.createdAt).toISOString()],
  ['Changed', (operation) => new Date(operation.updatedAt).toISOString()],
  ['Kind', (operation) => operation.family],
  ['What', (operation) => operation.summary],
  ['State', (operation) => operation.state],
  ['Credits', (operation) => operation.creditsUsed],
  [messages.jobs.creditsRefundedColumn, (operation) => operation.refundedCredits],
  [messages.jobs.apiQuotaColumn, (operation) => operation.quotaUsed],
  ['Amount', (operation) => operation.amount],
  ['Unit', (operation) => operation.unit],
  ['Model', (operation) => operation.modelId],
  ['Service', (operation) => operation.connectionId],
  ['Project', (operation) => operation.projectId],
  ['Attempts', (operation) => operation.attempts],
  ['Milliseconds', (operation) => operation.latencyMs],
  [messages.jobs.httpStatusColumn, (operation) => operation.status],
  ['Code', (operation) => operation.code],
  ['Charged', (operation) => operation.failure?.charged ?? null],
  ['Failure', (operation) => operation.failure?.message ?? null],
  ['Request', (operation) => operation.requestId],
  [messages.jobs.serviceRequestColumn, (operation) => operation.serviceRequestId],
  ['Task', (operation) => operation.taskId],
  ['Operation', (operation) => operation.operationId],
];

/** Behind the mark by which spreadsheets know UTF-8. */
export const csvHead = `\ufeff${csvLine(columns.map(([name]) => name))}`;

export const csvRow = (operation: PaidOperation): string => csvLine(columns.map(([, value]) => value(operation)));

/** One record of RFC 4180. A text that a spreadsheet would run as a formula is kept a text by an apostrophe before it. */
export function csvLine(values: readonly (string | number | null)[]): string {
  const fields = values.map((value) => {
    if (typeof value !== 'string') return value === null ? '' : String(value);
    const text = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
    return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(',')}\r\n`;
}
