import type { DatabaseSync } from 'node:sqlite';
import { failedCharged } from './queries.ts';
import { toEntries, toEntry } from './rows.ts';
import type { LedgerStore } from './types.ts';

/** Finds operations by their ids, their state and the work that they are. */
export function preparedLookups(
  database: DatabaseSync,
): Pick<LedgerStore, 'entry' | 'entryOfKey' | 'pending' | 'unsettled' | 'requestedAgain' | 'open' | 'unknown' | 'paid' | 'chargedInVain'> {
  const byId = database.prepare('SELECT * FROM operations WHERE operation_id = ?');
  const byKey = database.prepare('SELECT * FROM operations WHERE idempotency_key = ?');
  // The newest is never deleted, so that rowids tell what came first; the clock of the machine may be set back.
  const pending = database.prepare("SELECT * FROM operations WHERE state IN ('sending', 'waiting') ORDER BY rowid");
  const hasLater = `EXISTS (SELECT 1 FROM operations AS later WHERE later.rowid > lost.rowid AND CASE WHEN lost.block_id = ''
    THEN later.fingerprint = lost.fingerprint ELSE later.project_id = lost.project_id AND later.block_id = lost.block_id END)`;
  const unsettled = database.prepare(
    `SELECT * FROM operations AS lost WHERE state = 'unknown' AND json_extract(failure, '$.kind') IS NOT 'cancelled' AND NOT ${hasLater}
     ORDER BY rowid DESC LIMIT 200`,
  );
  const requestedAgain = database.prepare(
    `SELECT operation_id FROM operations AS lost
     WHERE state = 'unknown' AND operation_id IN (SELECT value FROM json_each(?)) AND ${hasLater}`,
  );
  const open = database.prepare(
    `SELECT * FROM operations WHERE fingerprint = ? AND connection_id = ? AND account_id = ?
     ORDER BY rowid DESC LIMIT 1`,
  );
  const newestOfAccount = database.prepare(
    `SELECT * FROM operations WHERE fingerprint = ? AND connection_id = ? AND account_id = coalesce(?, account_id)
     ORDER BY rowid DESC LIMIT 1`,
  );
  const paid = database.prepare(
    "SELECT * FROM operations WHERE fingerprint = ? AND connection_id = ? AND state = 'done' ORDER BY rowid DESC LIMIT 1",
  );
  const newest = database.prepare(
    `SELECT ${failedCharged} AS vain FROM operations
     WHERE fingerprint = ? AND connection_id = ? ORDER BY rowid DESC LIMIT 1`,
  );
  return {
    entry: (operationId) => toEntry(byId.get(operationId)),
    entryOfKey: (idempotencyKey) => toEntry(byKey.get(idempotencyKey)),
    pending: () => toEntries(pending.all()),
    unsettled: () => toEntries(unsettled.all()),
    requestedAgain: (operationIds) => requestedAgain.all(JSON.stringify(operationIds)).map((row) => String(row['operation_id'])),
    open: (fingerprint, connectionId, accountId) => {
      const entry = toEntry(open.get(fingerprint, connectionId, accountId));
      return entry === undefined || entry.state === 'done' || entry.state === 'failed' ? undefined : entry;
    },
    unknown: (fingerprints, connectionId, accountId) =>
      fingerprints.flatMap((fingerprint) => {
        const entry = toEntry(newestOfAccount.get(fingerprint, connectionId, accountId ?? null));
        return entry?.state === 'unknown' ? [entry] : [];
      }),
    paid: (fingerprint, connectionId) => toEntry(paid.get(fingerprint, connectionId)),
    chargedInVain: (fingerprints, connectionId) =>
      fingerprints.filter((fingerprint) => newest.get(fingerprint, connectionId)?.['vain'] === 1),
  };
}
