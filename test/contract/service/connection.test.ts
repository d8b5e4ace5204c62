import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#main/account.ts';
import { createConnection, type ConnectionKeeper } from '#main/connection.ts';
import type { ConnectionEnvironment, LocalServiceProcess } from '#main/platform.ts';
import { secret } from '#main/secret.ts';
import { createVoices } from '#main/voices.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { toFailure, type Failure } from '#shared/failure.ts';
import type { Connection } from '#shared/operations.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context } from '../speech/desk.ts';
import { json, scriptedServer, type ScriptedServer } from './scripted-server.ts';

let folder: string;
const cleanup: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-connection-'));
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
  rmSync(folder, { recursive: true, force: true });
});

const failureOf = (promise: Promise<unknown>): Promise<Failure> => promise.then(() => expect.unreachable('It did not fail.'), toFailure);

/** A local service that is started and dies when the test says so. */
function localService() {
  const starts: { succeed(baseUrl?: string): void; break(): void; die(): void; stopped: boolean }[] = [];
  const start = (): Promise<LocalServiceProcess> =>
    new Promise((resolve, reject) => {
      let die: (words: string) => void = () => undefined;
      const exited = new Promise<string>((settle) => (die = settle));
      const one = {
        stopped: false,
        succeed: (baseUrl = 'http://127.0.0.1:9') =>
          resolve({
            baseUrl,
            realtimeUrl: '',
            apiKey: secret('local-key-1'),
            exited,
            stop: () => {
              one.stopped = true;
              die('stopped');
              return Promise.resolve();
            },
          }),
        break: () => reject(new Error('no port /secret/path')),
        die: () => die('killed'),
      };
      starts.push(one);
    });
  return { starts, start };
}

function connect(environment: ConnectionEnvironment, startLocalService: () => Promise<LocalServiceProcess> = localService().start) {
  const log = quietLog();
  const connection = createConnection({ platform: { environment, profileDirectory: folder, startLocalService }, log });
  cleanup.push(() => connection.close());
  return { connection, log };
}
const next = (connection: ConnectionKeeper, state: Connection['state']): Promise<Connection> =>
  new Promise((resolve) => {
    const stop = connection.onChange((now) => {
      if (now.state !== state) return;
      stop();
      resolve(now);
    });
  });

describe('the local service', () => {
  it('is waited for while it starts', async () => {
    const { starts, start } = localService();
    const { connection } = connect({}, start);
    expect(connection.current()).toMatchObject({ id: 'local', kind: 'local', state: 'starting' });
    const ready = connection.ready();
    starts[0]?.succeed();
    expect((await ready).origin).toBe('http://127.0.0.1:9');
    expect(connection.current().state).toBe('ready');
  });

  it('that is still starting does not hold up who stops waiting', async () => {
    const { connection } = connect({}, () => new Promise(() => undefined));
    cleanup.splice(0); // it never starts, and so never closes
    const controller = new AbortController();
    const ready = failureOf(connection.ready(controller.signal));
    controller.abort();
    expect((await ready).kind).toBe('cancelled');
  });

  it('that dies is told in plain words, and can be started again', async () => {
    const { starts, start } = localService();
    const { connection } = connect({}, start);
    const ready = connection.ready();
    starts[0]?.succeed();
    await ready;
    const failed = next(connection, 'failed');
    starts[0]?.die();
    const failure = { kind: 'unreachable', next: 'restart-local-service', message: 'The local service has stopped.' };
    expect(await failed).toMatchObject({ failure });
    expect(await failureOf(connection.ready())).toMatchObject(failure);
    const restarted = connection.restart();
    await expect.poll(() => starts.length).toBe(2);
    starts[1]?.succeed('http://127.0.0.1:10');
    await restarted;
    expect((await connection.ready()).origin).toBe('http://127.0.0.1:10');
    expect(connection.current()).toEqual({ id: 'local', kind: 'local', name: 'Local service', state: 'ready' });
  });

  it('that does not start says so without what was thrown, and every call fails alike', async () => {
    const { starts, start } = localService();
    const { connection, log } = connect({}, start);
    starts[0]?.break();
    const failure = await failureOf(connection.ready());
    expect(failure).toMatchObject({ kind: 'unreachable', next: 'restart-local-service' });
    expect(failure.message).not.toContain('/secret');
    expect(JSON.stringify(log.lines)).toContain('no port');
    expect(await failureOf(connection.ready())).toEqual(failure);
  });

  it('is stopped when the studio closes, and its end is then no failure', async () => {
    const { starts, start } = localService();
    const { connection } = connect({}, start);
    const ready = connection.ready();
    starts[0]?.succeed();
    await ready;
    const told: Connection[] = [];
    connection.onChange((now) => told.push(now));
    await connection.close();
    expect(starts[0]?.stopped).toBe(true);
    expect(told).toEqual([]);
  });
});

