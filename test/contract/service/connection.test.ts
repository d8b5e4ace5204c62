import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceAccount } from '#main/paid-requests/account.ts';
import { createConnection, localTarget, type ConnectionKeeper } from '#main/service-client/connection.ts';
import { checkReachable } from '#main/features/connections/check.ts';
import type { ConnectionEnvironment, LocalServiceProcess } from '#main/infra/platform.ts';
import { restartLimits } from '#main/service-client/restart-limit.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { ServiceVoices } from '#main/features/voices/service.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { toFailure, type Failure } from '#shared/failure.ts';
import type { Connection } from '#shared/operations/connections.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context } from '../speech/fixture.ts';
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

  it('that dies is restarted by itself as often as the limit allows, and then waits for a person', async () => {
    const { starts, start } = localService();
    const { connection } = connect({}, start);
    for (let index = 0; index <= restartLimits.times; index++) {
      await expect.poll(() => starts.length).toBe(index + 1);
      const ready = connection.ready();
      starts[index]?.succeed(`http://127.0.0.1:${9 + index}`);
      expect((await ready).origin).toBe(`http://127.0.0.1:${9 + index}`);
      const changed = next(connection, index < restartLimits.times ? 'starting' : 'failed');
      starts[index]?.die();
      await changed;
    }
    const failure = {
      kind: 'unreachable',
      next: 'restart-local-service',
      message: 'The local service stopped again after 3 automatic restarts in 5 minutes.',
    };
    expect(connection.current()).toMatchObject({ state: 'failed', failure });
    expect(await failureOf(connection.ready())).toMatchObject(failure);
    const restarted = connection.restart();
    await expect.poll(() => starts.length).toBe(restartLimits.times + 2);
    starts.at(-1)?.succeed('http://127.0.0.1:20');
    await restarted;
    expect((await connection.ready()).origin).toBe('http://127.0.0.1:20');
    expect(connection.current()).toEqual({ id: 'local', kind: 'local', name: 'Local service', state: 'ready' });
    // A person's restart clears the count.
    const again = next(connection, 'starting');
    starts.at(-1)?.die();
    await again;
    await expect.poll(() => starts.length).toBe(restartLimits.times + 3);
    starts.at(-1)?.succeed();
    await connection.ready();
  });

  it('that dies and then does not start is tried again until the limit, and every try counts', async () => {
    const { starts, start } = localService();
    const { connection } = connect({}, start);
    const ready = connection.ready();
    starts[0]?.succeed();
    await ready;
    const failed = next(connection, 'failed');
    starts[0]?.die();
    for (let index = 1; index <= restartLimits.times; index++) {
      await expect.poll(() => starts.length).toBe(index + 1);
      starts[index]?.break();
    }
    expect((await failed).failure?.message).toMatch(/^The local service stopped again/u);
    expect(starts).toHaveLength(restartLimits.times + 1);
  });

  it('that a person restarts while it restarts by itself is started once more, and that one is used', async () => {
    const { starts, start } = localService();
    const { connection } = connect({}, start);
    const ready = connection.ready();
    starts[0]?.succeed();
    await ready;
    starts[0]?.die();
    await expect.poll(() => starts.length).toBe(2);
    const restarted = connection.restart();
    starts[1]?.succeed('http://127.0.0.1:10');
    await expect.poll(() => starts.length).toBe(3);
    starts[2]?.succeed('http://127.0.0.1:11');
    await restarted;
    expect(starts[1]?.stopped).toBe(true);
    expect((await connection.ready()).origin).toBe('http://127.0.0.1:11');
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

describe('a change of the service', () => {
  /** A hosted service that can be made to answer otherwise, and a keeper that waits for `nextTry` between two tries to reach it. */
  async function between({ status = 200 } = {}) {
    const answer = { status };
    const server = await scriptedServer((_request, response) =>
      answer.status === 200
        ? json(response, 200, { user_id: 'u', api_quota_remaining: 5, tier: 't', credits: 9 })
        : json(response, answer.status, { code: 'ERR_X', message: 'no' }),
    );
    const closeServer = () => server.close();
    cleanup.push(closeServer);
    const { starts, start } = localService();
    const waits: { ms: number; over: () => void }[] = [];
    const connection = createConnection({
      platform: { environment: {}, profileDirectory: folder, startLocalService: start },
      log: quietLog(),
      check: checkReachable,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
          waits.push({ ms, over: resolve });
        }),
    });
    cleanup.push(() => connection.close());
    starts[0]?.succeed();
    await connection.ready();
    const states: string[] = [];
    connection.onChange(({ id, awaited, state }) => states.push(`${awaited?.id ?? id} ${state}`));
    const hosted = {
      id: server.origin,
      name: 'Hosted',
      hosted: () => Promise.resolve({ origin: server.origin, realtimeUrl: undefined, key: secret('k') }),
    };
    return { closeServer, answer, starts, connection, states, waits, hosted };
  }

  it('that fails leaves the local service running and in use', async () => {
    const { connection, hosted, starts, states } = await between({ status: 401 });
    const client = await connection.ready();
    expect(await failureOf(connection.use(hosted))).toMatchObject({ kind: 'unauthorized', field: 'key' });
    expect(starts[0]?.stopped).toBe(false);
    expect(states).toEqual([]);
    expect(await connection.ready()).toBe(client);
  });

  it('and back starts the local service only once', async () => {
    const { connection, hosted, starts, states } = await between();
    await connection.use(hosted);
    expect((await connection.ready()).connectionId).toBe(hosted.id);
    await connection.use(localTarget);
    expect((await connection.ready()).connectionId).toBe('local');
    expect(starts).toHaveLength(1);
    expect(states).toEqual([`${hosted.id} ready`, 'local ready']);
  });

  it('outlives the end of the local service, which is started again when it is used again', async () => {
    const { connection, hosted, starts, states } = await between();
    await connection.use(hosted);
    starts[0]?.die();
    await Promise.resolve();
    expect(states).toEqual([`${hosted.id} ready`]);
    const back = connection.use(localTarget);
    await expect.poll(() => starts.length).toBe(2);
    starts[1]?.succeed();
    await back;
    expect(connection.current()).toMatchObject({ id: 'local', state: 'ready' });
  });

  it('ends the test of a change that was wanted before it', async () => {
    const { connection, hosted, states } = await between();
    const hanging = await scriptedServer(() => new Promise(() => undefined));
    cleanup.push(() => hanging.close());
    const unanswered = { ...hosted, id: hanging.origin, hosted: async () => ({ ...(await hosted.hosted()), origin: hanging.origin }) };
    const first = failureOf(connection.use(unanswered));
    await expect.poll(() => hanging.seen.length).toBe(1);
    await connection.use(hosted);
    expect((await first).kind).toBe('cancelled');
    expect(states).toEqual([`${hosted.id} ready`]);
  });

  it('does not wait for the answer of a service that was taken anyway', async () => {
    const { connection, hosted, starts } = await between();
    const hanging = await scriptedServer(() => new Promise(() => undefined));
    cleanup.push(() => hanging.close());
    const unanswered = { ...hosted, id: hanging.origin, hosted: async () => ({ ...(await hosted.hosted()), origin: hanging.origin }) };
    const taken = connection.use(unanswered, { anyway: true });
    await expect.poll(() => hanging.seen.length).toBe(1);
    expect(connection.current()).toMatchObject({ id: 'local', awaited: { id: hanging.origin }, state: 'starting' });
    await connection.use(localTarget);
    await taken;
    expect(connection.current()).toEqual({ id: 'local', kind: 'local', name: 'Local service', state: 'ready' });
    expect(starts).toHaveLength(1);
  });

  it('to a service that then fails is noticed, tried again ever less often, and over by itself when the service is back', async () => {
    const { connection, hosted, answer, waits, states, closeServer } = await between();
    await connection.use(hosted);
    const client = await connection.ready();
    answer.status = 401;
    await failureOf(client.profile());
    await expect.poll(() => states.at(-1)).toBe(`${hosted.id} failed`);
    expect(connection.current()).toMatchObject({ isRetried: false, failure: { field: 'key' } });

    answer.status = 200;
    await client.profile(); // whatever asks and is answered brings it back
    await expect.poll(() => connection.current().state).toBe('ready');

    await closeServer();
    cleanup.splice(cleanup.indexOf(closeServer), 1);
    await failureOf(client.voicePage({}));
    await expect.poll(() => connection.current()).toMatchObject({ state: 'failed', isRetried: true, failure: { kind: 'unreachable' } });
    for (const ms of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      await expect.poll(() => waits.at(-1)?.ms).toBe(ms);
      waits.at(-1)?.over();
      const tries = waits.length;
      await expect.poll(() => waits.length).toBe(tries + 1);
    }
  });

  it('to a service that does not answer is taken where that is wanted, and shows the service before until it does', async () => {
    const { connection, hosted, answer, waits } = await between({ status: 503 });
    await connection.use(hosted, { anyway: true });
    expect(connection.current()).toMatchObject({
      id: 'local',
      awaited: { id: hosted.id, name: 'Hosted' },
      state: 'failed',
      isRetried: true,
    });
    expect(await failureOf(connection.ready())).toMatchObject({ kind: 'service-unavailable' });
    answer.status = 200;
    waits[0]?.over();
    await expect.poll(() => connection.current()).toEqual({ id: hosted.id, kind: 'account', name: 'Hosted', state: 'ready' });
    expect((await connection.ready()).connectionId).toBe(hosted.id);
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

  it('whose address is not named with its key learns which to set, and the key goes nowhere', async () => {
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
    const voices = new ServiceVoices({ connection, log, now: () => now });
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
    const voices = new ServiceVoices({ connection, log, now: () => now });
    await voices.services['voices.list'](null, context());
    for (const later of [5 * 60_000, 3_600_000, 7 * 24 * 3_600_000]) {
      now += later;
      expect(await voices.voice('b')).toMatchObject({ voiceId: 'b', name: 'Zoe', modelIds: ['alpha-s1'] });
    }
    expect(server.seen.filter(({ url }) => url === `${voicesPath}/b`)).toHaveLength(3);
    // One that was never listed here is looked for in the list.
    expect(await new ServiceVoices({ connection, log, now: () => now }).voice('b')).toMatchObject({ name: 'Zoe', modelIds: ['alpha-s1'] });
  });

  it('a voice that was made is known by its name at once, though the service says nothing of it yet', async () => {
    const server = await scriptedServer((request, response) => {
      if (request.url.includes('/voices?')) json(response, 200, { totalPages: 1, items: [voiceOf('b', 'Zoe')] });
      else json(response, 200, {});
    });
    cleanup.push(() => server.close());
    const { connection, log } = connect({ baseUrl: server.origin, apiKey: secret('k') });
    const voices = new ServiceVoices({ connection, log });
    await voices.changed({ made: 'new', name: 'Anna' });
    expect(await voices.voice('new')).toMatchObject({ voiceId: 'new', name: 'Anna', isPersonal: true });
  });

  it('what an estimate needs of a voice stays known where the service is lost, and a voice that is gone does not', async () => {
    const server = await serve();
    const closeServer = cleanup.at(-1)!;
    const { connection, log } = connect({ baseUrl: server.origin, apiKey: secret('k') });
    let now = 0;
    const voices = new ServiceVoices({ connection, log, now: () => now });
    await voices.services['voices.list'](null, context());
    now = 10 * 60_000; // past the lifetime of every fact
    expect(await failureOf(voices.orLastKnown.voice('b'))).toMatchObject({ kind: 'not-found' });
    await server.close();
    cleanup.splice(cleanup.indexOf(closeServer), 1);
    expect((await voices.orLastKnown.voice('b')).name).toBe('Zoe');
    expect((await failureOf(voices.voice('b'))).kind).toBe('unreachable');
  });

  it('the account takes over the quota that an answer reported, then reads the profile, once for many', async () => {
    const server = await serve();
    const { connection, log } = connect({ baseUrl: server.origin, apiKey: secret('k') });
    const account = new ServiceAccount({ connection, log });
    const told: (number | null)[] = [];
    account.onChange((now) => told.push(now.apiQuotaRemaining));
    expect(await account.userId()).toBe('u1');
    expect(await account.userId()).toBe('u1');
    for (const quotaRemaining of [4, 3, 2]) account.paid({ quotaRemaining });
    await expect.poll(() => server.seen.length).toBe(3); // one for the first, one for everything after it
    await expect.poll(() => told).toEqual([5, 4, 3, 2, 5, 5]);
  });

  it('the account that cannot be read is reported as a failure', async () => {
    const { connection, log } = connect({ baseUrl: 'https://service.example' });
    const account = new ServiceAccount({ connection, log });
    const told: string[] = [];
    account.onFailure((failure) => told.push(failure.kind));
    expect(await failureOf(account.refresh())).toMatchObject({ kind: 'unauthorized' });
    expect(told).toEqual(['unauthorized']);
  });
});
