import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { retention } from '#shared/wire/common.ts';
import { Accounts, type Account } from '#main/local-service/accounts/accounts.ts';
import { Charges } from '#main/local-service/accounts/charges.ts';
import { RequestIds } from '#main/local-service/accounts/request-ids.ts';
import { openDatabase, transaction } from '#main/local-service/storage/database.ts';
import { Retention } from '#main/local-service/storage/retention.ts';

const day = 24 * 60 * 60 * 1_000;
const years = Date.now() + 3 * retention.recordDays * day;
let folder: string;
let database: DatabaseSync;
let charges: Charges;
let ids: RequestIds;
let account: Account;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'retention-'));
  database = openDatabase(folder);
  charges = new Charges(database);
  ids = new RequestIds(database);
  account = new Accounts(database, 'own', { quota: 1_000, credits: 1_000 }).authenticate('Bearer own');
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const count = (table: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()!['rows']);
function balanced(): boolean {
  const { balance, entries } = charges.book(account);
  const sum = (field: 'characters' | 'credits') =>
    entries.reduce((left, entry) => left + (entry.state === 'granted' ? 1 : entry.state === 'refunded' ? 0 : -1) * entry[field], 0);
  return sum('characters') === balance.quota && sum('credits') === balance.credits;
}

/** A request with its charge; `job` puts a row of `jobs` or `media_jobs` behind it, with sound. */
function asked(id: string, end: 'settled' | 'refunded' | 'running', job?: 'jobs' | 'media_jobs'): void {
  transaction(database, () => {
    const charge = charges.reserve(account, 'test', id, { characters: 7, credits: 3 });
    ids.claim(account, id, `print ${id}`, charge.id, job && `${id}-job`);
    const now = new Date().toISOString();
    const [state, ended] = end === 'running' ? ['processing', null] : [job === 'jobs' ? 'success' : 'completed', now];
    if (job === 'jobs') {
      database
        .prepare(
          `INSERT INTO jobs (id, account, charge, state, voice, model, speech, ignored, quota_remaining, credits_used, created_at, completed_at)
           VALUES (?, ?, ?, ?, '', '', '{}', '[]', 0, 0, ?, ?)`,
        )
        .run(`${id}-job`, account.id, charge.id, state, now, ended);
      database.prepare('INSERT INTO job_audio VALUES (?, 0, ?)').run(`${id}-job`, new Uint8Array(9));
    } else if (job === 'media_jobs') {
      database
        .prepare(
          `INSERT INTO media_jobs (id, account, charge, kind, state, work, accepted, fails, created_at, completed_at)
           VALUES (?, ?, ?, 'image', ?, '{}', '{}', 0, ?, ?)`,
        )
        .run(`${id}-job`, account.id, charge.id, state, now, ended);
      database.prepare(`INSERT INTO media_files VALUES (?, 'result', 0, ?)`).run(`${id}-job`, new Uint8Array(9));
    }
    if (end === 'running') return;
    if (end === 'settled') charges.settle(charge.id);
    else charges.refund(charge.id);
    ids.finish(charge.id, end === 'settled' ? 'completed' : 'refunded');
  });
}

/** A realtime request of one segment. */
function live(id: string, state: string): void {
  transaction(database, () => {
    const charge = charges.reserve(account, 'live', id, { characters: 5, credits: 5 });
    const now = new Date().toISOString();
    const { lastInsertRowid } = database
      .prepare(
        `INSERT INTO realtime_requests (account, id, fingerprint, mode, format, state, created_at, changed_at) VALUES (?, ?, '', 'reliable', 'pcm', ?, ?, ?)`,
      )
      .run(account.id, id, state, now, now);
    database.prepare(`INSERT INTO realtime_segments VALUES (?, 0, 's', '[]', 5, ?, 'completed', 0)`).run(lastInsertRowid, charge.id);
    charges.settle(charge.id);
  });
}

test('while an id is remembered its request is the same one: the sound goes first, the job and its id stay', () => {
  const sweeper = new Retention(database, () => undefined);
  for (const table of ['jobs', 'media_jobs'] as const) asked(table, 'settled', table);
  asked('sync', 'settled');
  asked('failed', 'refunded');
  sweeper.sweep(Date.now() + (retention.soundDays - 1) * day);
  expect([count('job_audio'), count('media_files')]).toEqual([1, 1]);
  sweeper.sweep(Date.now() + (retention.recordDays - 1) * day);
  expect([count('job_audio'), count('media_files')]).toEqual([0, 0]);
  expect(ids.check(account, 'jobs', 'print jobs')).toBe('jobs-job');
  expect(() => ids.check(account, 'jobs', 'another')).toThrow('different input');
  expect(() => ids.check(account, 'sync', 'print sync')).toThrow('completed and charged');
  expect(() => ids.check(account, 'failed', 'print failed')).toThrow('refunded');
  expect(charges.book(account).entries).toHaveLength(5);
});

test('what has ended goes at last, with its charge, and the book adds up as before', () => {
  const sweeper = new Retention(database, () => undefined);
  for (let index = 0; index < 5; index += 1) asked(`job ${index}`, 'settled', index % 2 === 0 ? 'jobs' : 'media_jobs');
  asked('sync', 'settled');
  asked('failed', 'refunded');
  live('spoken', 'completed');
  const { balance } = charges.book(account);
  sweeper.sweep(years);
  expect(['jobs', 'media_jobs', 'request_ids', 'realtime_requests', 'realtime_segments'].map(count)).toEqual([0, 0, 0, 0, 0]);
  expect(charges.book(account).entries).toMatchObject([{ state: 'granted', characters: balance.quota, credits: balance.credits }]);
  expect(charges.book(account).balance).toEqual(balance);
  expect(balanced()).toBe(true);
});

test('what has not ended is never removed, however old and however many', () => {
  const sweeper = new Retention(database, () => undefined, 1);
  for (const table of ['jobs', 'media_jobs'] as const) for (const name of ['a', 'b']) asked(`${table} ${name}`, 'running', table);
  asked('sync', 'running');
  for (const id of ['one', 'two']) live(id, 'running');
  const tables = ['jobs', 'media_jobs', 'request_ids', 'realtime_requests', 'job_audio', 'media_files', 'charges'];
  const before = tables.map(count);
  sweeper.sweep(years);
  expect(tables.map(count)).toEqual(before);
  expect(balanced()).toBe(true);
});

test('beyond the number that is kept the oldest go, each with its id: an id never leads to a job that is gone', () => {
  const sweeper = new Retention(database, () => undefined, 3);
  for (let index = 0; index < 6; index += 1) asked(`job ${index}`, 'settled', 'jobs');
  sweeper.sweep();
  expect(count('jobs')).toBe(3);
  expect(ids.check(account, 'job 2', 'print job 2')).toBeUndefined();
  expect(ids.check(account, 'job 3', 'print job 3')).toBe('job 3-job');
  expect(balanced()).toBe(true);
});

test('a great many go in passes, each short', () => {
  const sweeper = new Retention(database, () => undefined, 10);
  transaction(database, () => {
    const insert = database.prepare(`INSERT INTO cached_speech VALUES (?, 'mp3', '', '2020-01-01T00:00:00.000Z')`);
    for (let index = 0; index < 2_500; index += 1) insert.run(String(index));
  });
  expect(sweeper.sweep()).toBe(true);
  expect(count('cached_speech')).toBe(500);
  expect(sweeper.sweep()).toBe(false);
  expect(count('cached_speech')).toBe(0);
});
