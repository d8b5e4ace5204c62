import { readSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { maximumChapters } from '#shared/narration/outline.ts';
import { maximumPickups } from '#shared/narration/pickups.ts';
import { maximumVersions } from '#shared/narration/versions.ts';
import { databaseFailure } from '../infra/database-failure.ts';
import { isPlainOrAbsent, readRegular } from '../infra/regular-file.ts';
import { message, type Message } from '#shared/messages/message.ts';

/**
 * A project file may come from a stranger: nothing in it is used before these checks have passed. They run on what is there, execute
 * nothing of it, and are each bounded by a number of rows, of bytes or of pages.
 */

export const applicationId = 0x56576e31;

/** More than any project of ours has; a file that is larger is refused. Bytes are of UTF-8. */
export const projectLimits = {
  /** Of one value. */
  valueBytes: 128 * 1024 * 1024,
  /** Rows of a table and bytes of its texts, all rows together. */
  tables: {
    /** With the cast and the pronunciations. */
    meta: { columns: ['key', 'value'], rows: 1000, bytes: 16 * 1024 * 1024 },
    /** Those that were taken out are still there. */
    chapters: { columns: ['id', 'title', 'document'], rows: 4 * maximumChapters, bytes: 128 * 1024 * 1024 },
    steps: { columns: ['chapter_id', 'step'], rows: 50_000, bytes: 64 * 1024 * 1024 },
    takes: { columns: ['id', 'operation_id', 'block_id', 'fingerprint', 'facts'], rows: 200_000, bytes: 256 * 1024 * 1024 },
    versions: { columns: ['id', 'name', 'counts', 'content'], rows: maximumVersions, bytes: 256 * 1024 * 1024 },
    pickups: {
      columns: ['id', 'chapter_id', 'block_id', 'take_id', 'kind', 'text', 'note', 'state', 'by'],
      rows: maximumPickups,
      bytes: 64 * 1024 * 1024,
    },
    checked_takes: { columns: ['take_id'], rows: 200_000, bytes: 16 * 1024 * 1024 },
    sounds: { columns: ['content_hash', 'format'], rows: 200_000, bytes: 64 * 1024 * 1024 },
  },
} as const;

/** Set for every connection to a project file. `readOnly` leaves what is there as it is. */
export const connectionOptions = {
  timeout: 200,
  enableForeignKeyConstraints: true,
  allowExtension: false,
  defensive: true,
  limits: { length: projectLimits.valueBytes, attach: 0, triggerDepth: 0 },
} as const;

export const projectSubject = (path: string): Message => message('library.namedProject', basename(path));

/** The file's first page, read without SQLite; `undefined` where it is not that of a project. */
function projectHeader(path: string): Buffer | undefined {
  const header = readRegular(path, (file) => {
    const page = Buffer.alloc(100);
    return readSync(file, page, 0, 100, 0) < 100 ? undefined : page;
  });
  return header?.toString('latin1', 0, 16) === 'SQLite format 3\0' && header.readUInt32BE(68) === applicationId ? header : undefined;
}

/** Whatever its name. A file that cannot be read is taken for one. */
export function isProjectFile(path: string): boolean {
  try {
    return projectHeader(path) !== undefined;
  } catch {
    return true;
  }
}

/** A foreign database must not get a journal beside it, nor be touched at all. */
export function checkHeader(path: string, supported: number): void {
  const header = projectHeader(path);
  if (header === undefined) throw fail('file-not-a-project', message('library.notAProject', basename(path)));
  if (header.readUInt32BE(60) > supported) throw tooNew(path);
  for (const ending of ['-wal', '-journal', '-shm'])
    if (!isPlainOrAbsent(`${path}${ending}`))
      throw fail('file-failed', message('library.besideNotAFile', projectSubject(path), basename(path), ending));
}

export function tooNew(path: string): FailureError {
  return fail('file-too-new', message('library.projectTooNew', projectSubject(path)));
}

/** Before anything else is asked of a connection. Reads its schema, and nothing of what that names. */
export function checkSchema(database: DatabaseSync, path: string, migrations: readonly string[]): void {
  database.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0;');
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > migrations.length) throw tooNew(path);
  const expected = expectedSchema(migrations.slice(0, version));
  const found = readSchema(database, expected.size + 1);
  const missing = new Map(expected);
  for (const { key, type, name, sql } of found) {
    // What stands there twice is foreign the second time.
    if (missing.get(key)?.sql !== sql)
      throw fail('file-not-a-project', message('library.foreignPart', projectSubject(path), type, printable(name)));
    missing.delete(key);
  }
  for (const { type, name } of missing.values())
    throw fail('damaged', message('library.partMissing', projectSubject(path), type, name), { next: 'choose-file' });
}

interface SchemaEntry {
  key: string;
  type: string;
  name: string;
  /** With white space made alike. */
  sql: string;
}

