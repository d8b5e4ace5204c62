import { toFailure } from '#shared/failure.ts';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { createDocument } from '#shared/narration/document.ts';
import { newId } from '#shared/ids.ts';
import type { Project } from '#shared/operations/project.ts';
import { blocks, context, Fixture, firstChapter, insertText, makeTake, toneWav } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
/** Open all the while: whatever another file does, this one is saved. */
let other: Project;
/** A closed project with one take. */
let gift: Buffer;

beforeAll(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  other = await library.services['project.create']({ title: 'Other' }, context());
  const project = await library.services['project.create']({ title: 'Gift', sample: true }, context());
  await makeTake(library, project, 0, toneWav(4800), newId());
  await library.services['project.close']({ projectId: project.projectId }, context());
  gift = readFileSync(project.path);
  rmSync(project.path);
  fixture.recent.splice(0);
});
afterAll(() => fixture.close());

let folders = 0;
/** A project that a stranger sent, in a folder of its own. */
function giftAt(name = 'Gift.voicewright'): string {
  folders += 1;
  const folder = join(fixture.directory, `folder ${folders}`);
  mkdirSync(folder);
  const path = join(folder, name);
  writeFileSync(path, gift);
  return path;
}

/** Changes a file with SQLite, as a stranger would. */
function change(path: string, sql: string): void {
  const database = new DatabaseSync(path, { defensive: false, enableForeignKeyConstraints: false });
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

async function refused(path: string): Promise<{ kind: string; message: string }> {
  const outcome = await library.services['project.open']({ path }, context()).then(
    () => undefined,
    (thrown: unknown) => toFailure(thrown),
  );
  if (outcome === undefined) throw new Error('the file was opened');
  expect(outcome.message).toContain(basename(path));
  return outcome;
}

async function otherIsSaved(): Promise<void> {
  const { projectId, path } = other;
  const { id: chapterId, version } = firstChapter(await library.services['project.open']({ path }, context()));
  await library.services['project.edit']({ projectId, chapterId, version, steps: [insertText(1, 'a')] }, context());
  const again = await library.services['project.open']({ path }, context());
  expect(blocks(again)[0]?.text).toHaveLength(version + 1);
}

const endless = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)';
const foreignSchemas: Record<string, string> = {
  'an endless view in place of a table': `DROP TABLE steps; CREATE VIEW steps AS ${endless} SELECT 'x' AS chapter_id, n AS version, '' AS step FROM c;`,
  'a view beside the tables': `CREATE VIEW extra AS ${endless} SELECT n FROM c;`,
  'a trigger on insert': `CREATE TRIGGER t AFTER INSERT ON steps BEGIN INSERT INTO meta ${endless} SELECT n, n FROM c; END;`,
  'a trigger on update': `CREATE TRIGGER t BEFORE UPDATE ON meta BEGIN DELETE FROM takes; END;`,
  'a full-text table': `CREATE VIRTUAL TABLE t USING fts5(x);`,
  'a virtual table in place of a table': `DROP TABLE steps; CREATE VIRTUAL TABLE steps USING fts5(chapter_id, version, step);`,
  'an R-tree': `CREATE VIRTUAL TABLE t USING rtree(id, a, b);`,
  'a generated column': `ALTER TABLE meta ADD COLUMN g INTEGER AS (length(hex(zeroblob(100000000))));`,
  'a check': `DROP TABLE steps; CREATE TABLE steps (chapter_id TEXT NOT NULL REFERENCES chapters(id), version INTEGER NOT NULL, step TEXT NOT NULL CHECK (length(hex(zeroblob(100000000))) > 0), PRIMARY KEY (chapter_id, version)) STRICT, WITHOUT ROWID;`,
  'a column without its type': `DROP TABLE steps; CREATE TABLE steps (chapter_id, version, step, PRIMARY KEY (chapter_id, version)) WITHOUT ROWID;`,
  'an index on an expression': `CREATE INDEX i ON meta (length(value));`,
  'a table of another program': `CREATE TABLE notes (x);`,
};

