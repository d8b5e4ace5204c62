import { randomUUID } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { codes, retention, type AudioFormat } from '#shared/wire/common.ts';
import { type JobState } from '#shared/wire/jobs.ts';
import { type JobResponse } from '#shared/wire/responses/jobs.ts';
import { type AlignedWord } from '#shared/wire/responses/speech.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Charges } from '../accounts/charges.ts';
import { type RequestIds } from '../accounts/request-ids.ts';
import { notFound, ServiceError } from '../http/service-error.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { type Synthesis } from '../sound/synthesis.ts';
import { type Repeats } from '../speech/repeats.ts';
import { type SpeechPlan } from '../speech/speech-plan.ts';
import { transaction } from '../storage/database.ts';
import { storedBytes, storedStream } from '../storage/stored-audio.ts';
import { AudioRows, jobAudio } from './audio-rows.ts';
import { JobQueue, type JobRow } from './job-queue.ts';

/** Jobs of one account that may wait, unless the service was configured otherwise. */
const queueDefault = 1_000;
/** How long the audio of a job is kept; the job itself stays. */
const audioLifetimeMs = retention.soundDays * 24 * 60 * 60 * 1000;

export interface AcceptedJob {
  id: string;
  state: JobState;
  format: AudioFormat;
  hasAudio: boolean;
  /** It had audio, longer ago than it is kept. */
  audioExpired: boolean;
  response: JobResponse;
}

/** Durable jobs. What is accepted is in the file before it is answered, and is made, at the latest after the next start. */
export class Jobs {
  readonly #database: DatabaseSync;
  readonly #charges: Charges;
  readonly #requestIds: RequestIds;
  readonly #synthesis: Synthesis;
  readonly #repeats: Repeats;
  readonly #queue: number;
  readonly #line: JobQueue;

  constructor(parts: {
    database: DatabaseSync;
    charges: Charges;
    requestIds: RequestIds;
    synthesis: Synthesis;
    repeats: Repeats;
    queue: number | undefined;
  }) {
    this.#database = parts.database;
    this.#charges = parts.charges;
    this.#requestIds = parts.requestIds;
    this.#synthesis = parts.synthesis;
    this.#repeats = parts.repeats;
    this.#queue = parts.queue ?? queueDefault;
    this.#line = new JobQueue({ database: parts.database, table: 'jobs', make: (row, signal) => this.#make(row, signal) });
  }

