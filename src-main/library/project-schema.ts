import { DatabaseSync } from 'node:sqlite';
import type { Character } from '#shared/narration/cast.ts';
import type { ManuscriptText } from '#shared/manuscript/imported-text.ts';
import type { ManuscriptSource } from '#shared/manuscript/sources.ts';
import { databaseFailure } from '../infra/database-failure.ts';
import { applicationId, tooNew } from './project-checks.ts';
import { message } from '#shared/messages/message.ts';

/** What makes a file a project file, and of which version. The format is in `project-format.md`. */

/** Each leads from its index to the next version; the format's version is their number. */
export const migrations: readonly string[] = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
   CREATE TABLE chapters (id TEXT PRIMARY KEY, position INTEGER NOT NULL UNIQUE, title TEXT NOT NULL, document TEXT NOT NULL,
     version INTEGER NOT NULL) STRICT;
   CREATE TABLE steps (chapter_id TEXT NOT NULL REFERENCES chapters(id), version INTEGER NOT NULL, step TEXT NOT NULL,
     PRIMARY KEY (chapter_id, version)) STRICT, WITHOUT ROWID;
   CREATE TABLE sounds (content_hash TEXT PRIMARY KEY, format TEXT NOT NULL, bytes INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE sound_parts (content_hash TEXT NOT NULL REFERENCES sounds(content_hash), part INTEGER NOT NULL, bytes BLOB NOT NULL,
     UNIQUE (content_hash, part)) STRICT;
   CREATE TABLE takes (id TEXT PRIMARY KEY, operation_id TEXT NOT NULL, chapter_id TEXT NOT NULL, block_id TEXT NOT NULL,
     fingerprint TEXT NOT NULL, content_hash TEXT NOT NULL REFERENCES sounds(content_hash), created_at INTEGER NOT NULL,
     samples INTEGER NOT NULL, state TEXT NOT NULL, starred INTEGER NOT NULL DEFAULT 0, facts TEXT NOT NULL,
     UNIQUE (operation_id, block_id)) STRICT;`,
  'ALTER TABLE chapters ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;',
  `CREATE TABLE versions (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL, counts TEXT NOT NULL,
     content TEXT NOT NULL) STRICT;`,
  // The same tables: an older program would not know the character of a block, and what is said in place of its words.
  'SELECT 1;',
  `CREATE TABLE pickups (id TEXT PRIMARY KEY, chapter_id TEXT NOT NULL, block_id TEXT NOT NULL, take_id TEXT NOT NULL, kind TEXT NOT NULL,
     start_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL, text TEXT NOT NULL, score REAL NOT NULL, note TEXT NOT NULL,
     state TEXT NOT NULL, by TEXT NOT NULL) STRICT;
   CREATE TABLE checked_takes (take_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`,
  // The same tables: an older program would drop how takes are edited.
  'SELECT 1;',
  // The same tables: an older program would make paragraphs of the parts of one.
  'SELECT 1;',
  'ALTER TABLE pickups ADD COLUMN difference REAL;',
];

export interface NewProject {
  projectId: string;
  title: string;
  voiceId: string | null;
  modelId: string | null;
  createdAt: number;
  cast?: readonly Character[];
  /** The manuscripts that it is made of. */
  sources?: readonly ManuscriptSource[];
  /** Their texts. */
  texts?: readonly ManuscriptText[];
  chapters: { id: string; title: string; document: string }[];
}

/** Writes a new project to `path`, which must not exist, and leaves one closed file. */
export function createProjectFile(path: string, project: NewProject, table: readonly string[] = migrations): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA application_id=${applicationId}; PRAGMA synchronous=FULL; PRAGMA page_size=8192;`);
    migrate(database, path, table);
    database.exec('BEGIN');
    const meta = database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
    meta.run('project_id', project.projectId);
    meta.run('title', project.title);
    meta.run('voice_id', project.voiceId);
    meta.run('model_id', project.modelId);
    meta.run('created_at', project.createdAt);
    if (project.cast) meta.run('cast', JSON.stringify(project.cast));
    if (project.sources) meta.run('sources', JSON.stringify(project.sources));
    if (project.texts) meta.run('texts', JSON.stringify(project.texts));
    const chapter = database.prepare('INSERT INTO chapters (id, position, title, document, version) VALUES (?, ?, ?, ?, 0)');
    project.chapters.forEach((each, position) => chapter.run(each.id, position, each.title, each.document));
    database.exec('COMMIT');
  } catch (thrown) {
    throw databaseFailure(thrown, message('library.theProject'));
  } finally {
    database.close();
  }
}

/** Gives the copy of a project, which nothing has open, an id of its own, and leaves one closed file. */
export function nameProjectCopy(path: string, projectId: string): void {
  const database = new DatabaseSync(path);
  try {
    // The copy of a file that is open has the journal of that one.
    database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL;');
    database.prepare("UPDATE meta SET value=? WHERE key='project_id'").run(projectId);
  } catch (thrown) {
    throw databaseFailure(thrown, message('library.theCopy'));
  } finally {
    database.close();
  }
}

/** Brings a file to the newest version, in one transaction. Fails with `file-too-new`. */
export function migrate(database: DatabaseSync, path: string, table: readonly string[]): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > table.length) throw tooNew(path);
  if (version === table.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const step of table.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version=${table.length}; COMMIT`);
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}