describe('a project file from a stranger', () => {
  it.each(Object.entries(foreignSchemas))('with %s is refused by name and left as it was', async (_what, sql) => {
    const path = giftAt();
    change(path, sql);
    const before = readFileSync(path);
    expect(await refused(path)).toMatchObject({ kind: 'file-not-a-project' });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(['Gift.voicewright']);
    await otherIsSaved();
  });

  it('made with the tool of SQLite, with a view that never ends, is refused also where its sounds or voices are looked for', async () => {
    const path = giftAt();
    execFileSync('sqlite3', [path, `DROP TABLE takes; CREATE VIEW takes AS ${endless} SELECT n AS content_hash FROM c;`]);
    fixture.recent.push({ path, title: 'Gift' });
    const { unread } = await library.paid.projectSounds(new AbortController().signal);
    expect(unread).toEqual([{ path, why: 'file-not-a-project' }]);
    expect(await library.services['voices.usedBy']({ voiceId: 'anna' }, context())).toMatchObject({ unread: [path] });
    fixture.recent.pop();
    await otherIsSaved();
  });

  it('without one of the tables is damaged', async () => {
    const path = giftAt();
    change(path, 'DROP TABLE takes;');
    expect(await refused(path)).toMatchObject({ kind: 'damaged' });
  });

  it('of an earlier version with a view in it is refused before it is brought up to date', async () => {
    const path = giftAt();
    change(path, `PRAGMA user_version=1; ALTER TABLE chapters DROP COLUMN removed; CREATE VIEW v AS ${endless} SELECT n FROM c;`);
    const before = readFileSync(path);
    expect(await refused(path)).toMatchObject({ kind: 'file-not-a-project' });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

/** A million rows take SQLite a second. */
const manyRows = (count: number, columns: string): string =>
  `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT ${columns} FROM c`;
const deep = (depth: number): string => `${'{"type":"doc","content":['.repeat(depth)}${']}'.repeat(depth)}`;

describe('rows of a project file from a stranger', () => {
  const tooMuch: Record<string, [string, string]> = {
    'a million takes': [
      `INSERT INTO takes (id, operation_id, chapter_id, block_id, fingerprint, content_hash, created_at, samples, state, facts) ${manyRows(1_000_000, "'take' || n, n, 'x', 'block000', 'f', (SELECT content_hash FROM sounds), 0, 0, 'complete', '{}'")};`,
      'too-large',
    ],
    'a million steps': [`INSERT INTO steps ${manyRows(1_000_000, "(SELECT id FROM chapters LIMIT 1), n - 1, '{}'")};`, 'too-large'],
    'a document of 200 MB': [`UPDATE chapters SET document=CAST(zeroblob(200000000) AS TEXT);`, 'too-large'],
    'nested documents': [`UPDATE chapters SET document='${deep(100_000)}';`, 'damaged'],
    'a document that is no JSON': [`UPDATE chapters SET document='{"type":';`, 'damaged'],
    'a chapter of a million blocks': [
      `UPDATE chapters SET document='{"type":"doc","content":[' || (SELECT group_concat('{"type":"block"}') FROM (${manyRows(1_000_000, 'n')})) || ']}';`,
      'damaged',
    ],
    'steps that are none': [`INSERT INTO steps SELECT id, version, '{"stepType":"none"}' FROM chapters;`, 'damaged'],
    'attributes out of range': [`UPDATE chapters SET document=json_set(document, '$.content[0].attrs.pauseMs', 1e300);`, 'damaged'],
    'facts of a take that are none': [`UPDATE takes SET facts='[]';`, 'damaged'],
    'a sound named as a path': [`PRAGMA foreign_keys=OFF; UPDATE takes SET content_hash='../../../../../../../../etc/passwd';`, 'damaged'],
    'a take of a thousand years': [`UPDATE takes SET samples=1500000000000000;`, 'damaged'],
    'a take from the end of time': [`UPDATE takes SET created_at=9223372036854775807;`, 'damaged'],
    'an id that is a path': [`UPDATE meta SET value='../../escape' WHERE key='project_id';`, 'damaged'],
    'a chapter whose id is a path': [`PRAGMA foreign_keys=OFF; UPDATE chapters SET id='../escape';`, 'damaged'],
  };
  it.each(Object.entries(tooMuch))('with %s is refused by name', { tags: ['beside'] }, async (_what, [sql, kind]) => {
    const path = giftAt();
    change(path, sql);
    expect(await refused(path)).toMatchObject({ kind });
    await otherIsSaved();
  });

  it('that are long but ours are folded and opened', async () => {
    const path = giftAt();
    const long = JSON.stringify(createDocument(Array.from({ length: 5000 }, () => 'word '.repeat(100).trim())).toJSON());
    const step = JSON.stringify(insertText(1, 'first '));
    const database = new DatabaseSync(path);
    database.prepare('UPDATE chapters SET document=?').run(long);
    database.prepare('INSERT INTO steps SELECT id, version, ? FROM chapters').run(step);
    database.close();
    const opened = await library.services['project.open']({ path }, context());
    expect(firstChapter(opened).version).toBe(1);
    expect(blocks(opened)[0]?.text.slice(0, 11)).toBe('first word ');
    await library.services['project.close']({ projectId: opened.projectId }, context());
    const again = await library.services['project.open']({ path }, context());
    expect(firstChapter(again).version).toBe(1);
    await library.services['project.close']({ projectId: again.projectId }, context());
  });
});

/** Points every child of the root of an index at the same page: the index has then more rows than can ever be read. */
function tieKnot(path: string): void {
  change(
    path,
    `INSERT INTO takes (id, operation_id, chapter_id, block_id, fingerprint, content_hash, created_at, samples, state, facts)
     ${manyRows(900, "'take0000' || n, hex(zeroblob(50)) || n, 'chapter0', 'block000', 'f', (SELECT content_hash FROM sounds), 0, 0, 'complete', '{}'")};`,
  );
  const database = new DatabaseSync(path);
  const root = Number(database.prepare("SELECT rootpage FROM sqlite_schema WHERE name='sqlite_autoindex_takes_2'").get()?.['rootpage']);
  const size = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  database.close();
  const bytes = readFileSync(path);
  const at = (root - 1) * size;
  const cells = bytes.readUInt16BE(at + 3);
  const child = bytes.readUInt32BE(at + bytes.readUInt16BE(at + 12));
  for (let cell = 0; cell < cells; cell += 1) bytes.writeUInt32BE(child, at + bytes.readUInt16BE(at + 12 + 2 * cell));
  bytes.writeUInt32BE(child, at + 8);
  writeFileSync(path, bytes);
}

describe('what stands under the name of a project file', () => {
  const made: Record<string, [(path: string) => void, string]> = {
    'a file of no bytes': [(path) => truncateSync(path), 'file-not-a-project'],
    'a pipe': [(path) => execFileSync('sh', ['-c', 'rm "$0"; mkfifo "$0"', path]), 'file-not-a-project'],
    'a link to a device': [(path) => execFileSync('ln', ['-sf', '/dev/zero', path]), 'file-not-a-project'],
    'a folder': [(path) => execFileSync('sh', ['-c', 'rm "$0"; mkdir "$0"', path]), 'file-not-a-project'],
    'a database of another program': [(path) => change(path, 'PRAGMA application_id=7'), 'file-not-a-project'],
    'half of a file': [(path) => truncateSync(path, statSync(path).size / 2), 'damaged'],
    'a first page alone': [(path) => truncateSync(path, 4096), 'damaged'],
    'a header alone': [(path) => truncateSync(path, 100), 'damaged'],
    'pages that point at one another': [tieKnot, 'damaged'],
    'a file with a pipe as its log': [(path) => execFileSync('mkfifo', [`${path}-wal`]), 'file-failed'],
    'a file with a pipe as its journal': [(path) => execFileSync('mkfifo', [`${path}-journal`]), 'file-failed'],
    'a file whose log is a link': [(path) => symlinkSync(other.path, `${path}-wal`), 'file-failed'],
  };
  it.each(Object.entries(made))('%s is refused by name, and the others go on', async (_what, [make, kind]) => {
    const path = giftAt();
    make(path);
    expect(await refused(path)).toMatchObject({ kind });
    await otherIsSaved();
  });

  it('a file with the log of another one is refused, and both stay as they are', async () => {
    const path = giftAt();
    await otherIsSaved();
    copyFileSync(`${other.path}-wal`, `${path}-wal`);
    const before = [readFileSync(path), readFileSync(`${path}-wal`)];
    expect(await refused(path)).toMatchObject({ kind: 'damaged', message: expect.stringContaining('Gift.voicewright-wal') as string });
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['Gift.voicewright', 'Gift.voicewright-wal']);
    await otherIsSaved();
  });

  it('a file with the log that a crash left is opened with what the log has', async () => {
    const mine = await library.services['project.create']({ title: 'Mine' }, context());
    const chapterId = firstChapter(mine).id;
    await library.services['project.edit'](
      { projectId: mine.projectId, chapterId, version: 0, steps: [insertText(1, 'in the log')] },
      context(),
    );
    const path = giftAt('Crashed.voicewright');
    for (const ending of ['', '-wal']) copyFileSync(`${mine.path}${ending}`, `${path}${ending}`);
    await library.services['project.close']({ projectId: mine.projectId }, context());
    const crashed = await library.services['project.open']({ path }, context());
    expect(blocks(crashed)[0]?.text).toBe('in the log');
    await library.services['project.close']({ projectId: crashed.projectId }, context());
    expect(readdirSync(dirname(path))).toEqual(['Crashed.voicewright']);
  });
});

describe('a file that hangs its thread', () => {
  const entry = new URL('hanging-project-thread.ts', import.meta.url);

  it('is given up by name, while the others are edited, and the next one is opened', { tags: ['beside'] }, async () => {
    const hanging = new Fixture();
    const { services } = await hanging.open({ projectThreads: { entry, patienceMs: 5000 } });
    const project = await services['project.create']({ title: 'Mine' }, context());
    const opening = services['project.open']({ path: giftAt('Hangs.voicewright') }, context());
    const given = expect(opening).rejects.toMatchObject({
      failure: { kind: 'file-failed', message: expect.stringContaining('"Hangs.voicewright"') as string },
    });
    const { projectId } = project;
    const chapterId = firstChapter(project).id;
    const edit = (version: number) => services['project.edit']({ projectId, chapterId, version, steps: [insertText(1, 'x')] }, context());
    expect(await Promise.race([edit(0), given])).toEqual({ version: 1 });
    await given;
    expect(await edit(1)).toEqual({ version: 2 });
    await services['project.open']({ path: giftAt('Next.voicewright') }, context());
    await hanging.close();
  });

  it('in the middle of an edit loses that edit alone: what asks next opens it again', { tags: ['beside'] }, async () => {
    const hanging = new Fixture();
    const { services } = await hanging.open({ projectThreads: { entry, patienceMs: 5000 } });
    const project = await services['project.create']({ title: 'Mine' }, context());
    const { projectId, path } = project;
    const chapterId = firstChapter(project).id;
    const edit = (version: number, text: string) =>
      services['project.edit']({ projectId, chapterId, version, steps: [insertText(1, text)] }, context());
    await edit(0, 'saved ');
    await expect(edit(1, 'hang now')).rejects.toMatchObject({ failure: { next: 'retry' } });
    expect(await edit(1, 'again ')).toEqual({ version: 2 });
    expect(blocks(await services['project.open']({ path }, context()))[0]?.text).toBe('again saved ');
    await hanging.close();
  });
});
