import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { ledgerLimits } from './limits.ts';
import { toOutcomeRow, toRow } from './rows.ts';
import type { Transactions } from './transactions.ts';
import type { LedgerStore, Outcome } from './types.ts';

/** Begins operations and takes them on; each change is in the file together with its line of the timeline. */
export function preparedWrites(
  database: DatabaseSync,
  transactions: Transactions,
  timeline: Pick<LedgerStore, 'note'>,
  now: () => number,
): Pick<LedgerStore, 'begin' | 'resending' | 'accepted' | 'grown' | 'settle'> {
  const insert = database.prepare(
    `INSERT INTO operations (operation_id, family, connection_id, account_id, origin, method, path, body, idempotency_key, request_id,
       fingerprint, model_id, amount, unit, content_type, summary, format, project_id, chapter_id, block_id, dub_name, state, attempts,
       created_at, first_sent_at, last_sent_at, updated_at)
     VALUES (:operationId, :family, :connectionId, :accountId, :origin, :method, :path, :body, :idempotencyKey, :requestId,
       :fingerprint, :modelId, :amount, :unit, :contentType, :summary, :format, :projectId, :chapterId, :blockId, :dubName, 'sending', 1,
       :now, :now, :now, :now)`,
  );
  const resend = database.prepare(
    `UPDATE operations SET state = 'sending', attempts = attempts + 1, last_sent_at = :now, updated_at = :now
     WHERE operation_id = :operationId AND state <> 'waiting'`,
  );
  const grow = database.prepare(
    `UPDATE operations SET amount = :amount, updated_at = :now
     WHERE operation_id = :operationId AND state = 'sending' AND amount < :amount`,
  );
  const prepareChange = (more: string) =>
    database.prepare(
      `UPDATE operations SET ${more} state = :state, task_id = coalesce(:taskId, task_id), updated_at = :now, latency_ms = :now - last_sent_at,
       status = coalesce(:status, status), code = coalesce(:code, code), credits_used = coalesce(:creditsUsed, credits_used),
       quota_remaining = coalesce(:quotaRemaining, quota_remaining),
       service_request_id = coalesce(:serviceRequestId, service_request_id), failure = :failure, result = coalesce(:result, result),
       amount = coalesce(:amount, amount)
     WHERE operation_id = :operationId`,
    );
  const change = prepareChange('');
  const changeAndDropBody = prepareChange("body = x'', body_bytes = :bodyBytes, body_digest = :bodyDigest,");
  const largeBody = database.prepare(`SELECT body FROM operations WHERE operation_id = ? AND length(body) > ${ledgerLimits.bodyBytes}`);

  /** What is over needs no large body any more: its length and digest stay. */
  const writeChange = (operationId: string, state: string, taskId: string | null, outcome: Outcome): void => {
    const values = { operationId, state, taskId, now: now(), ...toOutcomeRow(outcome) };
    const body = state === 'done' || state === 'failed' ? largeBody.get(operationId)?.['body'] : undefined;
    const written =
      body instanceof Uint8Array
        ? changeAndDropBody.run({ ...values, bodyBytes: body.byteLength, bodyDigest: createHash('sha256').update(body).digest('hex') })
        : change.run(values);
    checkChanged(written.changes, operationId);
  };

  const set = (operationId: string, state: string, taskId: string | null, outcome: Outcome): void => {
    const { status, code, creditsUsed, quotaRemaining, serviceRequestId } = outcome;
    transactions.atOnce(() => {
      writeChange(operationId, state, taskId, outcome);
      timeline.note(operationId, state === 'waiting' ? 'accepted' : state, {
        taskId: taskId ?? undefined,
        status,
        code,
        creditsUsed,
        quotaRemaining,
        serviceRequestId,
        kind: outcome.failure?.kind,
      });
    });
  };

  return {
    begin: (operation) =>
      transactions.atOnce(() => {
        insert.run(toRow(operation, now()));
        timeline.note(operation.operationId, 'begun', {});
      }),
    resending: (operationId) =>
      transactions.atOnce(() => {
        checkChanged(resend.run({ operationId, now: now() }).changes, operationId);
        timeline.note(operationId, 'sent again', {});
      }),
    accepted: (operationId, taskId, outcome) => set(operationId, 'waiting', taskId, outcome),
    grown: (operationId, amount) => {
      grow.run({ operationId, amount, now: now() });
    },
    settle: (operationId, state, outcome) => set(operationId, state, null, outcome),
  };
}

function checkChanged(count: number | bigint, operationId: string): void {
  if (Number(count) !== 1) throw new Error(`No operation ${operationId} to change.`);
}
