import { type DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** Jobs that are made at the same time; the others wait as `pending`, in the order they came. */
const jobsAtOnce = 2;

export type JobRow = Record<string, SQLOutputValue>;

interface Parts {
  database: DatabaseSync;
  /** A table of jobs with `id`, `number` and `state`, the states `pending` and `processing` among them. */
  table: 'jobs' | 'media_jobs';
  /** Makes one job and ends it in the file. When the signal is aborted it only lets go: the job begins again at the next start. */
  make(row: JobRow, signal: AbortSignal): Promise<void>;
}

/** Works through the jobs of a table. What is in the file stays accepted, whatever becomes of the process. */
export class JobQueue {
  readonly #parts: Parts;
  readonly #running = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** At the start: what was being made begins again. */
  resume(): void {
    this.#parts.database.exec(`UPDATE ${this.#parts.table} SET state = 'pending' WHERE state = 'processing'`);
    this.#fill();
  }

  /** A job was added, perhaps in a transaction that is still open. */
  wake(): void {
    setImmediate(() => this.#fill());
  }

  /** Lets go of what is being made; it stays accepted. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running.values());
  }

  #fill(): void {
    while (this.#running.size < jobsAtOnce && !this.#stop.signal.aborted) {
      const row = this.#next();
      if (row === undefined) return;
      const id = String(row['id']);
      const made = this.#parts
        .make(row, this.#stop.signal)
        // The file refused (a full disk): the job stays accepted and begins again at the next start.
        .catch((error: unknown) => console.error(error))
        .finally(() => {
          this.#running.delete(id);
          this.#fill();
        });
      this.#running.set(id, made);
    }
  }

  #next(): JobRow | undefined {
    const { database, table } = this.#parts;
    try {
      return database
        .prepare(
          `UPDATE ${table} SET state = 'processing' WHERE number = (SELECT min(number) FROM ${table} WHERE state = 'pending') RETURNING *`,
        )
        .get();
    } catch (error) {
      console.error(error);
      return undefined;
    }
  }
}
