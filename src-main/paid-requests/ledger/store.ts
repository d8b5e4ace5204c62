import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fail, FailureError, failureSchema } from '#shared/failure.ts';
import { codes } from '#shared/wire/common.ts';
import { migrations } from './migrations.ts';
import { preparedQueries } from './queries.ts';
import type { OperationFamily } from '../family-rules.ts';
import type { LedgerEntry, LedgerStore, NewOperation, Outcome, Spent, Unit } from './types.ts';
import { message } from '#shared/messages/message.ts';

/** `VWLG`: the file's own mark, so that no other database is taken for it. */
const applicationId = 0x56_57_4c_47;

/**
 * Lines of one timeline, bytes of one result and of a body that is kept after the end, at most; and how many operations that are over and
 * left nothing to be found by them (the sound of blocks, whose takes are in their projects; what failed). The oldest of these beyond that are
 * forgotten when the ledger is opened. What is open, or whose outcome is not known, and what has a result of its own stays for ever.
 */
export const ledgerLimits = { events: 1000, resultBytes: 64 * 1024, bodyBytes: 64 * 1024, over: 100_000 } as const;

/** The file itself, as its thread has it. */
export interface LedgerFile extends LedgerStore {
  /**
   * Makes one transaction of all that `work` calls, so that the disk is waited for once. A call that is refused leaves nothing behind and
   * the others stand; where the disk refuses, this throws and none of them stands. `close` in it ends it.
   */
  together(work: () => void): void;
  close(): void;
}

