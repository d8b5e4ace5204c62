import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { audioFormats } from '#shared/wire/common.ts';
import { databaseFailure } from '../infra/database-failure.ts';
import { paidStores, type PaidFile, type Removing } from './paid-files.ts';
import { takeFacts } from './take-facts.ts';
import type { HeldSound, PaidResult, ResultFacts } from './types.ts';
import { message } from '#shared/messages/message.ts';

/**
 * What is known of every paid result of this profile, and which of them still wait for their project (the inbox).
 * Synchronous: it lives in a thread (`results-thread.ts`).
 */
const migrations: readonly string[] = [
  `CREATE TABLE results (operation_id TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, content_hash TEXT NOT NULL, format TEXT NOT NULL,
     bytes INTEGER NOT NULL, samples INTEGER NOT NULL, created_at INTEGER NOT NULL, state TEXT NOT NULL, facts TEXT NOT NULL) STRICT;
   CREATE INDEX results_by_fingerprint ON results (fingerprint, state, created_at);
   CREATE INDEX results_by_content ON results (content_hash);
   CREATE TABLE inbox (operation_id TEXT NOT NULL REFERENCES results(operation_id), project_id TEXT NOT NULL, chapter_id TEXT NOT NULL,
     block_id TEXT NOT NULL, PRIMARY KEY (project_id, operation_id, block_id)) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE removals (store TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL, bytes INTEGER NOT NULL, operation_ids TEXT NOT NULL,
     PRIMARY KEY (store, name)) STRICT, WITHOUT ROWID;`,
];

const resultRow = z.object({
  operation_id: z.string(),
  fingerprint: z.string(),
  content_hash: z.string(),
  format: z.enum(audioFormats),
  bytes: z.number(),
  samples: z.number(),
  created_at: z.number(),
  state: z.enum(['complete', 'incomplete']),
  facts: z.string(),
});
const facts = takeFacts.extend({ purpose: z.object({ projectId: z.string(), chapterId: z.string(), blockId: z.string() }) });

const heldRow = z.object({
  operation_id: z.string(),
  content_hash: z.string(),
  bytes: z.number(),
  created_at: z.number(),
  project_id: z.string(),
  waits: z.number(),
});
const removalRow = z.object({ store: z.enum(paidStores), name: z.string(), at: z.number(), bytes: z.number(), operation_ids: z.string() });

const paidRow = resultRow.pick({ fingerprint: true, content_hash: true, bytes: true });

/** Where the sound of a fingerprint is, and how long it must be. */
export type PaidSound = Pick<PaidResult, 'fingerprint' | 'contentHash' | 'bytes'>;

const subject = message('library.storeOfSound');

export class ResultsIndex {
  readonly #database: DatabaseSync;
  /** When the newest result came; read when the first is added. */
  #newest: number | undefined;

