import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const day = 24 * 60 * 60 * 1000;

/** `maxSessions` at a time. Milliseconds: a session ends when it was not used for `idleMs`, and `lifeMs` after it began in any case. */
export const sessionLimits = { maxSessions: 32, idleMs: 30 * day, lifeMs: 180 * day } as const;

/** A session as it is stored: who reads it cannot come in by it. */
export interface StoredSession {
  /** SHA-256 of the cookie's value, in base64. */
  hash: string;
  /** Unix milliseconds. */
  createdAt: number;
  usedAt: number;
}

/**
 * The sessions of a profile across runs of its host, so that a window which is still open can connect again after a restart and
 * save what it holds.
 */
export interface KeptSessions {
  read(now: number): StoredSession[];
  write(sessions: readonly StoredSession[]): void;
}

export const noSessions: KeptSessions = { read: () => [], write: () => undefined };

export function openSessionStore(profileDirectory: string): KeptSessions {
  const file = join(profileDirectory, 'sessions.json');
  return {
    read: (now) => readSessions(file, now),
    write: (sessions) => {
      try {
        writeFileSync(file, JSON.stringify(sessions), { mode: 0o600 });
      } catch {
        // A window then needs a new address after a restart, as it would without this.
      }
    },
  };
}

function readSessions(file: string, now: number): StoredSession[] {
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return []; // none yet, or not one of ours
  }
  if (!Array.isArray(entries)) return [];
  return (entries as unknown[]).slice(-sessionLimits.maxSessions).flatMap((entry) => readSession(entry, now) ?? []);
}

function readSession(entry: unknown, now: number): StoredSession | undefined {
  // Earlier versions stored the hashes alone; their time begins now.
  if (typeof entry === 'string') return readSession({ hash: entry, createdAt: now, usedAt: now }, now);
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { hash, createdAt, usedAt } = entry as Partial<Record<keyof StoredSession, unknown>>;
  if (typeof hash !== 'string' || hash.length !== 44) return undefined;
  if (typeof createdAt !== 'number' || typeof usedAt !== 'number') return undefined;
  // A time to come would make a session last longer: the clock was wrong then.
  return { hash, createdAt: Math.min(createdAt, now), usedAt: Math.min(usedAt, now) };
}