/** The ledger's file. Runs in a thread of its own, for every commit waits for the disk. */
export function openStore(path: string, now: () => number = Date.now, most: number = ledgerLimits.over): LedgerFile {
  closeSync(openSync(path, 'a', 0o600)); // the texts that were sent are nobody else's to read
  const database = new DatabaseSync(path, { defensive: true });
  try {
    prepare(database, path);
    forget(database, most);
    return storeOf(database, now);
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function prepare(database: DatabaseSync, path: string): void {
  // The profile is this process's alone; held exclusively, the file needs no shared memory beside it.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;');
  const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  const mark = Number(database.prepare('PRAGMA application_id').get()?.['application_id']);
  if (mark !== applicationId && !(mark === 0 && found === 0))
    throw fail('damaged', message('paidRequests.notALedger', path), {
      next: 'report',
    });
  if (found > migrations.length) throw fail('file-too-new', message('paidRequests.ledgerTooNew', path));
  for (const [index, step] of migrations.entries()) {
    if (index < found) continue;
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

function forget(database: DatabaseSync, most: number): void {
  const over = "state IN ('done', 'failed') AND result IS NULL";
  const count = Number(database.prepare(`SELECT count(*) AS count FROM operations WHERE ${over}`).get()?.['count']);
  if (count <= most) return;
  // The newest of all stays whatever it is: what is written next must come behind it.
  const oldest = `SELECT operation_id FROM operations WHERE ${over} AND rowid < (SELECT max(rowid) FROM operations)
    ORDER BY rowid LIMIT ${count - most}`;
  database.exec(`BEGIN IMMEDIATE;
    CREATE TEMP TABLE forgotten AS ${oldest};
    DELETE FROM events WHERE operation_id IN (SELECT operation_id FROM forgotten);
    DELETE FROM operations WHERE operation_id IN (SELECT operation_id FROM forgotten);
    DROP TABLE forgotten; COMMIT;`);
}

function storeOf(database: DatabaseSync, now: () => number): LedgerFile {
  const insert = database.prepare(
    `INSERT INTO operations (operation_id, family, connection_id, account_id, origin, method, path, body, idempotency_key, request_id,
       fingerprint, model_id, amount, unit, content_type, summary, format, project_id, chapter_id, block_id, state, attempts, created_at,
       first_sent_at, last_sent_at, updated_at)
     VALUES (:operationId, :family, :connectionId, :accountId, :origin, :method, :path, :body, :idempotencyKey, :requestId,
       :fingerprint, :modelId, :amount, :unit, :contentType, :summary, :format, :projectId, :chapterId, :blockId, 'sending', 1, :now,
       :now, :now, :now)`,
  );
  const again = database.prepare(
    `UPDATE operations SET state = 'sending', attempts = attempts + 1, last_sent_at = :now, updated_at = :now
     WHERE operation_id = :operationId AND state <> 'waiting'`,
  );
  const changing = (more: string) =>
    database.prepare(
      `UPDATE operations SET ${more} state = :state, task_id = coalesce(:taskId, task_id), updated_at = :now, latency_ms = :now - last_sent_at,
       status = coalesce(:status, status), code = coalesce(:code, code), credits_used = coalesce(:creditsUsed, credits_used),
       quota_remaining = coalesce(:quotaRemaining, quota_remaining),
       service_request_id = coalesce(:serviceRequestId, service_request_id), failure = :failure, result = coalesce(:result, result),
       amount = coalesce(:amount, amount)
     WHERE operation_id = :operationId`,
    );
  const change = changing('');
  const changeAndShed = changing("body = x'', body_bytes = :bodyBytes, body_digest = :bodyDigest,");
  const largeBody = database.prepare(`SELECT body FROM operations WHERE operation_id = ? AND length(body) > ${ledgerLimits.bodyBytes}`);
  const one = database.prepare('SELECT * FROM operations WHERE operation_id = ?');
  const ofKey = database.prepare('SELECT * FROM operations WHERE idempotency_key = ?');
  // The newest is never deleted, so that rowids tell what came first; the clock of the machine may be set back.
  const pending = database.prepare("SELECT * FROM operations WHERE state IN ('sending', 'waiting') ORDER BY rowid");
  const unsettled = database.prepare(
    `SELECT * FROM operations AS lost WHERE state = 'unknown' AND json_extract(failure, '$.kind') IS NOT 'cancelled'
       AND NOT EXISTS (SELECT 1 FROM operations AS later WHERE later.rowid > lost.rowid AND CASE WHEN lost.block_id = ''
         THEN later.fingerprint = lost.fingerprint ELSE later.project_id = lost.project_id AND later.block_id = lost.block_id END)
     ORDER BY rowid DESC LIMIT 200`,
  );
  const open = database.prepare(
    `SELECT * FROM operations WHERE fingerprint = ? AND connection_id = ? AND account_id = ?
     ORDER BY rowid DESC LIMIT 1`,
  );
  const paid = database.prepare(
    "SELECT * FROM operations WHERE fingerprint = ? AND connection_id = ? AND state = 'done' ORDER BY rowid DESC LIMIT 1",
  );
  const learned = `SELECT sum(credits_used) AS credits, sum(amount) AS amount, count(*) AS samples FROM operations
     WHERE state = 'done' AND credits_used IS NOT NULL AND connection_id = ? AND unit = ?`;
  const priceOfModel = database.prepare(`${learned} AND model_id = ?`);
  const priceOfFamily = database.prepare(`${learned} AND family = ?`);
  const since = 'connection_id = ? AND account_id = ? AND created_at >= ?';
  const charged = database.prepare(`SELECT sum(credits_used) AS credits FROM operations WHERE ${since} AND credits_used IS NOT NULL`);
  const uncharged = database.prepare(
    `SELECT family, model_id, unit, CASE WHEN state IN ('done', 'failed') THEN state ELSE 'open' END AS standing, sum(amount) AS amount,
       count(*) AS operations
     FROM operations WHERE ${since} AND credits_used IS NULL AND (state <> 'failed' OR json_extract(failure, '$.charged') IN ('yes', 'unknown'))
     GROUP BY family, model_id, unit, standing`,
  );
  const queries = preparedQueries(database);
  const checkpoint = database.prepare('SELECT at, credits FROM checkpoints WHERE connection_id = ? AND account_id = ?');
  const underWay = database.prepare(
    `SELECT 1 FROM operations WHERE connection_id = ? AND account_id = ? AND (state IN ('sending', 'waiting') OR updated_at >= ?) LIMIT 1`,
  );
  const setCheckpoint = database.prepare(
    `INSERT INTO checkpoints (connection_id, account_id, at, credits) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET at = excluded.at, credits = excluded.credits`,
  );
  const events = database.prepare('SELECT at, event, facts FROM events WHERE operation_id = ? ORDER BY number');
  const addEvent = database.prepare(
    `INSERT INTO events (operation_id, at, event, facts) SELECT :operationId, :now, :event, :facts
     WHERE (SELECT count(*) FROM events WHERE operation_id = :operationId) < ${ledgerLimits.events}`,
  );

  const changed = (count: number | bigint, operationId: string): void => {
    if (Number(count) !== 1) throw new Error(`No operation ${operationId} to change.`);
  };
  const set = (operationId: string, state: string, taskId: string | null, outcome: Outcome): void => {
    const values = {
      operationId,
      state,
      taskId,
      now: now(),
      status: outcome.status ?? null,
      code: outcome.code ?? null,
      creditsUsed: outcome.creditsUsed ?? null,
      amount: outcome.amount ?? null,
      quotaRemaining: outcome.quotaRemaining ?? null,
      serviceRequestId: outcome.serviceRequestId ?? null,
      failure: outcome.failure === undefined ? null : JSON.stringify(outcome.failure),
      result: resultOf(outcome),
    };
    const { status, code, creditsUsed, quotaRemaining, serviceRequestId } = outcome;
    atOnce(() => {
      const large = state === 'done' || state === 'failed' ? largeBody.get(operationId)?.['body'] : undefined;
      const written =
        large instanceof Uint8Array
          ? changeAndShed.run({ ...values, bodyBytes: large.byteLength, bodyDigest: createHash('sha256').update(large).digest('hex') })
          : change.run(values);
      changed(written.changes, operationId);
      const facts = {
        taskId: taskId ?? undefined,
        status,
        code,
        creditsUsed,
        quotaRemaining,
        serviceRequestId,
        kind: outcome.failure?.kind,
      };
      tell(operationId, state === 'waiting' ? 'accepted' : state, facts);
    });
  };
  const tell = (operationId: string, event: string, facts: Record<string, unknown>): void => {
    addEvent.run({ operationId, now: now(), event, facts: JSON.stringify(facts) });
  };
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const savepoint = database.prepare('SAVEPOINT one');
  const release = database.prepare('RELEASE one');
  const atOnce = (work: () => void): void => {
    const among = database.isTransaction;
    (among ? savepoint : begin).run();
    try {
      work();
      (among ? release : commit).run();
    } catch (thrown) {
      // What the disk refused may have been rolled back already.
      if (database.isTransaction) database.exec(among ? 'ROLLBACK TO one; RELEASE one;' : 'ROLLBACK');
      else if (among) refused = thrown;
      throw thrown;
    }
  };
  /** What took the whole group's transaction with it. */
  let refused: unknown;
  const together = (work: () => void): void => {
    begin.run();
    try {
      work();
      if (!database.isOpen) return;
      if (database.isTransaction) commit.run();
      else throw refused;
    } catch (thrown) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      throw thrown;
    } finally {
      refused = undefined;
    }
  };

  return {
    begin: (operation) =>
      atOnce(() => {
        insert.run(rowOf(operation, now()));
        tell(operation.operationId, 'begun', {});
      }),
    resending: (operationId) =>
      atOnce(() => {
        changed(again.run({ operationId, now: now() }).changes, operationId);
        tell(operationId, 'sent again', {});
      }),
    accepted: (operationId, taskId, outcome) => set(operationId, 'waiting', taskId, outcome),
    settle: (operationId, state, outcome) => set(operationId, state, null, outcome),
    entry: (operationId) => entryOf(one.get(operationId)),
    entryOfKey: (idempotencyKey) => entryOf(ofKey.get(idempotencyKey)),
    pending: () => pending.all().flatMap((row) => entryOf(row) ?? []),
    unsettled: () => unsettled.all().flatMap((row) => entryOf(row) ?? []),
    open: (fingerprint, connectionId, accountId) => {
      const entry = entryOf(open.get(fingerprint, connectionId, accountId));
      return entry === undefined || entry.state === 'done' || entry.state === 'failed' ? undefined : entry;
    },
    paid: (fingerprint, connectionId) => entryOf(paid.get(fingerprint, connectionId)),
    price: (connectionId, of) => {
      const row =
        'modelId' in of ? priceOfModel.get(connectionId, of.unit, of.modelId) : priceOfFamily.get(connectionId, of.unit, of.family);
      const amount = Number(row?.['amount'] ?? 0);
      if (amount === 0) return undefined;
      return { creditsPerUnit: Number(row?.['credits']) / amount, samples: Number(row?.['samples']) };
    },
    spent: (...account) => ({
      credits: Number(charged.get(...account)?.['credits'] ?? 0),
      open: uncharged.all(...account).map(({ family, model_id: modelId, unit, standing, amount, operations }) => ({
        ...{ family: family as OperationFamily, modelId: modelId === null ? null : String(modelId), unit: unit as Unit },
        ...{ standing: standing as Spent['open'][number]['standing'], amount: Number(amount), operations: Number(operations) },
      })),
    }),
    list: (query) => queries.list(query).flatMap((row) => entryOf(row) ?? []),
    sum: queries.sum,
    made: queries.made,
    projects: queries.projects,
    holdings: queries.holdings,
    checkpoint: (connectionId, accountId) => {
      const row = checkpoint.get(connectionId, accountId);
      return row === undefined ? undefined : { at: Number(row['at']), credits: Number(row['credits']) };
    },
    setCheckpoint: (connectionId, accountId, { at, credits }) => {
      if (underWay.get(connectionId, accountId, at) !== undefined) return false;
      setCheckpoint.run(connectionId, accountId, at, credits);
      return true;
    },
    events: (operationId) =>
      events.all(operationId).map(({ at, event, facts }) => ({
        ...{ at: Number(at), event: String(event), facts: JSON.parse(String(facts)) as Record<string, unknown> },
      })),
    note: (operationId, event, facts) => tell(operationId, event, facts),
    together,
    close: () => {
      if (database.isTransaction) commit.run();
      database.close();
    },
  };
}

/** What stands in the columns of an operation that is for no block. */
const noPurpose = { projectId: '', chapterId: '', blockId: '' } as const;

function resultOf({ result }: Outcome): string | null {
  if (result === undefined) return null;
  const text = JSON.stringify(result);
  return Buffer.byteLength(text) > ledgerLimits.resultBytes ? null : text;
}

function rowOf({ purpose, ...operation }: NewOperation, now: number): Record<string, SQLInputValue> {
  const { operationId, family, connectionId, accountId, origin, method, path, body, idempotencyKey, requestId } = operation;
  const { fingerprint, modelId, amount, unit, contentType, summary, format } = operation;
  return {
    ...{ operationId, family, connectionId, accountId, origin, method, path, body, idempotencyKey, requestId },
    ...{ fingerprint, modelId, amount, unit, contentType, summary, format: format ?? '', ...(purpose ?? noPurpose), now },
  };
}

function entryOf(row: Record<string, unknown> | undefined): LedgerEntry | undefined {
  if (row === undefined) return undefined;
  const failure = typeof row['failure'] === 'string' ? failureSchema.safeParse(JSON.parse(row['failure'])) : undefined;
  const named = Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));
  const { projectId, chapterId, blockId, format, result, ...rest } = named;
  return {
    ...rest,
    format: format === '' ? null : format,
    purpose: blockId === '' ? null : { projectId, chapterId, blockId },
    failure: failure?.success === true ? failure.data : null,
    result: typeof result === 'string' ? (JSON.parse(result) as Record<string, unknown>) : null,
  } as LedgerEntry;
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());

/** SQLite's primary result codes. */
const sqlite = { uniqueTaken: 2067, busy: 5, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;
/** Its extended codes of a write that the disk or a quota refused. */
const refusedWrites: readonly number[] = [778, 1034, 1290];

/** Turns what SQLite and the file system throw into failures with a next step. None of these was charged: nothing was sent. */
export function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof FailureError || typeof thrown !== 'object' || thrown === null) throw thrown;
    const extended = 'errcode' in thrown && typeof thrown.errcode === 'number' ? thrown.errcode : 0;
    const code = extended & 0xff;
    const system = 'code' in thrown ? thrown.code : undefined;
    if (code === sqlite.full || refusedWrites.includes(extended) || system === 'ENOSPC' || system === 'EDQUOT')
      throw fail('disk-full', message('paidRequests.ledgerDiskFull'), { cause: thrown });
    if (extended === sqlite.uniqueTaken)
      throw fail('conflict', message('paidRequests.keyUsedBefore'), {
        code: codes.requestIdConflict,
        field: 'idempotencyKey',
        cause: thrown,
      });
    if (code === sqlite.busy) throw fail('file-in-use', message('paidRequests.ledgerInUse'), { cause: thrown });
    if (code === sqlite.corrupt || code === sqlite.notADatabase)
      throw fail('damaged', message('paidRequests.ledgerDamaged', path), {
        next: 'report',
        cause: thrown,
      });
    if (code === sqlite.cannotOpen || code === sqlite.ioError || typeof system === 'string')
      if (extended !== 0 || ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EISDIR', 'EIO'].includes(String(system)))
        throw fail('file-failed', message('paidRequests.ledgerUnusable', path), { cause: thrown });
    throw thrown;
  }
}
