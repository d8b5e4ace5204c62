import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Admission } from '#main/hosts/served/admission.ts';
import { noSessions, sessionLimits, openSessionStore } from '#main/hosts/served/session-store.ts';

const day = 24 * 60 * 60 * 1000;
const port = 4711;
let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-sessions-'));
  now = Date.UTC(2026, 0, 1);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The host as it starts again on the profile. */
const start = (): Admission => new Admission(port, openSessionStore(folder), () => now);

function signIn(admission: Admission): string {
  const cookie = admission.trade(new URL(admission.newUrl()).hash.slice(1));
  return cookie?.split(';')[0] ?? '';
}

test('A session that is not used for thirty days ends, and one that is used goes on', () => {
  const admission = start();
  const [used, idle] = [signIn(admission), signIn(admission)];
  for (let passed = 0; passed < 29; passed++) {
    now += day;
    expect(admission.knows(used)).toBe(true);
  }
  now += day;
  expect(admission.knows(idle)).toBe(false);
  expect(admission.knows(used)).toBe(true);
  now += sessionLimits.idleMs;
  expect(admission.knows(used)).toBe(false);
});

test('A token opens one session, once, and only the last eight are of use', () => {
  const admission = start();
  const tokens = Array.from({ length: 9 }, () => new URL(admission.newUrl()).hash.slice(1));
  expect(admission.trade('')).toBeUndefined();
  expect(tokens.map((token) => admission.trade(token) !== undefined)).toEqual([false, ...tokens.slice(1).map(() => true)]);
  expect(tokens.map((token) => admission.trade(token))).toEqual(tokens.map(() => undefined));
});

test('The time of the last use outlives the host, to the hour', () => {
  const cookie = signIn(start());
  now += sessionLimits.idleMs - day;
  expect(start().knows(cookie)).toBe(true);
  now += sessionLimits.idleMs - day;
  expect(start().knows(cookie)).toBe(true);
  now += sessionLimits.idleMs;
  expect(start().knows(cookie)).toBe(false);
  expect(readFileSync(join(folder, 'sessions.json'), 'utf8')).toBe('[]');
});

test('A session ends half a year after it began, however much it is used', () => {
  const admission = start();
  const cookie = signIn(admission);
  for (let passed = day; passed < sessionLimits.lifeMs; passed += day) {
    now += day;
    expect(admission.knows(cookie)).toBe(true);
  }
  now += day;
  expect(admission.knows(cookie)).toBe(false);
});

test('The session that was used least recently makes room for a new one, and its windows learn it', () => {
  const admission = start();
  const ended: string[] = [];
  admission.onSessionEnded((sessionId) => ended.push(sessionId));
  const [first, second] = [signIn(admission), signIn(admission)];
  const [firstId, secondId] = [admission.sessionOf(first), admission.sessionOf(second)];
  expect(admission.knows(first)).toBe(true);
  for (let more = 2; more <= sessionLimits.maxSessions; more++) signIn(admission);
  expect(ended).toEqual([secondId]);
  expect(admission.knows(second)).toBe(false);
  expect(admission.sessionOf(first)).toBe(firstId);
});

test('Sessions of an earlier version, which stored hashes alone, get their time from now on', () => {
  const cookie = signIn(start());
  const stored = JSON.parse(readFileSync(join(folder, 'sessions.json'), 'utf8')) as { hash: string }[];
  writeFileSync(join(folder, 'sessions.json'), JSON.stringify(stored.map(({ hash }) => hash)));
  now += 400 * day;
  const admission = start();
  expect(admission.knows(cookie)).toBe(true);
  now += sessionLimits.idleMs;
  expect(admission.knows(cookie)).toBe(false);
});

test.each(['', 'no JSON', '{}', '[null, 7, {"hash":"short","createdAt":1,"usedAt":1}, {"hash":7}]'])(
  'A file of sessions that cannot be read lets nobody in: %s',
  (text) => {
    const cookie = signIn(start());
    writeFileSync(join(folder, 'sessions.json'), text);
    expect(start().knows(cookie)).toBe(false);
  },
);

test('A session from a clock that was ahead does not last longer', () => {
  now += 1000 * day;
  const cookie = signIn(start());
  now -= 1000 * day;
  const admission = start();
  expect(admission.knows(cookie)).toBe(true);
  now += sessionLimits.idleMs;
  expect(admission.knows(cookie)).toBe(false);
});

const stored = (text: string) => {
  writeFileSync(join(folder, 'sessions.json'), text);
  return openSessionStore(folder).read(now);
};
const session = (letter: string, change: object = {}) => ({ hash: letter.repeat(44), createdAt: now - 2, usedAt: now - 1, ...change });

test('Stored sessions are read as they were written, and the file is its owner’s alone', () => {
  const sessions = [session('a'), session('b')];
  openSessionStore(folder).write(sessions);
  expect(openSessionStore(folder).read(now)).toEqual(sessions);
  expect(statSync(join(folder, 'sessions.json')).mode & 0o777).toBe(0o600);
});

test('A stored session without a hash of 44 characters or without its times is none, and the others stay', () => {
  const odd = [
    null,
    7,
    {},
    session('a', { hash: 'a'.repeat(43) }),
    session('a', { hash: 5 }),
    session('a', { createdAt: '1' }),
    session('a', { usedAt: null }),
    'short',
  ];
  expect(stored(JSON.stringify([...odd, session('b')]))).toEqual([session('b')]);
  for (const text of ['', 'no JSON', '{}', '7', 'null']) expect(stored(text)).toEqual([]);
});

test('Only the last 32 stored sessions are read', () => {
  const all = Array.from({ length: 33 }, (_, index) => session(String.fromCharCode(65 + index)));
  expect(stored(JSON.stringify(all))).toEqual(all.slice(1));
});

test('A stored time that is still to come counts as now', () => {
  expect(stored(JSON.stringify([session('a', { createdAt: now + 5, usedAt: now + 9 })]))).toEqual([
    session('a', { createdAt: now, usedAt: now }),
  ]);
});

test('Sessions that cannot be stored end with their host, and that is no failure', () => {
  const nowhere = openSessionStore(join(folder, 'missing'));
  nowhere.write([session('a')]);
  expect(nowhere.read(now)).toEqual([]);
  noSessions.write([session('a')]);
  expect(noSessions.read(now)).toEqual([]);
});
