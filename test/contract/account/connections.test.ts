import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createConnection } from '#main/service-client/connection.ts';
import { lastTarget } from '#main/features/connections/targets.ts';
import { connectionsFile, openConnectionStore } from '#main/features/connections/store.ts';
import { createKeys } from '#main/infra/secrets/keys.ts';
import type { SecretStore } from '#main/infra/platform.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { toFailure } from '#shared/failure.ts';
import { blocksOf, documentFromJson } from '#shared/narration/document.ts';
import type { OperationName, Operations } from '#shared/operations/index.ts';
import type { In } from '#shared/rpc.ts';
import { capabilitiesPath } from '#shared/wire/models.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { startLocalService } from '../../helpers/local-service.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { memorySecrets, openTestStudio, type TestStudio } from '../../helpers/studio.ts';
import { json, scriptedServer, type ScriptedServer } from '../service/scripted-server.ts';

let profileDirectory: string;
const cleanup: (() => unknown)[] = [];
beforeEach(() => {
  profileDirectory = mkdtempSync(join(tmpdir(), 'voicewright-connections-'));
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
  rmSync(profileDirectory, { recursive: true, force: true });
});

/** A service that knows one key, and one account by it. */
async function hosted(key: string): Promise<ScriptedServer> {
  const server = await scriptedServer((request, response) => {
    if (request.url === capabilitiesPath) json(response, 200, { contractVersion: 'v3', route: 'r', models: [] });
    else if (request.headers.authorization !== `Bearer ${key}`) json(response, 401, { code: 'ERR_UNAUTHORIZED', message: 'Unknown key' });
    else if (request.url === profilePath)
      json(response, 200, { user_id: `user-of-${key.length}`, api_quota_remaining: 7, tier: 'pro', credits: 70 });
    else if (request.url === '/api/openapi.json') json(response, 200, { openapi: '3.1.0', paths: {} });
    else json(response, 404, { code: 'ERR_NOT_FOUND', message: 'unknown' });
  });
  cleanup.push(() => server.close());
  return server;
}
const bearersOf = (server: ScriptedServer): string[] => [
  ...new Set(server.seen.flatMap(({ headers }) => (headers.authorization === undefined ? [] : [headers.authorization]))),
];

async function studioWith(local: ScriptedServer, secrets: SecretStore = memorySecrets()): Promise<TestStudio> {
  const studio = await openTestStudio({
    profileDirectory,
    secrets,
    startLocalService: () =>
      Promise.resolve({
        baseUrl: local.origin,
        realtimeUrl: '',
        apiKey: secret('local-key'),
        exited: new Promise<string>(() => undefined),
        stop: () => Promise.resolve(),
      }),
  });
  cleanup.push(() => studio.close());
  return studio;
}
const failureOf = <K extends OperationName>({ client }: TestStudio, name: K, input: In<Operations[K]>) =>
  client.run(name, input).then(() => expect.unreachable('It did not fail.'), toFailure);
const noStore: SecretStore = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.reject(new Error('no store')),
  remove: () => Promise.resolve(),
  available: () => Promise.resolve(false),
};

const keys = { a: 'key-of-service-a-0001', b: 'key-of-service-b-000002' };

