import type { DatabaseSync } from 'node:sqlite';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { maximumPickups, mergeFindings, pickupSchema, type Pickup, type PickupChange } from '#shared/narration/pickups.ts';
import { projectLimits } from './project-checks.ts';

/** The pickups in a project's file. Synchronous, as the file is. */

export interface StoredPickups {
  pickups: Pickup[];
  /** Ids of the takes that were checked. */
  checked: string[];
}

function toPickup(row: Readonly<Record<string, unknown>>): Pickup {
  const { chapter_id: chapterId, block_id: blockId, take_id: takeId, start_ms: startMs, end_ms: endMs, difference, ...rest } = row;
  return pickupSchema.parse({ ...rest, chapterId, blockId, takeId, startMs, endMs, ...(difference !== null && { difference }) });
}

export function listPickups(database: DatabaseSync): StoredPickups {
  const rows = database.prepare('SELECT * FROM pickups ORDER BY rowid LIMIT ?').all(maximumPickups);
  const takes = database.prepare('SELECT take_id FROM checked_takes LIMIT ?').all(projectLimits.tables.checked_takes.rows);
  return { pickups: rows.map((row) => toPickup(row)), checked: takes.map((row) => String(row['take_id'])) };
}

/** Fails with `too-large` past the number that a project may have. */
export function changePickups(database: DatabaseSync, { put, removed }: Pick<PickupChange, 'put' | 'removed'>): void {
  const remove = database.prepare('DELETE FROM pickups WHERE id=?');
  for (const id of removed) remove.run(id);
  const insert = database.prepare(
    `INSERT INTO pickups (id, chapter_id, block_id, take_id, kind, start_ms, end_ms, text, score, note, state, by, difference)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET chapter_id=excluded.chapter_id, block_id=excluded.block_id,
     take_id=excluded.take_id, kind=excluded.kind, start_ms=excluded.start_ms, end_ms=excluded.end_ms, text=excluded.text,
     score=excluded.score, note=excluded.note, state=excluded.state, by=excluded.by,
     difference=excluded.difference`,
  );
  for (const { id, chapterId, blockId, takeId, kind, startMs, endMs, text, score, note, state, by, difference } of put)
    insert.run(id, chapterId, blockId, takeId, kind, startMs, endMs, text, score, note, state, by, difference ?? null);
  const count = Number(database.prepare('SELECT count(*) AS rows FROM pickups').get()?.['rows']);
  if (count > maximumPickups) throw fail('too-large', message('library.tooManyPickups', maximumPickups));
}

/** What the check of a take found; see `mergeFindings`. Fails with `not-found` where the project does not have the take. */
export function addFindings(database: DatabaseSync, takeId: string, findings: readonly Finding[]): PickupChange {
  const take = database.prepare('SELECT chapter_id, block_id FROM takes WHERE id=?').get(takeId);
  if (!take) throw fail('not-found', message('library.noSuchTake'), { field: 'takeId' });
  const known = database.prepare('SELECT * FROM pickups WHERE take_id=?').all(takeId);
  const place = { chapterId: String(take['chapter_id']), blockId: String(take['block_id']), takeId };
  const change = mergeFindings(
    known.map((row) => toPickup(row)),
    findings,
    place,
  );
  changePickups(database, change);
  database.prepare('INSERT INTO checked_takes (take_id) VALUES (?) ON CONFLICT (take_id) DO NOTHING').run(takeId);
  return change;
}
