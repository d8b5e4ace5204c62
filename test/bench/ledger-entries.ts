import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import type { NewOperation } from '#main/paid-requests/ledger/types.ts';
import { newId } from '#shared/ids.ts';
import { quietLog } from '../helpers/quiet-log.ts';
import type { Bench } from './run.ts';

const entries = 300;
const rounds = 9;
const body = Buffer.from(JSON.stringify({ text: 'It was a long story, and nobody knew how it would end. '.repeat(4) }));

function operation(): NewOperation {
  const operationId = newId();
  return {
    operationId,
    family: 'aligned',
    connectionId: 'local',
    accountId: 'account',
    origin: 'http://127.0.0.1:1',
    method: 'POST',
    path: '/api/open/v3/speech/tts/aligned',
    contentType: 'application/json',
    body,
    idempotencyKey: operationId,
    requestId: operationId,
    fingerprint: operationId,
    summary: 'A line',
    modelId: 'model',
    amount: 100,
    unit: 'character',
    format: 'wav',
    purpose: { projectId: 'project', chapterId: 'chapter', blockId: 'block' },
  };
}

/** Operations that are begun at a time, as many as the studio sends at a time. */
const atATime = 8;

/** Entries a second, each answered when it is on the disk. */
async function ours(directory: string): Promise<number> {
  const ledger = await openLedger({ profileDirectory: directory, log: quietLog() });
  try {
    const started = performance.now();
    let left = entries;
    const begin = async (): Promise<void> => {
      while (left-- > 0) await ledger.begin(operation());
    };
    await Promise.all(Array.from({ length: atATime }, begin));
    return (entries * 1000) / (performance.now() - started);
  } finally {
    await ledger.close();
  }
}

/** The same bytes into two tables of a database of its own, with as many indexes, in this thread, with the same promise. */
function bare(directory: string): number {
  const database = new DatabaseSync(join(directory, 'bare.sqlite'));
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const keys = ['operation TEXT PRIMARY KEY', 'key TEXT UNIQUE', 'fingerprint TEXT', 'block TEXT', 'state TEXT'];
    database.exec(`CREATE TABLE entries (${keys.join(', ')}, facts TEXT, body BLOB, at INTEGER);
      CREATE INDEX of_work ON entries (fingerprint, at); CREATE INDEX of_block ON entries (block, at); CREATE INDEX open ON entries (state, at);
      CREATE TABLE events (number INTEGER PRIMARY KEY, operation TEXT, at INTEGER, event TEXT);
      CREATE INDEX events_of ON events (operation, number);`);
    const insert = database.prepare(`INSERT INTO entries VALUES (?, ?, ?, ?, 'sending', ?, ?, ?)`);
    const tell = database.prepare('INSERT INTO events (operation, at, event) VALUES (?, ?, ?)');
    const started = performance.now();
    for (let index = 0; index < entries; index++) {
      const { body: sent, operationId, idempotencyKey, fingerprint, ...facts } = operation();
      database.exec('BEGIN IMMEDIATE');
      insert.run(operationId, idempotencyKey, fingerprint, `project block ${index}`, JSON.stringify(facts), sent, Date.now());
      tell.run(operationId, Date.now(), 'begun');
      database.exec('COMMIT');
    }
    return (entries * 1000) / (performance.now() - started);
  } finally {
    database.close();
  }
}

async function run(): Promise<{ ours: number; peer: number }> {
  const best = { ours: 0, peer: 0 };
  for (let round = 0; round < rounds; round++) {
    const directory = mkdtempSync(join(tmpdir(), 'voicewright-bench-'));
    try {
      best.ours = Math.max(best.ours, await ours(directory));
      best.peer = Math.max(best.peer, bare(directory));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  return best;
}

export default { name: 'durable-ledger-entries-per-second', atLeast: 0.8, run } satisfies Bench;