describe('a key', () => {
  it('goes to its own origin alone: never to another service, and neither way between a hosted one and the local one', async () => {
    const [local, a, b] = [await hosted('local-key'), await hosted(keys.a), await hosted(keys.b)];
    const { client } = await studioWith(local);
    for (const [server, key] of [
      [a, keys.a],
      [b, keys.b],
    ] as const)
      // prettier-ignore
      await client.run('connections.add', { baseUrl: server.origin, realtimeUrl: null, key });
    const expected = [['local', 'user-of-9'], [a.origin, 'user-of-21'], [b.origin, 'user-of-23'], ['local', 'user-of-9'], [a.origin, 'user-of-21']]; // prettier-ignore
    for (const [id = '', userId] of expected) {
      await client.run('connections.use', { id });
      expect(await client.run('account.refresh', null)).toMatchObject({ userId });
    }
    expect([local, a, b].map(bearersOf)).toEqual([['Bearer local-key'], [`Bearer ${keys.a}`], [`Bearer ${keys.b}`]]);
  });

  it('goes in and never comes out: no answer, no failure, no file and no log line holds it', async () => {
    const [local, a] = [await hosted('local-key'), await hosted(keys.a)];
    const studio = await studioWith(local);
    const { client, log } = studio;
    const said: unknown[] = [await client.run('connections.add', { baseUrl: a.origin, realtimeUrl: null, key: keys.a })];
    said.push(await client.run('connections.update', { id: a.origin, name: 'Work', key: `${keys.a}-new` }));
    said.push(await client.run('connections.list', null));
    said.push(await failureOf(studio, 'connections.test', { id: a.origin }));
    said.push(
      await failureOf(studio, 'connections.add', { baseUrl: 'https://x.example', realtimeUrl: null, key: `${keys.a} with blanks` }),
    );
    said.push(await failureOf(studio, 'connections.add', { baseUrl: 'https://x.example/path', realtimeUrl: null, key: keys.a }));
    expect(JSON.stringify([said, log.lines])).not.toContain(keys.a);
    for (const name of readdirSync(profileDirectory, { recursive: true, encoding: 'utf8' })) {
      const path = join(profileDirectory, name);
      if (statSync(path).isFile()) expect(readFileSync(path).includes(keys.a), name).toBe(false);
    }
  });

  it('is kept by the system where it can be, and is there after the next start with the connection that was chosen', async () => {
    const [local, a] = [await hosted('local-key'), await hosted(keys.a)];
    const secrets = memorySecrets();
    const first = await studioWith(local, secrets);
    await first.client.run('connections.add', { name: 'Work', baseUrl: a.origin, realtimeUrl: 'wss://live.example', key: keys.a });
    await first.client.run('connections.use', { id: a.origin, anyway: true }); // nothing answers at its realtime address
    await first.close();
    const second = await studioWith(local, secrets);
    expect(await second.client.run('account.refresh', null)).toMatchObject({ userId: 'user-of-21' });
    const { connections, keepsKeys } = await second.client.run('connections.list', null);
    expect(keepsKeys).toBe(true);
    expect(connections).toMatchObject([
      { id: 'local', key: 'own', current: false },
      { id: a.origin, name: 'Work', realtimeUrl: 'wss://live.example', key: 'system', current: true },
    ]);
  });

  it('lasts for the session where the system keeps none, and the list says so', async () => {
    const [local, a] = [await hosted('local-key'), await hosted(keys.a)];
    const first = await studioWith(local, noStore);
    expect(await first.client.run('connections.add', { baseUrl: a.origin, realtimeUrl: null, key: keys.a })).toMatchObject({
      key: 'session',
    });
    await first.client.run('connections.use', { id: a.origin });
    expect((await first.client.run('connections.list', null)).keepsKeys).toBe(false);
    await first.close();
    const second = await studioWith(local, noStore);
    expect((await second.client.run('connections.list', null)).connections[1]).toMatchObject({ key: 'none', current: true });
    expect(await failureOf(second, 'account.refresh', null)).toMatchObject({ kind: 'unauthorized', next: 'replace-key' });
    await second.client.run('connections.update', { id: a.origin, key: keys.a });
    expect(await second.client.run('account.refresh', null)).toMatchObject({ userId: 'user-of-21' });
  });

  it('is gone with its connection, and the local service is connected again', async () => {
    const [local, a] = [await hosted('local-key'), await hosted(keys.a)];
    const secrets = memorySecrets();
    const { client } = await studioWith(local, secrets);
    await client.run('connections.add', { baseUrl: a.origin, realtimeUrl: null, key: keys.a });
    await client.run('connections.use', { id: a.origin });
    await client.run('connections.remove', { id: a.origin });
    expect(await secrets.get(a.origin)).toBeUndefined();
    expect(await client.run('account.refresh', null)).toMatchObject({ userId: 'user-of-9' });
  });
});

