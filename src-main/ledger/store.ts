import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { fail, FailureError, failureSchema } from '#shared/failure.ts';
import type { LedgerEntry, LedgerStore, NewOperation, Outcome } from './types.ts';

/** `VWLG`: the file's own mark, so that no other database is taken for it. */
const applicationId = 0x56_57_4c_47;

/** One step for each version of the schema; a step that has shipped is never changed. */
const migrations: readonly string[] = [
  `CREATE TABLE operations (
     operation_id TEXT PRIMARY KEY,
     family TEXT NOT NULL,
     connection_id TEXT NOT NULL,
     account_id TEXT NOT NULL,
     origin TEXT NOT NULL,
     method TEXT NOT NULL,
     path TEXT NOT NULL,
     body BLOB NOT NULL,
     idempotency_key TEXT NOT NULL UNIQUE,
     request_id TEXT NOT NULL,
     fingerprint TEXT NOT NULL,
     model_id TEXT,
     characters INTEGER NOT NULL,
     format TEXT NOT NULL,
     project_id TEXT NOT NULL,
     chapter_id TEXT NOT NULL,
     block_id TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('sending', 'waiting', 'unknown', 'done', 'failed')),
     task_id TEXT,
     attempts INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     first_sent_at INTEGER NOT NULL,
     last_sent_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     latency_ms INTEGER,
     status INTEGER,
     code TEXT,
     credits_used REAL,
     quota_remaining INTEGER,
     service_request_id TEXT,
     failure TEXT
   ) STRICT;
   CREATE INDEX open_operations ON operations (state, created_at) WHERE state NOT IN ('done', 'failed');
   CREATE INDEX operations_of_work ON operations (fingerprint, created_at);
   CREATE INDEX operations_of_block ON operations (project_id, block_id, created_at);
   CREATE INDEX prices ON operations (connection_id, model_id) WHERE state = 'done' AND credits_used IS NOT NULL;
   CREATE TRIGGER final_states_stay BEFORE UPDATE ON operations WHEN OLD.state IN ('done', 'failed')
     BEGIN SELECT RAISE(ABORT, 'a final state was to be changed'); END;
   CREATE TRIGGER what_was_sent_stays
     BEFORE UPDATE OF operation_id, connection_id, account_id, origin, method, path, body, idempotency_key, request_id, fingerprint ON operations
     BEGIN SELECT RAISE(ABORT, 'what was sent was to be changed'); END;
   CREATE TRIGGER nothing_is_forgotten BEFORE DELETE ON operations
     BEGIN SELECT RAISE(ABORT, 'an operation was to be deleted'); END;`,
];

