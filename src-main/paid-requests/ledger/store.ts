import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fail, FailureError } from '#shared/failure.ts';
import { codes } from '#shared/wire/common.ts';
import { ledgerLimits } from './limits.ts';
import { preparedLookups } from './lookups.ts';
import { migrations } from './migrations.ts';
import { preparedQueries } from './queries.ts';
import { toEntries } from './rows.ts';
import { preparedSums } from './prices-and-spending.ts';
import { preparedTimeline } from './timeline.ts';
import { Transactions } from './transactions.ts';
import { preparedWrites } from './writes.ts';
import type { LedgerStore } from './types.ts';
import { message } from '#shared/messages/message.ts';

/** `VWLG`: the file's own mark, so that no other database is taken for it. */
const applicationId = 0x56_57_4c_47;

/** The file itself, as its thread has it. */
export interface LedgerFile extends LedgerStore {
  together: Transactions['together'];
  close(): void;
}

/** The ledger's file. Runs in a thread of its own, for every commit waits for the disk. */
export function openStore(path: string, now: () => number = Date.now, most: number = ledgerLimits.over): LedgerFile {
  closeSync(openSync(path, 'a', 0o600)); // the texts that were sent are nobody else's to read
  const database = new DatabaseSync(path, { defensive: true });
  try {
    prepare(database, path);
    forget(database, most);
    return joinParts(database, now);
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

function joinParts(database: DatabaseSync, now: () => number): LedgerFile {
  const transactions = new Transactions(database);
  const timeline = preparedTimeline(database, now);
  const queries = preparedQueries(database);
  return {
    ...preparedWrites(database, transactions, timeline, now),
    ...preparedLookups(database),
    ...preparedSums(database, now),
    ...queries,
    list: (query) => toEntries(queries.list(query)),
    ...timeline,
    together: (work) => transactions.together(work),
    close: () => transactions.close(),
  };
}

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
