import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SecretStore } from '#main/infra/platform.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { toFailure, type Failure } from '#shared/failure.ts';
import type { Connection } from '#shared/operations/connections.ts';
import type { OperationName, Operations } from '#shared/operations/index.ts';
import type { In } from '#shared/rpc.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { memorySecrets, openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { json, scriptedServer, type ScriptedServer } from '../service/scripted-server.ts';

/** A service that works: as the local one of the studio, and as a hosted one. */
let hosted: LocalService;
let profileDirectory: string;
let secrets: SecretStore;
let studio: TestStudio;
const cleanup: (() => unknown)[] = [];

const openStudio = (): Promise<TestStudio> =>
  openTestStudio({
    profileDirectory,
    secrets,
    startLocalService: () =>
      Promise.resolve({
        baseUrl: hosted.baseUrl,
        realtimeUrl: hosted.realtimeUrl,
        apiKey: secret(hosted.apiKey),
        exited: new Promise<string>(() => undefined),
        stop: () => Promise.resolve(),
      }),
  });

beforeAll(async () => {
  hosted = await startLocalService({ key: 'hosted-key-1' });
});
afterAll(() => hosted.stop());
beforeEach(async () => {
  profileDirectory = mkdtempSync(join(tmpdir(), 'voicewright-failing-'));
  cleanup.push(() => rmSync(profileDirectory, { recursive: true, force: true }));
  secrets = memorySecrets();
  studio = await openStudio();
  cleanup.push(() => studio.close());
  await connectionWhere(({ id, state }) => id === 'local' && state === 'ready');
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

const failureOf = <K extends OperationName>(name: K, input: In<Operations[K]>): Promise<Failure> =>
  studio.client.run(name, input).then(() => expect.unreachable('It did not fail.'), toFailure);

async function serve(...[script]: Parameters<typeof scriptedServer>): Promise<ScriptedServer> {
  const server = await scriptedServer(script);
  cleanup.push(() => server.close());
  return server;
}
const webPages = () =>
  serve((_request, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Welcome</h1>'));
const nothingThere = () => serve((_request, response) => json(response, 404, { message: 'Cannot GET' }));
const closedAddress = async (): Promise<string> => {
  const server = await scriptedServer(() => undefined);
  await server.close();
  return server.origin;
};

/** The connection that the window shows, once it is as wanted. */
async function connectionWhere(isWanted: (connection: Connection) => boolean): Promise<Connection> {
  const call = studio.client.call('studio.watch', null);
  try {
    for await (const event of call) if (event.type === 'connection' && isWanted(event.connection)) return event.connection;
  } finally {
    call.cancel();
  }
  return expect.unreachable('The studio ended.');
}
const inUse = async (): Promise<string[]> =>
  (await studio.client.run('connections.list', null)).connections.filter(({ current }) => current).map(({ id }) => id);

describe('Add and use of a connection that does not work', () => {
  const right = () => ({ baseUrl: hosted.baseUrl, realtimeUrl: hosted.realtimeUrl, key: hosted.apiKey });

  it.each<[string, () => Promise<Partial<ReturnType<typeof right>>>, string, RegExp]>([
    ['a wrong key', () => Promise.resolve({ key: 'another-key' }), 'key', /does not accept this key/u],
    ['an address where nothing listens', async () => ({ baseUrl: await closedAddress() }), 'baseUrl', /nothing listens there/u],
    [
      'a name that nobody knows',
      () => Promise.resolve({ baseUrl: 'https://voicewright.invalid' }),
      'baseUrl',
      /its name is not known here/u,
    ],
    [
      'https where the service speaks http',
      () => Promise.resolve({ baseUrl: hosted.baseUrl.replace('http:', 'https:') }),
      'baseUrl',
      /secure connection could not be made/u,
    ],
    ['the address of a web site', async () => ({ baseUrl: (await webPages()).origin }), 'baseUrl', /not as a speech service does/u],
    [
      'the address of another service',
      async () => ({ baseUrl: (await nothingThere()).origin }),
      'baseUrl',
      /not as a speech service does/u,
    ],
    [
      'a realtime address where nothing listens',
      async () => ({ realtimeUrl: (await closedAddress()).replace('http', 'ws') }),
      'realtimeUrl',
      /^Live would not work: .*nothing listens there/u,
    ],
    [
      'a realtime address of a web site',
      async () => ({ realtimeUrl: (await webPages()).origin.replace('http', 'ws') }),
      'realtimeUrl',
      /^Live would not work: .* is not a realtime speech service/u,
    ],
  ])('because of %s names the field, adds nothing, and stays with the local service', async (_wrong, wrong, field, message) => {
    const typed = { ...right(), ...(await wrong()) };
    for (const failure of [await failureOf('connections.test', typed), await failureOf('connections.add', { ...typed, use: true })]) {
      expect(failure).toMatchObject({ field, charged: 'no' });
      expect(failure.message).toMatch(message);
      expect(failure.message).not.toContain(typed.key);
    }
    expect((await studio.client.run('connections.list', null)).connections.map(({ id }) => id)).toEqual(['local']);
    expect(await connectionWhere(() => true)).toMatchObject({ id: 'local', state: 'ready' });
  });

  it('takes it where the user says so, shows what the last service named until it answers, and then goes over by itself', async () => {
    const { voices } = await studio.client.run('voices.list', null);
    let isThere = false;
    const late = await serve((request, response) => {
      if (!isThere) json(response, 503, { code: 'ERR_UNAVAILABLE', message: 'Starting' });
      else if (request.url.endsWith('/profile')) json(response, 200, { user_id: 'u1', api_quota_remaining: 1, tier: 't', credits: 2 });
      else json(response, 404, { code: 'ERR_NOT_FOUND', message: 'unknown' });
    });
    await studio.client.run('connections.add', { baseUrl: late.origin, realtimeUrl: null, key: 'k', use: true, anyway: true });
    const awaited = { id: late.origin, kind: 'account' };
    const failed = await connectionWhere(({ state }) => state === 'failed');
    expect(failed).toMatchObject({ id: 'local', awaited, isRetried: true, failure: { kind: 'service-unavailable' } });
    expect(await inUse()).toEqual([late.origin]);
    // What is shown is still the local service's: its voices, by their names.
    expect((await studio.client.run('voices.list', null)).voices).toEqual(voices);
    expect(await failureOf('account.refresh', null)).toMatchObject({ kind: 'service-unavailable' });
    isThere = true;
    const ready = await connectionWhere(({ state }) => state === 'ready');
    expect(ready).toMatchObject({ id: late.origin });
    expect(ready.awaited).toBeUndefined();
  });
});

describe('a connection that is known', () => {
  const add = () =>
    studio.client.run('connections.add', { baseUrl: hosted.baseUrl, realtimeUrl: hosted.realtimeUrl, key: hosted.apiKey, use: true });

  it('is tested before it is used again, and what was in use stays so where that fails', async () => {
    const passing = await startLocalService({ key: 'hosted-key-2' });
    cleanup.push(() => passing.stop());
    await studio.client.run('connections.add', { baseUrl: passing.baseUrl, realtimeUrl: null, key: passing.apiKey, use: true });
    expect(await inUse()).toEqual([passing.baseUrl]);
    await studio.client.run('connections.use', { id: 'local' });
    await passing.kill();
    expect(await failureOf('connections.use', { id: passing.baseUrl })).toMatchObject({ kind: 'unreachable', field: 'baseUrl' });
    expect(await inUse()).toEqual(['local']);
    expect(await studio.client.run('account.refresh', null)).toMatchObject({ tier: expect.any(String) as string });
  });

  it('keeps its key and its use where a new key does not work, unless the user says so', async () => {
    await add();
    expect(await failureOf('connections.update', { id: hosted.baseUrl, key: 'mistyped' })).toMatchObject({ field: 'key' });
    expect(await studio.client.run('connections.test', { id: hosted.baseUrl })).toMatchObject({ live: true });
    await studio.client.run('connections.update', { id: hosted.baseUrl, key: 'mistyped', anyway: true });
    expect(await connectionWhere(({ state }) => state === 'failed')).toMatchObject({
      id: hosted.baseUrl,
      isRetried: false,
      failure: { kind: 'unauthorized', field: 'key' },
    });
    await studio.client.run('connections.update', { id: hosted.baseUrl, key: hosted.apiKey });
    expect(await connectionWhere(() => true)).toMatchObject({ id: hosted.baseUrl, state: 'ready' });
  });

  it('that was chosen though it failed is still only awaited after the next start', async () => {
    const { voices } = await studio.client.run('voices.list', null);
    const baseUrl = await closedAddress();
    await studio.client.run('connections.add', { baseUrl, realtimeUrl: null, key: 'k', use: true, anyway: true });
    await studio.close();
    studio = await openStudio();
    expect(await connectionWhere(({ state }) => state === 'failed')).toMatchObject({ id: 'local', awaited: { id: baseUrl } });
    expect((await studio.client.run('voices.list', null)).voices.map(({ name }) => name)).toEqual(voices.map(({ name }) => name));
  });
});