/** The ledger's file. Runs in a thread of its own, for every commit waits for the disk. */
export function openStore(path: string, now: () => number = Date.now): LedgerStore & { close(): void } {
  closeSync(openSync(path, 'a', 0o600)); // the texts that were sent are nobody else's to read
  const database = new DatabaseSync(path);
  try {
    prepare(database, path);
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
    throw fail('damaged', `${path} is not the studio's ledger of paid work. Move it away, then start the studio again.`, {
      next: 'report',
    });
  if (found > migrations.length)
    throw fail('file-too-new', `The ledger of paid work, ${path}, was written by a newer version of the studio.`);
  for (const [index, step] of migrations.entries()) {
    if (index < found) continue;
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}

function storeOf(database: DatabaseSync, now: () => number): LedgerStore & { close(): void } {
  const insert = database.prepare(
    `INSERT INTO operations (operation_id, family, connection_id, account_id, origin, method, path, body, idempotency_key, request_id,
       fingerprint, model_id, characters, format, project_id, chapter_id, block_id, state, attempts, created_at, first_sent_at,
       last_sent_at, updated_at)
     VALUES (:operationId, :family, :connectionId, :accountId, :origin, :method, :path, :body, :idempotencyKey, :requestId,
       :fingerprint, :modelId, :characters, :format, :projectId, :chapterId, :blockId, 'sending', 1, :now, :now, :now, :now)`,
  );
  const again = database.prepare(
    `UPDATE operations SET state = 'sending', attempts = attempts + 1, last_sent_at = :now, updated_at = :now
     WHERE operation_id = :operationId AND state <> 'waiting'`,
  );
  const change = database.prepare(
    `UPDATE operations SET state = :state, task_id = coalesce(:taskId, task_id), updated_at = :now, latency_ms = :now - last_sent_at,
       status = coalesce(:status, status), code = coalesce(:code, code), credits_used = coalesce(:creditsUsed, credits_used),
       quota_remaining = coalesce(:quotaRemaining, quota_remaining),
       service_request_id = coalesce(:serviceRequestId, service_request_id), failure = :failure
     WHERE operation_id = :operationId`,
  );
  const one = database.prepare('SELECT * FROM operations WHERE operation_id = ?');
  // Nothing is ever deleted, so that rowids tell what came first; the clock of the machine may be set back.
  const pending = database.prepare("SELECT * FROM operations WHERE state IN ('sending', 'waiting') ORDER BY rowid");
  const unsettled = database.prepare(
    `SELECT * FROM operations AS lost WHERE state = 'unknown' AND json_extract(failure, '$.kind') IS NOT 'cancelled'
       AND NOT EXISTS (SELECT 1 FROM operations AS later WHERE later.project_id = lost.project_id AND later.block_id = lost.block_id
         AND later.rowid > lost.rowid)
     ORDER BY rowid DESC LIMIT 200`,
  );
  const open = database.prepare(
    `SELECT * FROM operations WHERE fingerprint = ? AND connection_id = ? AND account_id = ?
     ORDER BY rowid DESC LIMIT 1`,
  );
  const price = database.prepare(
    `SELECT sum(credits_used) AS credits, sum(characters) AS characters, count(*) AS samples FROM operations
     WHERE connection_id = ? AND model_id = ? AND state = 'done' AND credits_used IS NOT NULL`,
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
      quotaRemaining: outcome.quotaRemaining ?? null,
      serviceRequestId: outcome.serviceRequestId ?? null,
      failure: outcome.failure === undefined ? null : JSON.stringify(outcome.failure),
    };
    changed(change.run(values).changes, operationId);
  };

  return {
    begin: (operation) => void insert.run(rowOf(operation, now())),
    resending: (operationId) => changed(again.run({ operationId, now: now() }).changes, operationId),
    accepted: (operationId, taskId, outcome) => set(operationId, 'waiting', taskId, outcome),
    settle: (operationId, state, outcome) => set(operationId, state, null, outcome),
    entry: (operationId) => entryOf(one.get(operationId)),
    pending: () => pending.all().flatMap((row) => entryOf(row) ?? []),
    unsettled: () => unsettled.all().flatMap((row) => entryOf(row) ?? []),
    open: (fingerprint, connectionId, accountId) => {
      const entry = entryOf(open.get(fingerprint, connectionId, accountId));
      return entry === undefined || entry.state === 'done' || entry.state === 'failed' ? undefined : entry;
    },
    price: (connectionId, modelId) => {
      const row = price.get(connectionId, modelId);
      const characters = Number(row?.['characters'] ?? 0);
      if (characters === 0) return undefined;
      return { creditsPerCharacter: Number(row?.['credits']) / characters, samples: Number(row?.['samples']) };
    },
    close: () => database.close(),
  };
}

function rowOf({ purpose, ...operation }: NewOperation, now: number): Record<string, SQLInputValue> {
  const { operationId, family, connectionId, accountId, origin, method, path, body, idempotencyKey, requestId } = operation;
  const { fingerprint, modelId, characters, format } = operation;
  return {
    ...{ operationId, family, connectionId, accountId, origin, method, path, body, idempotencyKey, requestId },
    ...{ fingerprint, modelId, characters, format, ...purpose, now },
  };
}

function entryOf(row: Record<string, unknown> | undefined): LedgerEntry | undefined {
  if (row === undefined) return undefined;
  const failure = typeof row['failure'] === 'string' ? failureSchema.safeParse(JSON.parse(row['failure'])) : undefined;
  const named = Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));
  const { projectId, chapterId, blockId, ...rest } = named;
  return { ...rest, purpose: { projectId, chapterId, blockId }, failure: failure?.success === true ? failure.data : null } as LedgerEntry;
}

const camel = (name: string): string => name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());

/** SQLite's primary result codes. */
const sqlite = { busy: 5, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;
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
      throw fail('disk-full', 'The disk is full: the ledger of paid work cannot be written, so nothing is sent.', { cause: thrown });
    if (code === sqlite.busy) throw fail('file-in-use', 'Another program holds the ledger of paid work.', { cause: thrown });
    if (code === sqlite.corrupt || code === sqlite.notADatabase)
      throw fail('damaged', `The ledger of paid work, ${path}, is damaged. Move it away, then start the studio again.`, {
        next: 'report',
        cause: thrown,
      });
    if (code === sqlite.cannotOpen || code === sqlite.ioError || typeof system === 'string')
      if (extended !== 0 || ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EISDIR', 'EIO'].includes(String(system)))
        throw fail('file-failed', `The ledger of paid work, ${path}, cannot be opened or written.`, { cause: thrown });
    throw thrown;
  }
}
