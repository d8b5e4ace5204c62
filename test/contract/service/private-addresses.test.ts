import type { lookup, LookupAddress } from 'node:dns';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fail, FailureError, type Failure } from '#shared/failure.ts';
import { guardedLookup, findPlace, type Place } from '#main/infra/network-place.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { createServiceClient, type ServiceClient } from '#main/service-client/client.ts';
import { createTransport, timeouts, type Answer, type HttpRequest, type Reach } from '#main/service-client/http.ts';
import { follow } from '#main/service-client/given-addresses.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { scriptedServer, type ScriptedServer } from './scripted-server.ts';
import { said } from '../../helpers/said.ts';

const cleanup: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of cleanup.splice(0)) await close();
});
async function serve(...script: Parameters<typeof scriptedServer>): Promise<ScriptedServer> {
  const server = await scriptedServer(...script);
  cleanup.push(() => server.close());
  return server;
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof FailureError)) throw new Error(`no failure, but ${String(thrown)}`);
  return thrown.failure;
}

/** Something on this machine that no service may reach through the studio. */
let victim: ScriptedServer;
let port: string;
beforeEach(async () => {
  victim = await serve((_, response) => void response.writeHead(200, { 'Content-Type': 'audio/wav' }).end('RIFF'));
  ({ port } = new URL(victim.origin));
});

const read = (url: string, reach: Reach | undefined): HttpRequest => ({
  method: 'GET',
  url: new URL(url),
  paid: false,
  given: true,
  reach,
  timeouts: timeouts.read,
  maxBytes: 1000,
});