const expectedSchemas = new Map<string, Map<string, SchemaEntry>>();

/** What the migrations make, as SQLite itself writes it down. */
function expectedSchema(migrations: readonly string[]): Map<string, SchemaEntry> {
  const key = migrations.join('\n');
  const known = expectedSchemas.get(key);
  if (known) return known;
  const database = new DatabaseSync(':memory:');
  try {
    for (const step of migrations) database.exec(step);
    const schema = new Map(readSchema(database, 1000).map((entry) => [entry.key, entry]));
    expectedSchemas.set(key, schema);
    return schema;
  } finally {
    database.close();
  }
}

function readSchema(database: DatabaseSync, most: number): SchemaEntry[] {
  const rows = database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ?').all(most);
  return rows.map((row) => {
    const type = String(row['type']);
    const name = String(row['name']);
    const sql = String(row['sql'] ?? '').replaceAll(/\s+/gu, ' ');
    return { key: `${type} ${name} ${String(row['tbl_name'])}`, type, name, sql };
  });
}

type TableName = keyof typeof projectLimits.tables;

/** A file of an older version lacks the tables that came later. After `checkSchema`. */
function presentTables(database: DatabaseSync): TableName[] {
  const find = database.prepare("SELECT 1 FROM sqlite_schema WHERE type='table' AND name=?");
  return (Object.keys(projectLimits.tables) as TableName[]).filter((table) => find.get(table) !== undefined);
}

/** Rows and bytes of each table, counted no further than they may be. After `checkSchema`. */
export function checkSizes(database: DatabaseSync, path: string): void {
  for (const table of presentTables(database)) {
    const { columns, rows, bytes } = projectLimits.tables[table];
    const size = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
    const found = database
      .prepare(`SELECT count(*) AS rows, total(size) AS bytes FROM (SELECT ${size} AS size FROM ${table} LIMIT ?)`)
      .get(rows + 1);
    if (Number(found?.['rows']) > rows || Number(found?.['bytes']) > bytes)
      throw fail('too-large', message('library.holdsTooMany', projectSubject(path), table), {
        next: 'choose-file',
      });
  }
}

/**
 * The pages of every table but the sounds, whose bytes have a checksum of their own: a tree whose pages point at one another would be read
 * forever. After `checkSchema`.
 */
export function checkPages(database: DatabaseSync, path: string): void {
  for (const table of presentTables(database)) {
    const found = database.prepare(`PRAGMA quick_check('${table}')`).get()?.['quick_check'];
    if (found !== 'ok') throw fail('damaged', message('library.tableUnreadable', projectSubject(path), table), { next: 'choose-file' });
  }
}

/**
 * SQLite applies whatever log lies beside a file, also that of another one, and so destroys both. The log that a crash of ours left passes;
 * any other is refused before the file is opened for writing. The file and the log stay as they are.
 */
export function checkLog(path: string, migrations: readonly string[]): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const hadIndex = statSync(`${path}-shm`, { throwIfNoEntry: false }) !== undefined;
  try {
    const withLog = tryToIdentify(path, path, migrations);
    if ('failure' in withLog && withLog.failure.kind === 'file-in-use') throw new FailureError(withLog.failure);
    const alone = tryToIdentify(new URL(`${pathToFileURL(path).href}?immutable=1`), path, migrations);
    if ('failure' in withLog && 'failure' in alone) throw new FailureError(withLog.failure);
    // A crash while the log was merged leaves a file that needs it.
    if ('failure' in alone || ('id' in withLog && withLog.id === alone.id)) return;
    throw fail('damaged', message('library.foreignLog', projectSubject(path), basename(path)), { next: 'choose-file' });
  } finally {
    if (!hadIndex) rmSync(`${path}-shm`, { force: true });
  }
}

/** Checks a project without writing to it, and reads its id. */
function tryToIdentify(at: string | URL, path: string, migrations: readonly string[]): { id: string } | { failure: Failure } {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(at, { ...connectionOptions, readOnly: true });
    checkSchema(database, path, migrations);
    checkSizes(database, path);
    checkPages(database, path);
    // Ids are random: a page of another project has rows that belong to none of this one.
    for (const table of ['steps', 'takes'])
      if (database.prepare(`PRAGMA foreign_key_check('${table}')`).get() !== undefined) throw damagedTable(path, table);
    return { id: String(database.prepare("SELECT value FROM meta WHERE key='project_id'").get()?.['value']) };
  } catch (thrown) {
    return { failure: toFailure(databaseFailure(thrown, projectSubject(path))) };
  } finally {
    database?.close();
  }
}

const damagedTable = (path: string, table: string): FailureError =>
  fail('damaged', message('library.tableUnreadable', projectSubject(path), table), { next: 'choose-file' });

const printable = (name: string): string => name.replaceAll(/[^\p{L}\p{N}\p{P} ]/gu, '').slice(0, 60);
