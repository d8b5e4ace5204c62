import { randomUUID } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { codes, retention } from '#shared/wire/common.ts';
import { type MediaJobState } from '#shared/wire/lip-sync.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Charge, type Charges } from '../accounts/charges.ts';
import { type RequestIds } from '../accounts/request-ids.ts';
import { notFound, ServiceError } from '../http/service-error.ts';
import { JobQueue, type JobRow } from '../jobs/job-queue.ts';
import { transaction } from '../storage/database.ts';
import { type MediaFiles } from './media-files.ts';

/** How long a result is kept; the job itself stays longer. */
const resultLifetimeMs = retention.soundDays * 24 * 60 * 60 * 1_000;
/** Jobs of one account that are not ended yet; beyond that 429. */
const openMaximum = 50;

export type MediaJobKind = 'lip_sync' | 'dubbing' | 'image' | 'video';

export interface MadeMedia {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  /** Of a video. */
  seconds?: number | undefined;
}

export interface MediaJob {
  id: string;
  kind: MediaJobKind;
  state: MediaJobState;
  /** What the creation was answered with, apart from the request id of that call. */
  accepted: Record<string, unknown>;
  createdAt: string;
  completedAt: string | undefined;
  result: { contentType: string; bytes: number; seconds?: number | undefined } | undefined;
  error: { code: string; message: string } | undefined;
}

/** How the jobs of a kind are made from what was kept of their request. */
export type Maker = (job: { id: string; work: unknown }, signal: AbortSignal) => Promise<MadeMedia>;

/** Durable jobs of lip sync, dubbing, images and videos. What is accepted is in the file before it is answered, with the media that it needs. */
export class MediaJobs {
  readonly #parts: { database: DatabaseSync; charges: Charges; requestIds: RequestIds; files: MediaFiles };
  readonly #makers: Readonly<Record<MediaJobKind, Maker>>;
  readonly #line: JobQueue;

  constructor(
    parts: { database: DatabaseSync; charges: Charges; requestIds: RequestIds; files: MediaFiles },
    makers: Readonly<Record<MediaJobKind, Maker>>,
  ) {
    this.#parts = parts;
    this.#makers = makers;
    this.#line = new JobQueue({ database: parts.database, table: 'media_jobs', make: (row, signal) => this.#make(row, signal) });
  }

  /** Throws 429 when the account has too many jobs that are not ended. */
  checkRoom(account: Account): void {
    const open = this.#parts.database
      .prepare(`SELECT count(*) AS open FROM media_jobs WHERE account = ? AND state IN ('pending', 'processing')`)
      .get(account.id);
    if (Number(open?.['open'] ?? 0) < openMaximum) return;
    throw new ServiceError(429, codes.rateLimited, `The account has ${openMaximum} media jobs under way; wait until one has ended`, {
      headers: { 'Retry-After': '5' },
    });
  }