  /** Accepts a job, or finds the one that this id was accepted for. Throws 402, 429 and the 409s before anything is kept. */
  create(
    account: Account,
    plan: SpeechPlan,
    request: {
      operation: string;
      id: string | undefined;
      fingerprint: string;
      traceId: string;
      plannedFailure: { segments: number } | undefined;
    },
  ): AcceptedJob {
    const accepted = transaction(this.#database, () => {
      const earlier = request.id === undefined ? undefined : this.#requestIds.check(account, request.id, request.fingerprint);
      if (earlier !== undefined) return earlier;
      this.#refuseBeyondQueue(account);
      const id = randomUUID();
      const charge = this.#charges.reserve(account, request.operation, request.id ?? request.traceId, plan.price);
      this.#database
        .prepare(
          `INSERT INTO jobs (id, account, charge, state, voice, model, speech, ignored, quota_remaining, credits_used, planned_failure, created_at)
           VALUES (?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          id,
          account.id,
          charge.id,
          plan.voice.voiceId,
          plan.model.id,
          JSON.stringify(this.#repeats.take(account, plan.order)),
          JSON.stringify(plan.ignored),
          charge.quotaRemaining,
          charge.credits,
          request.plannedFailure === undefined ? null : JSON.stringify(request.plannedFailure),
          new Date().toISOString(),
        );
      if (request.id !== undefined) this.#requestIds.claim(account, request.id, request.fingerprint, charge.id, id);
      return id;
    });
    this.#line.wake();
    return this.get(account, accepted);
  }

  #refuseBeyondQueue(account: Account): void {
    const row = this.#database.prepare(`SELECT count(*) AS waiting FROM jobs WHERE state = 'pending' AND account = ?`).get(account.id);
    if (Number(row?.['waiting'] ?? 0) < this.#queue) return;
    throw new ServiceError(429, codes.rateLimited, `${this.#queue} jobs of this account are waiting already`, {
      headers: { 'Retry-After': '2' },
    });
  }

  get(account: Account, id: string): AcceptedJob {
    const row = this.#database.prepare('SELECT * FROM jobs WHERE id = ? AND account = ?').get(id, account.id);
    if (row === undefined) throw notFound('There is no such job');
    return this.#accepted(row);
  }

  /** Newest first. */
  list(account: Account, filter: { page: number; limit: number; status?: JobState | undefined; createdAfter?: string | undefined }) {
    const where = `account = ?1 AND (?2 IS NULL OR state = ?2) AND (?3 IS NULL OR created_at > ?3)`;
    const values = [
      account.id,
      filter.status ?? null,
      filter.createdAfter === undefined ? null : new Date(filter.createdAfter).toISOString(),
    ];
    const total = Number(this.#database.prepare(`SELECT count(*) AS total FROM jobs WHERE ${where}`).get(...values)?.['total'] ?? 0);
    const rows = this.#database
      .prepare(`SELECT * FROM jobs WHERE ${where} ORDER BY number DESC LIMIT ?4 OFFSET ?5`)
      .all(...values, filter.limit, (filter.page - 1) * filter.limit);
    return { total, items: rows.map((row) => this.#accepted(row).response) };
  }

  /** One segment, or undefined when there is none of that index (yet). */
  segment(id: string, place: number): { startMs: number; endMs: number; words: AlignedWord[] } | undefined {
    const row = this.#database.prepare('SELECT * FROM job_segments WHERE job = ? AND place = ?').get(id, place);
    if (row === undefined) return undefined;
    return { startMs: Number(row['start_ms']), endMs: Number(row['end_ms']), words: JSON.parse(String(row['words'])) as AlignedWord[] };
  }

  audio(id: string): { bytes: number; stream: ReadableStream<Uint8Array> } {
    return { bytes: storedBytes(this.#database, jobAudio, id), stream: storedStream(this.#database, jobAudio, id) };
  }

  /** At the start: what was being made begins again, with what it had written removed. */
  resume(): void {
    transaction(this.#database, () => {
      for (const table of ['job_audio', 'job_segments']) {
        this.#database.exec(`DELETE FROM ${table} WHERE job IN (SELECT id FROM jobs WHERE state = 'processing')`);
      }
    });
    this.#line.resume();
  }

  stop(): Promise<void> {
    return this.#line.stop();
  }

  async #make(row: JobRow, signal: AbortSignal): Promise<void> {
    const id = String(row['id']);
    const order = JSON.parse(String(row['speech'])) as SpeechOrder<AudioFormat>;
    const planned = typeof row['planned_failure'] === 'string' ? (JSON.parse(row['planned_failure']) as { segments: number }) : undefined;
    const audio = new AudioRows(this.#database, id, order.format);
    let segments = 0;
    try {
      let durationMs = 0;
      if (planned?.segments === 0) throw new Error('The generation failed');
      for await (const piece of this.#synthesis.speak(order, signal, true)) {
        if (piece.kind === 'audio') audio.add(piece.bytes);
        else if (piece.kind === 'done') durationMs = piece.durationMs;
        else if (piece.final) {
          this.#database
            .prepare('INSERT INTO job_segments VALUES (?, ?, ?, ?, ?)')
            .run(id, piece.chunk, piece.startMs, piece.endMs, JSON.stringify(piece.words));
          segments += 1;
          if (planned?.segments === segments) throw new Error('The generation failed');
        }
      }
      this.#finish(row, 'success', audio, durationMs, undefined);
    } catch (error) {
      // Closing is no failure: the job goes on at the next start.
      if (signal.aborted) return;
      const failure = error instanceof Error ? error.message : 'The generation failed';
      try {
        this.#finish(row, segments > 0 ? 'partial_fail' : 'fail', audio, 0, failure);
      } catch {
        // What was made cannot be written: the job ends without it, rather than never.
        this.#finish(row, 'fail', audio, 0, failure);
      }
    }
  }

  /** State, audio and charge become final together. A failure is refunded whole; what was made of a `partial_fail` stays downloadable. */
  #finish(row: JobRow, state: JobState, audio: AudioRows, durationMs: number, failure: string | undefined): void {
    const charge = String(row['charge']);
    transaction(this.#database, () => {
      if (state !== 'fail') audio.end();
      else this.#database.prepare('DELETE FROM job_audio WHERE job = ?').run(String(row['id']));
      if (failure === undefined) this.#charges.settle(charge);
      else this.#charges.refund(charge);
      this.#requestIds.finish(charge, failure === undefined ? 'completed' : 'refunded');
      this.#database
        .prepare('UPDATE jobs SET state = ?, error_code = ?, error_message = ?, duration_ms = ?, completed_at = ? WHERE id = ?')
        .run(
          state,
          failure === undefined ? null : codes.generationFailed,
          failure ?? null,
          durationMs,
          new Date().toISOString(),
          String(row['id']),
        );
    });
  }

  #accepted(row: JobRow): AcceptedJob {
    const id = String(row['id']);
    const state = String(row['state']) as JobState;
    const order = JSON.parse(String(row['speech'])) as SpeechOrder<AudioFormat>;
    const segmentCount = Number(this.#database.prepare('SELECT count(*) AS made FROM job_segments WHERE job = ?').get(id)?.['made'] ?? 0);
    const text = (key: string) => (typeof row[key] === 'string' ? { value: row[key] } : undefined);
    const completed = text('completed_at');
    const made = state === 'success' || state === 'partial_fail';
    const expires = completed && Date.parse(completed.value) + audioLifetimeMs;
    const errorCode = text('error_code');
    const errorMessage = text('error_message');
    return {
      id,
      state,
      format: order.format,
      hasAudio: made && expires !== undefined && expires > Date.now(),
      audioExpired: made && expires !== undefined && expires <= Date.now(),
      response: {
        task: {
          taskId: id,
          status: state,
          voiceId: String(row['voice']),
          modelId: String(row['model']),
          format: order.format,
          createdAt: String(row['created_at']),
          segmentCount,
          ...(completed && { completedAt: completed.value }),
          ...(errorCode && { errorCode: errorCode.value }),
          ...(errorMessage && { errorMessage: errorMessage.value }),
        },
        record: {
          characters: order.text.length,
          durationMs: Number(row['duration_ms'] ?? 0),
          ...(made && expires !== undefined && { audioExpiresAt: new Date(expires).toISOString() }),
        },
        quotaRemaining: Number(row['quota_remaining']),
        creditsUsed: Number(row['credits_used']),
        ignoredParameters: JSON.parse(String(row['ignored'])) as string[],
      },
    };
  }
}
