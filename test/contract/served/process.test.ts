import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeConnectionEnvironment } from '#main/hosts/shared/environment.ts';
import { rawRequest } from '../../helpers/raw-request.ts';
import { type RunningHost, startBuiltHost } from '../../helpers/served-host.ts';

/** The host as it is built and started, with the processes that it starts. */
let profile: string;
let host: RunningHost | undefined;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'process-test-'));
});
afterEach(async () => {
  await host?.stop('SIGKILL');
  host = undefined;
  rmSync(profile, { recursive: true, force: true });
});

/** Processes that name this test's profile in their arguments. */
function processes(): string[] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(profile));
}
function serviceRuns(): Promise<string> {
  return vi.waitFor(
    () => {
      const found = processes().find((line) => line.includes('local-service'));
      if (found === undefined) throw new Error('The local service does not run yet.');
      return found;
    },
    { timeout: 20_000 },
  );
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends the host and everything it started', async (signal) => {
  host = await startBuiltHost(profile);
  await serviceRuns();
  expect(await host.stop(signal)).toBe(0);
  expect(processes()).toEqual([]);
});

test('a host that is killed takes the local service with it', async () => {
  host = await startBuiltHost(profile);
  await serviceRuns();
  await host.stop('SIGKILL');
  await vi.waitFor(
    () => {
      expect(processes()).toEqual([]);
    },
    { timeout: 20_000 },
  );
});

test('no token and no key stand in an argument list', async () => {
  host = await startBuiltHost(profile);
  const pid = host.process.pid ?? 0;
  const token = new URL(host.url).hash.slice(1);
  await serviceRuns();
  const lines = processes().join('\n');
  expect(lines).not.toContain(token);
  expect(lines).not.toMatch(/local-(?!service)\w+/u);
  expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max core file size\s+0\s+0/u);
});

test('the key of the environment is taken out of it, so that no child inherits it', () => {
  const environment = {
    PATH: process.env['PATH'],
    VOICEWRIGHT_BASE_URL: 'https://service.example',
    VOICEWRIGHT_API_KEY: 'hosted-very-secret',
  };
  const taken = takeConnectionEnvironment(environment);
  expect(taken.apiKey?.reveal()).toBe('hosted-very-secret');
  expect(execFileSync('env', { env: environment, encoding: 'utf8' })).not.toContain('hosted-very-secret');
});

test('stdout holds one line of JSON and nothing else', async () => {
  const entry = fileURLToPath(new URL('../../../dist/main/launch.js', import.meta.url));
  const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
  const child = spawn(node, [entry, '--no-open', '--profile', profile], { stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.setEncoding('utf8');
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (text: string) => {
      out += text;
      if (out.includes('\n')) resolve();
    }),
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(out).toMatch(/^\{"url":"http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}"\}\n$/u);
});

test('a second start gets a new address of the first, and ends', async () => {
  host = await startBuiltHost(profile);
  const second = await startBuiltHost(profile).then(
    () => 'started',
    (error: unknown) => (error as Error).message,
  );
  expect(second).toMatch(/ended with code 3: .*already running on this profile/su);
  const url = /Open (http:\S+)/u.exec(second)?.[1] ?? '';
  const { origin, port, hash } = new URL(url);
  expect(origin).toBe(new URL(host.url).origin);
  const body = JSON.stringify({ token: hash.slice(1) });
  expect((await rawRequest(Number(port), { method: 'POST', path: '/session', headers: { origin }, body })).status).toBe(204);
});

test('a port that is taken is named', async () => {
  host = await startBuiltHost(profile);
  const other = mkdtempSync(join(tmpdir(), 'process-test-'));
  const entry = fileURLToPath(new URL('../../../dist/main/served.js', import.meta.url));
  const { port } = new URL(host.url);
  const child = spawn(
    fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url)),
    [entry, '--no-open', '--port', port, '--profile', other],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(said).toContain(`Port ${port} of 127.0.0.1 is in use. Choose another one with --port`);
  rmSync(other, { recursive: true, force: true });
});
