import { type DatabaseSync } from 'node:sqlite';
import { codes } from '#shared/wire/common.ts';
import { ServiceError } from '../http/service-error.ts';
import { type Account } from './accounts.ts';

const conflict = (code: string, message: string) => new ServiceError(409, code, message);

/**
 * The life of a request id (interface, "Request-id (idempotency) life cycle"). One namespace for each account: an id that was used
 * for a sync call and comes again for a job is "reused with different input". An id is claimed together with its charge, so
 * a request that was refused before any charge leaves its id free.
 */
export class RequestIds {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * The job or the kept speech that an identical request was answered with, if any; throws the 409 that the id has earned otherwise. `own`
   * is the charge of the request that asks: one that goes on with what it has paid already.
   */
  check(account: Account, id: string, fingerprint: string, own?: string): string | undefined {
    const row = this.#database
      .prepare('SELECT fingerprint, state, job, charge FROM request_ids WHERE account = ? AND id = ?')
      .get(account.id, id);
    if (row === undefined) return undefined;
    if (row['fingerprint'] !== fingerprint) {
      throw conflict(codes.requestIdConflict, 'This request id was used with different input; use a new id');
    }
    if (typeof row['job'] === 'string') return row['job'];
    if (row['charge'] === own) return undefined;
    if (row['state'] === 'running') {
      throw conflict(codes.requestInProgress, 'The request with this id is still running; it is not charged again');
    }
    if (row['state'] === 'refunded') {
      throw conflict(
        codes.requestPreviouslyRefunded,
        'The request with this id failed and was refunded; use a new id after fixing the cause',
      );
    }
    throw conflict(codes.requestAlreadyCompleted, 'The request with this id is completed and charged; its audio is not replayed');
  }

  /** To be called inside the transaction that reserves the charge. */
  claim(account: Account, id: string, fingerprint: string, charge: string, job?: string): void {
    this.#database
      .prepare(`INSERT INTO request_ids VALUES (?, ?, ?, 'running', ?, ?, ?)`)
      .run(account.id, id, fingerprint, charge, job ?? null, new Date().toISOString());
  }

  /** To be called inside the transaction that settles or refunds the charge. `kept` answers a repeated request. */
  finish(charge: string, state: 'completed' | 'refunded', kept?: string): void {
    this.#database.prepare('UPDATE request_ids SET state = ?, job = coalesce(?, job) WHERE charge = ?').run(state, kept ?? null, charge);
  }
}