describe('a connection', () => {
  it('is tested with what is typed, and nothing of it is kept', async () => {
    const [local, a] = [await hosted('local-key'), await hosted(keys.a)];
    const studio = await studioWith(local);
    const typed = { baseUrl: a.origin, key: keys.a };
    expect(await studio.client.run('connections.test', typed)).toMatchObject({ account: { credits: 70 }, models: 0, declares: true });
    expect(await failureOf(studio, 'connections.test', { ...typed, key: 'another-key' })).toMatchObject({
      kind: 'unauthorized',
      status: 401,
    });
    expect(await studio.client.run('connections.test', { id: 'local' })).toMatchObject({ account: { userId: 'user-of-9' } });
    expect((await studio.client.run('connections.list', null)).connections).toHaveLength(1);
  });

  it.each([
    [{ baseUrl: 'service.example', realtimeUrl: null }, 'baseUrl', /^The base URL must be a URL such as/u],
    [{ baseUrl: 'https://user:pass@service.example', realtimeUrl: null }, 'baseUrl'],
    [{ baseUrl: 'https://service.example/api', realtimeUrl: null }, 'baseUrl'],
    [{ baseUrl: 'https://service.example', realtimeUrl: 'https://service.example' }, 'realtimeUrl'],
    [{ baseUrl: 'https://service.example', realtimeUrl: null, key: 'with blank' }, 'key'],
  ])('of %j is refused, and its field is named', async (input, field, message = /./u) => {
    const studio = await studioWith(await hosted('local-key'));
    expect(await failureOf(studio, 'connections.add', input)).toMatchObject({
      kind: 'invalid-input',
      field,
      message: expect.stringMatching(message) as string,
    });
    expect((await studio.client.run('connections.list', null)).connections).toHaveLength(1);
  });

  it('is one for each origin, whatever the spelling', async () => {
    const studio = await studioWith(await hosted('local-key'));
    await studio.client.run('connections.add', { baseUrl: 'https://Service.example:443/', realtimeUrl: null });
    expect(await failureOf(studio, 'connections.add', { baseUrl: 'https://service.example', realtimeUrl: null })).toMatchObject({
      kind: 'conflict',
    });
    expect(await failureOf(studio, 'connections.use', { id: 'https://other.example' })).toMatchObject({ kind: 'not-found', field: 'id' });
  });

  it('whose list is damaged is set aside, and the studio starts with the local service', async () => {
    writeFileSync(join(profileDirectory, connectionsFile), '{"current":');
    const { client, log } = await studioWith(await hosted('local-key'));
    expect((await client.run('connections.list', null)).connections).toMatchObject([{ id: 'local', current: true }]);
    expect(log.lines.some(({ level, message }) => level === 'error' && message.includes('set aside'))).toBe(true);
    expect(readFileSync(join(profileDirectory, `${connectionsFile}.damaged`), 'utf8')).toBe('{"current":');
  });
});

describe('an origin that a connection trusts', () => {
  it('gets the key on a redirect from then on, and not any more when it is revoked', async () => {
    const store = await scriptedServer((request, response) => {
      if (request.headers.authorization === undefined) json(response, 401, { code: 'X', message: 'no key' });
      else response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).end('sound');
    });
    cleanup.push(() => store.close());
    const a = await scriptedServer((_request, response) => {
      response.writeHead(302, { Location: `${store.origin}/audio` }).end();
    });
    cleanup.push(() => a.close());
    // The store is asked at each redirect, so that what Account changes holds for a client that stands already.
    const log = quietLog();
    const secrets = memorySecrets();
    await secrets.set(a.origin, secret(keys.a));
    const connectionStore = openConnectionStore(profileDirectory, log);
    connectionStore.write({
      ...connectionStore.read(),
      current: a.origin,
      connections: [{ id: a.origin, name: 'A', realtimeUrl: null, trustedOrigins: [] }],
    });
    const connection = createConnection({
      platform: { environment: {}, profileDirectory, startLocalService: () => Promise.reject(new Error('not asked for')) },
      log,
      first: lastTarget({ store: connectionStore, keys: createKeys(secrets, log) })!,
    });
    cleanup.push(() => connection.close());
    const service = await connection.ready();
    const fetched = () => service.jobAudio('j').then(() => 'sound', (thrown: unknown) => toFailure(thrown).code); // prettier-ignore
    const trusted = (trustedOrigins: string[]) =>
      connectionStore.write({
        ...connectionStore.read(),
        connections: connectionStore.read().connections.map((one) => ({ ...one, trustedOrigins })),
      });

    expect(await fetched()).toBe('UNTRUSTED_ORIGIN');
    trusted([store.origin]);
    expect(await fetched()).toBe('sound');
    trusted([]);
    expect(await fetched()).toBe('UNTRUSTED_ORIGIN');
    expect(bearersOf(store)).toEqual([`Bearer ${keys.a}`]);
  });

  it('is added and revoked by name, once', async () => {
    const { client } = await studioWith(await hosted('local-key'));
    const { id } = await client.run('connections.add', { baseUrl: 'https://service.example', realtimeUrl: null });
    const origin = 'https://store.example';
    await client.run('connections.trust', { id, origin });
    expect((await client.run('connections.trust', { id, origin: `${origin}/` })).trustedOrigins).toEqual([origin]);
    expect((await client.run('connections.distrust', { id, origin })).trustedOrigins).toEqual([]);
  });
});

