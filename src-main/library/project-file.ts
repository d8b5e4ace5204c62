import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';
import { fail } from '#shared/failure.ts';
import { idPattern } from '#shared/ids.ts';
import { castSchema, type Character } from '#shared/narration/cast.ts';
import { maximumTitle } from '#shared/narration/outline.ts';
import { pronunciationsSchema, type Pronunciation } from '#shared/narration/pronunciation.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import type { PickupChange } from '#shared/narration/pickups.ts';
import { keepTexts, type ManuscriptText } from '#shared/manuscript/imported-text.ts';
import type { ManuscriptSource } from '#shared/manuscript/sources.ts';
import type { Place } from '#shared/narration/place.ts';
import type { Word } from '#shared/narration/take.ts';
import type { Version } from '#shared/narration/versions.ts';
import { audioFormats, type AudioFormat } from '#shared/wire/common.ts';
import { databaseFailure } from '../infra/database-failure.ts';
import {
  checkHeader,
  checkLog,
  checkPages,
  checkSchema,
  checkSizes,
  connectionOptions,
  projectLimits,
  projectSubject,
} from './project-checks.ts';
import { addVersion, listVersions, readVersion, removeVersion } from './project-versions.ts';
import { addFindings, changePickups, listPickups, type StoredPickups } from './project-pickups.ts';
import {
  chapterRow,
  contentHash,
  parsePlace,
  parseSources,
  parseTexts,
  stepRow,
  takeOf,
  takeRow,
  type StoredTake,
} from './project-rows.ts';
import { migrate, migrations } from './project-schema.ts';
import { takeFacts } from './take-facts.ts';
import { message, type Message } from '#shared/messages/message.ts';

/** One open project file. Synchronous: it lives in a thread (`project-thread.ts`). The format is in `project-format.md`. */

/** Largest row of sound. */
const soundPartBytes = 1024 * 1024;
/** Pages that a copy takes at a time. */
const copiedPages = 1024;

export interface StoredChapter {
  id: string;
  title: string;
  document: string;
  version: number;
  /** JSON of the steps since `version`. */
  steps: string[];
  removed: boolean;
}

export interface StoredProject {
  projectId: string;
  title: string;
  voiceId: string | null;
  modelId: string | null;
  cast: readonly Character[];
  pronunciations: readonly Pronunciation[];
  place: Place | null;
  sources: readonly ManuscriptSource[];
  chapters: StoredChapter[];
  takes: StoredTake[];
}

/** A chapter in its place; `document` (JSON) where it is new, or has another one in a revision. */
export interface ArrangedChapter {
  id: string;
  title: string;
  document?: string;
}

/** JSON of steps; `version` is the chapter's before the first. */
interface ChapterSteps {
  chapterId: string;
  version: number;
  steps: readonly string[];
}

export interface ProjectChange {
  title?: string | undefined;
  voiceId?: string | null | undefined;
  modelId?: string | null | undefined;
  cast?: readonly Character[] | undefined;
  pronunciations?: readonly Pronunciation[] | undefined;
  place?: Place | undefined;
  sources?: readonly ManuscriptSource[] | undefined;
  /** Texts of manuscripts, beside those that the project has. */
  texts?: readonly ManuscriptText[] | undefined;
}

const { chapters: chapterLimits, steps: stepLimits, takes: takeLimits } = projectLimits.tables;

export class ProjectFile {
  readonly #database: DatabaseSync;
  /** Begins the sentence of a failure. */
  readonly #subject: Message;

