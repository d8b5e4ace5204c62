import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';

const program = fileURLToPath(new URL('generate-once.ts', import.meta.url));
const run = promisify(execFile);

interface SystemCall {
  name: string;
  text: string;
  /** Line at which it began, and at which it had returned. */
  began: number;
  returned: number;
}

/** The calls of a log of `strace -f`, whose threads interrupt each other's lines. */
function callsOf(log: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<string, SystemCall>();
  for (const [line, content] of log.split('\n').entries()) {
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
    const unfinished = rest.includes('<unfinished ...>');
    const call = { name, text: rest, began: line, returned: unfinished ? Number.POSITIVE_INFINITY : line };
    calls.push(call);
    if (unfinished) open.set(thread, call);
  }
  return calls;
}

describe('before a paid request leaves', () => {
  let service: LocalService;
  let folder: string;
  beforeAll(async () => {
    service = await startLocalService();
    folder = mkdtempSync(join(tmpdir(), 'voicewright-strace-'));
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['aligned stream', '/api/open/v3/speech/tts/aligned', []],
    ['job', '/api/open/v3/speech/tts/jobs', ['alpha-s2pro']],
  ])('of one %s its ledger entry is on the disk: the system calls say so', async (name, path, model) => {
    const log = join(folder, `${name}.log`);
    const watched = 'trace=pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync';
    const command = ['-f', '--seccomp-bpf', '-y', '-s', '8192', '-o', log, '-e', watched, process.execPath, program];
    const { stdout } = await run('strace', [...command, join(folder, name), service.baseUrl, service.apiKey, ...model]);
    expect(JSON.parse(stdout)).toEqual({ made: 1, reused: 0, failed: 0 });

    const calls = callsOf(readFileSync(log, 'utf8'));
    const post = calls.filter(
      (call) => ['write', 'writev', 'sendto', 'sendmsg'].includes(call.name) && call.text.includes(`POST ${path} `),
    );
    expect(post).toHaveLength(1);
    const key = /Idempotency-Key: (voicewright-[0-9a-z]+)/iu.exec(post[0]!.text)?.[1];
    expect(key).toBeDefined();

    const written = calls.filter((call) => call.name === 'pwrite64' && call.text.includes('ledger.sqlite-wal') && call.text.includes(key!));
    expect(written.length).toBeGreaterThan(0);
    const [first] = written;
    const synced = calls.find(
      (call) =>
        (call.name === 'fdatasync' || call.name === 'fsync') && call.text.includes('ledger.sqlite-wal') && call.began > first!.returned,
    );
    expect(synced?.text).toMatch(/= 0$/u);
    expect(synced?.returned).toBeLessThan(post[0]!.began);
  });
});
