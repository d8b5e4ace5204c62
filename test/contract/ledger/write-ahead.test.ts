import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { families } from '#shared/paid-work.ts';
import { livePaths } from '#shared/wire/realtime.ts';
import { runUnderStrace } from '../campaign/child-process.ts';
import { openProfile, type Profile } from '../campaign/profile.ts';
import { openWorld, writeScript, type World } from '../campaign/world.ts';

interface SystemCall {
  name: string;
  text: string;
  /** Line at which it began, and at which it had returned. */
  began: number;
  returned: number;
}

const isLedger = /ledger\.sqlite-wal/u;
const isSend = /(POST|DELETE|GET) \//u;

/** What a log of `strace -f` tells of the ledger and of what is sent; its threads interrupt each other's lines. */
async function callsOf(path: string): Promise<SystemCall[]> {
  const calls: SystemCall[] = [];
  const open = new Map<string, SystemCall>();
  let line = 0;
  for await (const content of createInterface({ input: createReadStream(path) })) {
    line++;
    const [, thread, rest] = /^(\d+)\s+(.*)$/u.exec(content) ?? [];
    if (thread === undefined || rest === undefined) continue;
    if (rest.startsWith('<... ')) {
      const call = open.get(thread);
      if (call !== undefined) {
        call.returned = line;
        call.text += rest;
      }
      open.delete(thread);
      continue;
    }
    const name = /^(\w+)\(/u.exec(rest)?.[1];
    if (name === undefined) continue;
    if (!isLedger.test(rest) && !isSend.test(rest)) continue;
    const unfinished = rest.includes('<unfinished ...>');
    const call = { name, text: rest, began: line, returned: unfinished ? Number.POSITIVE_INFINITY : line };
    calls.push(call);
    if (unfinished) open.set(thread, call);
  }
  return calls;
}

let world: World;
let profile: Profile;
let calls: SystemCall[];
let entries: LedgerEntry[];
beforeAll(async () => {
  world = await openWorld();
  const first = await openProfile();
  const script = await writeScript(first.library, world.makings, 1);
  await first.shut();
  const log = join(first.directory, 'strace.log');
  const schedule = { seed: 0, wants: [...families], atOnce: false };
  const { baseUrl, realtimeUrl, apiKey } = world.service;
  const watched = ['--seccomp-bpf', '-s', '8192', '-y', '-o', log, '-e', 'trace=pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync'];
  const order = { place: { baseUrl, realtimeUrl, apiKey }, directory: first.directory, makings: world.makings, script, schedule };
  expect(await runUnderStrace(order, watched)).toEqual({ killed: false, over: true, complaint: undefined });
  calls = await callsOf(log);
  profile = await openProfile(first.directory);
  entries = await profile.ledger.list({ limit: 200 });
}, 120_000);
afterAll(async () => {
  await profile.close();
  await world.close();
});

describe('before a paid request leaves', () => {
  it.each(families)('of one %s its ledger entry is on the disk: the system calls say so', (family) => {
    const own = entries.filter((entry) => entry.family === family);
    expect(own.length).toBeGreaterThan(0);
    for (const { operationId, method, path, idempotencyKey } of own) {
      const live = family.startsWith('realtime');
      const begun = calls.find((call) => call.name === 'pwrite64' && isLedger.test(call.text) && call.text.includes(operationId));
      expect(begun).toBeDefined();
      const synced = calls.find((call) => /^f(data)?sync$/u.test(call.name) && isLedger.test(call.text) && call.began > begun!.returned);
      expect(synced?.text).toMatch(/= 0$/u);
      // What goes over a socket of realtime is masked; nothing of it can leave before its handshake, and intents follow one another.
      const sends = calls.filter((call) => {
        if (isLedger.test(call.text) || call.name === 'pwrite64') return false;
        if (live) return call.text.includes(`GET ${livePaths.v3} `) && call.began > begun!.began;
        return call.text.includes(`${method} ${path} `) && call.text.includes(idempotencyKey);
      });
      expect(sends.length).toBeGreaterThan(0);
      for (const send of sends) expect(synced!.returned).toBeLessThan(send.began);
      if (live) expect(calls.filter((call) => call.text.includes(`GET ${livePaths.v3} `))).toHaveLength(liveRequests());
    }
  });
});

/** One connection for each request. */
const liveRequests = (): number => entries.filter(({ family }) => family.startsWith('realtime')).length;
