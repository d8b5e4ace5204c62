import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { createTransport, type Answer, type HttpRequest } from '#main/service-client/http.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { toFailure, type Failure } from '#shared/failure.ts';
import { scriptedServer } from './scripted-server.ts';

const transport = createTransport();
const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0)) await clean();
});

const patient = { connect: 5000, firstByte: 5000, idle: 5000, total: 20_000 };
function request(url: string, change: Partial<HttpRequest> = {}): HttpRequest {
  return { method: 'POST', url: new URL(url), paid: true, body: Buffer.from('{}'), timeouts: patient, maxBytes: 1000, ...change };
}
const failureOf = (promise: Promise<unknown>): Promise<Failure> => promise.then(() => expect.unreachable('It did not fail.'), toFailure);
async function server(script: Parameters<typeof scriptedServer>[0]) {
  const one = await scriptedServer(script);
  cleanup.push(() => one.close());
  return one;
}
/** A server that speaks TCP only. */
async function raw(onSocket: (socket: Socket) => void): Promise<string> {
  const listening = createServer((socket) => {
    socket.on('error', () => undefined);
    cleanup.push(() => Promise.resolve(socket.destroy()));
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  cleanup.push(() => Promise.resolve(listening.close()));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

describe('before the send', () => {
  it('a refused connection costs nothing', async () => {
    const gone = await scriptedServer(() => undefined);
    await gone.close();
    expect(await failureOf(transport.send(request(gone.origin)))).toMatchObject({ kind: 'unreachable', charged: 'no' });
  });

  it('an unknown name costs nothing', async () => {
    expect(await failureOf(transport.send(request('http://no-such-host.invalid/')))).toMatchObject({ kind: 'unreachable', charged: 'no' });
  });

  it('a server that is no TLS server gets nothing of the request', async () => {
    let got = Buffer.alloc(0);
    const origin = await raw((socket) => {
      socket.on('data', (bytes) => {
        got = Buffer.concat([got, bytes]);
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
    });
    const key = secret('canary-in-the-mine');
    const failure = await failureOf(
      transport.send(request(origin.replace('http:', 'https:'), { key, body: Buffer.from('canary-in-the-body') })),
    );
    expect(failure).toMatchObject({ kind: 'unreachable', charged: 'no' });
    expect(got.toString('latin1')).not.toContain('canary');
  });

  it('a handshake that never ends is given up, and costs nothing', async () => {
    const origin = await raw(() => undefined);
    const sent = transport.send(request(origin.replace('http:', 'https:'), { timeouts: { ...patient, connect: 50 } }));
    expect(await failureOf(sent)).toMatchObject({ kind: 'unreachable', charged: 'no' });
  });

  it('a signal that is aborted sends nothing', async () => {
    const { origin, seen } = await server((_, response) => void response.end());
    expect(await failureOf(transport.send(request(origin, { signal: AbortSignal.abort() })))).toMatchObject({
      kind: 'cancelled',
      charged: 'no',
    });
    expect(seen).toEqual([]);
  });
});

describe('after the send', () => {
  it('a connection that ends without an answer may have been charged', async () => {
    const { origin } = await server((_, response) => void response.destroy());
    expect(await failureOf(transport.send(request(origin)))).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown' });
  });

  it('no answer in time may have been charged; of a read it was not', async () => {
    const { origin } = await server(() => undefined);
    const timeouts = { ...patient, firstByte: 50 };
    expect(await failureOf(transport.send(request(origin, { timeouts })))).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown' });
    expect(await failureOf(transport.send(request(origin, { timeouts, method: 'GET', paid: false })))).toMatchObject({
      kind: 'service-timeout',
      charged: 'no',
    });
  });

  it('stopping may have been charged', async () => {
    const controller = new AbortController();
    const { origin } = await server(() => controller.abort());
    expect(await failureOf(transport.send(request(origin, { signal: controller.signal })))).toMatchObject({
      kind: 'cancelled',
      charged: 'unknown',
    });
  });

  it('no paid request ever goes out on a connection that was used before', async () => {
    const ports = new Set<number | undefined>();
    const { origin } = await server((_, response) => {
      ports.add(response.socket?.remotePort);
      response.end('ok');
    });
    for (let count = 0; count < 3; count++) await (await transport.send(request(origin))).bytes();
    expect(ports.size).toBe(3);
  });
});

describe('a body', () => {
  const answer = async (script: Parameters<typeof scriptedServer>[0], change: Partial<HttpRequest> = {}): Promise<Answer> => {
    const { origin } = await server(script);
    return transport.send(request(origin, change));
  };

  it('is asked for as it is, with an exact length and the key in its one place', async () => {
    const { origin, seen } = await server((_, response) => void response.end('hello'));
    const received = await transport.send(request(`${origin}/a?b=c`, { key: secret('k1'), body: Buffer.from('ä') }));
    expect((await received.bytes()).toString()).toBe('hello');
    expect(seen[0]).toMatchObject({
      url: '/a?b=c',
      body: 'ä',
      headers: { 'accept-encoding': 'identity', 'content-length': '2', authorization: 'Bearer k1' },
    });
  });

  it('that is too long is cut where the bound is', async () => {
    const received = await answer((_, response) => void response.end('x'.repeat(2000)));
    expect(await failureOf(received.bytes())).toMatchObject({ kind: 'bad-response' });
  });

  it('that comes compressed all the same is counted as it unpacks', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const script = (_: unknown, response: ServerResponse): void => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    expect(await failureOf((await answer(script, { maxBytes: 100_000 })).bytes())).toMatchObject({ kind: 'bad-response' });
    expect((await (await answer(script, { maxBytes: 20_000_000 })).bytes()).byteLength).toBe(10_000_000);
  });

  it('that is packed badly, or in an unknown way, is a failure of the answer', async () => {
    const bad = await answer((_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('not gzip'));
    expect(await failureOf(bad.bytes())).toMatchObject({ kind: 'bad-response' });
    const odd = await answer((_, response) => void response.writeHead(200, { 'Content-Encoding': 'zzz' }).end('x'));
    expect(await failureOf(odd.bytes())).toMatchObject({ kind: 'bad-response' });
  });

  it.each(['identity', 'gzip'])('that breaks off (%s) hands out what came and says so', async (encoding) => {
    const packed = encoding === 'gzip' ? gzipSync(Buffer.from('begin'.repeat(50))) : Buffer.from('begin'.repeat(50));
    const received = await answer((_, response) => {
      response.writeHead(200, { 'Content-Encoding': encoding, 'Content-Length': String(packed.byteLength + 10) });
      response.write(packed, () => response.destroy());
    });
    let text = '';
    const reading = (async () => {
      for await (const chunk of received.body()) text += Buffer.from(chunk).toString();
    })();
    expect(await failureOf(reading)).toMatchObject({ kind: 'stream-interrupted', charged: 'unknown' });
    expect(text).toBe('begin'.repeat(50));
  });

  it('that stops coming is given up', async () => {
    const received = await answer((_, response) => void response.write('begin'), { timeouts: { ...patient, idle: 50 } });
    expect(await failureOf(received.bytes())).toMatchObject({ kind: 'stream-interrupted', charged: 'unknown' });
  });

  it('that takes longer than everything may take is given up', async () => {
    const received = await answer(
      (_, response) => {
        const drip = setInterval(() => response.write('.'), 10);
        response.on('close', () => clearInterval(drip));
      },
      { timeouts: { ...patient, total: 100 } },
    );
    expect(await failureOf(received.bytes())).toMatchObject({ kind: 'stream-interrupted' });
  });

  it('that nobody reads on ends its connection', async () => {
    let close: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (close = resolve));
    const received = await answer((_, response) => {
      response.on('close', close);
      response.write('begin');
    });
    for await (const chunk of received.body()) {
      expect(Buffer.from(chunk).toString()).toBe('begin');
      break;
    }
    await closed;
  });

  it('that is stopped while it comes was perhaps charged', async () => {
    const controller = new AbortController();
    const received = await answer((_, response) => void response.write('begin'), { signal: controller.signal });
    const reading = (async () => {
      for await (const chunk of received.body()) if (chunk.byteLength > 0) controller.abort();
    })();
    expect(await failureOf(reading)).toMatchObject({ kind: 'cancelled', charged: 'unknown' });
  });
});

it('nothing that can be looked at shows the key', async () => {
  const { origin } = await server((_, response) => void response.destroy());
  const asked = request(origin, { key: secret('canary-5551') });
  const thrown: unknown = await transport.send(asked).catch((error: unknown) => error);
  expect(inspect([thrown, asked], { depth: 20, showHidden: true }) + String(thrown) + JSON.stringify([thrown, asked])).not.toContain(
    'canary-5551',
  );
});
