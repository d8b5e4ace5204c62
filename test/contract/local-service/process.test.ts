import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { profilePath } from '#shared/wire/profile.ts';
import { startLocalService } from '../../helpers/local-service.ts';
import { call } from './support.ts';

const entry = fileURLToPath(new URL('../../../src-main/local-service/main.ts', import.meta.url));
// Many processes start, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 150_000 });

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'voicewright-process-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(arguments_: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [entry, ...arguments_], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

test('a key that it made itself is kept; the keys of others stand in no file, and nobody else may read what it keeps', async () => {
  const data = join(folder, 'own');
  const first = await startLocalService({ dataDirectory: data });
  expect(first.apiKey).toMatch(/^local-[\w-]{20,}$/u);
  expect((await call(first, 'GET', profilePath, { key: 'local-secret-name-1234' })).status).toBe(200);
  expect(await first.stop()).toBe(0);
  const second = await startLocalService({ dataDirectory: data });
  expect(second.apiKey).toBe(first.apiKey);
  await second.stop();
  expect((await stat(join(data, 'local-service.sqlite'))).mode & 0o077).toBe(0);
  const file = await readFile(join(data, 'local-service.sqlite'), 'latin1');
  expect(file).not.toContain('local-secret-name-1234');
});

test('a key by the environment works and stands in no argument', async () => {
  const service = await startLocalService({ key: 'by-the-environment' });
  expect((await call(service, 'GET', profilePath)).status).toBe(200);
  expect(service.process.spawnargs.join(' ')).not.toContain('by-the-environment');
  await service.stop();
});

test('a second service on the same folder says so and leaves the first alone', { tags: ['beside'] }, async () => {
  const data = join(folder, 'twice');
  const first = await startLocalService({ dataDirectory: data });
  const second = await run(['--data', data]);
  expect(second).toMatchObject({ code: 1, out: '' });
  expect(second.err).toContain('Another local service');
  expect((await call(first, 'GET', profilePath)).status).toBe(200);
  await first.stop();
});

test('wrong arguments and a taken port have a clear message and no stack', { tags: ['beside'] }, async () => {
  const service = await startLocalService();
  const wrong = [
    [[], '--data'],
    [['--data', join(folder, 'x'), '--places', '0'], '--places'],
    [['--data', join(folder, 'x'), '--port', 'abc'], '--port'],
    [['--data', join(folder, 'y'), '--port', new URL(service.baseUrl).port], 'cannot listen'],
    [['--data', '/dev/null/x'], 'cannot be used'],
  ] as const;
  const endings = await Promise.all(wrong.map(([arguments_]) => run([...arguments_])));
  for (const [index, ended] of endings.entries()) {
    expect(ended.code).toBe(1);
    expect(ended.err).toContain(wrong[index]![1]);
    expect(ended.err).not.toContain('    at ');
  }
  await service.stop();
});

test('it ends when its parent is gone', async () => {
  const service = await startLocalService();
  const ended = once(service.process, 'exit');
  service.process.stdin!.end();
  expect((await ended)[0]).toBe(0);
  await service.stop();
});

test('it ends on SIGTERM while streams are open', async () => {
  const service = await startLocalService();
  const { items } = (await (await call(service, 'GET', '/api/open/v3/voices?search=Ada')).json()) as { items: { voiceId: string }[] };
  const body = { text: 'A long text. '.repeat(700), voiceId: items[0]!.voiceId, format: 'wav' };
  const response = await call(service, 'POST', '/api/open/v3/speech/tts/aligned', { body });
  await response.body!.getReader().read();
  expect(await service.stop()).toBe(0);
});
