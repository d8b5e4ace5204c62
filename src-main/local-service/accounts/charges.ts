import { randomUUID } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { codes } from '#shared/wire/common.ts';
import { ServiceError } from '../http/service-error.ts';
import { transaction } from '../storage/database.ts';
import { type Account } from './accounts.ts';

export interface Price {
  /** Taken from the API quota. */
  characters: number;
  credits: number;
}

export interface Charge extends Price {
  id: string;
  /** API quota left right after the reservation. */
  quotaRemaining: number;
}

/**
 * The charge book: reserve, then settle or refund, each once. The balance in `accounts` changes in the same transaction as the
 * book, so that grants minus what is reserved or settled is the balance at every moment, after a kill too.
 */
export class Charges {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** To be called inside a transaction. Throws 402, then nothing was taken. */
  reserve(account: Account, operation: string, requestId: string, price: Price): Charge {
    const taken = this.#database
      .prepare(
        'UPDATE accounts SET quota = quota - ?1, credits = credits - ?2 WHERE id = ?3 AND quota >= ?1 AND credits >= ?2 RETURNING quota',
      )
      .get(price.characters, price.credits, account.id);
    if (taken === undefined) {
      throw new ServiceError(
        402,
        codes.insufficientCredits,
        `This needs ${price.characters} characters of API quota and ${price.credits} credits, more than the account has left`,
      );
    }
    const id = `chg_${randomUUID()}`;
    const now = new Date().toISOString();
    this.#database
      .prepare(`INSERT INTO charges VALUES (?, ?, ?, ?, ?, ?, 'reserved', ?, ?)`)
      .run(id, account.id, operation, requestId, price.characters, price.credits, now, now);
    return { id, ...price, quotaRemaining: Number(taken['quota']) };
  }

  /** To be called inside a transaction; false when the charge was not reserved any more. */
  settle(id: string): boolean {
    return this.#move(id, 'settled', `'reserved'`) !== undefined;
  }

  /** To be called inside a transaction; false when it was refunded already: nothing is refunded twice. */
  refund(id: string): boolean {
    const charge = this.#move(id, 'refunded', `'reserved', 'settled'`);
    if (charge === undefined) return false;
    this.#database
      .prepare('UPDATE accounts SET quota = quota + ?, credits = credits + ? WHERE id = ?')
      .run(Number(charge['characters']), Number(charge['credits']), String(charge['account']));
    return true;
  }

  #move(id: string, state: 'settled' | 'refunded', from: string) {
    return this.#database
      .prepare(`UPDATE charges SET state = ?, changed_at = ? WHERE id = ? AND state IN (${from}) RETURNING account, characters, credits`)
      .get(state, new Date().toISOString(), id);
  }

  /** What a kill left reserved outside of jobs had no chance to be delivered whole: it is refunded at the next start. */
  refundInterrupted(): void {
    transaction(this.#database, () => {
      const rows = this.#database
        .prepare(
          `SELECT id FROM charges WHERE state = 'reserved' AND id NOT IN (SELECT charge FROM jobs UNION SELECT charge FROM media_jobs)`,
        )
        .all();
      for (const row of rows) {
        const id = String(row['id']);
        this.refund(id);
        this.#database.prepare(`UPDATE request_ids SET state = 'refunded' WHERE charge = ?`).run(id);
      }
      // Streams that had audio, were settled, and ended with the process.
      this.#database.exec(
        `UPDATE request_ids SET state = 'completed' WHERE state = 'running' AND charge IN (SELECT id FROM charges WHERE state = 'settled')`,
      );
    });
  }

  /** The book of one account, oldest first, for `GET /_ledger`. */
  book(account: Account) {
    const balance = this.#database.prepare('SELECT quota, credits FROM accounts WHERE id = ?').get(account.id);
    const entries = this.#database.prepare('SELECT * FROM charges WHERE account = ? ORDER BY created_at, rowid').all(account.id);
    return {
      account: account.id,
      balance: { quota: Number(balance?.['quota'] ?? 0), credits: Number(balance?.['credits'] ?? 0) },
      entries: entries.map((entry) => ({
        id: String(entry['id']),
        operation: String(entry['operation']),
        requestId: String(entry['request_id']),
        characters: Number(entry['characters']),
        credits: Number(entry['credits']),
        state: String(entry['state']),
        createdAt: String(entry['created_at']),
        changedAt: String(entry['changed_at']),
      })),
    };
  }
}
