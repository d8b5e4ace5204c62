import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toFailure } from '#shared/failure.ts';
import type { NewOperation } from '../ledger/types.ts';
import { databaseFailure } from '../../infra/database-failure.ts';
import type { Counted } from './caps.ts';
import { message } from '#shared/messages/message.ts';

/**
 * What the ledgers of one profile spend, in one place: the studio has one, and each run of the command line that is under way beside it has
 * another, which nobody else can read meanwhile. The cap of a day is of all of them.
 */
export interface Spending {
  /** What the other ledgers have spent with this account since then; Unix milliseconds. */
  others(account: SpendingAccount, since: number): Counted;
  /**
   * Counts an operation from now on, with its estimate. `check` is called with what the other ledgers have spent, and nothing is counted where it
   * throws; no other process can reserve in between.
   */
  reserve(operation: Reserved, since: number, check: (others: Counted) => void): void;
  /** What it cost. */
  charged(operationId: string, credits: number): void;
  /** It cost nothing. */
  release(operationId: string): void;
  close(): void;
}

type SpendingAccount = Pick<NewOperation, 'connectionId' | 'accountId'>;
interface Reserved extends SpendingAccount {
  operationId: string;
  priceName: string;
  estimate: number | undefined;
}

/** Of a profile folder. */
const fileName = 'spending.sqlite';
const subject = message('paidRequests.spendingOfDay');
/** Milliseconds: how long another process may hold the file, which takes a moment; and how long a line is of use. */
const limits = { wait: 2000, lasting: 2 * 24 * 60 * 60_000 } as const;

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw databaseFailure(thrown, subject);
  }
}

/** A file that cannot be read is set aside: the ledgers hold what was paid, and it only says what they do not tell each other of a day. */
function openFile(path: string, oldest: number): DatabaseSync {
  try {
    return prepared(path, oldest);
  } catch (thrown) {
    if (toFailure(thrown).kind !== 'damaged') throw thrown;
    renameSync(path, `${path}.damaged`);
    return prepared(path, oldest);
  }
}

function prepared(path: string, oldest: number): DatabaseSync {
  return guarded(() => {
    const database = new DatabaseSync(path, { timeout: limits.wait });
    try {
      // Not synced: a process that is killed takes nothing with it, and a loss of power some lines of a day.
      database.exec(`PRAGMA journal_mode = PERSIST; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF;
        CREATE TABLE IF NOT EXISTS spending (operation_id TEXT PRIMARY KEY, owner TEXT NOT NULL, connection_id TEXT NOT NULL,
          account_id TEXT NOT NULL, at INTEGER NOT NULL, price_name TEXT NOT NULL, credits REAL) STRICT, WITHOUT ROWID;`);
      database.prepare('DELETE FROM spending WHERE at < ?').run(oldest);
      return database;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  });
}

/** `owner` names the ledger, the same in each run. Everything fails with `file-failed`, `file-in-use` or `disk-full`. */
export function openSpending(profileDirectory: string, owner: string, now: () => number = Date.now): Spending {
  const database = openFile(join(profileDirectory, fileName), now() - limits.lasting);
  const lines = database.prepare(
    'SELECT price_name, credits FROM spending WHERE owner <> ? AND connection_id = ? AND account_id = ? AND at >= ?',
  );
  const insert = database.prepare('INSERT INTO spending VALUES (?, ?, ?, ?, ?, ?, ?)');
  const change = database.prepare('UPDATE spending SET credits = ? WHERE operation_id = ?');
  const remove = database.prepare('DELETE FROM spending WHERE operation_id = ?');

  const others = ({ connectionId, accountId }: SpendingAccount, since: number): Counted => {
    const unpriced = new Set<string>();
    let credits = 0;
    for (const line of lines.iterate(owner, connectionId, accountId, since)) {
      if (line['credits'] === null) unpriced.add(String(line['price_name']));
      else credits += Number(line['credits']);
    }
    return { credits, unpriced };
  };

  return {
    others: (account, since) => guarded(() => others(account, since)),
    reserve: (operation, since, check) => {
      guarded(() => database.exec('BEGIN IMMEDIATE'));
      try {
        check(guarded(() => others(operation, since)));
        const { operationId, connectionId, accountId, priceName, estimate = null } = operation;
        guarded(() => {
          insert.run(operationId, owner, connectionId, accountId, now(), priceName, estimate);
          database.exec('COMMIT');
        });
      } catch (thrown) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw thrown;
      }
    },
    charged: (operationId, credits) => guarded(() => void change.run(credits, operationId)),
    release: (operationId) => guarded(() => void remove.run(operationId)),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