describe('an account’s service', () => {
  it('is named by its origin', async () => {
    const { connection } = connect({ baseUrl: 'https://Service.example:443/', apiKey: secret('k') });
    expect((await connection.ready()).origin).toBe('https://service.example');
    expect(connection.current()).toMatchObject({ id: 'https://service.example', kind: 'account', name: 'service.example', state: 'ready' });
  });

  it('without a key says which key is missing', async () => {
    const { connection } = connect({ baseUrl: 'https://service.example' });
    expect(await failureOf(connection.ready())).toMatchObject({ kind: 'unauthorized', next: 'replace-key' });
    expect(connection.current().failure?.message).toContain('VOICEWRIGHT_API_KEY');
  });

  it('whose address is not named with its key is told which to set, and the key goes nowhere', async () => {
    const { starts, start } = localService();
    const { connection } = connect({ apiKey: secret('k') }, start);
    expect(await failureOf(connection.ready())).toMatchObject({ kind: 'invalid-input', field: 'VOICEWRIGHT_BASE_URL' });
    expect(connection.current().failure?.message).toContain('VOICEWRIGHT_API_KEY is set and VOICEWRIGHT_BASE_URL is not');
    expect(starts).toHaveLength(0);
  });

  it('with a realtime address that is none says which variable is wrong', async () => {
    const { connection } = connect({ baseUrl: 'https://service.example', realtimeUrl: 'https://x', apiKey: secret('k') });
    expect(await failureOf(connection.ready())).toMatchObject({ kind: 'invalid-input', field: 'VOICEWRIGHT_REALTIME_URL' });
  });

  it.each(['service.example', 'ftp://service.example', 'https://service.example/api', 'https://user:pass@service.example', ''])(
    'at “%s” is no service: the field is named, and nothing of it is shown',
    async (baseUrl) => {
      const { connection } = connect({ baseUrl, apiKey: secret('k') });
      expect(await failureOf(connection.ready())).toMatchObject({ kind: 'invalid-input', field: 'VOICEWRIGHT_BASE_URL' });
      expect(JSON.stringify(connection.current())).not.toContain('pass');
    },
  );
});

