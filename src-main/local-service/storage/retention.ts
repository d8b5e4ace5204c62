import { type DatabaseSync } from 'node:sqlite';
import { retention } from '#shared/wire/common.ts';
import { transaction } from './database.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const hourMs = 60 * 60 * 1_000;
/** Rows of a table that one pass removes: a pass holds up the service for a few milliseconds. */
const passRows = 2_000;
/** The next pass when one has found as much as it may remove. */
const soonMs = 1_000;

/** What says that something was asked for and how it ended; only what has ended is ever removed. */
const records = [
  { table: 'jobs', time: 'completed_at', ended: `state IN ('success', 'partial_fail', 'fail')`, charge: true },
  { table: 'media_jobs', time: 'completed_at', ended: `state IN ('completed', 'failed')`, charge: true },
  { table: 'realtime_requests', time: 'changed_at', ended: `state <> 'running'`, charge: false },
  { table: 'voice_designs', time: 'expires_at', ended: `state <> 'running'`, charge: false },
  { table: 'spoken_orders', time: 'spoken_at', ended: 'true', charge: false },
  { table: 'request_ids', time: 'created_at', ended: `state <> 'running'`, charge: false },
  {
    table: 'cached_speech',
    time: 'expires_at',
    ended: `NOT EXISTS (SELECT 1 FROM request_ids WHERE job = cached_speech.id)`,
    charge: false,
  },
] as const;

/** A charge that one of these still names stays in the book. */
const namers = ['request_ids', 'jobs', 'media_jobs', 'realtime_segments', 'dubbing_speech'];

/**
 * Keeps the file from growing forever (`retention` in the wire's schemas says what a client may count on). Sound and pictures go after
 * `soundDays`; what was asked, with its request id, after `recordDays` or when there are more than `recordsMaximum` of a kind, the oldest
 * first; a charge when nothing names it any more: then the grant of its account is less by what it took, and the book still adds up.
 */
export class Retention {
  readonly #database: DatabaseSync;
  readonly #own: () => void;
  readonly #recordsMaximum: number;
  #timer: NodeJS.Timeout | undefined;

  /** `own` removes what has a lifetime of its own. */
  constructor(database: DatabaseSync, own: () => void, recordsMaximum: number = retention.recordsMaximum) {
    this.#database = database;
    this.#own = own;
    this.#recordsMaximum = recordsMaximum;
  }

  /** Sweeps now and from then on. */
  start(): void {
    let more = false;
    try {
      this.#own();
      more = this.sweep();
    } catch (error) {
      // What could not be removed now is removed later; what has expired is not handed out meanwhile.
      console.error(error);
    }
    this.#timer = setTimeout(() => this.start(), more ? soonMs : hourMs).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** One pass; true when there may be more to remove. */
  sweep(now = Date.now()): boolean {
    const before = (days: number) => new Date(now - days * dayMs).toISOString();
    return transaction(this.#database, () => {
      this.#sound(before(retention.soundDays));
      const full = records.map((record) => this.#records(record, before(retention.recordDays)) >= passRows);
      return this.#charges(before(retention.recordDays)) >= passRows || full.includes(true);
    });
  }

  #sound(before: string): void {
    const remove = (statement: string) => this.#database.prepare(statement).run(before);
    remove('DELETE FROM job_audio WHERE job IN (SELECT id FROM jobs WHERE completed_at < ?)');
    remove('DELETE FROM media_files WHERE owner IN (SELECT id FROM media_jobs WHERE completed_at < ?)');
    const spoken = 'SELECT charge FROM dubbing_speech JOIN charges ON charges.id = charge WHERE changed_at < ?';
    remove(`DELETE FROM media_files WHERE owner IN (${spoken})`);
    remove(`DELETE FROM dubbing_speech WHERE charge IN (${spoken})`);
  }

  /** Returns how many went. */
  #records({ table, time, ended, charge }: (typeof records)[number], before: string): number {
    const gone = this.#database
      .prepare(
        `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${ended} AND (${time} < ?1 OR rowid <=
           coalesce((SELECT rowid FROM ${table} ORDER BY rowid DESC LIMIT 1 OFFSET ?2), 0)) ORDER BY rowid LIMIT ?3)
         RETURNING ${charge ? 'charge' : 'rowid'} AS named`,
      )
      .all(before, this.#recordsMaximum, passRows);
    // The id goes with its job: it would be answered with one that is not there.
    const forget = this.#database.prepare('DELETE FROM request_ids WHERE charge = ?');
    if (charge) for (const row of gone) forget.run(String(row['named']));
    return gone.length;
  }

  /** Returns how many went. */
  #charges(before: string): number {
    const unnamed = namers.map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE charge = charges.id)`).join(' AND ');
    const gone = this.#database
      .prepare(
        `DELETE FROM charges WHERE rowid IN (SELECT rowid FROM charges WHERE state IN ('settled', 'refunded') AND (changed_at < ?1 OR rowid <=
           coalesce((SELECT rowid FROM charges ORDER BY rowid DESC LIMIT 1 OFFSET ?2), 0)) AND ${unnamed} ORDER BY rowid LIMIT ?3)
         RETURNING account, state, characters, credits`,
      )
      .all(before, this.#recordsMaximum, passRows);
    const bring = this.#database.prepare(
      `UPDATE charges SET characters = characters - ?, credits = credits - ? WHERE account = ? AND state = 'granted'`,
    );
    for (const row of gone) {
      if (row['state'] === 'settled') bring.run(Number(row['characters']), Number(row['credits']), String(row['account']));
    }
    return gone.length;
  }
}
