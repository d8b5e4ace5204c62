import { formatFailure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { namesOfKinds, namesOfStates } from '#shared/paid-words.ts';

type Cell = string | number | null;
type Column = readonly [name: string, value: (operation: PaidOperation) => Cell];

/** The columns of the file, in the language in use: people read it, and spreadsheets add it up. No program of ours reads it. */
function listColumns(projectTitle: (projectId: string) => string | undefined): readonly Column[] {
  const { columns, unitNames, chargedNames } = messages.jobs;
  const [kinds, states] = [namesOfKinds(), namesOfStates()];
  return [
    [columns.begun, ({ createdAt }) => timeWithZone(createdAt)],
    [columns.changed, ({ updatedAt }) => timeWithZone(updatedAt)],
    [columns.kind, ({ family }) => kinds[family]],
    [columns.what, ({ summary }) => summary],
    [columns.state, ({ state }) => states[state]],
    [columns.credits, ({ creditsUsed }) => creditsUsed],
    [columns.creditsRefunded, ({ refundedCredits }) => refundedCredits],
    [columns.apiQuota, ({ quotaUsed }) => quotaUsed],
    [columns.amount, ({ amount }) => amount],
    [columns.unit, ({ unit }) => unitNames[unit]],
    [columns.model, ({ modelId }) => modelId],
    [columns.service, ({ connectionId }) => connectionId],
    [columns.project, ({ projectId }) => (projectId === null ? null : (projectTitle(projectId) ?? null))],
    [columns.projectId, ({ projectId }) => projectId],
    [columns.attempts, ({ attempts }) => attempts],
    [columns.milliseconds, ({ latencyMs }) => latencyMs],
    [columns.httpStatus, ({ status }) => status],
    [columns.code, ({ code }) => code],
    [columns.charged, ({ failure }) => failure && chargedNames[failure.charged]],
    [columns.failure, ({ failure }) => failure && formatFailure(failure)],
    [columns.request, ({ requestId }) => requestId],
    [columns.serviceRequest, ({ serviceRequestId }) => serviceRequestId],
    [columns.task, ({ taskId }) => taskId],
    [columns.operation, ({ operationId }) => operationId],
  ];
}

/** Of this computer’s zone, by ISO 8601: `2026-11-28T11:04:38+01:00`. */
export function timeWithZone(at: number, offsetMinutes = -new Date(at).getTimezoneOffset()): string {
  const local = new Date(at + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** The head of the file, behind the mark by which spreadsheets know UTF-8, and its rows. `projectTitle`: as far as it is known. */
export function csvOfJobs(projectTitle: (projectId: string) => string | undefined): {
  head: string;
  row: (operation: PaidOperation) => string;
} {
  const columns = listColumns(projectTitle);
  return {
    head: `\ufeff${csvLine(columns.map(([name]) => name))}`,
    row: (operation) => csvLine(columns.map(([, value]) => value(operation))),
  };
}

/** One record of RFC 4180. A text that a spreadsheet would run as a formula is kept a text by an apostrophe before it. */
export function csvLine(values: readonly Cell[]): string {
  const fields = values.map((value) => {
    if (typeof value !== 'string') return value === null ? '' : String(value);
    const text = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
    return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(',')}\r\n`;
}