/** A name server that answers these addresses, one list after another; the last one stays. */
const resolver = (...answers: string[][]): typeof lookup => {
  let asked = 0;
  return ((_name: string, _options: unknown, callback: (error: null, addresses: LookupAddress[]) => void) => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? [];
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
};

describe('an address that an answer gave', () => {
  test.each([
    ...[
      '127.0.0.1',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
      '127.255.255.254',
    ],
    ...['0', '0.0.0.0', '00000', '0x0', '[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[fec0::1]', '[fe80::1]', '[fd00::1]', '[::ffff:0:7f00:1]', '[3fff::1]'],
    ...[
      '10.0.0.1',
      '0xa.1',
      '012.0.0.1',
      '167772161',
      '100.64.0.1',
      '169.254.169.254',
      '2852039166',
      '172.16.0.1',
      '192.168.1.1',
      '198.18.0.1',
    ],
    ...['localhost', 'LOCALHOST', '127。0。0。1', '①②⑦.0.0.1'],
  ])('is refused before anything is connected, however it is spelled: %s', async (host) => {
    const transport = createTransport();
    cleanup.push(() => transport.close());
    const failure = await failureOf(transport.send(read(`http://${host}:${port}/secret`, 'public')));
    expect(failure).toMatchObject({ kind: 'forbidden', code: 'PRIVATE_ADDRESS', charged: 'no' });
    expect(failure.message).toContain(new URL(`http://${host}:${port}`).origin);
    expect(victim.seen).toEqual([]);
  });

  test.each([
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['a public and a private address', ['93.184.216.34', '192.168.0.1']],
    ['this machine in version 6', ['2606:4700::1', '::1']],
  ])('is refused where its name stands for %s', async (_what, addresses) => {
    const transport = createTransport(resolver(addresses));
    cleanup.push(() => transport.close());
    for (const host of ['harmless.example', 'localhost.', 'studio.localhost', 'router', 'xn--bcher-kva.example.']) {
      const failure = await failureOf(transport.send(read(`http://${host}:${port}/`, 'public')));
      expect(failure).toMatchObject({ kind: 'forbidden', code: 'PRIVATE_ADDRESS' });
      expect(failure.message).toContain(addresses.at(-1));
    }
    expect(victim.seen).toEqual([]);
  });

  test('is judged again at each connection, so that a name server cannot change its answer in between', () => {
    const judged: string[] = [];
    const look = guardedLookup(
      (place, _host, address) => {
        judged.push(address);
        if (place !== 'public') throw fail('forbidden', said('no'));
      },
      resolver(['93.184.216.34'], ['127.0.0.1']),
    );
    const ask = (): unknown => {
      let answered: unknown;
      look('rebound.example', { all: true }, (error, found) => (answered = error ?? found));
      return answered;
    };
    expect(ask()).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(ask()).toBeInstanceOf(FailureError);
    expect(judged).toEqual(['93.184.216.34', '127.0.0.1']);
  });

  test('over a connection that is kept open from an address which may be fetched from is refused all the same', async () => {
    const transport = createTransport();
    cleanup.push(() => transport.close());
    await (await transport.send(read(`http://localhost:${port}/`, undefined))).bytes();
    await (await transport.send(read(`http://localhost:${port}/`, 'public-and-here'))).bytes();
    expect(await failureOf(transport.send(read(`http://localhost:${port}/`, 'public')))).toMatchObject({ code: 'PRIVATE_ADDRESS' });
    expect(victim.seen).toHaveLength(2);
  });
});

describe('networks', () => {
  const cases: [Place, string[]][] = [
    ['here', ['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1']],
    ['public', ['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '192.0.1.1', '198.17.0.1', '198.20.0.1', '223.255.255.255']],
    ['public', ['2606:4700::1', '2a00::1', '2001:4860:4860::8888', '::ffff:8.8.8.8', '64:ff9c::1', '3ffe::1']],
    ['private', ['0.1.2.3', '10.0.0.0', '100.64.0.0', '100.127.255.255', '169.254.169.254', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1']],
    ['private', ['192.168.255.255', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255']],
    ['private', ['::', '::2', '::127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::', '64:ff9b:1:ffff::', '100::1', '2001::1', '2001:1ff::1']],
    ['private', ['2001:db8::1', '2002::1', '3fff:fff::1', '5f00::1', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1', 'feff::1', 'ff02::1']],
  ]; // prettier-ignore
  test.each(cases)('%s: %s', (place, addresses) => {
    expect(addresses.map((address) => [address, findPlace(address)])).toEqual(addresses.map((address) => [address, place]));
  });

  test('an address of version 4 is in the same place however a URL spells it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const parts = address.split('.').map(Number);
        const number = parts.reduce((sum, part) => sum * 256 + part, 0);
        const spelled = [String(number), `0x${number.toString(16)}`, parts.map((part) => `0${part.toString(8)}`).join('.'), `${address}.`];
        for (const host of spelled) expect(findPlace(new URL(`http://${host}/`).hostname)).toBe(findPlace(address));
        expect(findPlace(new URL(`http://[::ffff:${address}]/`).hostname.slice(1, -1))).toBe(findPlace(address));
      }),
    );
  });
});

/** Follows these redirects of a service at `origin`; answers what was asked for, with the reach of each. */
async function walk(origin: string, hops: readonly string[], trusted: readonly string[] = []) {
  const asked: { url: string; reach: Reach | undefined; key: boolean }[] = [];
  const [first = '', ...rest] = hops;
  const transport = {
    send: (request: HttpRequest): Promise<Answer> => {
      asked.push({ url: request.url.href, reach: request.reach, key: request.key !== undefined });
      const location = rest[asked.length - 1];
      return Promise.resolve({
        status: location === undefined ? 200 : 302,
        header: () => location,
        discard: () => undefined,
      } as unknown as Answer);
    },
    close: () => undefined,
  };
  const request = { ...read(first, undefined), key: secret('key') };
  const failure = await follow(transport, request, { origin, trustedOrigins: () => trusted }).then(
    () => undefined,
    (thrown: unknown) => (thrown as FailureError).failure,
  );
  return { asked, failure };
}
const reaches = async (...walked: Parameters<typeof walk>): Promise<(Reach | 'anywhere')[]> =>
  (await walk(...walked)).asked.map(({ reach }) => reach ?? 'anywhere');

describe('where a service may send the studio', () => {
  const [hosted, own] = ['https://speech.example', 'http://127.0.0.1:4000'];

  test('its own origin and trusted ones may be anywhere, and nothing else but the Internet', async () => {
    const private_ = 'https://10.0.0.5';
    expect(await reaches(hosted, [`${hosted}/a`, `${hosted}/b`])).toEqual(['anywhere', 'anywhere']);
    expect(await reaches(hosted, ['https://cdn.example/a', `${hosted}:8443/b`, 'https://127.0.0.1/c'])).toEqual(Array(3).fill('public'));
    expect(await reaches(hosted, [`${private_}/a`, `${private_}:444/a`], [private_])).toEqual(['anywhere', 'public']);
    expect(await reaches('https://192.168.0.9', ['https://192.168.0.9/a', 'https://192.168.0.10/a'])).toEqual(['anywhere', 'public']);
  });

  test('one on this machine may use its other ports, until an address on the way is elsewhere', async () => {
    expect(await reaches(own, ['http://127.0.0.1:5000/a', 'http://localhost:6000/b'])).toEqual(['public-and-here', 'public-and-here']);
    expect(await reaches(own, [`${own}/a`, 'http://far.example/', 'http://127.0.0.1:22/'])).toEqual([
      'anywhere',
      'public-and-here',
      'public',
    ]);
  });

  test('one that is reached by https never sends it to plain http, not even to its own name or a trusted one', async () => {
    for (const next of ['http://speech.example/a', 'http://cdn.example/a', 'http://127.0.0.1/a']) {
      for (const hops of [[next], [`${hosted}/a`, next], ['https://cdn.example/b', next]]) {
        const { asked, failure } = await walk(hosted, hops, ['http://127.0.0.1']);
        expect(failure).toMatchObject({ kind: 'bad-response', code: 'INSECURE_ADDRESS', origin: new URL(next).origin });
        expect(asked.every(({ url }) => url.startsWith('https:'))).toBe(true);
      }
    }
    expect((await walk(own, ['https://cdn.example/a', 'http://cdn.example/a'])).failure).toMatchObject({ code: 'INSECURE_ADDRESS' });
  });

  test('the key goes with what is known and nowhere else', async () => {
    const { asked } = await walk(hosted, [`${hosted}/a`, 'https://cdn.example/', 'https://trusted.example/', `${hosted}/b`], [
      'https://trusted.example',
    ]); // prettier-ignore
    expect(asked.map(({ key }) => key)).toEqual([true, false, true, true]);
  });
});

describe('a service in a private network', () => {
  /** Reached at 0.0.0.0, which is no loopback by its name: as a service at an address of the local network. */
  async function service(answer: (url: string) => string): Promise<{ client: ServiceClient; trusted: string[]; server: ScriptedServer }> {
    const server = await serve((request, response) => {
      if (request.url === '/sound') response.writeHead(200, { 'Content-Type': 'audio/wav' }).end('own');
      else response.writeHead(302, { Location: answer(request.url) }).end();
    });
    const trusted: string[] = [];
    const client = createServiceClient({
      connectionId: 'lan',
      origin: server.origin.replace('127.0.0.1', '0.0.0.0'),
      key: secret('key-of-lan'),
      log: quietLog(),
      sleep: () => Promise.resolve(),
      trustedOrigins: () => trusted,
    });
    cleanup.push(() => client.close());
    return { client, trusted, server };
  }
  const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };

  test('is reached at its own origin, results included', async () => {
    const { client } = await service(() => '/sound');
    expect(await textOf((await client.jobAudio('t')).body)).toBe('own');
    expect(await textOf((await client.files.media('/sound')).body)).toBe('own');
  });

  test('cannot send the studio to this machine by any call; the failure names the address, what is paid and kept, and trust opens it', async () => {
    const { client, trusted } = await service(() => `${victim.origin}/secret`);
    const refused = { kind: 'forbidden', code: 'PRIVATE_ADDRESS', origin: victim.origin, next: 'trust-origin' };
    const failure = await failureOf(client.jobAudio('task-7'));
    expect(failure).toMatchObject({ ...refused, charged: 'yes' });
    expect(failure.message).toMatch(/127\.0\.0\.1.*this computer.*unless you trust.*paid for.*task-7/u);
    const address = `${victim.origin}/secret`;
    for (const call of [
      () => client.files.media(address),
      () => client.speechV1.cachedAudio(address),
      () => client.profile(),
      () => client.capabilities(),
      () => client.voice('v'),
      () => client.job('t'),
      () => client.designs.preview('d', 'c'),
      () => client.media.images.get('i'),
      () => client.media.models('image'),
      () => client.lipSync.get('l'),
      () => client.documents.read('all'),
    ])
      expect(await failureOf(call())).toMatchObject(refused);
    expect(victim.seen).toEqual([]);
    trusted.push(victim.origin);
    expect(await textOf((await client.jobAudio('task-7')).body)).toBe('RIFF');
    expect(victim.seen).toHaveLength(1);
  });

  test('and one on this machine is refused other private networks, which http alone cannot be trusted for', async () => {
    const own = await serve((_, response) => void response.writeHead(302, { Location: 'http://192.168.7.7/x' }).end());
    const client = createServiceClient({ connectionId: 'own', origin: own.origin, key: secret('key-of-own'), log: quietLog() });
    cleanup.push(() => client.close());
    const failure = await failureOf(client.jobAudio('t'));
    expect(failure).toMatchObject({ kind: 'forbidden', code: 'PRIVATE_ADDRESS', next: 'report' });
    expect(failure.message).toContain('only an https address can be trusted');
    expect(await textOf((await client.files.media(`${victim.origin}/sound`)).body)).toBe('RIFF');
  });
});