  constructor(path: string) {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path, { timeout: 2000, enableForeignKeyConstraints: true, defensive: true });
      database.exec('PRAGMA trusted_schema=OFF; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
      if (version < migrations.length)
        database.exec(`BEGIN IMMEDIATE; ${migrations.slice(version).join('\n')} PRAGMA user_version=${migrations.length}; COMMIT;`);
      this.#database = database;
    } catch (thrown) {
      database?.close();
      throw databaseFailure(thrown, subject);
    }
  }

  /**
   * Keeps a result and puts it into the inbox of its project, in one transaction. Answers with the result as it is kept: never older than
   * one that came before it, though the machine's clock was set back in the meantime.
   */
  add(given: PaidResult): PaidResult {
    return this.#guarded(() => {
      this.#newest ??= Number(this.#database.prepare('SELECT max(created_at) AS newest FROM results').get()?.['newest'] ?? 0);
      const result = { ...given, createdAt: Math.max(given.createdAt, this.#newest + 1) };
      const { text, voiceId, modelId, alignment, words, creditsUsed, requestId, ignoredParameters, controls, variant, source, purpose } =
        result;
      const stored: Omit<ResultFacts, 'fingerprint'> = {
        text,
        voiceId,
        modelId,
        alignment,
        words,
        creditsUsed,
        requestId,
        ignoredParameters,
        controls,
        variant,
        source,
        purpose,
      };
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        this.#database
          .prepare(
            `INSERT INTO results (operation_id, fingerprint, content_hash, format, bytes, samples, created_at, state, facts)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (operation_id) DO UPDATE SET fingerprint=excluded.fingerprint, content_hash=excluded.content_hash,
               format=excluded.format, bytes=excluded.bytes, samples=excluded.samples, created_at=excluded.created_at,
               state=excluded.state, facts=excluded.facts`,
          )
          .run(
            result.operationId,
            result.fingerprint,
            result.contentHash,
            result.format,
            result.bytes,
            result.samples,
            result.createdAt,
            result.state,
            JSON.stringify(stored),
          );
        this.#insertInbox(result);
        this.#database.exec('COMMIT');
        this.#newest = result.createdAt;
        return result;
      } catch (thrown) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw thrown;
      }
    });
  }

  /** The newest whole result of a fingerprint. */
  find(fingerprint: string): PaidResult | undefined {
    return this.#one("SELECT * FROM results WHERE fingerprint=? AND state='complete' ORDER BY created_at DESC LIMIT 1", fingerprint);
  }

  /** The newest whole result of each of these fingerprints that has one. */
  findAll(fingerprints: readonly string[]): PaidSound[] {
    return this.#guarded(() =>
      this.#database
        .prepare(
          `SELECT fingerprint, content_hash, bytes, max(created_at) FROM results
           WHERE state='complete' AND fingerprint IN (SELECT value FROM json_each(?)) GROUP BY fingerprint`,
        )
        .all(JSON.stringify(fingerprints))
        .map((row) => {
          const { fingerprint, content_hash: contentHash, bytes } = paidRow.parse(row);
          return { fingerprint, contentHash, bytes };
        }),
    );
  }

  ofOperation(operationId: string): PaidResult | undefined {
    return this.#one('SELECT * FROM results WHERE operation_id=?', operationId);
  }

  ofContent(contentHash: string): PaidResult | undefined {
    return this.#one('SELECT * FROM results WHERE content_hash=? LIMIT 1', contentHash);
  }

  /** What waits for a project, oldest first, each with the purpose it waits for. */
  inbox(projectId: string): PaidResult[] {
    return this.#guarded(() =>
      this.#database
        .prepare(
          `SELECT results.*, inbox.chapter_id AS chapter_id, inbox.block_id AS block_id FROM inbox JOIN results USING (operation_id)
           WHERE inbox.project_id=? ORDER BY results.created_at`,
        )
        .all(projectId)
        .map((row) => ({
          ...resultOf(row),
          purpose: { projectId, chapterId: String(row['chapter_id']), blockId: String(row['block_id']) },
        })),
    );
  }

  putInbox(result: PaidResult): void {
    this.#guarded(() => this.#insertInbox(result));
  }

  takeFromInbox(result: PaidResult): void {
    this.#guarded(() =>
      this.#database
        .prepare('DELETE FROM inbox WHERE project_id=? AND operation_id=? AND block_id=?')
        .run(result.purpose.projectId, result.operationId, result.purpose.blockId),
    );
  }

  /** Every result, without what was said in it. */
  held(): HeldSound[] {
    return this.#guarded(() =>
      this.#database
        .prepare(
          `SELECT operation_id, content_hash, bytes, created_at, json_extract(facts, '$.purpose.projectId') AS project_id,
             EXISTS (SELECT 1 FROM inbox WHERE inbox.operation_id=results.operation_id) AS waits FROM results`,
        )
        .all()
        .map((row) => {
          const { operation_id, content_hash, bytes, created_at, project_id, waits } = heldRow.parse(row);
          const ids = { operationId: operation_id, contentHash: content_hash, projectId: project_id };
          return { ...ids, bytes, createdAt: created_at, waits: waits !== 0 };
        }),
    );
  }

  /**
   * Writes down that files are removed, and takes them out of the index, in one transaction. Left out are those that a project waits for, or
   * that an operation made which is not named.
   */
  beginRemoval(at: number, files: readonly PaidFile[]): Removing[] {
    return this.#guarded(() => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const note = this.#database.prepare(
          'INSERT OR REPLACE INTO removals (store, name, at, bytes, operation_ids) VALUES (?, ?, ?, ?, ?)',
        );
        const drop = this.#database.prepare('DELETE FROM results WHERE content_hash=?');
        const removing = files.filter((file) => this.#mayGo(file)).map((file) => ({ ...file, at }));
        for (const { store, name, bytes, operationIds } of removing) {
          if (store === 'results') drop.run(name);
          note.run(store, name, at, bytes, JSON.stringify(operationIds));
        }
        this.#database.exec('COMMIT');
        return removing;
      } catch (thrown) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw thrown;
      }
    });
  }

  /** Removals that were begun, and of which it is not known that they ended. */
  removals(): Removing[] {
    return this.#guarded(() =>
      this.#database
        .prepare('SELECT * FROM removals')
        .all()
        .map((row) => {
          const { operation_ids: ids, ...rest } = removalRow.parse(row);
          return { ...rest, operationIds: z.array(z.string()).parse(JSON.parse(ids)) };
        }),
    );
  }

  endRemoval({ store, name }: Removing): void {
    this.#guarded(() => this.#database.prepare('DELETE FROM removals WHERE store=? AND name=?').run(store, name));
  }

  close(): void {
    this.#database.close();
  }

  /** Whether the index knows of no other operation that has this file, nor of a project that waits for it. */
  #mayGo({ store, name, operationIds }: PaidFile): boolean {
    if (store !== 'results') return true;
    const rows = this.#database.prepare(
      'SELECT operation_id, EXISTS (SELECT 1 FROM inbox WHERE inbox.operation_id=results.operation_id) AS waits FROM results WHERE content_hash=?',
    );
    return rows.all(name).every((row) => row['waits'] === 0 && operationIds.includes(String(row['operation_id'])));
  }

  #insertInbox({ operationId, purpose }: PaidResult): void {
    this.#database
      .prepare('INSERT OR IGNORE INTO inbox (operation_id, project_id, chapter_id, block_id) VALUES (?, ?, ?, ?)')
      .run(operationId, purpose.projectId, purpose.chapterId, purpose.blockId);
  }

  #one(sql: string, key: string): PaidResult | undefined {
    return this.#guarded(() => {
      const row = this.#database.prepare(sql).get(key);
      return row && resultOf(row);
    });
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw databaseFailure(thrown, subject);
    }
  }
}

function resultOf(raw: unknown): PaidResult {
  const row = resultRow.parse(raw);
  return {
    ...facts.parse(JSON.parse(row.facts)),
    fingerprint: row.fingerprint,
    contentHash: row.content_hash,
    operationId: row.operation_id,
    format: row.format,
    bytes: row.bytes,
    samples: row.samples,
    createdAt: row.created_at,
    state: row.state,
  };
}
