import { type DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type RequestState } from '#shared/wire/realtime.ts';
import { type RequestStatus } from '#shared/wire/realtime-helpers.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Charges, type Price } from '../accounts/charges.ts';
import { transaction } from '../storage/database.ts';

/** A segment as it was accepted: `texts` are the text events that make it, whose sequences and exact words a retry must repeat. */
export interface KeptSegment {
  place: number;
  id: string;
  texts: [sequence: number, text: string][];
  state: 'accepted' | 'completed' | 'failed';
  audioBytes: number;
}

export interface KeptRequest {
  number: number;
  id: string;
  fingerprint: string;
  state: RequestState;
  format: string;
}

type Row = Record<string, SQLOutputValue>;
const now = () => new Date().toISOString();

/**
 * Realtime requests, their segments and stored audio, in the service's file. A request belongs to one connection while it is `running`; what
 * a kill left running fails at the next start, when the charge book refunds what was only reserved.
 */
export class RealtimeRequests {
  readonly #database: DatabaseSync;
  readonly #charges: Charges;
  readonly #storedMs: number;

  constructor(parts: { database: DatabaseSync; charges: Charges; storedMs: number }) {
    this.#database = parts.database;
    this.#charges = parts.charges;
    this.#storedMs = parts.storedMs;
    for (const row of this.#database.prepare(`SELECT number, mode FROM realtime_requests WHERE state = 'running'`).all()) {
      const state = row['mode'] === 'reliable' ? 'failed_retryable' : 'failed_terminal';
      this.fail(Number(row['number']), state, 'connection_closed', 'The service ended while the request was running', { refundAll: false });
    }
  }

  find(account: Account, id: string): KeptRequest | undefined {
    const row = this.#database.prepare('SELECT * FROM realtime_requests WHERE account = ? AND id = ?').get(account.id, id);
    return row && requestOf(row);
  }

