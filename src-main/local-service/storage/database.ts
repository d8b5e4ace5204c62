import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Balances stand beside the charge book and change only together with it. */
const speechAndCharges = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE accounts (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, quota INTEGER NOT NULL CHECK (quota >= 0), credits INTEGER NOT NULL CHECK (credits >= 0),
  webhook_url TEXT, created_at TEXT NOT NULL
) STRICT;
CREATE TABLE charges (
  id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id), operation TEXT NOT NULL, request_id TEXT NOT NULL,
  characters INTEGER NOT NULL, credits INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('granted', 'reserved', 'settled', 'refunded')),
  created_at TEXT NOT NULL, changed_at TEXT NOT NULL
) STRICT;
CREATE INDEX charges_by_account ON charges (account, created_at);
CREATE TABLE request_ids (
  account TEXT NOT NULL, id TEXT NOT NULL, fingerprint TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'refunded')),
  charge TEXT NOT NULL REFERENCES charges (id), job TEXT, created_at TEXT NOT NULL, PRIMARY KEY (account, id)
) STRICT;
CREATE TABLE jobs (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL REFERENCES accounts (id), charge TEXT NOT NULL REFERENCES charges (id),
  state TEXT NOT NULL, voice TEXT NOT NULL, model TEXT NOT NULL, speech TEXT NOT NULL, ignored TEXT NOT NULL, quota_remaining INTEGER NOT NULL,
  credits_used INTEGER NOT NULL, planned_failure TEXT, error_code TEXT, error_message TEXT, duration_ms INTEGER,
  created_at TEXT NOT NULL, completed_at TEXT
) STRICT;
CREATE INDEX jobs_by_account ON jobs (account, number);
CREATE INDEX jobs_by_state ON jobs (state, number);
CREATE TABLE job_segments (
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, place INTEGER NOT NULL, start_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL, words TEXT NOT NULL,
  PRIMARY KEY (job, place)
) STRICT;
CREATE TABLE job_audio (
  job TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, place INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (job, place)
) STRICT;
`;

/** Cloned and saved designed voices. `engine` is JSON: variant, pitch, rate and range; `languages` a JSON array, the primary one first. */
const personalVoices = `
CREATE TABLE personal_voices (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL,
  description TEXT NOT NULL, visibility TEXT NOT NULL CHECK (visibility IN ('private', 'public')), family TEXT NOT NULL, languages TEXT NOT NULL,
  engine TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX personal_voices_by_account ON personal_voices (account, number);
CREATE INDEX personal_voices_by_visibility ON personal_voices (visibility, number);
`;

/** Speech that is kept for a short while behind an address of its own; `answer` is what named it, kept for its replay. */
const cachedSpeech = `
CREATE TABLE cached_speech (id TEXT PRIMARY KEY, format TEXT NOT NULL, answer TEXT NOT NULL, expires_at TEXT NOT NULL) STRICT;
CREATE INDEX cached_speech_by_expiry ON cached_speech (expires_at);
CREATE TABLE cached_audio (
  speech TEXT NOT NULL REFERENCES cached_speech (id) ON DELETE CASCADE, place INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (speech, place)
) STRICT;
`;

/** Realtime requests. Units of a request are those of its charges that stand: nothing is counted twice. */
const realtime = `
CREATE TABLE realtime_requests (
  number INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL REFERENCES accounts (id), id TEXT NOT NULL, fingerprint TEXT NOT NULL,
  mode TEXT NOT NULL, format TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'failed_retryable', 'failed_terminal')),
  error_code TEXT, error_message TEXT, created_at TEXT NOT NULL, changed_at TEXT NOT NULL, UNIQUE (account, id)
) STRICT;
CREATE INDEX realtime_requests_by_state ON realtime_requests (state);
CREATE INDEX realtime_requests_by_change ON realtime_requests (changed_at);
CREATE TABLE realtime_segments (
  request INTEGER NOT NULL REFERENCES realtime_requests (number) ON DELETE CASCADE, place INTEGER NOT NULL, id TEXT NOT NULL, texts TEXT NOT NULL,
  characters INTEGER NOT NULL, charge TEXT NOT NULL REFERENCES charges (id), state TEXT NOT NULL CHECK (state IN ('accepted', 'completed', 'failed')),
  audio_bytes INTEGER NOT NULL, PRIMARY KEY (request, place), UNIQUE (request, id)
) STRICT;
CREATE TABLE realtime_audio (
  request INTEGER NOT NULL REFERENCES realtime_requests (number) ON DELETE CASCADE, place INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (request, place, part)
) STRICT;
`;

/** Voice designs, kept for replay; the sound of their previews goes when they expire. `candidates` and `billing` are JSON. */
const voiceDesigns = `
CREATE TABLE voice_designs (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL REFERENCES accounts (id),
  state TEXT NOT NULL CHECK (state IN ('running', 'ready', 'failed')), language TEXT NOT NULL, candidates TEXT NOT NULL, billing TEXT NOT NULL,
  created_at TEXT NOT NULL, expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX voice_designs_by_account ON voice_designs (account, number);
CREATE INDEX voice_designs_by_expiry ON voice_designs (expires_at);
CREATE TABLE voice_previews (
  design TEXT NOT NULL REFERENCES voice_designs (id) ON DELETE CASCADE, candidate TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (design, candidate)
) STRICT;
`;

/**
 * Jobs of lip sync, dubbing, images and videos. `work` is what their maker needs and `accepted` what their creation was answered with, both JSON;
 * `media_files` holds inputs until a job has ended, and results. `dubbing_speech` is speech that was paid before its lip sync was accepted.
 */
const media = `
CREATE TABLE media_jobs (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL REFERENCES accounts (id), charge TEXT NOT NULL REFERENCES charges (id),
  kind TEXT NOT NULL CHECK (kind IN ('lip_sync', 'dubbing', 'image', 'video')),
  state TEXT NOT NULL CHECK (state IN ('pending', 'processing', 'completed', 'failed')), work TEXT NOT NULL, accepted TEXT NOT NULL, result TEXT,
  fails INTEGER NOT NULL, error_code TEXT, error_message TEXT, created_at TEXT NOT NULL, completed_at TEXT
) STRICT;
CREATE INDEX media_jobs_by_account ON media_jobs (account, kind, number);
CREATE INDEX media_jobs_by_state ON media_jobs (state, number);
CREATE INDEX media_jobs_by_charge ON media_jobs (charge);
CREATE TABLE media_files (owner TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (owner, name, place)) STRICT;
CREATE TABLE dubbing_speech (charge TEXT PRIMARY KEY REFERENCES charges (id), seconds REAL NOT NULL, bytes INTEGER NOT NULL) STRICT;
CREATE TABLE spoken_audio (digest TEXT PRIMARY KEY, duration_ms INTEGER NOT NULL, sentences TEXT NOT NULL, spoken_at TEXT NOT NULL) STRICT;
CREATE INDEX spoken_audio_by_time ON spoken_audio (spoken_at);
`;

/** By charge: what ends with it is found without reading the whole table. By job: what an id is answered with. */
const requestsByCharge = `
CREATE INDEX request_ids_by_charge ON request_ids (charge);
CREATE INDEX request_ids_by_job ON request_ids (job);
CREATE INDEX jobs_by_charge ON jobs (charge);
CREATE INDEX realtime_segments_by_charge ON realtime_segments (charge);
`;

/**
 * Voices that a person added. Their files lie in a folder beside this one, by id, which is made of their content; `found` is JSON: what was measured.
 * One that was removed is kept until the service starts again, to be put back.
 */
const addedModels = `
CREATE TABLE added_models (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL, languages TEXT NOT NULL, bytes INTEGER NOT NULL,
  licence TEXT NOT NULL, found TEXT NOT NULL, added_at TEXT NOT NULL, removed_at TEXT
) STRICT;
`;

/** How often an account has ordered the same speech. */
const spokenOrders = `
CREATE TABLE spoken_orders (
  account TEXT NOT NULL REFERENCES accounts (id), digest TEXT NOT NULL, times INTEGER NOT NULL, spoken_at TEXT NOT NULL, PRIMARY KEY (account, digest)
) STRICT;
`;

/** What brings a file from each version to the next, from an empty one on. What was released is never edited: append. */
const migrations: readonly string[] = [
  speechAndCharges,
  personalVoices,
  cachedSpeech,
  realtime,
  voiceDesigns,
  media,
  requestsByCharge,
  addedModels,
  spokenOrders,
];

/**
 * The service's one file. `synchronous=FULL`: what was accepted or charged is on the disk before it is answered. The exclusive lock keeps a
 * second service from running the same jobs; the system drops it with the process, however that ends.
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'local-service.sqlite'), { timeout: 2_000 });
  database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;');
  transaction(database, () => {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > migrations.length) throw new Error(`The data in ${folder} was written by a newer version of this program`);
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version=${migrations.length};`);
  });
  return database;
}

export function transaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A failed COMMIT may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** A value that is made once and kept, such as the generated key. */
export function remembered(database: DatabaseSync, key: string, make: () => string): string {
  const found = database.prepare('SELECT value FROM meta WHERE key = ?').get(key);
  if (typeof found?.['value'] === 'string') return found['value'];
  const value = make();
  database.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(key, value);
  return value;
}