  /** To be called inside the transaction that reserves the charge. */
  add(
    account: Account,
    job: {
      kind: MediaJobKind;
      charge: Charge;
      work: unknown;
      accepted: (id: string, createdAt: string) => Record<string, unknown>;
      files?: Readonly<Record<string, Uint8Array>>;
      fails: boolean;
    },
  ): string {
    const id = randomUUID();
    const createdAt = new Date().toISOString();
    this.#parts.database
      .prepare(
        `INSERT INTO media_jobs (id, account, charge, kind, state, work, accepted, fails, created_at) VALUES (?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
      )
      .run(
        id,
        account.id,
        job.charge.id,
        job.kind,
        JSON.stringify(job.work),
        JSON.stringify(job.accepted(id, createdAt)),
        job.fails ? 1 : 0,
        createdAt,
      );
    for (const [name, bytes] of Object.entries(job.files ?? {})) this.#parts.files.put(id, name, bytes);
    this.#line.wake();
    return id;
  }

  get(account: Account, kind: MediaJobKind, id: string): MediaJob {
    const row = this.#parts.database
      .prepare('SELECT * FROM media_jobs WHERE id = ? AND account = ? AND kind = ?')
      .get(id, account.id, kind);
    if (row === undefined) throw notFound('There is no such job');
    return jobOf(row);
  }

  /** By the id alone: for an address that was signed for its holder. */
  result(id: string): MediaJob['result'] {
    const row = this.#parts.database.prepare('SELECT * FROM media_jobs WHERE id = ?').get(id);
    return row && jobOf(row).result;
  }

  /** Newest first. */
  list(account: Account, kind: MediaJobKind, filter: { page: number; limit: number; status?: MediaJobState | undefined }) {
    const where = 'account = ?1 AND kind = ?2 AND (?3 IS NULL OR state = ?3)';
    const values = [account.id, kind, filter.status ?? null];
    const { database } = this.#parts;
    const total = Number(database.prepare(`SELECT count(*) AS total FROM media_jobs WHERE ${where}`).get(...values)?.['total'] ?? 0);
    const rows = database
      .prepare(`SELECT * FROM media_jobs WHERE ${where} ORDER BY number DESC LIMIT ?4 OFFSET ?5`)
      .all(...values, filter.limit, (filter.page - 1) * filter.limit);
    return { total, items: rows.map(jobOf) };
  }

  resume(): void {
    this.#line.resume();
  }

  stop(): Promise<void> {
    return this.#line.stop();
  }

  async #make(row: JobRow, signal: AbortSignal): Promise<void> {
    const id = String(row['id']);
    let made: MadeMedia | string;
    try {
      if (row['fails'] === 1) throw new Error('The generation failed, as asked for');
      made = await this.#makers[String(row['kind']) as MediaJobKind]({ id, work: JSON.parse(String(row['work'])) }, signal);
    } catch (error) {
      made = error instanceof Error ? error.message : 'The generation failed';
    }
    // Closing is no failure: the job goes on at the next start.
    if (signal.aborted) return;
    this.#finish(row, made);
  }

  /** State, result and charge become final together, once; a failure is refunded whole. */
  #finish(row: JobRow, made: MadeMedia | string): void {
    const { database, charges, requestIds, files } = this.#parts;
    const id = String(row['id']);
    const charge = String(row['charge']);
    const failed = typeof made === 'string';
    const result = failed ? undefined : { contentType: made.contentType, bytes: made.bytes.length, seconds: made.seconds };
    transaction(database, () => {
      files.remove(id);
      if (failed) charges.refund(charge);
      else {
        charges.settle(charge);
        files.put(id, 'result', made.bytes);
      }
      requestIds.finish(charge, failed ? 'refunded' : 'completed');
      database
        .prepare(
          `UPDATE media_jobs SET state = ?, result = ?, error_code = ?, error_message = ?, completed_at = ? WHERE id = ? AND state = 'processing'`,
        )
        .run(
          failed ? 'failed' : 'completed',
          result === undefined ? null : JSON.stringify(result),
          failed ? codes.generationFailed : null,
          failed ? made : null,
          new Date().toISOString(),
          id,
        );
    });
  }
}

function jobOf(row: JobRow): MediaJob {
  const text = (column: string) => (typeof row[column] === 'string' ? row[column] : undefined);
  const code = text('error_code');
  const completed = text('completed_at');
  const kept = completed !== undefined && Date.parse(completed) + resultLifetimeMs > Date.now();
  const result = kept ? text('result') : undefined;
  return {
    id: String(row['id']),
    kind: String(row['kind']) as MediaJobKind,
    state: String(row['state']) as MediaJobState,
    accepted: JSON.parse(String(row['accepted'])) as Record<string, unknown>,
    createdAt: String(row['created_at']),
    completedAt: completed,
    result: result === undefined ? undefined : (JSON.parse(result) as NonNullable<MediaJob['result']>),
    error: code === undefined ? undefined : { code, message: text('error_message') ?? '' },
  };
}