  begin(account: Account, id: string, request: { fingerprint: string; mode: string; format: string }): number {
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO realtime_requests (account, id, fingerprint, mode, format, state, created_at, changed_at) VALUES (?, ?, ?, ?, ?, 'running', ?, ?)`,
      )
      .run(account.id, id, request.fingerprint, request.mode, request.format, now(), now());
    return Number(lastInsertRowid);
  }

  /** A request that failed runs again; its segments are returned, in their order. */
  rerun(number: number): KeptSegment[] {
    this.#move(number, 'running');
    return this.#segments(number);
  }

  /** Reserves and keeps, both or none; throws 402. A segment that was accepted before keeps its charge while that stands. */
  accept(
    account: Account,
    request: Pick<KeptRequest, 'number' | 'id'>,
    segment: Omit<KeptSegment, 'state' | 'audioBytes'>,
    operation: string,
    price: Price,
  ): string {
    return transaction(this.#database, () => {
      const earlier = this.#database
        .prepare('SELECT charge, c.state AS paid FROM realtime_segments JOIN charges c ON c.id = charge WHERE request = ? AND place = ?')
        .get(request.number, segment.place);
      if (earlier?.['paid'] === 'settled') {
        this.#database
          .prepare(`UPDATE realtime_segments SET state = 'accepted', audio_bytes = 0 WHERE request = ? AND place = ?`)
          .run(request.number, segment.place);
        return String(earlier['charge']);
      }
      const charge = this.#charges.reserve(account, operation, request.id, price);
      this.#database
        .prepare(
          `INSERT INTO realtime_segments VALUES (?, ?, ?, ?, ?, ?, 'accepted', 0)
           ON CONFLICT (request, place) DO UPDATE SET charge = excluded.charge, state = 'accepted', audio_bytes = 0`,
        )
        .run(request.number, segment.place, segment.id, JSON.stringify(segment.texts), price.characters, charge.id);
      return charge.id;
    });
  }

  /** The charge stands from now on: the first audio was delivered, or what was paid before is. */
  settle(charge: string): void {
    transaction(this.#database, () => this.#charges.settle(charge));
  }

  /** The last of a segment's audio together with its completion. */
  complete(number: number, place: number, part: number, bytes: Uint8Array, audioBytes: number): void {
    transaction(this.#database, () => {
      this.#insert(number, place, part, bytes);
      this.#database
        .prepare(`UPDATE realtime_segments SET state = 'completed', audio_bytes = ? WHERE request = ? AND place = ?`)
        .run(audioBytes, number, place);
    });
  }

  append(number: number, place: number, part: number, bytes: Uint8Array): void {
    transaction(this.#database, () => this.#insert(number, place, part, bytes));
  }

  #insert(number: number, place: number, part: number, bytes: Uint8Array): void {
    this.#database.prepare('INSERT INTO realtime_audio VALUES (?, ?, ?, ?)').run(number, place, part, bytes);
  }

  finish(number: number): void {
    this.#move(number, 'completed');
  }

  /**
   * Ends a running request that did not complete. What is only reserved is refunded; with `refundAll` also what was settled for segments
   * that are not complete, as after a failure of ours.
   */
  fail(number: number, state: RequestState, code: string, message: string, { refundAll }: { refundAll: boolean }): void {
    transaction(this.#database, () => {
      this.#database
        .prepare(
          `UPDATE realtime_requests SET state = ?, error_code = ?, error_message = ?, changed_at = ? WHERE number = ? AND state = 'running'`,
        )
        .run(state, code, message, now(), number);
      const states = refundAll ? `'reserved', 'settled'` : `'reserved'`;
      const open = this.#database
        .prepare(
          `SELECT charge FROM realtime_segments JOIN charges ON charges.id = charge
           WHERE request = ? AND realtime_segments.state <> 'completed' AND charges.state IN (${states})`,
        )
        .all(number);
      for (const row of open) this.#charges.refund(String(row['charge']));
      this.#database
        .prepare(
          `DELETE FROM realtime_audio WHERE request = ?1 AND place IN (SELECT place FROM realtime_segments WHERE request = ?1 AND state <> 'completed')`,
        )
        .run(number);
      this.#database
        .prepare(`UPDATE realtime_segments SET state = 'failed', audio_bytes = 0 WHERE request = ? AND state = 'accepted'`)
        .run(number);
    });
  }

  #move(number: number, state: RequestState): void {
    this.#database
      .prepare('UPDATE realtime_requests SET state = ?, error_code = NULL, error_message = NULL, changed_at = ? WHERE number = ?')
      .run(state, now(), number);
  }

  #segments(number: number): KeptSegment[] {
    return this.#database
      .prepare('SELECT * FROM realtime_segments WHERE request = ? ORDER BY place')
      .all(number)
      .map((row) => ({
        place: Number(row['place']),
        id: String(row['id']),
        texts: JSON.parse(String(row['texts'])) as [number, string][],
        state: String(row['state']) as KeptSegment['state'],
        audioBytes: Number(row['audio_bytes']),
      }));
  }

  /** State, units that stand charged, and the manifest of segments; undefined when the account has no such request. */
  status(account: Account, id: string): RequestStatus | undefined {
    const row = this.#database.prepare('SELECT * FROM realtime_requests WHERE account = ? AND id = ?').get(account.id, id);
    if (row === undefined) return undefined;
    const { number, state, format } = requestOf(row);
    const paid = this.#database
      .prepare(
        `SELECT coalesce(sum(c.characters), 0) AS units FROM realtime_segments JOIN charges c ON c.id = charge WHERE request = ? AND c.state = 'settled'`,
      )
      .get(number);
    const stored = new Set(
      this.#database
        .prepare('SELECT place FROM realtime_audio WHERE request = ? AND part = 0')
        .all(number)
        .map((audio) => Number(audio['place'])),
    );
    const segments = this.#segments(number).map((segment) => {
      const characters = segment.texts.reduce((sum, [, text]) => sum + text.length, 0);
      return {
        segmentId: segment.id,
        index: segment.place,
        state: segment.state,
        characters,
        units: characters,
        audioBytes: segment.audioBytes,
        stored: segment.state === 'completed' && stored.has(segment.place),
      };
    });
    return {
      requestId: id,
      state,
      retryable: state === 'failed_retryable',
      units: Number(paid?.['units'] ?? 0),
      resultAvailable: segments.some((segment) => segment.stored),
      mode: String(row['mode']),
      format,
      createdAt: String(row['created_at']),
      ...(typeof row['error_code'] === 'string' && { error: { code: row['error_code'], message: String(row['error_message']) } }),
      segments,
    };
  }

  /** The stored audio of a completed segment, part by part, read as it is taken. */
  *audio(number: number, place: number): Generator<Uint8Array<ArrayBuffer>> {
    const read = this.#database.prepare('SELECT bytes FROM realtime_audio WHERE request = ? AND place = ? AND part = ?');
    for (let part = 0; ; part += 1) {
      const bytes = read.get(number, place, part)?.['bytes'];
      if (!(bytes instanceof Uint8Array)) return;
      yield bytes;
    }
  }

  /** Stored audio has a lifetime; requests stay known far longer (`storage/retention.ts`). */
  forgetOld(): void {
    const before = new Date(Date.now() - this.#storedMs).toISOString();
    this.#database
      .prepare(
        `DELETE FROM realtime_audio WHERE request IN (SELECT number FROM realtime_requests WHERE changed_at < ? AND state <> 'running')`,
      )
      .run(before);
  }
}

function requestOf(row: Row): KeptRequest {
  return {
    number: Number(row['number']),
    id: String(row['id']),
    fingerprint: String(row['fingerprint']),
    state: String(row['state']) as RequestState,
    format: String(row['format']),
  };
}