describe('what is known of a service', () => {
  const voiceOf = (voiceId: string, name: string) => ({
    voiceId,
    name,
    isPersonal: false,
    primaryLanguage: 'en',
    languages: [],
    modelIds: ['alpha-s1'],
  });
  const serve = async (): Promise<ScriptedServer> => {
    const server = await scriptedServer((request, response) => {
      if (request.url.includes('/profile'))
        json(response, 200, { user_id: `u${server.seen.length}`, api_quota_remaining: 5, tier: 't', credits: 9 });
      else if (request.url.includes('/voices?'))
        json(response, 200, { totalPages: 1, items: [voiceOf('b', 'Zoe'), voiceOf('a', 'Änne'), voiceOf('c', 'Bob')] });
      else json(response, 404, { code: 'ERR_NOT_FOUND', message: 'unknown' });
    });
    cleanup.push(() => server.close());
    return server;
  };

  it('the voices come sorted, are kept a while, and one of them needs no second question', async () => {
    const server = await serve();
    const { connection, log } = connect({ baseUrl: server.origin, apiKey: secret('k') });
    let now = 0;
    const voices = createVoices({ connection, log, now: () => now });
    const list = () => voices.services['voices.list'](null, context());
    expect((await list()).voices.map((voice) => voice.name)).toEqual(['Änne', 'Bob', 'Zoe']);
    await list();
    expect((await voices.voice('b')).name).toBe('Zoe');
    const lists = () => server.seen.filter(({ url }) => url.startsWith(`${voicesPath}?`)).length;
    expect(lists()).toBe(1);
    now = 60_000;
    // The one that is there answers; the next is read meanwhile.
    expect((await list()).asOf).toBe(0);
    await expect.poll(async () => (await list()).asOf).toBe(60_000);
    expect(lists()).toBe(2);
    expect(await failureOf(voices.voice('gone'))).toMatchObject({ kind: 'not-found', next: 'choose-voice' });
  });

  it.each([
    ['its id alone', { voiceId: 'b' }],
    ['another name of its own', { data: { id: 'b', displayName: 'Zoe!', langs: ['en'] } }],
    ['null', null],
    ['what the list says, in an envelope', { voice: voiceOf('b', 'Zoe') }],
  ])('what the list said of a voice outlives every cache, where the service answers for it with %s', async (_, answer) => {
    const server = await scriptedServer((request, response) => {
      if (request.url.includes('/voices?')) json(response, 200, { totalPages: 1, items: [voiceOf('b', 'Zoe')] });
      else json(response, 200, answer);
    });
    cleanup.push(() => server.close());
    const { connection, log } = connect({ baseUrl: server.origin, apiKey: secret('k') });
    let now = 0;
    const voices = createVoices({ connection, log, now: () => now });
    await voices.services['voices.list'](null, context());
    for (const later of [5 * 60_000, 3_600_000, 7 * 24 * 3_600_000]) {
      now += later;
      expect(await voices.voice('b')).toMatchObject({ voiceId: 'b', name: 'Zoe', modelIds: ['alpha-s1'] });
    }
    expect(server.seen.filter(({ url }) => url === `${voicesPath}/b`)).toHaveLength(3);
    // One that was never listed here is looked for in the list.
    expect(await createVoices({ connection, log, now: () => now }).voice('b')).toMatchObject({ name: 'Zoe', modelIds: ['alpha-s1'] });
  });

  it('a voice that was made is known by its name at once, though the service says nothing of it yet', async () => {
    const server = await scriptedServer((request, response) => {
      if (request.url.includes('/voices?')) json(response, 200, { totalPages: 1, items: [voiceOf('b', 'Zoe')] });
      else json(response, 200, {});
    });
    cleanup.push(() => server.close());
    const { connection, log } = connect({ baseUrl: server.origin, apiKey: secret('k') });
    const voices = createVoices({ connection, log });
    await voices.changed({ made: 'new', name: 'Anna' });
    expect(await voices.voice('new')).toMatchObject({ voiceId: 'new', name: 'Anna', isPersonal: true });
  });

  it('the account takes over the quota that an answer told, then reads the profile, once for many', async () => {
    const server = await serve();
    const { connection, log } = connect({ baseUrl: server.origin, apiKey: secret('k') });
    const account = createAccount({ connection, log });
    const told: (number | null)[] = [];
    account.onChange((now) => told.push(now.apiQuotaRemaining));
    expect(await account.userId()).toBe('u1');
    expect(await account.userId()).toBe('u1');
    for (const quotaRemaining of [4, 3, 2]) account.paid({ quotaRemaining });
    await expect.poll(() => server.seen.length).toBe(3); // one for the first, one for everything after it
    await expect.poll(() => told).toEqual([5, 4, 3, 2, 5, 5]);
  });

  it('the account that cannot be read is told as a failure', async () => {
    const { connection, log } = connect({ baseUrl: 'https://service.example' });
    const account = createAccount({ connection, log });
    const told: string[] = [];
    account.onFailure((failure) => told.push(failure.kind));
    expect(await failureOf(account.refresh())).toMatchObject({ kind: 'unauthorized' });
    expect(told).toEqual(['unauthorized']);
  });
});