/** A studio with the sample project, whose first voice speaks a model of one credit a character. */
async function sampleStudio(options: Parameters<typeof openTestStudio>[0]) {
  const studio = await openTestStudio(options);
  cleanup.push(() => studio.close());
  const { client } = studio;
  const project = await client.run('project.create', { title: 'Sample', sample: true });
  const voice = (await client.run('voices.list', null)).voices.find((one) => one.modelIds.includes('alpha-s21pro-flash'))!;
  await client.run('project.update', { projectId: project.projectId, voiceId: voice.voiceId, modelId: 'alpha-s21pro-flash' });
  const chapter = project.chapters[0]!;
  const blockIds = blocksOf(documentFromJson(chapter.document)).map((block) => block.attributes.id);
  const generate = async (ids: string[]) => {
    const failed: string[] = [];
    const call = client.call('speech.generate', { projectId: project.projectId, chapterId: chapter.id, blockIds: ids });
    for await (const event of call) if (event.type === 'failed') failed.push(event.failure.code ?? event.failure.kind);
    return { ...(await call.result), codes: failed };
  };
  return { client, generate, blockIds };
}

describe('a cap', () => {
  it('of the day or of the batch is held in main: what would pass it is not sent, and not charged', async () => {
    const service = await startLocalService();
    cleanup.push(() => service.stop());
    const { client, generate, blockIds } = await sampleStudio({ profileDirectory, service });

    expect(await client.run('budget.update', { perDay: 0 })).toEqual({ perBatch: null, perDay: 0 });
    expect(await generate(blockIds.slice(0, 1))).toMatchObject({ made: 0, failed: 1, codes: ['OVER_BUDGET'] });
    expect((await client.run('budget.read', null)).spentToday).toBe(0);

    await client.run('budget.update', { perDay: null, perBatch: 1 });
    // The price is not known yet: the first of a batch goes, and then the cap is reached.
    const first = await generate(blockIds.slice(0, 2));
    expect(first).toMatchObject({ made: 1, failed: 1 });
    expect(first.codes).toEqual(['OVER_BUDGET']);
    const { spentToday } = await client.run('budget.read', null);
    expect(spentToday).toBeGreaterThan(1);
    // Now it is: nothing of a batch over the cap goes.
    expect(await generate(blockIds.slice(1, 2))).toMatchObject({ made: 0, failed: 1, codes: ['OVER_BUDGET'] });
    await client.run('budget.update', { perBatch: null });
    expect(await generate(blockIds.slice(1, 2))).toMatchObject({ made: 1, failed: 0 });
  });

  it('holds before the first request where the service names its prices: what would pass it is not sent', async () => {
    const { client, generate, blockIds } = await sampleStudio({ profileDirectory });
    await client.run('budget.update', { perDay: null, perBatch: 1 });
    expect(await generate(blockIds.slice(0, 2))).toMatchObject({ made: 0, failed: 2 });
    expect((await client.run('budget.read', null)).spentToday).toBe(0);
  });
});
