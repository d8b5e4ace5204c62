import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { maximumAutomaticVersions, maximumVersions, versionSchema, type Version } from '#shared/narration/versions.ts';
import { projectLimits } from './project-checks.ts';

/** The named versions in a project's file. Synchronous, as the file is. */

const counts = versionSchema.pick({ chapters: true, blocks: true, words: true, automatic: true });
const row = z.object({ id: z.string(), name: z.string(), created_at: z.number(), counts: z.string() });

/** The newest first. */
export function listVersions(database: DatabaseSync): Version[] {
  const rows = database
    .prepare('SELECT id, name, created_at, counts FROM versions ORDER BY created_at DESC, rowid DESC LIMIT ?')
    .all(maximumVersions);
  return rows.map((each) => {
    const { id, name, created_at: createdAt, counts: json } = row.parse(each);
    return { id, name, createdAt, ...counts.parse(JSON.parse(json)) };
  });
}

/**
 * An automatic one takes the place of the oldest of its kind once there are enough of them. Fails with `too-large` past the number, or the size, that a
 * project may have. `content` is JSON of `versionContent`.
 */
export function addVersion(database: DatabaseSync, { id, name, createdAt, ...facts }: Version, content: string): void {
  if (facts.automatic) {
    const known = listVersions(database).filter(({ automatic }) => automatic);
    for (const old of known.slice(maximumAutomaticVersions - 1)) removeVersion(database, old.id);
  }
  const { bytes } = projectLimits.tables.versions;
  const used = database.prepare('SELECT count(*) AS rows, coalesce(sum(octet_length(content)), 0) AS bytes FROM versions').get();
  if (Number(used?.['rows']) >= maximumVersions) throw fail('too-large', message('library.tooManyVersions', maximumVersions));
  // Half of what is accepted when it is opened, so that names and later formats have room.
  if (Number(used?.['bytes']) + Buffer.byteLength(content) > bytes / 2) throw fail('too-large', message('library.versionsTooLarge'));
  database
    .prepare('INSERT INTO versions (id, name, created_at, counts, content) VALUES (?, ?, ?, ?, ?)')
    .run(id, name, createdAt, JSON.stringify(facts), content);
}

/** JSON of `versionContent`. Fails with `not-found`. */
export function readVersion(database: DatabaseSync, versionId: string): string {
  const content = database.prepare('SELECT content FROM versions WHERE id=?').get(versionId)?.['content'];
  if (typeof content !== 'string') throw fail('not-found', message('library.noSuchVersion'), { field: 'versionId' });
  return content;
}

/** Its takes stay: they belong to the project. */
export function removeVersion(database: DatabaseSync, versionId: string): void {
  database.prepare('DELETE FROM versions WHERE id=?').run(versionId);
}
