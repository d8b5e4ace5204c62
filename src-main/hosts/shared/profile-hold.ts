import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openProfileFolder } from './profile-folder.ts';
import { boundConnections } from '../../infra/tough-server.ts';
import { messages } from '#shared/messages/index.ts';

/**
 * A profile is held by one process. The hold is a lock on a small SQLite file, which the operating system gives up when the
 * process ends, however it ends: there is no stale lock. Beside it stands where the holder can be reached, so that a
 * second start can ask it to come to the front.
 */
export interface ProfileHold {
  release(): void;
}

/** What the holder says to a second start. */
export interface HolderAnswer {
  /** What is running, for people. */
  running: string;
  pid: number;
  /** A window was brought to the front. */
  front: boolean;
  /** An address that opens the studio, where it is one that is served. */
  url?: string;
}

interface HolderOptions {
  profileDirectory: string;
  /** Called by a second start on this profile. */
  onSecondStart: () => Promise<HolderAnswer> | HolderAnswer;
}

const lockName = 'held.sqlite';
const contactName = 'held.json';
const answerLimits = { maxBytes: 4096, waitMs: 3000, maxConnections: 16 } as const;

/** Holds the profile, or answers what the process that holds it says (`undefined` when it does not answer). */
export async function holdProfile({
  profileDirectory,
  onSecondStart,
}: HolderOptions): Promise<{ hold: ProfileHold } | { heldBy: HolderAnswer | undefined }> {
  openProfileFolder(profileDirectory, lockName);
  const database = lock(join(profileDirectory, lockName));
  const contactPath = join(profileDirectory, contactName);
  if (!database) return { heldBy: await askHolder(contactPath) };

  const left = readContact(contactPath);
  // What a holder that was killed has left behind.
  if (left?.folder === true) rmSync(dirname(left.address), { recursive: true, force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.setTimeout(answerLimits.waitMs, () => socket.destroy());
    Promise.resolve()
      .then(onSecondStart)
      .then((answer) => socket.end(JSON.stringify(answer)))
      .catch(() => socket.destroy());
  });
  boundConnections(server, { maxConnections: answerLimits.maxConnections, admissionMs: answerLimits.waitMs });
  const contact = contactAddress();
  await listen(server, contact.address);
  writeFileSync(contactPath, JSON.stringify(contact), { mode: 0o600 });
  chmodSync(contactPath, 0o600);
  return {
    hold: {
      release: () => {
        server.close();
        rmSync(contactPath, { force: true });
        if (contact.folder) rmSync(dirname(contact.address), { recursive: true, force: true });
        database.close();
      },
    },
  };
}

function lock(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (thrown) {
    database.close();
    if (isBusy(thrown)) return undefined;
    throw thrown;
  }
}

const sqliteBusy = 5;
function isBusy(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'errcode' in thrown && thrown.errcode === sqliteBusy;
}

interface Contact {
  address: string;
  /** The address is a socket in a folder of its own, to be removed with it. */
  folder: boolean;
}

/** A named pipe on Windows, else a socket in a folder that only this person can enter; a profile's own path may be too long for one. */
function contactAddress(): Contact {
  if (process.platform === 'win32') return { address: `\\\\.\\pipe\\voicewright-${randomBytes(16).toString('hex')}`, folder: false };
  return { address: join(mkdtempSync(join(tmpdir(), 'voicewright-')), 'front'), folder: true };
}

function readContact(path: string): Contact | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Contact>;
    if (typeof value.address !== 'string') return undefined;
    return { address: value.address, folder: value.folder === true && /[/\\]voicewright-[A-Za-z0-9]{6}[/\\]front$/u.test(value.address) };
  } catch {
    return undefined;
  }
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      resolve();
    });
  });
}

function askHolder(contactPath: string): Promise<HolderAnswer | undefined> {
  const contact = readContact(contactPath);
  if (!contact) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(contact.address);
    socket.setEncoding('utf8');
    socket.setTimeout(answerLimits.waitMs, () => socket.destroy());
    socket.on('data', (part: string) => {
      text += part;
      if (text.length > answerLimits.maxBytes) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      try {
        resolve(JSON.parse(text) as HolderAnswer);
      } catch {
        resolve(undefined);
      }
    });
  });
}

/** What a second start says, in a few lines, before it ends. */
export function secondStartMessage(profileDirectory: string, answer: HolderAnswer | undefined): string {
  if (!answer) return messages.host.profileHangs(profileDirectory);
  const running = messages.host.alreadyRunning(answer.running, answer.pid);
  if (answer.front) return messages.host.broughtToFront(running);
  if (answer.url !== undefined) return messages.host.openUrl(running, answer.url);
  return running;
}

/** The exit code of a second start, so that who started it can tell it from a fault. */
export const heldExitCode = 3;