  /**
   * Opens and locks. A file that is not what our program wrote is left untouched. Fails with `file-missing`, `file-not-a-project`,
   * `file-too-new`, `file-in-use`, `file-failed`, `too-large` or `damaged`, by the name of the file.
   */
  constructor(path: string, table: readonly string[] = migrations) {
    this.#subject = projectSubject(path);
    let database: DatabaseSync | undefined;
    try {
      checkHeader(path, table.length);
      checkLog(path, table);
      database = new DatabaseSync(path, connectionOptions);
      // Before anything is read: the lock is then held until the file is closed or its process is gone.
      database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE;');
      checkSchema(database, path, table);
      checkSizes(database, path);
      checkPages(database, path);
      database.exec('COMMIT; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
      migrate(database, path, table);
      this.#database = database;
    } catch (thrown) {
      database?.close();
      throw databaseFailure(thrown, this.#subject);
    }
  }

  read(): StoredProject {
    return this.#guarded(() => {
      const meta = new Map(
        this.#database
          .prepare("SELECT key, value FROM meta WHERE key<>'texts'")
          .all()
          .map((row) => [row['key'], row['value']]),
      );
      const textOf = (key: string): string | null => {
        const value = meta.get(key);
        return typeof value === 'string' ? value : null;
      };
      const projectId = textOf('project_id');
      if (projectId === null || !idPattern.test(projectId)) throw this.#damaged(message('library.nameLost'));
      const chapters = this.#database
        .prepare('SELECT id, title, document, version, removed FROM chapters ORDER BY position LIMIT ?')
        .all(chapterLimits.rows);
      return {
        projectId,
        title: textOf('title') ?? '',
        voiceId: textOf('voice_id'),
        modelId: textOf('model_id'),
        cast: this.#list(castSchema, textOf('cast'), message('library.castUnreadable')),
        pronunciations: this.#list(pronunciationsSchema, textOf('pronunciations'), message('library.pronunciationsUnreadable')),
        place: parsePlace(textOf('place')),
        sources: parseSources(textOf('sources')),
        chapters: chapters.map((row) => this.#chapter(chapterRow.parse(row))),
        takes: this.#database
          .prepare('SELECT * FROM takes ORDER BY created_at, rowid LIMIT ?')
          .all(takeLimits.rows)
          .map((row) => takeOf(takeRow.parse(row))),
      };
    });
  }

  /** Its id, and the sounds of all its takes, by their hashes. */
  sounds(): { projectId: string; sounds: string[] } {
    return this.#guarded(() => {
      const projectId = this.#database.prepare("SELECT value FROM meta WHERE key='project_id'").get()?.['value'];
      if (typeof projectId !== 'string' || !idPattern.test(projectId)) throw this.#damaged(message('library.nameLost'));
      const rows = this.#database.prepare('SELECT DISTINCT content_hash FROM takes LIMIT ?').all(takeLimits.rows);
      return { projectId, sounds: rows.map((row) => contentHash.parse(row['content_hash'])) };
    });
  }

  /** A list of the project's own; none in a project that never had one. */
  #list<T>(schema: z.ZodType<T[]>, json: string | null, why: Message): T[] {
    if (json === null) return [];
    try {
      return schema.parse(JSON.parse(json));
    } catch {
      throw this.#damaged(why);
    }
  }

  #chapter(row: z.infer<typeof chapterRow>): StoredChapter {
    const rows = this.#database.prepare('SELECT version, step FROM steps WHERE chapter_id=? AND version>=? ORDER BY version LIMIT ?');
    const steps = rows.all(row.id, row.version, stepLimits.rows).map((each) => stepRow.parse(each));
    steps.forEach((step, index) => {
      if (step.version !== row.version + index) throw this.#damaged(message('library.editMissing', row.title.slice(0, maximumTitle)));
    });
    return { ...row, removed: row.removed !== 0, steps: steps.map(({ step }) => step) };
  }

  /** All or none, of all chapters and titles. */
  appendSteps(edits: readonly ChapterSteps[], titles: readonly { id: string; title: string }[] = []): void {
    this.#transaction(() => {
      const insert = this.#database.prepare('INSERT INTO steps (chapter_id, version, step) VALUES (?, ?, ?)');
      for (const { chapterId, version, steps } of edits) steps.forEach((step, index) => insert.run(chapterId, version + index, step));
      const name = this.#database.prepare('UPDATE chapters SET title=? WHERE id=?');
      for (const { id, title } of titles) name.run(title, id);
    });
  }

  /** Stores the document of `version` and drops the steps that led to it. */
  compact(chapterId: string, version: number, document: string): void {
    this.#transaction(() => {
      this.#database.prepare('UPDATE chapters SET document=?, version=? WHERE id=?').run(document, version, chapterId);
      this.#database.prepare('DELETE FROM steps WHERE chapter_id=? AND version<?').run(chapterId, version);
    });
  }

  /** The chapters in this order and under these titles; those that are not named are marked as removed. All or none. */
  arrange(chapters: readonly ArrangedChapter[]): void {
    this.#transaction(() => this.#arrange(chapters));
  }

  /** As `arrange` and `update` in one; a chapter that the project has and that comes with a document has that from now on. All or none. */
  revise(chapters: readonly ArrangedChapter[], change: ProjectChange): void {
    this.#transaction(() => {
      const replace = this.#database.prepare(
        'UPDATE chapters SET document=?, version=version+1+(SELECT count(*) FROM steps WHERE chapter_id=chapters.id) WHERE id=?',
      );
      const rows = chapters.map((chapter): ArrangedChapter => {
        const { id, title, document } = chapter;
        if (document === undefined || replace.run(document, id).changes === 0) return chapter;
        this.#database.prepare('DELETE FROM steps WHERE chapter_id=?').run(id);
        return { id, title };
      });
      this.#arrange(rows);
      this.#update(change);
    });
  }

  #arrange(chapters: readonly ArrangedChapter[]): void {
    // Positions are unique at every moment, so that all give way first.
    this.#database.exec('UPDATE chapters SET position=-1-position, removed=1');
    const known = this.#database.prepare('UPDATE chapters SET position=?, title=?, removed=0 WHERE id=?');
    const add = this.#database.prepare('INSERT INTO chapters (id, position, title, document, version) VALUES (?, ?, ?, ?, 0)');
    chapters.forEach(({ id, title, document }, position) => {
      if (document === undefined) known.run(position, title, id);
      else add.run(id, position, title, document);
    });
    this.#database.prepare('UPDATE chapters SET position=?-1-position WHERE removed=1').run(chapters.length);
  }

  /** Chapters that were taken out go for good; their takes stay. */
  dropRemoved(): void {
    this.#transaction(() => {
      this.#database.exec('DELETE FROM steps WHERE chapter_id IN (SELECT id FROM chapters WHERE removed=1)');
      this.#database.exec('DELETE FROM chapters WHERE removed=1');
    });
  }

  update(change: ProjectChange): void {
    this.#transaction(() => this.#update(change));
  }

  #update(change: ProjectChange): void {
    const set = this.#database.prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value=excluded.value');
    if (change.title !== undefined) set.run('title', change.title);
    if (change.voiceId !== undefined) set.run('voice_id', change.voiceId);
    if (change.modelId !== undefined) set.run('model_id', change.modelId);
    for (const key of ['cast', 'pronunciations', 'place', 'sources'] as const)
      if (change[key] !== undefined) set.run(key, JSON.stringify(change[key]));
    if (change.texts === undefined || change.texts.length === 0) return;
    const sources = parseSources(this.#textOf('sources'));
    set.run('texts', JSON.stringify(keepTexts(this.#texts(), change.texts, new Set(sources.flatMap(({ textIds = [] }) => textIds)))));
  }

  /** The texts of the manuscripts that the project was made of. What cannot be read of them is none, and no reason to refuse the project. */
  texts(): ManuscriptText[] {
    return this.#guarded(() => this.#texts());
  }

  #texts(): ManuscriptText[] {
    return parseTexts(this.#textOf('texts'));
  }

  #textOf(key: string): string | null {
    const value = this.#database.prepare('SELECT value FROM meta WHERE key=?').get(key)?.['value'];
    return typeof value === 'string' ? value : null;
  }

  /** Copies the sound at `soundPath` in, if the project lacks it, and adds the take. A take that is there already is left. */
  addTake(stored: StoredTake, chapterId: string, sound: { path: string; format: string }): void {
    this.#transaction(() => {
      const { take, contentHash } = stored;
      const known = this.#database.prepare('SELECT 1 FROM sounds WHERE content_hash=?').get(contentHash);
      if (!known) this.#copySound(contentHash, sound);
      const facts = JSON.stringify(takeFacts.parse(take));
      this.#database
        .prepare(
          `INSERT INTO takes (id, operation_id, chapter_id, block_id, fingerprint, content_hash, created_at, samples, state, starred, facts)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (operation_id, block_id) DO NOTHING`,
        )
        .run(
          take.id,
          stored.operationId,
          chapterId,
          take.blockId,
          take.fingerprint,
          contentHash,
          take.createdAt,
          take.samples,
          take.state,
          take.starred ? 1 : 0,
          facts,
        );
    });
  }

  /** Puts a sound in place of a damaged one, if the bytes at `path` are those of `contentHash`. */
  healSound(contentHash: string, sound: { path: string; format: string }): void {
    this.#transaction(() => {
      this.#database.prepare('DELETE FROM sound_parts WHERE content_hash=?').run(contentHash);
      this.#copySound(contentHash, sound);
    });
  }

  #copySound(contentHash: string, sound: { path: string; format: string }): void {
    const hash = createHash('sha256');
    const file = openSync(sound.path, 'r');
    try {
      this.#database
        .prepare('INSERT INTO sounds (content_hash, format, bytes) VALUES (?, ?, 0) ON CONFLICT (content_hash) DO NOTHING')
        .run(contentHash, sound.format);
      const insert = this.#database.prepare('INSERT INTO sound_parts (content_hash, part, bytes) VALUES (?, ?, ?)');
      const buffer = Buffer.alloc(soundPartBytes);
      let total = 0;
      for (let part = 0; ; part += 1) {
        const read = readFully(file, buffer, total);
        if (read === 0) break;
        hash.update(buffer.subarray(0, read));
        insert.run(contentHash, part, buffer.subarray(0, read));
        total += read;
      }
      if (hash.digest('hex') !== contentHash) throw fail('damaged', message('sound.changedOnDisk'));
      this.#database.prepare('UPDATE sounds SET bytes=? WHERE content_hash=?').run(total, contentHash);
    } finally {
      closeSync(file);
    }
  }

  soundFormat(contentHash: string): AudioFormat | undefined {
    return this.#guarded(() => {
      const row = this.#database.prepare('SELECT format FROM sounds WHERE content_hash=?').get(contentHash);
      return audioFormats.find((format) => format === row?.['format']);
    });
  }

  /** The next mebibyte of a sound; `undefined` after the last. */
  soundPart(contentHash: string, part: number): Uint8Array | undefined {
    return this.#guarded(() => {
      const row = this.#database.prepare('SELECT bytes FROM sound_parts WHERE content_hash=? AND part=?').get(contentHash, part);
      const bytes = row?.['bytes'];
      return bytes instanceof Uint8Array ? bytes : undefined;
    });
  }

  versions(): Version[] {
    return this.#guarded(() => listVersions(this.#database));
  }

  addVersion(version: Version, content: string): void {
    this.#transaction(() => addVersion(this.#database, version, content));
  }

  version(versionId: string): string {
    return this.#guarded(() => readVersion(this.#database, versionId));
  }

  removeVersion(versionId: string): void {
    this.#transaction(() => removeVersion(this.#database, versionId));
  }

  pickups(): StoredPickups {
    return this.#guarded(() => listPickups(this.#database));
  }

  changePickups(change: Pick<PickupChange, 'put' | 'removed'>): void {
    this.#transaction(() => changePickups(this.#database, change));
  }

  addFindings(takeId: string, findings: readonly Finding[]): PickupChange {
    return this.#transaction(() => addFindings(this.#database, takeId, findings));
  }

  starTake(takeId: string, starred: boolean): void {
    this.#transaction(() => this.#database.prepare('UPDATE takes SET starred=? WHERE id=?').run(starred ? 1 : 0, takeId));
  }

  /** Gives a take the times of its words that were found on this machine. */
  timeWords(takeId: string, words: readonly Word[]): void {
    this.#transaction(() => {
      const row = this.#database.prepare('SELECT facts FROM takes WHERE id=?').get(takeId);
      if (typeof row?.['facts'] !== 'string') return;
      const facts: z.infer<typeof takeFacts> = { ...takeFacts.parse(JSON.parse(row['facts'])), alignment: 'estimated', words: [...words] };
      this.#database.prepare('UPDATE takes SET facts=? WHERE id=?').run(JSON.stringify(facts), takeId);
    });
  }

  markDamaged(contentHash: string): void {
    this.#transaction(() => this.#database.prepare("UPDATE takes SET state='damaged' WHERE content_hash=?").run(contentHash));
  }

  /** Writes all of it to a file that is not there yet. Other work on this file goes on between its steps. */
  async copyTo(path: string): Promise<void> {
    try {
      await backup(this.#database, path, { rate: copiedPages });
    } catch (thrown) {
      throw databaseFailure(thrown, message('library.theCopy'));
    }
  }

  /** Leaves one file: the log is merged and the journal returns to its plain mode. */
  close(): void {
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE;');
    } catch (thrown) {
      throw databaseFailure(thrown, this.#subject);
    } finally {
      this.#database.close();
    }
  }

  #transaction<T>(work: () => T): T {
    return this.#guarded(() => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#database.exec('COMMIT');
        return result;
      } catch (thrown) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw thrown;
      }
    });
  }

  #damaged(why: Message): Error {
    return fail('damaged', message('library.projectDamaged', this.#subject, why), { next: 'choose-file' });
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw databaseFailure(thrown, this.#subject);
    }
  }
}

/** Fills `buffer` from `position` on; fewer bytes only at the end. */
function readFully(file: number, buffer: Buffer, position: number): number {
  let read = 0;
  while (read < buffer.length) {
    const more = readSync(file, buffer, read, buffer.length - read, position + read);
    if (more === 0) break;
    read += more;
  }
  return read;
}
